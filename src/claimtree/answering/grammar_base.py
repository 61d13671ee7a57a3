"""What all parts of the grammar share: the words of a question, look-ups at a place, names and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from claimtree.answering.grammar_kin import KinReader
from claimtree.answering.people_names import PARTICLES
from claimtree.answering.plan import All, Condition, Measure, Named, People
from claimtree.answering.question_words import OWNED, Sentence, question_words

LONGEST_NAME: Final = 10
LONGEST_PLACE: Final = 6
LONGEST_TRADE: Final = 4
_ASKING: Final = ("date", "place", "who", "which", "count", "age", "span", "related")


class Superlative(NamedTuple):
    """A predicate that picks one of several people: "died first", "had the most children"."""

    by: Measure
    most: bool
    condition: Condition | None = None


Predicate: TypeAlias = Condition | Superlative


class Vocabulary(NamedTuple):
    """What the words of a tree are."""

    is_name_word: Callable[[str], bool]
    is_name: Callable[[str], bool]
    """True if somebody is called this, as it is written."""
    is_place: Callable[[tuple[str, ...]], bool]
    """True if folded words are a part of some place."""
    is_surname: Callable[[str], bool]
    """True if a word is the family name of somebody."""
    is_trade: Callable[[str], bool]
    """True if somebody's occupation is called this."""
    is_title: Callable[[str], bool]
    """True if this is a title of somebody: "king of norway"."""


class Cursor:
    """The words of a question, and look-ups in the tables at a place."""

    def __init__(self, sentence: Sentence, vocabulary: Vocabulary, code: str = "en") -> None:
        self.sentence = sentence
        self.texts = sentence.texts
        self.words = question_words(code)
        self.vocabulary = vocabulary
        self.kin = KinReader(sentence, self.words)

    def at(self, table: str, start: int) -> Iterator[tuple[str, int]]:
        return self.words[table].at(self.texts, start)

    def ends(self, table: str, start: int) -> Iterator[int]:
        """Yields where words of a table that begin at a place end."""
        if table == "small.filler" and not self._adds_nothing(start):
            return
        yield from (end for _, end in self.words[table].at(self.texts, start))
        if table == "verbs.be" and self.is_owned(start):
            yield start + 1

    def _adds_nothing(self, at: int) -> bool:
        """False for "there" as a place: "were there" counts, "born there" says where."""
        if self.texts[at : at + 1] != ("there",):
            return True
        return bool(at) and next(self.words["verbs.be"].at(self.texts, at - 1), None) is not None

    def maybe(self, table: str, start: int) -> Iterator[int]:
        """Yields where words of a table end, and the place itself: they may be missing."""
        yield from self.ends(table, start)
        yield start

    def many(self, table: str, start: int) -> Iterator[int]:
        """Yields where several wordings of a table end, and the place itself: "all the known"."""
        yield start
        for end in self.ends(table, start):
            yield from self.many(table, end)

    def is_at(self, table: str, start: int) -> bool:
        return next(self.ends(table, start), None) is not None

    def is_owned(self, at: int) -> bool:
        return at < len(self.texts) and self.texts[at] == OWNED

    def is_sign(self, at: int, signs: str) -> bool:
        return at < len(self.texts) and self.texts[at] in signs

    def skip(self, start: int) -> int:
        """Returns the place behind words that add nothing, and signs."""
        at = start
        while at < len(self.texts):
            end = next(self.ends("small.filler", at), None)
            if end is None and self.sentence.words[at].is_sign:
                end = at + 1
            if end is None:
                break
            at = end
        return at

    def is_over(self, start: int) -> bool:
        return self.skip(start) == len(self.texts)

    def names(self, start: int) -> Iterator[tuple[Named, int]]:
        """Yields names that begin at a place: first those that somebody has, the longest first, then
        one that nobody has."""
        words = self.sentence.words
        longest = start
        if start < len(words) and words[start].text in PARTICLES and not words[start].raw[:1].isupper():
            return
        while longest < len(words) and longest - start < LONGEST_NAME and self._may_go_on(start, longest):
            longest += 1
        unknown: int | None = None
        for end in range(longest, start, -1):
            if words[end - 1].text in PARTICLES or words[end - 1].text == "'":
                continue
            name = " ".join(word.raw for word in words[start:end])
            if self.vocabulary.is_name(name):
                yield Named(name), end
            elif unknown is None and any(word.is_name and not word.is_sign for word in words[start:end]):
                unknown = end
        if unknown is not None and words[start].is_name and not self._begins_clause(start):
            yield Named(" ".join(word.raw for word in words[start:unknown])), unknown

    def _begins_clause(self, start: int) -> bool:
        """True for "Was" and "Who" at the beginning of a sentence, which have a capital too."""
        tables = ("verbs.be", "verbs.do", "verbs.have", "commands.list", *(f"wh.{one}" for one in _ASKING))
        return start == 0 and any(self.is_at(table, start) for table in tables)

    def _may_go_on(self, start: int, at: int) -> bool:
        word = self.sentence.words[at]
        if word.text == "'":
            return at > start
        if word.is_sign:
            # A full stop behind an initial or a short title.
            return word.text == "." and at > start and len(self.texts[at - 1]) <= 3 and at + 1 < len(self.texts)
        if word.text == OWNED:
            return False
        if word.is_name or self.vocabulary.is_name_word(word.text):
            return True
        return at > start and word.text in PARTICLES

    def places(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields places that begin at a place of the sentence, the longest first, known ones before others."""
        words = self.sentence.words
        longest = start
        while longest < len(words) and longest - start < LONGEST_PLACE and words[longest].text not in (OWNED, "?"):
            longest += 1
        ends = range(longest, start, -1)
        known = [end for end in ends if not words[end - 1].is_sign and self._is_place(start, end)]
        for end in known:
            yield " ".join(word.raw for word in words[start:end]).replace(" ,", ","), end
        capitals = start
        while capitals < longest and words[capitals].is_name and not words[capitals].is_sign:
            capitals += 1
        if capitals > start and capitals not in known:
            yield " ".join(word.raw for word in words[start:capitals]), capitals

    def trades(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields what people do for a living, in the singular, the longest first: "millers", "farm hand"."""
        for end in range(min(start + LONGEST_TRADE, len(self.texts)), start, -1):
            words = self.texts[start:end]
            if any(word.is_sign or word.text == OWNED for word in self.sentence.words[start:end]):
                continue
            for last in _singulars(words[-1]):
                said = " ".join((*words[:-1], last))
                if self.vocabulary.is_trade(said) or (len(words) == 1 and last in self.words.trades):
                    yield said, end
                    break

    def titles(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields titles, in the singular, the longest first: "kings of Norway", "kings"."""
        for end in range(min(start + LONGEST_TRADE, len(self.texts)), start, -1):
            if (end == start + 1 and self.sentence.words[start].is_name) or any(
                word.is_sign or word.text == OWNED for word in self.sentence.words[start:end]
            ):
                continue
            for first in _singulars(self.texts[start]):
                said = " ".join((first, *self.texts[start + 1 : end]))
                if self.vocabulary.is_title(said):
                    yield said, end
                    break

    def families(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields family names in the plural: "the Millers"."""
        if start >= len(self.texts) or not self.sentence.words[start].is_name:
            return
        for last in _singulars(self.texts[start])[1:]:
            if self.vocabulary.is_surname(last):
                yield self.sentence.words[start].raw[: len(last)], start + 1
                return

    def plurals(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields given names in the plural, before "were": "the Georges"."""
        texts = self.texts[start : start + 2]
        if len(texts) < 2 or texts[1] not in ("were", "are") or not self.sentence.words[start].is_name:
            return
        for last in sorted(_singulars(texts[0])[1:], key=len, reverse=True):
            if self.vocabulary.is_name(last) and not self.vocabulary.is_surname(last):
                yield self.sentence.words[start].raw[: len(last)], start + 1
                return

    def surnames(self, start: int) -> Iterator[tuple[str, int]]:
        """Yields a family name: "Miller" of "the Miller children"."""
        if (
            start < len(self.texts)
            and self.sentence.words[start].is_name
            and self.vocabulary.is_surname(self.texts[start])
        ):
            yield self.sentence.words[start].raw, start + 1

    def _is_place(self, start: int, end: int) -> bool:
        parts: list[list[str]] = [[]]
        for text in self.texts[start:end]:
            if text == ",":
                parts.append([])
            elif text != ".":
                parts[-1].append(text)
        return all(part and self.vocabulary.is_place(tuple(part)) for part in parts)


def _singulars(word: str) -> tuple[str, ...]:
    """Returns a word itself, and what it may be the plural of."""
    found = [word]
    if word.endswith("men") and len(word) > 3:
        found.append(f"{word[:-3]}man")
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s") and len(word) > 3:
        found.append(word[:-1])
    return tuple(found)


def joined(*conditions: Condition | None) -> Condition | None:
    """Returns all of some conditions as one; None if there are none."""
    found = tuple(one for one in conditions if one is not None)
    if not found:
        return None
    return found[0] if len(found) == 1 else All(found)


PeopleAt: TypeAlias = tuple[People, int]
