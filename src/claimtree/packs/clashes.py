"""Checks for words and names that would have two meanings at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimtree.model.claims import ConceptId
from claimtree.model.pack import Concept, NameKind
from claimtree.packs.diagnostics import Origin, Problems

# Two lists may share a word unless one reading of it would then have two meanings: words of
# listings only never meet words of queries only, and one wording may deny several concepts.
CLASHES = {
    "says": ("says", "fixed", "denies", "document_only", "query_only", "at_most"),
    "fixed": ("says", "fixed", "denies", "document_only", "query_only", "at_most"),
    "denies": ("says", "fixed", "document_only", "query_only", "at_most"),
    "document_only": ("says", "fixed", "denies", "document_only"),
    "query_only": ("says", "fixed", "denies", "query_only", "at_most"),
    "at_most": ("says", "fixed", "denies", "query_only", "at_most"),
}


def same_words(text: str) -> str:
    """Returns the text normalised, so that texts that read the same are equal.

    >>> same_words("Pets  Allowed")
    'pets allowed'
    """
    return " ".join(text.casefold().split())


def note_clashing_words(concepts: Mapping[ConceptId, Concept], origin: Origin, problems: Problems) -> None:
    """Note wordings that belong to two concepts of a type and level; with a "_", to two per kind of
    amount.
    """
    taken: dict[tuple[str, ...], list[tuple[ConceptId, str]]] = {}
    for concept in concepts.values():
        places = [(concept.type_at.get(level, concept.type), level) for level in concept.levels]
        measure = f"{concept.amount.kind}/{concept.amount.unit}" if concept.amount else ""
        clashing: dict[tuple[str, str], None] = {}
        for key, wording in _sayings(concept):
            words = same_words(wording)
            amount = measure if "_" in words else ""
            for place in places:
                others = taken.setdefault((words, amount, *place), [])
                for other, other_key in others:
                    if other_key in CLASHES[key] and (other != concept.id or other_key != key):
                        clashing[key, f"{wording!r} is under {other_key} of concept {other!r} too"] = None
                others.append((concept.id, key))
        for key, what in clashing:
            path = ("concepts", concept.id, key)
            problems.add(origin.file(path), path, what)


def _sayings(concept: Concept) -> Iterator[tuple[str, str]]:
    for key, words in (
        ("says", concept.says),
        ("fixed", tuple(concept.fixed)),
        ("denies", concept.denies),
        ("document_only", concept.document_only),
        ("query_only", concept.query_only),
        ("at_most", concept.at_most),
    ):
        for wording in words:
            yield key, wording


def note_clashing_names(kinds: Mapping[str, NameKind], origin: Origin, problems: Problems) -> None:
    """Note names or aliases that stand for two things of one kind."""
    for kind in kinds.values():
        taken: dict[str, str] = {}
        for name, aliases in kind.entries.items():
            for spelling in (name, *aliases):
                other = taken.setdefault(same_words(spelling), name)
                if other != name:
                    path = ("names", kind.name, "entries", name)
                    problems.add(origin.file(path), path, f"{spelling!r} stands for {other!r} already")


def note_circles(kinds: Mapping[str, NameKind], origin: Origin, problems: Problems) -> None:
    """Note names that contain themselves, directly or through others."""
    for kind in kinds.values():
        for name in kind.within:
            seen = {(kind.name, name)}
            at = kind.within[name]
            while at[0] in kinds and at not in seen:
                seen.add(at)
                at = kinds[at[0]].within.get(at[1], ("", ""))
            if at == (kind.name, name):
                path = ("names", kind.name, "within", name)
                problems.add(origin.file(path), path, "lies within itself")
