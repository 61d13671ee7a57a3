"""The file of keys: which keys are let in and which are not, at once and in every process; and what
is never stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claimtree.access import Key, Keys, NewKey, Role, State, tokens
from claimtree.access import key_db as kept_file
from claimtree.errors import BadInput, StoreDamaged, StoreUnavailable, UnknownName


@dataclass
class Clock:
    """A time that tests set."""

    now: datetime = datetime(2026, 11, 15, 12, 0, 0, 250_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> Iterator[Keys]:
    with closing(Keys(tmp_path / "keys.db", now=clock)) as keys:
        yield keys


def checked(keys: Keys, new: NewKey) -> Key:
    key = keys.check(new.secret)
    assert key is not None
    return key


def test_a_key_is_known_again_as_it_was_asked_for(keys: Keys, clock: Clock) -> None:
    new = keys.add(
        "the shop", role=Role.WRITE, collections=["rentals", "homes"], expires=timedelta(days=90), rate_per_minute=600
    )
    key = checked(keys, new)
    assert key == new.key
    assert (key.name, key.role, key.rate_per_minute) == ("the shop", Role.WRITE, 600)
    assert key.collections == {"rentals", "homes"}
    assert key.created == clock.now.replace(microsecond=0)
    assert key.expires == key.created + timedelta(days=90)
    assert tokens.id_of(new.secret) == key.id


def test_a_key_that_says_no_more_is_as_plain_as_can_be(keys: Keys) -> None:
    key = checked(keys, keys.add("plain", role=Role.READ))
    assert (key.collections, key.expires, key.revoked, key.last_used, key.rate_per_minute) == (
        frozenset(), None, None, None, None
    )  # fmt: skip


def test_keys_are_listed_the_oldest_first(keys: Keys, clock: Clock) -> None:
    for name in ("b", "a", "c"):
        keys.add(name, role=Role.READ)
        clock.now += timedelta(minutes=1)
    assert [key.name for key in keys.list()] == ["b", "a", "c"]


def test_who_has_no_key_is_refused_and_no_file_is_made(keys: Keys) -> None:
    assert keys.check(tokens.new_text(tokens.new_id())) is None
    assert keys.list() == ()
    assert not keys.any()
    assert not keys.path.exists()


def test_a_wrong_secret_of_a_known_id_is_refused(keys: Keys) -> None:
    new, other = keys.add("one", role=Role.READ), keys.add("other", role=Role.ADMIN)
    for wrong in (tokens.new_text(new.key.id), tokens.new_text(tokens.new_id()), new.secret[:-1], "", new.key.id):
        assert keys.check(wrong) is None
    # The secret of one key with the id of another, its checksum mended.
    body = new.secret[:-6].replace(new.key.id, other.key.id)
    assert keys.check(body + tokens._checksum(body)) is None


@pytest.mark.parametrize("known", [True, False])
def test_an_unknown_id_costs_the_same_work_as_a_wrong_secret(
    keys: Keys, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    new = keys.add("one", role=Role.READ)
    work: list[tuple[int, int]] = []

    def counted(first: bytes, second: bytes) -> bool:
        work.append((len(first), len(second)))
        return first == second

    monkeypatch.setattr(tokens, "same", counted)
    assert keys.check(tokens.new_text(new.key.id if known else tokens.new_id())) is None
    assert work == [(32, 32)]


def test_nothing_of_the_secret_is_in_the_file(keys: Keys, tmp_path: Path) -> None:
    secret = keys.add("one", role=Role.READ).secret
    keys.check(secret)
    written = b"".join(path.read_bytes() for path in tmp_path.glob("keys.db*"))
    assert b"one" in written
    random = secret.rpartition("_")[2]
    assert not any(random[at : at + 8].encode() in written for at in range(len(random) - 8))


def test_an_expired_key_is_refused_and_does_not_count(keys: Keys, clock: Clock) -> None:
    new = keys.add("short", role=Role.READ, expires=timedelta(hours=1))
    clock.now += timedelta(minutes=59)
    assert keys.check(new.secret)
    assert keys.any()
    clock.now += timedelta(minutes=1)
    assert keys.check(new.secret) is None
    assert not keys.any()
    assert keys.list()[0].state(clock.now) is State.EXPIRED


@pytest.mark.parametrize("by", ["name", "id", "secret", "in capitals", "with spaces"])
def test_a_revoked_key_is_refused_and_does_not_count(keys: Keys, clock: Clock, by: str) -> None:
    new = keys.add("shop", role=Role.READ)
    said = {"name": "shop", "id": new.key.id, "secret": new.secret, "in capitals": "SHOP", "with spaces": " shop "}[by]
    gone = keys.revoke(said)
    assert gone.id == new.key.id
    assert gone.revoked == clock.now.replace(microsecond=0)
    assert keys.list() == (gone,)
    assert keys.check(new.secret) is None
    assert not keys.any()


def test_revoking_again_changes_nothing(keys: Keys, clock: Clock) -> None:
    keys.add("shop", role=Role.READ)
    gone = keys.revoke("shop")
    clock.now += timedelta(days=1)
    assert keys.revoke("shop") == gone


def test_the_name_of_a_revoked_key_is_free_and_means_the_new_one(keys: Keys) -> None:
    old = keys.add("shop", role=Role.READ)
    keys.revoke("shop")
    new = keys.add("Shop", role=Role.READ)
    assert keys.check(new.secret)
    assert keys.revoke("shop").id == new.key.id
    assert keys.revoke(old.key.id).id == old.key.id


def test_a_name_is_given_once_however_it_is_written(keys: Keys, clock: Clock) -> None:
    first = keys.add("Shop", role=Role.READ, expires=timedelta(hours=1))
    with pytest.raises(BadInput, match="there is a key 'Shop' already") as refused:
        keys.add("  sHOP ", role=Role.READ)
    assert "revoke" in refused.value.hint
    clock.now += timedelta(hours=2)
    with pytest.raises(BadInput, match="expired"):
        keys.add("shop", role=Role.READ)
    with pytest.raises(BadInput, match="there is a key 'Shop' already"):
        keys.add(first.key.id, role=Role.READ)
    assert len(keys.list()) == 1


@pytest.mark.parametrize(
    "name", ["nobody", "", "%", "' OR 1=1 --", "\udcff", "x" * 1_000_000, "x y " * 250_000, "\x00"]
)
def test_revoking_what_is_not_there_is_said(keys: Keys, name: str) -> None:
    keys.add("shop", role=Role.READ)
    with pytest.raises(UnknownName, match="no key") as refused:
        keys.revoke(name)
    assert len(refused.value.message) < 200
    assert "keys list" in refused.value.hint
    assert keys.any()


def test_a_key_that_is_not_known_is_not_said_back(keys: Keys) -> None:
    stranger = tokens.new_text(tokens.new_id())
    with pytest.raises(UnknownName) as refused:
        keys.revoke(stranger)
    said = f"{refused.value.message}{refused.value.hint}{refused.value.values}"
    assert stranger.rpartition("_")[2][:10] not in said


def test_what_is_refused_leaves_no_key(keys: Keys) -> None:
    with pytest.raises(BadInput, match="collection"):
        keys.add("shop", role=Role.READ, collections=["A"])
    with pytest.raises(BadInput, match="seconds"):
        keys.add("shop", role=Role.READ, expires=timedelta(0))
    with pytest.raises(BadInput, match="minute"):
        keys.add("shop", role=Role.READ, rate_per_minute=0)
    assert keys.list() == ()


def test_the_day_of_the_last_use_is_noted_once_a_day(keys: Keys, clock: Clock) -> None:
    new = keys.add("shop", role=Role.READ)
    with closing(sqlite3.connect(keys.path)) as watching:

        def writes() -> int:
            (version,) = watching.execute("PRAGMA data_version").fetchone()
            return int(version)

        for _ in range(2):
            before = writes()
            assert keys.check(new.secret)
            noted = writes()
            assert noted != before
            assert keys.list()[0].last_used == clock.now.date()
            for _ in range(3):
                assert keys.check(new.secret)
            assert writes() == noted
            clock.now += timedelta(days=1)


def test_a_use_that_was_noted_elsewhere_is_not_noted_again(keys: Keys, clock: Clock) -> None:
    new = keys.add("shop", role=Role.READ)
    keys.check(new.secret)
    with closing(Keys(keys.path, now=clock)) as other, closing(sqlite3.connect(keys.path)) as holding:
        holding.execute("BEGIN IMMEDIATE")  # a write would have to wait now
        assert other.check(new.secret)
        assert other._noted == {}
        holding.rollback()


def test_a_refused_key_was_not_used(keys: Keys) -> None:
    new = keys.add("shop", role=Role.READ)
    keys.check(tokens.new_text(new.key.id))
    keys.revoke("shop")
    keys.check(new.secret)
    assert keys.list()[0].last_used is None


def test_nobody_is_refused_because_the_last_use_cannot_be_noted_and_it_is_tried_once(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = keys.add("shop", role=Role.READ)
    with closing(sqlite3.connect(keys.path)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE UPDATE ON keys BEGIN SELECT RAISE(FAIL, 'full'); END")
        connection.commit()
    tries = []
    writing = keys._file.writing

    def counted() -> AbstractContextManager[sqlite3.Connection]:
        tries.append(1)
        return writing()

    monkeypatch.setattr(keys._file, "writing", counted)
    assert keys.check(new.secret) == keys.check(new.secret) == new.key
    assert len(tries) == 1


def test_after_closing_nobody_is_let_in(keys: Keys) -> None:
    new = keys.add("shop", role=Role.READ)
    keys.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        keys.check(new.secret)


def test_there_are_so_many_keys_and_no_more(keys: Keys, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_file, "MOST_KEYS", 3)
    monkeypatch.setattr(kept_file, "MOST_REVOKED", 2)
    for name in "abc":
        keys.add(name, role=Role.READ)
    with pytest.raises(BadInput, match="3 is the most"):
        keys.add("d", role=Role.READ)
    for name in "abc":
        clock.now += timedelta(minutes=1)
        keys.revoke(name)
    keys.add("d", role=Role.READ)
    assert [key.name for key in keys.list()] == ["b", "c", "d"], "the one revoked first is forgotten"


@pytest.mark.parametrize("change", ["role = 'boss'", "last_used = 'soon'", "created = 99999999999999999"])
def test_a_key_that_somebody_damaged_lets_nobody_in(keys: Keys, change: str) -> None:
    new = keys.add("shop", role=Role.READ)
    with closing(sqlite3.connect(keys.path)) as connection:
        connection.execute(f"UPDATE keys SET {change}")
        connection.commit()
    with pytest.raises(StoreDamaged, match=new.key.id) as refused:
        keys.check(new.secret)
    assert new.secret.rpartition("_")[2] not in refused.value.message
