"""The words with which a reply may be phrased beside what was found: they state nothing of a hit.

A language model's wording of a reply is accepted if every other word of it is evidence. So these
tables are short on purpose: a word that praises, compares or promises is in none of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PhrasingWords:
    """Words of one language, lower-cased."""

    neutral: frozenset[str]
    """Connect what is evidence, and state nothing; none compares, limits or makes a condition."""
    fitting: frozenset[str]
    """Say that what is listed fits what was asked for."""
    affirming: frozenset[str]
    """Say that something is so; alone, behind what is not known or not met, they would contradict it."""
    nearness: frozenset[str]
    """Say that something is near what was measured."""
    unsaid: tuple[str, ...]
    """Say that nothing is known of what they stand beside."""
