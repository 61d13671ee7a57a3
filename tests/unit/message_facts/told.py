"""Facts of messages as lines that people can write and compare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from claimtree.kinship.graph import Sex
from claimtree.message_facts.said import PersonSource, Reading, SaidFact

MESSAGES = Path(__file__).parent / "messages.txt"
_PRONOUNS = {Sex.MALE: "he", Sex.FEMALE: "she"}


def cases(file: Path = MESSAGES) -> Iterator[tuple[str, list[str]]]:
    """Yields messages and the lines that they are to give."""
    for block in file.read_text("utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        told = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
        message = "\n".join(line for line in lines if not line.startswith("- "))
        if message:
            yield message, told


def told(reading: Reading) -> list[str]:
    return [_line(one, reading) for one in reading.facts]


def label(reading: Reading, number: int) -> str:
    one = reading.people[number]
    if one.source is PersonSource.WRITER:
        return "writer"
    if one.name:
        return one.name
    if one.source is PersonSource.KIN and one.owner is not None:
        return f"{one.kin} of {label(reading, one.owner)}"
    return _PRONOUNS.get(one.sex, "they")


def _line(fact: SaidFact, reading: Reading) -> str:
    who = label(reading, fact.person)
    other = "" if fact.other is None else label(reading, fact.other)
    if fact.kind == "relation":
        said = f"{who}: {fact.relation} is {other}"
    else:
        said = f"{who}: {fact.kind}"
        said += f" {fact.date}" if fact.date else ""
        said += f" @ {fact.place}" if fact.place else ""
        said += f" = {fact.value}" if fact.value else ""
        said += f" with {other}" if other else ""
        said += f" (not {fact.not_date or fact.not_place})" if fact.not_date or fact.not_place else ""
        said += " fault" if fact.fault else ""
    return f"{'no ' if fact.denied else ''}{said}{' ?' if fact.hedged else ''}"
