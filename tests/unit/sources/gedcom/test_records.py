"""A file is read as far as it goes; what is left out is told with its line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from claimtree.sources.gedcom import lines as lines_module
from claimtree.sources.gedcom.lines import Lines, Problems
from claimtree.sources.gedcom.records import MOST_LINES, Record, node_of, records
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]
TREE = "0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Ann /Lee/\n0 @I2@ INDI\n1 NAME Bo /Lee/\n0 TRLR\n"


class Bytes:
    """A stream that gives few bytes at a time."""

    def __init__(self, content: bytes, most: int) -> None:
        self.content, self.most, self.largest = content, most, 0

    def read(self, size: int, /) -> bytes:
        self.largest = max(self.largest, size)
        given, self.content = self.content[: min(size, self.most)], self.content[min(size, self.most) :]
        return given


def read_records(text: str) -> tuple[list[Record], Problems]:
    problems = Problems()
    return list(records(enumerate(text.split("\n"), 1), problems)), problems


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_lines_end_as_on_any_system(read: Read, end: str, codec: str) -> None:
    tree = read(TREE.replace("\n", end).encode(codec))
    assert [(one.id, one.name, one.line) for one in tree.people()] == [("I1", "Ann Lee", 3), ("I2", "Bo Lee", 5)]


@pytest.mark.parametrize("most", [1, 7, 100])
def test_a_chunk_may_end_anywhere(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(lines_module, "SAMPLE", 8)
    content = "0 HEAD\r\n1 NOTE Größe\r\n0 TRLR".encode()
    found = Lines(Bytes(content, most), Problems())
    assert [text for _, text in found] == ["0 HEAD", "1 NOTE Größe", "0 TRLR"]


def test_text_that_goes_on_is_put_together() -> None:
    (one,), _ = read_records("0 @N1@ NOTE One\n1 CONC  line\n1 CONT and another\n1 CONT\n1 CONT @@end")
    assert node_of(one).value == "One line\nand another\n\n@end"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 DATE 1900", "has level 3 after level 1"),
        ("what is this", "has no level and tag"),
        ("x NAME Ann", "has no level and tag"),
        ("1", "has no level and tag"),
    ],
)
def test_a_broken_line_is_left_out_with_its_number(line: str, reason: str) -> None:
    found, problems = read_records(f"0 @I1@ INDI\n1 SEX F\n{line}\n1 NAME Ann")
    assert [(one.line, one.reason) for one in problems.kept] == [(3, reason)]
    assert [(one.tag, one.line) for one in node_of(found[0]).children] == [("SEX", 2), ("NAME", 4)]


def test_lines_below_one_that_was_left_out_go_with_it() -> None:
    found, problems = read_records("0 @I1@ INDI\n1 BIRT\n5 PLAC Here\n6 FORM x\n2 DATE 1900")
    assert [one.line for one in problems.kept] == [3, 4]
    assert [one.tag for one in node_of(found[0]).children[0].children] == ["DATE"]


def test_a_note_that_was_broken_into_lines_is_kept() -> None:
    found, problems = read_records("0 @I1@ INDI\n1 NOTE She sang\nin the choir\nfor years\n1 SEX F")
    assert node_of(found[0]).value_of("NOTE") == "She sang\nin the choir\nfor years"
    assert problems.skipped == 0
    assert problems.others == 2


def test_a_record_without_end_is_cut() -> None:
    def endless(count: int):  # type: ignore[no-untyped-def]
        yield 1, "0 @I1@ INDI"
        for number in range(2, count):
            yield number, "1 NOTE more"
        yield count, "0 @I2@ INDI"

    problems = Problems()
    found = list(records(endless(MOST_LINES + 50), problems))
    assert [one.id for one in found] == ["I1", "I2"]
    assert problems.kept[0].line == MOST_LINES + 1
    assert found[0].text.count("\n") + 1 == MOST_LINES


def test_a_line_without_end_is_cut() -> None:
    problems = Problems()
    content = b"0 HEAD\n1 NOTE " + b"x" * 3_000_000 + b"\n0 @I1@ INDI\n"
    stream = Bytes(content, 1 << 30)
    found = [text for _, text in Lines(stream, problems)]
    assert found[-1] == "0 @I1@ INDI"
    assert len(found) == 3
    assert stream.largest <= lines_module.CHUNK


def test_ids_that_are_used_twice_or_missing_lose_nobody(read: Read) -> None:
    tree = read("0 HEAD\n0 @I1@ INDI\n1 NAME Ann\n0 @I1@ INDI\n1 NAME Bo\n0 INDI\n1 NAME Cy\n0 TRLR\n")
    assert [(one.id, one.name) for one in tree.people()] == [("I1", "Ann"), ("I1#4", "Bo"), ("line-6", "Cy")]
    assert [one.line for one in tree.problems()] == [4, 6]


@pytest.mark.parametrize("content", [b"", b"hello", b"\x00\x01\x02", b"<html>\n<body>", b"id,name\n1,Ann\n"])
def test_what_is_no_gedcom_is_refused_and_leaves_the_tree(read: Read, tmp_path: Path, content: bytes) -> None:
    read(TREE).close()
    kept = (tmp_path / "smith.ged.tree").read_bytes()
    with pytest.raises(BadInput, match="no GEDCOM"):
        read(content)
    assert (tmp_path / "smith.ged.tree").read_bytes() == kept
    assert not (tmp_path / "smith.ged.tree.new").exists()


def test_the_file_is_only_read(read: Read, tmp_path: Path) -> None:
    read(TREE)
    assert (tmp_path / "smith.ged").read_text() == TREE
