"""General questions about a family tree: planned, evaluated over the tree, and answered from its lines.

A question in plain English becomes a *plan* (`plan`), a small typed algebra of people, conditions
and measures; `grammar` makes it of words that are data in `languages/*/family_questions.toml`. The
plan is evaluated over the facts of a tree (`family_index`) with three-valued logic and dates that
are intervals (`evaluation`), and becomes an answer that rests on quoted lines (`answers`). What
cannot be planned becomes a question back, and so does a name that fits several people.
"""
