"""Stored entities as rows of a structured source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from claimtree.indexing.fields import folded, truth
from claimtree.indexing.number_columns import Numbers
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.pack import FieldSpec, Pack
from claimtree.model.source_query import NumberSpec, SourceRow, SourceSpec

_UNREAD = ("parent", "level")
_VALUES_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Known:
    """An entity with the columns of what it lies in: those of a complex hold for each house there."""

    entity: Entity
    fields: Mapping[str, Field]


class RowMaker:
    """Makes rows of the entities of the answer level."""

    def __init__(self, pack: Pack, spec: SourceSpec) -> None:
        self._spec = spec
        self._pack = pack
        self._numbers = Numbers(pack)
        self._named = {theirs: ours for ours, theirs in spec.columns.items()}
        # The same few values come in thousands of rows.
        self._read = lru_cache(maxsize=_VALUES_KEPT, typed=True)(self._number_of)
        self._rent = lru_cache(maxsize=_VALUES_KEPT)(self._rent_of)
        self._fitting = lru_cache(maxsize=_VALUES_KEPT, typed=True)(self._allowed)
        own = pack.hierarchy.answers
        self._fields: dict[str, FieldSpec] = {one.name: one for one in pack.fields.values() if one.level == own}
        self._shared = {
            (one.level, one.name) for one in pack.fields.values() if one.level != own and one.name in self._fields
        }

    def known(self, entity: Entity, above: Mapping[EntityId, Entity]) -> Known:
        """Returns an entity with what it shares with those above it, which are given by their ids."""
        fields = dict(entity.fields)
        parent = above.get(entity.parent) if entity.parent is not None else None
        while parent is not None:
            for name, value in parent.fields.items():
                if (parent.level, name) in self._shared:
                    fields.setdefault(name, value)
            parent = above.get(parent.parent) if parent.parent is not None else None
        return Known(entity, fields)

    def number(self, known: Known, spec: NumberSpec) -> float | None:
        """Returns the number of a row that a filter compares; None if it has none. The price of what is to let is the
        sum that is asked at once: one by the year is compared as that, and not by the month."""
        own = self._number(spec.column, known.fields.get(spec.column))
        rents = self._pack.reading.rents
        if own is not None or rents is None or spec.concept != rents.price:
            return own
        texts = (known.fields.get(one.name) for one in self._fields.values() if one.read and not one.types)
        sums = {found for text in texts if isinstance(text, str) and (found := self._rent(text)) is not None}
        return sums.pop() if len(sums) == 1 else None

    def says(self, known: Known, document: Document) -> bool:
        """True if some source of an entity says what a document says: its text, and each column that the pack reads,
        in whatever form; what the entity does not say itself, what it lies in may say.

        The name of the source, and columns that are only kept, make no difference.
        """
        stated = {name: value for name, value in document.source.fields.items() if name in self._fields}
        texts = [source.text for source in known.entity.sources]
        whole = "\n\n".join(text for text in texts if text)
        fields = [source.fields for source in known.entity.sources if source.text == document.source.text]
        fields += [known.fields] if whole == document.source.text else []
        return any(
            all(self._is_same(name, some.get(name, known.fields.get(name)), value) for name, value in stated.items())
            for some in fields
        )

    def _is_same(self, column: str, one: Field | None, other: Field) -> bool:
        """True for one value in two forms: "200 m2" and 200, "yes" and true."""
        if one is None or one == other or str(one) == str(other):
            return one is not None
        numbers = self._number(column, one), self._number(column, other)
        if numbers[0] is not None or numbers[1] is not None:
            return numbers[0] == numbers[1]
        if self._fields[column].concept is not None and truth(one) is not None:
            return truth(one) is truth(other)
        words = {folded(word): concept for word, concept in self._fields[column].values.items()}
        mine, theirs = (
            {
                words.get(folded(str(item)), folded(str(item)))
                for item in (value if isinstance(value, tuple) else (value,))
            }
            for value in (one, other)
        )
        return mine == theirs

    def choices(self, known: Known) -> dict[str, frozenset[str]]:
        """Returns, by parameter, the values that a column of it allows; one without such a column is missing."""
        found = {}
        for parameter in self._spec.choices:
            spec = self._fields.get(self._named.get(parameter, parameter))
            value = known.fields.get(spec.name) if spec is not None else None
            if spec is not None and value is not None and (fits := self._fitting(parameter, spec.name, value)):
                found[parameter] = fits
        return found

    def _allowed(self, parameter: str, column: str, value: Field) -> frozenset[str]:
        """Returns the values of a parameter that a value of a column allows; none if it says nothing about them."""
        spec, values = self._fields[column], self._spec.choices[parameter]
        if spec.concept is not None:
            holds = truth(value)
            fits = {one for one, concept in values.items() if (concept == spec.concept) is holds}
            return frozenset(fits if holds is not None else ())
        words = {folded(word): concept for word, concept in spec.values.items()}
        stated = {words.get(folded(str(one))) for one in (value if isinstance(value, tuple) else (value,))}
        return frozenset(one for one, concept in values.items() if concept in stated)

    def row(self, known: Known) -> SourceRow:
        """Returns the row of an entity, under the names of the interface."""
        entity, spec = known.entity, self._spec
        newest = entity.sources[-1] if entity.sources else None
        url = next((source.url for source in reversed(entity.sources) if source.url), "")
        plain: dict[str, object] = {
            "id": entity.id,
            "title": entity.title,
            "url": url,
            "text": "\n\n".join(source.text for source in entity.sources if source.text),
            "updated": newest.updated if newest is not None else "",
            "lat": entity.point.lat if entity.point is not None else None,
            "lon": entity.point.lon if entity.point is not None else None,
        }
        for name in self._fields:
            value = known.fields.get(name)
            if name in plain or name in _UNREAD or value is None:
                continue
            number = self._number(name, value)
            plain[name] = _json(value) if number is None else number
        data = {spec.columns.get(name, name): value for name, value in plain.items()}
        return SourceRow(id=entity.id, data=data, url=url)

    def _number(self, column: str, value: Field | None) -> float | None:
        spec = self._fields.get(column)
        concept = self._pack.concepts.get(spec.concept) if spec is not None and spec.concept is not None else None
        if value is None or isinstance(value, bool) or concept is None or concept.amount is None:
            return None
        found = self._read(column, value)
        if isinstance(found, str):
            return None
        return int(found) if found == int(found) else found

    def _rent_of(self, text: str) -> float | None:
        rents = self._pack.reading.rents
        return self._numbers.rent_at_once(text, ("month", rents.per)) if rents is not None else None

    def _number_of(self, column: str, value: Field) -> float | str:
        concept = self._fields[column].concept
        amount = self._pack.concepts[concept].amount if concept is not None else None
        return self._numbers.of(value, amount) if amount is not None else "is not a number"


def _json(value: Field) -> object:
    return list(value) if isinstance(value, tuple) else value
