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
    """Each with the number of sayings that use it."""
    names: frozenset[str] = frozenset()
    """Those that are part of a name; a word that is written like one is corrected to these only."""
    only_names: frozenset[str] = frozenset()
    """Those that nothing but a name uses."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Words that stand beside each other in some saying."""


def vocabulary_of(
    pack: Pack, languages: Iterable[Language], *, names: Iterable[Name] = (), also: Iterable[str] = ()
) -> Vocabulary:
    """The words of a pack's sayings, parts, nouns and names, of the languages' cues, and others that are known."""
    said = [
        words for concept in pack.concepts.values() for words in (*concept.sayings(query=True), *concept.listing_only)
    ]
    said += [words for facet in pack.facets.values() for words in facet.says]
    said += [words for nouns in pack.nouns.values() for words in nouns]
    said += [*pack.ignored, *pack.spellings.values()]
    cues = {word for language in languages for words in _cues_of(language) for word in words.split()}
    named = [
        words for kind in pack.names.values() for name, also in kind.entries.items() for words in (name, *also)
    ] + [name.text for name in names]
    sayings, spelled_names = [spell(words) for words in said], [spell(words) for words in named]
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
    """Every word or phrase among a language's cues, whatever they are cues for."""
    for part in fields(language):
        value = getattr(language, part.name)
        if isinstance(value, frozenset | tuple):
            for entry in value:
                yield from (entry,) if isinstance(entry, str) else (text for text in entry if isinstance(text, str))


@lru_cache(maxsize=8)
def everyday_words(code: str) -> frozenset[str]:
    """Everyday words of a language, by its code; none for a language without a list."""
    source = data_of(code, "everyday.txt")
    return frozenset(source.read_text(encoding="utf-8").split()) if source.is_file() else frozenset()
