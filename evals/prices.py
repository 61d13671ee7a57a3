"""prices: price strings of Indonesian listings against their value in rupiah.

The string is read like a listing, with the pack's own amounts. The expected value comes from a
numeric column where the row has one; else from a separate parser that accepts exactly the forms
that portals print:

    Rp 1,3 Miliar    Rp 465 Juta    Rp. 850 jt    1.5 M    Rp 2,75 Triliun    Rp 1.250.000.000    1250000000

A comma is a decimal mark; a dot is one too before a word of scale and at most two digits ("1.5 M"),
and groups thousands otherwise. Any other string is reported as a bad row.
"""

from __future__ import annotations

import re
from decimal import Decimal

from claimtree.calibration.data_rows import Row
from claimtree.model.amounts import AmountKind
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark

STRINGS = ("Harga", "harga", "price_text", "price_string", "Price")
NUMBERS = ("price_in_rp", "price_idr", "harga_rp", "price_value")
_SCALES = {"ribu": 3, "rb": 3, "juta": 6, "jt": 6, "miliar": 9, "milyar": 9, "m": 9, "triliun": 12, "t": 12, "": 0}
_FORM = re.compile(
    r"(?:rp|idr)?\.?\s*(\d{1,3}(?:\.\d{3})+|\d+(?:[.,]\d+)?)\s*(ribu|rb|juta|jt|miliar|milyar|m|triliun|t|)",
    re.IGNORECASE,
)


def worth(text: str) -> Decimal:
    """Returns the value of a price string; raises ValueError for a form that is not listed above.

    >>> worth("Rp 1,3 Miliar"), worth("Rp 1.250.000.000"), worth("1.5 M")
    (Decimal('1300000000'), Decimal('1250000000'), Decimal('1500000000'))
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not a price of a known form: {text!r}")
    digits, scale = found[1], found[2].casefold()
    grouped = re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits) is not None
    number = Decimal(digits.replace(".", "") if grouped else digits.replace(",", "."))
    return (number * 10 ** _SCALES[scale]).quantize(Decimal(1)) if number else Decimal(0)


def _column(row: Row, names: tuple[str, ...]) -> str:
    return next((str(row[name]).strip() for name in names if name in row), "")


def is_ours(row: Row) -> bool:
    return any(name in row for name in STRINGS)


def score(where: str, row: Row, reading: Reading) -> Case | None:
    text = _column(row, STRINGS)
    if not text:
        return None
    number = _column(row, NUMBERS)
    wanted = Decimal(number).quantize(Decimal(1)) if number else worth(text)
    read = [
        amount
        for claim in reading.document(text)
        for amount in claim.amounts
        if amount.kind is AmountKind.MONEY and amount.unit == "IDR"
    ]
    values = [(Decimal(amount.low), Decimal(amount.high)) for amount in read if abs(amount.low) != float("inf")]
    exact = len(values) == 1 and {end.quantize(Decimal(1)) for end in values[0]} == {wanted}
    shown = " and ".join(f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}" for low, high in values)
    form = re.sub(r"\d+", "9", text)
    return Case(
        id=where,
        text=text,
        marks=(Mark(figure="value", group=form, right=int(exact), missed=int(not exact)),),
        expected=f"{wanted:,}",
        read=shown,
        confusions=() if exact else (Confusion(slot=form, expected="its value", read="another" if shown else ""),),
    )


PRICES = Adapter(
    name="prices",
    title="Indonesian price strings",
    data=f"rows with a price string ({', '.join(STRINGS)})",
    pack="property",
    folder="indonesia-listings",
    goals=(Goal(key="value", title="exact value in rupiah", bar=0.99, by="form"),),
    is_ours=is_ours,
    key=lambda row: _column(row, STRINGS),
    score=score,
)
