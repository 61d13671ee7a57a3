"""Fair housing: finds the parts of a text that ask for people, or exclude them, by protected class.

What a place offers is a claim; who lives there or should live there is not (SPEC §2.15). A single
word seldom shows that people are meant: "white" is a colour until "neighborhood" follows, and a
playground is for kids. So a small grammar decides, in one pass and within a window of a few words:

1. a *group* ("immigrants", "Chinese", "white", "young professionals"), or several in a list;
2. with a *head* that applies it to people or an area ("Chinese neighborhood", "tetangga chinese",
   "neighbors who are …"), or with an *operator* that excludes, restricts or counts ("no …",
   "… only", "mostly …");
3. unless it describes a thing ("no Chinese restaurants"), the user ("we have no kids") or a welcome
   ("kids welcome").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from claimtree.text.fairness.compiled_words import vocabulary
from claimtree.text.fairness.context import Before, Behind, Text
from claimtree.text.fairness.fair_words import Ground, Head, Operator
from claimtree.text.fairness.groups import Run, find_runs
from claimtree.text.lexicon import Item

_DECIDING = frozenset({Operator.EXCLUDES, Operator.RESTRICTS})
_LONGEST_ELEMENT = 4
"""Maximum number of words of one element of a list ("no loud house parties or kids")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a text that asks for or states something by protected class."""

    first: int
    after: int
    """Items first…after-1 are removed."""
    start: int
    end: int
    """The words to show. They may include an area that other words still describe ("quiet white
    neighborhood")."""
    ground: Ground
    inside: bool = False
    """The words on both sides belong together without it (the "no … pets" of "no kids or pets")."""


def protected_parts(items: Sequence[Item], languages: Iterable[str]) -> tuple[Part, ...]:
    """Returns the parts that ask for or state something by protected class, left to right and
    without overlaps.

    `languages` are codes, whose words are combined; a language without a word list adds none.
    """
    text = Text(items, vocabulary(tuple(languages)))
    found: list[Part] = []
    for run in find_runs(items, text.forms, text.words):
        # In "no immigrants or black appliances" only the beginning of the list is about people.
        part = next((part for shorter in run.shortened() if (part := _part(text, shorter))), None)
        if part is not None:
            _append(found, part)
    return tuple(found)


def kept_items(items: Sequence[Item], parts: Sequence[Part]) -> list[Item]:
    """Returns the items without the parts, for all further reading.

    A comma replaces each part, so that the words on both sides are not joined, unless the part
    stood inside a phrase.
    """
    kept: list[Item] = []
    i = 0
    for part in parts:
        kept += items[i : part.first]
        if not part.inside:
            start = items[part.first].start
            kept.append(Item(word=",", norm=",", start=start, end=start))
        i = part.after
    return kept + list(items[i:])


def _part(text: Text, run: Run) -> Part | None:
    """Returns the part that a list of groups belongs to; None if it does not ask for people."""
    if _is_own(text, run):
        return None
    before, behind = text.look_back(run), text.look_behind(run)
    operators = before.operators | ({behind.operator} if behind.operator else frozenset())
    if _is_welcome(text, operators, behind):
        return None
    if behind.operator is Operator.ACCEPTS:
        behind = replace(behind, operator=None, after=behind.head_after or run.after)
    framed = behind.head_after is not None or before.head in run.heads
    operated = run.alone and bool(operators & {*_DECIDING, Operator.COUNTS})
    if not (framed or operated or run.always) or not text.ends(run, behind.after, behind):
        return _end_of_list(text, run, behind)
    if _describes_what_is_before(text, run, before, behind) or _is_lodging(text, run, before, behind):
        return None
    if _is_served(text, before, operators):
        return None
    end = text.past_tails(behind.after)
    if Operator.EXCLUDES in before.operators and end == run.after and text.speaks_of_asker(run.first):
        return None
    return _start_of_list(text, run, before, end) or _whole_phrase(text, run, before, behind, end)


# --- cases that are not protected
# -------------------------------------------------------------------


def _is_own(text: Text, run: Run) -> bool:
    """True if the group is said of the user ("my elderly mother", "I'm a Muslim", "two adults")."""
    if run.first == 0 or run.always:
        return False
    if text.items[run.first - 1].mention is not None and not run.is_age:
        return True
    return text.has(run.first - (2 if text.has(run.first - 1, text.small.articles) else 1), text.small.owning)


def _is_welcome(text: Text, operators: frozenset[Operator], behind: Behind) -> bool:
    """True for a welcome ("kids welcome", "accepts Section 8"); for "kid friendly" even if it is
    denied."""
    if behind.operator is Operator.ACCEPTS and text.has(behind.after - 1, text.small.friendly):
        return True
    return Operator.ACCEPTS in operators and not operators & _DECIDING


def _describes_what_is_before(text: Text, run: Run, before: Before, behind: Behind) -> bool:
    """True if the group describes the thing before it, in languages that put heads first ("restoran
    cina saja")."""
    framed = before.head is not None or before.operators or behind.head_after is not None
    return not framed and not run.sure and bool(text.words.head_first) and text.is_word_of_its_own(run.first - 1)


def _is_lodging(text: Text, run: Run, before: Before, behind: Behind) -> bool:
    """True for a lawful kind of lodging with that name ("kost khusus putri", a boarding house for
    women)."""
    places = (before.stop - 1, behind.after, behind.after - 1)
    return run.ground is Ground.SEX and any(text.has(i, text.small.lodgings) for i in places)


def _is_served(text: Text, before: Before, operators: frozenset[Operator]) -> bool:
    """True if people are counted for the room they need ("space for lots of kids")."""
    counted = Operator.COUNTS in before.operators and not operators & _DECIDING
    return counted and text.has(before.first - 1, text.small.serving)


# --- extent of the part
# -----------------------------------------------------------------------------


def _whole_phrase(text: Text, run: Run, before: Before, behind: Behind, end: int) -> Part:
    """Returns the group with its operators, heads and tails; a head that other words describe is
    kept for them."""
    first, after, shown, inside = before.first, end, before.first, False
    if before.head in run.heads and before.head is not Head.ROLE:
        shown = first if before.operators or behind.operator else before.head_first
        described = text.has(end, text.small.describing) and end + 1 < len(text.items)
        if before.head_after == run.first and not described:
            first = min(first, before.head_first)
        elif not before.operators or first > before.head_after:
            first, inside = min(first, before.head_after), described
    elif end == behind.head_after and not before.operators & _DECIDING and text.is_word_of_its_own(first - 1):
        after, inside = run.after, True
    return _shown(text, Part(first=first, after=after, start=shown, end=end, ground=run.ground, inside=inside))


def _start_of_list(text: Text, run: Run, before: Before, end: int) -> Part | None:
    """Returns the part for a group that shares its "no" with later words, which are kept ("no kids
    or pets")."""
    if Operator.EXCLUDES not in before.operators or end != run.after or not text.is_word_of_its_own(end + 1):
        return None
    comma = end < len(text.items) and text.items[end].norm == ","
    later = range(end + 2, min(len(text.items), end + 1 + _LONGEST_ELEMENT))
    joined = any(text.has(i, text.small.ors) for i in (later if comma else (end,)))
    return _listed(text, run, run.first, end + 1) if joined else None


def _end_of_list(text: Text, run: Run, behind: Behind) -> Part | None:
    """Returns the part for a group at the end of a denied list ("no pets or kids")."""
    join = run.first - 1
    comma = join > 0 and text.items[join].norm == ","
    listed = text.has(run.after, text.small.ors) if comma else text.has(join, text.small.joins)
    if not listed or not run.alone or behind.operator is not None or not text.ends(run, run.after, behind):
        return None
    for i in range(join, max(0, join - 1 - _LONGEST_ELEMENT), -1):
        found = text.words.before.ending(text.forms, i)
        if found is not None and found[0] is Operator.EXCLUDES:
            return None if text.speaks_of_asker(join) else _listed(text, run, join, run.after)
        if text.items[i - 1].is_break and text.items[i - 1].norm != ",":
            break
    return None


def _listed(text: Text, run: Run, first: int, after: int) -> Part:
    part = Part(first=first, after=after, start=run.first, end=run.after, ground=run.ground, inside=True)
    return _shown(text, part)


def _shown(text: Text, part: Part) -> Part:
    """Converts the shown items of a part to positions in the text."""
    return replace(part, start=text.items[part.start].start, end=text.items[part.end - 1].end)


def _append(found: list[Part], part: Part) -> None:
    """Adds a part. Overlapping parts are merged, and so are adjacent ones with the same ground ("no
    Indians no Pakistanis")."""
    last = found[-1] if found else None
    goes_on = last is not None and last.after == part.first and last.ground is part.ground
    if last is None or (part.first >= last.after and (not goes_on or part.inside or last.inside)):
        found.append(part)
    elif part.after > last.after:
        found[-1] = replace(last, after=part.after, end=max(last.end, part.end), inside=last.inside and part.inside)
