"""Kinship: how two people of a family tree are related, and what that is called.

`graph` has the people of a tree with their links to parents and their unions, each with a citation.
It knows no file format: a source fills it.
"""
