"""Errors in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import NotRequired, TypedDict, json_object


@json_object
class FaultShape(TypedDict):
    """What happened, and what to do about it."""

    code: str
    message: str
    hint: str


@json_object
class ErrorShape(TypedDict):
    """What a command writes where it fails."""

    error: FaultShape


class ProblemShape(TypedDict):
    """RFC 9457, with the code and the hint of the command line."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: NotRequired[str]
