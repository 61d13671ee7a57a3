"""Builds a PlacesSpec from a pack's table `places`: its kinds of places, and the distances of words
of nearness.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, LevelName
from claimtree.model.pack import ANY_WORD, PlaceKindSpec, PlacesSpec
from claimtree.model.places import PlaceKind
from claimtree.packs.diagnostics import Problems
from claimtree.packs.pack_tables import PackFile, PlacesTable


def places_spec(tables: PackFile, file: str, problems: Problems) -> PlacesSpec | None:
    """Returns the pack's spec of places; None for a pack without the table. Problems are noted."""
    given = tables.places
    if given is None:
        return None
    _note_levels(given, tables, file, problems)
    _note_stand_ins(given, tables, file, problems)
    _note_regions(given, tables, file, problems)
    _note_kinds(given, tables, file, problems)
    if ANY_WORD not in given.near:
        problems.add(file, ["places", "near"], 'has no "", for a wish that uses none of its words')
    return PlacesSpec(
        levels={LevelName(level): surely for level, surely in given.levels.items()},
        stand_in={LevelName(level): surely for level, surely in given.stand_in.items()},
        kinds={PlaceKind(name): _kind_spec(name, given) for name in given.kinds},
        regions=tuple(given.regions),
        near={" ".join(words.split()).casefold(): metres for words, metres in given.near.items()},
        opinion=given.opinion,
        outlines=given.outlines,
        reach_m=given.reach_m,
        demo=tuple(given.demo),
    )


def _kind_spec(name: str, given: PlacesTable) -> PlaceKindSpec:
    table = given.kinds[name]
    return PlaceKindSpec(
        name=PlaceKind(name),
        title=table.title or name.replace("_", " "),
        concept=ConceptId(table.concept),
        also=tuple(dict.fromkeys(table.also)),
        within_m=table.within_m,
        avoid_m=table.avoid_m,
        google=tuple(dict.fromkeys(table.google)),
        osm=tuple(dict.fromkeys(table.osm)),
    )


def _note_levels(given: PlacesTable, tables: PackFile, file: str, problems: Problems) -> None:
    """Note levels below the answers: only answers and what they lie in have coordinates; a room is
    where its home is.
    """
    above = set(_and_above(tables))
    for level in given.levels:
        path = ["places", "levels", level]
        if level not in tables.levels:
            problems.unknown(file, path, "level", level, tables.levels)
        elif above and level not in above:
            problems.add(file, path, f"lies below {tables.answers!r}, which answers; give that level or one above it")


def _note_stand_ins(given: PlacesTable, tables: PackFile, file: str, problems: Problems) -> None:
    """Note levels not above the answers: only what an answer lies in can stand in for it."""
    above = set(_and_above(tables)) - {tables.answers}
    for level in given.stand_in:
        path = ["places", "stand_in", level]
        if level not in tables.levels:
            problems.unknown(file, path, "level", level, tables.levels)
        elif level not in above:
            problems.add(file, path, f"does not lie above {tables.answers!r}, which answers")
        elif level in given.levels:
            problems.add(file, path, "counts anyway, by places.levels; name it in one of the two")


def _and_above(tables: PackFile) -> Iterator[str]:
    """Yields the answer level and those above it; cycles are reported elsewhere."""
    level, steps = tables.answers, 0
    while level in tables.levels and steps <= len(tables.levels):
        yield level
        level, steps = tables.levels[level], steps + 1


def _note_regions(given: PlacesTable, tables: PackFile, file: str, problems: Problems) -> None:
    for place, region in enumerate(given.regions):
        path: list[str | int] = ["places", "regions", place]
        if region not in tables.names:
            problems.unknown(file, path, "kind of name", region, tables.names)
        if region in given.regions[:place]:
            problems.add(file, path, f"{region!r} is listed twice")


def _note_kinds(given: PlacesTable, tables: PackFile, file: str, problems: Problems) -> None:
    """Note concepts shared by two kinds, and words of files that stand for two kinds."""
    asked: dict[str, str] = {}
    called: dict[str, str] = {}
    for kind, table in given.kinds.items():
        path = ["places", "kinds", kind]
        if table.concept not in tables.concepts:
            problems.unknown(file, [*path, "concept"], "concept", table.concept, tables.concepts)
        elif (other := asked.setdefault(table.concept, kind)) != kind:
            problems.add(file, [*path, "concept"], f"{table.concept!r} is the concept of kind {other!r} already")
        elif (amount := tables.concepts[table.concept].amount) is None or amount.kind is not AmountKind.DISTANCE:
            wanted = 'amount = { kind = "distance", unit = "m" }'
            problems.add(file, [*path, "concept"], f"{table.concept!r} has no distance; give the concept {wanted}")
        if kind in given.regions:
            problems.add(file, path, "is a kind of region, too; one is near a place and in a region")
        _note_words(kind, table.also, {**{other: other for other in given.kinds}, **called}, file, problems)
        called |= {word.casefold(): kind for word in table.also}


def _note_words(kind: str, also: Collection[str], called: dict[str, str], file: str, problems: Problems) -> None:
    for place, word in enumerate(also):
        other = called.get(word.casefold(), kind)
        if other != kind:
            problems.add(file, ["places", "kinds", kind, "also", place], f"{word!r} means kind {other!r} already")
