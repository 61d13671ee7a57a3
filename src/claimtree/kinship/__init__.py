"""Kinship: how two people of a family tree are related, and what that is called.

`graph` has the people of a tree with their links to parents and their unions, each with a citation.
It knows no file format: a source fills it. `paths` finds all closest paths between two people,
`ancestry` ancestors, descendants and lines from common ancestors; `terms` says what a path is apart
from any language, `wording` says it in one; `relationship` puts them together.
"""
