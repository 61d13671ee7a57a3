"""Which part, or which level above, some words of a text name ("the second bedroom", "street")."""

from __future__ import annotations

from collections.abc import Container, Sequence

from claimtree.languages import Language
from claimtree.model.claims import LevelName
from claimtree.text.lexicon import Item, Lexicon
from claimtree.text.mention_types import PartMention

_EACH_REACH = 12
"""How many items behind a part an "each" may stand."""
_MOST_COPIES = 6
_LONGEST_PART = 3
"""Maximum number of words in a part's name ("living room")."""


def part_named(items: Sequence[Item], inside: range, lexicon: Lexicon, language: Language) -> PartMention | None:
    """Returns the part that the items name."""
    # They may be the middle of the part's name ("room" of "living room") or precede it ("second
    # bedroom").
    first = max(0, inside.start - _LONGEST_PART + 1)
    for i in (*range(first, inside.stop), inside.stop):
        named = lexicon.part_at(items, i) if i < len(items) else None
        if named is not None and named.after > inside.start:
            further = any(item.norm in language.further for item in items[max(0, i - 1) : i + 1])
            return PartMention(
                facet=named.facet,
                nth=int(further),
                copies=_copies(items, i, language),
                which=which_part(items, i, named.after, language),
            )
    return None


def level_named(
    items: Sequence[Item], inside: range, lexicon: Lexicon, above: Container[LevelName]
) -> LevelName | None:
    """Returns the higher level that one of the items is a noun of ("quiet street" is said of the
    area)."""
    levels = (lexicon.level_at(items, i) for i in inside)
    return next((level for level in levels if level is not None and level in above), None)


def which_part(items: Sequence[Item], first: int, after: int, language: Language) -> str:
    """Returns the word in, right before or right after a part's name that tells it from others of
    its kind."""
    around = items[max(0, first - 1) : after + 1]
    named = next((item.norm for item in around if item.norm in language.which), "")
    if named or after >= len(items):
        return named
    behind = items[after]  # "Bedroom two"
    number = behind.amount.low if behind.bare and behind.amount is not None else 0
    if behind.norm in language.one and items[first].word == items[first].norm:
        return "1"
    return f"{number:g}" if 1 <= number <= _MOST_COPIES else ""


def _copies(items: Sequence[Item], at: int, language: Language) -> int:
    """Returns how many parts are meant ("two bedrooms, each with a closet" means two)."""
    amount = items[at - 1].amount if at else None
    each = any(item.norm in language.each for item in items[at : at + _EACH_REACH])
    return int(amount.low) if each and amount is not None and 1 <= amount.low <= _MOST_COPIES else 1
