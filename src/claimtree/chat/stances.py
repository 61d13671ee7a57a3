"""Weighs what a message says of each thing that it speaks of: wanted, good as well, given up, or only spoken of.

Rules read much of that by words of dropping and of alternatives (`giving_up`, `situation`); strangers write it in ever
new ways. The weights are learned from sentences that this project composed (`training/stances`): signs are the words
around what is spoken of, in which it stands as what it is to the search so far, so that "skip the pool thing" and
"skip the balcony thing" are alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from claimtree.chat.criteria import is_money
from claimtree.chat.cues import Cues
from claimtree.chat.mentions import Mention
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.text.sign_model import SignModel, read_weights

FILE: Final = Path(__file__).parent / "stances.npz"
NUMBERS_FILE: Final = Path(__file__).parent / "number_roles.npz"
CLAUSE_ENDS: Final = frozenset({",", ".", ";", "!", "?", "(", ")"})
_NEAR: Final = 4
"""Words on each side whose place counts; of others only that they are there."""
_PIECE: Final = 4


class Stance(StrEnum):
    """What a message says of something that it speaks of."""

    WANTED = "wanted"
    ALSO = "also"
    """It would do as well as what was asked for."""
    GIVEN_UP = "given-up"
    NONE = "none"
    """It is spoken of, and no wish."""


STANCES: Final = tuple(Stance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A mention, the stance that is most likely, and how likely it is."""

    mention: Mention
    stance: Stance
    share: float


def wish_of(mention: Mention, claims: Collection[QueryClaim]) -> QueryClaim | None:
    """The wish of a mention, as a conversation takes it."""
    own = mention.claim
    return next((one for one in claims if (one.start, one.end, one.concept) == (own.start, own.end, own.concept)), None)


class StanceModel:
    """Weights of signs for stances."""

    def __init__(self, weights: SignModel) -> None:
        self._weights = weights

    def weigh(self, mentions: Sequence[Mention], cues: Cues, pack: Pack) -> tuple[Weighed, ...]:
        """Returns the stance of a message to each of its mentions."""
        found = []
        for at, mention in enumerate(mentions):
            shares = self._weights.shares(stance_signs(at, mentions, cues, pack))
            if mention.filled:
                # What only the words of an earlier wish make one was not asked for: it is no wish to give up.
                shares = [0.0 if one is Stance.GIVEN_UP else share for one, share in zip(STANCES, shares, strict=True)]
            best = max(range(len(shares)), key=shares.__getitem__)
            found.append(Weighed(mention=mention, stance=STANCES[best], share=shares[best] / sum(shares)))
        return tuple(found)


@lru_cache(maxsize=1)
def shipped_stances() -> StanceModel:
    """Returns the weights of this release."""
    return StanceModel(read_weights(FILE, len(STANCES)))


def stance_signs(at: int, mentions: Sequence[Mention], cues: Cues, pack: Pack) -> frozenset[str]:
    """Returns what is seen of a mention in its message."""
    mention = mentions[at]
    sort, relation = _sort_of(mention.claim, pack), str(mention.relation)
    words = _masked(mentions, cues)
    here = next(k for k, (_, which) in enumerate(words) if which == at)
    left = [word for word, _ in reversed(words[:here])]
    right = [word for word, _ in words[here + 1 :]]
    found = {
        f"rel {relation}",
        f"sort {sort}",
        f"rel {relation} {sort}",
        f"denied {mention.claim.negated} {relation}",
        f"alone {mention.alone} {relation}",
        f"filled {mention.filled}",
        f"many {min(len(mentions), 3)}",
    }
    found |= set(context_signs(left, right))
    beside = (left[0] if left else "^", right[0] if right else "$")
    found |= {f"rel {relation} l1 {beside[0]}", f"rel {relation} r1 {beside[1]}"}
    for spot in cues.spots:
        if spot.first >= mention.after:
            found |= {f"cue behind {cue}" for cue in spot.cues}
        elif spot.after <= mention.first:
            found |= {f"cue before {cue}" for cue in spot.cues}
    return frozenset(found)


def context_signs(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """The words before something, from the nearest on, and those behind it, as signs."""
    for side, words in (("l", left), ("r", right)):
        ended = [*words, "^" if side == "l" else "$"]
        for k, word in enumerate(ended[:_NEAR], 1):
            yield f"{side}{k} {word}"
        for k in range(min(_NEAR, len(ended)) - 1):
            yield f"{side}{k + 1}{k + 2} {ended[k]} {ended[k + 1]}"
        yield f"{side}123 {' '.join(ended[:3])}"
        own = True
        for word in words:
            own = own and word not in CLAUSE_ENDS
            yield f"{side} {'in' if own else 'beyond'} {word}"
        for word in words[:3]:
            if word.isalpha():
                framed = f"^{word}$"
                yield from (f"{side}p {framed[k : k + _PIECE]}" for k in range(max(len(framed) - _PIECE + 1, 1)))
    yield f"both {left[0] if left else '^'} {right[0] if right else '$'}"


def _masked(mentions: Sequence[Mention], cues: Cues) -> list[tuple[str, int]]:
    """The words of a message, each mention as one of them that says what it is to the search, with its number, and -1
    for other words."""
    begins = {one.first: k for k, one in reversed(list(enumerate(mentions)))}
    inside = {at for one in mentions for at in range(one.first, one.after)}
    words: list[tuple[str, int]] = []
    for at, norm in enumerate(cues.norms):
        if at in begins:
            words.append((f"<{mentions[begins[at]].relation}>", begins[at]))
        elif at in cues.taken:
            if not words or words[-1][0] != "<hit>":
                words.append(("<hit>", -1))
        elif at not in inside:
            words.append(("<number>" if norm[0].isdecimal() else norm, -1))
    # Two wishes may be read of the same words.
    shown = {which for _, which in words}
    return words + [(f"<{one.relation}>", k) for k, one in enumerate(mentions) if k not in shown]


def _sort_of(claim: QueryClaim, pack: Pack) -> str:
    if is_money(claim):
        return "price"
    if claim.where is not None or claim.name is not None:
        return "place"
    if pack.type(claim.type).loosened_last:
        return "kind"
    return "amount" if claim.amounts else "feature"


# --- numbers without a unit


class NumberRoles:
    """Says which numbers of a message are new values of what was asked for, and not those of hits, of people or the
    like."""

    def __init__(self, weights: SignModel) -> None:
        self._weights = weights

    def value_share(self, norms: Sequence[str], at: int, likes: Collection[str], shown: int) -> float:
        """Returns how likely a number is a value. `likes`: the sorts of wishes that it is like; `shown`: how many hits
        have a number."""
        return self._weights.shares(number_signs(norms, at, likes, shown))[1]


@lru_cache(maxsize=1)
def shipped_roles() -> NumberRoles:
    """Returns the weights of this release."""
    return NumberRoles(read_weights(NUMBERS_FILE, 2))


def number_signs(norms: Sequence[str], at: int, likes: Collection[str], shown: int) -> frozenset[str]:
    """Returns what is seen of a number in its message."""
    plain = ["<number>" if norm[0].isdecimal() else norm for norm in norms]
    left, right = list(reversed(plain[:at])), plain[at + 1 :]
    digits = norms[at]
    number = int(digits) if digits.isdecimal() and len(digits) < 10 else 0
    found = {
        f"digits {len(digits)}",
        f"whole {digits.isdecimal()}",
        f"hit {0 < number <= shown}",
        f"shown {min(shown, 1)}",
        f"like {' '.join(sorted(likes)) or 'nothing'}",
        f"like any {bool(likes)}",
        f"long {min(len(norms), 6)}",
    }
    found |= set(context_signs(left, right))
    found |= {f"any {bool(likes)} {sign}" for sign in context_signs(left[:1], right[:1])}
    return frozenset(found)
