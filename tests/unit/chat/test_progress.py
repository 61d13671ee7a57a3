"""What is told of a reply before it is finished, and that a listener who leaves changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from claimtree.chat import Conversation, Move
from claimtree.chat.progress import Called, HitsFound, Step, Understood
from claimtree.chat.selection import Searcher
from claimtree.chat.sessions import Key, MemorySessions
from claimtree.errors import OutOfTime
from claimtree.model.answers import Answer, Explanation, Hit
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.phrases import IndexedEntity
from claimtree.model.questions import Question
from claimtree.workspace import Workspace


class Watched:
    """A searcher that notes how much was told when it was asked."""

    def __init__(self, searcher: Searcher, told: list[Step]) -> None:
        self._searcher = searcher
        self._told = told
        self.before: list[list[type]] = []

    def search(self, question: Question | str, *, limit: int = 10, offset: int = 0, after: str = "") -> Answer:
        self.before.append([type(step) for step in self._told])
        return self._searcher.search(question, limit=limit, offset=offset, after=after)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        return self._searcher.get(ids)

    def explain(self, id: EntityId, question: Question) -> Explanation:
        return self._searcher.explain(id, question)

    def meeting_all(self, claims: tuple[QueryClaim, ...], *, limit: int) -> tuple[EntityId, ...]:
        return self._searcher.meeting_all(claims, limit=limit)

    def hits(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        return self._searcher.hits(claims, ids)


def test_criteria_and_tools_are_told_before_the_search(workspace: Workspace) -> None:
    told: list[Step] = []
    watched = Watched(workspace.engine, told)
    reply = Conversation(workspace.engine, searcher=watched).reply("rumah dekat mall", progress=told.append)
    assert watched.before[0] == [Understood, Called]
    assert isinstance(told[0], Understood)
    assert (told[0].labels, told[0].language) == (reply.labels, "id")
    last_calls = [step for step in told if isinstance(step, Called)][-1]
    assert last_calls.calls == reply.calls
    found = told[-1]
    assert isinstance(found, HitsFound)
    assert (found.hits, found.groups, found.total) == (reply.hits, reply.groups, reply.total)


def test_a_question_about_a_hit_is_told_with_the_lookup_of_it(talk: Conversation) -> None:
    talk.reply("rumah dijual 3 kamar di Medan Johor")
    told: list[Step] = []
    reply = talk.reply("nomor 1 ada CCTV?", progress=told.append)
    assert isinstance(told[0], Understood)
    assert (told[0].move, told[0].labels) == (Move.ASK, reply.labels)
    assert told[-1] == Called(calls=reply.calls)


def test_a_listener_who_leaves_half_way_leaves_the_session_as_it_was(workspace: Workspace) -> None:
    sessions = MemorySessions()
    talk = Conversation(workspace.engine, sessions=sessions)
    first = talk.reply("rumah di Medan Johor", session="s")
    key = Key(collection="property", name="s")
    before = sessions.read(key)

    def leave(step: Step) -> None:
        if isinstance(step, HitsFound):
            raise OutOfTime("nobody is waiting")

    with pytest.raises(OutOfTime):
        talk.reply("yang 3 lantai", session="s", progress=leave)
    assert sessions.read(key) == before
    # The next message goes on from the last that was answered, and nothing is locked.
    assert talk.reply("apa saja filternya?", session="s").labels == first.labels
