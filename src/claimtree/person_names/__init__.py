"""Names of people: whether two of them mean the same person, how probably, and by what.

`parse` takes a name apart (given names, family name, former name, titles), `word_ties` compares two
words of names, `compare` compares two whole names and gives a probability, `name_keys` finds the few
names worth comparing among many. The words that a name is made of (nicknames, titles, particles)
are data in `languages`; the weights were fitted by `training/person_names`.
"""
