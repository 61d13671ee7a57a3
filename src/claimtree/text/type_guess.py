"""Guesses what unknown words are about: from the pack's most similar example and its trained
model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.errors import PackError
from claimtree.lru_cache import LruCache
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.guesses import Guess
from claimtree.model.notices import Notice, NoticeCode, notice, together
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder

_REMEMBERED_BYTES = 2 << 20
"""Memory of the cached guesses: some 10,000 short wordings."""
_A_GUESS = 200
"""Bytes of a guess beside its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A wording that the pack gives for a type."""

    text: str
    type: TypeName


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The guess for some words."""

    nearest: Example | None = None
    """The most similar example; None when the pack gives none."""
    guess: Guess | None = None
    """None when the pack has no model for the embedder."""

    @property
    def type(self) -> TypeName | None:
        if self.guess is not None:
            return self.guess.type
        return self.nearest.type if self.nearest else None

    @property
    def level(self) -> LevelName | None:
        return self.guess.level if self.guess is not None else None

    @property
    def sureness(self) -> float:
        """The probability of the type; 1 if only the nearest example decides, which gives no
        probability."""
        return self.guess.probability if self.guess is not None else 1.0

    @property
    def is_aside(self) -> bool:
        """True if the words say nothing about any entity."""
        return self.guess is not None and self.guess.is_aside

    @property
    def why(self) -> Notice:
        """The explanation of the guess, shown with the claim."""
        reasons = [notice(NoticeCode.READ_BY_EXAMPLE, example=self.nearest.text)] if self.nearest else []
        if self.guess is not None:
            guess = self.guess
            reasons.append(
                notice(
                    NoticeCode.READ_BY_GUESS,
                    type=guess.type,
                    level=guess.level,
                    percent=round(guess.probability * 100),
                    aside_percent=round(guess.aside * 100),
                )
            )
        return together(*(reasons or [notice(NoticeCode.NOT_LISTED)]))


class Examples:
    """A pack's examples, embedded on first use, and its model for that embedder."""

    def __init__(self, pack: Pack, embedder: Embedder) -> None:
        self._embedder = embedder
        self._examples = tuple(
            Example(text=text, type=spec.name) for spec in pack.types.values() for text in spec.examples
        )
        self._embedded: Vectors | None = None
        self._guesses = pack.guesses.get(embedder.name)
        if self._guesses is not None and self._guesses.dimensions != embedder.dimensions:
            raise PackError(
                f"pack {pack.name!r} guesses over {self._guesses.dimensions} dimensions, but {embedder.name!r} has "
                f"{embedder.dimensions}",
                hint="Train the pack's guesses for this embedder, or take them out of its [guesses].",
                values={"pack": pack.name, "embedder": embedder.name},
            )
        self._known = LruCache[str, About](_REMEMBERED_BYTES, cost=lambda text, about: _A_GUESS + len(text))

    def about(self, texts: Sequence[str]) -> list[About]:
        """Returns the guess for each text; texts that are not cached are embedded in one batch."""
        known = self._known.get(texts)
        new = list(dict.fromkeys(text for text in texts if text not in known))
        if new:
            fresh = dict(zip(new, self._found(new), strict=True))
            self._known.put(fresh)
            known |= fresh
        return [known[text] for text in texts]

    def _found(self, texts: Sequence[str]) -> list[About]:
        if not self._examples and self._guesses is None:
            return [About()] * len(texts)
        vectors = self._embedder.embed(texts)
        nearest: list[Example | None] = [None] * len(texts)
        if self._examples:
            nearest = [self._examples[k] for k in self._vectors.similarity(vectors).argmax(axis=0)]
        guesses = self._guesses.guess(vectors) if self._guesses is not None else [None] * len(texts)
        return [About(nearest=one, guess=guess) for one, guess in zip(nearest, guesses, strict=True)]

    @property
    def _vectors(self) -> Vectors:
        # Not a cached_property: its lock would serialise threads whose requests the embedder
        # answers in one batch.
        if self._embedded is None:
            self._embedded = self._embedder.embed([example.text for example in self._examples])
        return self._embedded
