"""Data sets are known by what stands in them, and broken ones are named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimtree.calibration.data_rows import Row, read_rows
from claimtree.errors import BadInput

ROWS = [{"said": "one"}, {"said": "two"}]


def is_ours(row: Row) -> bool:
    return "said" in row


def found(path: Path) -> list[str]:
    return [str(row["said"]) for _, row in read_rows(path, is_ours, what="rows with said").found]


LINES = "\n".join(map(json.dumps, ROWS)) + "\n"


@pytest.mark.parametrize(
    "content",
    [
        LINES.encode(),
        json.dumps(ROWS).encode(),
        json.dumps({"version": 1, "cases": ROWS}, indent=2).encode(),
        b"said,other\r\none,1\r\ntwo,2\r\n",
        ("\ufeff" + "said,other\none,1\ntwo,2\n").encode(),
        gzip.compress(LINES.encode()),
    ],
    ids=["lines", "array", "object", "csv", "csv with a mark", "gzip"],
)
def test_a_file_is_read_whatever_its_form_and_name(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "data.bin"
    file.write_bytes(content)
    assert found(file) == ["one", "two"]
    assert found(tmp_path) == ["one", "two"]


def test_other_files_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("Do what you like, within reason.\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    (tmp_path / "schema.json").write_text('[{"name": "said"}]')
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "rows.jsonl").write_text(LINES)
    assert found(tmp_path) == ["one", "two"]


def test_a_row_alone_is_a_row_even_where_it_holds_rows_itself(tmp_path: Path) -> None:
    row = {**ROWS[0], "parts": [{"other": 1}]}
    (tmp_path / "one.jsonl").write_text(json.dumps(row) + "\n")
    assert [row for _, row in read_rows(tmp_path, is_ours, what="rows").found] == [row]


def test_broken_lines_are_named_and_the_others_kept(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROWS[0]) + "\n{broken\n" + json.dumps(ROWS[1]) + "\n")
    rows = read_rows(tmp_path, is_ours, what="rows")
    assert len(rows.found) == 2
    assert [bad.split(": ")[0] for bad in rows.bad] == ["rows.jsonl:2"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b'[{"other": 1}]', b"no data here", b"\x1f\x8bbroken"])
def test_a_file_without_rows_of_ours_is_an_error_that_says_what_was_wanted(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_bytes(content)
    with pytest.raises(BadInput):
        read_rows(file, is_ours, what="rows with said")


def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        read_rows(tmp_path / "nowhere", is_ours, what="rows")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_rows_or_a_named_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rows"
    file.write_bytes(content)
    with pytest.raises(BadInput):
        read_rows(file, lambda row: False, what="rows")
