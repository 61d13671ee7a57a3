"""Edits of a claim in a query: drop it, weigh it, negate it, reword it.

An edit is a short text, so that a search with its edits fits into a URL and can be passed on:

    drop:c3            leave it out
    must:c1            required: what refutes it is dropped
    nice:c5            preferred: what does not meet it only ranks lower
    weight:c2:0.9      how much it counts, 0 to 1
    negate:c4          the opposite
    or:c1,c4           alternatives of one another
    alone:c1           no longer an alternative of anything
    words:c3:facing west   in other words, which are read anew
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from claimtree.errors import BadQuery
from claimtree.model.claims import ClaimId

MOST_EDITS = 200
LONGEST_EDIT = 600
_CLAIM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")


class EditOp(StrEnum):
    """The operation of an edit."""

    DROP = "drop"
    MUST = "must"
    NICE = "nice"
    WEIGHT = "weight"
    NEGATE = "negate"
    OR = "or"
    ALONE = "alone"
    WORDS = "words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One edit of one claim; of several claims, if they become alternatives."""

    op: EditOp
    claims: tuple[ClaimId, ...]
    weight: float = 0.0
    words: str = ""

    def __str__(self) -> str:
        parts = [self.op.value, ",".join(self.claims)]
        if self.op is EditOp.WEIGHT:
            parts.append(f"{self.weight:g}")
        if self.op is EditOp.WORDS:
            parts.append(self.words)
        return ":".join(parts)


def parse_edit(text: str) -> Edit:
    """Returns the edit of a text.

    >>> parse_edit("weight:c2:0.9")
    Edit(op=<EditOp.WEIGHT: 'weight'>, claims=('c2',), weight=0.9, words='')
    """
    if len(text) > LONGEST_EDIT:
        raise BadQuery(f"an edit has {len(text):,} characters; {LONGEST_EDIT} is the most", hint="Shorten its words.")
    name, _, rest = text.strip().partition(":")
    if name not in set(EditOp):
        raise _bad(text, f"no edit is called {name!r}", f"There are {', '.join(EditOp)}.")
    op = EditOp(name)
    of, colon, value = rest.partition(":")
    claims = tuple(ClaimId(one.strip()) for one in of.split(","))
    wrong = [one for one in claims if not _CLAIM.fullmatch(one)]
    if wrong:
        raise _bad(text, f"{wrong[0]!r} is no claim's id", "`claimtree read --json` shows ids: c1, c2, ….")
    if op is EditOp.OR:
        if len(set(claims)) < 2:
            raise _bad(text, "alternatives are two or more", "As in or:c1,c4.")
    elif len(claims) > 1:
        raise _bad(text, f"{op} is of one claim", "Give one edit for each.")
    if op is EditOp.WORDS:
        words = " ".join(value.split())
        if not words or any("\ud800" <= sign <= "\udfff" or sign == "\x00" for sign in words):
            raise _bad(text, "it says no words", "As in words:c3:facing west.")
        return Edit(op=op, claims=claims, words=words)
    if op is EditOp.WEIGHT:
        if not re.fullmatch(r"[0-9]*\.?[0-9]+", value) or not float(value) <= 1:
            raise _bad(text, f"{value!r} is no weight", "Give a number from 0 to 1, as in weight:c2:0.9.")
        return Edit(op=op, claims=claims, weight=round(float(value), 4))
    if colon:
        raise _bad(text, f"{op} takes nothing but a claim", f"As in {op}:c1.")
    return Edit(op=op, claims=claims)


def parse_edits(texts: Iterable[str]) -> tuple[Edit, ...]:
    """Returns the edits of texts, in their order."""
    found = tuple(parse_edit(text) for text in texts)
    if len(found) > MOST_EDITS:
        raise BadQuery(f"{len(found):,} edits are too many", hint=f"Make at most {MOST_EDITS}.")
    return found


def _bad(text: str, what: str, hint: str) -> BadQuery:
    return BadQuery(f"the edit {text[:80]!r} cannot be made: {what}", hint=hint, values={"edit": text[:80]})
