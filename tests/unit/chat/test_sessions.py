"""Sessions: kept, separate, forgotten, deleted; two messages at once are answered one after the other."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.shared_packs import shared_reader

from claimtree.chat import Move, Reply, SessionState
from claimtree.chat.orders import Measure, Order
from claimtree.chat.sessions import LONGEST_NAME, MOST_SESSIONS, Key, MemorySessions, Sessions, StoredSessions
from claimtree.chat.state_json import decode_state, encode_state
from claimtree.errors import BadInput, StoreConflict, StoreDamaged, UnknownName
from claimtree.model.claims import EntityId

KEY = Key(collection="homes", owner="ann", name="s1")
REPLY = Reply(language="en", move=Move.NEW, lines=("one",))


def one_more(state: SessionState) -> tuple[Reply, SessionState]:
    return REPLY, replace(state, turns=state.turns + 1)


@pytest.fixture(params=["memory", "file"])
def sessions(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sessions]:
    made = MemorySessions() if request.param == "memory" else StoredSessions(tmp_path / "conversations.db")
    yield made
    made.close()


def test_a_session_goes_on_from_its_last_message(sessions: Sessions) -> None:
    assert {sessions.turn(KEY, one_more).session for _ in range(3)} == {"s1"}
    assert sessions.read(KEY)[0].turns == 3


def test_sessions_of_others_and_of_other_data_are_separate(sessions: Sessions) -> None:
    sessions.turn(KEY, one_more)
    for other in (replace(KEY, owner="bob"), replace(KEY, name="s2"), replace(KEY, collection="offices")):
        assert sessions.read(other)[0] == SessionState()
    assert [one.name for one in sessions.listed("homes", "ann")] == ["s1"]
    assert sessions.listed("homes", "bob") == ()


def test_a_deleted_session_begins_anew_and_an_unknown_one_cannot_be_deleted(sessions: Sessions) -> None:
    sessions.turn(KEY, one_more)
    sessions.delete(KEY)
    assert sessions.read(KEY)[0].turns == 0
    with pytest.raises(UnknownName, match="no session 's1'"):
        sessions.delete(KEY)


def test_messages_of_one_session_at_once_are_answered_one_after_the_other(sessions: Sessions) -> None:
    inside, most = 0, 0
    lock = threading.Lock()

    def slowly(state: SessionState) -> tuple[Reply, SessionState]:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.01)
        with lock:
            inside -= 1
        return one_more(state)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: sessions.turn(KEY, slowly), range(8)))
    assert most == 1
    assert sessions.read(KEY)[0].turns == 8


def test_a_third_message_at_once_is_refused_and_other_sessions_are_not(sessions: Sessions) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def waits(state: SessionState) -> tuple[Reply, SessionState]:
        begun.set()
        assert go_on.wait(10)
        return one_more(state)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(sessions.turn, KEY, waits)
        assert begun.wait(10)
        second = pool.submit(sessions.turn, KEY, one_more)
        while sessions._locks[KEY][1] < 2:
            threading.Event().wait(0.005)
        with pytest.raises(StoreConflict, match="being answered"):
            sessions.turn(KEY, one_more)
        assert sessions.turn(replace(KEY, owner="bob"), one_more).session == "s1"
        go_on.set()
        first.result(10)
        second.result(10)
    assert sessions.read(KEY)[0].turns == 2
    assert sessions._locks == {}


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "a\nb", "\x1b[31m"])
def test_a_name_that_no_session_may_have_is_refused(sessions: Sessions, name: str) -> None:
    with pytest.raises(BadInput, match="name of the session"):
        sessions.turn(replace(KEY, name=name), one_more)


def test_a_session_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "conversations.db"
    first = StoredSessions(file)
    first.turn(KEY, one_more)
    first.close()
    again = StoredSessions(file)
    again.turn(KEY, one_more)
    assert again.read(KEY)[0].turns == 2
    again.close()


def other_process(file: Path) -> Callable[[SessionState], tuple[Reply, SessionState]]:
    """Answers while another process answers a message of the same session, each time."""

    def answer(state: SessionState) -> tuple[Reply, SessionState]:
        other = StoredSessions(file)
        other.turn(KEY, one_more)
        other.close()
        return one_more(state)

    return answer


def test_a_message_that_another_process_overtook_is_answered_from_the_newer_state(tmp_path: Path) -> None:
    file = tmp_path / "conversations.db"
    ours, overtaken = StoredSessions(file), [True]

    def once(state: SessionState) -> tuple[Reply, SessionState]:
        return other_process(file)(state) if overtaken and overtaken.pop() else one_more(state)

    ours.turn(KEY, once)
    assert ours.read(KEY)[0].turns == 2
    with pytest.raises(StoreConflict, match="being answered"):
        ours.turn(KEY, other_process(file))
    ours.close()


def test_sessions_that_nobody_used_are_forgotten(tmp_path: Path) -> None:
    now = [1000.0]
    sessions = StoredSessions(tmp_path / "conversations.db", kept_s=60, clock=lambda: now[0])
    sessions.turn(KEY, one_more)
    now[0] += 61
    assert sessions.read(KEY)[0] == SessionState()
    assert sessions.listed("homes", "ann") == ()
    sessions.turn(replace(KEY, name="s2"), one_more)
    with sqlite3.connect(tmp_path / "conversations.db") as connection:
        assert connection.execute("SELECT name FROM session").fetchall() == [("s2",)]
    sessions.close()


def test_the_oldest_session_of_an_owner_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.chat.sessions.MOST_SESSIONS", 3)
    assert MOST_SESSIONS > 3
    now = [1000.0]
    sessions = StoredSessions(tmp_path / "conversations.db", clock=lambda: now[0])
    for name in "abcd":
        now[0] += 1
        sessions.turn(replace(KEY, name=name), one_more)
    sessions.turn(Key(collection="homes", owner="bob", name="a"), one_more)
    assert [one.name for one in sessions.listed("homes", "ann")] == ["d", "c", "b"]
    sessions.close()


def test_a_damaged_session_is_named_and_can_be_deleted(tmp_path: Path) -> None:
    file = tmp_path / "conversations.db"
    sessions = StoredSessions(file)
    sessions.turn(KEY, one_more)
    with sqlite3.connect(file) as connection:
        connection.execute("""UPDATE session SET state = '{"criteria": [{}]}'""")
    with pytest.raises(StoreDamaged, match="session 's1'"):
        sessions.turn(KEY, one_more)
    assert [one.name for one in sessions.listed("homes", "ann")] == ["s1"]
    sessions.delete(KEY)
    sessions.turn(KEY, one_more)
    sessions.close()


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        ("property", "rumah atau ruko 3 lantai di Medan Johor atau dekat USU, sewa maksimal 50 juta per tahun"),
        ("property", "rumah di bawah 1,5 M, tanpa kolam renang, hadap utara, jauh dari pabrik, minimal 3 kamar"),
        (
            "rentals",
            "sunny kitchen over 12 m², two bedrooms, each with a closet, no bars within 300 m, near Prospect Park",
        ),
    ],
)
def test_every_wish_that_is_read_comes_back_from_json(pack: str, message: str) -> None:
    claims = tuple(replace(claim, why=None, start=0, end=0) for claim in shared_reader(pack).read_query(message).claims)
    assert claims
    state = SessionState(
        criteria=claims,
        shown=(EntityId("a"), EntityId("b")),
        focus=EntityId("b"),
        order=Order(by=Measure.PRICE, descending=True),
        language="id",
        turns=7,
    )
    back = decode_state(encode_state(state))
    assert back == state
    assert [(one.counted, one.opposed) for one in back.criteria] == [(one.counted, one.opposed) for one in claims]


def test_a_session_that_was_deleted_during_a_message_does_not_come_back(sessions: Sessions) -> None:
    before = SessionState(turns=1, shown=(EntityId("a"),))
    sessions.write(KEY, before, version=0)
    seen: list[SessionState] = []

    def answer(state: SessionState) -> tuple[Reply, SessionState]:
        seen.append(state)
        if len(seen) == 1:
            sessions.delete(KEY)
        return one_more(state)

    sessions.turn(KEY, answer)
    assert seen == [before, SessionState()]
    assert sessions.read(KEY) == (SessionState(turns=1), 1)
