"""Reads digits with thousands separators and decimal marks, in both conventions: "3,200.50" and
"3.200,50".
"""

from __future__ import annotations

from typing import Final

_MOST: Final = 1e13
"""Maximum value: a longer row of digits is an account number or a tracking code."""


def digits(norm: str, *, decimal_comma: bool = False) -> float | None:
    """Returns the value of digits with separators; None if the separators make no sense.

    A single mark before three digits is read by the convention; every other form is unambiguous.

    >>> digits("3,200"), digits("1.5"), digits("1.500.000"), digits("1.500,25"), digits("1,2,3")
    (3200.0, 1.5, 1500000.0, 1500.25, None)
    >>> digits("1.500", decimal_comma=True)
    1500.0
    """
    if not norm or len(norm) > 24 or not norm[0].isdecimal() or not norm[-1].isdecimal():
        return None
    commas, dots = norm.count(","), norm.count(".")
    point = ""
    if commas and dots:
        point = "," if norm.rindex(",") > norm.rindex(".") else "."
    elif commas + dots == 1:
        mark = "," if commas else "."
        if not is_grouped_once(norm) or (mark == ",") == decimal_comma:
            point = mark
    integer, _, part = norm.rpartition(point) if point else (norm, "", "")
    if point and point in integer:
        return None
    groups = integer.replace(",", ".").split(".")
    if len(groups) > 1 and (len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:])):
        return None
    if not all(group.isdecimal() for group in groups) or (part and not part.isdecimal()):
        return None
    value = float("".join(groups) + ("." + part if part else ""))
    return value if value <= _MOST else None


def is_grouped_once(norm: str) -> bool:
    """True for one mark before three digits ("1.350"), whose meaning depends on the convention."""
    at = max(norm.find(","), norm.find("."))
    return 1 <= at <= 3 and len(norm) - at == 4 and norm[0] != "0" and norm.count(",") + norm.count(".") == 1
