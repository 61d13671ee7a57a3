"""How names of a kind are compared: as the pack says, exactly or as those of people."""

from __future__ import annotations

from enum import StrEnum


class NameMatching(StrEnum):
    """How two names of a kind are compared."""

    EXACT = "exact"
    """The same name or an alias: places, train lines, brands."""
    PEOPLE = "people"
    """Names of people: order, initials, nicknames, former names and spelling, with a probability."""


class NameBasis(StrEnum):
    """What ties two names, the surest first; of several ties the weakest is told."""

    EXACT = "exact"
    FORM = "form"
    """The same words in another order, with a title, or without accents."""
    PART = "part"
    """One leaves out words of the other."""
    INITIALS = "initials"
    SPELLING = "spelling"
    """Usual spellings of one word: Meyer and Meier."""
    NICKNAME = "nickname"
    """A nickname, or the name's form in another language."""
    MARRIED = "married"
    """The name before or after a marriage."""
    SOUND = "sound"
    TYPO = "typo"
    """All but a letter or two are the same."""
