"""Replaces words by those of another language before embedding, for a monolingual encoder.

A gloss is not a translation: word by word, it moves a text near its neighbours in the encoder's
language. Words that it does not list (names, numbers, words of that language) stay as they are.
Queries and documents go through the same gloss, and the embedder's name says so: vectors of glossed
and of plain words are never in the same index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from claimtree.languages.phrase_lookup import longest, pairs_by_first
from claimtree.model.phrases import Vectors
from claimtree.models.encoder import NAME as OWN
from claimtree.ports import CachingEmbedder, Embedder, SharedEmbedder

SUFFIX = "+gloss"
BILINGUAL = frozenset({OWN})
"""Embedders trained on the languages of our packs: for them a gloss would only lose meaning."""
_PIECE = re.compile(r"\w++|[^\w\s]|\s++")


class Gloss:
    """A table of words and phrases with their replacements."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._words = pairs_by_first((tuple(words.casefold().split()), meaning) for words, meaning in entries.items())

    def apply(self, text: str) -> str:
        """The text with every listed word replaced, the longest phrase first.

        >>> Gloss({"rumah": "house", "rumah sakit": "hospital", "dekat": "near"}).apply("Rumah dekat rumah sakit, 2 lt")
        'house near hospital, 2 lt'
        """
        pieces = _PIECE.findall(text)
        places = [i for i, piece in enumerate(pieces) if not piece.isspace()]
        words = [pieces[i].casefold() for i in places]
        found: list[str] = []
        at = written = 0
        while at < len(words):
            listed = longest(words, at, self._words)
            if listed is None:
                at += 1
                continue
            meaning, after = listed
            found += [*pieces[written : places[at]], meaning]
            at, written = after, places[after - 1] + 1
        return "".join([*found, *pieces[written:]])


class GlossedEmbedder:
    """Wraps another embedder and passes it the glossed text."""

    def __init__(self, inner: Embedder, gloss: Mapping[str, str]) -> None:
        self.inner = inner
        self.name = inner.name + SUFFIX
        self.dimensions = inner.dimensions
        self._gloss = Gloss(gloss)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.inner.embed([self._gloss.apply(text) for text in texts])

    def batched_calls(self) -> AbstractContextManager[None]:
        return self.inner.batched_calls() if isinstance(self.inner, SharedEmbedder) else nullcontext()

    def add_computed(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        if isinstance(self.inner, CachingEmbedder):
            self.inner.add_computed(rows)

    def close(self) -> None:
        """Close the wrapped embedder if it can be closed."""
        close = getattr(self.inner, "close", None)
        if close is not None:
            close()


def glossed(embedder: Embedder, gloss: Mapping[str, str]) -> Embedder:
    """Wraps the embedder in the gloss; unchanged if there is no gloss or none is needed."""
    return embedder if not gloss or embedder.name in BILINGUAL else GlossedEmbedder(embedder, gloss)
