"""Converts annotated sentences to training rows of the reader: tokens, and spans with their labels.

    python training/reader/sentences.py OUT.json FILE...

needs nothing but this repository. `training/sentences/GUIDE.md` says how sentences are annotated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "src"))

from claimtree.models.windows import sentence_ends, windows  # noqa: E402  # found where the line above points
from claimtree.models.wordpiece import Piece, WordPieces  # noqa: E402

VOCABULARY = ROOT / "src" / "claimtree" / "models" / "small" / "vocabulary.txt"

STATUSES = ("yes", "no", "nothing")
"""A wish is wanted, denied or none; a fact holds, does not hold, or is unknown."""
WANTS = ("unsaid", "must", "nice")
WHERES = ("", "in", "near", "within", "between", "far")
HOSTS = ("thing", "area", "building", "part")
BOUNDS = ("exact", "at most", "at least", "range", "about")
KINDS = ("query", "listing")
IGNORED = -100


def open_pieces() -> WordPieces:
    return WordPieces(VOCABULARY.read_text(encoding="utf-8").rstrip("\n").split("\n"))


def read_sentences(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line) | {"file": file.stem}


def examples(sentence: dict[str, Any], pieces: WordPieces) -> Iterator[dict[str, Any]]:
    """Yields the training rows of a sentence, one per window."""
    # As in the evals: a text is one line.
    text = sentence["text"].replace("\n", " ")
    located = pieces.located(text)
    marked = [one for one in _marked(sentence, text, located) if one is not None]
    for window in windows(sentence_ends(text, located), len(located)):
        spans = [
            _moved(_hosted(one, window.first, window.after), window.first)
            for one in marked
            if window.own <= one["at"][0] and one["at"][1] <= window.after
        ]
        yield {
            "id": sentence["id"],
            "file": sentence["file"],
            "field": sentence["field"],
            "kind": KINDS.index(sentence["kind"]),
            "own": window.own - window.first,
            "pieces": [piece.number for piece in located[window.first : window.after]],
            "words": [text[piece.start : piece.end] for piece in located[window.first : window.after]],
            "spans": spans,
        }


def _hosted(one: dict[str, Any], first: int, after: int) -> dict[str, Any]:
    """Returns the span without its host if the host is outside the window: it cannot be learned
    there."""
    host = one["host"]
    return one if host is None or (first <= host[0] and host[1] <= after) else one | {"host": None, "of": IGNORED}


def _moved(one: dict[str, Any], by: int) -> dict[str, Any]:
    host = one["host"]
    return one | {
        "at": [place - by for place in one["at"]],
        "host": None if host is None else [place - by for place in host],
    }


def _marked(sentence: dict[str, Any], text: str, located: list[Piece]) -> Iterator[dict[str, Any] | None]:
    is_query = sentence["kind"] == "query"
    for said in sentence.get("wishes" if is_query else "facts", ()):
        start, end = _find(text, said["words"], said.get("nth", 1))
        at = _pieces_of(located, start, end)
        if at is None:
            yield None
            continue
        host, where = _host(said.get("of"), text, located, start)
        status = _status(said, is_query=is_query)
        yield {
            "at": at,
            "status": status,
            "want": WANTS.index(said.get("want") or "unsaid") if is_query else IGNORED,
            "where": WHERES.index(said.get("where") or "") if status != 2 or not is_query else IGNORED,
            "of": host,
            "host": where,
            "or": said.get("or", ""),
            "bound": _bound(said.get("amount")),
            "words": said["words"],
        }
    for words in sentence.get("nothing", ()):
        at = _pieces_of(located, *_find(text, words, 1))
        if at is not None:
            yield {
                "at": at, "status": 2, "want": IGNORED, "where": IGNORED, "of": IGNORED, "host": None, "or": "",
                "bound": IGNORED, "words": words,
            }  # fmt: skip


def _status(said: dict[str, Any], *, is_query: bool) -> int:
    if is_query:
        return int(bool(said.get("not")) or said.get("where") == "far")
    return {"yes": 0, "no": 1, "unsure": 2}[said["is"]]


def _host(of: str | None, text: str, located: list[Piece], start: int) -> tuple[int, list[int] | None]:
    """Returns the kind of host and, for a part, the tokens that name it: the nearest mention, the
    earlier one if equal."""
    if of is None or of == "home":
        return HOSTS.index("thing"), None
    if of == "area":
        return HOSTS.index("area"), None
    if of in ("building", "complex"):
        return HOSTS.index("building"), None
    low, name = text.lower(), str(of).lower()
    found = [at for at in range(len(low)) if low.startswith(name, at)]
    if not found:
        return IGNORED, None
    at = min(found, key=lambda place: abs(place - start))
    return HOSTS.index("part"), _pieces_of(located, at, at + len(name))


def _bound(amount: dict[str, Any] | None) -> int:
    if amount is None:
        return IGNORED
    low, high = amount.get("min"), amount.get("max")
    if amount.get("about"):
        return BOUNDS.index("about")
    if low is None:
        return BOUNDS.index("at most")
    if high is None:
        return BOUNDS.index("at least")
    return BOUNDS.index("exact" if low == high else "range")


def _find(text: str, words: str, nth: int) -> tuple[int, int]:
    low, wanted, at = text.lower(), words.replace("\n", " ").lower(), -1
    for _ in range(nth):
        at = low.find(wanted, at + 1)
    return at, at + len(wanted)


def _pieces_of(located: list[Piece], start: int, end: int) -> list[int] | None:
    """Returns the first token that overlaps the characters, and the one after the last."""
    if start < 0:
        return None
    inside = [k for k, piece in enumerate(located) if piece.start < end and piece.end > start]
    return [inside[0], inside[-1] + 1] if inside else None


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pieces = open_pieces()
    rows = [row for one in read_sentences(map(Path, sys.argv[2:])) for row in examples(one, pieces)]
    Path(sys.argv[1]).write_text(json.dumps(rows), encoding="utf-8")
    sys.stdout.write(f"{len(rows)} windows, {sum(len(row['spans']) for row in rows)} spans\n")


if __name__ == "__main__":
    main()
