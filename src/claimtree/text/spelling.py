"""Corrects misspelled words of a query to the known word they most likely mean; ambiguous ones are
left unchanged.

A known word is one that the pack or the language uses, and only those are corrected to. A real word
that the pack does not use ("quite", "boat") is no misspelling, and is recognised by lists of real
words or as a form of another word ("walked", "dibeli"). Any other word is corrected if it is near
to one known word and to no other. In languages where hasty writers drop vowels, a word may also
lack some of them ("rumh", "lngkp").
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from claimtree.languages.normalise import SENTENCE_ENDS, Token, singular
from claimtree.text.edit_distance import NEIGHBOUR, SWAP, VOWEL, edit_cost
from claimtree.text.known_words import Vocabulary
from claimtree.text.wordforms import could_be_form, share_stem

SHORTEST: Final = 5
"""Shorter words are not corrected, since too many differ by one letter ("cat", "car")."""
LONGEST: Final = 64
_TWO_SLIPS_FROM: Final = 9
_NAMES_FROM: Final = 6
_NAMES_TWO_SLIPS_FROM: Final = 10
"""Stricter for names, since there are many more than any list has: Brookline is not Brooklyn."""
_TWO_LIKELY_SLIPS: Final = 1.6
"""Maximum cost of two errors: both must be common ones, else it is another word ("flatware" is not
"flatmate")."""
_MEANT_BY_LENGTH: Final = {5: {SWAP}, 6: {SWAP, NEIGHBOUR}, 7: {SWAP, NEIGHBOUR, VOWEL}, 8: {SWAP, NEIGHBOUR, VOWEL}}
"""The errors that are accepted if no letter is missing, by word length: short words with different
meanings often differ by one letter ("banjar", "banjir"), while a word that lacks a letter is rarely
a word."""
_FIRST_LETTER_FROM: Final = 7
"""Minimum length for a single error in the first letter, where typing errors are rarest."""
_PER_DOUBLING: Final = 0.1
"""A word that is twice as frequent in the pack counts as nearer by this cost."""
_MARGIN: Final = 0.2
"""Minimum lead in cost over the second best; with less, the choice is arbitrary."""
_VOWELS: Final = frozenset("aeiou")
_HASTY_FROM: Final = 4
_HASTY_CONSONANTS: Final = 3
"""Minimum number of letters and of consonants; shorter ones may stand for anything ("btn" is a
bank, not "beton")."""
_HASTY_IN_CONTEXT: Final = 3
"""Minimum number of letters if the word beside it fits the guess ("lus tanah")."""
_MUCH_MORE_OFTEN: Final = 4
"""How many times as frequent a word must be to be preferred to another with the same consonants."""
_SHORTEST_JOIN: Final = 7
_BEFORE_ANYTHING: Final = frozenset({"near", "with", "without", "dekat", "dengan", "tanpa"})
"""Words after which a space is easily lost. Other compounds are intended: a workspace is not "work
space"."""
_DENYING_PREFIXES: Final = ("un", "non", "dis", "tak")
MOST_STRANGE: Final = 50
"""Maximum number of words that are neither known nor near a known one; a query has only a few."""
_REMEMBERED: Final = 20_000
_BEFORE_CAPITALS: Final = SENTENCE_ENDS | {":", "-"}
"""After these tokens a word may be capitalised without being a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The correction of a misspelled word."""

    words: tuple[str, ...]
    """More than one if two words were written as one."""
    candidates: tuple[str, ...]
    """All candidates, nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A guess, with the tokens first…after-1 that it replaces."""

    first: int
    after: int
    written: str
    guess: Guess


class Corrector:
    """Corrects words to those of a vocabulary."""

    def __init__(
        self, vocabulary: Vocabulary | Iterable[str], *, real: Iterable[Set[str]] = (), drops_vowels: bool = False
    ) -> None:
        if not isinstance(vocabulary, Vocabulary):
            vocabulary = Vocabulary(words=dict.fromkeys(vocabulary, 1))
        self._vocabulary = vocabulary
        self._real = tuple(real)
        self._drops_vowels = drops_vowels
        self._guessed: dict[tuple[str, bool], Guess | None] = {}

    def knows(self, norm: str) -> bool:
        """True if the word needs no correction: used by the pack, real, or a form of such a
        word."""
        known = self._known
        return norm in known or singular(norm) in known or could_be_form(norm, known.__contains__)

    def correct(self, norm: str, *, only_names: bool = False) -> Guess | None:
        """Returns the known word or words that a word most likely means; None if it is correct or
        ambiguous.

        >>> corrector = Corrector(["kitchen", "dishwasher", "quiet"], real=[{"quite"}])
        >>> corrector.correct("kitchn")
        Guess(words=('kitchen',), candidates=('kitchen',))
        >>> corrector.correct("quite") is None
        True
        """
        shortest = _HASTY_FROM if self._drops_vowels else SHORTEST
        if not shortest <= len(norm) <= LONGEST or not norm.isalpha():
            return None
        key = norm, only_names
        known = self._guessed
        if key not in known:
            if len(known) >= _REMEMBERED:
                # Replaced, not cleared, because another thread may be reading it.
                self._guessed = known = {}
            known[key] = None if self.knows(norm) else self._guess(norm, only_names=only_names)
        return known[key]

    def joined(self, left: str, right: str) -> str | None:
        """Returns the known word that was written as two ("dish washer")."""
        word = left + right
        if len(word) < _SHORTEST_JOIN or min(len(left), len(right)) < 3 or (left, right) in self._vocabulary.pairs:
            return None
        return next((known for known in (word, singular(word)) if known in self._vocabulary.words), None)

    def in_company(self, norm: str, before: str, after: str) -> Guess | None:
        """Returns the known word that lacks vowels here, judging by the word beside it ("hak milk"
        means "hak milik")."""
        if not self._drops_vowels or len(norm) < _HASTY_IN_CONTEXT or norm in self._vocabulary.words:
            return None
        pairs = self._vocabulary.pairs
        found = [
            word
            for word in self._with_vowels.get(consonants(norm), ())
            if is_short_for(norm, word) and ((before, word) in pairs or (word, after) in pairs)
        ]
        return Guess(words=(found[0],), candidates=tuple(found)) if len(found) == 1 else None

    def corrections(self, tokens: Sequence[Token], unused: Collection[int]) -> list[Correction]:
        """Returns the corrections of the tokens that no saying uses, left to right.

        A capitalised word inside a sentence is a name, and is corrected to names only, unless the
        whole text is capitalised. If very many words are unknown, none is corrected: the text is in
        another language, or is no prose.
        """
        found: list[Correction] = []
        plain = _capitals_mean_nothing(tokens)
        i = strange = 0
        while i < len(tokens):
            here = tokens[i]
            if i + 1 < len(tokens) and (i in unused or i + 1 in unused):
                following = tokens[i + 1]
                joined = self.joined(here.norm, following.norm) if following.start - here.end == 1 else None
                if joined is not None:
                    written = f"{here.text} {following.text}"
                    guess = Guess(words=(joined,), candidates=(joined,))
                    found.append(Correction(first=i, after=i + 2, written=written, guess=guess))
                    i += 2
                    continue
            if i in unused:
                inside = i > 0 and tokens[i - 1].norm not in _BEFORE_CAPITALS
                named = inside and not plain and here.text[0].isupper()
                alone = self.correct(here.norm, only_names=named)
                if alone is None and not named:
                    before = tokens[i - 1].norm if i else ""
                    after = tokens[i + 1].norm if i + 1 < len(tokens) else ""
                    alone = self.in_company(here.norm, before, after)
                if alone is not None:
                    found.append(Correction(first=i, after=i + 1, written=here.text, guess=alone))
                elif len(unused) > MOST_STRANGE and here.norm.isalpha() and not self.knows(here.norm):
                    strange += 1
                    if strange > MOST_STRANGE:
                        return []
            i += 1
        return found

    def _guess(self, norm: str, *, only_names: bool) -> Guess | None:
        halves = self._halves(norm)
        if halves:
            return Guess(words=halves, candidates=(" ".join(halves),))
        hasty = self._without_vowels(norm, only_names=only_names)
        if hasty is not None or len(norm) < SHORTEST:
            return hasty
        near = self._near(norm, only_names=only_names)
        base = singular(norm)
        if not near and base != norm and len(base) >= SHORTEST:
            near = [(cost, word) for cost, word in self._near(base, only_names=only_names) if cost <= 1]
        best = self._surest(near) if near else None
        if best is None or share_stem(norm, best):
            return None
        return Guess(words=(best,), candidates=tuple(word for _, word in near))

    def _without_vowels(self, norm: str, *, only_names: bool) -> Guess | None:
        """Returns the known word that differs only by missing vowels, if it is the only one or much
        more frequent than others."""
        skeleton = consonants(norm)
        if not self._drops_vowels or len(skeleton) < _HASTY_CONSONANTS:
            return None
        uses, names = self._vocabulary.words, self._vocabulary.names
        found = sorted(
            (
                word
                for word in self._with_vowels.get(skeleton, ())
                if is_short_for(norm, word) and (word in names or not only_names)
            ),
            key=lambda word: -uses[word],
        )
        if not found or (len(found) > 1 and uses[found[0]] < _MUCH_MORE_OFTEN * uses[found[1]]):
            return None
        return Guess(words=(found[0],), candidates=tuple(found))

    def _surest(self, near: Sequence[tuple[float, str]]) -> str | None:
        """Returns the nearest word, taking its frequency in the pack into account; None if another
        is about as near."""
        uses = self._vocabulary.words
        ranked = sorted((cost - _PER_DOUBLING * math.log2(uses[word]), cost, word) for cost, word in near)
        best, _, word = ranked[0]
        if all(share_stem(word, other) for score, _, other in ranked[1:] if score - best < _MARGIN):
            return word
        return None

    def _near(self, norm: str, *, only_names: bool) -> list[tuple[float, str]]:
        """Returns the known words within reach, nearest first."""
        names, only_in_names = self._vocabulary.names, self._vocabulary.only_names
        most = 2 if len(norm) >= _TWO_SLIPS_FROM else 1
        found: list[tuple[float, str]] = []
        for word in self._index.alike(norm, most):
            named = word in only_in_names
            if (only_names and word not in names) or (named and len(norm) < _NAMES_FROM):
                continue
            if named and _end_in_other_vowels(norm, word):
                continue
            allowed = 1 if word in names and len(norm) < _NAMES_TWO_SLIPS_FROM else most
            if word[0] != norm[0] and word[:2] != norm[1::-1]:
                # An extra letter in front may be the rest of an "un".
                if named or norm[1:] == word or len(norm) < _FIRST_LETTER_FROM - (word[1:] == norm):
                    continue
                allowed = 1
            cost = edit_cost(norm, word, most=allowed)
            if cost is None or cost > _TWO_LIKELY_SLIPS or _loses_denial(norm, word):
                continue
            same_length = len(word) == len(norm) or len(norm) == SHORTEST
            if same_length and len(word) <= len(norm) and cost not in _MEANT_BY_LENGTH.get(len(norm), {cost}):
                continue
            found.append((cost, word))
        return sorted(found)

    def _halves(self, norm: str) -> tuple[str, str] | None:
        """Returns two known words that were written as one ("petfriendly"); None if there is more
        than one way to split it."""
        words, pairs = self._vocabulary.words, self._vocabulary.pairs
        ways = []
        for cut in range(2, len(norm) - 1):
            left, right = norm[:cut], singular(norm[cut:])
            glued = left in _BEFORE_ANYTHING and len(right) >= SHORTEST and right in words
            if (left, right) in pairs or glued:
                ways.append((left, right))
        return ways[0] if len(ways) == 1 else None

    @cached_property
    def _with_vowels(self) -> Mapping[str, Sequence[str]]:
        """The known words by their consonants."""
        found: dict[str, list[str]] = {}
        for word in self._vocabulary.words:
            if word.isalpha():
                found.setdefault(consonants(word), []).append(word)
        return found

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._vocabulary.words).union(*self._real)

    @cached_property
    def _index(self) -> _Index:
        """Built lazily, when the first unknown word is met."""
        return _Index(word for word in self._vocabulary.words if SHORTEST <= len(word) <= LONGEST and word.isalpha())


def apply_corrections(tokens: Sequence[Token], corrections: Iterable[Correction]) -> tuple[Token, ...]:
    """Returns the tokens with corrections applied; each new word keeps the position of the
    original."""
    found: list[Token] = []
    at = 0
    for correction in corrections:
        start, end = tokens[correction.first].start, tokens[correction.after - 1].end
        found += tokens[at : correction.first]
        found += [Token(word, word, start, end) for word in correction.guess.words]
        at = correction.after
    return (*found, *tokens[at:])


class _Index:
    """An index of words by bit sets of their letters, which exclude most candidates in one step."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(words)
        self._letters = np.array([_letters(word) for word in self._words], dtype=np.uint64)
        self._lengths = np.array([len(word) for word in self._words], dtype=np.int16)

    def alike(self, norm: str, most: int) -> list[str]:
        """Returns the words that could be `most` errors away: each error changes the length by at
        most one and the letter set by two."""
        if not self._words:
            return []
        differing = np.bitwise_count(self._letters ^ np.uint64(_letters(norm)))
        fits = (differing <= 2 * most) & (np.abs(self._lengths - len(norm)) <= most)
        return [self._words[i] for i in np.flatnonzero(fits)]


def consonants(word: str) -> str:
    """Returns the first letter and every consonant after it.

    >>> consonants("rumah"), consonants("aman")
    ('rmh', 'amn')
    """
    return word[:1] + "".join(letter for letter in word[1:] if letter not in _VOWELS)


def is_short_for(norm: str, word: str) -> bool:
    """True if `norm` is the longer word without some of its letters, in order."""
    letters = iter(word)
    return len(norm) < len(word) and all(letter in letters for letter in norm)


def _end_in_other_vowels(norm: str, word: str) -> bool:
    """True if two words differ in a last vowel only: of names these are two, as Bintaro and Bintara are."""
    return norm[:-1] == word[:-1] and norm != word and {norm[-1], word[-1]} <= _VOWELS


def _letters(word: str) -> int:
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _loses_denial(norm: str, word: str) -> bool:
    """True if the correction would drop a negation: an extra "un" or "less" is no typing error."""
    return (norm.startswith(_DENYING_PREFIXES) and not word.startswith(norm[:2])) or (
        norm.endswith("less") and not word.endswith("less")
    )


def _capitals_mean_nothing(tokens: Sequence[Token]) -> bool:
    """True if most of the longer words are capitalised, as in a title or in all-caps text."""
    longer = [token.text for token in tokens if len(token.norm) >= 4 and token.norm.isalpha()]
    return 2 * sum(text[0].isupper() for text in longer) > len(longer)
