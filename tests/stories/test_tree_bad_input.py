"""What trees should not have, from the import to every answer: each is read, told, and does no harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

HEAD = "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n"


@pytest.fixture
def imported(tmp_path: Path, cli: Cli) -> Callable[[str], Any]:
    def run(records: str) -> Any:
        file = tmp_path / "odd.ged"
        file.write_text(f"{HEAD}{records.strip()}\n0 TRLR\n", encoding="utf-8")
        return cli("tree", "import", str(file), "--embedder", "hashed-256", "--json")

    return run


def answered(cli: Cli, *commands: tuple[str, ...]) -> str:
    """Returns what commands show, none of which fails."""
    shown = []
    for command in commands:
        found = cli(*command)
        assert found.code == 0, (command, found.err)
        shown.append(found.out)
    return "\n".join(shown)


def test_a_loop_in_parentage_ends_every_walk(imported: Callable[[str], Any], cli: Cli) -> None:
    people = "".join(
        f"0 @I{n}@ INDI\n1 NAME Ouro{n} /Boros/\n1 SEX M\n1 BIRT\n2 DATE 18{n}0\n1 DEAT\n2 DATE 19{n}0\n"
        f"1 FAMC @F{(n + 1) % 3}@\n1 FAMS @F{n}@\n"
        for n in range(3)
    )
    families = "".join(f"0 @F{n}@ FAM\n1 HUSB @I{n}@\n1 CHIL @I{(n - 1) % 3}@\n" for n in range(3))
    assert imported(people + families).json["imports"][0]["tree"]["people"] == 3
    shown = answered(
        cli,
        ("tree", "check"),
        ("tree", "path", "I0", "I2"),
        ("tree", "tasks", "I0"),
        ("ask", "Who were the ancestors of Ouro0 Boros?"),
        ("ask", "Who were the descendants of Ouro1 Boros?"),
    )
    assert "own ancestor" in shown
    assert "Ouro1" in shown


def test_thousands_of_children_are_counted(imported: Callable[[str], Any], cli: Cli) -> None:
    count = 3_000
    people = "0 @I0@ INDI\n1 NAME Abundance /Rabbit/\n1 SEX F\n1 BIRT\n2 DATE 1800\n1 DEAT\n2 DATE 1890\n1 FAMS @F1@\n"
    people += "".join(
        f"0 @C{n}@ INDI\n1 NAME Child{n} /Rabbit/\n1 DEAT\n2 DATE 1880\n1 FAMC @F1@\n" for n in range(count)
    )
    family = "0 @F1@ FAM\n1 WIFE @I0@\n" + "".join(f"1 CHIL @C{n}@\n" for n in range(count))
    assert imported(people + family).json["imports"][0]["tree"]["people"] == count + 1
    shown = answered(
        cli,
        ("ask", "How many children did Abundance Rabbit have?"),
        ("tree", "path", "C1", f"C{count - 1}"),
        ("tree", "tasks", "I0"),
        ("tree", "person", "I0"),
    )
    assert "3,000" in shown or "3000" in shown


def test_names_that_are_empty_or_of_ten_thousand_letters_are_shown_short(
    imported: Callable[[str], Any], cli: Cli
) -> None:
    long = "Aa" * 5_000
    names = ("1 NAME", "1 NAME //", f"1 NAME {long} /{long}/")
    records = "".join(f"0 @I{n}@ INDI\n{name}\n1 DEAT Y\n" for n, name in enumerate(names, 1))
    assert imported(records).json["imports"][0]["tree"]["people"] == 3
    shown = answered(
        cli,
        ("tree", "people"),
        ("tree", "person", "I1"),
        ("tree", "person", "I3"),
        ("tree", "tasks", "I3"),
        ("tree", "path", "I2", "I3"),
        ("tree", "candidates", long[:200]),
        ("ask", f"When was {long[:100]} born?"),
    )
    assert long not in shown
    assert max(map(len, shown.split())) <= 1_000


@pytest.mark.parametrize("date", ["31 FEB 1900", "next Tuesday", "BET 1900 AND", "@#DHEBREW@ 40 TSH 5600", "0 JAN 0"])
def test_a_date_that_is_none_is_shown_as_written_and_counts_for_nothing(
    imported: Callable[[str], Any], cli: Cli, date: str
) -> None:
    found = imported(
        f"0 @I1@ INDI\n1 NAME Odd /Date/\n1 BIRT\n2 DATE {date}\n1 DEAT\n2 DATE 1931\n"
        "0 @I2@ INDI\n1 NAME Even /Date/\n1 BIRT\n2 DATE 1905\n1 DEAT\n2 DATE 1950\n"
    )
    assert found.json["imports"][0]["tree"]["people"] == 2
    shown = answered(cli, ("tree", "person", "I1"), ("tree", "check"))
    assert date.split()[-1] in shown
    age = cli("ask", "How old was Odd Date when he died?", "--json").json
    assert age["number"] is None or age["number"]["low"] is None
    assert cli("ask", "Who was born in 1900?", "--json").json["people"] == []
    assert all(
        "31" not in one["what"] or "1931" in one["what"] for one in cli("tree", "tasks", "I1", "--json").json["tasks"]
    )


def test_two_people_with_all_data_equal_stay_two_and_are_asked_back(imported: Callable[[str], Any], cli: Cli) -> None:
    same = "1 NAME John /Miller/\n1 SEX M\n1 BIRT\n2 DATE 1878\n2 PLAC Indiana\n1 DEAT\n2 DATE 1940\n"
    assert imported(f"0 @I1@ INDI\n{same}0 @I2@ INDI\n{same}").json["imports"][0]["tree"]["people"] == 2
    found = cli("tree", "candidates", "John Miller", "--born", "1878", "--json").json
    assert [one["id"] for one in found["candidates"]] == ["I1", "I2"]
    assert found["candidates"][0]["confidence"] == found["candidates"][1]["confidence"] < 90
    assert found["close"] == 2
    asked = cli("ask", "When did John Miller die?", "--json").json
    assert asked["kind"] == "question"
    assert [one["id"] for one in asked["people"]] == ["odd:I1", "odd:I2"]
    assert "may be one person" in answered(cli, ("tree", "check"))
