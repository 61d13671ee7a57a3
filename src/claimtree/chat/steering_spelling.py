"""Writes the words of a chat as they are spelt, before anything else reads them.

Shorthand is written out ("jd 1,8" is "jadi 1,8"), particles between two words are left out ("naik deh ke 2 M"), and
misspelled words that steer a conversation or name a topic are corrected: "dbawah 600", "hrganya". The reader
corrects the words of wishes, and tells it; these it does not know. A word that the pack, a name or the language has
is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.languages import language_of
from claimtree.languages.normalise import Token, tokenize
from claimtree.languages.word_tables import spelled
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
            norm
            for wordings in (*words.cues.values(), *(spec.called for spec in pack.types.values()))
            for wording in wordings
            for norm in spelled(wording)
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
        written = dict(words.shorthand)
        written |= {
            short: full
            for short, full in (*language.rewrites, *language.wish_rewrites)
            if short.isalpha() and full.isalpha() and full in steering
        }
        self._shorthand = {
            short: full
            for short, full in written.items()
            if not any(short in everyday_words(code) and full not in everyday_words(code) for code in pack.languages)
        }
        self._fillers = words.fillers
        self._denials = language.negations
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
        message = self._written_out(message)
        tokens = tokenize(message)
        for token in reversed(tokens[:_MOST]):
            word = self._meant(token.norm)
            if word:
                message = f"{message[: token.start]}{word}{message[token.end :]}"
        return message

    def _written_out(self, message: str) -> str:
        """Returns the message without shorthand, and without the particles between its words."""
        tokens = tokenize(message)
        shouted = message.isupper()
        for at in reversed(range(len(tokens[:_MOST]))):
            token = tokens[at]
            if self._fills(tokens, at):
                message = f"{message[: token.start]}{message[tokens[at + 1].start :]}"
            elif (full := self._shorthand.get(token.norm)) and (shouted or not token.text.isupper()):
                # "LG" is a maker of air conditioners.
                message = f"{message[: token.start]}{full}{message[token.end :]}"
        return message

    def _fills(self, tokens: Sequence[Token], at: int) -> bool:
        """True for a particle between two words; "ga sih" asks."""
        if tokens[at].norm not in self._fillers or not 0 < at < len(tokens) - 1:
            return False
        before, behind = tokens[at - 1].norm, tokens[at + 1].norm
        return before.isalnum() and behind.isalnum() and before not in self._denials

    def _meant(self, norm: str) -> str:
        if not norm.isalpha() or norm in self._known:
            return ""
        for ending in ("", *self._its):
            if ending and norm.endswith(ending) and (full := self._short.get(norm.removesuffix(ending))):
                return full + ending
            if norm.endswith(ending) and (guess := self._corrector.correct(norm.removesuffix(ending))) is not None:
                return " ".join(guess.words) + ending
        return ""
