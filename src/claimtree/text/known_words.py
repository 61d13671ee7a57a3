"""The words that a pack and its languages use, and the everyday words of a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise

from claimtree.languages import Language, data_of
from claimtree.model.claims import Name
from claimtree.model.pack import Pack
from claimtree.model.phrases import SLOT
from claimtree.text.lexicon import spell


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words that a pack and its languages use."""

    words: Mapping[str, int]
    """Each word with the number of sayings that contain it."""
    names: frozenset[str] = frozenset()
    """Words that are part of a name; a capitalised word is corrected only to one of these."""
    only_names: frozenset[str] = frozenset()
    """Words that occur only in names."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Pairs of adjacent words in sayings and names."""


def vocabulary_of(
    pack: Pack, languages: Iterable[Language], *, names: Iterable[Name] = (), also: Iterable[str] = ()
) -> Vocabulary:
    """Returns the words of a pack's sayings, parts, nouns and names, of the languages' cues, and
    those in `also`."""
    wordings = [
        words for concept in pack.concepts.values() for words in (*concept.sayings(query=True), *concept.document_only)
    ]
    wordings += [words for facet in pack.facets.values() for words in facet.says]
    wordings += [words for nouns in pack.nouns.values() for words in nouns]
    wordings += [*pack.ignored, *pack.spellings.values()]
    cues = {word for language in languages for words in _cues_of(language) for word in words.split()}
    named = [
        words for kind in pack.names.values() for name, also in kind.entries.items() for words in (name, *also)
    ] + [name.text for name in names]
    sayings, spelled_names = [spell(words) for words in wordings], [spell(words) for words in named]
    uses = Counter(word for words in sayings for word in words if word != SLOT)
    uses.update(cues | set(also))
    in_names = Counter(word for words in spelled_names for word in words)
    only_names = frozenset(in_names.keys() - uses.keys())
    return Vocabulary(
        words=uses + in_names,
        names=frozenset(in_names),
        only_names=only_names,
        pairs=frozenset(pair for words in (*sayings, *spelled_names) for pair in pairwise(words) if SLOT not in pair),
    )


def _cues_of(language: Language) -> Iterable[str]:
    """Yields every word or phrase among a language's cues, of whatever kind."""
    for part in fields(language):
        value = getattr(language, part.name)
        if isinstance(value, frozenset | tuple):
            for entry in value:
                yield from (entry,) if isinstance(entry, str) else (text for text in entry if isinstance(text, str))


@lru_cache(maxsize=8)
def everyday_words(code: str) -> frozenset[str]:
    """Returns the everyday words of a language, by its code; empty for a language without a
    list."""
    source = data_of(code, "everyday.txt")
    return frozenset(source.read_text(encoding="utf-8").split()) if source.is_file() else frozenset()
