"""Facts that were read from messages, in a queue until a person decides.

`proposals` compares what a message says with a tree: a new fact is a `SuggestedFact`, one that the
tree denies has a `DataConflict` with the words of both. They wait in a file of their own
(`review_db`); `service` lists them and takes decisions, with who and when; `gedcom_patch` writes what
was approved beside the GEDCOM file. No tree and no GEDCOM file is ever changed.
"""
