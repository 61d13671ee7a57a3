"""Fair housing: finds the parts of a text that ask for people by protected class, and words the
notice about them."""

from claimtree.text.fairness.grammar import Part, kept_items, protected_parts
from claimtree.text.fairness.notices import unfair_notice
from claimtree.text.fairness.words import Ground, group_words

__all__ = ["Ground", "Part", "group_words", "kept_items", "protected_parts", "unfair_notice"]
