"""How far a cue reaches. In the tables a word in [brackets] is one mention, and CAPITALS mark what the cue reaches."""

from __future__ import annotations

import re

import pytest

from claimtree.text.alternatives import alternatives
from claimtree.text.cues import find_cues
from claimtree.text.items import Spellings, make_items
from claimtree.text.language import ENGLISH
from claimtree.text.lexicon import Item
from claimtree.text.polarity import is_denied

BRACKETED = re.compile(r"\[([^\]]*)\]")


def parse(marked: str) -> tuple[list[Item], list[tuple[int, int]]]:
    """The items of the text without brackets, and the (first, after) of each bracketed mention."""
    text, places, end = "", [], 0
    for found in BRACKETED.finditer(marked):
        text += marked[end : found.start()]
        places.append((len(text), len(text) + len(found[1])))
        text += found[1]
        end = found.end()
    text += marked[end:]
    items = make_items(text, spellings=Spellings({}), units={}, language=ENGLISH, query=True)
    spans = []
    for start, stop in places:
        inside = [i for i, item in enumerate(items) if start <= item.start < stop]
        spans.append((inside[0], inside[-1] + 1))
    return items, spans


def with_denied(marked: str) -> str:
    """The text with the denied mentions in capitals."""
    marked = marked.lower()
    items, spans = parse(marked)
    known = {i: k for k, (first, after) in enumerate(spans) for i in range(first, after)}
    denied = iter([is_denied(items, first, after, ENGLISH, known) for first, after in spans])
    return BRACKETED.sub(lambda found: f"[{found[1].upper() if next(denied) else found[1]}]", marked)


def covered(marked: str, cue: str) -> str:
    """The text with the mentions under one kind of cue in capitals."""
    marked = marked.lower()
    items, spans = parse(marked)
    scope: frozenset[int] = getattr(find_cues(items, ENGLISH), cue)
    reached = iter([not scope.isdisjoint(range(first, after)) for first, after in spans])
    return BRACKETED.sub(lambda found: f"[{found[1].upper() if next(reached) else found[1]}]", marked)


@pytest.mark.parametrize(
    "text",
    [
        "no [BARS]",
        "not a very [NOISY] place",
        "without [CARPET]",
        "isn't [DARK]",
        "no large [DOGS]",
        "no unusually loud [BARS]",
        "[quiet], not [DARK]",
        "no [DOGS]. [quiet]",
        "no [DOGS], [quiet]",
        "no [DOGS] but [cats]",
        "no [DOGS] and [cats]",
        "no [DOGS], with [cats]",
        "[quiet]\nno [DOGS]\n[bright]",
        "no [BARS] on residential [streets]",
        "not here because of work or family and friends in town [quiet]",
    ],
)
def test_a_negation_reaches_what_it_denies_and_stops_there(text: str) -> None:
    assert with_denied(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "no [BARS] or [CLUBS]",
        "no [BARS], [CLUBS] or [CONSTRUCTION]",
        "no [BARS], [NIGHT CLUBS], or [CONSTRUCTION]",
        "neither [NOISY] nor [DARK]",
        "no [BARS]/[CLUBS]",
        "no [DOGS], [quiet] [street], [south] or [west]",
        "no [DOGS], [quiet], [bright]",
    ],
)
def test_a_negation_reaches_along_a_list_that_an_or_closes(text: str) -> None:
    assert with_denied(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "not without a [balcony]",
        "never without [parking]",
        "not only [quiet] but [bright]",
        "not just [quiet]",
        "no problem with [dogs]",
        "not far from the [park]",
    ],
)
def test_two_negations_or_a_turn_of_phrase_deny_nothing(text: str) -> None:
    assert with_denied(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "[DOGS]: no",
        "[DOGS] - no, [cats]: yes",
        "[LAUNDRY] none",
        "[SUBLETS] are not allowed",
        "[SUBLETS] not permitted",
        "[SUBLETS] never",
        "[quiet] not [NOISY]",
        "[dogs] no problem",
        "no [dogs]: no",
    ],
)
def test_a_denial_right_after_a_mention_denies_it(text: str) -> None:
    assert with_denied(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "i don't mind an [OLD BUILDING]",
        "i don't mind [NOISE] if it is [cheap]",
        "fine with a [WALK UP], [quiet]",
        "[quiet], no need for [PARKING]",
        "regardless of [FLOOR] but [bright]",
        "doesn't matter",
    ],
)
def test_tolerance_reaches_to_a_condition_or_the_end_of_its_clause(text: str) -> None:
    assert covered(text, "tolerated") == text


@pytest.mark.parametrize(
    "text",
    [
        "preferably a [BALCONY]",
        "a [BALCONY] would be nice",
        "[quiet], ideally with a [GYM], [bright]",
        "a [GYM] is optional",
        "a [BALCONY] would be nice but an [elevator]",
        "[quiet]",
    ],
)
def test_soft_wording_covers_its_clause(text: str) -> None:
    assert covered(text, "soft") == text


@pytest.mark.parametrize(
    "text",
    [
        "must have an [ELEVATOR]",
        "an [ELEVATOR] is essential, [quiet]",
        "[gym] but definitely [PARKING]",
        "[quiet] please",
    ],
)
def test_insistence_covers_its_clause(text: str) -> None:
    assert covered(text, "insistent") == text


def test_the_words_of_a_cue_are_no_wish() -> None:
    items, _ = parse("must have an elevator, preferably quiet")
    assert [items[i].norm for i in sorted(find_cues(items, ENGLISH).used)] == ["must", "have", "preferably"]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("[south] or [west]", [1, 1]),
        ("[south], [east] or [west]", [1, 1, 1]),
        ("[south], [east], or [west]", [1, 1, 1]),
        ("[south]/[west]", [1, 1]),
        ("either a [dishwasher] or a [washer]", [1, 1]),
        ("[cats] or [dogs], [gym] or [pool]", [2, 2, 1, 1]),
        ("[quiet] and [bright]", [None, None]),
        ("[quiet], [bright]", [None, None]),
        ("[quiet street], [south] or [west]", [None, 1, 1]),
        ("[over 12 m²], [south] or [west]", [None, 1, 1]),
        ("[south] or facing the [west]", [None, None]),
        ("[quiet]", [None]),
    ],
)
def test_an_or_between_two_mentions_makes_them_alternatives(text: str, groups: list[int | None]) -> None:
    items, spans = parse(text)
    assert alternatives(items, [(first, after, "look") for first, after in spans], ENGLISH) == groups


def test_a_comma_carries_alternatives_only_to_a_mention_of_the_same_type() -> None:
    items, spans = parse("[pets], [south] or [west]")
    typed = [(first, after, type) for (first, after), type in zip(spans, ("rule", "look", "look"), strict=True)]
    assert alternatives(items, typed, ENGLISH) == [None, 1, 1]
