"""Errors as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.errors import ClaimtreeError

if TYPE_CHECKING:
    from claimtree.json_types.error_types import ErrorShape


def error_shape(code: str, message: str, hint: str = "") -> ErrorShape:
    return {"error": {"code": code, "message": message, "hint": hint}}


def of_error(error: ClaimtreeError) -> ErrorShape:
    return error_shape(error.code, error.message, error.hint)
