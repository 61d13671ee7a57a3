"""Finds claims of one entity that cannot both be true, and decides which are kept.

Between sources the newer one wins. Within one source a column wins over prose about the same thing,
and what is left of a contradiction is disputed: both claims are kept, each with the other's quote,
and do not count.

An exception is not a contradiction: "no pets" beside "cats allowed" is "no pets except cats", since
cats are narrower. In a newer source, though, "no pets" overrides what an older one said of cats.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.indexing.dedupe import SourcedClaim, contradicts, dedupe, distinct, subject
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import Claim, Facet, LevelName, Name
from claimtree.model.pack import NameKind, OtherName, Pack
from claimtree.model.phrases import Phrase
from claimtree.text.implications import FIRM, Literal, expand

OPPOSED: Final = 0.95
"""The minimum probability of an edge for a source to contradict itself. Many homes have carpets and
tiles, or windows to the street and to the yard; hardly any is a walk-up with an elevator.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """Two claims of one source that cannot both be true."""

    one: Claim
    other: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """The claims that are kept of one entity, in their order, and the conflicts."""

    claims: tuple[Claim, ...]
    outranked: tuple[Clash, ...] = ()
    """Prose that was dropped, and the column that outranks it."""
    disputed: tuple[Clash, ...] = ()
    """Each contradiction once."""


class Reconciler:
    """Finds claims that cannot both be true, by the pack's columns, opposites and implications."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._opposites: dict[LevelName, Mapping[Literal, Sequence[tuple[Literal, float]]]] = {}
        self._single = frozenset(
            (spec.level, spec.concept) for spec in pack.fields.values() if spec.concept is not None and not spec.several
        )
        """What a source can state in a column has one value: the rent, but not the way to the
        subway.
        """
        self._sole = frozenset(
            concept for spec in pack.fields.values() if spec.sole for concept in spec.values.values()
        )
        """What a column says alone, whatever else the prose names."""
        self._has_sole_names = any(map(self._is_sole, pack.names.values()))
        amounts = {concept.id: concept.amount for concept in pack.concepts.values() if concept.amount is not None}
        self._opposed = frozenset(
            (level, id) for level in pack.hierarchy.levels for id, _ in self._all_opposites(level)
        )
        """Concepts of a level of which something rules out another."""
        self._distances = frozenset(id for id, amount in amounts.items() if amount.kind is AmountKind.DISTANCE)

    def reconcile(self, found: Iterable[SourcedClaim]) -> Reconciled:
        """Returns the claims to keep: newer before older, columns before prose, without duplicates,
        with disputed ones marked.
        """
        spoken = distinct(found)
        if self._agree(spoken):
            return Reconciled(claims=tuple([one.claim for one in spoken]))
        spoken = self._without_rest(spoken)
        # What may not be said at all contradicts nothing.
        claims = [one for one in spoken if not one.clause and not one.claim.unsure]
        rivals = self._rivals(claims)
        old = [one for one, other, _ in rivals if other.age_rank > one.age_rank]
        left = {id(one) for one in _without(claims, old)}
        together = _in_one_breath([one for one in claims if id(one) in left]) if rivals else frozenset()
        disputes = [
            (one, other)
            for one, other, sure in rivals
            if sure >= OPPOSED
            and id(one) in left
            and id(other) in left
            and self._contradict(one, other)
            and _pair(one, other) not in together
        ]
        outranked = [(one, other) for one, other in disputes if other.stated and not one.stated]
        outranked += self._names_outranked([one for one in claims if id(one) in left])
        kept = dedupe(_without(spoken, [*old, *(one for one, _ in outranked)]))
        stands = {id(one) for one in kept}
        disputed = list(_first_of_each((a, b) for a, b in disputes if id(a) in stands and id(b) in stands))
        return Reconciled(
            claims=tuple(_marked(kept, disputed)) if disputed else tuple(one.claim for one in kept),
            outranked=tuple(_each_once(outranked)),
            disputed=tuple(_each_once(disputed)),
        )

    def _agree(self, claims: Sequence[SourcedClaim]) -> bool:
        """True if it is plain that all are kept, as of most rows of a table: each is on a subject of its own, and what
        it says rules nothing out."""
        if self._has_sole_names or len({subject(one.claim) for one in claims}) < len(claims):
            return False
        for one in claims:
            concept = one.claim.concept
            if concept is not None and (concept in self._sole or (one.about, concept) in self._opposed):
                return False
        return True

    def _without_rest(self, spoken: list[SourcedClaim]) -> list[SourcedClaim]:
        """Returns the claims without prose of a type that a column says alone."""
        told = {(one.about, one.claim.type) for one in spoken if one.stated and one.claim.concept in self._sole}
        return [one for one in spoken if one.stated or (one.about, one.claim.type) not in told] if told else spoken

    def _rivals(self, claims: Sequence[SourcedClaim]) -> list[tuple[SourcedClaim, SourcedClaim, float]]:
        """Returns each pair that cannot both be true, in both orders, with the probability of that."""
        same: dict[Hashable, list[SourcedClaim]] = {}
        by_literal: dict[tuple[LevelName, Facet | None, Literal], list[SourcedClaim]] = {}
        for one in claims:
            claim = one.claim
            same.setdefault((one.about, subject(claim)), []).append(one)
            if (literal := _literal(claim)) is not None:
                by_literal.setdefault((one.about, claim.facet, literal), []).append(one)
        found: list[tuple[SourcedClaim, SourcedClaim, float]] = []
        for group in same.values():
            if len(group) > 1:
                found += [(a, b, 1.0) for a in group for b in group if a is not b and contradicts(a.claim, b.claim)]
        for (about, facet, literal), group in by_literal.items():
            for opposite, sure in self._opposites_of(about, literal):
                others = by_literal.get((about, facet, opposite), ())
                found += [(one, other, sure) for one in group for other in others]
        return [*found, *self._other_names(claims)]

    def _other_names(self, claims: Sequence[SourcedClaim]) -> Iterator[tuple[SourcedClaim, SourcedClaim, float]]:
        """Yields names that a newer source's column replaces, where only one can be true: another
        district.

        Prose also names places that are merely near, so that it neither replaces nor contradicts a
        name.
        """
        for one, other in self._unlike_names(claims):
            if other.stated and other.age_rank > one.age_rank:
                yield one, other, FIRM

    def _names_outranked(self, claims: Sequence[SourcedClaim]) -> Iterator[tuple[SourcedClaim, SourcedClaim]]:
        """Yields names in prose for which a column of the same source has another one, where only one can be true.

        A complex called "Selayang Permata Hijau" is no home in Medan Selayang if the column says Medan
        Tuntungan. Where no column names a district, the name in the title counts.
        """
        for one, other in self._unlike_names(claims):
            if other.stated and not one.stated and other.age_rank == one.age_rank:
                yield one, other

    def _unlike_names(self, claims: Sequence[SourcedClaim]) -> Iterator[tuple[SourcedClaim, SourcedClaim]]:
        """Yields pairs of names of one kind, in both orders, of which only one can be true."""
        if not self._has_sole_names:
            return
        named = [(one, name) for one in claims if (name := self._sole_name(one.claim)) is not None]
        for one, name in named:
            for other, instead in named:
                alike = other.about == one.about and instead.kind == name.kind
                if alike and not (instead.is_same(name) or self._nested(name, instead)):
                    yield one, other

    def _sole_name(self, claim: Claim) -> Name | None:
        """Returns the name, if another of its kind cannot be true too; a person may have several."""
        kind = self._pack.names.get(claim.name.kind) if claim.name is not None and not claim.negated else None
        return claim.name if kind is not None and self._is_sole(kind) else None

    @staticmethod
    def _is_sole(kind: NameKind) -> bool:
        return kind.other is OtherName.REFUTES and not kind.is_of_people

    def _nested(self, one: Name, other: Name) -> bool:
        return one in self._pack.containers(other) or other in self._pack.containers(one)

    def _contradict(self, one: SourcedClaim, other: SourcedClaim) -> bool:
        """True if two claims that cannot both be true are a contradiction within one source, and
        not an exception.
        """
        a, b = one.claim, other.claim
        if one.age_rank != other.age_rank or self._may_be_several(one):
            return False
        if subject(a) == subject(b):
            if a.negated == b.negated:
                return (one.about, a.concept) in self._single
            # One park may be far and another near; that there is none has its own concept.
            return a.concept not in self._distances
        # An area is not a single thing: it may be quiet here and loud there.
        return not a.negated and not b.negated and one.about not in self._pack.hierarchy.above

    def _may_be_several(self, one: SourcedClaim) -> bool:
        """True if it is said of one of several parts that exist only in a text, which does not
        distinguish them: of bedrooms, which are counted, one may be bright and another dark.
        """
        return one.loose and not one.claim.which and one.claim.facet in self._pack.counted

    def _opposites_of(self, level: LevelName, literal: Literal) -> Sequence[tuple[Literal, float]]:
        """Returns the literals that a literal at a level rules out."""
        known = self._opposites.get(level)
        if known is None:
            known = self._opposites[level] = self._all_opposites(level)
        return known.get(literal, ())

    def _all_opposites(self, level: LevelName) -> Mapping[Literal, Sequence[tuple[Literal, float]]]:
        """Returns all opposites by the pack's edges, in both directions."""
        bases: dict[int, Literal] = {}
        phrases: list[Phrase] = []
        for concept in self._pack.concepts.values():
            type = concept.type_at.get(level, concept.type)
            for holds in (True, False) if level in concept.levels else ():
                phrase = Phrase(
                    pattern=concept.pattern_of(), type=type, level=level, concept=concept.id, negated=not holds
                )
                bases[phrase.id] = (concept.id, holds)
                phrases.append(phrase)
        derived, edges = expand(phrases, self._pack)
        concepts = {phrase.id: phrase.concept for phrase in derived}
        found: dict[Literal, dict[Literal, float]] = {}
        for edge in edges:
            base, to = bases[edge.base], concepts[edge.derived]
            if to is None:
                continue
            # What implies something cannot be true together with its denial; what excludes
            # something, not together with its assertion.
            ruled_out = (to, edge.excludes)
            for here, there in ((base, ruled_out), (ruled_out, base)):
                sure = found.setdefault(here, {})
                sure[there] = max(edge.discount, sure.get(there, 0.0))
        return {
            literal: tuple((other, sure) for other, sure in ruled_out.items() if sure >= FIRM)
            for literal, ruled_out in found.items()
        }


def _literal(claim: Claim) -> Literal | None:
    """Returns the concept, and whether it is asserted; a denied amount denies no concept."""
    if claim.concept is None or (claim.negated and claim.amounts):
        return None
    return claim.concept, not claim.negated


def _in_one_breath(claims: Sequence[SourcedClaim]) -> frozenset[Hashable]:
    """Returns pairs of concepts that one clause or one list states of one entity: "for sale or
    rent" is no contradiction.
    """
    places: dict[Hashable, list[SourcedClaim]] = {}
    for one in claims:
        if not one.claim.negated:
            places.setdefault(_source(one) if one.item else _place(one), []).append(one)
    return frozenset(
        _pair(one, other)
        for here in places.values()
        for one in here
        for other in here
        if one.claim.concept != other.claim.concept
    )


def _pair(one: SourcedClaim, other: SourcedClaim) -> Hashable:
    return one.age_rank, frozenset({(one.claim.concept, one.claim.negated), (other.claim.concept, other.claim.negated)})


def _without(claims: Sequence[SourcedClaim], gone: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Returns what is left without `gone` and what depends on it: claims implied by its amount, and
    clauses that repeat it.
    """
    if not gone:
        return list(claims)
    left = {id(one) for one in gone}
    numbers = {_number(one, one.claim) for one in gone if one.claim.amounts}
    words = _by_source(one for one in gone if not one.claim.amounts)
    return [
        one
        for one in claims
        if id(one) not in left
        and not (one.base is not None and _number(one, one.base) in numbers)
        and not (one.clause and any(_holds(one, word) for word in words.get(_source(one), ())))
    ]


def _marked(kept: Sequence[SourcedClaim], against: Sequence[tuple[SourcedClaim, SourcedClaim]]) -> Iterator[Claim]:
    """Yields the claims; disputed ones, and those that depend on them, with the quote that
    contradicts them.
    """
    quotes = {id(one): other.claim.quote for one, other in against}
    numbers = {_number(one, one.claim): other.claim.quote for one, other in against if one.claim.amounts}
    words = _by_source(one for one, _ in against if not one.claim.amounts)
    for one in kept:
        quote = quotes.get(id(one), "")
        if not quote and one.base is not None:
            quote = numbers.get(_number(one, one.base), "")
        if one.clause:
            held = (word for word in words.get(_source(one), ()) if _holds(one, word))
            quote = next((quotes[id(word)] for word in held), "")
        yield replace(one.claim, against=quote) if quote else one.claim


def _first_of_each(pairs: Iterable[tuple[SourcedClaim, SourcedClaim]]) -> Iterator[tuple[SourcedClaim, SourcedClaim]]:
    """Yields each claim once, with the first quote that contradicts it."""
    found: dict[int, tuple[SourcedClaim, SourcedClaim]] = {}
    for one, other in pairs:
        known = found.get(id(one))
        if known is None or _reading_order(other) < _reading_order(known[1]):
            found[id(one)] = (one, other)
    yield from found.values()


def _reading_order(one: SourcedClaim) -> tuple[int, str]:
    return one.claim.start, one.claim.quote


def _each_once(against: Iterable[tuple[SourcedClaim, SourcedClaim]]) -> Iterator[Clash]:
    """Yields each contradiction once, without those that follow from another."""
    seen: set[frozenset[Hashable]] = set()
    for one, other in against:
        both = frozenset({_place(one), _place(other)})
        if both not in seen and one.base is None:
            seen.add(both)
            yield Clash(one=one.claim, other=other.claim)


def _number(one: SourcedClaim, claim: Claim) -> Hashable:
    """Returns the numeric statement of a claim, with the source that makes it."""
    return one.age_rank, one.stated, subject(claim), claim.amounts


def _source(one: SourcedClaim) -> Hashable:
    return one.age_rank, one.claim.source


def _place(one: SourcedClaim) -> Hashable:
    return one.age_rank, one.claim.source, one.claim.start, one.claim.end, one.claim.quote


def _by_source(claims: Iterable[SourcedClaim]) -> Mapping[Hashable, list[SourcedClaim]]:
    found: dict[Hashable, list[SourcedClaim]] = {}
    for one in claims:
        found.setdefault(_source(one), []).append(one)
    return found


def _holds(clause: SourcedClaim, word: SourcedClaim) -> bool:
    """True if the words of a claim are within a clause."""
    return clause.claim.start <= word.claim.start and word.claim.end <= clause.claim.end
