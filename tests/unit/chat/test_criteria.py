"""The wishes of a conversation: what comes back from a session, and what replaces what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.chat import Conversation
from claimtree.chat.criteria import Criteria, added, choices, firm, is_known, numbered
from claimtree.chat.session_state import SessionState
from claimtree.chat.state_json import decode_state, encode_state
from claimtree.model.claims import ClaimId, QueryClaim, Strength
from claimtree.model.pack import Pack
from claimtree.settings import Settings
from claimtree.workspace import Workspace

PACKS = ("property", "rentals")


@pytest.fixture
def rentals(tmp_path: Path) -> Iterator[Conversation]:
    """A conversation about no homes."""
    with Workspace(Settings(home=tmp_path, pack="rentals", embedder="hashed-256")) as workspace:
        workspace.store_to_write()
        yield Conversation(workspace.engine)


@cache
def wishes(pack: str) -> tuple[QueryClaim, ...]:
    """A wish for every concept and facet of a pack, plain and denied."""
    own = shared_pack(pack)
    made = [
        QueryClaim(
            id=ClaimId("c"),
            text=concept,
            pattern=concept,
            type=own.concepts[concept].type if concept in own.concepts else own.facets[own.presences[concept]].type,
            level=own.hierarchy.answers,
            quote=concept,
            concept=concept,
            facet=own.presences.get(concept),
            strength=Strength.PREFERRED,
            weight=0.75,
        )
        for concept in (*own.concepts, *own.presences)
    ]
    return numbered([(one,) for plain in made for one in (plain, replace(plain, negated=True))])


@pytest.mark.parametrize("pack", PACKS)
def test_every_wish_is_known_to_its_pack_and_survives_a_session(pack: str) -> None:
    own = shared_pack(pack)
    said = [facet.says[0] for facet in own.facets.values()] + [f"1 km {kind}" for kind in _kinds(own)]
    read = [shared_reader(pack).read_query(text).claims for text in (*said, *own.queries)]
    asked = numbered([*((one,) for one in wishes(pack)), *((one,) for claims in read for one in firm(claims, own))])
    assert len(asked) > 2 * len(own.concepts)
    assert decode_state(encode_state(SessionState(criteria=asked))).criteria == asked
    assert [one.text for one in asked if not is_known(one, own)] == []


def _kinds(pack: Pack) -> list[str]:
    return [kind.title for kind in pack.places.kinds.values()] if pack.places is not None else []


def test_a_neutral_message_keeps_the_wish_for_a_part(rentals: Conversation) -> None:
    _, state = rentals.turn("1br with a balcony", SessionState())
    assert [one.concept for one in state.criteria] == ["bedrooms", "has balcony"]
    for message in ("thanks", "what are you searching for?", "anything else?", "sort by price"):
        reply, state = rentals.turn(message, state)
        assert "balcony" in reply.label


@pytest.mark.parametrize("pack", PACKS)
def test_a_wish_and_its_denial_never_stand_side_by_side(pack: str) -> None:
    own = shared_pack(pack)
    asked = wishes(pack)
    for one, other in zip(asked[::2], asked[1::2], strict=True):
        assert added(added((), (one,), own), (other,), own) == numbered([(other,)])
        assert added(added((), (other,), own), (one,), own) == numbered([(one,)])


def read(text: str) -> Criteria:
    return firm(shared_reader("property").read_query(text).claims, shared_pack("property"))


def test_denying_what_a_wish_implies_takes_the_wish_away() -> None:
    pack = shared_pack("property")
    kept = added(read("rumah dengan carport muat 2 mobil"), read("tanpa parkir"), pack)
    assert [(one.concept, one.negated) for one in kept] == [("house", False), ("parking", True)]


def test_denying_one_alternative_leaves_the_others() -> None:
    pack = shared_pack("property")
    kept = added(read("rumah hadap utara atau timur atau selatan"), read("tidak hadap timur"), pack)
    assert [[one.concept for one in choice] for choice in choices(kept) if not choice[0].negated] == [
        ["house"],
        ["north-facing", "south-facing"],
    ]
