"""Corrects misspelled words that steer a conversation or name a topic: "dbawah 600", "lbih murah", "hrganya".

The reader corrects the words of wishes, and tells it; these it does not know. A word that the pack, a name or the
language has is left as it is.
"""

from __future__ import annotations

from typing import Final

from claimtree.languages import language_of
from claimtree.languages.normalise import tokenize
from claimtree.model.pack import Pack
from claimtree.text.known_words import everyday_words, vocabulary_of
from claimtree.text.spelling import Corrector

_MOST: Final = 40
"""Words that are looked at: a longer message is no chat."""


class SteeringSpelling:
    """Corrects the words of messages about a pack."""

    def __init__(self, pack: Pack) -> None:
        language = language_of(pack)
        words = language.conversation
        self._its = words.its
        steering = {
            token.norm
            for wordings in (*words.cues.values(), *(spec.called for spec in pack.types.values()))
            for wording in wordings
            for token in tokenize(wording)
        }
        steering |= {word for wording in (*language.amounts.before, *language.amounts.after) for word in wording}
        steering |= {*words.limits, *words.corrections, *words.distances}
        known = vocabulary_of(pack, (language,)).words
        self._short = {
            short: full
            for short, full in (*language.rewrites, *language.wish_rewrites, *pack.spellings.items())
            if full in steering
        }
        self._known = frozenset(known) | steering
        self._corrector = Corrector(
            {word for word in steering if word.isalpha()},
            real=(
                *(everyday_words(code) for code in pack.languages),
                frozenset(known),
                frozenset(short for short, _ in (*language.rewrites, *language.wish_rewrites, *pack.spellings.items())),
            ),
            drops_vowels=language.drops_vowels,
        )

    def corrected(self, message: str) -> str:
        """Returns the message with its steering words as they are spelt."""
        tokens = tokenize(message)
        for token in reversed(tokens[:_MOST]):
            word = self._meant(token.norm)
            if word:
                message = f"{message[: token.start]}{word}{message[token.end :]}"
        return message

    def _meant(self, norm: str) -> str:
        if not norm.isalpha() or norm in self._known:
            return ""
        for ending in ("", *self._its):
            if ending and norm.endswith(ending) and (full := self._short.get(norm.removesuffix(ending))):
                return full + ending
            if norm.endswith(ending) and (guess := self._corrector.correct(norm.removesuffix(ending))) is not None:
                return " ".join(guess.words) + ending
        return ""
