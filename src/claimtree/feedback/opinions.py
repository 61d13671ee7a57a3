"""A user's opinion on a hit: a thumb on the whole hit, or a verdict on one claim.

An opinion stores what was shown when it was given (rank, verdicts, grades, and the weight of each
claim and its origin), so that it can be learned from after data, words and weights have changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from claimtree.access.key_requests import COLLECTION
from claimtree.errors import BadInput, UnknownName
from claimtree.model.answers import Explanation, Finding, Verdict
from claimtree.model.claim_edits import Edit, EditOp
from claimtree.model.claims import ClaimId, EntityId, LevelName, QueryClaim, Strength, TypeName
from claimtree.model.pack import Pack
from claimtree.model.plans import GRADES
from claimtree.model.questions import Question, as_question
from claimtree.search.query_limits import LONGEST_QUERY, MOST_CLAIMS
from claimtree.text.wishes import HEAVIEST, WEIGHT_STEP

LONGEST_NOTE: Final = 500
LONGEST_OWNER: Final = 200
LONGEST_ID: Final = 1_000
_UNFIT = re.compile("[\x00\ud800-\udfff]")


class Thumb(StrEnum):
    """A user's opinion of a whole hit."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClaim:
    """One claim of a question as it was judged for a hit, with everything that its points were
    computed from."""

    id: ClaimId
    text: str
    type: TypeName
    level: LevelName
    strength: Strength
    weight: float
    offset: float | None
    """What the wording added to the weight of the claim's type; None if the weight was given by a
    user or the pack's word list, independently of the type."""
    or_group: int | None
    verdict: Verdict
    grade: int = 0
    """Grade of the deciding piece of evidence, in sixteenths."""
    further: tuple[int, ...] = ()
    """The distinct lower grades of further evidence; each counts a tenth."""

    @property
    def required(self) -> bool:
        return self.strength is Strength.REQUIRED

    @property
    def evidence(self) -> float:
        """The share of the claim's points that the score counts; 0 if it is not met."""
        if self.verdict is not Verdict.MET:
            return 0.0
        return (self.grade + sum(self.further) / 10) / GRADES


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The state of a hit when it was shown."""

    place: int | None
    """Rank, starting at 1; None for an entity that was not among the answers."""
    claims: tuple[ShownClaim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """One user's opinion on one hit of one question: a thumb, or a verdict on one claim."""

    id: int = 0
    """Its id in the file; 0 until it is stored."""
    collection: str
    owner: str
    """The user's key id; empty on the command line."""
    question: str
    edits: tuple[str, ...] = ()
    entity: EntityId
    shown: Shown
    thumb: Thumb | None = None
    """On the whole hit."""
    claim: ClaimId | None = None
    verdict: Verdict | None = None
    """The user's own verdict on that claim."""
    note: str = ""
    given_at: datetime

    @property
    def agrees(self) -> bool | None:
        """Whether the user's verdict is the one that was shown; None for a whole hit."""
        if self.claim is None:
            return None
        return any(one.id == self.claim and one.verdict is self.verdict for one in self.shown.claims)


def opinion_on(
    why: Explanation,
    pack: Pack,
    *,
    collection: str,
    question: Question | str,
    owner: str = "",
    thumb: Thumb | None = None,
    claim: ClaimId | None = None,
    verdict: Verdict | None = None,
    note: str = "",
    now: datetime | None = None,
) -> Opinion:
    """Returns a validated opinion on an entity as `Engine.explain` judges it for the question.

    Give a thumb, or a claim with the user's own verdict. `pack` is the engine's.
    """
    question = as_question(question)
    found = Opinion(
        collection=collection,
        owner=owner,
        question=" ".join(question.text.split()),
        edits=tuple(str(edit) for edit in question.edits),
        entity=why.id,
        shown=as_shown(why.claims, why.judgement.findings, pack, place=why.place, edits=question.edits),
        thumb=thumb,
        claim=claim,
        verdict=verdict,
        note=" ".join(note.split()),
        given_at=(now or datetime.now(UTC)).replace(microsecond=0),
    )
    check(found)
    return found


def as_shown(
    claims: Sequence[QueryClaim],
    findings: Sequence[Finding],
    pack: Pack,
    *,
    place: int | None,
    edits: Sequence[Edit] = (),
) -> Shown:
    """Returns a hit's claims with everything that their points were computed from; `pack` is the
    one that they were read with."""
    weighted_by_user = {id for edit in edits if edit.op is EditOp.WEIGHT for id in edit.claims}
    shown = []
    for claim, finding in zip(claims, findings, strict=True):
        concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
        fixed = claim.id in weighted_by_user or (concept is not None and concept.weight is not None)
        met = finding.verdict is Verdict.MET
        grades = {piece.grade for piece in finding.pieces if not piece.doubtful and 0 < piece.grade < finding.grade}
        offset = round(claim.weight - pack.types[claim.type].weight, 4)
        if claim.weight >= HEAVIEST:
            # The sum was capped; the claim itself shows how much would be added if the type weighed
            # less.
            offset = max(offset, WEIGHT_STEP * (bool(claim.amounts) + claim.negated))
        shown.append(
            ShownClaim(
                id=claim.id,
                text=claim.text,
                type=claim.type,
                level=claim.level,
                strength=claim.strength,
                weight=claim.weight,
                offset=None if fixed else offset,
                or_group=claim.or_group,
                verdict=finding.verdict,
                grade=finding.grade,
                further=tuple(sorted(grades, reverse=True)) if met else (),
            )
        )
    return Shown(place=place, claims=tuple(shown))


def check(opinion: Opinion) -> None:
    """Rejects opinions that cannot be stored."""
    if not COLLECTION.fullmatch(opinion.collection):
        raise BadInput(f"{opinion.collection[:80]!r} is no collection's name", hint="As in rentals: a-z, 0-9, - and _.")
    if (opinion.claim is None) == (opinion.thumb is None) or (opinion.claim is None) != (opinion.verdict is None):
        raise BadInput(
            "an opinion is a thumb on the hit, or a verdict on one of its claims",
            hint="Give a thumb, or a claim and a verdict: met, refuted or unknown.",
        )
    known = [one.id for one in opinion.shown.claims]
    if opinion.claim is not None and opinion.claim not in known:
        raise UnknownName(
            f"the question has no claim {str(opinion.claim)[:40]!r} (have: {', '.join(known)})",
            hint="`claimtree read` shows the claims of a question.",
            values={"claim": opinion.claim},
        )
    if not opinion.question:
        raise BadInput("the question is empty", hint="Give the question that the hit was an answer to.")
    texts = {"question": opinion.question, "note": opinion.note, "owner": opinion.owner, "entity": opinion.entity}
    limits = {"question": LONGEST_QUERY, "note": LONGEST_NOTE, "owner": LONGEST_OWNER, "entity": LONGEST_ID}
    for name, text in texts.items():
        if len(text) > limits[name]:
            raise BadInput(
                f"the {name} has {len(text):,} characters; {limits[name]:,} is the most",
                hint="Shorten it.",
                values={"length": len(text)},
            )
        if _UNFIT.search(text):
            raise BadInput(f"the {name} is not text", hint="Give plain text, as UTF-8.")
    if len(known) > MOST_CLAIMS:
        raise BadInput(f"{len(known)} claims are too many; {MOST_CLAIMS} is the most")
