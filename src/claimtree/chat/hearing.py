"""Hears a message: its cues, wishes, topics and references, and what it says of each wish.

Nothing here decides what the message does (`understand`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from claimtree.chat.afterthoughts import taken_back, with_afterthoughts
from claimtree.chat.bare_amounts import BareAmounts
from claimtree.chat.counts import HitCounts
from claimtree.chat.criteria import Criteria, choices, firm, is_guess, same_thing, same_wish, with_implied
from claimtree.chat.criteria_words import CriteriaWords
from claimtree.chat.cues import CueFinder, Cues
from claimtree.chat.either import with_either
from claimtree.chat.giving_up import all_also, also_beside, by_stance, dropping_clauses, given_up
from claimtree.chat.hit_numbers import Reference, Which
from claimtree.chat.keeping import Kept, as_asked, kept_alone, others_than
from claimtree.chat.mentions import Mention
from claimtree.chat.message_language import MessageLanguage
from claimtree.chat.message_order import Found, MessageOrder
from claimtree.chat.number_choices import with_number_choices
from claimtree.chat.open_ends import opened_range
from claimtree.chat.orders import AMOUNTS, COMPARING, Measure
from claimtree.chat.restated_sums import RestatedSums
from claimtree.chat.session_state import SessionState
from claimtree.chat.short_numbers import ShortNumbers
from claimtree.chat.situation import Heard
from claimtree.chat.steering_spelling import SteeringSpelling
from claimtree.chat.topics import Topic, Topics
from claimtree.chat.weighed_mentions import WeighedMentions, insists, spoken_beside
from claimtree.chat.wording import label, money_concepts
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim, TypeName
from claimtree.model.pack import Pack
from claimtree.ports import Reader

Proposing: TypeAlias = Callable[[Cues, tuple[Mention, ...]], None]


class Hearing:
    """Hears the messages of a pack's users."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._cues = CueFinder(pack)
        self._bare = BareAmounts(pack)
        self._topics = Topics(pack)
        self.short_numbers = ShortNumbers(pack)
        self._sums = RestatedSums(pack)
        self._spoken = MessageLanguage(pack)
        self._spelling = SteeringSpelling(pack)
        self._criteria_words = CriteriaWords(pack, self._cues.idle)
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)
        self._kind_type = next((name for name in pack.types if name in self._last), None)
        self._last_words: dict[TypeName, Wordings[bool]] = {
            name: by_first(
                {
                    spelled(words): True
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
        self._its = language.conversation.its
        self._dating = language.prepositions | language.conversation.dating
        self._vague = language.vague | language.stopwords
        label = pack.level_labels.get(pack.hierarchy.answers)
        names = [name for pair in label.names.values() for name in pair] if label is not None else []
        things = (*pack.nouns.get(pack.hierarchy.answers, ()), *names)
        self._things: Wordings[bool] = by_first({_norms(words): True for words in things})
        kinds = self._last_words[self._kind_type] if self._kind_type is not None else {}
        self._counts = HitCounts((self._things, kinds), self._cues.idle)
        self._orders = MessageOrder(pack, self._cues.idle | self._vague)
        self.mentions = WeighedMentions(pack, self._cues.idle, self._vague, self._is_thing)

    def proposed(self, message: str, state: SessionState, reader: Reader) -> tuple[Cues, tuple[Mention, ...]]:
        """Returns the cues of a message and what it may speak of, before it is decided what it says of that."""
        heard: list[tuple[Cues, tuple[Mention, ...]]] = []
        self.hear(message, state, reader, proposing=lambda cues, mentions: heard.append((cues, mentions)))
        return heard[0]

    def hear(
        self, message: str, state: SessionState, reader: Reader, *, proposing: Proposing = lambda cues, mentions: None
    ) -> Heard:
        """Returns what a message says. `proposing` is told what it may speak of."""
        message = self.short_numbers.completed(
            self._spelling.corrected(message), state.criteria, shown=len(state.shown), latest=state.latest
        )
        message = self._cues.with_full_softening(message)
        cues = self._cues.find(message)
        count, cues = self._counts.read(cues, state, reader)
        readable = cues.readable()
        reading = reader.read_query(readable) if readable.strip() else None
        claims = reading.claims if reading is not None else ()
        claims = (*self._named_last(cues, claims, reader), *claims)
        topics = self._orders.with_sizes(cues, self._topics_of(cues, state))
        claims = tuple(self._sums.restated(one, cues, state, reader) for one in claims)
        claims = self._bare.with_sizes(cues, claims, state.criteria, reader)
        claims = self._bare.with_units(cues, claims, topics, reader)
        claims = self._bare.with_floors(cues, claims, state.criteria)
        claims = self._bare.with_denied_limits(cues, claims, reader)
        claims = with_number_choices(cues, claims, self._language, self._pack)
        claims = self._bare.with_distances(cues, claims, state.criteria, state.latest)
        claims = tuple(
            one for one in claims if not (self._is_only_cue(one, cues, topics) or _counts_what_is_unknown(one, cues))
        )
        cues = self._orders.with_order(cues, claims, topics, state)
        if cues.superlative is not None:
            # "Kamar terbanyak": words of an order are no name of a place.
            claims = tuple(one for one in claims if not _is_within(one, cues, AMOUNTS))
        # Words that no list knows account for nothing.
        spans = [(one.start, one.end) for one in claims if not is_guess(one)]
        spans += [(cues.tokens[first].start, cues.tokens[after - 1].end) for _, first, after in topics]
        spans += self._bare.spans(cues, claims)
        if state.shown:
            claims, topics = _told_apart(claims, topics, cues, self._last)
        opened = None
        if all(is_guess(one) for one in claims):
            opened, topics = self._opened(cues, topics, state)
        mentions = self.mentions.of(cues, claims, topics, state.criteria, reader) if opened is None else ()
        mentions = tuple(self._bare.as_floors(one, cues, state.criteria, self._pack) for one in mentions)
        proposing(cues, mentions)
        weighed = self.mentions.weigh(mentions, cues)
        alone = self.mentions.meant_alone(weighed, cues)
        topics = [one for one in topics if not any(_holds(cues, claim, one[1]) for claim in alone)]
        unmeant = spoken_beside(weighed, self._pack, goes_on=bool(state.criteria))
        unmeant += [one for one in claims if is_guess(one) and any(_meet(one, other) for other in alone)]
        claims = (*(one for one in claims if not any(one is other for other in unmeant)), *alone)
        spans += [(one.start, one.end) for one in alone]
        claims = self._without_contrasts(claims, state)
        claims = self._sums.with_rents(claims, state)
        if cues.comparative is not None and any(_limits(claim, cues.comparative.order.by) for claim in claims):
            cues = replace(cues, comparative=None)
        firmly = with_implied(firm(claims, self._pack), self._pack)
        kept, firmly, others_go = self._kept_alone(cues, firmly, topics, state)
        clauses = dropping_clauses(cues, firmly, self._language)
        if kept is not None and others_go and not kept.features:
            clauses = ()
        back = taken_back(
            cues,
            firmly,
            clauses,
            self._language,
            lambda span: (
                bool(cues.left(idle=self._cues.idle | self._vague | self._language.buts, covered=spans, within=span))
                or any(span[0] <= first < span[1] for _, first, _ in topics)
            ),
        )
        firmly, clauses = with_afterthoughts(firmly, clauses, back, state.criteria, self._pack, cues)
        given = given_up(cues, firmly, clauses, state.criteria, self._pack)
        if not others_go:
            given, clauses = by_stance(weighed, firmly, given, clauses, cues)
        also = all_also(weighed, firmly, given, cues)
        beside = () if also or others_go else also_beside(weighed, firmly, given, clauses)
        firmly, either = with_either(weighed, firmly, given, state.criteria, cues, self._language)
        heard = Heard(
            text=message,
            language=self._spoken.of(cues, claims, state.language),
            cues=cues,
            claims=firmly,
            clauses_dropped=clauses,
            others_go=others_go,
            given_up=given,
            also=also,
            also_beside=() if either else beside,
            either=either,
            insists=insists(weighed),
            opened=opened,
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
            unused=(*self._unused(cues, spans), *self._orders.parts_said(cues, topics)),
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

    def _topics_of(self, cues: Cues, state: SessionState) -> list[Found]:
        """The topics of a message; "berapa?" of a hit that was shown is about what it costs."""
        compared = {i for spot in cues.spots if spot.cues & COMPARING for i in range(spot.first, spot.after)}
        topics = self._topics.find(cues.tokens, without=cues.taken | compared)
        if state.shown and not topics and self._price_type is not None:
            topics = [
                (Topic(type=self._price_type, words=cues.text[cues.tokens[spot.first].start :].strip(" ?!.")), *at)
                for spot in cues.at(Cue.HOW_MUCH)
                if not cues.left(idle=self._cues.idle | self._vague) and (at := (spot.first, spot.after))
            ][:1]
        return list(topics)

    def _kept_alone(
        self, cues: Cues, claims: Criteria, topics: Sequence[Found], state: SessionState
    ) -> tuple[Kept | None, Criteria, Criteria]:
        """The part of a message that is kept alone, the wishes as they are asked for then, and the criteria that go."""
        kept = kept_alone(cues, self._language)
        if kept is None:
            return None, claims, ()
        words = self._criteria_words
        claims = as_asked(kept, cues, claims, state.criteria, self._pack)
        gone = others_than(
            kept, cues, claims, topics, state.criteria, lambda said: words.spoken_of(said, state.criteria), self._pack
        )
        return kept, claims, gone

    def _opened(
        self, cues: Cues, topics: Sequence[Found], state: SessionState
    ) -> tuple[tuple[QueryClaim, QueryClaim] | None, list[Found]]:
        """A range of the criteria and what is left of it where the message gives up one end, with the other topics."""
        found = opened_range(cues, self._language.amounts.before, state.criteria, self._pack)
        if found is None:
            return None, list(topics)
        old, left, at = found
        return (old, left), [one for one in topics if not one[1] <= at < one[2]]

    def _is_thing(self, norm: str) -> bool:
        """True for what homes are called at large."""
        return longest((singular(norm),), 0, self._things) is not None

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


def _is_within(claim: QueryClaim, cues: Cues, which: Collection[Cue]) -> bool:
    """True for a wish that is read of the words of some cues alone."""
    spots = [spot for spot in cues.spots if not spot.cues.isdisjoint(which)]
    return claim.end > claim.start and any(
        cues.tokens[spot.first].start <= claim.start and claim.end <= cues.tokens[spot.after - 1].end for spot in spots
    )


def _meet(one: QueryClaim, other: QueryClaim) -> bool:
    return one.start < other.end and other.start < one.end


def _holds(cues: Cues, claim: QueryClaim, at: int) -> bool:
    return claim.start <= cues.tokens[at].start < claim.end


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


def _limits(claim: QueryClaim, measure: Measure) -> bool:
    """True for a wish that says itself how much of a measure is wanted."""
    if measure is Measure.DISTANCE:
        # "Closer, like 5 min".
        return claim.where is not None and claim.where.distance is not None and any(map(str.isdecimal, claim.quote))
    kinds = {Measure.PRICE: AmountKind.MONEY, Measure.SIZE: AmountKind.AREA}
    return bool(claim.amounts) and claim.amounts[0].kind is kinds.get(measure)


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
    # "Wifi ga usah, kamar mandi dalam": what is wanted is no bathroom as such.
    gives_up = not cues.has(Cue.WHAT, Cue.SORT) and not compares
    topics = [one for one in topics if not (gives_up and any(_says_more(claim, cues, *one[1:]) for claim in claims))]
    left = tuple(claim for claim in claims if claim.amounts or not any(shared(claim, *one[1:]) for one in topics))
    # "Berapa jaraknya ke USU?" asks for the distance to it, and not for all distances.
    known = any(not is_guess(claim) and claim.type not in kinds for claim in left)
    return left, [one for one in topics if one[0].concepts or not known]


def _says_more(claim: QueryClaim, cues: Cues, first: int, after: int) -> bool:
    """True if the words of a topic are part of those of a wish that the pack knows and that has no number."""
    start, end = cues.tokens[first].start, cues.tokens[after - 1].end
    inside = claim.start <= start and end <= claim.end and claim.end - claim.start > end - start
    return inside and not claim.amounts and not is_guess(claim)


def _norms(wording: str) -> tuple[str, ...]:
    return tuple(map(singular, spelled(wording)))
