"""Applies a user's edits to the claims read from a sentence: require, soften, reweight, negate,
reword, drop."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeAlias

from claimtree.errors import BadQuery
from claimtree.model.claim_edits import Edit, EditOp
from claimtree.model.claims import ClaimId, QueryClaim, Strength, only_real_choices
from claimtree.model.notices import Join, Notice, NoticeCode, notice, together
from claimtree.model.pack import DENIALS, Pack
from claimtree.search.query_limits import MOST_CLAIMS

Claims: TypeAlias = tuple[QueryClaim, ...]
Read: TypeAlias = Callable[[str], Sequence[QueryClaim]]


def edited(claims: Claims, edits: Sequence[Edit], pack: Pack, read: Read) -> tuple[Claims, tuple[Notice, ...]]:
    """Returns the claims after all edits, applied in order, and the notices; `read` parses the
    words of a reworded claim.

    A saved link may be older than the current reader: an edit of a claim that no longer exists is
    skipped, with a notice.
    """
    notices: list[Notice] = []
    for edit in edits:
        known = {claim.id for claim in claims}
        missing = [id for id in edit.claims if id not in known]
        if missing:
            notices.append(notice(NoticeCode.EDIT_OF_NOTHING, claim=missing[0], edit=str(edit)))
            continue
        claims = _made(claims, edit, pack, read, notices)
    return tuple(only_real_choices(claims)), tuple(notices)


def _made(claims: Claims, edit: Edit, pack: Pack, read: Read, notices: list[Notice]) -> Claims:
    id = edit.claims[0]
    match edit.op:
        case EditOp.DROP:
            return tuple(claim for claim in claims if claim.id != id)
        case EditOp.MUST:
            return _each(claims, edit, lambda claim: replace(claim, strength=Strength.REQUIRED))
        case EditOp.NICE:
            return _each(claims, edit, lambda claim: replace(claim, strength=Strength.PREFERRED))
        case EditOp.WEIGHT:
            return _each(claims, edit, lambda claim: replace(claim, weight=edit.weight))
        case EditOp.NEGATE:
            return _each(claims, edit, lambda claim: _negated(claim, pack))
        case EditOp.OR:
            free = _free(claim.or_group for claim in claims)
            return _each(claims, edit, lambda claim: replace(claim, or_group=free))
        case EditOp.ALONE:
            return _each(claims, edit, lambda claim: replace(claim, or_group=None))
        case EditOp.WORDS:
            found = read(edit.words)
            if len(claims) - 1 + len(found) > MOST_CLAIMS:
                notices.append(notice(NoticeCode.EDIT_MAKES_TOO_MANY, words=edit.words, most=MOST_CLAIMS))
                return claims
            if not found:
                notices.append(notice(NoticeCode.EDIT_SAYS_NOTHING, words=edit.words))
                return claims
            return tuple(
                new
                for claim in claims
                for new in (_claims_instead(claim, found, edit, claims) if claim.id == id else [claim])
            )
    raise BadQuery(f"no edit is called {edit.op!r}")


def _each(claims: Claims, edit: Edit, change: Callable[[QueryClaim], QueryClaim]) -> Claims:
    return tuple(change(claim) if claim.id in edit.claims else claim for claim in claims)


def _negated(claim: QueryClaim, pack: Pack) -> QueryClaim:
    """Returns the negated wish, with its text changed accordingly."""
    lacking, unlike = DENIALS.get(pack.languages[0], DENIALS["en"])
    text = claim.text
    if claim.negated:
        for denial in (lacking, unlike):
            text = text.removeprefix(f"{denial} ")
    elif claim.concept is not None and claim.concept in pack.concepts and not claim.amounts:
        text = pack.concepts[claim.concept].denied(text)
    else:
        text = (
            f"{unlike if claim.name is not None or claim.amounts or claim.where or claim.through else lacking} {text}"
        )
    return replace(claim, negated=not claim.negated, text=text)


def _claims_instead(old: QueryClaim, found: Sequence[QueryClaim], edit: Edit, claims: Claims) -> list[QueryClaim]:
    """Returns the claims that the new words state, in place of the old claim. The first keeps its
    id, so that further edits find it; the group numbers are not used by any other claim."""
    either, grouped = _free(claim.or_group for claim in claims), _free(claim.group for claim in claims)
    lone = old.or_group if len(found) == 1 else None
    ids = _new_ids(old.id, {claim.id for claim in claims})
    return [
        replace(
            claim,
            id=next(ids),
            or_group=lone if claim.or_group is None else either + claim.or_group,
            group=old.group if claim.group is None else grouped + claim.group,
            start=old.start,
            end=old.end,
            why=together(notice(NoticeCode.EDITED, words=edit.words), claim.why, join=Join.SEMICOLON),
        )
        for claim in found
    ]


def _new_ids(first: ClaimId, taken: Container[ClaimId]) -> Iterator[ClaimId]:
    """Yields the id itself, then the unused ids derived from it (c1, c1.2, c1.3)."""
    yield first
    for n in count(2):
        id = ClaimId(f"{first}.{n}")
        if id not in taken:
            yield id


def _free(numbers: Iterable[int | None]) -> int:
    return max((number for number in numbers if number is not None), default=0) + 1
