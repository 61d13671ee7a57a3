"""Reads amounts in a text: "under $4,000", "2-3 bedrooms", "a five-minute walk", "built before
1940".

One grammar in three steps. A *quantity* is a number with what it measures: the pack defines its
unit words, and physical units are known to all. A *comparison* around it ("at least", "or more",
"between … and …") turns it into a range with open or closed ends. And some numbers are *names*
(phones, postcodes, "123 Main St", "Apt 4B", "Route 66"): those are skipped first. The words of a
language are data, an `AmountWords` per language and a blend of two for packs with both; the rest of
the code is independent of languages.

A bare number is a count of something that the caller knows: it comes with `has_unit=False`, and
`reread` turns it into money or whatever else the sentence means.
"""

from claimtree.languages.amount_words import AmountWords, blend
from claimtree.text.amounts.amount_grammar import find_amounts, find_amounts_and_faults
from claimtree.text.amounts.mention import (
    AboutScale,
    AmountMention,
    DateFault,
    FaultyDate,
    as_travel,
    compare,
    in_stated_period,
    reread,
)

__all__ = [
    "AboutScale",
    "AmountMention",
    "AmountWords",
    "DateFault",
    "FaultyDate",
    "as_travel",
    "blend",
    "compare",
    "find_amounts",
    "find_amounts_and_faults",
    "in_stated_period",
    "reread",
]
