"""A message in its conversation: what was heard, what came before, and what both say together.

Nothing here decides what the message does; `signs` lists what holds, and `acts` weighs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from claimtree.chat.criteria import (
    Criteria,
    added,
    changed,
    hardens,
    is_about,
    is_guess,
    is_money,
    same_thing,
    same_wish,
)
from claimtree.chat.cues import Cues
from claimtree.chat.hit_numbers import Reference, Which
from claimtree.chat.moves import GOING_BACK, Move
from claimtree.chat.orders import SORTING
from claimtree.chat.session_state import SessionState
from claimtree.chat.topics import Topic
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack

MUCH: Final = 2
"""So many words that nothing accounts for say that a message is about something else."""


_OF_HITS: Final = frozenset({Move.ASK, Move.DETAIL, Move.COMPARE, Move.CRITERIA})
"""Acts that a word of dropping does not make another."""


_TALK: Final = frozenset({Move.OUT_OF_SCOPE, Move.GOODBYE, Move.OKAY, Move.CLARIFY, Move.HELP})
_ASKING: Final = frozenset({Cue.ASK, Cue.ASK_WORD, Cue.ONE_THAT})
"""Beginnings of a question that a hit may answer, also with words that no list knows."""


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Everything that a message says, before it is decided what it does."""

    text: str
    language: str
    cues: Cues
    claims: Criteria
    """Wishes, as a conversation takes them."""
    topics: tuple[Topic, ...]
    topic_spans: tuple[tuple[int, int], ...]
    """First token of each topic, and the one after its last."""
    references: tuple[Reference, ...]
    names_thing: bool
    """A word for what is searched for: "apartment", "properti", a kind of home."""
    its: bool
    """A noun with an ending that makes it that of a hit: "garasinya"."""
    left: tuple[str, ...]
    """Words that are neither cues, nor wishes, nor topics, nor idle."""
    notices: tuple[Notice, ...] = ()
    labelled: Criteria = ()
    """The criterion that is to be dropped, where the message names it as replies do."""
    spoken_of: Criteria = ()
    """The criteria of which the message has a word."""
    unheard_of: tuple[str, ...] = ()
    """Words that were left out because nothing in the data speaks of them."""
    unused: tuple[str, ...] = ()
    """Numbers with what they count, and months, that no wish has: "2 anak", "in May"."""
    asked: str = ""
    """The words of what is asked."""
    clauses_dropped: tuple[tuple[int, int], ...] = ()
    """The clauses that give something up: first token of each, and the one after its last."""
    given_up: Criteria = ()
    """The wishes in them."""
    also: bool = False
    """True if what the message wants would do as well as what was asked for."""
    also_beside: Criteria = ()
    """The wishes that would do as well, in a message that wants others."""
    either: bool = False
    """True if the message names what would do in place of something that is asked for."""
    insists: bool = False
    """True if the message surely wants something that was not asked for."""
    opened: tuple[QueryClaim, QueryClaim] | None = None
    """A range that is asked for, and what is left of it where the message gives up one of its ends."""
    others_go: Criteria = ()
    """The criteria that go because the message keeps others alone."""
    count: int = 0
    """How many hits the message asks to be shown; 0 if it does not say."""
    left_dropping: tuple[str, ...] = ()
    """The words in them that nothing accounts for."""
    again: Heard | None = None
    """The question before, where this message may ask the same of another hit."""

    @property
    def known(self) -> Criteria:
        """The wishes that the pack has words for."""
        return tuple(claim for claim in self.claims if not is_guess(claim))

    @property
    def wanted(self) -> Criteria:
        """The wishes that the message does not give up; beside those that it does, words no list knows are none."""
        if not self.clauses_dropped:
            return self.claims
        gone = {id(claim) for claim in self.given_up}
        return tuple(claim for claim in self.known if id(claim) not in gone)

    @property
    def plainly_wanted(self) -> Criteria:
        """Those of them that would not merely do as well as others."""
        return tuple(one for one in self.wanted if not any(one is other for other in self.also_beside))

    @property
    def says_nothing_of_hits(self) -> bool:
        """True if nothing is said that a hit could answer."""
        return not self.claims and not self.topics and not self.cues.has(Cue.CONTACT, Cue.PHOTO)

    @property
    def asks(self) -> bool:
        """True for the form of a question about something."""
        begins = self.cues.begins
        value = bool(self.topics) and (self.cues.has(Cue.WHAT) or (self.cues.asks and not self.claims))
        asked = Cue.ASK in begins or (Cue.ASK_WORD in begins and self.cues.asks)
        return asked or Cue.ASK_END in self.cues.ends or value or self.its


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A message in its conversation: what the rules look at."""

    heard: Heard
    state: SessionState
    pack: Pack

    @property
    def cues(self) -> Cues:
        return self.heard.cues

    @property
    def shown(self) -> bool:
        return bool(self.state.shown)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The hits that the message is about: those it names, else the one spoken of last."""
        if self.heard.references:
            return self.heard.references
        if self.cues.superlative is not None and self.shown and not self.heard.known and not self.heard.names_thing:
            return (Reference(which=Which.MOST, order=self.cues.superlative),)
        if self.cues.has(Cue.ALL_SHOWN) and self.shown:
            return (Reference(which=Which.ALL),)
        if self.state.focus:
            return (Reference(which=Which.THIS),)
        return ()

    @cached_property
    def names_hit(self) -> bool:
        """True if the message itself names a hit that was shown."""
        return bool(self.references) and self.references[0].which is not Which.THIS

    @cached_property
    def asks_about_hit(self) -> bool:
        """True for a question whose answer is in a hit: something is asked of it, and nothing else
        is searched for."""
        heard = self.heard
        # "Mengenai rumah yang pertama" names it, and asks nothing of it; a price is a wish.
        asked = [one for one in heard.claims if not self.pack.type(one.type).loosened_last]
        if any(is_money(one) for one in asked) and not self.names_hit:
            return False
        something = bool(asked or heard.topics) or self.cues.has(Cue.CONTACT, Cue.PHOTO)
        if not something or not self.shown or (heard.names_thing and not self.names_hit):
            return False
        value = self.cues.has(Cue.WHAT) and bool(heard.topics) and not heard.known
        refines = Cue.REFINE in self.cues.begins and not (self.cues.begins & {Cue.ASK_WORD, Cue.WHAT} or value)
        if self.cues.comparative is not None or refines or Cue.ONE_THAT in self.cues.begins:
            return False
        if self.names_hit:
            return not self.searches and (heard.asks or self.references[0].which is not Which.MOST)
        if not heard.asks or self.searches:
            return False
        # Of a list, "ada kolam renang?" asks for those that have one; "kamarnya berapa?" asks of each.
        values = bool(heard.topics) or heard.its
        return bool(self.state.focus) or len(self.state.shown) == 1 or values

    @property
    def changes_nothing(self) -> bool:
        """True if what the message asks for is asked for already."""
        return not changed(self.state.criteria, added(self.state.criteria, self.heard.claims, self.pack))

    @property
    def is_beside_the_search(self) -> bool:
        """True if what is known of the message is asked for already, and much of it is not known."""
        known = added(self.state.criteria, self.heard.known, self.pack)
        return not changed(self.state.criteria, known) and len(self.heard.left) >= MUCH and not self.goes_on

    @property
    def says_any(self) -> bool:
        """True if the message says that something does not matter: "harga bebas"."""
        says = any(Cue.ANY in spot.cues and Cue.WHAT not in spot.cues for spot in self.cues.spots)
        return says and bool(self.heard.topics) and not self.heard.known and not self.cues.asks

    @property
    def searches(self) -> bool:
        return self.cues.has(Cue.SEARCH) and self.heard.names_thing

    @cached_property
    def to_drop(self) -> Criteria:
        """The criteria that the message drops."""
        heard = self.heard
        by_name = heard.clauses_dropped or not heard.others_go
        by_topic = [one for topic in self._topics_given_up for one in topic.best_covered(self.state.criteria)]
        named = tuple(
            claim
            for claim in (self.state.criteria if by_name else ())
            if any(claim is one for one in by_topic)
            or any(is_about(claim, one) for one in (heard.given_up if heard.clauses_dropped else heard.claims))
        )
        if heard.others_go:
            return tuple(old for old in self.state.criteria if old in heard.others_go or old in named)
        return heard.labelled or self._said_in_full(named or heard.spoken_of)

    def _said_in_full(self, found: Criteria) -> Criteria:
        """Those of some criteria whose own words the message has, where it names nothing beside them: "never mind the
        top floor thing" is not about "no basement", though both are of a floor. Else all."""
        norms = tuple(self.cues.norms)
        said: list[QueryClaim] = []
        spans: list[tuple[int, int]] = []
        for claim in found:
            own = tuple(token.norm for token in tokenize(claim.quote))
            at = next((at for at in range(len(norms)) if own and norms[at : at + len(own)] == own), None)
            if at is not None:
                said.append(claim)
                spans.append((at, at + len(own)))
        beside = any(not any(a <= first and after <= b for a, b in spans) for first, after in self.heard.topic_spans)
        others = any(not any(is_about(claim, one) for claim in said) for one in self.heard.known)
        return found if not said or beside or others else tuple(said)

    @property
    def _topics_given_up(self) -> tuple[Topic, ...]:
        heard = self.heard
        if not heard.wanted:
            return heard.topics
        return tuple(
            topic
            for topic, (first, _) in zip(heard.topics, heard.topic_spans, strict=True)
            if any(start <= first < after for start, after in heard.clauses_dropped) or not heard.clauses_dropped
        )

    @property
    def gives_up(self) -> bool:
        """True if the message says of something that is asked for that it is not wanted any more."""
        return bool(self.heard.clauses_dropped) and bool(self.to_drop) and len(self.heard.left_dropping) < MUCH

    @property
    def widens(self) -> bool:
        """True if the message says of a wish that it would do as well, and drops none by name."""
        if self.heard.either:
            return False
        says = self.heard.also or Cue.OR_ELSE in self.cues.ends
        says = says or (Cue.MAY_BE in self.cues.ends and self._names_another_number)
        return says and bool(self.heard.known) and not self.heard.clauses_dropped

    @property
    def _names_another_number(self) -> bool:
        """True if all that a message wants is another number of what is asked for: "3 lantai boleh" after two."""
        known = self.heard.known
        return (
            bool(known)
            and not self.cues.asks
            and all(
                one.amounts
                and one.amounts[0].kind is AmountKind.COUNT
                and any(old.concept == one.concept and old.amounts and not old.negated for old in self.state.criteria)
                for one in known
            )
        )

    @property
    def hardens(self) -> bool:
        """True if the message makes a must of what was none, and drops nothing in words."""
        named = self.cues.has(Cue.DROP, Cue.ANY)
        return not named and any(hardens(one, old) for one in self.heard.wanted for old in self.state.criteria)

    @property
    def outdone(self) -> Criteria:
        """The features that came with one that the message wants alone: "just the dishwasher"."""
        if self.heard.others_go:
            return self.to_drop
        wanted = self.heard.wanted
        asked = [old for old in self.state.criteria if any(same_wish(old, one) for one in wanted)]
        says_only = Cue.ONLY in self.cues.begins | self.cues.ends
        if not says_only or not asked or len(asked) != len(wanted):
            return ()
        if not all(self._is_latest_feature(old) for old in asked):
            return ()
        types = {old.type for old in asked}
        return tuple(
            old
            for old in self.state.criteria
            if self._is_latest_feature(old) and old not in asked and (old.type in types or not old.amounts)
        )

    def _is_latest_feature(self, claim: QueryClaim) -> bool:
        """True for a feature that the last message asked for: no kind, no place and no price."""
        is_place = claim.where is not None or claim.name is not None
        last = self.pack.type(claim.type).loosened_last
        alone = claim.or_group is None and not (is_place or is_money(claim) or last)
        return alone and claim.id in self.state.latest

    @cached_property
    def is_complete(self) -> bool:
        """True for a search that stands alone: it says what is searched for, or where and something
        more."""
        heard = self.heard
        places = [claim for claim in heard.known if claim.where is not None and claim.where.names]
        if heard.names_thing:
            return self.cues.has(Cue.SEARCH) or bool(places) or self._other_kind
        return self.cues.has(Cue.SEARCH) and bool(places) and len(heard.known) > 1

    @property
    def _other_kind(self) -> bool:
        """True if a message of several wishes names another kind than the search so far."""
        if len(self.heard.known) < 2 or not self.pack.type(self.heard.claims[0].type).loosened_last:
            return False
        merged = added(self.state.criteria, self.heard.claims[:1], self.pack)
        return changed(self.state.criteria, merged) and self.heard.claims[0].start < 3

    @property
    def asks_something(self) -> bool:
        """True if there is something that a hit could be asked."""
        heard = self.heard
        # "Mengenai rumah yang pertama" names it, and asks nothing of it.
        asks = heard.asks or bool(heard.references) or bool(self.cues.begins & _ASKING) or self.cues.has(Cue.THIS_ONE)
        known = heard.claims if asks else heard.known
        if any(not self.pack.type(claim.type).loosened_last for claim in known):
            return True
        if heard.topics or (heard.unheard_of and asks) or heard.again is not None:
            return True
        if self.cues.has(Cue.CONTACT, Cue.PHOTO):
            return True
        asked = heard.asks or self.cues.asks or self.cues.has(Cue.WHAT)
        return bool(self.references and (asks or heard.its) and heard.left and asked and not heard.claims)

    @property
    def asks_in_vain(self) -> bool:
        """True for the form of a question about a hit in which nothing is known that could be asked: "when could I
        move in?" A kind or deal that it names is that of the hit, where it names the hit."""
        heard = self.heard
        asks = heard.asks or self.cues.asks or self.cues.has(Cue.WHAT) or bool(heard.references)
        of_hit = (
            self.names_hit
            and self.cues.has(Cue.WHAT)
            and all(self.pack.type(one.type).loosened_last for one in heard.known)
        )
        return asks and self.shown and bool(self.references) and (of_hit or not self.wants_something)

    @property
    def wants_something(self) -> bool:
        """True if the message has a wish that a search can use: no word of agreement takes it back."""
        return bool(self.heard.known) or (self.cues.comparative is not None and self.shown)

    @property
    def puts_in_its_place(self) -> bool:
        """True if the message takes one value back and gives another: "ga jadi 2 lantai, 1 lantai aja"."""
        wishes = [claim for claim in self.heard.known if not claim.negated]
        asked = [claim for claim in wishes if any(same_wish(claim, old) for old in self.state.criteria)]
        return any(same_thing(one, other, self.pack) for one in asked for other in wishes if other not in asked)

    @property
    def moves_price(self) -> bool:
        """True for another price than the one asked for, and nothing else, in the form of a question or a
        request: "can you go up to 4k?" No hit is asked for its own price so."""
        heard = self.heard
        prices = [one for one in heard.known if is_money(one)]
        moved = [
            one
            for one in prices
            if any(is_money(old) and same_thing(old, one, self.pack) for old in self.state.criteria)
        ]
        alone = len(prices) == len(heard.known) == len(moved) == 1 and not heard.left and not heard.topics
        of_hit = self.names_hit or self.state.focus is not None
        return (
            alone
            and not of_hit
            and self.cues.has(Cue.INSTEAD)
            and not self.cues.has(Cue.WHAT)
            and not self.changes_nothing
        )

    def as_move(self, act: Move) -> Move:
        """An act as a move: a search begins anew or goes on, and of what nothing can be made more is asked."""
        heard, state = self.heard, self.state
        if act in GOING_BACK:
            return act
        if heard.opened is not None and not (act is Move.RESET and self.cues.has(Cue.RESET)):
            return Move.MODIFY
        if state.criteria and self.sorts_by_no_key:
            return Move.SORT  # that there is no such order is told
        if heard.others_go and (act is Move.RESET or act not in _OF_HITS):
            fresh = changed(self.state.criteria, added(self.state.criteria, heard.wanted, self.pack))
            return Move.MODIFY if fresh else Move.DROP
        if act is Move.RESET:
            # "Forget all that, a studio in Harlem": what is not given up begins the next search.
            if any(not is_guess(one) for one in heard.wanted):
                return Move.NEW
            return Move.DROP if heard.given_up and self.gives_up else Move.RESET
        if (
            heard.count
            and state.criteria
            and not changed(state.criteria, added(state.criteria, heard.known, self.pack))
        ):
            return Move.MORE if self.cues.has(Cue.MORE) else Move.MODIFY
        if self.gives_up and act not in _OF_HITS:
            if heard.wanted and self.cues.has(Cue.SEARCH) and self.is_complete and not self.goes_on:
                return Move.NEW
            return Move.MODIFY if heard.wanted else Move.DROP
        if act is Move.DROP and (self.outdone or self.hardens or (self.widens and not self.says_any)):
            return Move.MODIFY
        insists = heard.insists and not self.cues.has(Cue.WHAT)
        if act in {*_TALK, Move.MORE, Move.DROP} and heard.either:
            return Move.MODIFY
        if act in {*_TALK, Move.MORE} and (heard.also or insists) and state.criteria:
            return Move.MODIFY
        asks = heard.asks or self.cues.begins & _ASKING or self.cues.has(Cue.CONTACT, Cue.PHOTO)
        goes_on = heard.also or heard.either or (insists and not asks)
        if act is Move.ASK and goes_on and not (self.cues.asks or self.names_hit):
            return Move.MODIFY
        if act in {*_TALK, *_OF_HITS, Move.MORE} and self.moves_price:
            return Move.MODIFY
        talks = act in {*_TALK, Move.GREETING, Move.MORE} and not self.cues.has(Cue.MORE, Cue.GREETING)
        if talks and self.state.criteria and heard.unused and not self.cues.has(Cue.WHAT, Cue.NOT_OURS):
            return Move.MODIFY  # what cannot be used is told
        if act is Move.DETAIL and self.cues.superlative is not None and self.cues.has(Cue.FIRST, Cue.SORT):
            return Move.SORT
        if act in _TALK and state.criteria and self.cues.superlative is not None and self.cues.has(*SORTING):
            return Move.SORT
        if act is Move.DROP and self.puts_in_its_place:
            return Move.MODIFY
        if act is not Move.NEW:
            return act
        if self.cues.comparative is not None and self.shown:
            return Move.MODIFY
        if self.puts_in_its_place and self.cues.has(Cue.RESET, Cue.DROP):
            return Move.MODIFY
        if not state.criteria or (heard.known and self.is_complete and not self.goes_on):
            return Move.NEW
        return Move.MODIFY

    @property
    def sorts_by_no_key(self) -> bool:
        """True if the message asks for an order and names behind that what has none: "sort by pets"."""
        heard = self.heard
        sorts = next((spot for spot in self.cues.spots if Cue.SORT in spot.cues), None)
        if sorts is None or self.cues.superlative is not None or heard.topics or heard.names_thing or heard.references:
            return False
        at = self.cues.tokens[sorts.first].start
        behind = all(claim.start > at and not claim.amounts and claim.where is None for claim in heard.claims)
        return behind and Cue.SORT in self.cues.begins and bool(heard.claims or heard.left)

    @property
    def goes_on(self) -> bool:
        """True if the message says itself that it goes on from the last search."""
        begins = self.cues.begins
        return bool(begins & {Cue.REFINE, Cue.OR_ELSE, Cue.ONE_THAT}) or self.cues.has(Cue.INSTEAD)

    @property
    def says_nothing_else(self) -> bool:
        return not self.heard.claims and not self.heard.left and not self.heard.topics
