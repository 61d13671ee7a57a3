"""What every interface shows of a hit: its facts, its ancestors, and the evidence for each wish.

Texts are returned as they are; the caller escapes them for a terminal or a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from claimtree.languages.rendering import render, say
from claimtree.model.amounts import Amount, AmountKind, describe
from claimtree.model.answers import Finding, Found, Hit, Piece, Verdict
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import FieldSpec, Pack
from claimtree.serialization import speaking_first

LONGEST_LINK: Final = 2_000
_LISTED: Final = 4
"""The most items of a list that are named one by one."""
RUNGS: Final = 3
"""Rungs of the ladder that are listed; hits that meet fewer wishes are counted together."""
FACTS: Final = 5
"""Fields shown next to a title."""


def best_of(findings: Sequence[Finding]) -> Finding:
    """Alternatives count once and take their best member; they are refuted only together."""
    order = (Verdict.MET, Verdict.UNKNOWN, Verdict.REFUTED)
    return min(findings, key=lambda finding: (order.index(finding.verdict), -finding.points))


def deciding(finding: Finding) -> list[Piece]:
    """The deciding evidence, then the first that contradicts it or that a source states both ways;
    doubtful evidence only if there is nothing better."""
    pieces = distinct(finding)
    if not pieces:
        return []
    first = pieces[0]
    if first.disputed:
        return [first]  # its own words and those against them: any other evidence is less sure
    other = [one for one in pieces if (one.grade > 0) is not (first.grade > 0) and one.doubtful is first.doubtful]
    return [first, *(other or [one for one in pieces if one.disputed])[:1]]


def distinct(finding: Finding) -> list[Piece]:
    """All evidence, what supports the verdict first. If a clause counts both by a word in it and as
    a whole, the surer one is kept. Disputed evidence is shown with the words against it, so these
    get no line of their own."""
    surest: dict[tuple[EntityId, str], Piece] = {}
    shown: set[tuple[EntityId, str]] = set()
    for piece in speaking_first(finding):
        key = piece.entity, piece.claim.quote if piece.claim else ""
        if piece.disputed and key in shown:
            continue
        surest.setdefault(key, piece)
        if piece.disputed:
            shown.add((piece.entity, against(piece)))
    return list(surest.values())


def against(piece: Piece) -> str:
    """The words of the same source that say otherwise; empty if it does not contradict itself, or
    does so within one clause."""
    claim = piece.claim
    return claim.against if claim is not None and claim.against != claim.quote else ""


def doubt(piece: Piece, finding: Finding) -> NoticeCode | None:
    """The code of the label before the words, if they are doubtful themselves or contradict the
    verdict; None for words that decide."""
    if piece.disputed:
        return NoticeCode.DOUBT_SAYS_BOTH
    if piece.doubtful:
        return NoticeCode.DOUBT_MAYBE if piece.grade > 0 else NoticeCode.DOUBT_MAYBE_NOT
    otherwise = (piece.grade > 0) is not (finding.verdict is Verdict.MET)
    return NoticeCode.DOUBT_BUT if otherwise and finding.verdict is not Verdict.UNKNOWN else None


def doubt_text(piece: Piece, finding: Finding, language: str) -> str:
    """The label before the words; empty for words that decide."""
    code = doubt(piece, finding)
    return "" if code is None else render(notice(code), language)


def coverage_text(met: int, of: int, language: str) -> str:
    """Returns how many of the wishes a hit meets: "all 5", "3 of 5"."""
    if met == of:
        return say(NoticeCode.COVERS_ALL, language, of=of)
    return say(NoticeCode.COVERS_SOME, language, met=met, of=of)


def ladder_texts(found: Found) -> list[str]:
    """Returns how many hits meet how many wishes, the best first: "3 meet all 5", "1 meets 4", "9 meet fewer"."""
    language, of = found.language, len(found.without)
    reached = [(k, count) for k, count in sorted(found.ladder.met.items(), reverse=True) if count]
    texts = [_rung(count, k, of, language) for k, count in reached[:RUNGS]]
    if rest := sum(count for _, count in reached[RUNGS:]):
        one = rest == 1
        texts.append(
            say(NoticeCode.ONE_MEETS_FEWER, language) if one else say(NoticeCode.SOME_MEET_FEWER, language, count=rest)
        )
    return texts


def _rung(count: int, met: int, of: int, language: str) -> str:
    """Returns how many hits meet so many of the wishes: "3 meet all 5", "1 meets 4"."""
    if met == of:
        one = count == 1
        return (
            say(NoticeCode.ONE_MEETS_ALL, language, of=of)
            if one
            else say(NoticeCode.SOME_MEET_ALL, language, count=count, of=of)
        )
    if count == 1:
        return say(NoticeCode.ONE_MEETS, language, met=met)
    return say(NoticeCode.SOME_MEET, language, count=count, met=met)


def lineage(hit: Hit) -> list[Entity]:
    """The entities that contain the hit, nearest first."""
    found: dict[EntityId, Entity] = {}
    entity = hit.entities.get(hit.id)
    while entity is not None and entity.parent is not None and entity.parent not in found:
        entity = hit.entities.get(entity.parent)
        if entity is not None:
            found[entity.id] = entity
    return list(found.values())


def facts(hit: Hit, pack: Pack) -> list[str]:
    """The hit's fields in the pack's order and units; also a price that only the text states."""
    own = [spec for spec in pack.fields.values() if spec.level == hit.level]
    texts = (
        fact(spec, hit.fields[spec.name], pack) if spec.name in hit.fields else _price(spec, hit, pack) for spec in own
    )
    return [words for words in texts if words][:FACTS]


def _price(spec: FieldSpec, hit: Hit, pack: Pack) -> str:
    """The price stated by the hit's own text when the field is missing; empty for other fields."""
    concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
    if concept is None or concept.amount is None or concept.amount.kind is not AmountKind.MONEY:
        return ""
    for piece in (piece for finding in hit.findings for piece in finding.pieces if piece.entity == hit.id):
        claim = piece.claim
        if claim is None or claim.concept != concept.id or piece.doubtful or claim.negated:
            continue
        if len(claim.amounts) == 1:
            return describe(claim.amounts[0], pack.languages[0])
    return ""


def fact(spec: FieldSpec, value: Field, pack: Pack) -> str:
    """One field as displayed text: "$3,890/month", "2 bedrooms", "facing south"."""
    if isinstance(value, tuple):
        # Sixty amenities are too many to show: show their number instead.
        listed = f"{spec.name} {', '.join(value)}" if len(value) <= _LISTED else f"{len(value)} {spec.name}"
        return listed if value else ""
    concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
    if isinstance(value, bool):
        # What is not the case is no fact to show.
        return spec.name.replace("_", " ") if value else ""
    if not isinstance(value, int | float) or concept is None or concept.amount is None:
        return "" if spec.read or spec.name_kind else f"{spec.name.replace('_', ' ')} {value}"
    kind, wording = concept.amount.kind, concept.wording
    exactly = Amount(kind=kind, unit=concept.amount.unit, low=float(value), high=float(value))
    # A number in a column of dates is a year.
    plain = kind in (AmountKind.FLOOR, AmountKind.DATE)
    number = f"{value:g}" if plain else describe(exactly, pack.languages[0])
    if kind is AmountKind.MONEY or "{" in wording:
        return number
    # In the pack's own words and language: "_ bedroom(s)", "_ kamar tidur", "carport".
    wording = wording.replace("(s)", "" if value == 1 else "s")
    return wording.replace("_", number, 1) if "_" in wording else f"{number} {wording}"


def link(value: object) -> str:
    """The value if it is an http(s) address, safe as a link; else empty ("javascript:" is none).

    >>> link(" https://homes.example/1 "), link("javascript:alert(1)"), link("https://"), link(7)
    ('https://homes.example/1', '', '', '')
    """
    if not isinstance(value, str) or len(value) > LONGEST_LINK:
        return ""
    try:
        parts = urlsplit(value.strip())
    except ValueError:
        return ""
    return value.strip() if parts.scheme in ("http", "https") and parts.hostname else ""


def listing_link(hit: Hit) -> str:
    """The address of the listing's page; empty if there is no valid one."""
    entity = hit.entities.get(hit.id)
    return next((found for source in (entity.sources if entity else ()) if (found := link(source.url))), "")
