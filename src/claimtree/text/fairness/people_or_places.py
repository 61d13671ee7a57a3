"""Words that name a place or a direction as well as people ("rumah di Medan", "hadap timur", "orang
Medan").

A place is never left out, so such a word stands for people only if the words beside it say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.text.fairness.compiled_words import Forms, Vocabulary, has
from claimtree.text.fairness.fair_words import Head
from claimtree.text.lexicon import Item


def names_people(forms: Sequence[Forms], words: Vocabulary, at: int) -> bool:
    """True if the word before says that people are meant ("tetangga jawa")."""
    headed = words.head_first.ending(forms, at)
    return headed is not None and headed[0] in (Head.PERSON, Head.ROLE)


def is_located(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, at: int) -> bool:
    """True if the word before makes it a place ("in Medan", "hadap timur", "Kampung Ambon",
    "Jakarta Timur")."""
    small, before = words.small, at - 1
    if has(forms, before, small.articles) and has(forms, before - 1, small.locating):
        return True
    if before < 0 or items[before].is_break:
        return False
    if has(forms, before, small.locating):
        return True
    if any(has(forms, before, few) for few in (small.between, small.following, small.joins, small.manners)):
        return False
    # Any other word begins the name, unless it is an operator on the people: "without Jawa
    # neighbors".
    return words.before.ending(forms, at) is None
