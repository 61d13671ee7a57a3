"""Words for relatives in a text: "my great-aunt on mother's side", "grandfather's second cousin".

A phrase becomes a chain of patterns from its owner: "the children of her second husband" is the
second husband, then children. The words are data (`phrases` in `languages/*/kinship.toml`); whose
relative it is stays words, for who reads names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from claimtree.kinship.patterns import KinPattern, Pick, Side
from claimtree.kinship.phrase_words import Head, PhraseWords, phrase_words
from claimtree.kinship.terms import Relation, Tie

MOST_GREATS: Final = 100
_MOST_MARKS: Final = 120
"""Words before the one that names a relative."""
_MOST_RELATIVES: Final = 20
"""Relatives in one chain."""


class Owner(StrEnum):
    """Whose relative is asked for."""

    ASKER = "asker"
    """"My", "our"."""
    OTHER = "other"
    """"His", "her": somebody who was named before."""
    NAMED = "named"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class KinPhrase:
    """Words for relatives, and where they stand in the text."""

    patterns: tuple[KinPattern, ...]
    """From the owner on."""
    owner: Owner
    name: str
    """The words of the text for a named owner, else empty."""
    start: int
    """Of the words for the owner, if there are any."""
    end: int


class _Word(NamedTuple):
    text: str
    start: int
    end: int
    possessive: bool
    capital: bool
    after_comma: bool


class _Found(NamedTuple):
    pattern: KinPattern
    start: int
    """Number of its first word."""
    end: int
    """Number of the word after the last."""
    possessive: bool


_WORD: Final = re.compile(r"[^\W_]+(?:\.(?=\s))?")
_POSSESSIVE: Final = re.compile(r"['’ʼ]s\b|(?<=s)['’ʼ](?!\w)", re.IGNORECASE)


def kin_phrases(text: str, code: str = "en") -> tuple[KinPhrase, ...]:
    """Returns all words for relatives in a text, in order."""
    words = _words(text, phrase_words(code))
    reader = _Reader(words, phrase_words(code), text)
    found: list[KinPhrase] = []
    at = 0
    while at < len(words):
        read = reader.chain(at)
        if read is None:
            at += 1
            continue
        chain, start, end = read
        phrase, end = reader.owned(chain, start, end)
        found.append(phrase)
        at = end
    return tuple(found)


def kin_pattern(text: str, code: str = "en") -> tuple[KinPattern, ...] | None:
    """Returns the chain of patterns if the text is one phrase for relatives, else None."""
    found = kin_phrases(text, code)
    return found[0].patterns if len(found) == 1 else None


def _words(text: str, table: PhraseWords) -> list[_Word]:
    """Returns the words of a text, those glued to what precedes a word of kinship split off: "stepson"."""
    found: list[_Word] = []
    for match in _WORD.finditer(text):
        word, start, end = match[0].rstrip("."), match.start(), match.end()
        if word.lower() == "s" and found and _POSSESSIVE.match(text, found[-1].end) and start == found[-1].end + 1:
            found[-1] = found[-1]._replace(possessive=True, end=end)
            continue
        comma = bool(found) and bool(re.search(r"[,;:.!?()]", text[found[-1].end : start]))
        parts = table.unglued(word.lower())
        possessive = len(text) > end and text[end] in "'’ʼ" and word.lower().endswith("s")
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            found.append(_Word(part, start, end, possessive and last, word[0].isupper(), comma and number == 0))
    return found


class _Reader:
    def __init__(self, words: Sequence[_Word], table: PhraseWords, text: str) -> None:
        self._words, self._table, self._text = words, table, text
        self._named: tuple[int, int] | None = None
        """The owner inside the last chain: the "X's" of "the grandchildren of X's second wife"."""

    def chain(self, at: int, room: int = _MOST_RELATIVES) -> tuple[tuple[KinPattern, ...], int, int] | None:
        """Returns the patterns of a chain of words for relatives that begins here, and where it ends."""
        self._named = None
        first = self._relative(at)
        if first is None:
            return None
        chain, end, last = [first.pattern], first.end, first
        while last.possessive and len(chain) < room:
            further = self._relative(self._past(end, self._table.skipped))
            if further is None:
                break
            chain.append(further.pattern)
            end, last = further.end, further
        if self._is(end, self._table.of) and not last.possessive and len(chain) < room:
            behind = self._past(end + 1, self._table.possessors)
            rest = self.chain(behind, room - len(chain))
            if rest is None and (named := self._name_after(behind)) > behind and self._words[named - 1].possessive:
                rest = self.chain(self._past(named, self._table.skipped), room - len(chain))
                self._named = (behind, named) if rest is not None else None
            if rest is not None:
                return (*rest[0], *chain), at, rest[2]
        return tuple(chain), at, end

    def owned(self, chain: tuple[KinPattern, ...], start: int, end: int) -> tuple[KinPhrase, int]:
        """Returns a chain with whose relatives they are, and where reading goes on."""
        words, table = self._words, self._table
        owner, name, first, last = Owner.NONE, "", start, end
        before = start
        while before and words[before - 1].text in table.skipped and not words[before].after_comma:
            before -= 1
        inside = self._possessor_inside(start, end)
        if self._named is not None:
            owner, name = Owner.NAMED, self._cut(*self._named, bare=True)
        elif before and words[before - 1].possessive and not words[before].after_comma:
            first = self._name_before(before - 1)
            owner, name = Owner.NAMED, self._cut(first, before, bare=True)
        elif before and words[before - 1].text in table.asker | table.other:
            first = before - 1
            owner = Owner.ASKER if words[first].text in table.asker else Owner.OTHER
        elif self._is(end, table.of) and (behind := self._name_after(end + 1)) > end + 1:
            owner, last = Owner.NAMED, behind
            name = self._cut(end + 1, behind)
        elif inside is not None:
            owner = inside
        where = words[first].start, words[last - 1].end
        return KinPhrase(patterns=chain, owner=owner, name=name, start=where[0], end=where[1]), last

    def _possessor_inside(self, start: int, end: int) -> Owner | None:
        """Returns the owner that is said inside: "the wife of my uncle", "aunt on my mother's side"."""
        inside = {word.text for word in self._words[start:end]}
        if inside & self._table.asker:
            return Owner.ASKER
        return Owner.OTHER if inside & self._table.other else None

    def _name_before(self, at: int) -> int:
        """Returns the number of the first word of the name that ends here."""
        while at and self._words[at - 1].capital and self._words[at].capital and not self._words[at].after_comma:
            if self._words[at - 1].possessive or self._words[at - 1].text in self._table.sentence_starts:
                break
            at -= 1
        return at

    def _name_after(self, at: int) -> int:
        start = at
        while at < len(self._words) and self._words[at].capital and (at == start or not self._words[at].after_comma):
            at += 1
            if self._words[at - 1].possessive:
                break
        return at

    def _cut(self, first: int, end: int, *, bare: bool = False) -> str:
        said = self._text[self._words[first].start : self._words[end - 1].end]
        return re.sub(r"['’ʼ]s?$", "", said) if bare else said

    def _is(self, at: int, words: frozenset[str]) -> bool:
        return at < len(self._words) and self._words[at].text in words and not self._words[at].possessive

    def _past(self, at: int, words: frozenset[str]) -> int:
        while self._is(at, words):
            at += 1
        return at

    def _relative(self, at: int) -> _Found | None:
        """Returns the one relative that is named from here: marks, the word, what follows it."""
        marks = _Marks()
        start = at
        while at < min(len(self._words), start + _MOST_MARKS):
            if at > start and self._words[at].after_comma:
                return None
            head = self._table.head(self._words[at].text)
            # "kid brother": a word may be a mark where another head follows.
            if head is not None and not self._marks_next(at):
                return self._headed(start, at, head, marks)
            taken = self._mark(at, marks)
            if not taken:
                return None
            at += taken
        return None

    def _marks_next(self, at: int) -> bool:
        following = self._words[at + 1].text if at + 1 < len(self._words) else ""
        return self._words[at].text in self._table.marks["younger"] and self._table.head(following) is not None

    def _mark(self, at: int, marks: _Marks) -> int:
        """Add the mark that stands here, and return how many words it takes; 0 if there is none."""
        words, table = self._words, self._table
        said = words[at].text
        if words[at].possessive:
            return 0
        number = table.ordinal(said)
        if number is not None:
            return self._number(at, number, marks)
        count, great = table.count(said), table.great
        if count is not None:
            # "3x great", or "three times great".
            taken = 1 if said[-1] == "x" and self._is(at + 1, great) else 2
            if self._is(at + taken, great) and (taken == 1 or self._is(at + 1, table.time)):
                marks.greats += min(count, MOST_GREATS)
                return taken + 1
        for name, wordings in table.marks.items():
            taken = self._fits(at, wordings)
            if taken:
                marks.add(name)
                return taken
        return 0

    def _number(self, at: int, number: int, marks: _Marks) -> int:
        if self._is(at + 1, self._table.great):
            marks.greats += min(number, MOST_GREATS)
            return 2
        marks.ordinal = number
        return 1

    def _fits(self, at: int, wordings: Sequence[str]) -> int:
        for wording in wordings:
            parts = wording.split()
            if [word.text for word in self._words[at : at + len(parts)]] == parts:
                return len(parts)
        return 0

    def _headed(self, start: int, at: int, head: Head, marks: _Marks) -> _Found | None:
        pattern = marks.applied(head)
        if pattern is None:
            return None
        end, possessive = at + 1, self._words[at].possessive
        while not possessive and (read := self._following(end, pattern)) is not None:
            pattern, end = read
            possessive = self._words[end - 1].possessive
        return _Found(pattern, start, end, possessive)

    def _following(self, at: int, pattern: KinPattern) -> tuple[KinPattern, int] | None:
        """Returns the pattern with what follows the word: in-law, twice removed, on mother's side."""
        removed = self._removed(at)
        if removed is not None and pattern.min_degree:
            return replace(pattern, removed=removed[0]), removed[1]
        for name, wordings in self._table.after.items():
            for wording in wordings:
                end = self._matched(at, wording)
                if end is not None:
                    return _AFTER[name](pattern), end
        return None

    def _removed(self, at: int) -> tuple[int, int] | None:
        words, table = self._words, self._table
        if at >= len(words):
            return None
        count = table.count(words[at].text)
        if count is None:
            return None
        at += 1
        if self._is(at, table.time):
            at += 1
        return (count, at + 1) if self._is(at, frozenset(table.removed)) else None

    def _matched(self, at: int, wording: str) -> int | None:
        """Returns where a wording ends that begins here; {owner} is a word of possession, or nothing."""
        for part in wording.split():
            if part == "{owner}":
                at = self._past(at, self._table.possessors)
                continue
            want, _, ending = part.partition("'")
            if at >= len(self._words) or self._words[at].text != want:
                return None
            if ending and not self._words[at].possessive:
                return None
            at += 1
        # What belongs to the wording is no owner of what follows.
        return at


class _Marks:
    """What is said before the word itself."""

    def __init__(self) -> None:
        self.greats = 0
        self.grands = 0
        self.ordinal: int | None = None
        self._names: set[str] = set()

    def add(self, name: str) -> None:
        if name == "great":
            self.greats += 1
        elif name == "grand":
            self.grands += 1
        else:
            self._names.add(name)

    def applied(self, head: Head) -> KinPattern | None:
        """Returns the pattern of a word with these marks; None if they do not fit it."""
        pattern = _grown(head.pattern, self.greats + self.grands)
        if pattern is None or self.greats > MOST_GREATS:
            return None
        if self.ordinal is not None:
            pattern = _counted(pattern, self.ordinal)
        for name in self._names:
            pattern = _BEFORE[name](pattern)
        return pattern


def _grown(pattern: KinPattern, generations: int) -> KinPattern | None:
    """Returns a pattern so many generations further: a great-aunt is an aunt one generation up."""
    if not generations:
        return pattern
    if pattern.relation is not Relation.LINE or pattern.min_degree or (pattern.up, pattern.down) == (1, 1):
        return None
    if pattern.up > pattern.down:
        return replace(pattern, up=pattern.up + generations)
    return replace(pattern, down=pattern.down + generations)


def _counted(pattern: KinPattern, number: int) -> KinPattern:
    """Returns "second cousin" as a degree, and "second wife", "third son" as a place in an order."""
    if pattern.min_degree:
        return replace(pattern, min_degree=number, max_degree=number, removed=pattern.removed or 0)
    return replace(pattern, pick=Pick.NUMBERED, number=number)


def _tied(*ties: Tie) -> Callable[[KinPattern], KinPattern]:
    return lambda pattern: replace(pattern, ties=frozenset(ties))


def _picked(pick: Pick) -> Callable[[KinPattern], KinPattern]:
    return lambda pattern: replace(pattern, pick=pick)


_BEFORE: Final[Mapping[str, Callable[[KinPattern], KinPattern]]] = {
    "half": lambda pattern: replace(pattern, half=True),
    "step": _tied(Tie.STEP),
    "adopted": _tied(Tie.ADOPTED),
    "foster": _tied(Tie.FOSTER),
    "birth": _tied(Tie.BIRTH),
    "ex": lambda pattern: replace(pattern, ex=True),
    "maternal": lambda pattern: replace(pattern, side=Side.MATERNAL),
    "paternal": lambda pattern: replace(pattern, side=Side.PATERNAL),
    "eldest": _picked(Pick.ELDEST),
    "youngest": _picked(Pick.YOUNGEST),
    "elder": _picked(Pick.ELDER),
    "younger": _picked(Pick.YOUNGER),
    "last": _picked(Pick.LAST),
    "skipped": lambda pattern: pattern,
}
_AFTER: Final[Mapping[str, Callable[[KinPattern], KinPattern]]] = {
    "in_law": lambda pattern: replace(pattern, in_law=True),
    "by_marriage": lambda pattern: replace(pattern, in_law=True),
    "by_blood": _tied(Tie.BIRTH),
    "by_adoption": _tied(Tie.ADOPTED),
    "by_fostering": _tied(Tie.FOSTER),
    "maternal": _BEFORE["maternal"],
    "paternal": _BEFORE["paternal"],
}
