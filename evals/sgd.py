"""sgd-homes: user turns of a dialogue with an apartment assistant (Schema-Guided Dialogue, Homes).

Two measures. Per turn: the search slots that the user informs, where the value occurs in the words
("three" as the whole answer does; "the same area" does not). And per search of the assistant: the
parameters that the user's turns, joined, ask for; if a slot is given twice, the last value counts.

Slots that a service does not have are not checked: "an apartment to rent" tells Homes_1 nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from claimtree.calibration.data_rows import Row
from claimtree.model.amounts import Amount, Op
from claimtree.model.claims import QueryClaim
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark, Measure
from evals.values import stands_in

_FLAT = ("area", "number_of_beds", "number_of_baths", "furnished", "pets_allowed")
_HOUSE = ("area", "number_of_beds", "number_of_baths", "intent", "in_unit_laundry", "has_garage")
SLOTS: Mapping[str, tuple[str, ...]] = {"Homes_1": _FLAT, "Homes_2": _HOUSE}
"""The slots that a service searches by; for an unlisted service, all slots are checked."""
_ALL = tuple(dict.fromkeys(_FLAT + _HOUSE))

COUNTS: Mapping[str, str] = {
    "bedrooms": "number_of_beds",
    "room count": "number_of_beds",  # the set has no other rooms: "three rooms would be perfect"
    "bathrooms": "number_of_baths",
}
"""The pack's concept → the slot that its number fills."""
FLAGS: Mapping[str, str] = {
    "furnished": "furnished",
    "pets allowed": "pets_allowed",
    "dogs allowed": "pets_allowed",
    "cats allowed": "pets_allowed",
    "washer/dryer in unit": "in_unit_laundry",
    "laundry": "in_unit_laundry",
    "garage": "has_garage",
}
"""The pack's concept → the slot that is true if it is wished for, false if it is denied."""
INTENTS: Mapping[str, str] = {"for rent": "rent", "for sale": "buy"}

_BEFORE_NAMES = ("in", "at", "near", "around", "the", "to", "di")

_WORDS_OF_SLOTS = {
    "furnished": re.compile(r"furnish", re.IGNORECASE),
    "pets_allowed": re.compile(r"\b(pets?|dogs?|cats?|animals?|pup\w*|kitt\w*)\b", re.IGNORECASE),
    "in_unit_laundry": re.compile(r"laundry|washer|dryer|washing", re.IGNORECASE),
    "has_garage": re.compile(r"garage", re.IGNORECASE),
    "intent": re.compile(r"\b(rent\w*|buy\w*|purchas\w*|bought|leas\w*|for sale)\b", re.IGNORECASE),
}
"""A flag has no literal value in the text; these patterns match its topic instead."""


def slots_of(claims: Iterable[QueryClaim], service: str) -> list[tuple[str, str]]:
    """Returns the claims as slot values of a service, in the order of the text."""
    found: list[tuple[str, str]] = []
    for claim in sorted(claims, key=lambda claim: claim.start):
        concept = claim.concept or ""
        if claim.name is not None and not claim.negated:
            found.append(("area", claim.name.text.casefold()))
        elif concept in COUNTS and claim.amounts:
            found.append((COUNTS[concept], _number(claim.amounts[0])))
        elif concept in FLAGS:
            found.append((FLAGS[concept], str(not claim.negated)))
        elif concept in INTENTS and not claim.negated:
            found.append(("intent", INTENTS[concept]))
    asked = SLOTS.get(service, _ALL)
    return [(slot, value) for slot, value in found if slot in asked]


def names_as_written(claims: Iterable[QueryClaim], text: str) -> dict[str, str]:
    """Returns names that the pack spells differently from the text → the text's spelling."""
    found: dict[str, str] = {}
    for claim in claims:
        if claim.name is not None and claim.name.text.casefold() not in text.casefold():
            words = claim.quote.casefold().split()
            while words and words[0] in _BEFORE_NAMES:
                words.pop(0)
            found[claim.name.text.casefold()] = " ".join(words)
    return found


def _number(amount: Amount) -> str:
    """Returns the number without its comparison: the set has no "at least"."""
    if amount.op is Op.APPROX:
        return f"{(amount.low + amount.high) / 2:g}"
    return f"{amount.low if not math.isinf(amount.low) else amount.high:g}"


def is_stated(slot: str, value: str, text: str) -> bool:
    """True if the value of a slot occurs in the words."""
    if slot in _WORDS_OF_SLOTS:
        return _WORDS_OF_SLOTS[slot].search(text) is not None
    if slot == "area":
        return value.casefold() in text.casefold()
    return stands_in(text, value)


def is_ours(row: Row) -> bool:
    return str(row.get("service", "")).startswith("Homes") and (
        {"utterance", "acts"} <= row.keys() or {"user_utterances", "parameters"} <= row.keys()
    )


def score(where: str, row: Row, reading: Reading) -> Case | None:
    return _turn(where, row, reading) if "utterance" in row else _call(where, row, reading)


def _turn(where: str, row: Row, reading: Reading) -> Case:
    text, service = str(row["utterance"]), str(row["service"])
    informed: set[tuple[str, str]] = set()
    for act, slot, values in row["acts"]:
        if act == "INFORM" and slot in SLOTS.get(service, _ALL):
            informed |= {(slot, str(value)) for value in values}
    informed = {(slot, value.casefold() if slot == "area" else value) for slot, value in informed}
    wanted = {(slot, value) for slot, value in informed if is_stated(slot, value, text)}
    unstated = {slot for slot, _ in informed - wanted}
    claims = reading.query(text).claims
    read = {(slot, value) for slot, value in slots_of(claims, service) if slot not in unstated}
    # The label of a turn is the word used ("SF"); that of a call is the city.
    aliases = names_as_written(claims, text)
    read = {(slot, aliases.get(value, value) if (slot, value) not in wanted else value) for slot, value in read}
    marks: list[Mark] = []
    for figure in ("slots", "turns") if informed else ("turns",):
        marks += [Mark(figure=figure, group=slot, right=1) for slot, _ in sorted(wanted & read)]
        marks += [Mark(figure=figure, group=slot, missed=1) for slot, _ in sorted(wanted - read)]
        marks += [Mark(figure=figure, group=slot, extra=1) for slot, _ in sorted(read - wanted)]
    return Case(
        id=where,
        text=text,
        marks=tuple(marks),
        expected=_shown(wanted),
        read=_shown(read),
        confusions=_confusions("", wanted - read, read - wanted),
    )


def _call(where: str, row: Row, reading: Reading) -> Case:
    service = str(row["service"])
    text = "\n".join(str(utterance) for utterance in row["user_utterances"])
    wanted = {
        (slot, str(value).casefold() if slot == "area" else str(value))
        for slot, value in row["parameters"].items()
        if slot in SLOTS.get(service, _ALL) and value != "dontcare"
    }
    read = set(dict(slots_of(reading.query(text).claims, service)).items())
    exact = read == wanted
    unstated = [slot for slot, value in sorted(wanted) if not is_stated(slot, value, text)]
    return Case(
        id=where,
        text=text.replace("\n", " / "),
        marks=(Mark(figure="calls", group=_length(row), right=int(exact), missed=int(not exact)),),
        expected=_shown(wanted),
        read=_shown(read),
        confusions=_confusions("call: ", wanted - read, read - wanted),
        why=f"the user's words do not hold the value of {', '.join(unstated)}" if unstated else "",
    )


def _length(row: Row) -> str:
    turns = len(row["user_utterances"])
    return f"{turns} turns" if 1 < turns < 5 else ("1 turn" if turns == 1 else "5 turns or more")


def _shown(slots: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{slot} = {value}" for slot, value in sorted(slots))


def _confusions(where: str, missed: set[tuple[str, str]], extra: set[tuple[str, str]]) -> tuple[Confusion, ...]:
    found: list[Confusion] = []
    for slot in sorted({slot for slot, _ in missed | extra}):
        wanted, read = (" or ".join(sorted(v for s, v in some if s == slot)) for some in (missed, extra))
        if slot == "area":  # one missed name is no information about the others
            wanted, read = ("a name" if wanted else ""), ("another name" if read else "")
        found.append(Confusion(slot=f"{where}{slot}", expected=wanted, read=read))
    return tuple(found)


SGD_HOMES = Adapter(
    name="sgd-homes",
    title="Schema-Guided Dialogue, Homes",
    data="rows of a Homes service with utterance and acts, or user_utterances and parameters (SGD)",
    pack="rentals",
    folder="sgd-homes",
    goals=(
        Goal(key="slots", title="slots informed in a turn", measure=Measure.F1, bar=0.95, by="slot"),
        Goal(key="turns", title="the same over all turns, questions too", measure=Measure.F1, by="slot"),
        Goal(key="calls", title="parameters of search calls, exact", bar=0.90, by="length"),
    ),
    is_ours=is_ours,
    key=lambda row: str(row["dialogue_id"]),
    score=score,
)
