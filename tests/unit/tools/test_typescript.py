"""The page's types are those of the JSON that it is sent."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

import pytest
from typing_extensions import TypedDict

from claimtree.json_types.definition import json_object
from typescript import FILE, interface, page_types, typescript


@json_object
class RoomShape(TypedDict):
    """A room."""

    name: str
    """What people call it."""
    area: float | None
    said: NotRequired[list[Literal["a", "b"]]]


def test_the_file_of_the_page_is_what_the_types_give() -> None:
    assert FILE.read_text(encoding="utf-8") == page_types(), "run .venv/bin/python tools/typescript.py"


def test_a_shape_is_an_interface_with_its_descriptions() -> None:
    assert interface(RoomShape).splitlines() == [
        "/** A room. */",
        "export interface Room {",
        "  /** What people call it. */",
        "  name: string;",
        "  area: number | null;",
        '  said?: ("a" | "b")[];',
        "}",
    ]


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (int | float, "number"),
        (list[RoomShape], "Room[]"),
        (dict[str, list[str] | None], "Record<string, string[] | null>"),
        (Literal["met", "refuted", "unknown"], "VerdictName"),
        (object, "unknown"),
    ],
)
def test_types_have_counterparts(kind: Any, written: str) -> None:
    assert typescript(kind) == written


def test_a_type_without_a_counterpart_is_an_error_that_names_it() -> None:
    with pytest.raises(TypeError, match="set"):
        typescript(set)
