"""Fair housing: which part of a text asks for people by protected class, and what we say of it."""

from claimtree.text.fairness.grammar import Part, kept_items, protected_parts
from claimtree.text.fairness.notices import notice
from claimtree.text.fairness.words import Ground, group_words

__all__ = ["Ground", "Part", "group_words", "kept_items", "notice", "protected_parts"]
