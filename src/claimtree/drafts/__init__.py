"""Draft replies to those who ask about a tree: from evidence alone, for a person to read. Nothing is ever sent.

`compose` answers a message from the tree in sentences of ours; a configured language model may word
it anew (`wording`), and `draft_check` compares every name, date, place and relation in its text with
these sentences. What does not hold is not used.
"""
