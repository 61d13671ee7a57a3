"""The checker of histories objects to what must not be, and to nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from claimtree_testing.histories import Fault, check
from claimtree_testing.histories.history import FOREVER, Asked, Call, History, Result
from claimtree_testing.histories.model import ABSENT, Kind, Operation, Outcome, State, Versions, size, step

# Values that bring no rooms and no area: multiples of twelve.
A, B, C, D = ("alpha", 12), ("beta", 24), ("gamma", 36), ("alpha", 48)
IN_AREA = ("alpha", 9)
"""Hangs on a0, and has no rooms."""
ROOMS = ("alpha", 20)
"""Two rooms, and no area."""


def operation(kind: Kind, began: int, ended: int, **more: object) -> Operation:
    plain = Operation(kind=kind, id="h1", outcome=Outcome.DONE, began=began, ended=ended, who="w")
    return replace(plain, **more)  # type: ignore[arg-type]  # tests name real fields


def put(write: tuple[str, int], began: int, ended: int, **more: object) -> Operation:
    return operation(Kind.PUT, began, ended, source=write[0], value=write[1], **more)


def read(seen: State, began: int, ended: int, **more: object) -> Operation:
    return operation(Kind.READ, began, ended, state=seen, **more)


def delete(began: int, ended: int, **more: object) -> Operation:
    return operation(Kind.DELETE, began, ended, **more)


def faults(*history: Operation) -> list[Fault]:
    return [violation.fault for violation in check(history)]


STALE, UNKNOWN, REFUSED = {"outcome": Outcome.STALE}, {"outcome": Outcome.UNKNOWN}, {"outcome": Outcome.REFUSED}


@pytest.mark.parametrize(
    "history",
    [
        [],
        [read(ABSENT, 0, 1), put(A, 2, 3), read((A,), 4, 5), delete(6, 7), read(ABSENT, 8, 9)],
        [put(A, 0, 10), put(B, 1, 9), read((B, A), 11, 12)],
        [put(A, 0, 10), put(B, 1, 9), read((A, B), 11, 12)],
        [put(A, 0, 10), read((A,), 1, 2), read((A,), 3, 4)],
        [put(A, 0, 1), put(D, 2, 3), read((D,), 4, 5)],
        [put(A, 0, 1), put(B, 2, 3), put(A, 4, 5), read((A, B), 6, 7)],
        [put(A, 0, 1), delete(2, 20), put(B, 3, 19), read((B,), 21, 22)],
        [put(A, 0, 1), delete(2, 20), put(B, 3, 19), read(ABSENT, 21, 22)],
        [put(A, 0, 1), put(B, 2, 3, wanted=(A,)), put(C, 4, 5, wanted=(A,), **STALE), read((A, B), 6, 7)],
        [put(A, 0, 1, wanted=ABSENT), put(B, 2, 3, wanted=ABSENT, **STALE), read((A,), 4, 5)],
        [put(A, 0, 1), delete(2, 3, wanted=(A,)), delete(4, 5, wanted=(A,), **STALE), read(ABSENT, 6, 7)],
        [put(ROOMS, 0, 1), delete(2, 3, gone=3), delete(4, 5, gone=0)],
        [put(A, 0, 1), put(B, 2, 3, **REFUSED), read((A,), 4, 5)],
        [put(B, 0, 1), put(A, 2, 3), read((A, B), 4, 5, unordered=True)],
    ],
)
def test_what_some_order_explains_is_sound(history: list[Operation]) -> None:
    assert check(history) == []


@pytest.mark.parametrize(
    ("history", "fault"),
    [
        ([put(A, 0, 1), put(B, 2, 3), read((B,), 4, 5)], Fault.LOST),
        ([put(A, 0, 5), put(B, 1, 4), read((B,), 6, 7)], Fault.LOST),
        ([put(A, 0, 1), put(D, 2, 3), read((A,), 4, 5)], Fault.LOST),
        ([put(A, 0, 1), read(ABSENT, 2, 3)], Fault.LOST),
        ([put(A, 0, 1), delete(2, 3), read((A,), 4, 5)], Fault.RESURRECTED),
        ([put(A, 0, 1), delete(2, 3), put(B, 4, 5), read((A, B), 6, 7)], Fault.RESURRECTED),
        ([read((A,), 0, 1), put(A, 2, 3)], Fault.RESURRECTED),
        ([put(A, 0, 10), read((A,), 1, 2), read(ABSENT, 3, 4)], Fault.LOST),
        ([put(A, 0, 1), put(B, 2, 8, wanted=(A,)), put(C, 3, 9, wanted=(A,))], Fault.TWICE),
        ([put(A, 0, 9, wanted=ABSENT), put(B, 1, 8, wanted=ABSENT)], Fault.TWICE),
        ([put(A, 0, 1), delete(2, 8, wanted=(A,)), put(B, 3, 9, wanted=(A,))], Fault.TWICE),
        ([put(A, 0, 1), put(B, 2, 3, wanted=(A,), **STALE)], Fault.IMPOSSIBLE),
        ([put(ROOMS, 0, 1), delete(2, 3, gone=2)], Fault.IMPOSSIBLE),
        ([put(B, 0, 1), put(A, 2, 3), read((A, B), 4, 5)], Fault.IMPOSSIBLE),
    ],
)
def test_what_no_order_explains_is_named(history: list[Operation], fault: Fault) -> None:
    assert faults(*history) == [fault]


def test_a_version_is_one_state() -> None:
    history = [put(A, 0, 1), read((A,), 2, 3, version="v"), put(B, 4, 5), read((A, B), 6, 7, version="v")]
    assert Fault.VERSION in faults(*history)


def test_a_write_that_was_told_another_state_s_version_is_found() -> None:
    seen = [put(A, 0, 1), read((A,), 2, 3, version="one")]
    assert check([*seen, put(B, 4, 5, version="two")]) == []
    assert faults(*seen, put(B, 4, 5, version="one")) == [Fault.IMPOSSIBLE]


@pytest.mark.parametrize("seen", [ABSENT, (A,)])
def test_of_a_killed_writer_s_write_either_is_right(seen: State) -> None:
    assert check([put(A, 0, 3, **UNKNOWN), read(seen, 4, 5), read(seen, 6, 7)]) == []


def test_what_a_dead_process_wrote_does_not_come_to_light_later() -> None:
    late = [put(A, 0, 3, **UNKNOWN), read(ABSENT, 4, 5), read((A,), 6, 7)]
    assert faults(*late) == [Fault.RESURRECTED]
    # Where a server may still have it in hand, it may.
    assert check([replace(late[0], ended=FOREVER), *late[1:]]) == []


def test_many_writes_of_killed_writers_at_once_are_judged() -> None:
    """A slow server leaves dozens of writes in flight when their writers are killed; each may have
    happened or not, in any order, and tried one by one these are more orders than can be tried."""
    killed = [put(("alpha", 12 * n), n, 1_000_000, **UNKNOWN) for n in range(1, 60)]
    seen = [read((B, ("alpha", 12 * n)), 200 + at, 201 + at) for at, n in enumerate((3, 40, 17))]
    assert check([*killed, put(B, 100, 101), *seen]) == []


def test_a_lost_write_is_found_beside_writes_of_killed_writers() -> None:
    killed = [put(("alpha", 12 * n), n, 1_000_000, **UNKNOWN) for n in range(1, 6)]
    seen = [read((B, ("alpha", 12 * n)), 200 + at, 201 + at) for at, n in enumerate((3, 1, 2))]
    assert faults(*killed, put(B, 100, 101), *seen, read((B,), 300, 301)) == [Fault.LOST]


def test_a_write_of_a_killed_writer_that_nobody_saw_may_have_made_others_stale() -> None:
    killed = put(B, 2, 1_000, **UNKNOWN)
    history = [put(A, 0, 1), killed, put(C, 10, 11, wanted=(A,), **STALE), delete(12, 13), read(ABSENT, 14, 15)]
    assert check(history) == []
    assert faults(*(one for one in history if one is not killed)) == [Fault.IMPOSSIBLE]


def test_a_home_goes_with_its_area_and_only_with_its_own() -> None:
    area = replace(delete(2, 3), id="a0")
    assert check([put(IN_AREA, 0, 1), area, read(ABSENT, 4, 5)]) == []
    assert faults(put(IN_AREA, 0, 1), area, read((IN_AREA,), 4, 5)) == [Fault.RESURRECTED]
    assert faults(put(IN_AREA, 0, 1), replace(area, id="a1"), read(ABSENT, 4, 5)) == [Fault.LOST]
    assert faults(put(A, 0, 1), area, read(ABSENT, 4, 5)) == [Fault.LOST]


def test_every_one_of_many_faults_is_counted() -> None:
    history: list[Operation] = []
    for number in range(20):
        write, at = ("alpha" if number % 2 else "beta", 12 * (number + 1)), 10 * number
        history += [put(write, at, at + 1), read(ABSENT, at + 2, at + 3)]
    assert faults(*history) == [Fault.LOST] * 20


def test_an_entity_does_not_answer_for_another() -> None:
    other = [replace(one, id="h2") for one in (put(A, 0, 1), read(ABSENT, 2, 3))]
    assert [(one.id, one.fault) for one in check([put(A, 0, 1), read((A,), 2, 3), *other])] == [("h2", Fault.LOST)]


def test_calls_without_an_answer_may_have_happened_until_their_process_was_dead() -> None:
    asked = (Asked(kind=Kind.PUT, id="h1", source="alpha", value=12), Asked(kind=Kind.READ, id="h1"))
    killed = Call(who="w", began=1, ended=None, asked=asked)
    (found,) = History(calls=(killed,), ends={"w": 7}).operations()
    assert (found.outcome, found.began, found.ended) == (Outcome.UNKNOWN, 1, 7)
    (found,) = History(calls=(killed,), ends={"w": 7}, lingers=True).operations()
    assert found.ended > 7
    answered = replace(killed, ended=5, results=(Result(), Result(state=(A,))))
    assert [one.outcome for one in History(calls=(answered,)).operations()] == [Outcome.DONE] * 2


def made_up(seed: int) -> list[Operation]:
    """What happened one after another, told as if it had overlapped."""
    chance = random.Random(seed)
    state: State = ABSENT
    found: list[Operation] = []
    for at in range(100, 20_000, 100):
        began, ended = at - chance.randint(0, 350), at + chance.randint(0, 350)
        kind = chance.choice([Kind.PUT, Kind.PUT, Kind.READ, Kind.READ, Kind.DELETE])
        if kind is Kind.READ:
            found.append(read(state, began, ended))
            continue
        write = chance.choice(["alpha", "beta", "gamma"]), 12 * at
        wanted = chance.choice([None, None, state, ((*state, ("alpha", 12)))])
        stale = wanted is not None and wanted != state
        outcome = Outcome.STALE if stale else chance.choice([Outcome.DONE] * 9 + [Outcome.UNKNOWN])
        gone = size("h1", state) if kind is Kind.DELETE and outcome is Outcome.DONE else None
        one = operation(kind, began, ended, wanted=wanted, outcome=outcome, source=write[0], value=write[1], gone=gone)
        found.append(one)
        state = chance.choice(step(state, one, Versions()))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_history_that_happened_is_sound_however_it_overlaps(seed: int) -> None:
    history = made_up(seed)
    random.Random(seed).shuffle(history)
    assert check(history) == []


def _spoiled(history: Iterable[Operation]) -> list[Operation]:
    """The last read that saw something no longer sees it, although it was not deleted."""
    found = list(history)
    last = max(found, key=lambda one: one.ended).ended
    state = next(one.state for one in reversed(found) if one.kind is Kind.READ and one.state)
    return [*found, put(("beta", 12), last + 1, last + 2), read(state, last + 3, last + 4)]


@pytest.mark.parametrize("seed", range(20))
def test_one_lost_write_among_hundreds_is_found(seed: int) -> None:
    assert faults(*_spoiled(made_up(seed))) == [Fault.LOST]
