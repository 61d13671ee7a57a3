"""Roles contain each other, a key sees what it names, and nothing of a secret shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from claimtree.access import Key, KeyId, NewKey, Role, State

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def key(collections: frozenset[str] = frozenset(), expires: datetime | None = None) -> Key:
    return Key(id=KeyId("k3v9x2ma"), name="shop", role=Role.READ, created=NOW, collections=collections, expires=expires)


def test_each_role_may_do_what_the_ones_before_it_may() -> None:
    roles = [Role.READ, Role.WRITE, Role.ADMIN]
    for (i, has), (j, wanted) in product(enumerate(roles), repeat=2):
        assert has.allows(wanted) is (i >= j)


def test_roles_compare_by_what_they_may_do_and_not_by_the_alphabet() -> None:
    roles = [Role.READ, Role.WRITE, Role.ADMIN]
    for (i, a), (j, b) in product(enumerate(roles), repeat=2):
        assert (a < b, a <= b, a > b, a >= b) == (i < j, i <= j, i > j, i >= j)
    assert sorted(Role, reverse=True) == [Role.ADMIN, Role.WRITE, Role.READ]
    with pytest.raises(ValueError, match="boss"):
        _ = Role.READ < "boss"


def test_a_key_sees_the_collections_that_it_names_and_all_when_it_names_none() -> None:
    assert key().may_see("rentals")
    assert key(frozenset({"rentals"})).may_see("rentals")
    assert not key(frozenset({"rentals"})).may_see("rental")
    assert not key(frozenset({"rentals"})).may_see("")


def test_a_key_is_refused_from_the_very_second_at_which_it_expires() -> None:
    expiring = key(expires=NOW)
    assert expiring.state(NOW - timedelta(microseconds=1)) is State.USABLE
    assert expiring.state(NOW) is State.EXPIRED


def test_a_new_key_does_not_show_its_secret_in_a_log() -> None:
    assert "hidden" not in repr(NewKey(key=key(), secret="ct_k3v9x2ma_hidden"))
