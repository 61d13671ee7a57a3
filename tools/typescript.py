"""Writes the page's TypeScript types from `claimtree.json_types` and `claimtree.api.requests`:
`.venv/bin/python tools/typescript.py`.

A shape becomes an interface of the same name without "Shape", with its docstrings as comments; a
key that is not always sent is optional. Whatever the given shapes refer to is written too.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

from claimtree.api.requests import (
    AskRequest,
    ChatRequest,
    DecisionRequest,
    FeedbackRequest,
    LocatedSentence,
    MatchRequest,
    MessageRequest,
    NewSavedRequest,
)
from claimtree.json_types import answer_types, chat_types, claim_types, feedback_types
from claimtree.json_types.answer_types import AnswerShape, ExplanationShape
from claimtree.json_types.catalog_types import CollectionShape
from claimtree.json_types.chat_types import ChatCalledShape, ChatFoundShape, ChatReplyShape, ChatUnderstoodShape
from claimtree.json_types.claim_types import ReadingShape
from claimtree.json_types.descriptions import descriptions
from claimtree.json_types.family_answer_types import FamilyAnswerShape
from claimtree.json_types.feedback_types import OpinionShape
from claimtree.json_types.kinship_types import RelationshipShape
from claimtree.json_types.place_types import RegionsShape
from claimtree.json_types.research_types import MatchContextShape, ResearchTasksShape
from claimtree.json_types.review_types import ProposalsShape, ReviewListShape
from claimtree.json_types.saved_types import RunShape, SavedShape
from claimtree.json_types.tree_types import LineageShape, PeopleShape, PersonShape, TreesShape

FILE: Final = Path(__file__).parent.parent / "web" / "src" / "types.ts"
ROOTS: Final = (
    ReadingShape, AnswerShape, ExplanationShape, CollectionShape, RegionsShape, SavedShape, RunShape, OpinionShape,
    ChatReplyShape, ChatUnderstoodShape, ChatCalledShape, ChatFoundShape, TreesShape, PeopleShape, PersonShape,
    LineageShape, RelationshipShape, FamilyAnswerShape, ReviewListShape,
    ProposalsShape, ResearchTasksShape, MatchContextShape,
)  # fmt: skip
"""What the page reads."""
REQUESTS: Final[tuple[type[BaseModel], ...]] = (
    LocatedSentence, NewSavedRequest, FeedbackRequest, ChatRequest, AskRequest, DecisionRequest, MessageRequest,
    MatchRequest,
)  # fmt: skip
"""What the page sends."""
CHOICES: Final[Mapping[str, Any]] = {
    "StrengthName": claim_types.StrengthName,
    "VerdictName": answer_types.VerdictName,
    "ThumbName": feedback_types.ThumbName,
    "MoveName": chat_types.MoveName,
    "FitName": chat_types.FitName,
}
"""Closed choices that the page calls by name."""
HEAD: Final = """\
/** What the API answers and takes. Made from `src/claimtree/json_types` and `src/claimtree/api/requests.py` by
 * `tools/typescript.py`: change it there. */
"""
_PLAIN: Final[Mapping[Any, str]] = {
    str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", object: "unknown",
}  # fmt: skip


def main() -> None:
    FILE.write_text(page_types(), encoding="utf-8")


def page_types() -> str:
    """Returns the text of the page's file of types."""
    choices = (f"export type {name} = {_choice(kind)};\n" for name, kind in CHOICES.items())
    return "\n".join([HEAD, *choices, *map(interface, _reached(ROOTS)), *map(request_interface, REQUESTS)])


def interface(shape: type[Any]) -> str:
    """Returns a shape as an interface of TypeScript."""
    described = descriptions(shape)
    # The shape itself does not know which keys are optional: its annotations are read as texts.
    marked = get_type_hints(shape, include_extras=True)
    lines = [*_comment(shape.__doc__ or "", indent=""), f"export interface {_name(shape)} {{"]
    for key, kind in get_type_hints(shape).items():
        lines += _comment(described.get(key, ""), indent="  ")
        lines.append(f"  {key}{'?' if get_origin(marked[key]) is NotRequired else ''}: {typescript(kind)};")
    return "\n".join([*lines, "}", ""])


def request_interface(model: type[BaseModel]) -> str:
    """Returns what may be asked as an interface of TypeScript; a key with a default may be left out."""
    hints = get_type_hints(model)
    lines = [*_comment(model.__doc__ or "", indent=""), f"export interface {model.__name__} {{"]
    for key, field in model.model_fields.items():
        lines += _comment(field.description or "", indent="  ")
        lines.append(f"  {key}{'' if field.is_required() else '?'}: {typescript(hints[key])};")
    return "\n".join([*lines, "}", ""])


def typescript(kind: Any) -> str:
    """Returns a type of Python as one of TypeScript.

    >>> typescript(list[str | None]), typescript(dict[str, int]), typescript(Literal["a", "b"])
    ('(string | null)[]', 'Record<string, number>', '"a" | "b"')
    """
    origin, inside = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return _name(kind)
    if origin is Literal:
        named = next((name for name, choice in CHOICES.items() if choice == kind), None)
        return named or _choice(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(typescript, inside)))
    if origin in (list, tuple):
        item = typescript(inside[0])
        return f"{'readonly ' if origin is tuple else ''}{f'({item})' if ' | ' in item else item}[]"
    if origin is dict:
        return f"Record<string, {typescript(inside[1])}>"
    if kind not in _PLAIN:
        raise TypeError(f"{kind!r} has no counterpart in TypeScript: use one of {', '.join(map(repr, _PLAIN))}")
    return _PLAIN[kind]


def _name(shape: type[Any]) -> str:
    return shape.__name__.removesuffix("Shape")


def _choice(kind: Any) -> str:
    return " | ".join(f'"{one}"' for one in get_args(kind))


def _comment(text: str, *, indent: str) -> list[str]:
    words = " ".join(text.split())
    return [f"{indent}/** {words} */"] if words else []


def _reached(shapes: Iterable[type[Any]]) -> list[type[Any]]:
    """Returns the shapes and all that they refer to, each once and before what refers to it."""
    found: dict[type[Any], None] = {}
    for shape in shapes:
        inside = [each for kind in get_type_hints(shape).values() for each in _shapes_in(kind)]
        found |= dict.fromkeys([*_reached(inside), shape])
    return list(found)


def _shapes_in(kind: Any) -> Iterator[type[Any]]:
    if is_typeddict(kind):
        yield kind
    for each in get_args(kind):
        yield from _shapes_in(each)


if __name__ == "__main__":
    main()
