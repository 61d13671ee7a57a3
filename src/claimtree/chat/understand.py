"""Decides what a message does: message and state in, a move with its wishes out.

Two things are read: the cues of the message (`cues`), and the wishes that the reader finds in the
rest of it. What they are together is decided by the rules in `RULES`, of which the first that holds
wins; each is one sentence about what was found, and none looks at words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from claimtree.chat.criteria import Criteria, added, changed, choices, dropped, firm, is_guess, same_wish, with_implied
from claimtree.chat.cues import COMPARING, CueFinder, Cues, Order, Reference, Which
from claimtree.chat.moves import Move
from claimtree.chat.session_state import SessionState
from claimtree.chat.topics import Topic, Topics
from claimtree.chat.wording import label
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular, tokenize
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim, TypeName
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack
from claimtree.ports import Reader
from claimtree.text.detect import margin

_SHORT: Final = 3
MUCH: Final = 2
"""So many words that nothing accounts for say that a message is about something else."""
_CLEAR: Final = 4
"""A message of few words keeps the language of the conversation unless the evidence for another is
at least this: "ok", "nomor 3"."""


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Everything that a message says, before it is decided what it does."""

    text: str
    language: str
    cues: Cues
    claims: Criteria
    """Wishes, as a conversation takes them."""
    topics: tuple[Topic, ...]
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
    unheard_of: tuple[str, ...] = ()
    """Words that were left out because nothing in the data speaks of them."""

    @property
    def known(self) -> Criteria:
        """The wishes that the pack has words for."""
        return tuple(claim for claim in self.claims if not is_guess(claim))

    @property
    def asks(self) -> bool:
        """True for the form of a question about something."""
        begins = self.cues.begins
        value = bool(self.topics) and (self.cues.has(Cue.WHAT) or (self.cues.asks and not self.claims))
        asked = Cue.ASK in begins or (Cue.ASK_WORD in begins and self.cues.asks)
        return asked or Cue.ASK_END in self.cues.ends or value or self.its


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

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._cues = CueFinder(pack)
        self._topics = Topics(pack)
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
        language = language_of(pack)
        numbers = language.amounts.numbers
        self._numbers = {*numbers.inside, *numbers.scales, *numbers.glued, *numbers.trailing_halves}
        self._its = language.conversation.its
        near = pack.places.near if pack.places is not None else {}
        self._placing = language.prepositions | language.whereabouts | {words.split()[-1] for words in near if words}
        self._vague = language.vague | language.stopwords
        label = pack.level_labels.get(pack.hierarchy.answers)
        names = [name for pair in label.names.values() for name in pair] if label is not None else []
        things = (*pack.nouns.get(pack.hierarchy.answers, ()), *names)
        self._things: Wordings[bool] = by_first({_norms(words): True for words in things})

    def hear(self, message: str, state: SessionState, reader: Reader) -> Heard:
        """Returns what a message says."""
        cues = self._cues.find(message)
        readable = cues.readable()
        reading = reader.read_query(readable) if readable.strip() else None
        claims = reading.claims if reading is not None else ()
        claims = (*self._named_last(cues, claims, reader), *claims)
        compared = {i for spot in cues.spots if spot.cues & COMPARING for i in range(spot.first, spot.after)}
        topics = self._topics.find(cues.tokens, without=cues.taken | compared)
        claims = tuple(self._restated(one, cues, state, reader) for one in claims)
        claims = tuple(one for one in claims if not self._is_only_cue(one, cues, topics))
        # Words that no list knows account for nothing.
        spans = [(one.start, one.end) for one in claims if not is_guess(one)]
        spans += [(cues.tokens[first].start, cues.tokens[after - 1].end) for _, first, after in topics]
        claims, topics = _told_apart(claims, topics, cues)
        return Heard(
            text=message,
            language=self.language_of(cues, claims, state),
            cues=cues,
            claims=with_implied(firm(claims, self._pack), self._pack),
            topics=tuple(topic for topic, _, _ in topics),
            references=self._references(cues, state),
            names_thing=self._names_thing(cues, claims),
            its=self._has_its(cues, state),
            left=tuple(cues.left(idle=self._cues.idle | self._vague, covered=spans)),
            notices=reading.notices if reading is not None else (),
            labelled=self._labelled(message, state),
        )

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
        period = "/" in old.amounts[0].unit and "/" not in claim.amounts[0].unit
        if not moved and not period:
            return claim
        words = f"{before if moved else own} {number} {behind if period else ''}"
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
        spoken = [norm for i, norm in enumerate(cues.norms) if norm not in named and i not in cues.taken]
        found, by = margin(" ".join(spoken), languages)
        words = sum(norm[0].isalpha() for norm in spoken)
        doubtful = by == 0 or (words <= _SHORT and (by < _CLEAR or words == 1))
        return state.language if doubtful and state.language in languages else found

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

    def decide(self, heard: Heard, state: SessionState) -> Meant:
        """Returns what the message does, by the first rule that holds."""
        situation = Situation(heard=heard, state=state, pack=self._pack)
        move = next((move for move, holds in RULES if holds(situation)), Move.OUT_OF_SCOPE)
        return Meant(
            move=move,
            heard=heard,
            criteria=self._criteria(move, situation),
            references=situation.references,
            order=heard.cues.superlative if move in (Move.NEW, Move.MODIFY, Move.SORT, Move.DETAIL) else None,
            dropped=situation.to_drop if move is Move.DROP else (),
        )

    def _criteria(self, move: Move, situation: Situation) -> Criteria:
        heard, state = situation.heard, situation.state
        match move:
            case Move.NEW:
                return added((), heard.claims, self._pack)
            case Move.MODIFY:
                return added(
                    state.criteria,
                    heard.claims,
                    self._pack,
                    replacing_places=heard.cues.has(Cue.INSTEAD),
                    moving=not heard.cues.begins & {Cue.REFINE, Cue.OR_ELSE, Cue.ONE_THAT},
                    as_alternative=Cue.OR_ELSE in heard.cues.begins | heard.cues.ends
                    and not heard.cues.has(Cue.INSTEAD),
                )
            case Move.RESET:
                return ()
            case Move.DROP:
                gone = situation.to_drop
                return dropped(state.criteria, lambda claim: any(claim is one for one in gone))
            case _:
                return state.criteria


def is_money(claim: QueryClaim) -> bool:
    return bool(claim.amounts) and claim.amounts[0].kind is AmountKind.MONEY and not claim.negated


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
    claims: Sequence[QueryClaim], topics: Sequence[tuple[Topic, int, int]], cues: Cues
) -> tuple[tuple[QueryClaim, ...], list[tuple[Topic, int, int]]]:
    """Wishes and topics without those whose words the other has. Where a value is asked for ("garasinya
    berapa mobil?") or an order, the topic has them, and else the wish."""

    def shared(claim: QueryClaim, first: int, after: int) -> bool:
        start, end = cues.tokens[first].start, cues.tokens[after - 1].end
        return claim.start < end and start < claim.end and not is_guess(claim)

    if not cues.has(Cue.WHAT, Cue.SORT, Cue.DROP, Cue.ANY) and cues.superlative is None:
        return tuple(claims), [one for one in topics if not any(shared(claim, *one[1:]) for claim in claims)]
    left = tuple(claim for claim in claims if claim.amounts or not any(shared(claim, *one[1:]) for one in topics))
    # "Berapa jaraknya ke USU?" asks for the distance to it, and not for all distances.
    known = any(not is_guess(claim) for claim in left)
    return left, [one for one in topics if one[0].concepts or not known]


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
        something = bool(asked or heard.topics) or self.cues.has(Cue.CONTACT)
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
        return heard.labelled or tuple(
            claim
            for claim in self.state.criteria
            if any(topic.covers(claim) for topic in heard.topics) or any(_is_about(claim, one) for one in heard.claims)
        )

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
        if len(self.heard.known) < 2:
            return False
        merged = added(self.state.criteria, self.heard.claims[:1], self.pack)
        return changed(self.state.criteria, merged) and self.heard.claims[0].start < 3

    @property
    def goes_on(self) -> bool:
        """True if the message says itself that it goes on from the last search."""
        begins = self.cues.begins
        return bool(begins & {Cue.REFINE, Cue.OR_ELSE, Cue.ONE_THAT}) or self.cues.has(Cue.INSTEAD)

    @property
    def says_nothing_else(self) -> bool:
        return not self.heard.claims and not self.heard.left and not self.heard.topics


def _is_about(kept: QueryClaim, named: QueryClaim) -> bool:
    """True if a criterion is what a message names, whatever its values: "hapus 3 lantai", "drop the
    dishwasher"."""
    if named.concept is not None:
        return kept.concept == named.concept
    if named.name is not None or named.where is not None:
        return (kept.name is not None and named.name is not None and kept.name.is_same(named.name)) or (
            kept.where is not None
            and named.where is not None
            and kept.where.names == named.where.names
            and kept.where.kind == named.where.kind
        )
    return same_wish(kept, named) or (is_guess(kept) and kept.pattern.casefold() in named.pattern.casefold())


Rule = Callable[[Situation], bool]

RULES: Final[tuple[tuple[Move, Rule], ...]] = (
    (Move.DROP, lambda s: bool(s.heard.labelled)),
    # A request for what is not done here is none of the search, whatever it mentions.
    (Move.OUT_OF_SCOPE, lambda s: Cue.NOT_OURS in s.cues.begins and not s.searches and not s.names_hit),
    # "Bedanya SHM sama SHGB apa?" asks what words mean, and compares no hits.
    (
        Move.OUT_OF_SCOPE,
        lambda s: (
            s.cues.has(Cue.COMPARE)
            and bool(s.heard.known)
            and not (s.references or s.names_hit or s.searches or s.heard.names_thing or s.cues.comparative)
        ),
    ),
    (Move.RESET, lambda s: s.cues.has(Cue.RESET) and not s.heard.known),
    (Move.NEW, lambda s: s.cues.has(Cue.RESET) and bool(s.heard.known)),
    (Move.CRITERIA, lambda s: s.cues.has(Cue.CRITERIA) and not s.heard.known),
    # Hits that were shown.
    (
        Move.COMPARE,
        lambda s: s.cues.has(Cue.COMPARE) and s.shown and not s.searches and not s.heard.names_thing,
    ),
    (Move.SORT, lambda s: s.cues.has(Cue.SORT) and bool(s.state.criteria) and not s.heard.known),
    (
        Move.DROP,
        lambda s: (
            s.cues.has(Cue.DROP)
            and bool(s.state.criteria)
            and bool(s.to_drop or s.heard.topics or s.heard.known)
            and len(s.heard.left) < MUCH
        ),
    ),
    (Move.DROP, lambda s: s.says_any and bool(s.to_drop)),
    (Move.OKAY, lambda s: s.says_any),
    (Move.ASK, lambda s: s.asks_about_hit),
    (Move.ASK, lambda s: s.cues.has(Cue.CONTACT) and s.shown and not s.searches),
    (Move.DETAIL, lambda s: s.names_hit and s.cues.comparative is None and not s.searches),
    (
        Move.DETAIL,
        lambda s: bool(s.references) and Cue.DETAIL in s.cues.begins and not s.heard.claims and not s.heard.left,
    ),
    # The search.
    (Move.MODIFY, lambda s: s.cues.comparative is not None and s.shown),
    (
        Move.MORE,
        lambda s: (
            s.cues.has(Cue.MORE)
            and bool(s.state.criteria)
            and not changed(s.state.criteria, added(s.state.criteria, s.heard.claims, s.pack))
        ),
    ),
    (Move.NEW, lambda s: bool(s.heard.known) and not s.state.criteria),
    # Many words beside wishes that change nothing: it speaks of something else.
    (Move.OUT_OF_SCOPE, lambda s: bool(s.heard.known) and s.is_beside_the_search),
    (Move.NEW, lambda s: bool(s.heard.known) and s.is_complete and not s.goes_on),
    (Move.MODIFY, lambda s: bool(s.heard.known)),
    (Move.MODIFY, lambda s: bool(s.heard.claims) and bool(s.state.criteria) and (s.goes_on or s.cues.has(Cue.SEARCH))),
    (Move.NEW, lambda s: bool(s.heard.claims) and (s.cues.has(Cue.SEARCH) or s.heard.names_thing)),
    # Talk.
    (Move.THANKS, lambda s: s.cues.has(Cue.THANKS)),
    (Move.HELP, lambda s: s.cues.has(Cue.HELP)),
    (Move.GREETING, lambda s: Cue.GREETING in s.cues.begins and not s.heard.left),
    (Move.GOODBYE, lambda s: s.cues.has(Cue.GOODBYE) and not s.heard.left),
    (
        Move.CLARIFY,
        lambda s: (
            (s.cues.has(Cue.SEARCH, Cue.ONE_THAT, Cue.MORE) or s.heard.names_thing)
            and not s.shown
            and len(s.heard.left) <= MUCH
        ),
    ),
    (Move.CLARIFY, lambda s: s.cues.has(Cue.SEARCH, Cue.ONE_THAT) and not s.heard.left),
    (Move.DETAIL, lambda s: bool(s.references) and s.cues.has(Cue.DETAIL, Cue.THIS_ONE) and not s.heard.left),
    (Move.OKAY, lambda s: s.cues.has(Cue.OKAY) and s.says_nothing_else),
    (Move.CLARIFY, lambda s: s.says_nothing_else and bool(s.state.criteria)),
)


def _norms(wording: str) -> tuple[str, ...]:
    return tuple(singular(token.norm) for token in tokenize(wording))
