"""Converts a text to items: folded words, breaks and amounts.

Shorthand is first replaced by the words it stands for, and each item keeps its position in the
text, so that quotes can be cut from it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from claimtree.languages import Language
from claimtree.languages import language as one_language
from claimtree.languages.normalise import Token, singular, tokenize
from claimtree.languages.phrase_lookup import Wording, Wordings, fitting, pairs_by_first
from claimtree.languages.word_tables import spelled
from claimtree.model.dates import PLAIN_DATES, DateRules
from claimtree.model.pack import UnitSpec
from claimtree.model.phrases import SLOT
from claimtree.text.amounts import AboutScale, AmountMention, FaultyDate, find_amounts_and_faults
from claimtree.text.detect import sentences_in
from claimtree.text.lexicon import Item
from claimtree.text.markup import without_markup

_NEWLINE = re.compile(r"[\r\n]")
_QUOTES = frozenset({'"', "''"})
"""Quotation marks set words off without ending a clause (not "hookups")."""
_SHORTEST_STEM = 3
"""Minimum number of letters left after an ending is removed; so "hanya" keeps its own."""
_LABEL_LINKS = frozenset({"/", ":"})
_EXCEPTION_REACH = 4
"""How many words may stand between "any" and its "but"."""


class Spellings:
    """Expands shorthand before reading ("w/d" to "washer dryer")."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self.signs = frozenset(short[0] for short in spellings if not short[0].isalnum() and not short[0].isascii())
        """Emoji that stand for words (a dog's head for "dogs")."""
        self._words: Wordings[Wording] = pairs_by_first(
            (tuple(token.norm for token in tokenize(short, kept=self.signs)), spelled(words))
            for short, words in spellings.items()
        )

    def apply(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """Returns the tokens with shorthand replaced; each new word keeps the position of the
        shorthand."""
        found: list[Token] = []
        norms = [token.norm for token in tokens]
        i = 0
        while i < len(tokens):
            for full, after in fitting(norms, i, self._words) if norms[i] in self._words else ():
                if not _ends_in_name(tokens, i, after):
                    start, end = tokens[i].start, tokens[after - 1].end
                    found += [Token(word, word, start, end) for word in full]
                    i = after
                    break
            else:
                found.append(tokens[i])
                i += 1
        return tuple(found)


def _ends_in_name(tokens: Sequence[Token], first: int, after: int) -> bool:
    """True if the last of these words begins a name, by its capitals ("di Seberang Ulu" is not
    across from Ulu)."""
    if first + 1 == after or after >= len(tokens):
        return False
    return tokens[first].text[:1].islower() and all(token.text[:1].isupper() for token in tokens[after - 1 : after + 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Itemiser:
    """Converts texts to items, for either queries or documents."""

    spellings: Spellings
    units: Mapping[str, UnitSpec]
    language: Language
    query: bool
    about_scale: AboutScale = AboutScale.NEAR
    today: date | None = None
    """Reference date for dates and ages; default: the day of reading."""
    dates: DateRules = PLAIN_DATES

    def tokens(self, text: str) -> tuple[Token, ...]:
        """Returns the tokens of a text without its markup, shorthand expanded."""
        return self.spelled_out(self.written(text))

    def written(self, text: str) -> tuple[Token, ...]:
        """Returns the tokens of a text as written, without its markup."""
        return tokenize(without_markup(text), kept=self.spellings.signs)

    def spelled_out(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """Returns the tokens with shorthand expanded."""
        return self.spellings.apply(tokens)

    def items(self, text: str, tokens: Sequence[Token]) -> list[Item]:
        """Returns the tokens as items. A line break is a break; a full stop after an abbreviation
        ("approx.") is not."""
        text = without_markup(text)
        found, faults = self._amounts(text, tokens)
        return _joined(text, tokens, found, faults, self.language)

    def _amounts(self, text: str, tokens: Sequence[Token]) -> tuple[list[AmountMention], list[FaultyDate]]:
        """Returns the amounts of a text, and the dates in it that cannot be. In a document no amount
        extends across lines: "33 juta / tahun" is no minimum because "min sewa 2 tahun" stands on
        the next line."""
        commas = _decimal_commas(text, tokens, self.language)
        found: list[AmountMention] = []
        faults: list[FaultyDate] = []
        for first, after in [(0, len(tokens))] if self.query else _lines(text, tokens):
            mentions, faulty = find_amounts_and_faults(
                tokens[first:after],
                units=self.units,
                query=self.query,
                words=self.language.amounts,
                decimal_comma=commas if not first else frozenset(k - first for k in range(first, after) if k in commas),
                today=self.today or datetime.now().astimezone().date(),
                about_scale=self.about_scale,
                dates=self.dates,
            )
            found += (mention.moved(first) for mention in mentions) if first else mentions
            faults += (one.moved(first) for one in faulty)
        return found, faults


def _lines(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yields the first token and the end of each line."""
    first = 0
    if _NEWLINE.search(text):
        for i in range(1, len(tokens)):
            if _NEWLINE.search(text, tokens[i - 1].end, tokens[i].start):
                yield first, i
                first = i
    yield first, len(tokens)


def _joined(
    text: str,
    tokens: Sequence[Token],
    found: Sequence[AmountMention],
    faults: Sequence[FaultyDate],
    language: Language,
) -> list[Item]:
    amounts = {mention.start_token: mention for mention in found}
    faulty = {one.start_token: one for one in faults}
    in_amounts = {k for mention in amounts.values() for k in mention.apart}
    labels = {mention.label for mention in amounts.values() if mention.label is not None}
    in_amounts |= labels | {k + 1 for k in labels if k + 1 < len(tokens) and tokens[k + 1].norm in _LABEL_LINKS}
    items: list[Item] = []
    lines = _NEWLINE.search(text) is not None
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if lines and items and _NEWLINE.search(text, items[-1].end, token.start):
            items.append(Item(word="\n", norm="\n", start=items[-1].end, end=items[-1].end))
        if (lost := faulty.get(i)) is not None:
            # A comma, so that the words on both sides are not joined.
            end = tokens[lost.end_token - 1].end
            items.append(Item(word=",", norm=",", start=token.start, end=end, fault=lost.fault))
            i = lost.end_token
            continue
        mention = amounts.get(i)
        if mention is not None:
            last = tokens[mention.end_token - 1]
            if mention.label is not None:
                # "LT/LB 120/90": each number is placed after its own label.
                label = tokens[mention.label]
                items.append(Item(word=singular(label.norm), norm=label.norm, start=label.start, end=label.end))
            words = tuple(singular(token.norm) for token in tokens[i : mention.end_token])
            items.append(Item(word=SLOT, norm=SLOT, start=token.start, end=last.end, mention=mention, words=words))
            i = mention.end_token
            if last.norm == "." and not _goes_on(tokens, i):
                # "135 sq ft. Dogs welcome": the full stop of the abbreviation also ends the
                # sentence.
                items.append(Item(word=".", norm=".", start=last.start, end=last.end))
            continue
        i += 1
        if i - 1 in in_amounts or token.norm in _QUOTES or (token.norm == "-" and _is_inside_word(text, token)):
            continue
        if token.norm in language.buts and _is_exception(items, language):
            items.append(Item(word=language.exception, norm=language.exception, start=token.start, end=token.end))
            continue
        if token.norm == "." and items and items[-1].norm in language.abbreviations and _goes_on(tokens, i):
            continue
        items.append(Item(word=_folded(token.norm, language), norm=token.norm, start=token.start, end=token.end))
    return items


def _folded(norm: str, language: Language) -> str:
    """Returns a word as sayings spell it: without plural s and without the language's clitics
    ("kolamnya")."""
    for ending in language.endings:
        if norm.endswith(ending) and len(norm) - len(ending) >= _SHORTEST_STEM:
            return norm[: -len(ending)]
    return singular(norm)


def _decimal_commas(text: str, tokens: Sequence[Token], language: Language) -> Container[int]:
    """Returns the tokens in whose sentence the comma is the decimal separator ("1,5" is 1.5,
    "1.500" is 1500)."""
    codes = language.codes
    commas = frozenset(code for code in codes if one_language(code).decimal_comma)
    if not commas:
        return ()
    if commas.issuperset(codes):
        return range(len(tokens))
    if not any(token.norm[0].isdecimal() and not token.norm.isdecimal() for token in tokens):
        return ()  # no number has a separator, so the language need not be detected
    found: set[int] = set()
    for sentence in sentences_in(text, codes, tokens=tokens):
        if sentence.language in commas:
            found.update(range(sentence.first, sentence.after))
    return found


def _is_exception(items: Sequence[Item], language: Language) -> bool:
    """True if a "but" after "any", "all" and the like makes an exception ("any floor but the
    first")."""
    for item in items[: -_EXCEPTION_REACH - 1 : -1]:
        if item.is_break or item.norm in language.negations:
            return False
        if item.norm in language.universals:
            return True
    return False


def _is_inside_word(text: str, token: Token) -> bool:
    """True for a hyphen between two letters or digits ("12-storey")."""
    before, after = text[token.start - 1 : token.start], text[token.end : token.end + 1]
    return bool(before.strip() and after.strip()) and before.isalnum() and after.isalnum()


def _goes_on(tokens: Sequence[Token], i: int) -> bool:
    """True if the sentence continues after an abbreviation: the next word is lower-case or a
    number."""
    return i < len(tokens) and not tokens[i].text[0].isupper()
