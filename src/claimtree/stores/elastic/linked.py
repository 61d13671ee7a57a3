"""Wishes that are asked through a relation: `model.related` from the documents of all entities that state relations.

Related entities may be of any level, and only the documents of the answer level carry what queries can find. So the
links and the related entities are read once for each generation, and what they say becomes a query for the answers that
they speak for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from claimtree.deadlines import check
from claimtree.model.answers import Dossier, Piece
from claimtree.model.claims import EntityId
from claimtree.model.plans import Linked, Plan
from claimtree.model.related import Related, Tally, deciding, first_links, judge_related, shown_pieces, tally
from claimtree.model.relations import Links
from claimtree.stores.elastic.evidence import Located
from claimtree.stores.elastic.query_builders import one_of
from claimtree.stores.elastic.reading import Reading
from claimtree.stores.elastic.relations import all_links

KEPT = 8
"""Wishes for which the verdicts of related entities are kept."""
AT_ONCE = 500
"""Related entities that are read together."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What all related entities say about a wish, without their words, and the links that lead to them."""

    links: Links
    related: Mapping[EntityId, Related]

    def tallies(self, reading: Reading) -> dict[EntityId, Tally]:
        """Returns what the related entities of each answer say together."""
        near = {id: tally(self.related[link.to] for link in links) for id, links in self.links.items() if links}
        found: dict[EntityId, Tally] = {}
        above: set[EntityId] = set()
        for one in reading.find("id", near, fields=("id", "answer")):
            if one.answer is not None:
                found[one.answer] = found.get(one.answer, Tally()).joined(near[one.id])
            else:
                above.add(one.id)
        for one in reading.find("line", above, fields=("id", "line"), levels=(reading.answers,)):
            for id in above.intersection(one.line):
                found[one.id] = found.get(one.id, Tally()).joined(near[id])
        return found


class RelatedVerdicts:
    """Keeps the verdicts for the wishes that were last asked, each for one generation of a store."""

    def __init__(self) -> None:
        self._kept: deque[tuple[Linked, tuple[str, int], Verdicts]] = deque(maxlen=KEPT)

    def of(self, reading: Reading, linked: Linked) -> Verdicts:
        generation = reading.view.state.made, reading.view.state.generation
        for known, at, verdicts in tuple(self._kept):
            if at == generation and known == linked:
                return verdicts
        found = _verdicts(reading, linked)
        self._kept.append((linked, generation, found))
        return found

    def located(self, reading: Reading, plan: Plan) -> Located:
        """Returns, by position of the wish, the queries by signed grade for answers whose related entities speak."""
        found = {}
        for i, wish in enumerate(plan.wishes):
            if wish.linked is not None:
                by_grade: dict[int, list[str]] = {}
                for id, total in self.of(reading, wish.linked).tallies(reading).items():
                    if total.grade:
                        by_grade.setdefault(-total.grade if wish.claim.negated else total.grade, []).append(id)
                found[i] = {grade: one_of("id", sorted(ids)) for grade, ids in by_grade.items()}
        return found

    def dossiers(self, reading: Reading, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        """Returns the evidence for these answers, that of related entities included."""
        dossiers = reading.dossiers(plan, ids)
        linked = {i: wish.linked for i, wish in enumerate(plan.wishes) if wish.linked is not None}
        if not linked or not dossiers:
            return dossiers
        verdicts = {i: self.of(reading, one) for i, one in linked.items()}
        return tuple(_with_related(reading, plan, dossier, verdicts) for dossier in dossiers)


def _verdicts(reading: Reading, linked: Linked) -> Verdicts:
    links = all_links(reading, linked.query)
    asked = sorted({link.to for some in links.values() for link in some})
    related: dict[EntityId, Related] = {}
    for at in range(0, len(asked), AT_ONCE):
        check()
        for id, (pieces, _) in reading.related(linked.wishes, asked[at : at + AT_ONCE]).items():
            related[id] = replace(judge_related(linked, pieces), pieces=())
    return Verdicts(links, related)


def _with_related(reading: Reading, plan: Plan, dossier: Dossier, verdicts: Mapping[int, Verdicts]) -> Dossier:
    pieces, entities = list(dossier.pieces), dict(dossier.entities)
    for i, known in verdicts.items():
        wish = plan.wishes[i]
        assert wish.linked is not None  # it has verdicts
        links = first_links(known.links, dossier.nodes)
        total, shown = deciding({id: known.related[id] for id in links})
        judged = reading.related(wish.linked.wishes, shown) if shown else {}
        found: list[Piece] = []
        for id in shown:
            pieces_of_wishes, records = judged[id]
            some = list(shown_pieces(wish, id, links[id], judge_related(wish.linked, pieces_of_wishes), total.grade))
            entities |= {one: records[one] for piece in some for one in (piece.entity, id)}
            found += some
        pieces[i] = tuple(found)
    return replace(dossier, pieces=tuple(pieces), entities=entities)
