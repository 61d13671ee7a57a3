"""Validates what is requested for a key: name, role, collections, lifetime and rate."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from claimtree.access.key_types import Role
from claimtree.access.tokens import PREFIX, looks_like_one, masked
from claimtree.errors import BadInput, UnknownName

LONGEST_NAME: Final = 80
MOST_COLLECTIONS: Final = 100
MOST_PER_MINUTE: Final = 1_000_000
SHORTEST: Final = timedelta(hours=1)
LONGEST: Final = timedelta(days=3650)

COLLECTION: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control characters, direction overrides and joiners, surrogates, line ends: two names must never
look alike."""
_DURATION = re.compile(r"([0-9]{1,6})([hdwy])")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24, "y": 365 * 24}
_SHOWN = 60
"""Maximum number of characters of a bad value that are quoted."""


def key_name(text: str) -> str:
    """Returns the name normalized for display.

    >>> key_name("  the   shop ")
    'the shop'
    """
    values = {"length": len(text)}
    if looks_like_one(text):
        raise BadInput(
            f"a key was given as a name, or something that starts with {PREFIX} as keys do",
            hint="Say who will use it, as in: shop-frontend",
        )
    if len(text) > LONGEST_NAME:
        raise BadInput(
            f"the name {masked(text[:_SHOWN])!r}… has {len(text):,} characters; {LONGEST_NAME} is the most",
            hint="Give a short name.",
            values=values,
        )
    if any(unicodedata.category(letter) in _INVISIBLE for letter in text):
        raise BadInput(
            f"the name {masked(text[:_SHOWN])!r} holds characters that cannot be seen",
            hint="Use letters, digits, spaces and signs.",
            values=values,
        )
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # A name that starts with a dash would be taken for an option in `keys revoke`.
    if name.startswith("-") or not any(letter.isalnum() for letter in name):
        raise BadInput(
            f"{name!r} is no name for a key: it starts with a dash, or has neither a letter nor a digit",
            hint="Say who will use it, as in: shop-frontend",
            values=values,
        )
    return name


def folded(name: str) -> str:
    """Returns the comparison form of a name, equal for names that read alike ("Shop" and
    "shop")."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise UnknownName(
            f"no role {text[:_SHOWN]!r} (have: {', '.join(Role)})",
            hint="read searches, write changes what is stored, admin sees how the server fares.",
            values={"role": text[:_SHOWN]},
        ) from None


def collections(names: Iterable[str]) -> frozenset[str]:
    """Returns the collections that a key may see, without duplicates; empty means all."""
    found: set[str] = set()
    for name in names:
        if COLLECTION.fullmatch(name) is None:
            raise BadInput(
                f"{name[:_SHOWN]!r} is no name of a collection",
                hint="Small letters, digits, - and _, at most 63, starting with a letter or digit: as in rentals",
                values={"collection": name[:_SHOWN]},
            )
        found.add(name)
        if len(found) > MOST_COLLECTIONS:
            raise BadInput(
                f"a key may name {MOST_COLLECTIONS} collections at most",
                hint="Make two keys, or one that names none and sees all.",
            )
    return frozenset(found)


def duration(text: str) -> timedelta:
    """Parses the lifetime of a key: hours, days, weeks or years.

    >>> duration("90d").days, duration("2w").days
    (90, 14)
    """
    found = _DURATION.fullmatch(text.strip().lower())
    if found is None:
        raise BadInput(
            f"{text[:_SHOWN]!r} is no duration",
            hint="A number and h, d, w or y: 12h, 90d, 6w, 1y.",
            values={"expires": text[:_SHOWN]},
        )
    return lifetime(timedelta(hours=int(found[1]) * _HOURS[found[2]]))


def lifetime(length: timedelta) -> timedelta:
    """Returns the length unchanged if it is an allowed lifetime."""
    if not SHORTEST <= length <= LONGEST:
        raise BadInput(
            f"a key cannot hold for {length.days:,} days"
            if length > LONGEST
            else f"a key cannot hold for {length.total_seconds():,.0f} seconds",
            hint=f"From 1h to {LONGEST.days}d; without --expires it holds until it is revoked.",
            values={"seconds": length.total_seconds()},
        )
    return length


def rate(per_minute: int) -> int:
    if not 1 <= per_minute <= MOST_PER_MINUTE:
        raise BadInput(
            f"a key cannot ask {per_minute:,} times a minute",
            hint=f"From 1 to {MOST_PER_MINUTE:,}; to shut it out, revoke it.",
            values={"rate": per_minute},
        )
    return per_minute
