"""Family trees as every face uses them: people, cards, paths, lines of ancestors, answers.

`open_trees` keeps what was made of a tree, `people` finds somebody by id or name, `paths` says and
draws a path, `lineage` tells ancestors and descendants, and `service` puts them together. People who
may be living are masked, unless the settings show them.
"""
