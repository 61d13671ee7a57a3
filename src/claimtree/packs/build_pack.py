"""Builds a Pack from its tables: every name is resolved to what it refers to."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from claimtree.languages import CODES
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, Facet, LevelName, TypeName
from claimtree.model.columns import OWN_COLUMNS, POINT_COLUMNS, RELATIONS, ColumnRule, Export, column_key
from claimtree.model.dates import DateRules, Tolerance
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import (
    BARE_NUMBER,
    LEVEL_ICONS,
    AmountReading,
    AmountSpec,
    ChildSpec,
    Concept,
    EvidenceRule,
    FacetSpec,
    FieldSpec,
    LabelWords,
    LevelLabel,
    NameKind,
    NameMatching,
    OtherName,
    Pack,
    SmallWords,
    Step,
    TypeSpec,
    UnitSpec,
)
from claimtree.model.reading_rules import Areas, ReadingRules, Rents, Sentences
from claimtree.model.relations import RelationKind, RelationName
from claimtree.model.units import unit_fault
from claimtree.packs.api_table import source_spec
from claimtree.packs.clashes import note_circles, note_clashing_names, note_clashing_words
from claimtree.packs.diagnostics import Origin, Problems
from claimtree.packs.levels import chain
from claimtree.packs.pack_tables import (
    AmountTable,
    AreasTable,
    ConceptTable,
    FieldTable,
    LabelWordsTable,
    NameTable,
    PackFile,
    ReadingTable,
    RentsTable,
    Side,
    SmallWordsTable,
)
from claimtree.packs.places_table import places_spec
from claimtree.source_names import SHIPPED as SHIPPED_SOURCES
from claimtree.source_names import known_sources

KeyPath = tuple[str | int, ...]

ANY_TYPE = "*"
COLUMNS = OWN_COLUMNS | POINT_COLUMNS


def build(tables: PackFile, origin: Origin, problems: Problems) -> Pack | None:
    """Returns the pack; None after noting what is wrong with it."""
    return _Builder(tables=tables, origin=origin, problems=problems).pack()


@dataclass(slots=True, kw_only=True)
class _Builder:
    tables: PackFile
    origin: Origin
    problems: Problems

    def pack(self) -> Pack | None:
        tables = self.tables
        levels = chain(tables.levels, self.origin.main, self.problems)
        answers = self.level(("answers",), tables.answers)
        weights = self.level_weights()
        labels = {LevelName(level): self.level_label(level) for level in tables.level_labels}
        types = {TypeName(name): self.type_spec(name) for name in tables.types}
        default_type = self.type(("default_type",), tables.default_type)
        facets = {Facet(name): self.facet_spec(name) for name in tables.facets}
        concepts = {ConceptId(id): self.concept(id, table) for id, table in tables.concepts.items()}
        note_clashing_words(concepts, self.origin, self.problems)
        names = {kind: self.name_kind(kind, table) for kind, table in tables.names.items()}
        note_clashing_names(names, self.origin, self.problems)
        note_circles(names, self.origin, self.problems)
        nouns = {self.level(("nouns", level), level): tuple(words) for level, words in tables.nouns.items()}
        evidence = tuple(self.evidence_rule(place) for place in range(len(tables.evidence)))
        fields = {key: self.field_spec(key, table) for key, table in tables.fields.items()}
        children = {key: self.child_spec(key) for key in tables.children}
        relations = {RelationName(name): self.relation_kind(name) for name in tables.relations}
        self.check_relation_names()
        self.check_relation_wordings()
        units = {word: self.unit_spec(word) for word in tables.units}
        exports = {name: self.export(name) for name in tables.exports}
        bare = {key: self.bare_concept(key, name) for key, name in tables.bare.items()}
        small_words = self.small_words(tables.small_words)
        label_words = self.label_words(tables.label_words)
        if tables.source not in SHIPPED_SOURCES:
            self.look_up(("source",), "source", tables.source, known_sources())
        rents = self.rents(tables.reading.rents)
        areas = self.areas(tables.reading.areas)
        used = tables.reading.used_as
        used_as = self.concept_id(("reading", "used_as"), used) if used is not None else None
        places = places_spec(tables, self.origin.main, self.problems) if tables.places is not None else None
        api = source_spec(tables, self.origin.main, self.problems) if tables.api is not None else None
        if self.problems:
            return None
        return Pack(
            name=tables.name,
            version=tables.version,
            languages=tuple(tables.language),
            title=tables.title,
            reading=_reading_rules(tables.reading, rents, areas, used_as),
            round_amounts=tables.round_amounts,
            dates=DateRules(historical=tables.dates.historical, about=_about(tables)),
            hierarchy=Hierarchy(levels=levels, answers=answers),
            level_weights=weights,
            level_labels=labels,
            types=types,
            default_type=default_type,
            concepts=concepts,
            facets=facets,
            names=names,
            nouns=nouns,
            evidence=evidence,
            fields=fields,
            children=children,
            relations=relations,
            units=units,
            bare=bare,
            spellings=dict(tables.spellings),
            gloss=dict(tables.gloss),
            ignored=tuple(dict.fromkeys(tables.ignored)),
            small_words=small_words,
            label_words=label_words,
            not_offered={words: offer for offer, wordings in tables.not_offered.items() for words in wordings},
            places=places,
            exports=exports,
            api=api,
            demo=tuple(tables.demo),
            source=tables.source,
            queries=tuple(tables.queries),
        )

    # Lookups: each returns the name, and notes a problem if it refers to nothing.

    def fault(self, path: KeyPath, what: str) -> None:
        self.problems.add(self.origin.file(path), path, what)

    def look_up(self, path: KeyPath, noun: str, name: str, known: Collection[str]) -> None:
        if name not in known:
            self.problems.unknown(self.origin.file(path), path, noun, name, known)

    def level(self, path: KeyPath, name: str) -> LevelName:
        self.look_up(path, "level", name, self.tables.levels)
        return LevelName(name)

    def level_list(self, path: KeyPath, names: Iterable[str]) -> tuple[LevelName, ...]:
        return tuple(self.level((*path, place), name) for place, name in enumerate(names))

    def type(self, path: KeyPath, name: str) -> TypeName:
        self.look_up(path, "claim type", name, self.tables.types)
        return TypeName(name)

    def concept_id(self, path: KeyPath, name: str) -> ConceptId:
        self.look_up(path, "concept", name, self.tables.concepts)
        return ConceptId(name)

    # Levels and types

    def level_label(self, level: str) -> LevelLabel:
        self.level(("level_labels", level), level)
        table = self.tables.level_labels[level]
        for code, names in table.names.items():
            if len(names) != 2:
                self.fault(("level_labels", level, "names", code), 'takes two names, as ["boat", "boats"]')
            if code not in {*CODES, *self.tables.language}:
                self.fault(("level_labels", level, "names", code), f"no language {code!r} (have: {', '.join(CODES)})")
        if table.icon not in ("", *LEVEL_ICONS):
            self.fault(("level_labels", level, "icon"), f"no icon {table.icon!r} (have: {', '.join(LEVEL_ICONS)})")
        return LevelLabel(
            names={code: (names[0], names[-1]) for code, names in table.names.items() if names}, icon=table.icon
        )

    def level_weights(self) -> Mapping[LevelName, float]:
        """Returns the given weights; equal ones if none are given."""
        given = self.tables.level_weights
        if not given:
            return {LevelName(level): 1 / len(self.tables.levels) for level in self.tables.levels}
        for level in self.tables.levels:
            if level not in given:
                self.fault(("level_weights",), f"no weight for level {level!r}")
        if not any(given.values()):
            self.fault(("level_weights",), "all weights are 0")
        return {self.level(("level_weights", level), level): weight for level, weight in given.items()}

    def type_spec(self, name: str) -> TypeSpec:
        table = self.tables.types[name]
        return TypeSpec(
            name=TypeName(name),
            about=table.about,
            levels=self.level_list(("types", name, "levels"), table.levels),
            examples=tuple(table.examples),
            called=tuple(table.called),
            firm=table.firm,
            loosened_last=table.loosened_last,
            rules=table.rules,
            weight=table.weight,
            threshold=table.threshold,
        )

    def evidence_rule(self, place: int) -> EvidenceRule:
        table = self.tables.evidence[place]
        path = ("evidence", place)
        return EvidenceRule(
            level=self.level((*path, "wish", "level"), table.wish.level),
            types=self.side_types((*path, "wish", "types"), table.wish),
            by_level=self.level((*path, "by", "level"), table.by.level),
            by_types=self.side_types((*path, "by", "types"), table.by),
            proves=table.proves,
            refutes=table.refutes,
        )

    def side_types(self, path: KeyPath, side: Side) -> frozenset[TypeName]:
        if side.types == [ANY_TYPE]:
            return frozenset(TypeName(name) for name in self.tables.types)
        return frozenset(self.type((*path, place), name) for place, name in enumerate(side.types))

    # Words

    def concept(self, id: str, table: ConceptTable) -> Concept:
        path = ("concepts", id)
        type_name = self.type((*path, "type"), table.type)
        if table.levels is not None:
            levels = self.level_list((*path, "levels"), table.levels)
        else:
            of_type = self.tables.types.get(table.type)
            levels = tuple(LevelName(level) for level in of_type.levels) if of_type else ()
        if table.facet is not None:
            self.look_up((*path, "facet"), "facet", table.facet, self.tables.facets)
        # A concept with an amount is not stated by its bare name: "area" alone is not a claim about
        # size.
        own = () if "_" in id or "{" in id or "_" in (table.wording or "") else (id,)
        return Concept(
            id=ConceptId(id),
            type=type_name,
            levels=levels,
            wording=table.wording or id,
            says=tuple(dict.fromkeys((*own, *table.says))),
            denies=tuple(dict.fromkeys(table.denies)),
            amount=self.amount(path, table),
            facet=Facet(table.facet) if table.facet else None,
            steps=self.steps(path, table),
            readings=self.readings(path, table),
            weight=table.weight,
            fixed=dict(table.fixed),
            type_at={
                self.level((*path, "type_at", level), level): self.type((*path, "type_at", level), name)
                for level, name in table.type_at.items()
            },
            document_only=tuple(dict.fromkeys(table.document_only)),
            query_only=tuple(dict.fromkeys(table.query_only)),
            at_most=tuple(dict.fromkeys(table.at_most)),
            only_stressed=table.only_stressed,
            quality=table.quality,
            asked_as_host=table.asked_as_host,
            as_part={
                self.concept_id((*path, "as_part", said), said): self.concept_id((*path, "as_part", said), meant)
                for said, meant in table.as_part.items()
            },
            either={word: self.concept_id((*path, "either", word), other) for word, other in table.either.items()},
            language=self.tables.language[0],
        )

    def amount(self, path: tuple[str, str], table: ConceptTable) -> AmountSpec | None:
        given = table.amount
        if given is None:
            if table.fixed:
                self.fault((*path, "fixed"), "states amounts, but the concept has no amount")
            return None
        return self.amount_spec((*path, "amount"), given)

    def unit_spec(self, word: str) -> UnitSpec:
        unit = self.tables.units[word]
        # The unit of a count is known because it has a word.
        self.unit(("units", word, "unit"), unit.kind, unit.unit)
        return UnitSpec(kind=unit.kind, unit=unit.unit, factor=unit.factor)

    def unit(self, path: tuple[str, ...], kind: AmountKind, unit: str) -> None:
        """Note a problem if the unit is unknown: an amount in it would silently never match a wish."""
        own = [one.unit for one in self.tables.units.values() if one.kind is AmountKind.COUNT]
        fault = unit_fault(kind, unit, tuple(dict.fromkeys(own)))
        if fault is not None:
            self.fault(path, fault)

    def amount_spec(self, path: tuple[str, ...], given: AmountTable) -> AmountSpec:
        self.unit((*path, "unit"), given.kind, given.unit)
        least = -math.inf if given.least is None else given.least
        most = math.inf if given.most is None else given.most
        if least > most:
            self.fault(path, f"least {least:g} is more than most {most:g}")
        within = math.inf if given.within is None else given.within
        return AmountSpec(
            kind=given.kind,
            unit=given.unit,
            noun=given.noun,
            least=least,
            most=most,
            unsaid_from=math.inf if given.unsaid_from is None else given.unsaid_from,
            within=within,
            ahead=given.ahead,
            enough=given.enough,
            minimum=given.minimum,
            beyond=self.concept_id((*path, "beyond"), given.beyond) if given.beyond else None,
            beyond_from=given.beyond_from,
        )

    def readings(self, path: tuple[str, str], table: ConceptTable) -> tuple[AmountReading, ...]:
        if table.readings and table.amount is None:
            self.fault((*path, "readings"), "reads amounts, but the concept has no amount")
        return tuple(
            AmountReading(
                says=self.concept_id((*path, "readings", place, "says"), reading.says),
                at_least=-math.inf if reading.at_least is None else reading.at_least,
                at_most=math.inf if reading.at_most is None else reading.at_most,
            )
            for place, reading in enumerate(table.readings)
        )

    def steps(self, path: tuple[str, str], table: ConceptTable) -> tuple[Step, ...]:
        found = []
        for key, steps, excludes in (("implies", table.implies, False), ("excludes", table.excludes, True)):
            for to, discount in steps.items():
                if to == path[1]:
                    self.fault((*path, key, to), "leads from a concept to itself")
                if excludes and to in table.implies:
                    self.fault((*path, key, to), "is implied and excluded at once")
                target = self.concept_id((*path, key, to), to)
                found.append(Step(to=target, discount=discount, excludes=excludes))
        return tuple(found)

    def rents(self, table: RentsTable | None) -> Rents | None:
        if table is None:
            return None
        path = ("reading", "rents")
        for key, name in (("price", table.price), ("rent", table.rent)):
            known = self.tables.concepts.get(name)
            if known is not None and (known.amount is None or known.amount.kind is not AmountKind.MONEY):
                self.fault((*path, key), f"concept {name!r} has no amount of money")
        return Rents(
            price=self.concept_id((*path, "price"), table.price),
            rent=self.concept_id((*path, "rent"), table.rent),
            to_let=self.concept_id((*path, "to_let"), table.to_let),
            for_sale=self.concept_id((*path, "for_sale"), table.for_sale),
            per=table.per,
            monthly_below=table.monthly_below,
            most=math.inf if table.most is None else table.most,
        )

    def areas(self, table: AreasTable | None) -> Areas | None:
        if table is None:
            return None
        path = ("reading", "areas")
        for key, name in (("land", table.land), ("floor", table.floor)):
            known = self.tables.concepts.get(name)
            if known is not None and (known.amount is None or known.amount.kind is not AmountKind.AREA):
                self.fault((*path, key), f"concept {name!r} has no area")
        return Areas(
            land=self.concept_id((*path, "land"), table.land),
            floor=self.concept_id((*path, "floor"), table.floor),
            landless=frozenset(self.concept_id((*path, "landless"), name) for name in table.landless),
            landed=frozenset(self.concept_id((*path, "landed"), name) for name in table.landed),
        )

    def facet_spec(self, name: str) -> FacetSpec:
        table = self.tables.facets[name]
        title = table.title or name.replace("_", " ")
        default = TypeName(self.tables.default_type)
        return FacetSpec(
            name=Facet(name),
            level=self.level(("facets", name, "level"), table.level),
            says=tuple(dict.fromkeys(table.says or (title,))),
            title=title,
            type=self.type(("facets", name, "type"), table.type) if table.type else default,
            counted=table.counted or "",
        )

    def name_kind(self, kind: str, table: NameTable) -> NameKind:
        path = ("names", kind)
        if "{name}" not in table.wording:
            self.fault((*path, "wording"), "has no {name} in it: 'located in {name}'")
        return NameKind(
            name=kind,
            type=self.type((*path, "type"), table.type),
            level=self.level((*path, "level"), table.level),
            wording=table.wording,
            other=OtherName(table.other),
            entries={name: tuple(aliases) for name, aliases in table.entries.items()},
            within={name: self.container(path, table, name) for name in table.within},
            concept=self.concept_id((*path, "concept"), table.concept) if table.concept else None,
            amount=self.amount_spec((*path, "amount"), table.amount) if table.amount else None,
            open=table.open,
            match=self.name_matching(path, table),
        )

    def name_matching(self, path: tuple[str, str], table: NameTable) -> NameMatching:
        """How names of the kind are compared; people are no places, and lie in nothing."""
        if table.match == "people" and table.open in ("in", "near"):
            self.fault((*path, "open"), f"must be 'person' or empty for names of people, not {table.open!r}")
        if table.match == "people" and table.within:
            self.fault((*path, "within"), "names of people lie in nothing; leave it out")
        if table.match == "exact" and table.open == "person":
            self.fault((*path, "open"), "'person' needs match = 'people'")
        first = next((kind for kind, one in self.tables.names.items() if one.open == "person"), "")
        if table.open == "person" and path[1] != first:
            self.fault((*path, "open"), f"people that no list has are names of {first!r} already")
        return NameMatching(table.match)

    def container(self, path: tuple[str, str], table: NameTable, name: str) -> tuple[str, str]:
        """Returns what a name is part of ("borough:Brooklyn") as kind and name."""
        here = (*path, "within", name)
        self.look_up(here, "name", name, table.entries)
        kind, colon, container = table.within[name].partition(":")
        if not colon:
            self.fault(here, f"{table.within[name]!r} names no kind; write 'kind:name'")
            return "", ""
        self.look_up(here, "kind of name", kind, self.tables.names)
        if kind in self.tables.names:
            self.look_up(here, kind, container, self.tables.names[kind].entries)
        return kind, container

    # Documents

    def field_spec(self, key: str, table: FieldTable) -> FieldSpec:
        """Returns the field's spec. A key may carry its level ("room.area_m2"), where two levels
        have a field of one name.
        """
        path = ("fields", key)
        options = {
            "concept": table.concept,
            "values": table.values if not table.items else None,
            "name": table.name,
            "read": table.read,
            "items": table.items,
        }
        given = [name for name, value in options.items() if value]
        if len(given) != 1:
            have = ", ".join(given) or "none"
            self.fault(path, f"needs exactly one of {', '.join(options)} (has {have})")
        if table.name:
            self.look_up((*path, "name"), "kind of name", table.name, self.tables.names)
        if table.sole and options["values"] is None:
            self.fault(path, "'sole' needs values, each with its concept")
        if table.types is not None and not table.read:
            self.fault(path, "'types' needs 'read': they are those that are read")
        values = table.values or {}
        level, dot, name = key.partition(".")
        return FieldSpec(
            name=name if dot and level == table.level else key,
            level=self.level((*path, "level"), table.level),
            concept=self.concept_id((*path, "concept"), table.concept) if table.concept else None,
            values={
                # For items only: one whose own words are all it says.
                word: ConceptId("") if table.items and not to else self.concept_id((*path, "values", word), to)
                for word, to in values.items()
            },
            name_kind=table.name or "",
            read=bool(table.read),
            types=tuple(self.type((*path, "types"), one) for one in table.types or ()),
            items=self.type((*path, "items"), table.items) if table.items else None,
            sole=table.sole,
            several=table.several,
        )

    def export(self, name: str) -> Export:
        """Returns a third-party file format; the targets of its columns have to exist at the answer
        level.
        """
        table, level = self.tables.exports[name], LevelName(self.tables.answers)
        known = {*COLUMNS, *self.tables.children, *self.tables.levels}
        known |= {RELATIONS} if self.tables.relations else set()
        known |= {key.rpartition(".")[2] for key, spec in self.tables.fields.items() if spec.level == level}
        for column, rule in table.columns.items():
            if rule.to:
                self.look_up(("exports", name, "columns", column), "column", rule.to, sorted(known))
        return Export(
            title=table.title,
            known_by=tuple(frozenset(map(column_key, names)) for names in table.known_by),
            rules={
                column_key(column): ColumnRule(to=rule.to, unit=rule.unit, why=rule.why)
                for column, rule in table.columns.items()
            },
        )

    def child_spec(self, key: str) -> ChildSpec:
        table = self.tables.children[key]
        return ChildSpec(key=key, level=self.level(("children", key, "level"), table.level), facet_key=table.facet)

    # Words

    def small_words(self, table: SmallWordsTable) -> SmallWords:
        kinds: dict[str, list[str]] = table.model_dump()
        return SmallWords(
            **{kind: self.single_words(("small_words", kind), wordings) for kind, wordings in kinds.items()}
        )

    def label_words(self, table: LabelWordsTable) -> LabelWords:
        kinds: dict[str, list[str]] = table.model_dump(exclude={"homonyms"})
        homonyms = tuple(
            (unit, self.single_words(("label_words", "homonyms", unit), context))
            for unit, context in table.homonyms.items()
        )
        found = {kind: self.single_words(("label_words", kind), wordings) for kind, wordings in kinds.items()}
        return LabelWords(homonyms=homonyms, **found)

    def single_words(self, path: KeyPath, listed: Iterable[str]) -> frozenset[str]:
        """The words as a set; one that is no single lower-case word would never be met in a text."""
        for word in listed:
            if word != word.lower() or len(word.split()) != 1:
                self.fault(path, f"must be single words in lower case, not {word!r}")
        return frozenset(listed)

    # Relations

    def relation_kind(self, name: str) -> RelationKind:
        table = self.tables.relations[name]
        inverse = self.inverse(name)
        if table.inverse is not None:
            self.check_inverse(name, table.inverse)
        return RelationKind(
            name=RelationName(name),
            about=table.about,
            symmetric=table.symmetric,
            inverse=None if inverse is None else RelationName(inverse),
            says=None if table.says is None else tuple(table.says),
            said_back=tuple(table.said_back),
        )

    def inverse(self, name: str) -> str | None:
        """Returns the inverse of a kind: the one that it names, or the one that names it."""
        given = self.tables.relations[name].inverse
        naming = (other for other, table in self.tables.relations.items() if table.inverse == name)
        return given if given is not None else next(naming, None)

    def check_inverse(self, name: str, inverse: str) -> None:
        path = ("relations", name, "inverse")
        if self.tables.relations[name].symmetric:
            self.fault(path, "a symmetric relation has no inverse: it is the same from both ends")
        elif inverse == name:
            self.fault(path, "is the relation itself; write symmetric = true")
        elif inverse not in self.tables.relations:
            self.look_up(path, "relation", inverse, self.tables.relations)
        elif self.tables.relations[inverse].symmetric:
            self.fault(path, f"{inverse!r} is symmetric, and so has no inverse")
        elif (back := self.inverse(inverse)) != name:
            self.fault(path, f"{inverse!r} is the inverse of {back!r}")

    def check_relation_wordings(self) -> None:
        """Report wordings of two kinds or of both directions, and those of a direction that is a kind of its own."""
        tables = self.tables.relations
        taken = {name.replace("-", " ").replace("_", " "): name for name, table in tables.items() if table.says is None}
        for name, table in tables.items():
            other = name if table.symmetric else self.inverse(name)
            if table.said_back and other is not None:
                self.fault(
                    ("relations", name, "said_back"), f"belongs to says of {other!r}, which is the other direction"
                )
            for key, words in (("says", table.says or ()), ("said_back", table.said_back)):
                for wording in words:
                    before = taken.setdefault(" ".join(wording.casefold().split()), f"{name} {key}")
                    if before != f"{name} {key}":
                        self.fault(("relations", name, key), f"{wording!r} is a wording of {before.split()[0]!r} too")

    def check_relation_names(self) -> None:
        """Note names that are too similar, and other columns with the name of the column of
        relations.
        """
        alike: dict[str, str] = {}
        for name in self.tables.relations:
            other = alike.setdefault(name.replace("_", "-"), name)
            if other != name:
                self.fault(("relations", name), f"is too like {other!r}: choose '-' or '_'")
        if self.tables.relations:
            for section, keys in (("fields", self.tables.fields), ("children", self.tables.children)):
                for key in keys:
                    if key.rpartition(".")[2] == RELATIONS:
                        self.fault((section, key), "is the column of relations, which this pack declares")

    # Amounts

    def bare_concept(self, key: str, name: str) -> ConceptId:
        path = ("bare", key)
        level, _, rest = key.rpartition(".")
        if level:
            self.look_up(path, "level", level, self.tables.levels)
        kind = rest.partition("/")[0]
        kinds = [known.value for known in AmountKind]
        self.look_up(path, "kind of amount", kind, [*kinds, BARE_NUMBER])
        if "/" in rest and kind in kinds:
            self.unit(path, AmountKind(kind), rest.partition("/")[2])
        concept = self.tables.concepts.get(name)
        if concept and kind == BARE_NUMBER and concept.amount is None:
            self.fault(path, f"concept {name!r} has no amount")
        if concept and kind in kinds and (concept.amount is None or concept.amount.kind != kind):
            self.fault(path, f"concept {name!r} has no amount of kind {kind!r}")
        return self.concept_id(path, name)


def _about(tables: PackFile) -> Tolerance:
    """Returns what "about" means in the pack's texts."""
    return Tolerance(**tables.dates.about.model_dump(), money=tables.reading.about_money)


def _reading_rules(
    table: ReadingTable, rents: Rents | None, areas: Areas | None, used_as: ConceptId | None
) -> ReadingRules:
    return ReadingRules(
        learned_scope=table.scope == "learned",
        questions=table.questions,
        hearsay=table.hearsay,
        advertising=Sentences(table.advertising),
        fair_housing=table.fair_housing,
        parts_in_text=table.parts_in_text,
        seats_as_area=table.seats_as_area,
        wishes_checked=table.wishes_checked,
        free_words=table.free_words,
        rents=rents,
        areas=areas,
        used_as=used_as,
    )
