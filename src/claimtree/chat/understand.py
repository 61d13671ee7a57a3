"""Decides what a message does: what was heard and the state in, a move with its wishes out.

What a message does is weighed (`acts`); what follows of it for the criteria is here, each rule a sentence about what
was found, and none looks at words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimtree.chat.acts import ActModel, shipped_model
from claimtree.chat.criteria import Criteria, added, alternates, dropped, is_about, is_guess, numbered, same_wish
from claimtree.chat.going_back import before_last_change, opening
from claimtree.chat.hearing import Hearing
from claimtree.chat.hit_numbers import Reference
from claimtree.chat.moves import GOING_BACK, Move
from claimtree.chat.orders import Order
from claimtree.chat.session_state import SessionState
from claimtree.chat.signs import signs_of
from claimtree.chat.situation import Heard, Situation
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.ports import Reader


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
    back: SessionState | None = None
    """The state with an earlier search, where the message goes back to one."""


class Understanding:
    """Understands the messages of a pack's users."""

    def __init__(self, pack: Pack, *, model: ActModel | None = None) -> None:
        self._pack = pack
        self._model = model or shipped_model()
        self.hearing = Hearing(pack)
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)
        language = language_of(pack)
        near = pack.places.near if pack.places is not None else {}
        self._placing = language.prepositions | language.whereabouts | {words.split()[-1] for words in near if words}

    def hear(self, message: str, state: SessionState, reader: Reader) -> Heard:
        """Returns what a message says."""
        return self.hearing.hear(message, state, reader)

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
        if move in GOING_BACK:
            named = tuple(one for one in heard.claims if not is_guess(one))
            back = before_last_change(situation.state, named) if move is Move.UNDO else opening(situation.state)
            found = situation.state.criteria if back is None else back.criteria
            return Meant(move=move, heard=heard, criteria=found, back=back)
        if move is not Move.NEW and situation.puts_in_its_place and heard.cues.has(Cue.RESET, Cue.DROP):
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

    def _only_moves_distance(self, situation: Situation) -> bool:
        """True if every place of a message is asked for already: "2 km aja" leaves the others where they are."""
        places = [one for one in situation.heard.wanted if one.where is not None]
        return bool(places) and all(any(is_about(old, one) for old in situation.state.criteria) for one in places)

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
                return self._with_what_would_do(added((), heard.plainly_wanted, self._pack), heard, opens=True)
            case Move.MODIFY:
                gone = (*self._dropped(move, situation), *(heard.opened or ())[:1])
                found = added(
                    dropped(state.criteria, lambda claim: any(claim is one for one in gone)),
                    (*heard.plainly_wanted, *(heard.opened or ())[1:]),
                    self._pack,
                    replacing_places=heard.cues.has(Cue.INSTEAD) and not self._only_moves_distance(situation),
                    moving=not heard.cues.begins & {Cue.REFINE, Cue.OR_ELSE, Cue.ONE_THAT},
                    as_alternative=(Cue.OR_ELSE in heard.cues.begins | heard.cues.ends or situation.widens)
                    and (situation.widens or not heard.cues.has(Cue.INSTEAD))
                    and not (self._settles_deal(heard) or heard.either),
                    would_do=situation.widens,
                )
                return self._with_what_would_do(found, heard)
            case Move.RESET:
                return ()
            case Move.DROP:
                gone = situation.to_drop
                return dropped(state.criteria, lambda claim: any(claim is one for one in gone))
            case _:
                return state.criteria

    def _with_what_would_do(self, criteria: Criteria, heard: Heard, *, opens: bool = False) -> Criteria:
        """The criteria with the wishes that would do as well. In a search that begins, what is no alternative to
        something else ("unfurnished is fine") asks for nothing."""
        for wish in heard.also_beside:
            if not opens or any(alternates(old, wish, self._pack) for old in criteria):
                criteria = added(criteria, (wish,), self._pack, as_alternative=True, would_do=True)
        return criteria
