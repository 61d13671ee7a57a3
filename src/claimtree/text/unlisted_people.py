"""Finds names of people that no list contains: words with capitals, or after the words that lead to a
name ("by")."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.name_folding import fold
from claimtree.model.pack import NameKind
from claimtree.person_names.name_data import known_given_names, name_words
from claimtree.text.lexicon import Item
from claimtree.text.unlisted_places import Capitals, is_strange, is_unusual

_PLACE = "{name}"
_LONGEST = 9
"""Maximum number of words in a name."""
_SMALL_WORD = 3
_ABBREVIATED = 5
"""Maximum number of letters before a full stop that does not end a sentence: "Thos.", "Prof."."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlistedPerson:
    """Items first…after-1 that name a person."""

    first: int
    after: int


def is_sign_of_name(norms: Sequence[str], at: int) -> bool:
    """True if a full stop or a comma stands inside a name: "J. Vermeer", "Vermeer, Johannes".

    >>> [is_sign_of_name(one.split(), 1) for one in ("j . vermeer", "vermeer , johannes", "lund . it", "a , a bronze")]
    [True, True, False, False]
    """
    if not 0 < at < len(norms) - 1:
        return False
    before, following = fold(norms[at - 1]), fold(norms[at + 1])
    if norms[at] == ".":
        return (len(before) == 1 and before.isalpha()) or before in name_words().all_titles
    behind = fold(norms[at + 2]) if at + 2 < len(norms) else ""
    return norms[at] == "," and _may_follow_comma(following) and _may_end_name(behind)


def _may_follow_comma(word: str) -> bool:
    """True if a folded word behind a comma may be the given name or the generation of the name before it."""
    is_initial = len(word) == 1 and word.isalpha()
    return is_initial or word in known_given_names() or word in name_words().generations


def _may_end_name(word: str) -> bool:
    """True if the word after a given name does not make it the first word of something else ("a bronze", "rose
    coloured"): a sign, a small word, or more of the name."""
    return not word[:1].isalpha() or len(word) <= _SMALL_WORD or word in known_given_names()


class UnlistedPeople:
    """Finds the people in one text whose names no list contains.

    `named` are the items of listed names, `known` those of other sayings. In a document only a name
    after the words of its kind counts ("made by Ida Lund"): prose names people for many reasons.
    """

    def __init__(
        self,
        text: str,
        items: Sequence[Item],
        kind: NameKind,
        language: Language,
        *,
        named: Container[int],
        known: Container[int],
        query: bool,
    ) -> None:
        self._text, self._items, self._language = text, items, language
        self._named, self._known, self._query = named, known, query
        self._capitals = Capitals(text, items, language, by_sentence=not query)
        self._lead = tuple(kind.wording.partition(_PLACE)[0].casefold().split())
        self._joins = language.ors | language.ands | {","}
        self._small = language.stopwords | language.fillers | language.articles | language.prepositions | {*self._lead}
        self._words = name_words()

    def all(self) -> Iterator[UnlistedPerson]:
        """Yields the names from left to right."""
        i, led_until = 0, -1
        while i < len(self._items):
            led = self._is_led(i) or (i - 1 == led_until and self._items[i - 1].norm in self._joins)
            after = self._end(i, led=led)
            if after > i:
                yield UnlistedPerson(first=i, after=after)
                led_until = after if led else -1
            i = max(after, i + 1)

    def _end(self, first: int, *, led: bool) -> int:
        """Returns where the name that begins at an item ends; the item itself if none does."""
        by_capitals = self._capitals.distinguish_names(first) or self._is_given_name(first)
        if not by_capitals and not (led and self._query):
            return first
        if not led and (not self._query or not self._is_capital(first) or self._is_placed(first)):
            return first
        after = self._run(first, by_capitals=by_capitals and self._is_capital(first), led=led)
        if after == first or not self._is_name(first, after, led=led):
            return first
        return after

    def _run(self, first: int, *, by_capitals: bool, led: bool) -> int:
        """Returns where the words that may be one name end."""
        at = end = first
        while at < len(self._items) and at - first < _LONGEST:
            if self._items[at].norm == ")" and any(item.norm == "(" for item in self._items[first:at]):
                return at + 1
            if self._is_word(at, by_capitals=by_capitals, inside=led or end > first):
                at = end = self._after_stop(at, is_first=at == first)
            elif end > first and self._leads_on(at):
                at += 1
            else:
                break
        return end

    def _is_word(self, i: int, *, by_capitals: bool, inside: bool) -> bool:
        item = self._items[i]
        if item.mention is not None or i in self._named or not item.norm[0].isalpha():
            return False
        if item.norm in self._small or item.norm in self._joins:
            return False
        if by_capitals:
            return self._is_capital(i) and (i not in self._known or (inside and i > 0))
        return i not in self._known and (
            self._begins(i) or is_strange(item.norm, self._language) or self._follows_given_name(i)
        )

    def _begins(self, i: int) -> bool:
        """True if a name often begins so: an initial, a title, or a listed given name."""
        norm = fold(self._items[i].norm)
        return len(norm) == 1 or norm in self._words.all_titles or norm in known_given_names()

    def _is_given_name(self, i: int) -> bool:
        """True if a word of a query is a listed given name with a capital: a question about a person is mostly names
        ("Mary Ellen Smith, in Ohio"), so that a share of capitals does not tell them."""
        return self._query and self._is_capital(i) and fold(self._items[i].norm) in known_given_names()

    def _stands_alone(self, i: int) -> bool:
        """True if a capital is not that of a sentence's first word, or if a comma or the end follows: "John, son"."""
        starts = i == 0 or self._items[i - 1].norm in SENTENCE_ENDS
        return not starts or i + 1 == len(self._items) or self._items[i + 1].norm == ","

    def _follows_given_name(self, i: int) -> bool:
        """True if a family name is to be expected: "smith" after "j." or "john" is no everyday word."""
        before = i - 2 if i > 1 and self._items[i - 1].norm == "." else i - 1
        return before >= 0 and before not in self._known and self._begins(before)

    def _after_stop(self, i: int, *, is_first: bool) -> int:
        """Returns the item after a word of a name, and after the full stop that abbreviates it.

        Only a first name is shortened ("Thos. Rudd"): behind another a sentence ends.
        """
        item, behind = self._items[i], i + 1
        is_short = len(item.norm) == 1 or item.norm in self._words.all_titles | self._words.generations.keys()
        if behind + 1 < len(self._items) and len(item.norm) <= _ABBREVIATED and self._items[behind].norm == ".":
            follows = self._is_capital(behind + 1) and self._items[behind + 1].mention is None
            return behind + 1 if is_short or (is_first and follows) else behind
        return behind

    def _leads_on(self, i: int) -> bool:
        """True if an item stands inside a name: a particle, "née", or the comma of "Vermeer, Johannes"."""
        if i + 1 >= len(self._items):
            return False
        norm, following = fold(self._items[i].norm), fold(self._items[i + 1].norm)
        if norm in self._words.former or (norm == "(" and following in self._words.former):
            return True
        if norm == ",":
            return _may_follow_comma(following) and i + 1 not in self._known
        return norm in self._words.particles and self._items[i + 1].mention is None

    def _is_name(self, first: int, after: int, *, led: bool) -> bool:
        """True if the words are a person's name: after a lead anything that is no saying, else what is no everyday
        word."""
        words = self._text[self._items[first].start : self._items[after - 1].end]
        if all(i in self._known for i in range(first, after)):
            return False
        if led:
            return self._begins(first) or self._is_capital(first) or is_unusual(words, self._language)
        if after - first == 1:
            return is_strange(words, self._language) or (self._is_given_name(first) and self._stands_alone(first))
        return is_unusual(words, self._language) or any(map(self._begins, range(first, after)))

    def _is_led(self, i: int) -> bool:
        """True if the words of the kind's wording stand before an item."""
        lead = self._lead
        before = [item.norm for item in self._items[max(0, i - len(lead)) : i]]
        return bool(lead) and before == list(lead)

    def _is_placed(self, i: int) -> bool:
        """True if the words before an item say that a place follows: "in Delft"."""
        before = self._items[i - 1].norm if i else ""
        return before in self._language.inside

    def _is_capital(self, i: int) -> bool:
        return self._text[self._items[i].start].isupper()
