"""A conversation: a message in, a reply out, with what was said before kept in between.

    talk = Conversation(engine)
    talk.reply("cari rumah di Cemara Asri").text
    talk.reply("yang 3 lantai").label          # "rumah · Cemara Asri · 3 lantai"

A turn is: hear the message (`understand`), decide the move, search or look up (`turn`, with
`selection` and `hit_answers`), write the reply (`reply_text`), remember (`sessions`). The searcher
may be any object that answers a `Question` as `claimtree.engine.Engine` does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from claimtree.chat.criteria import Criteria, choices, is_guess, is_known, same_wish
from claimtree.chat.giving_up import is_within
from claimtree.chat.going_back import remembered
from claimtree.chat.hit_answers import HitAnswers
from claimtree.chat.moves import Move
from claimtree.chat.progress import Called, Progress, Step, untold
from claimtree.chat.reply import Reply
from claimtree.chat.selection import Searcher, Selector
from claimtree.chat.session_state import SessionState
from claimtree.chat.sessions import Key, MemorySessions, Sessions
from claimtree.chat.situation import Heard, Situation
from claimtree.chat.tools import Tools
from claimtree.chat.turn import Turn
from claimtree.chat.turn_base import Parts
from claimtree.chat.understand import Meant, Understanding
from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.model.answers import Explanation
from claimtree.model.claims import QueryClaim
from claimtree.model.questions import Question
from claimtree.search.query_limits import check_query

if TYPE_CHECKING:
    from claimtree.chat.assistant import Assistant

LIMIT: Final = 5
MOST_LIMIT: Final = 50
MOST_ASKED: Final = 300
"""Letters of a question that are kept, since it may be asked of another hit."""


class Conversation:
    """Talks about what one engine finds; sessions are kept in `sessions`, or in this object."""

    def __init__(
        self,
        engine: Engine,
        *,
        searcher: Searcher | None = None,
        sessions: Sessions | None = None,
        limit: int = LIMIT,
        assistant: Assistant | None = None,
    ) -> None:
        """`assistant` is a language model that may choose tools or word replies; both are checked."""
        self._engine = engine
        self._pack = engine.pack
        self._sessions = sessions if sessions is not None else MemorySessions()
        self._limit = limit
        self._understanding = Understanding(engine.pack)
        selector = Selector(engine, searcher)
        asked: Searcher = searcher if searcher is not None else engine
        self._searcher = asked
        self._parts = Parts(engine=engine, searcher=asked, selector=selector, answers=HitAnswers(asked, engine.pack))
        self._tools = Tools(engine, searcher=searcher)
        self._assistant = assistant

    @property
    def sessions(self) -> Sessions:
        return self._sessions

    @property
    def understanding(self) -> Understanding:
        """What messages mean, for those that learn it."""
        return self._understanding

    @property
    def tools(self) -> Tools:
        """The tools, for those that choose among them themselves."""
        return self._tools

    def close(self) -> None:
        """Closes the connections to the language model, if there is one; sessions are those of the opener."""
        if self._assistant is not None:
            self._assistant.close()

    def reply(
        self,
        message: str,
        *,
        session: str = "",
        owner: str = "",
        collection: str = "",
        limit: int | None = None,
        progress: Progress = untold,
    ) -> Reply:
        """Answers a message, and remembers what was said. A session belongs to an owner and to the
        data that it is about: `collection`, by default the pack. `progress` is told what is known of the
        reply before it is finished.

        Two messages of one session at once are answered one after the other. Raises BadQuery for a
        message that cannot be read: empty, too long, no text.
        """
        check_query(message)
        count = min(max(limit if limit is not None else self._limit, 1), MOST_LIMIT)
        key = Key(collection=collection or self._pack.name, owner=owner, name=session)
        return self._sessions.turn(key, lambda state: self.turn(message, state, limit=count, progress=progress))

    def why(self, key: Key, number: str) -> Explanation:
        """Returns why a hit that was shown in a session stands where it stands."""
        state, _ = self._sessions.read(key)
        count = len(state.shown)
        if not number.isdecimal() or not 1 <= int(number) <= count:
            known = f"Numbers 1 to {count} were shown." if count else "Nothing was shown yet."
            raise BadInput(f"there is no hit {number[:20]!r}", hint=known, values={"number": number[:20]})
        return self._searcher.explain(state.shown[int(number) - 1], Question(claims=state.criteria))

    def turn(
        self, message: str, state: SessionState, *, limit: int = LIMIT, progress: Progress = untold
    ) -> tuple[Reply, SessionState]:
        """Returns the reply to a message in a state, and the state after it."""
        state = self._valid(state)
        situation = self.situation(message, state)
        return self._replied(self._understanding.decide(situation), message, state, limit, progress)

    def turn_as(
        self, move: Move, message: str, state: SessionState, *, limit: int = LIMIT
    ) -> tuple[Reply, SessionState]:
        """Returns the reply to a message that is known to make a move."""
        situation = self.situation(message, state)
        return self._replied(self._understanding.meant(move, situation), message, state, limit)

    def situation(self, message: str, state: SessionState) -> Situation:
        """Returns a message with everything that is heard of it in a state."""
        heard = self._heard(self._understanding.hear(message, state, self._engine.reader), state)
        return Situation(heard=heard, state=state, pack=self._pack)

    def _replied(
        self, meant: Meant, message: str, state: SessionState, limit: int, progress: Progress = untold
    ) -> tuple[Reply, SessionState]:
        heard = meant.heard
        turn = Turn(self._parts, message, state, meant, limit, progress=progress)
        if self._assistant is None:
            reply = turn.reply()
        else:
            turn, reply = self._assisted(turn, self._assistant)
        asked = heard.asked[:MOST_ASKED] if reply.move is Move.ASK else ""
        after = remembered(state, turn.after, reply.move)
        after = replace(after, language=heard.language, turns=state.turns + 1, asked=asked)
        return reply, after

    def _assisted(self, turn: Turn, assistant: Assistant) -> tuple[Turn, Reply]:
        """Answers a turn with a language model, whose tools and words are used where they pass our checks."""
        asking = assistant.for_message()
        progress, state, message = turn.progress, turn.state, turn.message
        if assistant.chooses_tools:
            # What our reader understood is told before the model is waited for.
            turn.tell_understood(turn.meant.criteria)
        choice = assistant.chosen(turn, asking, self._tools)
        if choice is None:
            reply = turn.reply()
        else:

            def tell(step: Step) -> None:
                progress(Called(calls=choice.like(step.calls)) if isinstance(step, Called) else step)

            turn = Turn(self._parts, message, state, choice.meant, turn.limit, progress=tell)
            reply = turn.reply()
            reply = replace(reply, calls=choice.like(reply.calls))
        return turn, replace(assistant.worded(reply, message, asking, self._engine), model=asking.use)

    def _heard(self, heard: Heard, state: SessionState) -> Heard:
        """What was heard, without what nothing in the data speaks of: words that no list knows, and places
        that are nowhere. Of a question they are kept: the answer says that it is not mentioned."""
        unheard_of = [claim for claim in heard.claims if self._is_unheard_of(claim, heard, state)]
        if not unheard_of or heard.asks or heard.references:
            return heard
        # "No need for the school" after "near a school": by its word the wish is given up.
        dropped = [span for span in heard.clauses_dropped if heard.spoken_of]
        told = [one for one in unheard_of if not any(is_within(heard.cues, one, span) for span in dropped)]
        return replace(
            heard,
            claims=tuple(claim for claim in heard.claims if not any(claim is one for one in unheard_of)),
            unheard_of=tuple(claim.full_wording or claim.quote for claim in told),
        )

    def _is_unheard_of(self, claim: QueryClaim, heard: Heard, state: SessionState) -> bool:
        if any(same_wish(claim, old) for old in state.criteria):
            return False
        # A place that the message introduces as one ("di Atlantis") is asked for, even if it is nowhere.
        guessed = is_guess(claim) or (
            claim.where is not None
            and bool(claim.where.names)
            and not self._understanding.introduces(heard, claim)
            and self._is_nowhere(claim)
        )
        return guessed and not self._parts.selector.speaks_of(claim)

    def _is_nowhere(self, claim: QueryClaim) -> bool:
        located = self._engine.locate((claim,))
        return bool(located.unknown) and not located.tests

    def _valid(self, state: SessionState) -> SessionState:
        """The state without criteria that the pack no longer knows: a session may be older than it."""
        former = [replace(one, criteria=self._known(one.criteria)) for one in state.former]
        return replace(
            state,
            criteria=self._known(state.criteria),
            former=tuple(one for one in former if one.criteria),
        )

    def _known(self, criteria: Criteria) -> Criteria:
        kept = [choice for choice in choices(criteria) if all(is_known(claim, self._pack) for claim in choice)]
        known = tuple(claim for choice in kept for claim in choice)
        return criteria if len(known) == len(criteria) else known
