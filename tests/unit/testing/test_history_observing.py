"""What was shown of an entity is held against itself: text, columns, rooms and claims are those of the same writes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimtree.engine import Engine
from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity
from claimtree.stores.memory import MemoryStore
from claimtree_testing.histories import Fault, Plan, run
from claimtree_testing.histories.clients import Direct
from claimtree_testing.histories.history import Asked, Log, Result, read_log
from claimtree_testing.histories.model import Kind, Outcome
from claimtree_testing.histories.observations import observed, observed_in_hit
from claimtree_testing.histories.worker_pool import MEMORY
from claimtree_testing.histories.world import QUESTION, MarkReader, embedder, identity, pack, part_ids

OLD, NEW = 8, 20
"""Two values with two rooms each, and no area."""


def after(*writes: tuple[str, int]) -> tuple[MemoryStore, dict[EntityId, IndexedEntity]]:
    store = MemoryStore(identity(), pack().hierarchy)
    for source, value in writes:
        told, wrong = Direct(store).put([Asked(kind=Kind.PUT, id="h1", source=source, value=value)], {})
        assert (told[0].outcome, wrong) == (Outcome.DONE, [])
    return store, {item.entity.id: item for item in store.get([EntityId(id) for id in ("h1", *part_ids("h1"))])}


def test_what_was_written_is_seen_in_the_order_in_which_it_came() -> None:
    _, items = after(("alpha", OLD), ("beta", 12), ("alpha", NEW))
    assert observed("h1", items) == ((("beta", 12), ("alpha", NEW)), [])
    assert observed("h2", items) == ((), [])


def mixed(new: dict[EntityId, IndexedEntity], old: dict[EntityId, IndexedEntity]) -> dict[str, Any]:
    home, kitchen = EntityId("h1"), EntityId("h1/kitchen-1")
    whole = new[home]
    return {
        "a room of before": {**new, kitchen: old[kitchen]},
        "a room without its claims": {**new, kitchen: replace(new[kitchen], claims=())},
        "the claims of before": {**new, home: replace(whole, claims=old[home].claims)},
        "columns of before": {
            **new,
            home: replace(whole, entity=replace(whole.entity, fields=old[home].entity.fields)),
        },
        "the title of before": {
            **new,
            home: replace(whole, entity=replace(whole.entity, title=old[home].entity.title)),
        },
        "a place of before": {**new, home: replace(whole, entity=replace(whole.entity, point=old[home].entity.point))},
        "relations of before": {
            **new,
            home: replace(whole, entity=replace(whole.entity, relations=old[home].entity.relations)),
        },
        "a relation too few": {
            **new,
            home: replace(whole, entity=replace(whole.entity, relations=whole.entity.relations[1:])),
        },
        "a room too few": {id: item for id, item in new.items() if id != kitchen},
        "rooms of what is gone": {id: item for id, item in new.items() if id != home},
        "an area that nobody named": {**new, home: replace(whole, entity=replace(whole.entity, parent=EntityId("a1")))},
    }


KINDS = list(mixed(after(("alpha", NEW))[1], after(("alpha", OLD))[1]))


@pytest.mark.parametrize("kind", KINDS)
def test_half_of_one_write_and_half_of_another_is_noticed(kind: str) -> None:
    _, old = after(("alpha", OLD))
    _, new = after(("alpha", NEW))
    assert observed("h1", new)[1] == []
    assert observed("h1", mixed(new, old)[kind])[1]


def test_a_hit_is_held_against_its_evidence() -> None:
    store, _ = after(("alpha", NEW), ("beta", 12))
    (hit,) = Engine(pack=pack(), store=store, reader=MarkReader(), embedder=embedder()).search(QUESTION).hits
    assert observed_in_hit(hit) == ((("alpha", NEW), ("beta", 12)), [])
    silent = dataclasses.replace(hit, findings=(replace(hit.findings[0], pieces=()), *hit.findings[1:]))
    assert observed_in_hit(silent)[1]


def test_a_log_tells_what_was_asked_and_what_was_answered(tmp_path: Path) -> None:
    file = tmp_path / "w.jsonl"
    put = Asked(kind=Kind.PUT, id="h1", source="alpha", value=3, wanted=())
    read = Asked(kind=Kind.READ, id="h1")
    told = Result(state=(("alpha", 3),), version="v")
    with Log(file) as log:
        log.asks([put])
        log.answered([Result(outcome=Outcome.STALE)])
        log.asks([read])
        log.answered([told], ["half"])
        log.asks([put, read])
    with file.open("ab") as torn:
        torn.write(b'{"at": 1, "results": [')  # killed in the middle of a line
    first, second, last = read_log(file, "w")
    assert (first.asked, first.results, first.wrong) == ((put,), (Result(outcome=Outcome.STALE),), ())
    assert (second.results, second.wrong) == ((told,), ("half",))
    assert (last.asked, last.results, last.ended) == ((put, read), (), None)


def careless(method: str) -> Callable[..., Any]:
    """A write that looks at nothing that it is based on, as stores had them once."""
    before = getattr(MemoryStore, method)

    def write(self: MemoryStore, first: Any, **more: Any) -> Any:
        if method == "put":
            return before(self, replace(first, expected={}))
        return before(self, first)

    return write


@pytest.mark.slow
def test_a_store_that_does_not_look_before_it_writes_is_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for method in ("put", "remove"):
        monkeypatch.setattr(MemoryStore, method, careless(method))
    report = run(Plan(address=MEMORY, seed=1, operations=1_500), tmp_path)
    assert not report.is_sound
    assert {Fault.LOST} <= {violation.fault for violation in report.violations}
    assert "seed 1" in str(report)
