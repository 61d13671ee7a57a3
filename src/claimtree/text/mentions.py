"""From text to mentions: which known words stand where, and what of the text no word list knows."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import AboutScale, find_amounts
from claimtree.text.detect import sentences_in
from claimtree.text.language import Language
from claimtree.text.lexicon import SLOT, Item, Lexicon, Match
from claimtree.text.markup import without_markup
from claimtree.text.normalise import Token, singular, tokenize

_NEWLINE = re.compile(r"[\r\n]")
_LONGEST_SHARED_HEAD = 3
DECIMAL_COMMA = frozenset({"id"})
"""Languages that write 1.500,25."""


class Spellings:
    """Shorthand replaced by the words it stands for, before anything is read: "w/d" by "washer dryer"."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        for short, words in spellings.items():
            key = tuple(token.norm for token in tokenize(short))
            full = tuple(token.norm for token in tokenize(words))
            if key:
                self._by_first.setdefault(key[0], []).append((key, full))
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry[0]))

    def apply(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """The tokens with shorthand replaced; each new word keeps the place of the shorthand."""
        found: list[Token] = []
        i = 0
        while i < len(tokens):
            for key, full in self._by_first.get(tokens[i].norm, ()):
                if tuple(token.norm for token in tokens[i : i + len(key)]) == key:
                    start, end = tokens[i].start, tokens[i + len(key) - 1].end
                    found += [Token(word, word, start, end) for word in full]
                    i += len(key)
                    break
            else:
                found.append(tokens[i])
                i += 1
        return tuple(found)


def make_items(
    text: str,
    *,
    spellings: Spellings,
    units: Mapping[str, UnitSpec],
    language: Language,
    query: bool,
    about_scale: AboutScale = AboutScale.NEAR,
    today: date | None = None,
) -> list[Item]:
    """The text as items: words, breaks and amounts. A line break is a break; a full stop after "approx" is none.

    Dates and ages are read only where `today` is given.
    """
    text = without_markup(text)
    tokens = spellings.apply(tokenize(text))
    found = find_amounts(
        tokens,
        units=units,
        query=query,
        words=language.amounts,
        decimal_comma=_decimal_commas(text, tokens, language),
        today=today,
        about_scale=about_scale,
    )
    amounts = {mention.start_token: mention for mention in found}
    said = {k for mention in amounts.values() for k in mention.apart}
    items: list[Item] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if items and _NEWLINE.search(text, items[-1].end, token.start):
            items.append(Item(word="\n", norm="\n", start=items[-1].end, end=items[-1].end))
        mention = amounts.get(i)
        if mention is not None:
            last = tokens[mention.end_token - 1]
            words = tuple(singular(token.norm) for token in tokens[i : mention.end_token])
            items.append(Item(word=SLOT, norm=SLOT, start=token.start, end=last.end, mention=mention, words=words))
            i = mention.end_token
            if last.norm == "." and not _goes_on(tokens, i):
                # "135 sq ft. Dogs welcome": the stop of the abbreviation ends the sentence as well.
                items.append(Item(word=".", norm=".", start=last.start, end=last.end))
            continue
        i += 1
        if i - 1 in said or (token.norm == "-" and _is_inside_word(text, token)):
            continue
        if token.norm in language.buts and _is_exception(items, language):
            items.append(Item(word="except", norm="except", start=token.start, end=token.end))
            continue
        if token.norm == "." and items and items[-1].norm in language.abbreviations and _goes_on(tokens, i):
            continue
        items.append(Item(word=singular(token.norm), norm=token.norm, start=token.start, end=token.end))
    return items


def _decimal_commas(text: str, tokens: Sequence[Token], language: Language) -> Container[int]:
    """The tokens in whose sentence "1,5" is one and a half and "1.500" fifteen hundred."""
    codes = language.code.split("+")
    if DECIMAL_COMMA.isdisjoint(codes):
        return ()
    if DECIMAL_COMMA.issuperset(codes):
        return range(len(tokens))
    sentences = sentences_in(text, codes, tokens=tokens)
    return {
        i for sentence in sentences if sentence.language in DECIMAL_COMMA for i in range(sentence.first, sentence.after)
    }


def _is_exception(items: Sequence[Item], language: Language) -> bool:
    """ "any floor but the first": the "but" of "any", "all" and the like leaves something out."""
    for item in items[: -_LONGEST_SHARED_HEAD - 1 : -1]:
        if item.is_break or item.norm in language.negations:
            return False
        if item.norm in language.universals:
            return True
    return False


def _is_inside_word(text: str, token: Token) -> bool:
    """A hyphen with something on both sides: "12-storey"."""
    before, after = text[token.start - 1 : token.start], text[token.end : token.end + 1]
    return bool(before.strip() and after.strip()) and before.isalnum() and after.isalnum()


def _goes_on(tokens: Sequence[Token], i: int) -> bool:
    """Whether the sentence goes on after an abbreviation: the next word starts small or is a number."""
    return i < len(tokens) and not tokens[i].text[0].isupper()


def find_matches(items: Sequence[Item], lexicon: Lexicon, language: Language) -> list[Match]:
    """Known words, left to right, the longest at each place; shared heads are spelled out."""
    found: list[Match] = []
    i = 0
    while i < len(items):
        match = lexicon.longest(items, i)
        if match is None:
            i += 1
            continue
        found.append(match)
        i = match.after
    shared = list(_shared_heads(items, found, lexicon, language))
    retold = {match.first for match in shared}
    return sorted([*(match for match in found if match.first not in retold), *shared], key=lambda match: match.first)


def _shared_heads(
    items: Sequence[Item], matches: Sequence[Match], lexicon: Lexicon, language: Language
) -> Iterator[Match]:
    """ "south or west facing" and "facing south or west": the word on the far side shares the near side's words."""
    # A part that is merely named shares what is said of the one before: "private room and bath", "two beds and baths".
    plain = {match.first for match in matches if match.after - match.first == 1 and match.sayings[0].facet}
    taken = {i for match in matches for i in range(match.first, match.after)} - plain
    joins = language.ors | language.ands | {","}
    # "cats permitted, no smoking": the "no" starts something new and shares nothing.
    small = {i for i, item in enumerate(items) if item.norm in language.negations or item.norm in language.fillers}
    for match in matches:
        if match.after - match.first < 2:
            continue
        words = [
            item
            for item in items[match.first : match.after]
            if item.norm not in language.fillers and item.norm not in language.negations
        ]
        left = match.first
        while left >= 2 and items[left - 1].norm in joins and left - 2 not in taken and left - 2 not in small:
            sayings = lexicon.exact([items[left - 2], *words[1:]])
            if not sayings:
                break
            left -= 2
            yield Match(sayings=sayings, first=left, after=left + 1, negations=match.negations, head=match.first)
        right = match.after
        while right + 1 < len(items) and items[right].norm in joins and right + 1 not in taken | small:
            sayings = lexicon.exact([*words[:-1], items[right + 1]])
            if not sayings:
                break
            counted = any(item.amount is not None for item in words[:-1])
            amount = right + 1 if items[right + 1].amount is not None else match.amount if counted else None
            yield Match(
                sayings=sayings,
                first=right + 1,
                after=right + 2,
                negations=match.negations,
                head=match.first,
                amount=amount,
            )
            right += 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Words that no list knows and that may say something all the same."""

    first: int
    after: int


def unknown_runs(
    items: Sequence[Item], taken: frozenset[int], language: Language, *, least: int, most: int
) -> list[Run]:
    """Runs of unknown words without the small words around them, each with at least `least` that carry meaning."""
    runs: list[Run] = []
    i = 0
    while i < len(items):
        if i in taken or _ends_run(items[i], language):
            i += 1
            continue
        j = i
        while j < len(items) and j not in taken and not _ends_run(items[j], language):
            j += 1
        first, after = _trim(items, i, j, language)
        meaning = [item for item in items[first:after] if _means_something(item, language)]
        if len(meaning) >= least and after - first <= most:
            runs.append(Run(first=first, after=after))
        i = j
    return runs


def _ends_run(item: Item, language: Language) -> bool:
    return (
        item.is_break
        or item.amount is not None
        or item.norm in language.ands
        or item.norm in language.ors
        or item.norm in language.buts
        or item.norm in language.negations
        or item.norm in ("with", "that", "which", "where", "who")
    )


def _trim(items: Sequence[Item], first: int, after: int, language: Language) -> tuple[int, int]:
    while first < after and not _means_something(items[first], language):
        first += 1
    while after > first and not _means_something(items[after - 1], language):
        after -= 1
    return first, after


def _means_something(item: Item, language: Language) -> bool:
    return (
        item.norm not in language.stopwords
        and item.norm not in language.fillers
        and len(item.norm) > 2
        and item.norm[0].isalpha()
    )
