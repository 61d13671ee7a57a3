"""Converts plain option values without pydantic.

typer converts option values with pydantic, even if there is no value or it is a string that stays
as it is. Importing pydantic and building a validator for each option takes a tenth of a second,
more than anything else between the shell and a command. So values that need no validation are
converted here, and all others are left to typer, whose error messages stay the same.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

_NOT_PLAIN = object()
_MOST_DIGITS = 9


def take_plain_values(command: Any) -> None:
    """Makes a command and its subcommands accept plain values without pydantic."""
    if isinstance(command, TyperGroup):
        for one in command.commands.values():
            take_plain_values(one)
    for parameter in command.params:
        _take_plain(parameter)
    # typer creates --help when it is first used.
    made = command.get_help_option
    command.get_help_option = lambda context: _take_plain(made(context))


def _take_plain(parameter: Any) -> Any:
    """Returns the parameter, patched to accept plain values without pydantic."""
    if not hasattr(parameter, "type_descriptor") or "process_value" in vars(parameter):
        return parameter
    by_typer, descriptor = parameter.process_value, parameter.type_descriptor
    is_bounded = descriptor.is_ranged or descriptor.parameter_info.parser is not None
    takes_many = parameter.multiple or parameter.nargs == -1

    def process_value(context: Any, value: Any) -> Any:
        taken = plain_value(descriptor.annotation, value, many=takes_many)
        is_missing = parameter.required and taken in (None, (), [])
        if is_bounded or is_missing or taken is _NOT_PLAIN:
            return by_typer(context, value)
        return taken if parameter.callback is None else parameter.callback(context, parameter, taken)

    parameter.process_value = process_value
    return parameter


def plain_value(annotation: object, value: object, *, many: bool = False) -> object:
    """Returns the converted value if it is plain; `_NOT_PLAIN` for any other.

    >>> plain_value(str, "quiet"), plain_value(int, "3"), plain_value(str, None)
    ('quiet', 3, None)
    >>> plain_value(int, "three") is _NOT_PLAIN
    True
    """
    if value is None:
        return () if many else None
    if annotation is str and isinstance(value, str) and _is_text(value):
        return value
    if annotation is int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS:
            return int(value)
        if type(value) is int:
            return value
    if annotation == list[str] and isinstance(value, list | tuple) and all(map(_is_text, value)):
        return list(value)
    return _NOT_PLAIN


def _is_text(value: object) -> bool:
    """True for a string without lone surrogates, which stand for bytes that are not UTF-8."""
    return isinstance(value, str) and (value.isascii() or not any("\ud800" <= one <= "\udfff" for one in value))
