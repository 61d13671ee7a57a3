"""Damage to a store is found or survived: never a crash, never a wrong answer, and the check says so.

Each damage is drawn from a seed, which the failure names; `damages.damage_once` makes it again.
"""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.conformance.damages import (
    QUESTIONS,
    Outcome,
    Sound,
    change_a_value,
    check,
    copied,
    counted,
    damage_once,
    damage_the_log,
    fresh,
    indexed,
    make,
    overwrite_pages,
    searched,
)

from claimtree.errors import StoreDamaged, StoreError
from claimtree.model.claims import LevelName
from claimtree.model.phrases import Batch, PhraseId, Vectors
from claimtree.models.encoder import OwnEncoder
from claimtree.moving.salvaging import write_saved
from claimtree.ports import Built
from claimtree.stores.sqlite import SqliteStore, wal
from claimtree.stores.sqlite.checking import problems
from claimtree.stores.sqlite.salvage import LACKING, salvage
from claimtree.stores.sqlite.wal import damage_in

SEED = 18_000


@pytest.fixture(autouse=True)
def no_other_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged log is looked at again a moment later, for somebody may be writing it. Here nobody is."""
    monkeypatch.setattr(wal, "_PAUSE_S", 0.0)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    return make(tmp_path_factory.mktemp("sound"))


def survived(sound: Sound, folder: Path, seeds: range, *, more: bool = False) -> None:
    """Damage it once for each seed; whatever is worse than an error fails, with its seed."""
    outcomes = [damage_once(sound, folder, seed, more=more) for seed in seeds]

    bad = [one for one in outcomes if _bad(one)]
    assert not bad, f"seeds {[one.seed for one in bad]} of {seeds}: {counted(outcomes)}: {bad[:3]}"
    # Else it would hold of damage that touches nothing, and of a store that refuses everything.
    assert any(one.refused for one in outcomes)


def _bad(one: Outcome) -> bool:
    return bool(one.crashes or one.wrong or one.unseen)


def test_random_damage_is_an_error_or_changes_no_answer(sound: Sound, tmp_path: Path) -> None:
    survived(sound, tmp_path, range(SEED, SEED + 3))


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(20))
def test_much_random_damage_is_an_error_or_changes_no_answer(sound: Sound, tmp_path: Path, turn: int) -> None:
    survived(sound, tmp_path, range(SEED + 1_000 + 100 * turn, SEED + 1_000 + 100 * (turn + 1)))


@pytest.mark.slow
def test_a_damaged_store_is_copied_and_written_to_as_if_sound_or_not_at_all(sound: Sound, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    for name, use in (("copy", copied), ("index", indexed)):
        fresh(sound.path, path)
        sound.answers[name] = use(sound, path)
    survived(sound, tmp_path, range(SEED + 5_000, SEED + 5_060), more=True)


@pytest.mark.slow
def test_so_it_is_with_the_encoder_that_ships(tmp_path: Path) -> None:
    real = make(tmp_path / "real", OwnEncoder())
    survived(real, tmp_path, range(SEED + 6_000, SEED + 6_040))


# Errors say what happened, where, and what to do


def test_the_error_names_the_store_and_the_way_out(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE record SET body = substr(body, 1, 20)")
    with (
        sound.workspace(path) as workspace,
        pytest.raises(StoreDamaged, match=r"damaged\.db is damaged: the record") as e,
    ):
        workspace.engine.search(QUESTIONS[0])
    assert "claimtree check" in e.value.hint
    assert "copy --salvage" in e.value.hint
    assert any("record" in problem for problem in check(sound, path))


def test_a_row_that_somebody_took_out_is_missed(sound: Sound, tmp_path: Path) -> None:
    for table in ("position", "nearby", "edge", "foreseen", "place", "facet", "owned", "chunk", "delta", "meta"):
        path = fresh(sound.path, tmp_path / "damaged.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            keys = [row[1] for row in raw.execute(f"PRAGMA table_info({table})") if row[5]]
            if not raw.execute(f"SELECT 1 FROM {table}").fetchone():
                continue
            raw.execute(f"DELETE FROM {table} WHERE ({', '.join(keys)}) = (SELECT {', '.join(keys)} FROM {table})")
        assert check(sound, path), table


def test_an_id_that_was_changed_everywhere_is_no_unknown_phrase(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        (id,) = raw.execute("SELECT id FROM phrase ORDER BY num LIMIT 1").fetchone()
        raw.execute("UPDATE phrase SET id = ? WHERE id = ?", (id ^ 1 << 40, id))
    with sound.workspace(path) as workspace, pytest.raises(StoreDamaged, match="phrases are missing"):
        workspace.store.known_phrases([PhraseId(id)])


def test_a_store_that_is_only_written_to_by_us_stays_sound(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "store.db")
    indexed(sound, path)
    assert check(sound, path) == ()


# The log


def test_a_damaged_log_is_not_taken_for_an_interrupted_write(sound: Sound, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    for seed in range(20):
        fresh(sound.path, path)
        damage_the_log(path, random.Random(seed))
        log = path.with_name("damaged.db-wal")
        left = log.read_bytes()
        with sound.workspace(path) as workspace:
            with pytest.raises(StoreError, match="log"):
                workspace.store.info()
            with pytest.raises(StoreError, match="log"):
                workspace.store_to_write()
        # Whoever opened it would have moved the half that can be read into the file, and forgotten the rest.
        assert log.read_bytes() == left


def test_a_write_that_was_interrupted_is_no_damage(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "killed.db")
    log = path.with_name("killed.db-wal")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        raw.execute("UPDATE record SET digest = digest || 'x'")
        first = log.stat().st_size
        raw.execute("UPDATE record SET digest = digest || 'y'")
        whole = log.read_bytes()
    for cut in range(first, len(whole) - 1, 4_000):
        log.write_bytes(whole[:cut])
        assert damage_in(log) == "", cut
    log.write_bytes(whole)
    assert damage_in(log) == ""


# Saving what is sound


def saved_into(sound: Sound, path: Path, target: Path) -> tuple[tuple[str, ...], SqliteStore]:
    with sound.workspace(path) as workspace:
        known = Built(identity=workspace.identity, hierarchy=workspace.pack.hierarchy)
    built, saved = salvage(path, known)
    made = SqliteStore(target, built.identity, built.hierarchy)
    return write_saved(saved, made, source=str(path)).problems, made


def test_all_of_a_sound_store_is_saved(sound: Sound, tmp_path: Path) -> None:
    lost, made = saved_into(sound, fresh(sound.path, tmp_path / "store.db"), tmp_path / "saved.db")
    with closing(made):
        assert lost == ()
        assert made.check() == ()
    answers = {name: said for name, said in sound.answers.items() if name.startswith("search")}
    with sound.workspace(tmp_path / "saved.db") as workspace:
        assert {f"search {text}": searched(workspace, text) for text in (name[7:] for name in answers)} == answers


def test_what_is_damaged_is_left_and_named(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        num, id = raw.execute("SELECT num, id FROM entity WHERE depth = 2 ORDER BY num").fetchone()
        raw.execute("UPDATE record SET body = x'00' || body WHERE num = ?", (num,))
    lost, made = saved_into(sound, path, tmp_path / "saved.db")
    with closing(made):
        assert f"entity {id!r}" in lost
        assert made.get([id]) == ()
        assert made.check() == ()
        with sound.workspace(sound.path) as workspace:
            assert sum(made.info().entities.values()) == sum(workspace.store.info().entities.values()) - 1


def test_a_home_that_lost_a_part_is_read_again_and_one_that_lost_its_area_is_kept(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        part, home = raw.execute(
            "SELECT part.num, whole.id FROM entity AS part JOIN entity AS whole ON whole.num = part.parent "
            "WHERE part.depth = 2 ORDER BY part.num"
        ).fetchone()
        area = raw.execute("SELECT parent FROM entity WHERE depth = 1 AND parent > 0 ORDER BY num DESC").fetchone()[0]
        (homes,) = raw.execute("SELECT count(*) FROM entity WHERE depth = 1").fetchone()
        raw.execute("UPDATE record SET body = x'00' || body WHERE num IN (?, ?)", (part, area))
    _, made = saved_into(sound, path, tmp_path / "saved.db")
    with closing(made):
        assert made.get([home])[0].digest.startswith(LACKING)
        levels = sound_levels(sound)
        assert made.info().entities[levels[1]] == homes
        assert made.check() == ()


def sound_levels(sound: Sound) -> tuple[LevelName, ...]:
    with sound.workspace(sound.path) as workspace:
        return workspace.pack.hierarchy.levels


def test_writes_of_a_log_that_are_lost_are_named_by_saving(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    damage_the_log(path, random.Random(1))
    lost, made = saved_into(sound, path, tmp_path / "saved.db")
    made.close()
    assert any("log" in problem for problem in lost)


def test_what_is_left_of_a_file_that_was_cut_off_is_saved(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    os.truncate(path, path.stat().st_size - 5_000)
    lost, made = saved_into(sound, path, tmp_path / "saved.db")
    with closing(made):
        assert "the last 5,000 bytes of the file" in lost
        assert any(made.info().entities.values())
        assert made.check() == ()


@pytest.mark.slow
def test_a_page_that_was_put_back_as_it_was_before_a_write_is_told_of_by_saving(sound: Sound, tmp_path: Path) -> None:
    """Its rows are sound, and old."""
    path = fresh(sound.path, tmp_path / "damaged.db")
    before = path.read_bytes()
    with sound.workspace(path) as workspace:
        store = workspace.store_to_write()
        homes = [one.id for one in store.scan(workspace.pack.hierarchy.answers)]
        later = tuple(replace(item, digest=f"later {item.digest}") for item in store.get(homes))
        store.put(Batch(entities=later, vectors=Vectors.empty(store.identity.dimensions)))
    after = path.read_bytes()
    size = int.from_bytes(after[16:18], "big")
    changed = [at for at in range(size, len(before), size) if before[at : at + size] != after[at : at + size]]
    silent = []
    for at in changed:
        path.write_bytes(after[:at] + before[at : at + size] + after[at + size :])
        try:
            lost, made = saved_into(sound, path, tmp_path / f"saved-{at}.db")
        except StoreError:
            continue
        with closing(made):
            if not lost and any(not digest.startswith("later") for digest in made.digests(homes).values()):
                silent.append(at)
    assert len(changed) > 3
    assert silent == []


def test_a_table_that_is_missing_is_one_finding_among_others(sound: Sound, tmp_path: Path) -> None:
    path = fresh(sound.path, tmp_path / "damaged.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("DROP TABLE chunk")
        raw.execute("UPDATE record SET body = x'00' || body WHERE num = (SELECT min(num) FROM record)")
    with closing(sqlite3.connect(path)) as raw:
        found = list(problems(raw, 4))
    assert any("no such table: chunk" in one for one in found)
    assert any("record" in one for one in found)


@pytest.mark.slow
def test_no_damage_makes_saving_crash_or_saves_what_was_changed(sound: Sound, tmp_path: Path) -> None:
    with sound.workspace(sound.path) as workspace:
        ids = [one.id for level in workspace.pack.hierarchy.levels for one in workspace.store.scan(level)]
        right = {item.entity.id: item for item in workspace.store.get(ids)}
        children = {id: workspace.store.children(id) for id in ids}
    saved = 0
    for seed in range(12):
        path = fresh(sound.path, tmp_path / "damaged.db")
        (overwrite_pages if seed % 2 else change_a_value)(path, random.Random(seed))
        target = tmp_path / f"saved-{seed}.db"
        try:
            _, made = saved_into(sound, path, target)
        except StoreError as error:
            assert "damaged.db" in str(error)  # noqa: PT017 - most are saved
            continue
        with closing(made):
            assert made.check() == ()
            saved += 1
            for item in made.get(ids):
                there = right[item.entity.id]
                hung = replace(there.entity, parent=item.entity.parent)  # what it hung on may be lost
                assert item.entity == (there.entity if item.entity.parent else hung)
                assert (item.claims, item.digest.removeprefix(LACKING)) == (there.claims, there.digest)
                lacks = set(made.children(item.entity.id)) < set(children[item.entity.id])
                assert item.digest.startswith(LACKING) or not there.digest or not lacks
    assert saved >= 6
