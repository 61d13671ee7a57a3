"""Asks questions of a corpus and yields every tick and cross that a user would see, with its words.

A tick is a wish shown as met, a cross one shown as refuted. Ticks come from the first hits of a
search. Refuted wishes rarely occur there, so crosses are searched in all indexed listings.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from claimtree.engine import Engine
from claimtree.model.answers import Dossier, Piece, Verdict
from claimtree.model.claims import Claim, EntityId
from claimtree.model.hierarchy import Field
from claimtree.model.plans import Basis, Plan, Unit
from claimtree.model.verdicts import judge
from claimtree.presentation import best_of, deciding
from evals.held_out import share
from evals.judge_listings import combined_verdict

TOP = 5
"""How many hits of each question are checked for ticks."""
_AROUND = 240
"""Characters of text on either side of a quote."""
_DIGITS = 16
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A wish shown as met or refuted for a listing, with the words shown for it."""

    corpus: str
    question: str
    """The key of the question."""
    wish: str
    """As shown to the user."""
    at: tuple[int, int]
    """The span of the wish in the question."""
    listing: str
    verdict: Verdict
    quote: str
    around: str
    """The quote in «» within its text; or the column and its value."""
    top: bool
    """Whether the listing is among the first hits of its question."""
    title: str
    text: str
    """All prose of the listing."""
    fields: Mapping[str, Field]
    basis: Basis
    """What the verdict is based on. Whoever marks a tick must not know it."""
    is_column: bool = False
    """True if the words are of a column, not of prose."""

    @property
    def digest(self) -> str:
        return digest(words_of(self.quote))

    @property
    def id(self) -> str:
        """An id that is the same for the same words about the same wish, however the wish is
        shown."""
        start, end = self.at
        identity = f"{self.corpus} {self.question} {start} {end} {self.listing} {self.verdict} {self.digest}"
        return hashlib.sha256(identity.encode()).hexdigest()[:_DIGITS]


def words_of(text: str) -> list[str]:
    """Returns the words without punctuation, spaces and case, which a later reader may cut
    differently.

    >>> words_of("Washer/Dryer — in unit!")
    ['washer', 'dryer', 'in', 'unit']
    """
    return _WORD.findall(text.casefold())


def digest(words: Sequence[str]) -> str:
    """Returns a digest of words that may not be stored themselves."""
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:_DIGITS]


def ask(
    engine: Engine, corpus: str, key: str, question: str, ids: Sequence[EntityId], also: Collection[str] = ()
) -> Iterator[Tick]:
    """Yields the ticks of the first hits, the crosses of all listings, and both for those in
    `also`."""
    answer = engine.search(question, limit=TOP)
    if not answer.claims:
        return
    first = {hit.id for hit in answer.hits}
    plan = engine.plan(answer.claims)
    for dossier in engine.store.dossiers(plan, ids):
        judgement = judge(plan, dossier)
        listing = dossier.candidate
        for unit, verdict in zip(plan.units, judgement.unit_verdicts, strict=True):
            if verdict is Verdict.REFUTED or (verdict is Verdict.MET and (listing in first or listing in also)):
                finding = best_of([judgement.findings[i] for i in unit.wishes])
                piece = next(iter(deciding(finding)), None)
                # Evidence from coordinates has no words: a person reading the listing could not
                # verify it.
                if piece is not None and piece.claim is not None:
                    yield _tick(corpus, key, plan, unit, verdict, piece, dossier, top=listing in first)


def _tick(
    corpus: str, key: str, plan: Plan, unit: Unit, verdict: Verdict, piece: Piece, dossier: Dossier, *, top: bool
) -> Tick:
    claims = [plan.wishes[i].claim for i in unit.wishes]
    entity = dossier.entities[dossier.candidate]
    assert piece.claim is not None
    texts = [source.text for one in dossier.entities.values() for source in one.sources if source.text]
    return Tick(
        corpus=corpus,
        question=key,
        wish=" / ".join(claim.text for claim in claims),
        at=(min(claim.start for claim in claims), max(claim.end for claim in claims)),
        listing=dossier.candidate,
        verdict=verdict,
        quote=piece.claim.quote,
        around=_excerpt(piece.claim, texts, dossier.entities[piece.entity].fields),
        top=top,
        title=entity.title,
        text="\n\n".join(dict.fromkeys(texts)),
        fields=entity.fields,
        basis=piece.by,
        is_column="#" in piece.claim.source,
    )


def _excerpt(claim: Claim, texts: Iterable[str], fields: Mapping[str, Field]) -> str:
    """Returns the quote in its context: in a column, or in a text. A room's words are in its home's
    text."""
    column = claim.source.partition("#")[2]
    if column:
        value = fields.get(column, "")
        shown = "; ".join(value) if isinstance(value, tuple) else str(value)
        return f"{column}: {shown.replace(claim.quote, f'«{claim.quote}»', 1)}" if claim.quote in shown else claim.quote
    start, end = claim.start, claim.end
    text = next((text for text in texts if start < end and text[start:end] == claim.quote), "")
    if not text:
        return claim.quote
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    cut_before, cut_after = "…" if start > _AROUND else "", "…" if end + _AROUND < len(text) else ""
    return f"{cut_before}{before}«{claim.quote}»{after}{cut_after}"


def meets(engine: Engine, wish: str, ids: Sequence[EntityId]) -> dict[str, Verdict]:
    """Returns the verdict on one wish per listing; a wish in several parts is met when all are."""
    claims = engine.read(wish).claims
    if not claims:
        return dict.fromkeys(ids, Verdict.UNKNOWN)
    plan = engine.plan(claims)
    return {
        dossier.candidate: combined_verdict(judge(plan, dossier).unit_verdicts)
        for dossier in engine.store.dossiers(plan, ids)
    }


def sampled_ticks(ticks: Sequence[Tick], most: int) -> list[Tick]:
    """Samples `most` ticks of first hits, by hash."""
    return sorted((tick for tick in ticks if tick.verdict is Verdict.MET and tick.top), key=_order)[:most]


def sampled_crosses(ticks: Sequence[Tick], most: int) -> list[Tick]:
    """Samples `most` crosses by hash, one of each wish in turn: a price limit alone refutes
    hundreds."""
    crosses = [tick for tick in ticks if tick.verdict is Verdict.REFUTED]
    by_wish = sorted(crosses, key=lambda tick: (tick.question, tick.at, _order(tick)))
    in_turn: list[tuple[int, Tick]] = []
    for _, of_wish in groupby(by_wish, key=lambda tick: (tick.question, tick.at)):
        in_turn += enumerate(of_wish)
    return [tick for _, tick in sorted(in_turn, key=lambda turn: (turn[0], _order(turn[1])))][:most]


def _order(tick: Tick) -> float:
    return share(tick.id)
