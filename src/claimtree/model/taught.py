"""Concepts that a user taught: wishes, and phrases that meet them, refute them or are silent on
them.

Nothing is trained. `model.voting` says how the phrases affect others, and the same rows can join
the next training.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from claimtree.errors import BadInput
from claimtree.model.claims import Facet, LevelName, TypeName
from claimtree.model.judging import Says

LONGEST_TEXT = 300
"""Maximum length of a wish or a phrase: a phrase is the wording of one claim, not a paragraph."""
MOST_WISHES = 40
MOST_PHRASES = 120
"""Maximum of one kind."""
MOST_CONCEPTS = 2_000
KINDS = ("met", "refuted", "silent")
"""The names of the kinds of phrases, in the order of `Says`."""
UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and lone surrogates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtConcept:
    """One thing that can be wished for, and phrases by what they say about it. Made by `taught`,
    which validates it.
    """

    id: str
    wishes: tuple[str, ...]
    met: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    type: TypeName | None = None
    level: LevelName | None = None
    facet: Facet | None = None
    language: str | None = None
    field: str | None = None
    """Its domain, as the training calls it; None is homes."""
    english: str | None = None
    """The wish in English, which the training uses too."""
    origin: str | None = None
    """The set of rows that it belongs to in the training."""

    @property
    def phrases(self) -> Mapping[Says, tuple[str, ...]]:
        return {Says.MEETS: self.met, Says.REFUTES: self.refuted, Says.NOTHING: self.silent}

    def labelled(self) -> Iterator[tuple[str, Says]]:
        """Yields every phrase with what it says."""
        for says, texts in self.phrases.items():
            for text in texts:
                yield text, says

    @property
    def size(self) -> int:
        return len(self.met) + len(self.refuted) + len(self.silent)


def folded(text: str) -> str:
    """Returns words as they are compared: without case, spacing and punctuation.

    >>> folded("  Peaceful  COURTYARD, south-facing! ")
    'peaceful courtyard south facing'
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    # By category: a regex would treat vowel signs of other scripts as punctuation, and drop
    # currency signs.
    return " ".join("".join(" " if unicodedata.category(sign)[0] in "PZ" else sign for sign in plain).split())


def taught(concept: TaughtConcept) -> TaughtConcept:
    """Returns the concept with its texts trimmed and without duplicates; raises for texts that
    cannot be used.
    """
    id = " ".join(concept.id.split())
    if not id or len(id) > LONGEST_TEXT or UNFIT.search(id):
        raise BadInput(f"{concept.id[:60]!r} is no id for a concept", hint="Give a short name, such as step-free.")
    known = replace(_without_duplicates(concept), id=id)
    if not known.wishes:
        raise BadInput(f"concept {id!r} has no wish", hint="Say how one asks for it: claimtree learn concept 'quiet' …")
    if not known.size:
        raise BadInput(f"concept {id!r} has no phrase", hint="Give at least one: --met, --refuted or --silent.")
    for name, texts, most in (
        ("wishes", known.wishes, MOST_WISHES),
        *((f"phrases {kind}", texts, MOST_PHRASES) for kind, texts in zip(KINDS, known.phrases.values(), strict=True)),
    ):
        if len(texts) > most:
            raise BadInput(
                f"concept {id!r} has {len(texts)} {name}; {most} is the most",
                hint="Keep those that differ; split what is really two concepts.",
                values={"id": id, "count": len(texts)},
            )
    _check_agreement(known)
    return known


def extended(known: TaughtConcept, more: TaughtConcept) -> TaughtConcept:
    """Returns the known concept with more phrases. Values of the concept as a whole are taken from
    the newer one.
    """
    return taught(_joined(known, more))


def overlaid(lower: Iterable[TaughtConcept], upper: Iterable[TaughtConcept]) -> tuple[TaughtConcept, ...]:
    """Returns two collections as one, ordered by id. Where both label the same words of one
    concept, the upper label counts.

    The limits per concept apply to each collection when it is read: together they may hold more.
    """
    found = {concept.id: concept for concept in lower}
    for concept in upper:
        below = found.get(concept.id)
        found[concept.id] = (
            concept if below is None else _without_duplicates(_joined(_without(below, concept), concept))
        )
    return tuple(found[id] for id in sorted(found))


def _joined(known: TaughtConcept, more: TaughtConcept) -> TaughtConcept:
    return TaughtConcept(
        id=known.id,
        wishes=(*known.wishes, *more.wishes),
        met=(*known.met, *more.met),
        refuted=(*known.refuted, *more.refuted),
        silent=(*known.silent, *more.silent),
        type=more.type or known.type,
        level=more.level or known.level,
        facet=more.facet or known.facet,
        language=more.language or known.language,
        field=more.field or known.field,
        english=more.english or known.english,
        origin=more.origin or known.origin,
    )


def _without(concept: TaughtConcept, other: TaughtConcept) -> TaughtConcept:
    """Returns the concept without the phrases that another one labels."""
    elsewhere = {folded(text) for text, _ in other.labelled()}
    met, refuted, silent = (
        tuple(text for text in texts if folded(text) not in elsewhere) for texts in concept.phrases.values()
    )
    return replace(concept, met=met, refuted=refuted, silent=silent)


def _check_agreement(concept: TaughtConcept) -> None:
    kinds: dict[str, Says] = {}
    for text, says in concept.labelled():
        other = kinds.setdefault(folded(text), says)
        if other is not says:
            raise BadInput(
                f"concept {concept.id!r} has {text!r} both as {KINDS[other]} and as {KINDS[says]}",
                hint="Decide for one; `claimtree learn forget` takes the concept out.",
                values={"id": concept.id, "phrase": text},
            )


def _without_duplicates(concept: TaughtConcept) -> TaughtConcept:
    return replace(
        concept,
        wishes=_distinct(concept.wishes),
        met=_distinct(concept.met),
        refuted=_distinct(concept.refuted),
        silent=_distinct(concept.silent),
    )


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Returns trimmed texts without duplicates; raises for one without words."""
    found: dict[str, str] = {}
    for text in texts:
        trimmed = " ".join(text.split())
        words = folded(trimmed)
        if len(trimmed) > LONGEST_TEXT:
            raise BadInput(
                f"{trimmed[:40]!r}… has {len(trimmed):,} letters; {LONGEST_TEXT} is the most",
                hint="A phrase is a few words, as a document has them.",
                values={"length": len(trimmed)},
            )
        # One letter, or punctuation alone, says nothing that another phrase could be compared with.
        if sum(sign.isalnum() for sign in words) < 2 or UNFIT.search(trimmed):
            raise BadInput(f"{trimmed!r} holds no words", hint="Give a few words of two letters or more.")
        found.setdefault(words, trimmed)
    return tuple(found.values())
