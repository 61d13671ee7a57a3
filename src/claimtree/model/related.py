"""The rules for wishes that are asked through a relation: "whose father was born in Ohio", "cited by a manual".

A candidate is related to what its own statements lead to, and those of what it is part of and of its parts. One related
entity meets the wish if it meets everything that is asked of it, and refutes it if it refutes some of it. The candidate
meets the wish if one related entity does; it refutes the wish if every related entity does, and there is one; anything
else is unknown, so no relation at all is never a denial. A negated wish turns this round: it is met where every related
entity is known not to be so, and refuted where one is.

A related entity of the answer level is judged like a candidate, with what it is part of and with its parts; any other
one with what it is part of. Every relation counts, however many there are; what is shown are the first few that decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from claimtree.model.answers import Finding, Piece, Verdict
from claimtree.model.claims import Claim, EntityId
from claimtree.model.plans import GRADES, Basis, Linked, Wish
from claimtree.model.relations import Link, Links
from claimtree.model.verdicts import any_of, settle

MOST_SHOWN: Final = 3
"""Related entities whose words are shown for one wish of one candidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """What one related entity says about a wish."""

    verdict: Verdict
    grade: int
    """How surely, 1 to 16; 0 if it says nothing."""
    pieces: tuple[Piece, ...] = ()
    """Its evidence that decided: for each thing asked of it the strongest piece."""


class Tally(NamedTuple):
    """What some related entities say together."""

    met: int = 0
    """The surest of those that meet the wish; 0 if none does."""
    refuted: int = 0
    """The least sure of those that refute it; 0 if none does."""
    silent: bool = False
    """Whether one of them neither meets nor refutes it."""

    def joined(self, other: Tally) -> Tally:
        """What these and others say together."""
        refuted = min(self.refuted, other.refuted) or max(self.refuted, other.refuted)
        return Tally(max(self.met, other.met), refuted, self.silent or other.silent)

    @property
    def grade(self) -> int:
        """Signed: positive if the wish is met, negative if it is refuted, 0 if it is unknown."""
        if self.met:
            return self.met
        return 0 if self.silent else -self.refuted


def judge_related(linked: Linked, pieces: Sequence[Iterable[Piece]]) -> Related:
    """What a related entity says, from the evidence on each of the wishes asked of it."""
    findings = [settle(wish, some) for wish, some in zip(linked.wishes, pieces, strict=True)]
    verdicts = [any_of(findings[i].verdict for i in unit) for unit in linked.units]
    if Verdict.REFUTED in verdicts:
        refuting = [unit for unit, verdict in zip(linked.units, verdicts, strict=True) if verdict is Verdict.REFUTED]
        return Related(
            verdict=Verdict.REFUTED,
            grade=max(min(findings[i].grade for i in unit) for unit in refuting),
            pieces=tuple(_decisive(findings[unit[0]]) for unit in refuting),
        )
    if Verdict.UNKNOWN in verdicts:
        return Related(verdict=Verdict.UNKNOWN, grade=0)
    meeting = [max((findings[i] for i in unit), key=_met_grade) for unit in linked.units]
    return Related(
        verdict=Verdict.MET,
        grade=min((finding.grade for finding in meeting), default=GRADES),
        pieces=tuple(_decisive(finding) for finding in meeting),
    )


def _met_grade(finding: Finding) -> int:
    return finding.grade if finding.verdict is Verdict.MET else 0


def _decisive(finding: Finding) -> Piece:
    """The strongest piece that speaks as the verdict does."""
    return next(
        piece
        for piece in finding.pieces
        if not piece.doubtful and (piece.grade > 0) == (finding.verdict is Verdict.MET)
    )


def tally(some: Iterable[Related]) -> Tally:
    """What related entities say together."""
    met = refuted = 0
    silent = False
    for one in some:
        if one.verdict is Verdict.MET:
            met = max(met, one.grade)
        elif one.verdict is Verdict.REFUTED:
            refuted = min(refuted or one.grade, one.grade)
        else:
            silent = True
    return Tally(met, refuted, silent)


def first_links(links: Links, family: Iterable[EntityId]) -> Mapping[EntityId, Link]:
    """The first link from a family to each entity that it is related to."""
    found: dict[EntityId, Link] = {}
    for id in family:
        for link in links.get(id, ()):
            found[link.to] = min(found.get(link.to, link), link)
    return found


def linked_pieces(
    wish: Wish, links: Mapping[EntityId, Link], judged: Callable[[EntityId], Related]
) -> tuple[Piece, ...]:
    """The evidence on a wish that is asked through a relation; none if it is unknown.

    `links` has the first link to each related entity, `judged` says what such an entity says.
    """
    related = {id: judged(id) for id in links}
    total, shown = deciding(related)
    return tuple(piece for id in shown for piece in shown_pieces(wish, id, links[id], related[id], total.grade))


def deciding(related: Mapping[EntityId, Related]) -> tuple[Tally, list[EntityId]]:
    """What related entities say together, and those whose words are shown, by id; none if the wish is unknown."""
    total = tally(related.values())
    shown = sorted(id for id, one in related.items() if total.grade and decides(one.verdict, one.grade, total))
    return total, shown[:MOST_SHOWN]


def decides(verdict: Verdict, grade: int, total: Tally) -> bool:
    """Whether a related entity is one of those whose words are shown: of those that meet a wish the surest."""
    return verdict is Verdict.REFUTED if total.grade < 0 else verdict is Verdict.MET and grade == total.met


def shown_pieces(wish: Wish, id: EntityId, link: Link, related: Related, grade: int) -> Iterator[Piece]:
    """The evidence of one related entity as evidence on the candidate.

    All of it has the grade of the whole, so that it counts once.
    """
    signed = -grade if wish.claim.negated else grade
    for piece in related.pieces or (_stated(wish, id, link),):
        yield replace(piece, grade=signed, closeness=0, link=link)


def _stated(wish: Wish, id: EntityId, link: Link) -> Piece:
    """The relation itself as evidence, where nothing more is asked of the related entity."""
    claim = Claim(
        text=wish.claim.text,
        pattern=wish.claim.pattern,
        type=wish.claim.type,
        level=wish.claim.level,
        # Without words of its own it is quoted like a column.
        quote=link.quote or f"{link.kind}: {link.to}",
        source=link.source,
    )
    return Piece(entity=id, grade=GRADES, claim=claim, by=Basis.RELATION)
