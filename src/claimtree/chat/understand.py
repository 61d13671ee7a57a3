"""Decides what a message does: message and state in, a move with its wishes out.

Two things are read: the cues of the message (`cues`), and the wishes that the reader finds in the
rest of it. What they are together is decided by the rules in `RULES`, of which the first that holds
wins; each is one sentence about what was found, and none looks at words.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.chat.acts import ActModel, shipped_model
from claimtree.chat.bare_amounts import BareAmounts
from claimtree.chat.bounds import area_of, key_of, key_said
from claimtree.chat.counts import HitCounts
from claimtree.chat.criteria import (
    Criteria,
    added,
    choices,
    dropped,
    firm,
    is_guess,
    is_money,
    numbered,
    same_thing,
    same_wish,
    with_implied,
)
from claimtree.chat.criteria_words import CriteriaWords
from claimtree.chat.cues import CueFinder, Cues, Reference, Which
from claimtree.chat.giving_up import dropping_clauses, given_up
from claimtree.chat.keeping import as_asked, kept_alone, others_than
from claimtree.chat.measures import area_concepts
from claimtree.chat.moves import Move
from claimtree.chat.orders import AMOUNTS, COMPARING, SORTING, Measure, Order, order_said
from claimtree.chat.session_state import SessionState
from claimtree.chat.short_numbers import ShortNumbers
from claimtree.chat.signs import signs_of
from claimtree.chat.situation import Heard, Situation
from claimtree.chat.steering_spelling import SteeringSpelling
from claimtree.chat.topics import Topic, Topics
from claimtree.chat.wording import label, money_concepts
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular, tokenize
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.model.amounts import AmountKind, Op, as_stated
from claimtree.model.claims import QueryClaim, TypeName
from claimtree.model.pack import Pack
from claimtree.ports import Reader
from claimtree.text.detect import margin
from claimtree.text.rents import claim_as_rent

_ALIKE: Final = 6.0
"""A sum may be for the period of another that is at most so many times larger or smaller: a year's rent is
twelve times that of a month."""
_SHORT: Final = 3
_CLEAR: Final = 4
"""A message of few words keeps the language of the conversation unless the evidence for another is
at least this: "ok", "nomor 3"."""


@dataclass(frozen=True, kw_only=True)
class Meant:
    """What a message does."""

    move: Move
    heard: Heard
    criteria: Criteria
    """The criteria after it."""
    references: tuple[Reference, ...] = ()
    order: Order | None = None
    dropped: Criteria = ()
    unknown_drop: str = ""
    """What was to be dropped and is no criterion."""


class Understanding:
    """Understands the messages of a pack's users."""

    def __init__(self, pack: Pack, *, model: ActModel | None = None) -> None:
        self._pack = pack
        self._model = model or shipped_model()
        self._cues = CueFinder(pack)
        self._bare = BareAmounts(pack)
        self._topics = Topics(pack)
        self._numbers_written_out = ShortNumbers(pack)
        self._spelling = SteeringSpelling(pack)
        self._criteria_words = CriteriaWords(pack, self._cues.idle)
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)
        self._kind_type = next((name for name in pack.types if name in self._last), None)
        self._last_words: dict[TypeName, Wordings[bool]] = {
            name: by_first(
                {
                    tuple(token.norm for token in tokenize(words)): True
                    for concept in pack.concepts.values()
                    if concept.type == name
                    for words in (*concept.says, *concept.query_only)
                }
            )
            for name in self._last
        }
        money = money_concepts(pack)
        self._price_type = pack.concepts[money[0]].type if money else None
        language = self._language = language_of(pack)
        numbers = language.amounts.numbers
        self._numbers = {*numbers.inside, *numbers.scales, *numbers.glued, *numbers.trailing_halves}
        self._of_numbers = {*numbers.scales, *numbers.rough, *language.amounts.money_scales}
        self._rough = numbers.rough
        self._its = language.conversation.its
        self._dating = language.prepositions | language.conversation.dating
        near = pack.places.near if pack.places is not None else {}
        self._placing = language.prepositions | language.whereabouts | {words.split()[-1] for words in near if words}
        self._vague = language.vague | language.stopwords
        label = pack.level_labels.get(pack.hierarchy.answers)
        names = [name for pair in label.names.values() for name in pair] if label is not None else []
        things = (*pack.nouns.get(pack.hierarchy.answers, ()), *names)
        self._things: Wordings[bool] = by_first({_norms(words): True for words in things})
        kinds = self._last_words[self._kind_type] if self._kind_type is not None else {}
        self._counts = HitCounts((self._things, kinds), self._cues.idle)

    def hear(self, message: str, state: SessionState, reader: Reader) -> Heard:
        """Returns what a message says."""
        message = self._numbers_written_out.completed(
            self._spelling.corrected(message), state.criteria, shown=len(state.shown), latest=state.latest
        )
        message = self._cues.with_full_softening(message)
        cues = self._cues.find(message)
        count, cues = self._counts.read(cues, state, reader)
        readable = cues.readable()
        reading = reader.read_query(readable) if readable.strip() else None
        claims = reading.claims if reading is not None else ()
        claims = (*self._named_last(cues, claims, reader), *claims)
        compared = {i for spot in cues.spots if spot.cues & COMPARING for i in range(spot.first, spot.after)}
        topics = self._topics.find(cues.tokens, without=cues.taken | compared)
        if state.shown and not topics and self._price_type is not None:
            # "Berapa?", of a hit that was shown: what it costs.
            topics = [
                (Topic(type=self._price_type, words=message[cues.tokens[spot.first].start :].strip(" ?!.")), *at)
                for spot in cues.at(Cue.HOW_MUCH)
                if not cues.left(idle=self._cues.idle | self._vague) and (at := (spot.first, spot.after))
            ][:1]
        topics = self._with_sizes(cues, topics)
        claims = tuple(self._restated(one, cues, state, reader) for one in claims)
        claims = self._bare.with_sizes(claims, state.criteria, reader)
        claims = self._bare.with_floors(cues, claims, state.criteria)
        claims = self._bare.with_distances(cues, claims, state.criteria, state.latest)
        claims = tuple(
            one for one in claims if not (self._is_only_cue(one, cues, topics) or _counts_what_is_unknown(one, cues))
        )
        cues = self._ordering(cues, claims, topics, state)
        if cues.superlative is not None:
            # "Kamar terbanyak": words of an order are no name of a place.
            claims = tuple(one for one in claims if not _is_within(one, cues, AMOUNTS))
        # Words that no list knows account for nothing.
        spans = [(one.start, one.end) for one in claims if not is_guess(one)]
        spans += [(cues.tokens[first].start, cues.tokens[after - 1].end) for _, first, after in topics]
        spans += self._bare.spans(cues, claims)
        if state.shown:
            claims, topics = _told_apart(claims, topics, cues, self._last)
        claims = self._without_contrasts(claims, state)
        claims = self._with_rents(claims, state)
        if cues.comparative is not None and any(_limits(claim, cues.comparative.order.by) for claim in claims):
            cues = replace(cues, comparative=None)
        firmly = with_implied(firm(claims, self._pack), self._pack)
        kept = kept_alone(cues, self._language)
        others_go: Criteria = ()
        if kept is not None:
            words = self._criteria_words
            firmly = as_asked(kept, cues, firmly, state.criteria, self._pack)
            others_go = others_than(
                kept,
                cues,
                firmly,
                topics,
                state.criteria,
                lambda said: words.spoken_of(said, state.criteria),
                self._pack,
            )
        clauses = dropping_clauses(cues, firmly, self._language)
        if kept is not None and others_go and not kept.features:
            clauses = ()
        heard = Heard(
            text=message,
            language=self.language_of(cues, claims, state),
            cues=cues,
            claims=firmly,
            clauses_dropped=clauses,
            others_go=others_go,
            given_up=given_up(cues, firmly, clauses, state.criteria, self._pack),
            topics=tuple(topic for topic, _, _ in topics),
            topic_spans=tuple((first, after) for _, first, after in topics),
            references=self._references(cues, state),
            names_thing=self._names_thing(cues, claims),
            its=self._has_its(cues, state),
            left_dropping=tuple(
                word
                for first, after in clauses
                for word in cues.left(idle=self._cues.idle | self._vague, covered=spans, within=(first, after))
                if not self._criteria_words.spoken_of(_norms(word), state.criteria)
            ),
            left=tuple(cues.left(idle=self._cues.idle | self._vague, covered=spans)),
            notices=reading.notices if reading is not None else (),
            count=count,
            labelled=self._labelled(message, state),
            unused=self._unused(cues, spans),
            spoken_of=self._criteria_words.spoken_of(_norms_within(cues, clauses), state.criteria),
            asked=message,
        )
        # "Yang ada aja", after a question, wants what was asked.
        if state.asked and cues.has(Cue.THOSE_THAT) and not heard.known:
            again = self.hear(state.asked, replace(state, asked=""), reader)
            return replace(heard, claims=again.known, left=(), topics=())
        # "Nomor 1, ada dishwasher?" asks anew, though no list knows of what.
        if state.asked and heard.references and heard.says_nothing_of_hits and not heard.left:
            return replace(heard, again=self.hear(state.asked, replace(state, asked=""), reader))
        return heard

    def _ordering(
        self, cues: Cues, claims: Sequence[QueryClaim], found: Sequence[tuple[Topic, int, int]], state: SessionState
    ) -> Cues:
        """The cues with the order that the message says, by the amount that it names: "tanahnya paling luas"."""
        topics = [topic for topic, _, _ in found]
        free = [one for one in found if not self._is_limited(one, cues, claims)]
        named, of = key_said([topic for topic, _, _ in free], self._pack)
        # "Lantai tertinggi" is about a floor, unless the message sorts.
        says_else = not cues.has(*SORTING) and bool(topics or any(not is_guess(one) for one in claims))
        area = area_of(topics, self._pack)
        said = cues.said - {cue for cue in AMOUNTS if not self._is_of_amount(cue, cues, free)}
        if not cues.has(*SORTING) and of != area and not said & AMOUNTS.keys():
            named, of = None, area
        order = order_said(said, named, of, state.order, is_area=of == area, says_else=says_else)
        than = cues.comparative
        if area is not None and than is not None and than.order.by is Measure.SIZE:
            than = replace(than, order=replace(than.order, of=area))
        return replace(cues, superlative=order, comparative=than)

    @staticmethod
    def _is_limited(found: tuple[Topic, int, int], cues: Cues, claims: Sequence[QueryClaim]) -> bool:
        """True for a topic that a wish gives a number: "3 kamar"."""
        _, first, after = found
        start, end = cues.tokens[first].start, cues.tokens[after - 1].end
        return any(claim.amounts and claim.start < end and start < claim.end for claim in claims)

    def _is_of_amount(self, cue: Cue, cues: Cues, found: Sequence[tuple[Topic, int, int]]) -> bool:
        """True if "most" and the like stand beside an amount: "kamar terbanyak", "paling banyak kamarnya", "most
        bedrooms first", or behind it in what says an order: "by bedrooms, most first"."""

        def meets(first: int, after: int) -> bool:
            return all(norm in self._cues.idle | self._vague for norm in cues.norms[first:after])

        keys = [(first, after) for topic, first, after in found if key_of(topic, self._pack) is not None]
        return any(
            meets(after, spot.first) if after <= spot.first else spot.after <= first and meets(spot.after, first)
            for spot in cues.at(cue)
            for first, after in keys
        )

    def _with_sizes(self, cues: Cues, topics: Sequence[tuple[Topic, int, int]]) -> list[tuple[Topic, int, int]]:
        """The topics, with the sizes of a home where "how big" asks for them and no other topic is named."""
        concepts = area_concepts(self._pack)
        spots = cues.at(Cue.HOW_BIG)
        if not spots or not concepts or any(topic.concepts for topic, _, _ in topics):
            return list(topics)
        return [(Topic(type=self._pack.concepts[concepts[0]].type, concepts=concepts), spots[0].first, spots[0].after)]

    def _unused(self, cues: Cues, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """Numbers with the noun behind them and months behind a preposition that nothing accounts for."""
        months, found = self._language.amounts.months, []
        cued = {at for spot in cues.spots for at in range(spot.first, spot.after)} | cues.taken
        free = [
            at not in cued and not any(start <= token.start < end for start, end in spans)
            for at, token in enumerate(cues.tokens)
        ]
        for at, (token, norm) in enumerate(zip(cues.tokens, cues.norms, strict=True)):
            behind = at + 1 < len(free) and free[at + 1] and cues.norms[at + 1].isalpha()
            if free[at] and norm.isdecimal() and behind and cues.norms[at + 1] not in self._cues.idle:
                found.append(cues.text[token.start : cues.tokens[at + 1].end])
            elif norm in months and free[at] and at and cues.norms[at - 1] in self._dating:
                found.append(cues.text[cues.tokens[at - 1].start : token.end])
        return tuple(found)

    def _without_contrasts(self, claims: Sequence[QueryClaim], state: SessionState) -> tuple[QueryClaim, ...]:
        """Wishes without denials that another wish makes: "not Helvetia, Setia Budi" after Helvetia, "to rent,
        not to buy". What is asked for instead takes their place."""

        def is_contrast(denied: QueryClaim) -> bool:
            plain = replace(denied, negated=False)
            instead = any(not one.negated and same_thing(plain, one, self._pack) for one in claims)
            asked = any(same_wish(plain, old) for old in state.criteria)
            return instead and (asked or denied.type in self._last)

        return tuple(claim for claim in claims if not (claim.negated and is_contrast(claim)))

    def _with_rents(self, claims: Sequence[QueryClaim], state: SessionState) -> tuple[QueryClaim, ...]:
        """Wishes with a sum as a rent where the search is for something to let: "100 juta" is for a year then."""
        rents = self._pack.reading.rents
        if rents is None:
            return tuple(claims)
        deals = [one for one in claims if one.concept in (rents.to_let, rents.for_sale)]
        asked = deals or [one for one in state.criteria if one.concept in (rents.to_let, rents.for_sale)]
        if not asked or any(one.negated or one.concept != rents.to_let for one in asked):
            return tuple(claims)
        return tuple(claim_as_rent(one, self._pack) for one in claims)

    def _labelled(self, message: str, state: SessionState) -> Criteria:
        """The criterion that a message drops by its label: "hapus filter ≤ 3 km dari pusat Medan". A label
        need not be words that one would ask with."""
        said = message.rstrip(" .!?").casefold()
        for choice in choices(state.criteria):
            for language in self._pack.languages:
                name = label(choice, self._pack, language).casefold()
                cues = self._cues.find(said.removesuffix(name)) if said.endswith(name) else None
                if cues is not None and cues.has(Cue.DROP) and not cues.left(idle=self._cues.idle | self._vague):
                    return tuple(choice)
        return ()

    def _named_last(self, cues: Cues, claims: Sequence[QueryClaim], reader: Reader) -> Sequence[QueryClaim]:
        """The kind and the deal that a search names, where the sentence was not taken to ask for them:
        "cari rumah buat keluarga". They are read alone."""
        if not cues.has(Cue.SEARCH):
            return ()
        found: list[QueryClaim] = []
        for name, table in self._last_words.items():
            if any(claim.type == name for claim in claims):
                continue
            for at, token in enumerate(cues.tokens):
                named = longest(cues.norms, at, table) if at not in cues.taken else None
                if named is None or any(one.start <= token.start < one.end for one in claims):
                    continue
                words = " ".join(cues.norms[at : named[1]])
                found += [one for one in reader.read_query(words).claims if one.type == name][:1]
                break
        return found

    def _restated(self, claim: QueryClaim, cues: Cues, state: SessionState, reader: Reader) -> QueryClaim:
        """A sum as what the criteria say of the same: by the year if they do, and at most if they do and the
        message only moves it ("naik ke 50 juta")."""
        if not claim.amounts or claim.amounts[0].kind is not AmountKind.MONEY or claim.negated:
            return claim
        old = next((one for one in state.criteria if is_money(one) and one.type == claim.type and one.quote), None)
        if old is None:
            return claim
        before, _, behind = parts_of_sum(old.quote, self._numbers)
        own, number, _ = parts_of_sum(claim.quote, self._numbers)
        moved = cues.has(Cue.INSTEAD) and not own
        about = moved and old.amounts[0].op is Op.APPROX
        rough = " ".join(token.norm for token in tokenize(old.quote) if about and token.norm in self._rough)
        period = "/" in old.amounts[0].unit and "/" not in claim.amounts[0].unit and _is_like(claim, old)
        if not moved and not period:
            return claim
        words = f"{before if moved else own} {number} {behind if period else rough}"
        read = [one for one in reader.read_query(" ".join(words.split())).claims if is_money(one)]
        if len(read) != 1:
            return claim
        return replace(read[0], start=claim.start, end=claim.end)

    def language_of(self, cues: Cues, claims: Sequence[QueryClaim], state: SessionState) -> str:
        """The language of a message, names of places aside; a short one keeps that of the conversation."""
        languages = self._pack.languages
        if len(languages) == 1:
            return languages[0]
        names = [name for one in claims for name in ((one.where.names if one.where is not None else ()) or ())]
        names += [one.name.text for one in claims if one.name is not None]
        named = {token.norm for name in names for token in tokenize(name)}
        spoken = [
            norm
            for i, norm in enumerate(cues.norms)
            if norm not in named and i not in cues.taken and norm not in self._of_numbers
        ]
        found, by = margin(" ".join(spoken), languages)
        words = sum(norm[0].isalpha() for norm in spoken)
        doubtful = by == 0 or (words <= _SHORT and (by < _CLEAR or words == 1))
        if doubtful and state.language in languages:
            return state.language
        return found if by else languages[0]

    def _is_only_cue(self, claim: QueryClaim, cues: Cues, topics: Sequence[tuple[Topic, int, int]]) -> bool:
        """True for words that no list knows and that the tables of the conversation do."""
        if not is_guess(claim):
            return False
        spans = [(spot.first, spot.after) for spot in cues.spots] + [(first, after) for _, first, after in topics]
        ranges = [(cues.tokens[first].start, cues.tokens[after - 1].end) for first, after in spans]
        rest = [
            token
            for token in cues.tokens
            if claim.start <= token.start < claim.end
            and token.norm not in self._cues.idle
            and not any(start <= token.start < end for start, end in ranges)
        ]
        return not rest

    def _references(self, cues: Cues, state: SessionState) -> tuple[Reference, ...]:
        """References of the message; bare numbers are some where hits were shown."""
        if cues.references or not state.shown:
            return cues.references
        if cues.numbers:
            return tuple(Reference(which=Which.NUMBER, number=number) for number in cues.numbers)
        return ()

    def _names_thing(self, cues: Cues, claims: Sequence[QueryClaim]) -> bool:
        """True if the message names what it searches for: by a noun, or by a kind of it."""
        if any(claim.type == self._kind_type and not claim.negated for claim in claims):
            return True
        norms = [singular(token.norm) for token in cues.tokens]
        return any(longest(norms, at, self._things) is not None for at in range(len(norms)))

    def _has_its(self, cues: Cues, state: SessionState) -> bool:
        if not state.shown or not cues.asks:
            return False
        return any(token.norm.endswith(self._its) and len(token.norm) > 5 for token in cues.tokens)

    def introduces(self, heard: Heard, claim: QueryClaim) -> bool:
        """True if a word of place stands before what a wish names, or begins it."""
        before = [token for token in heard.cues.tokens if token.start < claim.start]
        first = next((token for token in heard.cues.tokens if token.start >= claim.start), None)
        return any(token is not None and token.norm in self._placing for token in (*before[-1:], first))

    def decide(self, situation: Situation) -> Meant:
        """Returns what a message does in its conversation."""
        return self.meant(self._move(situation), situation)

    def _move(self, situation: Situation) -> Move:
        """The act that is most likely by what is seen of the message, as a move."""
        heard = situation.heard
        if heard.labelled:
            return Move.DROP
        if not any(norm.isalnum() for norm in heard.cues.norms):
            return Move.OUT_OF_SCOPE
        return situation.as_move(self._model.likeliest(signs_of(situation), situation))

    def meant(self, move: Move, situation: Situation) -> Meant:
        """Returns what a message means if it does that."""
        heard = situation.heard
        if situation.puts_in_its_place and heard.cues.has(Cue.RESET, Cue.DROP):
            fresh = (one for one in heard.claims if not any(same_wish(one, old) for old in situation.state.criteria))
            heard = replace(heard, claims=numbered([(one,) for one in fresh]))
            situation = replace(situation, heard=heard)
        if move is Move.ASK and heard.says_nothing_of_hits and heard.again is not None:
            heard = replace(heard, claims=heard.again.claims, topics=heard.again.topics, asked=heard.again.text)
        return Meant(
            move=move,
            heard=heard,
            criteria=self._criteria(move, situation),
            references=situation.references,
            order=heard.cues.superlative if move in (Move.NEW, Move.MODIFY, Move.SORT, Move.DETAIL) else None,
            dropped=self._dropped(move, situation),
        )

    def _settles_deal(self, heard: Heard) -> bool:
        """True for a kind or a deal that alone would do: "beli aja gapapa"."""
        alone = Cue.ONLY in heard.cues.begins | heard.cues.ends
        return alone and bool(heard.known) and all(one.type in self._last for one in heard.known)

    def _dropped(self, move: Move, situation: Situation) -> Criteria:
        """The criteria that go, by their names or because others of them are wanted alone."""
        if move is Move.DROP or (move is Move.MODIFY and (situation.gives_up or situation.heard.others_go)):
            return situation.to_drop
        return situation.outdone if move is Move.MODIFY else ()

    def _criteria(self, move: Move, situation: Situation) -> Criteria:
        heard, state = situation.heard, situation.state
        match move:
            case Move.NEW:
                return added((), heard.wanted, self._pack)
            case Move.MODIFY:
                gone = self._dropped(move, situation)
                return added(
                    dropped(state.criteria, lambda claim: any(claim is one for one in gone)),
                    heard.wanted,
                    self._pack,
                    replacing_places=heard.cues.has(Cue.INSTEAD),
                    moving=not heard.cues.begins & {Cue.REFINE, Cue.OR_ELSE, Cue.ONE_THAT},
                    as_alternative=(Cue.OR_ELSE in heard.cues.begins | heard.cues.ends or situation.widens)
                    and (situation.widens or not heard.cues.has(Cue.INSTEAD))
                    and not self._settles_deal(heard),
                    would_do=situation.widens,
                )
            case Move.RESET:
                return ()
            case Move.DROP:
                gone = situation.to_drop
                return dropped(state.criteria, lambda claim: any(claim is one for one in gone))
            case _:
                return state.criteria


def _is_within(claim: QueryClaim, cues: Cues, which: Collection[Cue]) -> bool:
    """True for a wish that is read of the words of some cues alone."""
    spots = [spot for spot in cues.spots if not spot.cues.isdisjoint(which)]
    return claim.end > claim.start and any(
        cues.tokens[spot.first].start <= claim.start and claim.end <= cues.tokens[spot.after - 1].end for spot in spots
    )


def _counts_what_is_unknown(claim: QueryClaim, cues: Cues) -> bool:
    """True for words that no list knows behind a number: "3 anak" is no wish for a child."""
    before = [token for token in cues.tokens if token.start < claim.start][-1:]
    counts = bool(claim.amounts) and claim.amounts[0].kind is AmountKind.COUNT
    unknown = claim.concept is None and claim.name is None and claim.where is None
    return (is_guess(claim) or (unknown and counts)) and (
        any(sign.isdecimal() for sign in claim.quote) or any(one.norm[0].isdecimal() for one in before)
    )


def _norms_within(cues: Cues, clauses: Sequence[tuple[int, int]]) -> Sequence[str]:
    """The words of some clauses, of all of them where none is named."""
    return [norm for first, after in clauses or [(0, len(cues.norms))] for norm in cues.norms[first:after]]


def _is_like(claim: QueryClaim, old: QueryClaim) -> bool:
    """True if a sum is so near another that it may be for the same period: "100 juta" after "500 ribu seminggu"
    is not for a week."""
    both = (claim.amounts[0], as_stated(old.amounts[0]))
    sums = [[end for end in (one.low, one.high) if math.isfinite(end) and end > 0] for one in both]
    return all(sums) and 1 / _ALIKE <= max(sums[0]) / max(sums[1]) <= _ALIKE


def _limits(claim: QueryClaim, measure: Measure) -> bool:
    """True for a wish that says itself how much of a measure is wanted."""
    kinds = {Measure.PRICE: AmountKind.MONEY, Measure.SIZE: AmountKind.AREA}
    return bool(claim.amounts) and claim.amounts[0].kind is kinds.get(measure)


def parts_of_sum(words: str, numerals: Collection[str]) -> tuple[str, str, str]:
    """Returns what stands before the number of a sum, the number with its scale, and what follows.

    >>> parts_of_sum("maksimal 30 juta per tahun", {"juta"})
    ('maksimal', '30 juta', 'per tahun')
    """
    tokens = tokenize(words)
    numeric = [token.norm[0].isdecimal() or token.norm in numerals for token in tokens]
    if True not in numeric:
        return words, "", ""
    first = numeric.index(True)
    after = len(numeric) - numeric[::-1].index(True)
    start, end = tokens[first].start, tokens[after - 1].end
    return words[:start].strip(), words[start:end], words[end:].strip()


def _told_apart(
    claims: Sequence[QueryClaim],
    topics: Sequence[tuple[Topic, int, int]],
    cues: Cues,
    kinds: Collection[TypeName],
) -> tuple[tuple[QueryClaim, ...], list[tuple[Topic, int, int]]]:
    """Wishes and topics without those whose words the other has. Where a value is asked for ("garasinya
    berapa mobil?") or an order, the topic has them, and else the wish."""

    def shared(claim: QueryClaim, first: int, after: int) -> bool:
        start, end = cues.tokens[first].start, cues.tokens[after - 1].end
        return claim.start < end and start < claim.end and not is_guess(claim)

    # "Luas tanahnya?" asks for the size of the land, and not whether it is large and land.
    wider = [
        one
        for one in topics
        if one[0].concepts and one[2] - one[1] > 1 and sum(shared(claim, *one[1:]) for claim in claims) > 1
    ]
    claims = [claim for claim in claims if claim.amounts or not any(shared(claim, *one[1:]) for one in wider)]
    compares = cues.superlative is not None or cues.comparative is not None
    if not cues.has(Cue.WHAT, Cue.SORT, Cue.DROP, Cue.ANY) and not compares:
        return tuple(claims), [one for one in topics if not any(shared(claim, *one[1:]) for claim in claims)]
    left = tuple(claim for claim in claims if claim.amounts or not any(shared(claim, *one[1:]) for one in topics))
    # "Berapa jaraknya ke USU?" asks for the distance to it, and not for all distances.
    known = any(not is_guess(claim) and claim.type not in kinds for claim in left)
    return left, [one for one in topics if one[0].concepts or not known]


def _norms(wording: str) -> tuple[str, ...]:
    return tuple(singular(token.norm) for token in tokenize(wording))
