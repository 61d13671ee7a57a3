"""Checks the table `[api]` of a pack, which declares the interface of its structured source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from claimtree.model.claims import ConceptId
from claimtree.model.source_query import GENERAL_PARAMETERS, NumberSpec, SourceSpec
from claimtree.packs.diagnostics import Problems
from claimtree.packs.pack_tables import ApiTable, PackFile

Path = tuple[str | int, ...]

MOST_PARAMETERS: Final = 100
MOST_VALUES: Final = 1_000
"""Of one parameter. Every row has a bit for each."""
RESERVED: Final = (*GENERAL_PARAMETERS, "collection")
"""Parameters that mean the same in every interface; a server with several collections has the last."""
PLAIN_COLUMNS: Final = ("id", "title", "url", "text", "updated", "lat", "lon")
"""Columns that every row has, beside the fields of the answer level."""


def source_spec(tables: PackFile, main: str, problems: Problems) -> SourceSpec | None:
    """Returns the interface that a pack declares; its parameters have to mean concepts of the pack, and none of them
    two things. None where it declares none; `main` is the file of the table."""
    table = tables.api
    if table is None:
        return None

    def known(path: Path, noun: str, name: str, names: Collection[str]) -> None:
        if name not in names:
            problems.unknown(main, ("api", *path), noun, name, names)

    def concept(path: Path, name: str) -> ConceptId:
        known(path, "concept", name, tables.concepts)
        return ConceptId(name)

    known(("export",), "export", table.export, tables.exports)
    taken: set[str] = set()
    for path, parameter in _parameters(table):
        if parameter in RESERVED:
            problems.add(main, ("api", *path), f"parameter {parameter!r} has a meaning already")
        elif parameter in taken:
            problems.add(main, ("api", *path), f"parameter {parameter!r} is used twice")
        taken.add(parameter)
    if len(taken) > MOST_PARAMETERS:
        problems.add(main, ("api",), f"{len(taken)} parameters; at most {MOST_PARAMETERS} are kept")
    _check_values(table, main, problems)
    own = tables.answers
    columns = {*PLAIN_COLUMNS, *(key.rpartition(".")[2] for key, one in tables.fields.items() if one.level == own)}
    for name in table.columns:
        known(("columns", name), "column", name, columns)
    for theirs, count in Counter(table.columns.get(name, name) for name in sorted(columns)).items():
        if count > 1:
            problems.add(main, ("api", "columns"), f"two columns are called {theirs!r}")
    for position, name in enumerate(table.search_columns):
        known(("search_columns", position), "column", name, columns)
    numbers = {}
    for name, one in table.numbers.items():
        named = tables.concepts.get(one.concept)
        if named is not None and named.amount is None:
            problems.add(main, ("api", "numbers", name, "concept"), f"concept {one.concept!r} has no amount")
        if one.column:
            known(("numbers", name, "column"), "column", one.column, columns)
        if not (one.low or one.high or one.exact):
            problems.add(main, ("api", "numbers", name), "takes a parameter: low, high or exact")
        numbers[name] = NumberSpec(
            concept=concept(("numbers", name, "concept"), one.concept),
            low=one.low,
            high=one.high,
            exact=one.exact,
            column=one.column or name,
        )
    return SourceSpec(
        path=table.path,
        export=table.export,
        choices={
            name: {value: concept(("choices", name, value), to) for value, to in values.items()}
            for name, values in table.choices.items()
        },
        numbers=numbers,
        features={value: concept(("features", value), to) for value, to in table.features.items()},
        features_parameter=table.features_parameter,
        columns=dict(table.columns),
        search_columns=tuple(table.search_columns),
    )


def _check_values(table: ApiTable, main: str, problems: Problems) -> None:
    """Adds what is wrong with the values of parameters: none, too many, or two that are read as one."""
    lists: list[tuple[Path, Iterable[str]]] = [(("choices", name), values) for name, values in table.choices.items()]
    if table.features:
        lists.append((("features",), table.features))
    for path, values in lists:
        folded = Counter(value.casefold() for value in values)
        if not folded:
            problems.add(main, ("api", *path), "has no values")
        if len(folded) > MOST_VALUES:
            problems.add(main, ("api", *path), f"{len(folded):,} values; at most {MOST_VALUES:,} are kept")
        for value, count in folded.items():
            if count > 1:
                problems.add(main, ("api", *path), f"{value!r} stands there twice, in other letters")
    for value in table.features:
        if "," in value or value != value.strip():
            problems.add(main, ("api", "features", value), "a value has no comma: they are given one after the other")


def _parameters(table: ApiTable) -> Iterator[tuple[Path, str]]:
    """Yields the names of the parameters, and where each is declared."""
    for name in table.choices:
        yield ("choices", name), name
    for name, number in table.numbers.items():
        for end, parameter in (("low", number.low), ("high", number.high), ("exact", number.exact)):
            if parameter:
                yield ("numbers", name, end), parameter
    if table.features:
        yield ("features_parameter",), table.features_parameter
