"""Runs labelled listings end to end: index them, ask each wish, compare the verdict with the label.

A wish is handled like any query: read, resolved against the phrases of the store, and judged for
the one home, even if a search would have dropped that home. A wish that the reader splits into
several claims is met when all are met and refuted when one is. A wish without claims is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from claimtree.calibration.measures import Progress
from claimtree.engine import Engine
from claimtree.model.answers import Dossier, Finding, Piece, Verdict
from claimtree.model.claims import Claim, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import IndexedEntity
from claimtree.model.plans import Basis, Plan
from claimtree.model.verdicts import judge
from evals.judge_labels import DEMO, Label, LabelledListing
from evals.judge_rooms import Rooms

NOBODY = "nobody"
_WORD = re.compile(r"\d+|[^\W\d_]{3,}")
_DIGIT_GROUPS = re.compile(r"(?<=\d)[.,](?=\d{3}\b)")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A wish asked of one listing, with all intermediate results up to the verdict."""

    listing: LabelledListing
    label: Label
    claims: tuple[QueryClaim, ...]
    """The claims read from the wish; empty if the reader dropped it."""
    plan: Plan | None
    dossier: Dossier | None
    family: tuple[IndexedEntity, ...] = ()
    """The listing, its ancestors and its parts, with all their claims."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a user would be shown for a wish, with the label to compare."""

    listing: LabelledListing
    label: Label
    verdict: Verdict
    words: tuple[str, ...] = ()
    """The quotes that decided, or the doubtful ones."""
    spoke: str = NOBODY
    """The basis that decided; the least certain one if several were needed."""
    overlaps: bool = False
    """Whether the words shown and the labelled words overlap."""
    maybe: bool = False
    """The verdict is unknown, but doubtful words are shown."""
    type: str = ""
    """The type of the first claim that the reader made of the wish; empty if it made none."""

    @property
    def read(self) -> bool:
        """True if the reader made a claim of the wish."""
        return bool(self.type)

    @property
    def right(self) -> bool:
        return self.verdict is self.label.verdict


def ask_all(
    listings: Sequence[LabelledListing], rooms: Rooms, progress: Progress = lambda what, done, of: None
) -> Iterator[Asked]:
    """Asks every labelled wish of its listing, in a store with all listings of its set."""
    done, of = 0, len(listings)
    for key in dict.fromkeys((listing.set, listing.pack) for listing in listings):
        here = [listing for listing in listings if (listing.set, listing.pack) == key]
        room = rooms.of(key[1])
        documents = room.demo() if key[0] == DEMO else [one for listing in here for one in listing.documents]
        with room.engine(documents) as engine:
            for listing in here:
                for label in listing.labels:
                    yield _asked(engine, listing, label)
                done += 1
                progress("judge: listings", done, of)


def _asked(engine: Engine, listing: LabelledListing, label: Label) -> Asked:
    claims = engine.read(label.wish).claims
    if not claims:
        return Asked(listing=listing, label=label, claims=(), plan=None, dossier=None)
    plan = engine.plan(claims)
    found = engine.store.dossiers(plan, [listing.id])
    if not found:
        raise LookupError(f"{listing.set} {listing.id} was labelled, and is not among what was indexed")
    family = engine.store.get(sorted(found[0].nodes))
    return Asked(listing=listing, label=label, claims=claims, plan=plan, dossier=found[0], family=family)


def shown(asked: Asked) -> Shown:
    """Returns the verdict on the whole wish, and the words behind it."""
    listing, label = asked.listing, asked.label
    if asked.plan is None or asked.dossier is None:
        return Shown(listing=listing, label=label, verdict=Verdict.UNKNOWN)
    plan, dossier = asked.plan, asked.dossier
    judgement = judge(plan, dossier)
    verdict = combined_verdict(judgement.unit_verdicts)
    decided: list[Piece] = []
    doubtful: list[Piece] = []
    for unit, unit_verdict in zip(plan.units, judgement.unit_verdicts, strict=True):
        findings = [judgement.findings[i] for i in unit.wishes]
        if unit_verdict is verdict is not Verdict.UNKNOWN:
            decided += _deciding(findings, unit_verdict)
        elif verdict is Verdict.UNKNOWN:
            doubtful += [piece for finding in findings for piece in finding.pieces if piece.doubtful][:1]
    quoted = [piece.claim for piece in decided or doubtful if piece.claim is not None]
    entities = dossier.entities.values()
    return Shown(
        listing=listing,
        label=label,
        verdict=verdict,
        words=tuple(claim.quote for claim in quoted),
        spoke=_least_sure(piece.by for piece in decided),
        overlaps=any(overlap(claim, label.words, entities) for claim in quoted),
        maybe=bool(doubtful),
        type=asked.claims[0].type,
    )


def combined_verdict(verdicts: Iterable[Verdict]) -> Verdict:
    """Combines the verdicts of a wish's parts: met when all are, refuted when one is."""
    found = set(verdicts)
    if Verdict.REFUTED in found:
        return Verdict.REFUTED
    return Verdict.MET if found == {Verdict.MET} else Verdict.UNKNOWN


def _deciding(findings: Iterable[Finding], verdict: Verdict) -> list[Piece]:
    """Returns the strongest piece that supports the verdict, from the first finding that has it."""
    sign = 1 if verdict is Verdict.MET else -1
    for finding in findings:
        if finding.verdict is verdict:
            return [piece for piece in finding.pieces if piece.grade * sign > 0 and not piece.doubtful][:1]
    return []


def _least_sure(speakers: Iterable[Basis]) -> str:
    return min(speakers, key=lambda one: (one.is_sure, one.value), default=NOBODY)


def overlap(claim: Claim, words: str, entities: Iterable[Entity]) -> bool:
    """True if the claim's quote and the labelled words overlap; for a column, if they share a
    word."""
    if not words:
        return False
    if "#" in claim.source and claim.start == claim.end:
        return bool(_plain(claim.quote) & _plain(words))
    texts = (source.text for entity in entities for source in entity.sources)
    for text in texts:
        # The text of the whole describes its parts, so the quote is searched in every text of the
        # family.
        if text[claim.start : claim.end] != claim.quote:
            continue
        for found in re.finditer(re.escape(words), text):
            if found.start() < claim.end and claim.start < found.end():
                return True
    return False


def _plain(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_DIGIT_GROUPS.sub("", text))}
