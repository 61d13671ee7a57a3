"""Checks the table `[api]` of a pack, which declares the interface of its structured source."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from claimtree.model.claims import ConceptId
from claimtree.model.source_query import GENERAL_PARAMETERS, NumberSpec, SourceSpec
from claimtree.packs.diagnostics import Problems
from claimtree.packs.pack_tables import ApiTable, PackFile

Path = tuple[str | int, ...]


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
    taken = set(GENERAL_PARAMETERS)
    for path, parameter in _parameters(table):
        if parameter in taken:
            problems.add(main, ("api", *path), f"parameter {parameter!r} is used twice")
        taken.add(parameter)
    numbers = {}
    for name, one in table.numbers.items():
        named = tables.concepts.get(one.concept)
        if named is not None and named.amount is None:
            problems.add(main, ("api", "numbers", name, "concept"), f"concept {one.concept!r} has no amount")
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
