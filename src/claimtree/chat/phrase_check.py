"""Checks a model's wording of a reply against its evidence; a doubt is a refusal.

The check does not try to understand prose. Every text of the evidence that stands in the wording word
for word is known, and says of its home that something is so, is not, or is not known. Whatever else
there is has to be a number that the evidence has, a claim that our reader reads and the evidence
states, or a word that states nothing (`languages/*/phrasing`). So a digit, a name, a link, a praise
or a "not" that is not ours is found without a list of what may be wrong.

A home is told between its number at the beginning of a line and the next number or empty line, and
only from its own evidence: two prices that change places are two wrong prices.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from claimtree.chat.criteria import is_guess, same_wish
from claimtree.chat.phrase_evidence import (
    HomeEvidence,
    ReplyEvidence,
    Standing,
    Stated,
    denial_words,
    frame_words,
    head_of,
    head_words,
)
from claimtree.languages import Language, language
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import Token, tokenize
from claimtree.llm_reader.quoted_amounts import StatedAmount, amounts_in
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.ports import Reader
from claimtree.text.detect import margin

MOST_CHARACTERS: Final = 8_000
_LONGER: Final = 1.5
_SPARE: Final = 300
"""A wording may be so many times as long as the template, and so many characters more."""
_FIRST_SIGN: Final = 0xE000
"""Texts that are known are replaced by private signs, so that nothing reads them."""
_MOST_SIGNS: Final = 6_000
SIGNS: Final = frozenset(" .,;:!?()-–—·•\"'“”‘’/%&+#…")
_CLAUSE_ENDS: Final = re.compile(r"[.;!?\n()·•]|,(?=\s)|\s[–—-]\s")
_QUOTES: Final = str.maketrans("“”„‟«»‘’‚‛", '""""""\'\'\'\'')
_MONEY_OR_WAY: Final = frozenset({AmountKind.MONEY, AmountKind.DISTANCE})
_LONGEST_SHOWN: Final = 60


class Refused(Exception):
    """Ends a check of a wording; the checks catch it and return why."""

    def __init__(self, why: Notice) -> None:
        super().__init__(why.code)
        self.why = why


def refused(code: NoticeCode, words: str) -> Refused:
    return Refused(notice(code, words=" ".join(words.split())[:_LONGEST_SHOWN]))


class PhraseChecker:
    """Checks wordings of a pack's replies."""

    def __init__(self, pack: Pack, reader: Reader) -> None:
        self._pack = pack
        self._reader = reader

    def check(self, text: str, evidence: ReplyEvidence) -> Notice | None:
        """Returns why a wording is not used; None for one that says nothing but the evidence."""
        try:
            _check_form(text, evidence)
            parts = _parted(text, evidence)
            told = _Told(pack=self._pack, reader=self._reader, evidence=evidence)
            for home in evidence.homes:
                told.check_home("\n".join(parts.homes[home.number]), home)
            told.check_general(parts.opening, opens=True)
            told.check_general(parts.between, opens=False)
            told.check_language()
        except Refused as error:
            return error.why
        return None


def _check_form(text: str, evidence: ReplyEvidence) -> None:
    body = sum(len(line) + 1 for line in evidence.body)
    most = min(int(body * _LONGER) + _SPARE, MOST_CHARACTERS)
    if not text.strip() or len(text) > most:
        raise Refused(notice(NoticeCode.PHRASE_LENGTH, characters=len(text), most=most))
    for sign in text:
        if sign != "\n" and not sign.isprintable():
            raise refused(NoticeCode.PHRASE_WORD, f"U+{ord(sign):04X}")


@dataclass(kw_only=True)
class _Parts:
    """The parts of a wording."""

    opening: list[str] = field(default_factory=list)
    """What is said in general before the first hit."""
    between: list[str] = field(default_factory=list)
    """What is said in general behind it."""
    homes: dict[int, list[str]] = field(default_factory=dict)
    order: list[str | int] = field(default_factory=list)


def _parted(text: str, evidence: ReplyEvidence) -> _Parts:
    numbers = [home.number for home in evidence.homes]
    heads = {head_of(head) for head in evidence.heads}
    begins = _beginnings(evidence.language)
    parts = _Parts()
    current: int | None = None
    for line in text.split("\n"):
        found = begins.match(line)
        begun = int(found["named"] or found["bare"]) if found is not None else None
        if found is not None and begun in numbers:
            if evidence.asks and begun == current and begun is not None:
                # Each answer about a hit has a line.
                parts.homes[begun].append(line[found.end() :])
                continue
            current = begun
            if current in parts.homes:
                raise Refused(notice(NoticeCode.PHRASE_HOME_LOST, number=current))
            parts.homes[current] = [line[found.end() :]]
            parts.order.append(current)
        elif head_of(line) in heads or not line.strip():
            current = None
            if head_of(line) in evidence.order:
                parts.order.append(head_of(line))
            else:
                (parts.between if parts.homes else parts.opening).append(line)
        elif current is not None:
            parts.homes[current].append(line)
        else:
            (parts.between if parts.homes else parts.opening).append(line)
    if not parts.homes and len(numbers) == 1 and not evidence.heads:
        return _Parts(homes={numbers[0]: [text]})
    _check_order(parts, evidence)
    return parts


def _check_order(parts: _Parts, evidence: ReplyEvidence) -> None:
    """Refuses a wording that loses a hit or the head of a group, moves it or tells it twice."""
    expected = evidence.order or tuple(home.number for home in evidence.homes)
    for k, one in enumerate(expected):
        if parts.order[k : k + 1] != [one]:
            if isinstance(one, int):
                raise Refused(notice(NoticeCode.PHRASE_HOME_LOST, number=one))
            raise refused(NoticeCode.PHRASE_OMITS, one)
    if len(parts.order) > len(expected):
        raise refused(NoticeCode.PHRASE_WORD, str(parts.order[len(expected)]))


@lru_cache(maxsize=8)
def _beginnings(code: str) -> re.Pattern[str]:
    """What a line that tells a home begins with: "3." or "Nomor 3"."""
    words = "|".join(re.escape(word) for word in _number_words(code))
    number = r"\d{1,3}"
    return re.compile(
        rf"\s*(?:(?:{words})\s+#?(?P<named>{number})(?!\w)|#?(?P<bare>{number})[.)](?!\w))", re.IGNORECASE
    )


@lru_cache(maxsize=8)
def _number_words(code: str) -> tuple[str, ...]:
    table = language(code).conversation.cues.get(Cue.NUMBER, ())
    return tuple(word for word in table if word.isalpha())


@lru_cache(maxsize=16)
def _frame(code: str, *, asks: bool) -> frozenset[str]:
    """Words of ours that stand around what is said of a hit."""
    return _words_in(frame_words(code, asks=asks))


@lru_cache(maxsize=8)
def _head_frame(code: str) -> frozenset[str]:
    return _words_in(head_words(code))


@lru_cache(maxsize=8)
def _denial_frame(code: str) -> frozenset[str]:
    return _words_in(denial_words(code))


def _words_in(texts: Iterator[str]) -> frozenset[str]:
    return frozenset(token.norm for text in texts for token in tokenize(text) if token.norm[0].isalpha())


@dataclass(kw_only=True)
class _Masked:
    """A text in which what is known is replaced by signs."""

    text: str
    standings: dict[str, Standing] = field(default_factory=dict)
    ways: set[str] = field(default_factory=set)
    """Signs that stand for a distance written in another way."""
    far: set[str] = field(default_factory=set)
    """Signs that stand for a distance, however it is written."""
    counts: set[str] = field(default_factory=set)
    """Signs that stand for a count of hits."""

    def add(self, start: int, end: int, standing: Standing, *, way: bool = False) -> str:
        sign = chr(_FIRST_SIGN + len(self.standings))
        if len(self.standings) >= _MOST_SIGNS:
            raise Refused(notice(NoticeCode.PHRASE_LENGTH, characters=len(self.text), most=_MOST_SIGNS))
        self.standings[sign] = standing
        if way:
            self.ways.add(sign)
            self.far.add(sign)
        # Blanks keep words apart; the length may change, and is nobody's business.
        self.text = f"{self.text[:start]} {sign} {self.text[end:]}"
        return sign

    def hide(self, known: Sequence[Stated], *, distances: Sequence[str] = ()) -> None:
        """Hides texts of the evidence, the longest first."""
        for one in sorted(known, key=lambda stated: -len(stated.text)):
            pattern = _as_pattern(one.text)
            at = 0
            while (found := pattern.search(self.text, at)) is not None:
                sign = self.add(found.start(), found.end(), one.standing)
                if one.text in distances:
                    self.far.add(sign)
                at = found.start() + 3


def _as_pattern(text: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in text.translate(_QUOTES).split())
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)


@dataclass(kw_only=True)
class _Told:
    """One wording that is being checked."""

    pack: Pack
    reader: Reader
    evidence: ReplyEvidence
    masked: list[str] = field(default_factory=list)
    """What was said around the evidence."""

    @property
    def spoken(self) -> Language:
        return language(self.evidence.language)

    def check_home(self, text: str, home: HomeEvidence) -> None:
        plain = text.translate(_QUOTES)
        for required in home.required:
            if required.strip() and _as_pattern(required).search(plain) is None:
                raise refused(NoticeCode.PHRASE_OMITS, required)
        masked = _Masked(text=plain)
        masked.hide(home.texts, distances=home.distances)
        self._hide_references(masked, [home.number])
        paid = self._hide_amounts(masked, home)
        if home.price and not paid and _as_pattern(home.price).search(plain) is None:
            raise refused(NoticeCode.PHRASE_OMITS, home.price)
        backed = _Backed(reader=self.reader, texts=home.texts)
        extra = _frame(self.evidence.language, asks=self.evidence.asks)
        if home.distances:
            extra |= self.spoken.phrasing.nearness
        doubtful = any(one.standing in (Standing.UNKNOWN, Standing.DENIED) for one in home.texts)
        answers = home.answers if self.evidence.asks else None
        self._check_clauses(masked, backed, extra, answers=answers, doubtful=doubtful)

    def check_general(self, lines: Sequence[str], *, opens: bool) -> None:
        """Checks what is said of no single hit; of what was asked for it may speak before the first only: those
        behind it need not meet it."""
        evidence = self.evidence
        if opens:
            heads = {head_of(head) for head in evidence.heads}
            lines = [line for line in lines if head_of(line) not in heads]
        masked = _Masked(text="\n".join(lines).translate(_QUOTES))
        masked.hide(evidence.general if opens else ())
        self._hide_references(masked, [home.number for home in evidence.homes])
        self._hide_counts(masked, evidence.numbers if opens else ())
        phrasing = self.spoken.phrasing
        extra = phrasing.nearness | _head_frame(evidence.language)
        extra = extra | phrasing.fitting if opens and evidence.fits else extra - phrasing.fitting
        # Beside hits that do not fit, what was asked for is said of those that fit, and only as it is listed.
        if not evidence.all_fit:
            self._check_of_fitting(masked)
        backed = _Backed(reader=self.reader, criteria=evidence.criteria if opens and evidence.all_fit else ())
        self._check_clauses(masked, backed, extra, answers=None)

    def _check_of_fitting(self, masked: _Masked) -> None:
        """Refuses criteria that are not told of a count of hits, or of those that fit."""
        for clause in _CLAUSE_ENDS.split(masked.text):
            states = any(masked.standings.get(sign) is Standing.STATED for sign in clause)
            told_of_some = any(sign in masked.counts for sign in clause) or any(
                token.norm in self.spoken.phrasing.fitting for token in tokenize(clause)
            )
            if states and not told_of_some:
                raise refused(NoticeCode.PHRASE_CLAIM, "".join(sign for sign in clause if sign not in masked.standings))

    def check_language(self) -> None:
        if len(self.pack.languages) < 2:
            return
        found, by = margin(" ".join(self.masked), self.pack.languages)
        if found != self.evidence.language and by > 0:
            raise Refused(notice(NoticeCode.PHRASE_LANGUAGE, language=found))

    def _hide_references(self, masked: _Masked, numbers: Sequence[int]) -> None:
        words = "|".join(re.escape(word) for word in _number_words(self.evidence.language))
        pattern = re.compile(rf"(?<!\w)(?:{words})\s+(\d{{1,3}})(?!\w|[.,]\d)", re.IGNORECASE)
        at = 0
        while (found := pattern.search(masked.text, at)) is not None:
            if int(found[1]) not in numbers:
                raise refused(NoticeCode.PHRASE_NUMBER, found[0])
            masked.add(found.start(), found.end(), Standing.NAME)
            at = found.start() + 3

    def _hide_amounts(self, masked: _Masked, home: HomeEvidence) -> bool:
        """Hides sums and distances that the home has, however they are written; True if the price was one.
        Of several sums or distances it is not known which is meant: they have to be written as they are."""
        stated = [one.text for one in home.texts if one.standing is Standing.STATED]
        paid = False
        for one in reversed(self._amounts(masked.text)):
            if one.amount.kind not in _MONEY_OR_WAY or not one.has_unit:
                continue
            words = masked.text[one.start : one.end]
            alike = {
                (known.amount.unit, known.amount.low, known.amount.high): text
                for text in stated
                for known in self._amounts(text)
                if known.amount.kind is one.amount.kind and known.has_unit
            }
            if len(alike) != 1 or not _is_same(one.amount, *next(iter(alike))):
                raise refused(NoticeCode.PHRASE_NUMBER, words)
            if "/" in one.amount.unit and not _has_period(words, next(iter(alike.values()))):
                raise refused(NoticeCode.PHRASE_NUMBER, words)
            way = one.amount.kind is AmountKind.DISTANCE
            paid = paid or not way
            masked.add(one.start, one.end, Standing.STATED, way=way)
        return paid

    def _hide_counts(self, masked: _Masked, counts: Sequence[float]) -> None:
        """Hides counts of what was found, which have to come in their order."""
        left = list(counts)
        spans: list[StatedAmount] = []
        neutral = self.spoken.phrasing.neutral
        for one in self._amounts(masked.text):
            words = masked.text[one.start : one.end]
            if one.has_unit or words.casefold() in neutral:
                continue
            value = one.amount.low
            # The first count is that of all that fit, not of those shown.
            if one.amount.low != one.amount.high or value not in (left if spans else left[:1]):
                raise refused(NoticeCode.PHRASE_NUMBER, words)
            left = left[left.index(value) + 1 :]
            spans.append(one)
        for one in reversed(spans):
            masked.counts.add(masked.add(one.start, one.end, Standing.NAME))

    def _amounts(self, text: str) -> list[StatedAmount]:
        return amounts_in(text, self.pack, query=False)

    def _check_clauses(
        self,
        masked: _Masked,
        backed: _Backed,
        extra: frozenset[str],
        *,
        answers: frozenset[Standing] | None,
        doubtful: bool = False,
    ) -> None:
        """`doubtful`: something is unknown or denied of what the clauses are about."""
        for clause in _CLAUSE_ENDS.split(masked.text):
            checked = _Clause(text=clause, masked=masked, spoken=self.spoken)
            checked.check_signs()
            meant = checked.meant()
            checked.check_standings(meant)
            checked.check_nearness()
            for token in self._unaccounted(checked, meant, backed, extra):
                number = token.norm[0].isdigit() or bool(self._amounts(token.text))
                raise refused(NoticeCode.PHRASE_NUMBER if number else NoticeCode.PHRASE_WORD, token.text)
            says_nothing = not checked.standings() & {Standing.STATED, Standing.DENIED, Standing.UNKNOWN}
            if says_nothing and checked.words and not checked.read:
                self._check_bare(clause, meant, answers)
                affirms = [token for token in checked.words if token.norm in self.spoken.phrasing.affirming]
                if affirms and doubtful and answers is None:
                    raise refused(NoticeCode.PHRASE_DENIAL, clause)
            self.masked.append(clause)

    def _check_bare(self, clause: str, meant: Standing, answers: frozenset[Standing] | None) -> None:
        """A clause without evidence says yes or no to a question, and outside of answers may not deny."""
        only = {meant} if answers is not None else {Standing.STATED}
        if meant is not Standing.STATED and answers is None:
            raise refused(NoticeCode.PHRASE_DENIAL, clause)
        if answers is not None and answers != only:
            raise refused(NoticeCode.PHRASE_DENIAL, clause)

    def _unaccounted(self, clause: _Clause, meant: Standing, backed: _Backed, extra: frozenset[str]) -> Iterator[Token]:
        """The words of a clause that are neither evidence nor neutral."""
        known = self.spoken.phrasing.neutral | extra
        if meant is Standing.DENIED:
            known |= _denial_frame(self.evidence.language)
        left = [token for token in clause.words if token.norm not in known and token.start not in clause.framing]
        if not left:
            return
        read = self.reader.read_query(clause.readable).claims
        for claim in read:
            if is_guess(claim) or not any(claim.start <= token.start < claim.end for token in left):
                continue
            if not backed.has(claim, meant):
                raise refused(NoticeCode.PHRASE_CLAIM, claim.quote or claim.text)
            clause.read = True
            # Our reader skips words inside of a wording: they have to be its own.
            own = self._words_of(claim, backed)
            inside = [token for token in left if claim.start <= token.start < claim.end]
            states_a_number = bool(claim.amounts)
            left = [one for one in left if one not in inside or not self._is_own(one, own, numbers=states_a_number)]
        yield from left

    def _is_own(self, token: Token, own: frozenset[str], *, numbers: bool) -> bool:
        """`numbers`: the claim states one, which was compared with the evidence."""
        stems = (token.norm, *(token.norm.removesuffix(ending) for ending in self.spoken.endings))
        if any(stem in own for stem in stems):
            return True
        return numbers and (token.norm[0].isdigit() or bool(self._amounts(token.text)))

    def _words_of(self, claim: QueryClaim, backed: _Backed) -> frozenset[str]:
        """The words that the pack has for a claim, and those of the evidence."""
        concept = self.pack.concepts.get(claim.concept) if claim.concept is not None else None
        said = (concept.wording, *concept.says, *concept.query_only, str(concept.id)) if concept is not None else ()
        texts = (*said, *(one.text for one in backed.texts), *(one.text for one in backed.criteria))
        return frozenset(token.norm for text in texts for token in tokenize(text))


@dataclass(kw_only=True)
class _Clause:
    """A part of a wording between two signs that end one."""

    text: str
    masked: _Masked
    spoken: Language
    read: bool = False
    """True if our reader found evidence in it."""
    framing: set[int] = field(default_factory=set)
    """Where its words begin that say how it is meant."""

    @property
    def words(self) -> list[Token]:
        return [token for token in tokenize(self.text) if token.norm and token.norm[0].isalnum()]

    @property
    def readable(self) -> str:
        """The clause for the reader, without what is known."""
        return "".join(" " if sign in self.masked.standings else sign for sign in self.text)

    def standings(self) -> set[Standing]:
        return {self.masked.standings[sign] for sign in self.text if sign in self.masked.standings}

    def check_signs(self) -> None:
        for sign in self.text:
            if not (sign.isalnum() or sign in SIGNS or sign in self.masked.standings):
                raise refused(NoticeCode.PHRASE_WORD, sign)

    def check_nearness(self) -> None:
        """Refuses "near" before what is no distance and no place: a price is not near another."""
        for token in self.words:
            after = self.text[token.end :].lstrip()[:1]
            states = self.masked.standings.get(after) is Standing.STATED and after not in self.masked.far
            if states and token.norm in self.spoken.phrasing.nearness:
                raise refused(NoticeCode.PHRASE_WORD, token.text)

    def meant(self) -> Standing:
        """Whether the clause states, denies or says that nothing is known."""
        words = self.words
        norms = [token.norm for token in words]
        for phrase in self.spoken.phrasing.unsaid:
            wanted = [token.norm for token in tokenize(phrase)]
            for at in range(len(norms) - len(wanted) + 1):
                if norms[at : at + len(wanted)] == wanted:
                    self.framing |= {token.start for token in words[at : at + len(wanted)]}
                    return Standing.UNKNOWN
        denying = [token for token in words if token.norm in self.spoken.negations]
        self.framing |= {token.start for token in denying}
        return Standing.DENIED if denying else Standing.STATED

    def check_standings(self, meant: Standing) -> None:
        found = self.standings() - {Standing.NAME}
        if Standing.PLACE in found:
            if meant is not Standing.STATED or not any(sign in self.masked.ways for sign in self.text):
                raise refused(NoticeCode.PHRASE_CLAIM, self.readable or self.text)
            found -= {Standing.PLACE}
        if found - {meant}:
            raise refused(NoticeCode.PHRASE_DENIAL, self.readable)


@dataclass(kw_only=True)
class _Backed:
    """What is settled of a home, or asked for, as claims; read when a wording says it in words of its own."""

    reader: Reader
    texts: Sequence[Stated] = ()
    criteria: Sequence[QueryClaim] = ()
    _read: dict[Standing, list[QueryClaim]] = field(default_factory=dict)

    def has(self, claim: QueryClaim, meant: Standing) -> bool:
        if meant is Standing.UNKNOWN:
            known = self._claims(Standing.UNKNOWN)
            return any(_is_about(claim, one) for one in known)
        if meant is Standing.DENIED:
            # Denied is what a missed wish asks for.
            return claim.negated and any(
                _is_about(claim, one) and not one.negated for one in self._claims(Standing.DENIED)
            )
        return any(same_wish(claim, one) for one in (*self.criteria, *self._claims(Standing.STATED)))

    def _claims(self, standing: Standing) -> list[QueryClaim]:
        if standing not in self._read:
            texts = [one.text for one in self.texts if one.standing is standing]
            self._read[standing] = [claim for text in texts for claim in self.reader.read_query(text).claims]
        return self._read[standing]


def _is_about(one: QueryClaim, other: QueryClaim) -> bool:
    return (one.concept, one.name, one.facet, one.amounts) == (other.concept, other.name, other.facet, other.amounts)


def _is_same(amount: Amount, unit: str, low: float, high: float) -> bool:
    return amount.unit == unit and math.isclose(amount.low, low, rel_tol=1e-9) and math.isclose(amount.high, high)


def _has_period(words: str, stated: str) -> bool:
    """True if a rent is told by the period by which it is stated: its last word is one of the evidence."""
    letters = [token.norm for token in tokenize(words) if token.norm[0].isalpha()]
    return bool(letters) and letters[-1] in {token.norm for token in tokenize(stated)}
