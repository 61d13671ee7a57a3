"""Keeps the searches that messages changed, and goes back to one of them.

One change back is the search before the last change; another step goes back further. The opening is the search with
which the user began: to go back there is a change itself, which may be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Criteria, is_about, same_wish
from claimtree.chat.moves import GOING_BACK, Move
from claimtree.chat.session_state import FormerSearch, SessionState
from claimtree.model.claims import QueryClaim

MOST_FORMER: Final = 12
"""Searches that a session keeps to go back to, the opening among them."""


def search_of(state: SessionState) -> FormerSearch:
    """Returns the search of a state, as it is kept."""
    return FormerSearch(criteria=state.criteria, order=state.order, opens=state.opens)


def remembered(before: SessionState, after: SessionState, move: Move) -> SessionState:
    """Returns the state after a message, with the search that it changed among the former ones. One that goes back
    knows them."""
    if move in GOING_BACK:
        return after
    former, opens = before.former, before.opens
    if (after.criteria, after.order) != (before.criteria, before.order):
        if before.criteria:
            former = _shortened((*former, search_of(before)))
        opens = move is Move.NEW or not before.criteria
    return replace(after, former=former, opens=opens)


def _shortened(former: tuple[FormerSearch, ...]) -> tuple[FormerSearch, ...]:
    """Without the earliest where there are too many; the opening of the search so far is kept."""
    while len(former) > MOST_FORMER:
        opening = max((at for at, one in enumerate(former) if one.opens), default=-1)
        at = 0 if opening else 1
        former = (*former[:at], *former[at + 1 :])
    return former


def before_last_change(state: SessionState, named: Criteria) -> SessionState | None:
    """Returns the state with the search before the last change; where a message names something, before the last that
    changed it. None if there was none."""
    former = state.former
    at = next((k for k in reversed(range(len(former))) if _differs(former[k].criteria, state.criteria, named)), None)
    if at is None and former:
        at = len(former) - 1
    return None if at is None else _back_in(state, former[at], former[:at])


def opening(state: SessionState) -> SessionState | None:
    """Returns the state with the search that the user began with; of one that nothing changed, with that of the search
    before it. None if there was none."""
    found = next((one for one in reversed(state.former) if one.opens), None)
    if found is None:
        return None
    former = _shortened((*state.former, search_of(state))) if state.criteria else state.former
    return _back_in(state, found, former)


def _back_in(state: SessionState, search: FormerSearch, former: Sequence[FormerSearch]) -> SessionState:
    return replace(
        state, criteria=search.criteria, order=search.order, opens=search.opens, former=tuple(former), latest=()
    )


def _differs(then: Criteria, now: Criteria, named: Criteria) -> bool:
    """True if one of the things named was asked for then and is not now, or the other way round."""
    return any(_has(then, one) is not _has(now, one) for one in named)


def _has(criteria: Criteria, named: QueryClaim) -> bool:
    """True if something is asked for; of numbers and names, that very one."""
    if named.amounts or named.where is not None:
        return any(same_wish(old, named) for old in criteria)
    return any(is_about(old, named) and old.negated is named.negated for old in criteria)
