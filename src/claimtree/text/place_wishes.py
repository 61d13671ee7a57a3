"""Reads place wishes: near or in what, and how far.

A mention is a place wish if its concept is a kind of place ("near subway"), or if it has a name.
The maximum distance comes from a stated amount, else from the word of nearness ("steps from",
"sekitar"), else from the kind, else from the pack. A region is a place to be in unless a word says
near. No place is looked up here: the reader does not check whether there is a Narnia Plaza.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimtree.languages import Language
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ConceptId, Name
from claimtree.model.pack import Pack, PlaceKindSpec, PlacesSpec
from claimtree.model.phrases import SLOT
from claimtree.model.places import CENTRE, PlaceKind, Where, WhereRelation, at_most_m
from claimtree.text.known_words import everyday_words
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention
from claimtree.text.nearness_attachment import Leading, Sort, small_words
from claimtree.text.nearness_words import Nearby, Nearness
from claimtree.text.unlisted_places import PlaceNames

_FAR_M = 5000.0
"""If a kind of place has at least this reach..."""
_FARTHER = 3
"""...and more than this multiple of the word of nearness, the kind's reach is used."""
_AMOUNT_REACH = 8
"""How many items away from a mention its amount may stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """The place wishes of a query's mentions."""

    where: tuple[Where | None, ...]
    """One per mention."""
    leads: tuple[str, ...]
    """One per mention: the word of nearness before it if its reach is not the usual one, else
    empty."""


class PlaceWishReader:
    """Reads place wishes, with a pack's kinds, names and words of nearness."""

    def __init__(self, pack: Pack, language: Language, places: PlaceNames | None = None) -> None:
        spec = pack.places or PlacesSpec(levels={})
        self._pack = pack
        self._language = language
        self._places = places
        self._nearness = Nearness(spec.near)
        self._usual_m = spec.usual_m
        self._kinds: Mapping[ConceptId, PlaceKindSpec] = {kind.concept: kind for kind in spec.kinds.values()}
        self._regions = frozenset(spec.regions)
        self._centres = _centres(pack, spec)
        self._main = _main_region(pack, spec.regions)
        self._called = _called(pack, spec.regions)
        self._small = small_words(language)
        self._passed = self._small - language.praise
        ways = language.amounts.travel.items()
        self._on_foot = {words[0] for words, way in ways if way == "walk" and len(words) == 1}

    def read(self, text: str, items: Sequence[Item], mentions: Sequence[Mention]) -> Placed:
        """Returns the place wish of each mention; None for one without."""
        if self._pack.places is None:
            return Placed(where=(None,) * len(mentions), leads=("",) * len(mentions))
        norms = [item.norm for item in items]
        sorts = [self._sort(mention) for mention in mentions]
        near = Leading(items, mentions, sorts, self._nearness, self._language).found()
        manner = [
            self._manner(norms, mention, sort, lead) for mention, sort, lead in zip(mentions, sorts, near, strict=True)
        ]
        where = tuple(
            self._where(text, items, norms, mentions, k, near[k], manner=manner[k]) for k in range(len(mentions))
        )
        leads = tuple(self._lead(norms, mention, lead) for mention, lead in zip(mentions, near, strict=True))
        return Placed(where=where, leads=leads)

    def _lead(self, norms: Sequence[str], mention: Mention, near: Nearby | None) -> str:
        if near is None or near.first > mention.first or near.metres == self._usual_m:
            return ""
        return " ".join(norms[near.first : near.after])

    def _manner(self, norms: Sequence[str], mention: Mention, sort: Sort, near: Nearby | None) -> bool:
        """True if more than a place is asked for: the well-rated places of a kind, or the
        surroundings of a region."""
        if sort is Sort.REGION:
            return mention.amount is None and self._includes_neighbours(norms, mention, near)
        return sort is Sort.SPOT and mention.name is None and self._is_praised(norms, mention)

    def is_region(self, name: Name) -> bool:
        """True if the name is of a region to be in, rather than of a place to be near."""
        if name.kind in self._regions or (self._places is not None and self._places.region(name.text)):
            return True
        # The claim of "close to Astoria" has the kind for places to be near, although Astoria is a
        # region.
        kind = self._pack.names.get(name.kind)
        return kind is not None and kind.open == "near" and name.text.casefold() in self._called

    def _sort(self, mention: Mention) -> Sort:
        if mention.pair is not None:
            return Sort.OTHER
        if mention.name is not None:
            return Sort.REGION if self.is_region(mention.name) else Sort.SPOT
        if mention.guessed:
            return Sort.UNKNOWN
        return Sort.SPOT if self._kind(mention) is not None else Sort.OTHER

    def _kind(self, mention: Mention) -> PlaceKindSpec | None:
        """Returns the kind of place that is asked for or that a name belongs to (the L train is a
        subway)."""
        if mention.name is not None:
            named = self._pack.names.get(mention.name.kind)
            return self._kinds.get(named.concept) if named is not None and named.concept is not None else None
        return self._kinds.get(mention.concept.id) if mention.concept is not None else None

    def _where(
        self,
        text: str,
        items: Sequence[Item],
        norms: Sequence[str],
        mentions: Sequence[Mention],
        k: int,
        near: Nearby | None,
        *,
        manner: bool,
    ) -> Where | None:
        mention = mentions[k]
        if mention.pair is not None:
            return Where(relation=mention.pair.relation, names=mention.pair.names)
        if mention.name is not None:
            apart = near is None and self._is_apart(text, items, mention)
            return self._named(items, norms, mention, mention.name, near, neighbours=manner, apart=apart)
        if mention.guessed:
            return self._unknown(text, items, mention, near)
        kind = self._kind(mention)
        if kind is None:
            follows = k + 1 < len(mentions) and mentions[k + 1].first == mention.after
            return self._centre(items, norms, mention, mentions[k + 1].name if follows else None)
        metres = self._denied_m(text, items, near, kind) if mention.negated else self._near_m(norms, near, kind)
        distance = _distance(items, mention, metres, self._language)
        return Where(relation=WhereRelation.NEAR, kind=kind.name, distance=distance, well_rated=manner)

    def _near_m(self, norms: Sequence[str], near: Nearby | None, kind: PlaceKindSpec) -> float:
        """Returns how far a place of the kind may be. A kind that people travel far to counts as
        near from afar: a home "near an airport" is not one at the edge of the runway."""
        if near is None:
            return kind.within_m or self._usual_m
        loose = near.metres >= self._usual_m and self._on_foot.isdisjoint(norms[near.first : near.after])
        far = kind.within_m if kind.within_m is not None and kind.within_m >= _FAR_M else 0.0
        return far if loose and far > _FARTHER * near.metres else near.metres

    def _denied_m(self, text: str, items: Sequence[Item], near: Nearby | None, kind: PlaceKindSpec) -> float:
        """Returns how far away a place of the kind has to be: "no bars around" excludes only the
        next corner, however far "around" reaches, and "far from bars" more than that."""
        usual = self._usual_m
        if near is None:
            return kind.avoid_m or self._near_m((), None, kind)
        if near.metres < usual:  # "no bars next door"
            return near.metres
        stated = text[items[near.first].start : items[near.first].end].casefold().split()
        return usual if not self._language.afar.isdisjoint(stated) else kind.avoid_m or usual

    def _named(
        self,
        items: Sequence[Item],
        norms: Sequence[str],
        mention: Mention,
        name: Name,
        near: Nearby | None,
        *,
        neighbours: bool,
        apart: bool,
    ) -> Where:
        region, known = self.is_region(name), self._pack.names.get(name.kind)
        stated = mention.amount
        # "daerah Ringroad" is a name, "daerah USU" means near it.
        placing = near is not None and region and norms[near.first] in self._language.locating
        spot = apart or (not region and known is not None and known.amount is not None)
        if neighbours or (stated is None and (placing or (near is None and not spot))):
            return Where(relation=WhereRelation.IN, names=(name.text,), with_neighbours=neighbours)
        kind = self._kind(mention)
        metres = near.metres if near is not None else self._usual_m
        return Where(
            relation=WhereRelation.NEAR,
            names=(name.text,),
            kind=kind.name if kind is not None else PlaceKind(""),
            distance=_distance(items, mention, metres, self._language),
        )

    def _is_apart(self, text: str, items: Sequence[Item], mention: Mention) -> bool:
        """True for "away from" before a name ("away from Times Square"): just across its border is
        not far enough."""
        i = mention.first - 1
        while i > 0 and items[i].norm in self._language.fillers:
            i -= 1
        if not mention.negated or i < 0 or items[i].norm not in self._language.negations:
            return False
        return not self._language.apart.isdisjoint(text[items[i].start : items[i].end].casefold().split())

    def _includes_neighbours(self, norms: Sequence[str], mention: Mention, near: Nearby | None) -> bool:
        """True if the surroundings of a region are also accepted ("in or around Astoria", "Park
        Slope area", "Medan Johor dan sekitarnya")."""
        joins = self._language.ors | self._language.ands
        if near is not None and near.first >= 2 and norms[near.first - 1] in joins:
            return norms[near.first - 2] in self._language.inside | self._language.prepositions
        after = mention.after
        joined = after < len(norms) and norms[after] in joins
        after += joined
        while joined and after < len(norms) and norms[after] in self._small:
            after += 1
        if after >= len(norms) or norms[after] not in self._language.surroundings:
            return False
        # In "Astoria around $2,500" and "Sunggal sekitar 1 M" the word belongs to the amount or to
        # what follows.
        ends = after + 1 == len(norms) or (not norms[after + 1][0].isalnum() and norms[after + 1] != SLOT)
        return ends or joined

    def _unknown(self, text: str, items: Sequence[Item], mention: Mention, near: Nearby | None) -> Where | None:
        """Returns the place wish of words that no list knows ("near narnia plaza"), if a word of
        nearness precedes them and one of them is not an everyday word."""
        if near is None or near.first > mention.first:
            return None
        words, codes = items[mention.first : mention.after], self._language.codes
        if all(any(item.norm in everyday_words(code) for code in codes) for item in words):
            return None
        name = text[words[0].start : words[-1].end]
        return Where(relation=WhereRelation.NEAR, names=(name,), distance=at_most_m(near.metres))

    def _centre(
        self, items: Sequence[Item], norms: Sequence[str], mention: Mention, following: Name | None
    ) -> Where | None:
        """Returns the wish for the centre of the named city, else of the main one ("inti kota
        Medan", "10 menit ke pusat kota")."""
        for i in range(mention.first, mention.after if mention.concept is not None else mention.first):
            near = self._nearness.starting(norms, i)
            if near is None or near.after > mention.after or tuple(norms[i : near.after]) not in self._centres:
                continue
            city = self._called.get(" ".join(norms[near.after : mention.after]), "")
            if not city and following is not None and following.kind in self._regions:
                city = following.text
            distance = _distance(items, mention, near.metres, self._language)
            names = (city or self._main,) if city or self._main else ()
            return Where(relation=WhereRelation.NEAR, names=names, kind=CENTRE, distance=distance) if names else None
        return None

    def _is_praised(self, norms: Sequence[str], mention: Mention) -> bool:
        """True if well-rated places are asked for ("good coffee shops", "mall bagus", "well-rated
        bars")."""
        before, behind = self._language.praise, self._language.praise_behind
        if not (before | behind).isdisjoint(norms[mention.first : mention.after]):
            return True
        i = mention.first - 1
        while i >= 0 and norms[i] in self._passed:
            i -= 1
        # "something good near parks" does not ask for good parks.
        if i >= 0 and norms[i] in before and self._nearness.starting(norms, mention.first) is None:
            return True
        after = mention.after
        while after < len(norms) and norms[after] in self._language.relatives:
            after += 1  # "sekolah yang bagus"
        return after < len(norms) and norms[after] in behind


def _distance(items: Sequence[Item], mention: Mention, metres: float, language: Language) -> Amount:
    """Returns the stated distance, else that of the word of nearness or of the kind."""
    stated = mention.amount
    if stated is None or stated.kind is not AmountKind.DISTANCE:
        return at_most_m(metres)
    if math.isinf(stated.high):
        return Amount(kind=AmountKind.DISTANCE, unit="m", low=stated.low, low_open=stated.low_open, op=stated.op)
    if stated.op is Op.RANGE and _is_stated_in_metres(items, mention, stated, language):
        return Amount(kind=AmountKind.DISTANCE, unit="m", low=stated.low, high=stated.high, op=stated.op)
    return at_most_m(stated.high, is_open=stated.high_open)


def _is_stated_in_metres(items: Sequence[Item], mention: Mention, stated: Amount, language: Language) -> bool:
    """True if a range was stated as a distance, not as a time: a home five to ten minutes away may
    also be two minutes away."""
    for item in items[max(0, mention.first - _AMOUNT_REACH) : mention.after + _AMOUNT_REACH]:
        if item.amount is not None and (item.amount.low, item.amount.high) == (stated.low, stated.high):
            return language.travelling.isdisjoint(item.words)
    return False


def _centres(pack: Pack, spec: PlacesSpec) -> frozenset[tuple[str, ...]]:
    """Returns the words of nearness that are also sayings of a concept ("pusat kota" asks for the
    centre of the city)."""
    kinds = {kind.concept for kind in spec.kinds.values()}
    stated = {words for concept in pack.concepts.values() if concept.id not in kinds for words in concept.says}
    return frozenset(tuple(words.split()) for words in spec.near if words in stated)


def _called(pack: Pack, regions: Sequence[str]) -> Mapping[str, str]:
    """Returns the pack's regions by all their names and aliases."""
    return {
        words.casefold(): name
        for kind in regions
        for name, aliases in pack.names[kind].entries.items()
        for words in (name, *aliases)
    }


def _main_region(pack: Pack, regions: Sequence[str]) -> str:
    """Returns the top-level region that contains most names."""
    lying = Counter(
        containers[-1].text
        for kind in regions
        for name in pack.names[kind].entries
        if (containers := pack.containers(Name(kind=kind, text=name)))
    )
    return lying.most_common(1)[0][0] if lying else ""
