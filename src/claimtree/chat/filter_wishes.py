"""Wishes made of named filters, as programs and language models give them: the inverse of
`tool_calls.filters`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from claimtree.chat.criteria import Criteria, firm, is_firm, is_guess
from claimtree.errors import BadInput, UnknownName
from claimtree.model.amounts import Amount, Op
from claimtree.model.claims import ClaimId, ConceptId, QueryClaim, Strength
from claimtree.model.pack import FieldSpec, Pack
from claimtree.ports import Reader

FilterValue: TypeAlias = str | int | float | bool | Sequence[str]

MOST_FILTERS: Final = 40
LONGEST_VALUE: Final = 200
_LARGEST: Final = 1e15
_WORDS: Final = ("amenities", "must", "without", "ideally", "query")
_EXCLUSIVE: Final = "exclusive"
_SOFTER: Final = 0.1
"""By how much less than a plain wish one weighs that need not be."""
"""Filters whose values are words that the reader reads."""


def filter_wishes(filters: Mapping[str, FilterValue], pack: Pack, reader: Reader) -> Criteria:
    """Returns the wishes of filters; raises UnknownName for a filter or value that the pack does not have."""
    if len(filters) > MOST_FILTERS:
        raise BadInput(f"{len(filters)} filters are too many", hint=f"Give at most {MOST_FILTERS}.")
    found: list[QueryClaim] = []
    ends: dict[str, tuple[float, float]] = {}
    open_ends = _named_ends(filters)
    group = 0
    for name, value in filters.items():
        if name == _EXCLUSIVE:
            continue
        if name in _WORDS:
            found += _read(name, value, pack, reader)
            continue
        side, _, field = name.partition("_") if name.startswith(("min_", "max_")) else ("", "", name)
        spec = field_named(field, pack)
        if side:
            number = _number(name, value)
            low, high = ends.get(field, (-math.inf, math.inf))
            ends[field] = (number, high) if side == "min" else (low, number)
            continue
        wishes = list(_valued(name, spec, value, pack))
        group += len(wishes) > 1
        found += [replace(one, or_group=group if len(wishes) > 1 else None) for one in wishes]
    found += [_bounded(field, low, high, pack, open_ends) for field, (low, high) in ends.items()]
    return tuple(replace(one, id=ClaimId(f"f{k}")) for k, one in enumerate(found, 1))


def field_named(name: str, pack: Pack) -> FieldSpec:
    """Returns the field of the answers' level with that name."""
    spec = pack.fields.get(name)
    named = ConceptId(name.replace("_", " "))
    if spec is None and named in pack.concepts and pack.concepts[named].amount is not None:
        return FieldSpec(name=name, level=pack.hierarchy.answers, concept=named)
    if spec is None or spec.level != pack.hierarchy.answers:
        raise UnknownName(
            f"there is no filter {name[:40]!r}",
            hint=f"There are {', '.join((*filter_names(pack), *_WORDS))}.",
            values={"filter": name[:40]},
        )
    return spec


def filter_names(pack: Pack) -> list[str]:
    """The filters of a pack: fields with values or a name, and the ends of numbers."""
    names = []
    for spec in pack.fields.values():
        if spec.level != pack.hierarchy.answers:
            continue
        concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
        if concept is not None and concept.amount is not None:
            names += [f"min_{spec.name}", f"max_{spec.name}"]
        elif spec.values or concept is not None:
            names.append(spec.name)
    return names


def _valued(name: str, spec: FieldSpec, value: FilterValue, pack: Pack) -> Iterator[QueryClaim]:
    """The wishes of a field with listed values, several of which are alternatives, or of yes and no."""
    if spec.values:
        values = [value] if isinstance(value, str | int | float) else list(value)
        if not values:
            raise BadInput(f"{name} has no value", hint=f"There are {', '.join(spec.values)}.", values={"filter": name})
        for one in values:
            concept = spec.values.get(str(one).casefold())
            if concept is None:
                raise UnknownName(
                    f"{name} has no value {str(one)[:40]!r}",
                    hint=f"There are {', '.join(spec.values)}.",
                    values={"filter": name},
                )
            yield concept_wish(concept, pack)
        return
    concept_id = spec.concept
    if concept_id is None or pack.concepts[concept_id].amount is not None or not isinstance(value, bool):
        numbers = concept_id is not None and pack.concepts[concept_id].amount is not None
        hint = f"Give min_{name} or max_{name}." if numbers else f"There are {', '.join(filter_names(pack))}."
        raise BadInput(f"{name} cannot be {str(value)[:40]!r}", hint=hint, values={"filter": name})
    yield concept_wish(concept_id, pack, negated=not value)


def _named_ends(filters: Mapping[str, FilterValue]) -> frozenset[str]:
    """Returns the ends that a value must not reach; each has to be one of the filters."""
    value = filters.get(_EXCLUSIVE, ())
    names = [value] if isinstance(value, str) else [] if isinstance(value, int | float) else list(value)
    wrong = [name for name in names if name not in filters or not name.startswith(("min_", "max_"))]
    if wrong or (isinstance(value, int | float)):
        raise BadInput(
            f"{_EXCLUSIVE} names {str(wrong[0] if wrong else value)[:40]!r}, which is no end of a number given",
            hint="Name filters such as min_price or max_price that are given as well.",
        )
    return frozenset(names)


def _bounded(field: str, low: float, high: float, pack: Pack, open_ends: frozenset[str] = frozenset()) -> QueryClaim:
    spec = field_named(field, pack)
    concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
    if concept is None or concept.amount is None:
        raise BadInput(f"{field} is no number", hint=f"There are {', '.join(filter_names(pack))}.")
    if low > high:
        raise BadInput(f"min_{field} {low:g} is above max_{field} {high:g}", hint="Swap the two.")
    op = Op.EQUALS if low == high else Op.GTE if math.isinf(high) else Op.LTE if math.isinf(low) else Op.RANGE
    known = concept.amount
    low_open, high_open = f"min_{field}" in open_ends, f"max_{field}" in open_ends
    op = {Op.GTE: Op.GT if low_open else op, Op.LTE: Op.LT if high_open else op}.get(op, op)
    amount = Amount(
        kind=known.kind,
        unit=known.unit,
        noun=known.noun,
        low=low,
        high=high,
        low_open=low_open,
        high_open=high_open,
        op=op,
    )
    return concept_wish(concept.id, pack, amount=amount)


def concept_wish(
    concept_id: ConceptId, pack: Pack, *, amount: Amount | None = None, negated: bool = False
) -> QueryClaim:
    """Returns the wish for a concept, with an amount where it has one."""
    concept = pack.concepts[concept_id]
    pattern = concept.pattern_of(with_amount=amount is not None)
    text = concept.filled(pattern, amount) if amount is not None else pattern
    wish = QueryClaim(
        id=ClaimId(""),
        text=concept.denied(text) if negated else text,
        pattern=pattern,
        type=concept.type,
        level=concept.levels[0] if concept.levels else pack.hierarchy.answers,
        quote="",
        concept=concept.id,
        amounts=(amount,) if amount is not None else (),
        negated=negated,
        weight=concept.weight or pack.type(concept.type).weight,
    )
    return replace(wish, strength=Strength.REQUIRED if is_firm(wish, pack) else Strength.PREFERRED)


def _read(name: str, value: FilterValue, pack: Pack, reader: Reader) -> list[QueryClaim]:
    """The wishes that words ask for; under `without` their opposites."""
    found: list[QueryClaim] = []
    texts = [value] if isinstance(value, str) else [] if isinstance(value, int | float) else list(value)
    if not texts:
        raise BadInput(f"{name} is {str(value)[:40]!r}, not words", hint="Give words, or a list of them.")
    for words in texts:
        if len(words) > LONGEST_VALUE:
            raise BadInput(f"{name} has {len(words):,} characters; {LONGEST_VALUE} is the most", hint="Say it shorter.")
        spoken = words.replace("_", " ")
        concept = ConceptId(words) if ConceptId(words) in pack.concepts else ConceptId(spoken)
        if name != "query" and concept in pack.concepts and pack.concepts[concept].amount is None:
            found.append(_meant(name, concept_wish(concept, pack), pack))
            continue
        read = [claim for claim in firm(reader.read_query(spoken).claims, pack) if not is_guess(claim)]
        if not read:
            raise BadInput(
                f"{name} {words[:40]!r} says nothing that can be searched for", hint="Say it in other words."
            )
        found += [_meant(name, one, pack) for one in read]
    return found


def _meant(name: str, wish: QueryClaim, pack: Pack) -> QueryClaim:
    """Returns a wish as the argument means it in which it stands."""
    if name == "without":
        return _denied(wish)
    if name == "must":
        return replace(wish, strength=Strength.REQUIRED)
    if name == "ideally":
        return replace(wish, strength=Strength.PREFERRED, weight=max(0.0, pack.type(wish.type).weight - _SOFTER))
    return wish


def _denied(wish: QueryClaim) -> QueryClaim:
    return replace(wish, negated=not wish.negated, strength=Strength.REQUIRED)


def _number(name: str, value: FilterValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST:
        raise BadInput(f"{name} is {str(value)[:40]!r}, not a number", hint="Give a number.", values={"filter": name})
    return float(value)
