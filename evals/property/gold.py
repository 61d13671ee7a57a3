"""Reads what `--data` names: questions with constraints, the listings that they are asked of, and places.

A folder holds them in files of its own; what a file is, is seen from what is in it:

- questions: an object with `questions`, each with `question`, `category`, `expected_result` and `constraints`;
- test cases: a list of cases with `id`, `category`, `expected_intent` and `input`;
- conversations: an object with `conversations`, each with `turns`;
- places: an object with `locations`, each with `name`, `keywords`, `lat`, `lng` and `radius_km`;
- listings: files of rows that the pack `property` reads (`listings*.jsonl`, `.csv`).

A file alone is taken with the other files of its folder that are no questions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from claimtree.errors import BadInput
from evals.property.constraints import Constraints, fault
from evals.property.listing import FACILITIES

SHIPPED = Path(__file__).parent
"""Our own questions, which are about the demo data of the pack."""
SECOND = SHIPPED / "second"
"""A second set of ours, written later."""
THIRD = SHIPPED / "third"
"""Conversations of a third set, some of them about the demo of another pack."""
FOURTH = SHIPPED / "fourth"
"""Conversations of a fourth set, of which one half was blind for longer than the other."""
MOST_BYTES = 50_000_000
_EXPECTED: Mapping[str, bool | None] = {
    "has_data": True,
    "found": True,
    "data": True,
    "no_data": False,
    "not_found": False,
    "none": False,
    "empty": False,
    "": None,
}
ANY_LANGUAGE = "any"
"""Of a message that is said in several: "ok thanks"."""
NO_SEARCH = ("greeting", "out_of_scope", "coaching", "listing_management")
"""Categories of test cases that ask for no homes."""
_TOLERANCE = 0.1
"""Of prices in test cases, which write "sekitar 1 milyar" as a maximum: what the document takes for "sekitar"."""
_ROWS = (".jsonl", ".csv", ".tsv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and what its answer has to be."""

    id: str
    question: str
    category: str
    constraints: Constraints = field(default_factory=dict)
    expects: bool | None = None
    """Whether there is such a home; None: as the listings say."""
    searches: bool = True
    """False for small talk and the like, which no homes answer."""
    tool: str = ""
    """The tool that has to be chosen; empty if it is not stated."""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message of a scripted conversation, and what has to hold after it."""

    user: str
    act: str = ""
    criteria: Constraints | None = None
    """None: not stated."""
    tool: str = ""
    language: str = ""
    number: int | None = None
    order: str = ""
    """What the homes have to be sorted by (price, size, distance), with " desc" from the highest down; empty if it
    is not stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A scripted conversation."""

    id: str
    turns: tuple[Turn, ...]
    about: str = ""
    language: str = ""
    pack: str = ""
    """The pack that it is held with; empty: that of the listings."""


@dataclass(frozen=True, kw_only=True)
class Gold:
    """Everything that was found under one path."""

    questions: tuple[Asked, ...] = ()
    scripts: tuple[Script, ...] = ()
    listings: tuple[Path, ...] = ()
    """Files of rows; empty: the demo data of the pack."""
    price_tolerance: float = 0.0
    bad: tuple[str, ...] = ()


def read_gold(path: Path | None) -> Gold:
    """Returns the questions, conversations and listings of a file or folder; by default our own."""
    path = path or SHIPPED
    if not path.exists():
        raise BadInput(f"{path} does not exist", hint="Give a file of questions, or a folder with them and listings.")
    alone = path.is_file()
    folder = path.parent if alone else path
    documents = [(file, _json(file)) for file in ([path] if alone else sorted(folder.glob("*.json")))]
    beside = [(file, _json(file)) for file in sorted(folder.glob("*.json")) if alone and file != path]
    places = _places([document for _, document in (*documents, *beside)])
    rows = tuple(sorted(file for file in folder.iterdir() if file.name.casefold().endswith(_ROWS)))
    gold = Gold(listings=rows)
    for file, document in documents:
        gold = _with(gold, file, document, places)
    if not gold.questions and not gold.scripts:
        raise BadInput(
            f"{path} has no questions" + (f": {gold.bad[0]}" if gold.bad else ""),
            hint="Give JSON with questions (question, category, expected_result, constraints) or test cases.",
        )
    return gold


def _json(file: Path) -> object:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadInput(f"{file} is larger than {MOST_BYTES:,} bytes", hint="Split it.")
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadInput(f"{file} cannot be read: {error}", hint="Give JSON as UTF-8.") from error


def _with(gold: Gold, file: Path, document: object, places: Mapping[str, Mapping[str, Any]]) -> Gold:
    """Returns what was found so far, with what a document has."""
    read: list[Asked | Script | str] = []
    tolerance = gold.price_tolerance
    if isinstance(document, dict) and isinstance(document.get("questions"), list):
        tolerance = float(document.get("price_tolerance") or 0.0)
        read += [_question(row, at, f"{file.name}#{at}") for at, row in enumerate(document["questions"], 1)]
    elif isinstance(document, dict) and isinstance(document.get("conversations"), list):
        read += [_script(row, at, f"{file.name}#{at}") for at, row in enumerate(document["conversations"], 1)]
    elif isinstance(document, list):
        tolerance = _TOLERANCE
        read += [_case(row, f"{file.name}#{at}", places) for at, row in enumerate(document, 1)]
    return replace(
        gold,
        questions=(*gold.questions, *(one for one in read if isinstance(one, Asked))),
        scripts=(*gold.scripts, *(one for one in read if isinstance(one, Script))),
        price_tolerance=tolerance,
        bad=(*gold.bad, *(one for one in read if isinstance(one, str) and one)),
    )


def _question(row: object, number: int, where: str) -> Asked | str:
    if not isinstance(row, dict) or not isinstance(row.get("question"), str) or not row["question"].strip():
        return f"{where}: no question"
    expected = str(row.get("expected_result") or "").casefold()
    if expected not in _EXPECTED:
        return f"{where}: expected_result is {expected!r} (have: {', '.join(filter(None, _EXPECTED))})"
    stated = row.get("constraints") or {}
    if not isinstance(stated, dict):
        return f"{where}: constraints are no object"
    constraints = {name: value for name, value in stated.items() if value is not None and value != []}
    constraints = _split_amenities(constraints)
    if wrong := fault(constraints):
        return f"{where}: {wrong}"
    return Asked(
        id=str(row.get("id") or number),
        question=row["question"].strip(),
        category=str(row.get("category") or "other"),
        constraints=constraints,
        expects=_EXPECTED[expected],
        tool=str(row.get("tool") or ""),
        language=str(row.get("language") or ""),
    )


def _split_amenities(constraints: dict[str, Any]) -> dict[str, Any]:
    """Puts facilities that are listed among amenities where they belong, as the document lists both together."""
    listed = constraints.get("amenities")
    if not isinstance(listed, list):
        return constraints
    own = [one for one in listed if one not in FACILITIES]
    shared = [*(constraints.get("facilities") or ()), *(one for one in listed if one in FACILITIES)]
    rest = {name: value for name, value in constraints.items() if name not in ("amenities", "facilities")}
    return {**rest, **({"amenities": own} if own else {}), **({"facilities": shared} if shared else {})}


def _script(row: object, number: int, where: str) -> Script | str:
    if not isinstance(row, dict) or not isinstance(row.get("turns"), list) or not row["turns"]:
        return f"{where}: no turns"
    turns = []
    for turn in row["turns"]:
        if not isinstance(turn, dict) or not isinstance(turn.get("user"), str):
            return f"{where}: a turn without what the user says"
        turns.append(
            Turn(
                user=turn["user"],
                act=str(turn.get("act") or ""),
                criteria=turn.get("criteria"),
                tool=str(turn.get("tool") or ""),
                language=str(turn.get("language") or row.get("language") or "").replace(ANY_LANGUAGE, ""),
                number=turn.get("number"),
                order=str(turn.get("order") or ""),
            )
        )
    return Script(
        id=str(row.get("id") or number),
        turns=tuple(turns),
        about=str(row.get("about") or ""),
        language=str(row.get("language") or ""),
        pack=str(row.get("pack") or ""),
    )


# --- test cases ---------------------------------------------------------------------------------------------------

_FEATURES: Sequence[tuple[str, str]] = (
    (r"(\d+) lantai", "floors"),
    (r"garasi", "garage"),
    (r"carport", "carport"),
    (r"kolam renang", "swimming_pool"),
    (r"cctv", "cctv"),
    (r"\bac\b", "ac"),
    (r"dekat sekolah", "school"),
    (r"dekat mall", "mall"),
    (r"dekat (?:rumah sakit|rs)", "hospital"),
    (r"dekat kampus", "campus"),
)


def _case(row: object, where: str, places: Mapping[str, Mapping[str, Any]]) -> Asked | Script | str:
    """A test case as a question or conversation; an empty string for one that needs what was said before it."""
    if not isinstance(row, dict) or "category" not in row:
        return f"{where}: no test case"
    if isinstance(row.get("conversation"), list):
        return _case_script(row)
    if row.get("context_required"):
        return ""
    text, category = row.get("input"), str(row["category"])
    if not isinstance(text, str) or not text.strip():
        return f"{where}: no input"
    filters = row.get("expected_property_filters")
    if category in NO_SEARCH:
        return Asked(id=str(row.get("id") or where), question=text, category=category, expects=False, searches=False)
    if not isinstance(filters, dict):
        return ""
    constraints, unknown = _constraints(filters, places)
    if unknown:
        return f"{where}: no constraint for {', '.join(unknown)}"
    if wrong := fault(constraints):
        return f"{where}: {wrong}"
    name = str(row.get("subcategory") or category)
    return Asked(id=str(row.get("id") or where), question=text, category=name, constraints=constraints)


def _constraints(
    filters: Mapping[str, Any], places: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[str, Any], list[str]]:
    found: dict[str, Any] = {}
    unknown = []
    for name, value in filters.items():
        end, _, rest = name.partition("_")
        if name in ("property_type", "listing_type"):
            found[name] = str(value).casefold()
        elif end in ("min", "max"):
            found.setdefault(rest, {})[end] = value
        elif name == "location":
            found["location"] = _place(str(value), places)
        elif name == "features":
            unknown += [one for one in value if not _add_feature(found, str(one).casefold())]
        else:
            unknown.append(name)
    return found, unknown


def _place(name: str, places: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    place = places.get(name.casefold())
    if place is None:
        return {"keywords": [name.casefold()]}
    words = [name.casefold(), *(str(one).casefold() for one in place.get("keywords") or ())]
    return {
        "keywords": list(dict.fromkeys(words)),
        **{key: place[key] for key in ("lat", "lng", "radius_km") if key in place},
    }


def _add_feature(found: dict[str, Any], feature: str) -> bool:
    for pattern, name in _FEATURES:
        matched = re.search(pattern, feature)
        if matched is None:
            continue
        if name == "floors":
            found["floors"] = int(matched[1])
        elif name in ("school", "mall", "hospital", "campus"):
            found["location"] = {"kind": name, "radius_km": 2.0}
        elif name == "swimming_pool":
            found.setdefault("facilities", []).append(name)
        else:
            found.setdefault("amenities", []).append(name)
        return True
    return False


def _case_script(row: Mapping[str, Any]) -> Script | str:
    """A test case with a conversation as a script: what its user says."""
    said = [one for one in row["conversation"] if isinstance(one, dict)]
    turns = tuple(Turn(user=str(one["content"])) for one in said if one.get("role") == "user" and one.get("content"))
    return Script(id=str(row.get("id")), turns=turns, about=str(row.get("expected_behavior") or "")) if turns else ""


def _places(documents: Sequence[object]) -> dict[str, Mapping[str, Any]]:
    """Places by each of their names, in small letters."""
    found: dict[str, Mapping[str, Any]] = {}
    for document in documents:
        listed = document.get("locations") if isinstance(document, dict) else None
        for place in listed.values() if isinstance(listed, dict) else ():
            if isinstance(place, dict):
                for name in (str(place.get("name") or ""), *(str(one) for one in place.get("keywords") or ())):
                    found.setdefault(name.casefold(), place)
    return found
