"""Concepts to measure a judge on: wishes for one thing, and phrases that meet or refute it or
neither.

A row has `wish` and `met` and mostly `refuted` and `silent` (lists of texts), `lang`, `type`, `set`
and `id`; a row without `field` is about homes. Concepts are either trained on by the shipped
encoder or unseen (`held_out`); the two parts are never mixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from claimtree.calibration.data_rows import Row
from claimtree.model.claims import TypeName
from claimtree.model.judging import Says
from claimtree.model.taught import KINDS
from evals.held_out import kept_back, was_trained_on

HOMES = "homes"
OTHER = "other"


class Part(StrEnum):
    """Whether the shipped encoder was trained on a concept."""

    UNSEEN = "unseen"
    SEEN = "seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One validated row."""

    id: str
    part: Part
    language: str
    field: str
    """What it is about: "homes", or another field by its name."""
    type: TypeName
    wishes: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...]
    """In the order of KINDS."""
    new_wishes: tuple[str, ...] = ()
    new_phrases: tuple[tuple[str, ...], ...] = ((), (), ())
    """Texts of a training concept that were not trained on."""

    @property
    def about(self) -> str:
        """Returns "homes", or "other" for every other field."""
        return HOMES if self.field == HOMES else OTHER


def is_concept(row: Row) -> bool:
    return {"wish", "met"} <= row.keys()


def concept_of(where: str, row: Row) -> Concept:
    """Returns the row as a concept; raises ValueError if it is invalid."""
    id = f"{row['set']}/{row['id']}" if "set" in row and "id" in row else where
    wishes, phrases = _texts(row["wish"]), [_texts(row.get(kind)) for kind in KINDS]
    if not wishes or not phrases[Says.MEETS]:
        raise ValueError("a concept needs a wish, and something that meets it")
    part = Part.SEEN if was_trained_on(id) else Part.UNSEEN
    new_wishes: list[str] = []
    new_phrases: list[list[str]] = [[], [], []]
    if part is Part.SEEN:
        new_wishes, new_phrases = kept_back(id, wishes, phrases)
        wishes = [text for text in wishes if text not in new_wishes]
        phrases = [[text for text in texts if text not in new_phrases[kind]] for kind, texts in enumerate(phrases)]
    return Concept(
        id=id,
        part=part,
        language=str(row.get("lang") or "en"),
        field=str(row.get("field") or HOMES),
        type=TypeName(str(row.get("type") or "")),
        wishes=tuple(wishes),
        phrases=tuple(map(tuple, phrases)),
        new_wishes=tuple(new_wishes),
        new_phrases=tuple(map(tuple, new_phrases)),
    )


def _texts(value: object) -> list[str]:
    value = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
        raise ValueError("the texts of a concept are lists of words")
    return list(dict.fromkeys(value))


@dataclass(frozen=True, kw_only=True)
class Pool:
    """Concepts of one part, language and field group (homes or other), with their phrases
    deduplicated."""

    concepts: tuple[Concept, ...]
    phrases: tuple[str, ...]

    @classmethod
    def of(cls, concepts: Iterable[Concept]) -> Pool:
        members = tuple(concepts)
        return cls(concepts=members, phrases=tuple(dict.fromkeys(text for one in members for text in phrases_of(one))))

    @property
    def language(self) -> str:
        return self.concepts[0].language


def phrases_of(concept: Concept) -> Iterator[str]:
    """Yields the concept's phrases of all kinds."""
    return (text for kind in concept.phrases for text in kind)


def pools(concepts: Iterable[Concept]) -> list[Pool]:
    """Groups concepts that are compared with each other, by part, language and field group.

    A wish for a home is never compared with a recipe, nor with a phrase of another language.
    """
    found: dict[tuple[str, str, str], list[Concept]] = {}
    for concept in concepts:
        found.setdefault((concept.part, concept.language, concept.about), []).append(concept)
    return [Pool.of(members) for _, members in sorted(found.items())]
