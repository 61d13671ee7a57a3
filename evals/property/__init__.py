"""The eval `property`: questions with constraints, asked of listings; every home that is returned is checked.

`listing` is what a listing states, `constraints` checks one listing, `gold` reads the questions, `methods` asks them,
`scoring` counts, `conversations` holds scripted conversations, `run` puts it together.
"""
