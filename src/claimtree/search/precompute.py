"""Precomputes the judge's results: what each new phrase says about every wish that the pack knows.

The results are bit-identical to those of `search.judge_scores` at query time: same vectors, same
sums, same bars. Only wishes in a concept's own words can be precomputed; wishes in the user's words
are compared at query time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import QueryClaim
from claimtree.model.judging import Bars, JudgedWishes
from claimtree.model.pack import Concept, Pack
from claimtree.model.phrases import Floats, Phrase, Vectors
from claimtree.model.precomputed import EDGE, Edges, Key, KnownWish, PrecomputedEdges
from claimtree.ports import Embedder, Judge, PrecomputingStore, Store
from claimtree.search.judged_rows import judged_edges

_TOGETHER = 256
"""Batch size in phrases: against hundreds of wishes their logits take some megabytes."""


class Precomputer:
    """The wishes that a pack knows, and the judge's results of phrases for them."""

    def __init__(self, pack: Pack, embedder: Embedder) -> None:
        self._pack = pack
        self._judge = embedder if isinstance(embedder, Judge) else None
        self.judge_name = embedder.name
        self._answering: dict[Key, Sequence[bool]] = {}

    @cached_property
    def wishes(self) -> tuple[KnownWish, ...]:
        """All wishes for a concept in the concept's own words, for the whole entity or one of its
        parts."""
        return tuple(self._wishes.values()) if self._judge is not None else ()

    def wish_of(self, claim: QueryClaim, keys: Collection[Key]) -> KnownWish | None:
        """Returns the known wish equal to the claim, if it covers phrases of these levels and
        types; None for a claim that says more or that the judge does not decide."""
        bars = self._pack.bars(self.judge_name, claim.type)
        if claim.concept is None or claim.full_wording or claim.name is not None or claim.amounts or bars is None:
            return None
        wish = self._wishes.get((claim.pattern, *_kept_by(bars))) if self._judge is not None else None
        return wish if wish is not None and wish.keys.issuperset(keys) else None

    def catch_up(self, store: Store) -> int:
        """Makes a store precompute its phrases' results for the known wishes; returns how many
        wishes were new to it."""
        if not isinstance(store, PrecomputingStore):
            return 0
        ids = [wish.id for wish in self.wishes]
        return store.put_precomputed(ids, lambda some, missing: self.judged(some.phrases, some.vectors, among=missing))

    def judged(
        self, phrases: Sequence[Phrase], vectors: Vectors, among: Collection[str] | None = None
    ) -> PrecomputedEdges:
        """Returns the results of phrases for the known wishes, or for those with the ids in
        `among`."""
        known = self.wishes
        asked = [k for k, wish in enumerate(known) if among is None or wish.id in among]
        rows_of: dict[Key, list[int]] = {}
        for row, phrase in enumerate(phrases):
            # Phrases with a concept are decided by rules, and a name is no statement.
            if phrase.concept is None and phrase.name is None:
                rows_of.setdefault((phrase.level, phrase.type), []).append(row)
        found: list[Edges] = [np.zeros(0, EDGE)]
        for number, (key, rows) in enumerate(rows_of.items()):
            answered = self._answered_by(key)
            places = [place for place, k in enumerate(asked) if answered[k]]
            for start in range(0, len(rows) if places else 0, _TOGETHER):
                some = rows[start : start + _TOGETHER]
                wishes, here = [asked[place] for place in places], [phrases[row] for row in some]
                edges = self._edges(wishes, here, vectors.take(some))
                phrase_of = edges["phrase"].tolist()
                edges["wish"] = np.array(places)[edges["wish"]]
                edges["key"] = number
                edges["negated"] = [here[at].negated for at in phrase_of]
                edges["phrase"] = [here[at].id for at in phrase_of]
                found.append(edges)
        return PrecomputedEdges(wishes=[known[k].id for k in asked], keys=tuple(rows_of), edges=np.concatenate(found))

    def _answered_by(self, key: Key) -> Sequence[bool]:
        """Returns for each known wish whether phrases of this level and type may answer it."""
        if key not in self._answering:
            self._answering[key] = [key in wish.keys for wish in self.wishes]
        return self._answering[key]

    def _edges(self, asked: Sequence[int], phrases: Sequence[Phrase], vectors: Vectors) -> Edges:
        """Returns edges with wishes as positions in `asked` and phrases as row numbers."""
        assert self._vectors is not None  # there are wishes, so there is a judge
        judged, known = self._vectors.take(asked), self.wishes

        def confirms(wish: int, at: NDArray[np.intp], logits: Floats) -> NDArray[np.bool_]:
            words = known[asked[wish]].pattern
            return judged.confirms(wish, words, [phrases[row].pattern for row in at.tolist()], vectors.take(at), logits)

        silence, least = self._bars
        return judged_edges(judged.logits(vectors), confirms=confirms, silence=silence[asked], least=least[asked])

    @cached_property
    def _bars(self) -> tuple[Floats, NDArray[np.float64]]:
        """The offsets to the logit of NOTHING and the least probabilities of the known wishes."""
        silence = np.array([wish.silence for wish in self.wishes], np.float32)
        return silence, np.array([wish.least for wish in self.wishes])

    @cached_property
    def _vectors(self) -> JudgedWishes | None:
        if self._judge is None:
            return None
        return self._judge.judge(self._judge.embed([wish.pattern for wish in self.wishes]))

    @cached_property
    def _second(self) -> str:
        """The version of the judge's second opinion; empty if it has none."""
        judged = self._judge.judge(Vectors.empty(self._judge.dimensions)) if self._judge is not None else None
        return judged.second.version if judged is not None and judged.second is not None else ""

    @cached_property
    def _wishes(self) -> Mapping[tuple[str, float, float], KnownWish]:
        titles = [None, *(facet.title for facet in self._pack.facets.values())]
        keys: dict[tuple[str, float, float], set[Key]] = {}
        for concept in self._pack.concepts.values():
            for pattern in dict.fromkeys(concept.pattern_of(title) for title in titles):
                for bars, answering in self._asked_at(concept):
                    keys.setdefault((pattern, *_kept_by(bars)), set()).update(answering)
        return {
            (pattern, least, silence): KnownWish(
                pattern=pattern,
                keys=frozenset(answering),
                judge=f"{self.judge_name} {self._second}".rstrip(),
                least=least,
                silence=silence,
            )
            for (pattern, least, silence), answering in keys.items()
        }

    def _asked_at(self, concept: Concept) -> list[tuple[Bars, set[Key]]]:
        """Returns the bars of each type that a concept may be asked as, with the phrases that may
        answer it."""
        found = []
        for type in {concept.type, *concept.type_at.values()}:
            bars = self._pack.bars(self.judge_name, type)
            rules = [rule for level in self._pack.hierarchy.levels for rule in self._pack.answered_by[level, type]]
            if bars is not None:
                found.append((bars, {(rule.by_level, by) for rule in rules for by in rule.by_types}))
        return found


def _kept_by(bars: Bars) -> tuple[float, float]:
    """Returns the minimum probability for keeping a phrase, and the offset added to the logit of
    NOTHING."""
    return bars.least, bars.silence
