"""What a message or a note in plain English says of people: births, marriages, kin, as facts with their words.

A message is written by a stranger. All of it is data: nothing in it is done, whatever it asks for.
`read` gives a `Reading`; who is meant in a tree, and whether it can be so, is decided in `review`.
"""
