"""The file of taught concepts: read row by row, replaced as a whole."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from claimtree.model.taught import MOST_CONCEPTS, TaughtConcept, taught
from claimtree.packs.taught_file import change_taught, read_taught

QUIET = {"id": "quiet", "wish": ["quiet"], "met": ["calm lane"], "refuted": ["by the tram"], "silent": ["oak floor"]}


def concept(id: str, *met: str) -> TaughtConcept:
    return taught(TaughtConcept(id=id, wishes=(id,), met=met or ("calm lane",), language="en", origin="taught-x"))


def write(folder: Path, *rows: object) -> Path:
    file = folder / "t.jsonl"
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file


def test_no_file_teaches_nothing(tmp_path: Path) -> None:
    assert read_taught(tmp_path / "none.jsonl").concepts == ()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "sub" / "t.jsonl"
    both = (concept("quiet", "calm 🌳 lane", "тихий двор"), concept("bright"))
    assert change_taught(file, lambda known: (*known, *both), origin="taught-x") == both
    assert read_taught(file).concepts == both
    assert sorted(each.name for each in file.parent.iterdir()) == [".t.jsonl.lock", "t.jsonl"]


def test_a_row_has_every_key_that_the_training_reads(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    change_taught(file, lambda _: [concept("quiet")], origin="taught-x")
    row = json.loads(file.read_text(encoding="utf-8"))
    assert set(row) >= {"id", "set", "lang", "type", "wish", "met", "refuted", "silent"}
    assert row["set"] == "taught-x"


def test_rows_of_the_training_can_be_read(tmp_path: Path) -> None:
    row = QUIET | {
        "set": "en_homes",
        "lang": "en",
        "type": "features",
        "level": "room",
        "facet": "bed",
        "field": "homes",
    }
    (read,) = read_taught(write(tmp_path, row)).concepts
    assert (read.type, read.level, read.facet, read.language) == ("features", "room", "bed", "en")
    assert (read.met, read.refuted, read.silent) == (("calm lane",), ("by the tram",), ("oak floor",))


def test_what_the_training_knows_of_a_row_outlives_a_rewrite(tmp_path: Path) -> None:
    theirs = QUIET | {"set": "id_homes", "field": "laptops", "en": "a hushed place"}
    file = write(tmp_path, theirs, QUIET | {"id": "still"})
    change_taught(file, lambda known: (*known, concept("bright")), origin="taught-y")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert rows[0].items() >= theirs.items()
    assert [row["set"] for row in rows] == ["id_homes", "taught-y", "taught-x"]
    assert not {"field", "en"} & rows[1].keys()


@pytest.mark.parametrize("key", ["lang", "type", "set", "field", "en"])
def test_half_a_character_in_a_label_costs_its_row_alone(tmp_path: Path, key: str) -> None:
    found = read_taught(write(tmp_path, QUIET | {key: "a\ud800b"}, QUIET | {"id": "still"}))
    assert [each.id for each in found.concepts] == ["still"]
    assert found.bad[0].reason.startswith(f"{key} is ")


def test_rows_of_one_id_add_up(tmp_path: Path) -> None:
    (read,) = read_taught(write(tmp_path, QUIET, {"id": "quiet", "wish": "peaceful", "met": ["thick walls"]})).concepts
    assert (read.wishes, read.met) == (("quiet", "peaceful"), ("calm lane", "thick walls"))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (b"{", "broken JSON"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"[" * 100_000, "broken JSON"),
        ([], "a list"),
        ({}, "no id"),
        (QUIET | {"id": 7}, "id is 7"),
        (QUIET | {"wish": {}}, "wish is an object"),
        (QUIET | {"wish": []}, "no wish"),
        (QUIET | {"met": [1]}, "met is a list"),
        (QUIET | {"met": ["x"]}, "holds no words"),
        (QUIET | {"met": ["x" * 10_000]}, "10,000 letters"),
        (QUIET | {"met": ["🚗"]}, "holds no words"),
        (QUIET | {"met": ["By the tram"]}, "both as met and as refuted"),
        (QUIET | {"meet": ["calm lane"]}, "no key 'meet'"),
        (QUIET | {"type": 3}, "type is 3"),
        ({"id": "bright", "wish": ["bright"]}, "no phrase"),
    ],
    ids=lambda value: value if isinstance(value, str) else "row",
)
def test_a_bad_row_is_reported_with_its_line_and_costs_no_other(tmp_path: Path, row: object, says: str) -> None:
    found = read_taught(
        write(tmp_path, {"id": "a1", "wish": "aa", "met": "bb"}, row, {"id": "z1", "wish": "aa", "met": "bb"})
    )
    assert [each.id for each in found.concepts] == ["a1", "z1"]
    (bad,) = found.bad
    assert bad.line == 2
    assert says in bad.reason


def test_more_concepts_than_anybody_teaches_are_cut(tmp_path: Path) -> None:
    rows = [{"id": f"c{n}", "wish": "quiet", "met": "calm lane"} for n in range(MOST_CONCEPTS + 5)]
    found = read_taught(write(tmp_path, *rows))
    assert len(found.concepts) == MOST_CONCEPTS
    assert found.bad[0].line == MOST_CONCEPTS + 1
    with pytest.raises(BadInput, match="too many"):
        change_taught(tmp_path / "new.jsonl", lambda _: [*found.concepts, concept("one-more")], origin="x")
    assert not (tmp_path / "new.jsonl").exists()


def test_a_file_with_a_bad_row_is_not_rewritten(tmp_path: Path) -> None:
    file = write(tmp_path, QUIET, b"{")
    before = file.read_bytes()
    with pytest.raises(BadInput, match="line 2: broken JSON"):
        change_taught(file, lambda known: (*known, concept("bright")), origin="x")
    assert file.read_bytes() == before


def test_a_change_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = write(tmp_path, QUIET)
    before = file.read_bytes()

    def fail(known: tuple[TaughtConcept, ...]) -> list[TaughtConcept]:
        raise BadInput("no")

    with pytest.raises(BadInput, match="no"):
        change_taught(file, fail, origin="x")
    assert file.read_bytes() == before


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = write(tmp_path, QUIET)
    link = tmp_path / "link.jsonl"
    link.symlink_to(real)
    change_taught(link, lambda known: (*known, concept("bright")), origin="x")
    assert link.is_symlink()
    assert len(read_taught(real).concepts) == 2


@pytest.mark.parametrize("name", ["t.txt", "t.csv"])
def test_another_format_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="JSON Lines"):
        read_taught(tmp_path / name)


def test_a_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").mkdir()
    with pytest.raises(BadInput):
        change_taught(tmp_path / "t.jsonl", lambda _: [concept("quiet")], origin="x")


def test_processes_that_teach_at_once_wait_for_each_other(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "t.jsonl"

    def teach(name: str) -> None:
        for n in range(10):
            new = concept(f"{name}-{n}")
            change_taught(file, lambda known, new=new: (*known, new), origin="x")  # type: ignore[misc]

    threads = [threading.Thread(target=teach, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read_taught(file).concepts) == 30
