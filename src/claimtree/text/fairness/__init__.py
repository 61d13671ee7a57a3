"""Fair housing: finds the parts of a text that ask for people by protected class, and words the
notice about them."""

from claimtree.text.fairness.fair_words import Ground, group_words
from claimtree.text.fairness.protected_parts import Part, kept_items, protected_parts
from claimtree.text.fairness.unfair_notices import unfair_notice

__all__ = ["Ground", "Part", "group_words", "kept_items", "protected_parts", "unfair_notice"]
