"""The status of annotated words: wanted, denied, or nothing (in a listing: yes, no, or unsure)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from evals.golden import ReadClaim
from evals.sentence_rows import FAR, Annotation, Is, Kind, Nothing


class Status(StrEnum):
    """The status that words are read with."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    NOTHING = "nothing"

    def named(self, kind: Kind) -> str:
        """Returns its name in queries ("wanted") or in listings ("yes")."""
        return _NAMES[kind][self]


_NAMES = {
    Kind.QUERY: {Status.AFFIRMED: "wanted", Status.DENIED: "denied", Status.NOTHING: "nothing"},
    Kind.LISTING: {Status.AFFIRMED: "yes", Status.DENIED: "no", Status.NOTHING: "unsure"},
}
_OF_FACTS = {Is.YES: Status.AFFIRMED, Is.NO: Status.DENIED, Is.UNSURE: Status.NOTHING}
_DENIALS = ("no ", "not ", "tanpa ", "bukan ", "tidak ")
"""Start of a claim's text that denies something without being negated itself ("no pets")."""


def expected_status(annotation: Annotation | Nothing) -> Status:
    if isinstance(annotation, Nothing):
        return Status.NOTHING
    if annotation.says is not None:
        return _OF_FACTS[annotation.says]
    return Status.DENIED if annotation.denied or annotation.where == FAR else Status.AFFIRMED


def read_status(claims: Sequence[ReadClaim], expected: Status) -> Status:
    """Returns the status that the claims give to the words.

    If the claims disagree and the expected status is affirmed, one affirmed claim is enough.
    """
    if not claims:
        return Status.NOTHING
    if expected is Status.AFFIRMED and not all(claim.denied for claim in claims):
        return Status.AFFIRMED
    denied = any(claim.denied or claim.text.lower().startswith(_DENIALS) for claim in claims)
    return Status.DENIED if denied else Status.AFFIRMED
