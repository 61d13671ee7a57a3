"""Validates files of annotated sentences: reports every fault with file and line, repairs nothing.

Sentences are also loaded here: a row with a fault is never measured on, since its annotation cannot
be trusted.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimtree.calibration.data_rows import Row
from claimtree.errors import BadInput
from evals import json_lines
from evals.sentence_rows import (
    FAR,
    PARTS,
    WANT,
    WHERE,
    Is,
    Kind,
    Sentence,
    occurrences,
    one_line,
    sentence_of,
)

FORM = "JSON Lines of annotated sentences (id, kind, field, text, and wishes or facts)"

_BOTH = {"words", "nth", "of", "where", "amount", "or"}
_KEYS = {Kind.QUERY: _BOTH | {"not", "want"}, Kind.LISTING: _BOTH | {"is"}}
_AMOUNT_KEYS = {"unit", "min", "max", "about"}
_TEXTS = ("words", "of", "or", "where", "want", "is")
"""Keys of an annotation whose value is a string."""


@dataclass(slots=True)
class Checked:
    """The content of the checked files."""

    files: int = 0
    sentences: list[Sentence] = field(default_factory=list)
    """From rows without a fault."""
    faults: list[str] = field(default_factory=list)
    """Each with file and line."""
    by_reference: int = 0
    """Rows that refer to a text stored elsewhere."""

    @property
    def annotations(self) -> int:
        return sum(len(one.annotated) for one in self.sentences)


def check_sentences(path: Path) -> Checked:
    """Validates every row of a JSON Lines file, or of those in a folder."""
    checked = Checked()
    texts: dict[str, str] = {}
    for file in _files(path):
        checked.files += 1
        ids: dict[str, str] = {}
        for place, line in _lines(file, path):
            row = json_lines.row_of(line)
            if isinstance(row, str):
                checked.faults.append(f"{place}: {row}")
            elif "ref" in row and "text" not in row:
                checked.by_reference += 1
            elif faults := [*faults_of(row), *_repeated(row, place, texts, ids)]:
                checked.faults += [f"{place}: {fault}" for fault in faults]
            else:
                checked.sentences.append(sentence_of(place, row))
    return checked


def faults_of(row: Row) -> list[str]:
    """Returns the faults of one row; empty if it can be measured on."""
    faults = [f"{key!r} is missing or no text" for key in ("id", "field", "text") if not _is_text(row.get(key))]
    if row.get("kind") not in list(Kind):
        faults.append(f"'kind' is {row.get('kind')!r}, not query or listing")
    if faults:
        return faults
    kind, text = Kind(row["kind"]), str(row["text"])
    annotations, nothing = row.get(kind.key), row.get("nothing", [])
    if not isinstance(annotations, list) or not all(isinstance(one, dict) for one in annotations):
        return [f"a {kind.value} needs {kind.key!r}, a list of objects"]
    if not isinstance(nothing, list):
        return ["'nothing' is no list"]
    faults += [fault for one in annotations for fault in _annotation_faults(one, kind, text)]
    faults += [f"nothing: {words!r} is not in the text" for words in nothing if not _stands(words, text)]
    return faults + _lonely_alternatives(annotations)


def _annotation_faults(one: Mapping[str, Any], kind: Kind, text: str) -> Iterator[str]:
    words = one.get("words")
    if not _is_text(words):
        yield f"an annotation without words: {json.dumps(one, ensure_ascii=False)}"
        return
    yield from (f"{words!r}: {fault}" for fault in _found_faults(one, text))
    yield from (f"{words!r}: {fault}" for fault in _key_faults(one, kind))
    yield from (f"{words!r}: {fault}" for fault in _value_faults(one, kind, text))


def _found_faults(one: Mapping[str, Any], text: str) -> Iterator[str]:
    """Yields a fault if the words are missing from the text or ambiguous."""
    words, nth, times = one["words"], one.get("nth"), len(occurrences(text, one["words"]))
    if not _stands(words, text):
        yield "not in the text"
    elif "nth" not in one:
        if times > 1:
            yield f"occurs {times} times: make it longer, or give 'nth'"
    elif not isinstance(nth, int) or isinstance(nth, bool) or not 1 <= nth <= times:
        yield f"'nth' is {nth!r}, but the words occur {times} time{'' if times == 1 else 's'}"


def _key_faults(one: Mapping[str, Any], kind: Kind) -> Iterator[str]:
    unknown = sorted(one.keys() - _KEYS[kind])
    if unknown:
        yield f"a {kind.value} has no {', '.join(map(repr, unknown))}"
    yield from (f"{key!r} is empty or no text" for key in _TEXTS if key in one and not _is_text(one[key]))
    if one.get("not", True) is not True:
        yield f"'not' is {one['not']!r}: it is true or left out"


def _value_faults(one: Mapping[str, Any], kind: Kind, text: str) -> Iterator[str]:
    for key, allowed in (("want", WANT), ("where", WHERE), ("is", tuple(Is))):
        if key in one and one[key] not in allowed:
            yield f"{key!r} is {one[key]!r}, not {', '.join(allowed)}"
    if kind is Kind.LISTING and "is" not in one:
        yield "a fact needs 'is': yes, no or unsure"
    if one.get("where") == FAR and "not" in one:
        yield "'far' says it already: leave 'not' out"
    if one.get("where") == "within" and "amount" not in one:
        yield "'within' needs the 'amount' that is the limit"
    of = one.get("of")
    if _is_text(of) and of not in PARTS and not occurrences(text, str(of)):
        yield f"of {of!r}: neither in the text nor one of {', '.join(PARTS)}"
    if "amount" in one:
        yield from _amount_faults(one["amount"])


def _amount_faults(amount: object) -> Iterator[str]:
    if not isinstance(amount, dict) or not {"unit", "min", "max"} <= amount.keys() <= _AMOUNT_KEYS:
        yield f"an amount has 'unit', 'min', 'max' and perhaps 'about', not {json.dumps(amount, ensure_ascii=False)}"
        return
    low, high = amount["min"], amount["max"]
    if not _is_text(amount["unit"]):
        yield "an amount needs a unit"
    if not all(end is None or _is_number(end) for end in (low, high)):
        yield f"'min' and 'max' are numbers or null, not {low!r} and {high!r}"
    elif low is None and high is None:
        yield "an amount needs 'min' or 'max'"
    elif low is not None and high is not None and low > high:
        yield f"'min' {low:g} is above 'max' {high:g}"
    if amount.get("about", True) is not True:
        yield f"'about' is {amount['about']!r}: it is true or left out"


def _lonely_alternatives(annotations: Sequence[Mapping[str, Any]]) -> list[str]:
    """Returns a fault for each group of alternatives with only one member."""
    letters = Counter(str(one["or"]) for one in annotations if "or" in one)
    return [f"or {letter!r}: only one alternative has this letter" for letter, times in letters.items() if times == 1]


def _repeated(row: Row, place: str, texts: dict[str, str], ids: dict[str, str]) -> list[str]:
    """Returns a fault for a repeated text (it would count twice) or id (ambiguous).

    Ids need to be unique only within a file.
    """
    faults: list[str] = []
    for what, known in (("text", texts), ("id", ids)):
        value = row.get(what)
        if not isinstance(value, str):
            continue
        if value in known:
            faults.append(f"the same {what} as {known[value]}")
        known.setdefault(value, place)
    return faults


def _files(path: Path) -> list[Path]:
    """Returns the files to read; in a folder only .jsonl, as it may also hold a guide and
    scripts."""
    if not path.exists():
        raise BadInput(f"{path} does not exist", hint=f"Give {FORM}, or a folder of them.", values={"path": str(path)})
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*.jsonl") if file.is_file())
    if not files:
        raise BadInput(f"no .jsonl file in {path}", hint=f"Give {FORM}, or a folder of them.")
    return files


def _lines(file: Path, given: Path) -> Iterator[tuple[str, str]]:
    """Yields the non-empty lines, each with its file and line number."""
    name = file.name if file == given else file.relative_to(given).as_posix()
    for number, line in json_lines.numbered_lines(file):
        yield f"{name}:{number}", line


def _stands(words: object, text: str) -> bool:
    """True if the words occur exactly as written, including case, as copied words do."""
    return _is_text(words) and one_line(str(words)) in one_line(text) and bool(occurrences(text, str(words)))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
