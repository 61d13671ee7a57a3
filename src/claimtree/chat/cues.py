"""Finds the words of a message that steer the conversation, and the hits that it refers to.

The words are tables of the languages (`languages/*/conversation`); the longest wording wins at each
place. "Nomor 3", "the second one" and "yang paling murah" are references: what they mean is known
only where the hits that were shown are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from unicodedata import category

from claimtree.chat.hit_numbers import ENDS, MARKS, HitNumbers, Reference, Which
from claimtree.chat.orders import COMPARATIVES, DIRECTIONS, SORTING, SUPERLATIVES, Comparative, Order
from claimtree.languages import Language, language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import Token, tokenize
from claimtree.languages.phrase_lookup import Wordings, by_first, fitting
from claimtree.languages.word_tables import spelled
from claimtree.model.amounts import AmountKind
from claimtree.model.pack import Pack
from claimtree.text.known_words import everyday_words

_BLANKED: Final = frozenset(
    {
        *SUPERLATIVES,
        *COMPARATIVES,
        Cue.RESET,
        Cue.SORT,
        Cue.COMPARE,
        Cue.DROP,
        Cue.CRITERIA,
        Cue.ASK,
        Cue.WHAT,
        Cue.INSTEAD,
        Cue.LAST_ONE,
    }
)
"""Words that say nothing of what is wanted, so that the reader does not see them. The others it may
need: "boleh" in "boleh bawa hewan"."""
_AT_BEGINNING: Final = frozenset(
    {Cue.REFINE, Cue.WHAT_IF, Cue.OR_ELSE, Cue.NOT_OURS, Cue.ASK, Cue.ASK_WORD, Cue.ONE_THAT, Cue.WHAT, Cue.DETAIL}
)
"""Cues that say something only at the beginning of a message."""
_REACH: Final = 2
"""How many words may stand between a comparison and the particle that asks: "lebih besar lagi gak rumahnya?"."""
_MEASURED: Final = frozenset({AmountKind.MONEY, AmountKind.AREA, AmountKind.DISTANCE, AmountKind.DURATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A wording of the tables in a message: tokens first…after-1."""

    cues: frozenset[Cue]
    first: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """The cues and references of one message."""

    text: str
    tokens: Sequence[Token]
    spots: Sequence[Spot]
    references: tuple[Reference, ...] = ()
    numbers: tuple[int, ...] = ()
    """Bare numbers of a message that says little else: "3", "1 dan 4"."""
    comparative: Comparative | None = None
    superlative: Order | None = None
    taken: frozenset[int] = field(default_factory=frozenset)
    """Tokens of references, which the reader does not see."""
    begins: frozenset[Cue] = frozenset()
    """Cues at the beginning of the message, greetings and small words aside."""
    ends: frozenset[Cue] = frozenset()
    particles: frozenset[str] = frozenset()
    soft: tuple[tuple[str, ...], ...] = ()
    """Wordings of the language that soften a wish."""
    norms: tuple[str, ...] = ()
    """The words as they are compared, shorthand written out."""

    def has(self, *cues: Cue) -> bool:
        """True if one of the cues is anywhere in the message."""
        return any(not spot.cues.isdisjoint(cues) for spot in self.spots)

    @property
    def asks(self) -> bool:
        """True if a question mark says so."""
        return any(token.norm == "?" for token in self.tokens)

    @property
    def said(self) -> frozenset[Cue]:
        """The cues of the message, wherever they stand."""
        return frozenset(cue for spot in self.spots for cue in spot.cues)

    def at(self, cue: Cue) -> list[Spot]:
        return [spot for spot in self.spots if cue in spot.cues]

    def readable(self) -> str:
        """Returns the message for the reader: words that only steer are blanked, positions stay."""
        gone = set(self.taken)
        sorts = self.has(*SORTING)
        for spot in self.spots:
            at_end = bool(spot.cues & self.ends)
            inside = bool(spot.cues & _AT_BEGINNING) and not (spot.cues & self.begins or at_end)
            asks_anew = Cue.WHAT_IF in spot.cues & self.begins and not self._softens(spot)
            if (
                Cue.HOW_BIG in spot.cues
                or asks_anew
                or (sorts and spot.cues & {*DIRECTIONS, Cue.FIRST})
                or (spot.cues & _BLANKED and not inside)
                or (Cue.OR_ELSE in spot.cues and at_end and spot.first > 0 and spot is self.at(Cue.OR_ELSE)[-1])
            ):
                gone |= set(range(spot.first, spot.after))
        # "Ada yang lebih besar gak rumahnya?": beside a comparison the particle denies nothing.
        particles = self.at(Cue.ASK_END)
        last = len(self.tokens)
        for spot in particles:
            closes = spot.after == last or self.tokens[spot.after].norm in ENDS or Cue.ASK_END in self.ends
            if (closes and spot is particles[-1]) or self._compared_there(spot) or self._asked_there(spot):
                gone |= set(range(spot.first, spot.after))
        gone -= self._softening()
        letters = list(self.text)
        for i, token in enumerate(self.tokens):
            if i in gone or token.norm == "?" or token.norm in self.particles:
                letters[token.start : token.end] = " " * (token.end - token.start)
        return "".join(letters)

    def _softening(self) -> set[int]:
        """The tokens of wordings that soften a wish, which the reader has to see: "kalau bisa"."""
        return {
            at
            for first in range(len(self.norms))
            for words in self.soft
            if len(words) > 1 and self.norms[first : first + len(words)] == words
            for at in range(first, first + len(words))
        }

    def _softens(self, spot: Spot) -> bool:
        """True where "kalau" begins "kalau bisa"."""
        return any(self.norms[spot.first : spot.first + len(words)] == words for words in self.soft)

    def _compared_there(self, spot: Spot) -> bool:
        """True for a particle right behind a comparison; "agak jauhan dikit kok asal gak banjir" denies the floods."""
        compared = [one for one in self.spots if one.cues & COMPARATIVES.keys()]
        return self.comparative is not None and any(0 <= spot.first - one.after <= _REACH for one in compared)

    def _asked_there(self, spot: Spot) -> bool:
        """True for a particle right before a question mark: "dicicil bisa nggak? dp berapa?"."""
        return spot.after < len(self.tokens) and self.tokens[spot.after].norm == "?"

    def left(
        self,
        *,
        idle: frozenset[str],
        covered: Iterable[tuple[int, int]] = (),
        within: tuple[int, int] | None = None,
    ) -> list[str]:
        """Returns the words, of some tokens or of all, that are neither cues, nor idle, nor covered by character
        spans."""
        first, after = within or (0, len(self.tokens))
        cued = {i for spot in self.spots for i in range(spot.first, spot.after)} | self.taken
        spans = list(covered)
        return [
            token.text
            for i, token in enumerate(self.tokens)
            if first <= i < after
            and i not in cued
            and token.norm not in idle
            and token.norm not in ENDS
            and not any(start <= token.start < end for start, end in spans)
        ]


class CueFinder:
    """Finds the cues of the languages of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._language: Language = language_of(pack)
        words = self._language.conversation
        written = (*self._language.rewrites, *self._language.wish_rewrites, *pack.spellings.items())
        self._short = {
            short: full
            for short, full in written
            if " " not in short and " " not in full and not _is_word(short, full, pack.languages)
        }
        cues: dict[tuple[str, ...], set[Cue]] = {}
        for cue, wordings in words.cues.items():
            for wording in wordings:
                norms = tuple(self._short.get(norm, norm) for norm in spelled(wording))
                cues.setdefault(norms, set()).add(cue)
        self._table: Wordings[frozenset[Cue]] = by_first({norms: frozenset(found) for norms, found in cues.items()})
        self._idle = words.idle
        self._joins = words.joins
        self._particles = words.particles
        self._soft = tuple(
            tuple(self._short.get(norm, norm) for norm in spelled(wording)) for wording in self._language.soft
        )
        numbers = self._language.amounts.numbers
        units = {**self._language.amounts.units, **pack.units}
        self._measures = {
            *numbers.scales,
            *numbers.glued,
            *(one for one, unit in units.items() if unit.kind in _MEASURED),
        }
        self._hits = HitNumbers(pack, self._table)

    @property
    def idle(self) -> frozenset[str]:
        return self._idle

    def with_full_softening(self, message: str) -> str:
        """Returns a message whose shorthand for softening is written out, as the reader knows it: "lbh suka"."""
        tokens = tokenize(message)
        said = tuple(token.norm for token in tokens)
        full = tuple(self._short.get(norm, norm) for norm in said)
        for at in reversed(range(len(tokens))):
            for words in self._soft:
                after = at + len(words)
                if full[at:after] == words != said[at:after] and len(words) > 1:
                    start, end = tokens[at].start, tokens[after - 1].end
                    message = f"{message[:start]}{' '.join(words)}{message[end:]}"
                    break
        return message

    def find(self, message: str) -> Cues:
        """Returns the cues of a message."""
        tokens = tokenize(message)
        norms = [self._short.get(token.norm, token.norm) for token in tokens]
        spots: list[Spot] = []
        references: list[Reference] = []
        taken: set[int] = set()
        at = 0
        while at < len(norms):
            if (numbered := self._hits.numbered(norms, at)) is not None:
                found, after = numbered
                references += found
                taken |= set(range(at, after))
                # "Number 1 vs number 2" compares.
                inside = (self._spot(norms, i) for i in range(at, after))
                spots += [spot for spot in inside if spot is not None and Cue.COMPARE in spot.cues]
                at = after
                continue
            spot = self._spot(norms, at)
            if spot is not None:
                spots.append(spot)
            at = spot.after if spot is not None else at + 1
        if not references and any(spot.cues & {Cue.WHAT, Cue.ASK, Cue.ASK_WORD} for spot in spots):
            found, at = self._hits.last_number(norms)
            references, taken = [*references, *found], taken | set(range(at, len(norms)) if found else ())
        if (group := self._hits.group(norms, compares=any(Cue.COMPARE in one.cues for one in spots))) is not None:
            references = group[0]
            taken |= group[1]
        spots = self._without_than(norms, spots, references)
        whole = Cues(text=message, tokens=tokens, spots=spots, references=tuple(references), taken=frozenset(taken))
        return self._judged(whole, norms)

    def _spot(self, norms: Sequence[str], at: int) -> Spot | None:
        for cues, after in fitting(norms, at, self._table):
            kept = cues - {Cue.NUMBER, Cue.AFTER_ORDINAL, Cue.LAST}
            if self._hits.is_of_part(norms, at, after):
                kept -= {Cue.FIRST, Cue.TOP}
            if kept and not self._reaches_into_number(norms, at, after):
                return Spot(cues=kept, first=at, after=after)
        return None

    def _reaches_into_number(self, norms: Sequence[str], at: int, after: int) -> bool:
        """True if the end of a wording begins the number of a hit: "hadap mana [yg nomor 1]" asks "mana", and
        not "mana yg"."""
        found = (self._hits.numbered(norms, inside) for inside in range(at + 1, after))
        return any(one is not None and one[1] > after for one in found)

    def _without_than(self, norms: Sequence[str], spots: Sequence[Spot], references: Sequence[Reference]) -> list[Spot]:
        """Leaves out "lebih murah" where an amount follows "dari", and "paling mahal" right before one: the reader
        knows these limits. Compared with a hit, the first stays."""
        kept = []
        for k, spot in enumerate(spots):
            follows = spots[k + 1] if k + 1 < len(spots) else None
            than = follows is not None and Cue.THAN in follows.cues and follows.first == spot.after
            limits = self._is_amount(norms, spot.after) or self._ends_amount(norms, spot)
            if not spot.cues.isdisjoint(SUPERLATIVES) and limits:
                continue
            if than and not spot.cues.isdisjoint(COMPARATIVES) and not references:
                continue
            kept.append(spot)
        return kept

    def _is_amount(self, norms: Sequence[str], at: int) -> bool:
        """True if a number with a scale, a currency or a unit of length or area begins there; rooms have none."""
        here, behind = (*norms[at : at + 2], "", "")[:2]
        if here and category(here[0]) == "Sc":
            return True
        return here[:1].isdecimal() and behind in self._measures

    def _ends_amount(self, norms: Sequence[str], spot: Spot) -> bool:
        """True if all that stands before a wording at the end is an amount: "900rb sebulan paling mahal"."""
        first = next((at for at in range(spot.first) if norms[at][0].isdecimal()), spot.first)
        between = norms[first + 1 : spot.first]
        ends = all(norm in self._idle or norm in ENDS for norm in norms[spot.after :])
        periods = {*self._language.amounts.periods, *self._language.amounts.period_words, "per", "/"}
        return bool(between) and ends and all(norm in self._measures or norm in periods for norm in between)

    def _judged(self, found: Cues, norms: Sequence[str]) -> Cues:
        """Returns the cues with what stands at the beginning and at the end, and with references by
        other words than numbers."""
        references = list(found.references)
        superlative, comparative = None, None
        for spot in found.spots:
            for cue in spot.cues:
                superlative = SUPERLATIVES.get(cue, superlative)
                if cue in COMPARATIVES:
                    comparative = Comparative(order=COMPARATIVES[cue])
        if found.has(Cue.LAST_ONE) and not any(one.which is Which.LAST for one in references):
            references.append(Reference(which=Which.LAST))
        begins, ends = self._first_cues(found, norms), self._last_cues(found, norms)
        if Cue.MAY_BE in begins and Cue.TOO in ends:
            ends |= {Cue.OR_ELSE}
        return Cues(
            text=found.text,
            tokens=found.tokens,
            spots=found.spots,
            references=tuple(dict.fromkeys(references)),
            numbers=self._bare_numbers(found, norms),
            comparative=comparative,
            superlative=superlative,
            taken=found.taken,
            begins=begins,
            ends=ends,
            particles=self._particles,
            soft=self._soft,
            norms=tuple(norms),
        )

    def _first_cues(self, found: Cues, norms: Sequence[str]) -> frozenset[Cue]:
        social = {Cue.GREETING, Cue.THANKS, Cue.OKAY}
        begins: set[Cue] = set()
        at = 0
        for spot in found.spots:
            if any(norms[i] not in self._idle and norms[i] not in ENDS for i in range(at, spot.first)):
                break
            at = spot.after
            begins |= spot.cues
            if spot.cues.isdisjoint(social):
                break
        return frozenset(begins)

    def _last_cues(self, found: Cues, norms: Sequence[str]) -> frozenset[Cue]:
        end = len(norms)
        while end and (norms[end - 1] in ENDS or norms[end - 1] in self._particles):
            end -= 1
        return next((spot.cues for spot in found.spots if spot.first < end <= spot.after), frozenset())

    def _bare_numbers(self, found: Cues, norms: Sequence[str]) -> tuple[int, ...]:
        """The numbers of a message in which nothing else stands: "3", "bandingkan 1 dan 4"."""
        cued = {i for spot in found.spots for i in range(spot.first, spot.after)} | found.taken
        numbers = []
        for i, norm in enumerate(norms):
            number = self._hits.number(norms, i)
            if i in cued and not (number is not None and norm.isdecimal()):
                continue
            if number is not None:
                numbers.append(number)
            elif norm not in self._idle and norm not in self._joins and norm not in ENDS and norm not in MARKS:
                return ()
        return tuple(dict.fromkeys(numbers)) if not found.references else ()


def _is_word(short: str, full: str, languages: Sequence[str]) -> bool:
    """True for what is no shorthand, but a word of another language that a pack writes otherwise: "apartment"
    for "apartemen"."""
    return any(short in everyday_words(code) and full not in everyday_words(code) for code in languages)
