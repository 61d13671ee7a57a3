"""Strict checks of each annotation against the claims that overlap its words.

A wish is found when a claim's quote overlaps its words; polarity, strength, amount, host and
alternatives are then checked separately, so that one fault does not hide another. A fact must be
read with the right status before its amount and host are checked. Each lenient rule states its
reason.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount
from claimtree.model.claims import QueryClaim
from evals.golden import ReadClaim
from evals.golden_file import show_amount
from evals.sentence_rows import FAR, Annotation, Bounds, Is, Kind, Nothing, Sentence, names_room

QUERY_CHECKS = ("found", "polarity", "host", "amount", "alternatives", "strength", "nothing")
LISTING_CHECKS = ("fact yes", "fact no", "fact unsure", "host", "amount", "nothing")

_SAYS_NO = re.compile(r"(no|not|un|non|tidak|bukan|tanpa|bebas)\b|un|non", re.IGNORECASE)
"""Start of a claim that denies by its words ("non-smoking", "unfurnished") without being
negated."""
_KEEPS_OFF = ("far", "outside")
_PER_MONTH = {"usd/week": 52 / 12, "usd/year": 1 / 12, "idr/year": 1 / 12}
"""Rents may be stored per month, whatever period was stated."""
_NEAR = 0.011
"""Tolerance for rounded conversions: a hundredth, plus a little for the rounding of the
annotation."""
_ABOUT_WIDTH = 0.6
"""Maximum width of an "about" range, as a share of the value."""
_PRICE_WIDTH = 0.25
"""Maximum width of the range read for a plain price, as a share of the price."""
_LONG = 3
"""A claim this many times as long as a "nothing" annotation merely mentions its words."""
_AREA = ("neighborhood", "area")
_HOME = ("apartment", "property", "home")
_ROOM = "room"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One checked property of a reading."""

    name: str
    words: str
    right: bool
    expected: str
    read: str


def over(words: Annotation | Nothing, claims: Sequence[ReadClaim]) -> list[ReadClaim]:
    """Returns the claims whose quotes overlap the words."""
    return [claim for claim in claims if claim.start < words.end and words.start < claim.end]


def checks_of(sentence: Sentence, claims: Sequence[ReadClaim]) -> list[Check]:
    """Returns every check of a text, in the order of its annotations."""
    found: list[Check] = []
    groups: dict[str, list[set[int]]] = defaultdict(list)
    for one in sentence.annotations:
        near = over(one, claims)
        if sentence.kind is Kind.LISTING:
            found += _fact_checks(one, near, sentence)
            continue
        found.append(_check("found", one, bool(near), "a claim", "nothing"))
        if near:
            right = [claim for claim in near if _polarity_fits(one, claim)]
            found += _wish_checks(one, near, right, sentence)
            if one.alternative:
                groups[one.alternative].append(_or_groups(right or near))
    found += [_together(letter, members, sentence) for letter, members in groups.items() if len(members) > 1]
    return found + [_nothing_check(one, claims) for one in sentence.nothing]


def invented(sentence: Sentence, claims: Sequence[ReadClaim]) -> list[QueryClaim]:
    """Returns required claims that overlap no annotated words; only queries have required
    claims."""
    return [
        claim
        for claim in claims
        if isinstance(claim, QueryClaim)
        and claim.required
        and not any(over(one, [claim]) for one in sentence.annotated)
    ]


def _wish_checks(
    wish: Annotation, near: Sequence[ReadClaim], right: Sequence[ReadClaim], sentence: Sentence
) -> Iterator[Check]:
    # "unfurnished" may stand for a negated "furnished".
    worded = wish.denied and any(_SAYS_NO.match(claim.text) for claim in near)
    wanted = "denied" if wish.denied or wish.where == FAR else "wanted"
    yield _check("polarity", wish, bool(right) or worded, wanted, _signs(near))
    best = right or near
    if wish.want:
        queried = [claim for claim in best if isinstance(claim, QueryClaim)]
        firm = any(claim.required == (wish.want == "must") for claim in queried)
        yield _check("strength", wish, firm, wish.want, ", ".join(claim.strength.value for claim in queried))
    yield from _detail_checks(wish, best, sentence)


def _fact_checks(fact: Annotation, near: Sequence[ReadClaim], sentence: Sentence) -> Iterator[Check]:
    yes = [claim for claim in near if not claim.denied]
    right = {Is.YES: bool(yes), Is.NO: len(yes) < len(near), Is.UNSURE: not near}[fact.says or Is.UNSURE]
    yield _check(f"fact {fact.says}", fact, right, str(fact.says), _signs(near, yes="yes", no="no"))
    if right and fact.says is Is.YES:
        yield from _detail_checks(fact, yes, sentence)


def _detail_checks(one: Annotation, best: Sequence[ReadClaim], sentence: Sentence) -> Iterator[Check]:
    if one.amount is not None:
        amount = one.amount
        right = any(amount_fits(amount, stated) for claim in best for stated in claim.all_amounts)
        amounts = ", ".join(show_amount(stated) for claim in best for stated in claim.all_amounts)
        yield _check("amount", one, right, str(amount), amounts or "no amount")
    if one.of or one.amount is not None:
        right = any(host_fits(one, claim, sentence.text) for claim in best)
        read = ", ".join(f"{claim.level} {claim.facet or ''}".strip() for claim in best)
        yield _check("host", one, right, one.of or "the thing itself", read)


def _nothing_check(nothing: Nothing, claims: Sequence[ReadClaim]) -> Check:
    longest = _LONG * (nothing.end - nothing.start)
    near = [claim for claim in over(nothing, claims) if claim.end - claim.start < longest]
    return _check("nothing", nothing, not near, "nothing", _signs(near))


def _together(letter: str, members: Sequence[set[int]], sentence: Sentence) -> Check:
    words = " / ".join(one.words for one in sentence.annotations if one.alternative == letter)
    right = bool(set.intersection(*members))
    return Check(name="alternatives", words=words, right=right, expected="alternatives", read="no shared group")


def _or_groups(claims: Sequence[ReadClaim]) -> set[int]:
    return {claim.or_group for claim in claims if isinstance(claim, QueryClaim) and claim.or_group is not None}


def _polarity_fits(wish: Annotation, claim: ReadClaim) -> bool:
    if claim.denied == wish.denied:
        return True
    where = claim.where if isinstance(claim, QueryClaim) else None
    return wish.where == FAR and (claim.denied or (where is not None and where.relation.value in _KEEPS_OFF))


def amount_fits(wanted: Bounds, read: Amount) -> bool:
    """True if an amount is the annotated one, as stated or per month."""
    low = None if math.isinf(read.low) or read.low == 0 else read.low
    high = None if math.isinf(read.high) else read.high
    if wanted.unit == "min" and not wanted.about and (low is not None or high is not None):
        return True  # minutes are stored as metres: only whether there is a limit is comparable
    factors = {1.0, _PER_MONTH.get(wanted.unit, 1.0)}
    return any(_ends_fit(wanted, _times(wanted.low, by), _times(wanted.high, by), low, high) for by in factors)


def _ends_fit(
    wanted: Bounds, wanted_low: float | None, wanted_high: float | None, low: float | None, high: float | None
) -> bool:
    if wanted_low == 0 and low is None:
        wanted_low = None  # a minimum of zero is no minimum
    if wanted.about:
        middle = wanted_low if wanted_low is not None else wanted_high
        return middle is not None and _holds(middle, low, high, _ABOUT_WIDTH * abs(middle))
    if _close(low, wanted_low) and _close(high, wanted_high):
        return True
    is_price = wanted.unit.startswith(("usd", "idr"))
    exact = wanted_low is not None and wanted_low == wanted_high
    return is_price and exact and _holds(wanted_low or 0.0, low, high, _PRICE_WIDTH * (wanted_low or 0.0))


def _holds(value: float, low: float | None, high: float | None, widest: float) -> bool:
    """True if a range with two ends contains the value and is not too wide."""
    return low is not None and high is not None and low <= value <= high and high - low <= widest


def _close(read: float | None, wanted: float | None) -> bool:
    if read is None or wanted is None:
        return read is wanted
    return abs(read - wanted) <= max(_NEAR * abs(wanted), 1e-9)


def _times(value: float | None, by: float) -> float | None:
    return None if value is None else value * by


def host_fits(one: Annotation, claim: ReadClaim, text: str) -> bool:
    """True if a claim is attached to the part (room, building, area, home) that it is about."""
    if one.where:
        return True  # a place wish is about the location, whatever level it is stored at
    facet = (claim.facet or "").casefold()
    match one.of:
        case "":
            # A room that is itself wished for ("2 bedrooms") may be stored as a room.
            return claim.level != _ROOM or not facet or facet in text.casefold()[claim.start : claim.end]
        case "area":
            return claim.level in _AREA
        case "building" | "complex":
            return claim.level != _ROOM
        case "home":
            return claim.level in _HOME
    if not names_room(one.of):
        return True  # a quantity, as "deposit": its amount is checked, and it has no host
    return claim.level == _ROOM and (not _words(facet) or _alike(_words(one.of), _words(facet)))


def _words(name: str) -> list[str]:
    return re.sub(r"[^a-z ]", "", name).split()


def _alike(words: Sequence[str], facet: Sequence[str]) -> bool:
    """True if two words are equal or share a prefix: "bedrooms" belongs to the facet "bedroom"."""
    return any(one[:5] == other[:5] for one in words for other in facet)


def _signs(claims: Sequence[ReadClaim], *, yes: str = "wanted", no: str = "denied") -> str:
    """Formats claims with their polarity."""
    return ", ".join(f"{claim.text} ({no if claim.denied else yes})" for claim in claims) or "nothing"


def _check(name: str, words: Annotation | Nothing, right: bool, expected: str, read: str) -> Check:
    return Check(name=name, words=words.words, right=right, expected=expected, read=read)
