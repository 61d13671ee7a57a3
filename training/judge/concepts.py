"""The concepts and scenes that the judge is trained on, and the held-out ones.

Split by concept: a share HELD_OUT of them, chosen by a hash of the id, is only measured on. Of
every other concept one wish and two phrases are kept back too, to measure known concepts in new
words. Scenes are split the same way, as a whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "claim-groups"
SCENES = FOLDER.parent / "scenes"
FIRST_SCENES = tuple(SCENES / f"{name}.jsonl" for name in ("en_a", "en_b", "en_c", "id_a"))
"""The files of the first training run; the others were added later."""
KINDS = ("met", "refuted", "silent")
MET, REFUTED, SILENT = range(3)
HELD_OUT = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """Wishes for one thing, and phrases that meet the wish, refute it or leave it open."""

    id: str
    language: str
    field: str
    """What it is about: "homes", or another field."""
    type: str
    wishes: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...]
    """In the order of KINDS."""
    kept_wishes: tuple[str, ...] = ()
    kept_phrases: tuple[tuple[str, ...], ...] = ((), (), ())
    """Texts of a training concept that are not trained on, to measure it in new words."""
    held_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One small listing with wishes, and a label for every pair of clause and wish."""

    id: str
    language: str
    clauses: tuple[str, ...]
    wishes: tuple[str, ...]
    labels: tuple[tuple[int, ...], ...]
    """For each wish and clause, the index of the kind."""
    held_out: bool


def load(folder: Path = FOLDER, *, held_out: float = HELD_OUT) -> list[Concept]:
    """Returns all concepts of the folder's files, in the order of their ids."""
    files = sorted(folder.glob("*.jsonl"))
    return sorted(_concepts(_rows(files), held_out), key=lambda concept: concept.id)


def load_file(file: Path) -> list[Concept]:
    """Returns the concepts of another file, with none held out and no texts kept back."""
    return list(_concepts(_rows([file]), 0.0, keep_back=False))


def load_scenes(files: Iterable[Path] = FIRST_SCENES) -> list[Scene]:
    """Returns all scenes of the files, in the order of their ids."""
    return sorted(map(_scene, _rows(files)), key=lambda scene: scene.id)


def share(text: str) -> float:
    """Returns a hash of the text as a number between 0 and 1."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


def _rows(files: Iterable[Path]) -> Iterator[Mapping[str, Any]]:
    for file in files:
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _scene(row: Mapping[str, Any]) -> Scene:
    id = f"{row['set']}/{row['id']}"
    clauses = tuple(row["clauses"])
    return Scene(
        id=id,
        language=row["lang"],
        clauses=clauses,
        wishes=tuple(wish["wish"] for wish in row["wishes"]),
        labels=tuple(_labels(wish, len(clauses)) for wish in row["wishes"]),
        held_out=share(id) < HELD_OUT,
    )


def _labels(wish: Mapping[str, Any], clauses: int) -> tuple[int, ...]:
    return tuple(MET if at in wish["met"] else REFUTED if at in wish["refuted"] else SILENT for at in range(clauses))


def _concepts(rows: Iterable[Mapping[str, Any]], held_out: float, *, keep_back: bool = True) -> Iterator[Concept]:
    for row in rows:
        id = f"{row['set']}/{row['id']}"
        wishes = [str(text) for text in row["wish"]]
        phrases = [[str(text) for text in row[kind]] for kind in KINDS]
        unseen = share(id) < held_out
        kept_wishes: list[str] = []
        kept_phrases: list[list[str]] = [[], [], []]
        if not unseen and keep_back:
            kept_wishes = _kept(id, wishes)
            # Two of the three kinds, chosen by hash, so that each is kept back equally often over
            # all concepts.
            skipped = int(share(f"{id} skipped") * 3)
            kept_phrases = [[] if kind == skipped else _kept(id, texts) for kind, texts in enumerate(phrases)]
            wishes = _without(wishes, kept_wishes)
            phrases = [_without(texts, kept) for texts, kept in zip(phrases, kept_phrases, strict=True)]
        if row.get("en") and not unseen:
            wishes.append(str(row["en"]))
        yield Concept(
            id=id,
            language=str(row["lang"]),
            field=str(row.get("field") or "homes"),
            type=str(row["type"]),
            wishes=tuple(wishes),
            phrases=tuple(map(tuple, phrases)),
            kept_wishes=tuple(kept_wishes),
            kept_phrases=tuple(map(tuple, kept_phrases)),
            held_out=unseen,
        )


def _kept(id: str, texts: Sequence[str]) -> list[str]:
    """Returns the text to keep back; none if there is only one."""
    return [min(texts, key=lambda text: share(f"{id} {text}"))] if len(texts) > 1 else []


def _without(texts: Sequence[str], kept: Sequence[str]) -> list[str]:
    return [text for text in texts if text not in kept]
