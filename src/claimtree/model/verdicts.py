"""The rules that every store obeys: when a wish is met, how facets bind, how evidence adds up, how hits are ordered.

The memory store applies them to every entity, one by one. The other stores compute the same thing where their
data is, and apply these functions again to the few hits they show.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from claimtree.geo import Point
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.answers import Dossier, Finding, Judgement, Piece, Standing, Verdict
from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.closeness import closeness_of
from claimtree.model.place_tests import PlaceResult, grade_in_band, look, unproven
from claimtree.model.places import NearbyFact
from claimtree.model.plans import Basis, Binding, PhraseMatch, Plan, Unit, Wish

PLACES = "places"
"""The name of the source of coordinate evidence; no document has that name."""
UNKNOWN = Finding(verdict=Verdict.UNKNOWN)
"""The finding where there is no evidence: that of most wishes on most entities."""


def weigh(wish: Wish, entity: EntityId, claims: Iterable[tuple[PhraseMatch | None, Claim]]) -> Iterator[Piece]:
    """Yields what each claim of one entity says about a wish, given what its phrase says; claims that
    say nothing are left out.

    An asked amount is compared with the slot that the plan names. A claim that states no such
    amount has no match in the plan, so it never answers an asked amount.
    """
    for match, claim in claims:
        if match is None:
            continue
        grade, closeness = compare(wish, match, claim.amounts)
        if grade:
            yield Piece(
                entity=entity, grade=grade, claim=claim, by=match.by, doubtful=match.doubtful, closeness=closeness
            )


def compare(wish: Wish, match: PhraseMatch, amounts: Sequence[Amount]) -> tuple[int, int]:
    """Returns the grade of a claim with these amounts, and how near it comes if its amounts speak
    against the wish.
    """
    stated = [amounts[slot] for slot in match.slots]
    if all(asked.overlaps(one) for asked, one in zip(wish.claim.amounts, stated, strict=True)):
        if match.may_hold is None:
            return match.holds, 0
        covering = wish.covering(match.kinds)
        return match.holds if covering is not None and covering.covers(stated[0]) else match.may_hold, 0
    return match.fails, closeness_of(wish.wider, stated) if match.fails < 0 else 0


def locate(
    wish: Wish, entity: EntityId, level: LevelName, point: Point | None, nearby: Iterable[NearbyFact]
) -> Iterator[Piece]:
    """Yields what the coordinates of one entity say about a wish."""
    matches = [match for match in wish.places if match.level == level]
    if not matches:
        return
    facts = {fact.kind: fact for fact in nearby}
    for match in matches:
        found = look(match.test, point, facts, language=match.language)
        if found is None:
            continue
        near = grade_in_band(match.holds, found.band)
        grade = {
            PlaceResult.HOLDS: near,
            PlaceResult.NEARLY: match.nearly,
            PlaceResult.FAILS: match.fails,
            PlaceResult.OPEN: 0,
        }[found.result]
        doubtful = match.partial and found.result is unproven(match.test)
        if grade:
            amount = Amount(kind=AmountKind.DISTANCE, low=found.sight.metres, high=found.sight.metres, unit="m")
            claim = Claim(
                text=found.text,
                pattern=found.text,
                type=wish.claim.type,
                level=level,
                quote=found.text,
                source=PLACES,
                amounts=(amount,),
            )
            yield Piece(
                entity=entity,
                grade=grade,
                claim=claim,
                by=Basis.PLACE,
                doubtful=doubtful,
                stands_in=match.stands_in,
                sight=found.sight,
            )


def settle(wish: Wish, pieces: Iterable[Piece]) -> Finding:
    """Decide one wish from the evidence on it.

    The strongest piece alone gives the verdict; where the strongest for and against are equally
    strong, the wish is met and the contradiction is shown. In the score the best grade counts in
    full and each further distinct grade a tenth: five paraphrases of "sunny" are not five proofs,
    but more proof never costs points. Doubtful evidence does not count, however much of it there
    is; nor does evidence that its own source disputes. A refuted wish is as near as the farthest
    evidence against it: a source with $3,100 here and $5,000 there is not near $3,000.
    """
    ordered = tuple(pieces)
    if not ordered:
        return UNKNOWN
    if len(ordered) > 1:
        ordered = tuple(sorted(ordered, key=_strongest_first))
    grades = [piece.grade for piece in ordered if not piece.doubtful]
    best_for, best_against = max(grades, default=0), -min(grades, default=0)
    if best_for > 0 and best_for >= best_against:
        further = {grade for grade in grades if 0 < grade < best_for}
        points = wish.points[best_for] + sum(wish.points[grade] // 10 for grade in further)
        return Finding(verdict=Verdict.MET, points=points, grade=best_for, pieces=ordered)
    if best_against > 0:
        closeness = min(piece.closeness for piece in ordered if piece.grade < 0 and not piece.doubtful)
        return Finding(verdict=Verdict.REFUTED, grade=best_against, pieces=ordered, closeness=closeness)
    return Finding(verdict=Verdict.UNKNOWN, pieces=ordered)


def judge(plan: Plan, dossier: Dossier) -> Judgement:
    """Returns the judgement of one candidate on everything the plan asks."""
    findings: list[Finding] = [
        UNKNOWN if i in plan.bound else settle(wish, dossier.on(i)) for i, wish in enumerate(plan.wishes)
    ]
    taken: set[EntityId] = set()
    for binding in plan.bindings:
        for i, finding in _bind(plan, binding, dossier, taken).items():
            findings[i] = finding

    verdicts: list[Verdict] = []
    points: list[int] = []
    for unit in plan.units:
        verdict = any_of(findings[i].verdict for i in unit.wishes)
        verdicts.append(verdict)
        points.append(_unit_points(plan, unit, verdict, findings))
    met = [k for k, verdict in enumerate(verdicts) if verdict is Verdict.MET]
    open_levels = frozenset().union(*(plan.units[k].gate_levels for k in met))
    return Judgement(
        candidate=dossier.candidate,
        findings=tuple(findings),
        unit_verdicts=tuple(verdicts),
        unit_points=tuple(points),
        standing=Standing(required_met=sum(plan.units[k].required for k in met), met=len(met), score=sum(points)),
        refuted=tuple(k for k, verdict in enumerate(verdicts) if verdict is Verdict.REFUTED and plan.units[k].required),
        closed=tuple(level for level in plan.hierarchy.levels if level in plan.gate_levels - open_levels),
        unmet=tuple(k for k, verdict in enumerate(verdicts) if verdict is not Verdict.MET and plan.units[k].required),
    )


def _unit_points(plan: Plan, unit: Unit, verdict: Verdict, findings: Sequence[Finding]) -> int:
    """Returns the points of the best alternative; where all are refuted, what the nearest miss is
    worth.
    """
    if verdict is Verdict.REFUTED:
        return max(plan.wishes[i].points_near(findings[i].closeness) for i in unit.wishes)
    return max(findings[i].points for i in unit.wishes)


def _bind(plan: Plan, binding: Binding, dossier: Dossier, taken: set[EntityId]) -> Mapping[int, Finding]:
    """Settle a group on the one entity of its facet that meets most of it.

    The key is required wishes met, wishes met, score, then smallest id. An entity is chosen only if
    it meets something, and groups of one facet choose different entities. A wish that the chosen
    entity does not meet is refuted only when every known entity of the facet refutes it; the
    nearest of them gives the closeness.
    """
    wishes = [i for unit in binding.units for i in unit]
    rows = sorted(
        node.id
        for node in dossier.nodes.values()
        if node.level == binding.level and binding.facet in (None, node.facet)
    )
    pieces_on = {i: dossier.on(i) for i in wishes}
    if not any(pieces_on.values()):  # as mostly: no entity of the facet meets or refutes anything
        return dict.fromkeys(wishes, UNKNOWN)

    def settled_by(line: Collection[EntityId]) -> dict[int, Finding]:
        """Returns the findings if the group were settled by claims about these entities."""
        return {
            i: settle(plan.wishes[i], (piece for piece in pieces if piece.entity in line))
            for i, pieces in pieces_on.items()
        }

    by_row = {row: settled_by(_line(dossier, row)) for row in rows}
    # With no such entity known, only claims about the home or the area as a whole can speak.
    nowhere = settled_by((dossier.candidate, *dossier.ancestors[dossier.candidate])) if not rows else {}

    def standing(findings: Mapping[int, Finding]) -> Standing:
        required = met = score = 0
        for unit in binding.units:
            verdict = any_of(findings[i].verdict for i in unit)
            met += verdict is Verdict.MET
            required += verdict is Verdict.MET and plan.is_required(unit)
            score += max(findings[i].points for i in unit)
        return Standing(required_met=required, met=met, score=score)

    free = {row: standing(by_row[row]) for row in rows if binding.facet is None or row not in taken}
    chosen = min(free, key=lambda row: (free[row].rank, row), default=None)
    if chosen is not None and free[chosen].met == 0:
        chosen = None
    if chosen is not None and binding.facet is not None:
        taken.add(chosen)
    settled: Mapping[int, Finding] = nowhere if not rows else by_row[chosen] if chosen is not None else {}

    findings: dict[int, Finding] = {}
    for i in wishes:
        found = settled.get(i)
        if found is not None and found.verdict is Verdict.MET:
            findings[i] = replace(found, entity=chosen)
        elif rows and all(by_row[row][i].verdict is Verdict.REFUTED for row in rows):
            closeness = max(by_row[row][i].closeness for row in rows)
            nearest = next(row for row in rows if by_row[row][i].closeness == closeness)
            where = chosen if chosen is not None else nearest
            findings[i] = replace(by_row[where][i], entity=where, closeness=closeness)
        elif not rows and found is not None:
            findings[i] = found
        else:
            # Where no entity was chosen, doubtful evidence of any of them is still shown.
            pieces = found.pieces if found else _doubtful(by_row[row][i] for row in rows)
            findings[i] = Finding(verdict=Verdict.UNKNOWN, pieces=pieces, entity=chosen)
    return findings


def _doubtful(findings: Iterable[Finding]) -> tuple[Piece, ...]:
    """Returns the doubtful pieces without duplicates: a claim about the home is in the findings of
    all its rooms.
    """
    found = dict.fromkeys(piece for finding in findings for piece in finding.pieces if piece.doubtful)
    return tuple(sorted(found, key=_strongest_first))


def _line(dossier: Dossier, row: EntityId) -> frozenset[EntityId]:
    """Returns an entity, what it is part of, and its parts."""
    parts = (id for id, above in dossier.ancestors.items() if row in above)
    return frozenset((row, *dossier.ancestors[row], *parts))


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Returns the verdict of alternatives: the best member's; refuted only if all are."""
    found = tuple(verdicts)
    if len(found) == 1:
        return found[0]
    if Verdict.MET in found:
        return Verdict.MET
    return Verdict.REFUTED if all(verdict is Verdict.REFUTED for verdict in found) else Verdict.UNKNOWN


def _strongest_first(piece: Piece) -> tuple[bool, int, int, tuple[str, ...], EntityId, tuple[str, int, str, str]]:
    """Returns a total order: which of two equal pieces is shown first must not depend on the store."""
    claim = piece.claim
    words = (claim.source, claim.start, claim.quote, repr(claim.amounts)) if claim else ("", 0, "", "")
    return (piece.doubtful, -abs(piece.grade), -piece.grade, piece.link or (), piece.entity, words)
