"""Reads the docstrings below the keys of a shape, which describe them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from typing_extensions import get_original_bases, is_typeddict


def descriptions(shape: type[Any]) -> Mapping[str, str]:
    """Returns the description of each described key, those of the shapes that it extends included."""
    found: dict[str, str] = {}
    for base in get_original_bases(shape):
        if is_typeddict(base):
            found |= descriptions(base)
    return found | _own(shape)


def _own(shape: type[Any]) -> dict[str, str]:
    try:
        source = inspect.getsource(shape)
    except OSError:  # it was made by calling TypedDict, which leaves no room for docstrings
        return {}
    (definition,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(definition, ast.ClassDef)
    return {
        key.target.id: inspect.cleandoc(text.value.value)
        for key, text in pairwise(definition.body)
        if isinstance(key, ast.AnnAssign)
        and isinstance(key.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
