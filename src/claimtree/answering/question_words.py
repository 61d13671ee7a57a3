"""The words of questions: tables of a language, and the tokens of a question looked up in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Final

from claimtree.answering.people_names import NUMERALS
from claimtree.family_trees.tree import read_date
from claimtree.languages import data_of, language
from claimtree.languages.normalise import Token, tokenize
from claimtree.model.amounts import TIMES, Amount
from claimtree.model.dates import DateRules
from claimtree.model.name_folding import fold
from claimtree.text.amounts import AmountMention, find_amounts

OWNED: Final = "'s"
"""The token of a possessive, split from its word."""
_ASKING: Final = frozenset({"what", "who", "where", "when", "how"})
LONGEST_QUESTION: Final = 600
"""Characters of a question that are read."""
_STOP_BEFORE_OWNED: Final = re.compile(r"(?<=\w)\.(?=['’ʼ]s\b)")
_REPEATED: Final = re.compile(r"([?!])[?!]+")
_SIGNS: Final = frozenset('?.!,;:"()')


class WordTable:
    """Wordings and what they stand for; the longest wording at a place comes first."""

    def __init__(self, meanings: Mapping[str, Sequence[str]]) -> None:
        self._meanings: dict[tuple[str, ...], list[str]] = {}
        for meaning, wordings in meanings.items():
            for wording in wordings:
                words = tuple(_token_texts(wording))
                self._meanings.setdefault(words, []).append(meaning)
        self._longest = max(map(len, self._meanings), default=0)

    def at(self, words: Sequence[str], start: int) -> Iterator[tuple[str, int]]:
        """Yields what the words from a place on stand for, and where they end."""
        for length in range(min(self._longest, len(words) - start), 0, -1):
            for meaning in self._meanings.get(tuple(words[start : start + length]), ()):
                yield meaning, start + length


@dataclass(frozen=True, slots=True)
class EventWords:
    """How an event is spoken of, each table with the event as its meaning."""

    verbs: WordTable
    participles: WordTable
    nouns: WordTable
    dates: WordTable
    places: WordTable


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """All tables of a language."""

    tables: Mapping[str, WordTable]
    events: EventWords
    periods: Mapping[str, str]
    """Times with a name, and their dates as GEDCOM writes them."""
    named_times: WordTable
    """The same, to be looked up in a question."""
    trades: frozenset[str]
    """Words for what people do for a living, in the singular."""
    single_words: frozenset[str]
    """The words of kinship and of events that stand alone."""

    def __getitem__(self, name: str) -> WordTable:
        return self.tables[name]


@cache
def question_words(code: str = "en") -> QuestionWords:
    """Returns the words of a language."""
    file = resources.files("claimtree.languages") / code / "family_questions.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    events = data.pop("events")
    kinds = ("verbs", "participles", "nouns", "dates", "places")
    made = {kind: WordTable({event: words.get(kind, []) for event, words in events.items()}) for kind in kinds}
    periods = data.pop("periods")
    occupations = tomllib.loads(data_of(code, "message_facts.toml").read_text("utf-8"))["occupations"]["words"]
    flat = {"verbs", "wh", "commands", "small", "kin_prefixes", "kin_joined", "pronouns", "attribute_verb_lead"}
    flat |= {"records", "age_limits", "phrasing"}
    tables = {name: WordTable(meanings) for name, meanings in data.items() if name not in flat}
    for name in flat:
        tables |= {f"{name}.{meaning}": WordTable({meaning: words}) for meaning, words in data[name].items()}
    return QuestionWords(
        tables,
        EventWords(**made),
        periods,
        WordTable({date: [name for name, own in periods.items() if own == date] for date in periods.values()}),
        frozenset(occupations.split()),
        _single_words([*data["kin"].values(), *(words for one in events.values() for words in one.values())]),
    )


def _single_words(tables: Iterable[Sequence[str]]) -> frozenset[str]:
    return frozenset(wording for words in tables for wording in words if wording.isalpha())


def _token_texts(text: str) -> Iterator[str]:
    return (word.text for word in split(text))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question: folded for comparison, and as it is written."""

    text: str
    raw: str
    is_name: bool
    """True if it is written as names are: with a capital, or as a numeral of a ruler."""
    token: int
    """Which token of the text it is, or is a part of."""

    @property
    def is_sign(self) -> bool:
        return self.text in _SIGNS


def split(text: str) -> tuple[Word, ...]:
    """Returns the words of a text; the possessive ending is a word of its own."""
    return tuple(_words(tokenize(text)))


def _words(tokens: Sequence[Token]) -> Iterator[Word]:
    for at, token in enumerate(tokens):
        raw = token.text.replace("’", "'").replace("ʼ", "'")
        head, mark, tail = raw.rpartition("'")
        if mark and tail.lower() == "s" and head:
            yield _word(head, at)
            yield Word(OWNED, OWNED, False, at)
        elif raw == "'" and at and tokens[at - 1].norm.endswith("s"):
            yield Word(OWNED, raw, False, at)
        elif raw.lower().endswith("n't") and len(raw) > 3:
            yield _word(raw[:-3], at)
            yield Word("n't", "n't", False, at)
        else:
            yield _word(raw, at)


def _word(raw: str, at: int) -> Word:
    text = fold(raw) or raw.lower()
    return Word(text, raw, raw[:1].isupper() or text in NUMERALS, at)


@dataclass(frozen=True)
class Sentence:
    """A question cut into words, with the times and numbers in it."""

    text: str
    words: tuple[Word, ...]
    texts: tuple[str, ...]
    times: Mapping[int, tuple[tuple[Amount, int], ...]]
    """By the word where they begin: dates, with where they end."""
    numbers: Mapping[int, tuple[tuple[Amount, int], ...]]

    @classmethod
    def of(cls, text: str) -> Sentence:
        # "Smith Sr.'s children": the stop of an abbreviation stands before the sign of an owner.
        text = _REPEATED.sub(r"\1", _STOP_BEFORE_OWNED.sub("", text))
        tokens = tokenize(text)
        words = tuple(_words(tokens))
        times: dict[int, tuple[tuple[Amount, int], ...]] = {}
        numbers: dict[int, tuple[tuple[Amount, int], ...]] = {}
        # A token may be several words, never the other way round.
        first = {word.token: at for at, word in reversed([*enumerate(words)])}
        for mention in _amounts(tokens):
            start = first[mention.start_token]
            end = first.get(mention.end_token, len(words))
            table = times if mention.amount.kind in TIMES else numbers
            table[start] = (*table.get(start, ()), (mention.amount, end))
        texts = tuple(word.text for word in words)
        for start in range(len(texts)):
            named = start + 1 if texts[start] == "the" else start
            for date, end in question_words().named_times.at(texts, named):
                when = read_date(date)
                if when is not None:
                    times[start] = (*times.get(start, ()), (when, end))
        return cls(text, words, texts, times, numbers)

    def without(self, dropped: WordTable) -> Sentence:
        """Returns the sentence without words that add nothing: "exactly", "by any chance"."""
        kept: list[Word] = []
        at = 0
        while at < len(self.words):
            end = next((end for _, end in dropped.at(self.texts, at)), None)
            if end is None:
                kept.append(self.words[at])
            at = at + 1 if end is None else end
        return self if len(kept) == len(self.words) else Sentence.of(text_of(kept))

    def said_as(self, raw: Sequence[str]) -> Sentence:
        """Returns the sentence with its words written so; itself if they are."""
        if all(word.raw == one for word, one in zip(self.words, raw, strict=True)):
            return self
        return Sentence.of(text_of([replace(word, raw=one) for word, one in zip(self.words, raw, strict=True)]))

    def with_possessives(self, is_name_word: Callable[[str], bool], owners: WordTable) -> Sentence:
        """Returns the sentence with the signs that are left out in haste: "whats harriet pooles husbands name"."""
        found: list[Word] = []
        for at, word in enumerate(self.words):
            head, follows = word.text[:-1], at + 1 < len(self.words)
            short = word.text.endswith("s") and len(word.text) > 3 and follows and not is_name_word(word.text)
            owned = short and (is_name_word(head) or any(True for _ in owners.at((head,), 0)))
            if short and (head in _ASKING or (owned and self.texts[at + 1] != OWNED)):
                found += [replace(word, text=head, raw=word.raw[:-1]), Word(OWNED, OWNED, False, word.token)]
            else:
                found.append(word)
        return self if len(found) == len(self.words) else Sentence.of(text_of(found))


def text_of(words: Sequence[Word]) -> str:
    """Returns words as a text that is cut into the same words again."""
    return " ".join(word.raw for word in words).replace(f" {OWNED}", OWNED).replace(" n't", "n't")


def _amounts(tokens: Sequence[Token]) -> Sequence[AmountMention]:
    return find_amounts(tokens, units={}, query=True, words=language("en").amounts, dates=DateRules(historical=True))
