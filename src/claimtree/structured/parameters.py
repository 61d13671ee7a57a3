"""A query of a structured source as the parameters of an address, and back.

`encode` and `parse` are each other's inverse, so a client and a server that use them agree. A
parameter that the pack does not declare, or a value that it cannot have, is an error that names the
known ones.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Final

from claimtree.errors import BadInput
from claimtree.model.source_query import GENERAL_PARAMETERS, Around, Bounds, SourceQuery, SourceSpec
from claimtree.packs.diagnostics import alternatives_to

MOST_PER_PAGE: Final = 100
MOST_PAGE: Final = 100_000
MOST_IDS: Final = 200
MOST_FEATURES: Final = 50
LONGEST_SEARCH: Final = 200
LONGEST_ID: Final = 200
MOST_RADIUS_KM: Final = 1_000.0
_LISTED: Final = 300
"""Characters of the values that a message lists."""
_ID = re.compile(r"[^\s,#]+(?: [^\s,#]+)*")


def fits_list(id: str) -> bool:
    """True for an id that can stand in a list of ids; one with a comma would be taken for two."""
    return _ID.fullmatch(id) is not None and len(id) <= LONGEST_ID


def encode(query: SourceQuery, spec: SourceSpec) -> dict[str, str]:
    """Returns the parameters of a query, in a fixed order; those that ask for nothing are left out."""
    found: dict[str, str] = {}
    if query.search:
        found["search"] = query.search
    found |= {name: query.choices[name] for name in spec.choices if name in query.choices}
    for name, number in spec.numbers.items():
        bounds = query.bounds.get(name, Bounds())
        if number.exact and bounds.low is not None and bounds.low == bounds.high:
            found[number.exact] = _number(bounds.low)
            continue
        for parameter, end in ((number.low, bounds.low), (number.high, bounds.high)):
            if parameter and end is not None:
                found[parameter] = _number(end)
    if query.features:
        found[spec.features_parameter] = ",".join(query.features)
    if query.around is not None:
        around = query.around
        found |= {"lat": repr(around.lat), "lng": repr(around.lon), "radius": _number(around.radius_km)}
    if query.ids:
        found["ids"] = ",".join(query.ids)
    if query.updated_since:
        found["updated_since"] = query.updated_since
    return found | {"page": str(query.page), "per_page": str(query.per_page)}


def parse(parameters: Iterable[tuple[str, str]], spec: SourceSpec) -> SourceQuery:
    """Returns the query of some parameters; raises BadInput for one that is unknown, given twice or unusable."""
    given: dict[str, str] = {}
    for name, text in parameters:
        if name in given:
            raise _bad(name, text, "it is given twice", "Give it once; several values are separated by commas.")
        given[name] = text.strip()
    _check_names(given, spec)
    return SourceQuery(
        search=_search(given.get("search", "")),
        choices=_choices(given, spec),
        bounds=_all_bounds(given, spec),
        features=_features(given.get(spec.features_parameter, ""), spec),
        around=_around(given),
        ids=_ids(given.get("ids", "")),
        updated_since=_since(given.get("updated_since", "")),
        page=_whole(given, "page", default=1, most=MOST_PAGE),
        per_page=_whole(given, "per_page", default=20, most=MOST_PER_PAGE),
    )


def known_parameters(spec: SourceSpec) -> tuple[str, ...]:
    """Returns the names of all parameters, sorted."""
    ends = {end for number in spec.numbers.values() for end in (number.low, number.high, number.exact) if end}
    features = {spec.features_parameter} if spec.features else set[str]()
    return tuple(sorted({*GENERAL_PARAMETERS, *spec.choices, *ends, *features}))


def time_of(text: str) -> datetime | None:
    """Returns the moment that a text gives, of a day its start; None if it gives none. Without a zone it is UTC.

    >>> time_of("2026-11-19"), time_of("soon")
    (datetime.datetime(2026, 11, 19, 0, 0, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    try:
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except OverflowError:
        return None


def _check_names(given: Mapping[str, str], spec: SourceSpec) -> None:
    known = known_parameters(spec)
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            meant = f" Did you mean {near[0]!r}?" if near else ""
            raise BadInput(
                f"no parameter {name[:60]!r} (have: {', '.join(known)})",
                hint=f"Leave it out.{meant}",
                values={"parameter": name[:60]},
            )


def _search(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > LONGEST_SEARCH:
        raise _bad("search", words, f"it has {len(words):,} characters", f"Give at most {LONGEST_SEARCH}.")
    return words


def _choices(given: Mapping[str, str], spec: SourceSpec) -> dict[str, str]:
    found = {}
    for name, values in spec.choices.items():
        text = given.get(name, "")
        if not text:
            continue
        value = text.casefold()
        if set(values) == {"0", "1"}:
            value = {"true": "1", "yes": "1", "false": "0", "no": "0"}.get(value, value)
        known = {one.casefold(): one for one in values}
        if value not in known:
            raise _bad(name, text, _known(text, values), "Give one of these.")
        found[name] = known[value]
    return found


def _all_bounds(given: Mapping[str, str], spec: SourceSpec) -> dict[str, Bounds]:
    found = {}
    for name, number in spec.numbers.items():
        low, high, exact = (_amount(given, end) for end in (number.low, number.high, number.exact))
        if exact is not None and (low is not None or high is not None):
            raise _bad(number.exact, given[number.exact], "the ends are given, too", "Give the one or the others.")
        if exact is not None:
            low = high = exact
        if low is not None and high is not None and low > high:
            raise _bad(number.low, given[number.low], f"{number.high} is lower", "Swap the two.")
        if low is not None or high is not None:
            found[name] = Bounds(low=low, high=high)
    return found


def _features(text: str, spec: SourceSpec) -> tuple[str, ...]:
    known = {one.casefold(): one for one in spec.features}
    folded = dict.fromkeys(one.strip().casefold() for one in text.split(",") if one.strip())
    named = tuple(known.get(one, one) for one in folded)
    unknown = [one for one in named if one not in spec.features]
    if len(named) > MOST_FEATURES:
        raise _bad(spec.features_parameter, text, f"{len(named)} values", f"Give at most {MOST_FEATURES}.")
    if unknown:
        known_ones = _known(unknown[0], spec.features)
        raise _bad(spec.features_parameter, unknown[0], known_ones, "Give some of these, separated by commas.")
    return named


def _around(given: Mapping[str, str]) -> Around | None:
    names = [name for name in ("lat", "lng", "radius") if given.get(name)]
    if not names:
        return None
    if len(names) < 3:
        raise _bad(
            names[0], given[names[0]], "lat, lng and radius go together", "Give all three, radius in kilometres."
        )
    lat, lon, radius = (_amount(given, name, check=math.isfinite) for name in ("lat", "lng", "radius"))
    if lat is None or lon is None or radius is None or not (-90 <= lat <= 90 and -180 <= lon <= 180):
        raise _bad("lat", given["lat"], "these are no coordinates", "Give degrees: lat from -90 to 90, lng to 180.")
    if not 0 < radius <= MOST_RADIUS_KM:
        raise _bad("radius", given["radius"], "it is out of range", f"Give kilometres, up to {MOST_RADIUS_KM:,.0f}.")
    return Around(lat=lat, lon=lon, radius_km=radius)


def _ids(text: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(one.strip() for one in text.split(",") if one.strip()))
    if len(found) > MOST_IDS:
        raise _bad("ids", text, f"{len(found)} ids", f"Ask for at most {MOST_IDS} at once.")
    for one in found:
        if len(one) > LONGEST_ID or not one.isprintable():
            raise _bad("ids", one, "it is no id", f"An id has up to {LONGEST_ID} characters that can be shown.")
    return found


def _since(text: str) -> str:
    if text and time_of(text) is None:
        raise _bad("updated_since", text, "it is no time", f"Write it as {date(2026, 11, 19)} or 2026-11-19T08:30:00Z.")
    return text


def _whole(given: Mapping[str, str], name: str, *, default: int, most: int) -> int:
    text = given.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= most):
        raise _bad(name, text, "it is out of range", f"Give a whole number from 1 to {most:,}.")
    return int(text)


def _amount(given: Mapping[str, str], name: str, *, check: Callable[[float], bool] = math.isfinite) -> float | None:
    text = given.get(name, "") if name else ""
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not check(value) or "_" in text or len(text) > 40:
        raise _bad(name, text, "it is not a number", "Write digits, as in 900000000 or 2.5.")
    return value


def _number(value: float) -> str:
    """Returns a number as short as it can be read back.

    >>> _number(900000000.0), _number(2.5)
    ('900000000', '2.5')
    """
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _known(text: str, values: Iterable[str]) -> str:
    """Returns what may be given: all values if they are few, else those spelled similarly."""
    listed = ", ".join(values)
    return f"have: {listed}" if len(listed) <= _LISTED else f"no such value {alternatives_to(text, values)}"


def _bad(name: str, text: str, what: str, hint: str) -> BadInput:
    return BadInput(f"{name}={text[:60]!r} cannot be used: {what}", hint=hint, values={"parameter": name})
