"""What messages mean after others, five hits shown. No store is needed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.shared_packs import shared_pack, shared_reader

from claimtree.chat import SessionState
from claimtree.chat.criteria import added_since, choices
from claimtree.chat.orders import Order
from claimtree.chat.situation import Situation
from claimtree.chat.understand import Meant, Understanding
from claimtree.chat.wording import label
from claimtree.model.claims import EntityId

SHOWN = tuple(EntityId(f"h{number}") for number in range(1, 6))


@cache
def understanding(pack: str) -> Understanding:
    return Understanding(shared_pack(pack))


def meant(message: str, state: SessionState, pack: str) -> Meant:
    heard = understanding(pack).hear(message, state, shared_reader(pack))
    return understanding(pack).decide(Situation(heard=heard, state=state, pack=shared_pack(pack)))


def after(pack: str, *messages: str, focus: str = "", order: Order | None = None) -> SessionState:
    """The state after messages, five hits shown."""
    state = SessionState(language=shared_pack(pack).languages[0])
    for message in messages:
        criteria = meant(message, state, pack).criteria
        latest = added_since(state.criteria, criteria)
        state = replace(state, criteria=criteria, shown=SHOWN, latest=latest)
    return replace(state, focus=EntityId(focus) if focus else None, order=order)


def labels(found: Meant, pack: str, language: str = "") -> str:
    spoken = language or shared_pack(pack).languages[0]
    return " · ".join(label(choice, shared_pack(pack), spoken) for choice in choices(found.criteria))
