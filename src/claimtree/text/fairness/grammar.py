"""Fair housing: which part of a text asks for people by protected class, or keeps them out by it.

What a place offers is a claim, who lives there or should is none (SPEC §2.15). Whether words speak of people is seldom
in one of them: "white" is a colour until "neighborhood" follows, and kids are what a playground is for. So a small
grammar decides, in one pass, and never looks farther than a few words:

1. a *group* ("immigrants", "Chinese", "white", "young professionals"), or several in a list;
2. with a *head* that says it of people or an area ("Chinese neighborhood", "tetangga chinese", "neighbors who are …"),
   or with an *operator* that keeps out, restricts or counts ("no …", "… only", "mostly …");
3. unless it describes a thing ("no Chinese restaurants"), the asker ("we have no kids") or a welcome ("kids welcome").

The words are data (`words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from claimtree.text.fairness.groups import Run, find_runs
from claimtree.text.fairness.vocabulary import Vocabulary, forms_of, vocabulary
from claimtree.text.fairness.words import Ground, Head, Operator
from claimtree.text.lexicon import Item

_FARTHEST = 9
"""Words between an operator or a head and the group, and how far back the asker is looked for."""
_MOST_TAILS = 3
_DECIDING = frozenset({Operator.EXCLUDES, Operator.RESTRICTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a text that asks or states by protected class."""

    first: int
    after: int
    """Items first…after-1 are left out."""
    start: int
    end: int
    """The words to show. They may name an area that other words are still read of: "quiet white neighborhood"."""
    ground: Ground
    listed: bool = False
    """It was one of a list whose operator stays: the kids of "no kids or pets"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Before:
    """What stands before a group: operators and a head, nearest first."""

    first: int
    """Where the operators and the people they speak of begin."""
    operators: frozenset[Operator]
    head: Head | None
    head_first: int
    head_after: int
    stop: int
    """Where looking back ended: the word before this item belongs to something else."""


def protected_parts(items: Sequence[Item], languages: Iterable[str]) -> tuple[Part, ...]:
    """The parts that ask or state by protected class, left to right and apart from each other.

    `languages` are codes, and their words are read together; of one that is not known, no words are.
    """
    return _Reading(items, vocabulary(tuple(languages))).parts()


def kept_items(items: Sequence[Item], parts: Sequence[Part]) -> list[Item]:
    """The items without the parts, for everything that is read later.

    A part that took its operator with it leaves a comma, so that what stood around it does not grow together; one that
    was cut from a list does not: "no kids or pets" goes on as "no pets".
    """
    kept: list[Item] = []
    i = 0
    for part in parts:
        kept += items[i : part.first]
        if not part.listed:
            kept.append(Item(word=",", norm=",", start=items[part.first].start, end=items[part.first].start))
        i = part.after
    return kept + list(items[i:])


class _Reading:
    """One text being looked through."""

    def __init__(self, items: Sequence[Item], words: Vocabulary) -> None:
        self._items = items
        self._words = words
        self._forms = [forms_of(item) for item in items]

    def parts(self) -> tuple[Part, ...]:
        found: list[Part] = []
        for run in find_runs(self._items, self._forms, self._words):
            # In "no immigrants or black appliances" only the beginning of the list is about people.
            for shorter in run.shortened():
                part = self._part(shorter)
                if part is not None:
                    _append(found, part)
                    break
        return tuple(found)

    def _part(self, run: Run) -> Part | None:
        """The part that a list of groups belongs to; None when it asks for nobody."""
        if self._is_own(run):
            return None
        before = self._look_back(run)
        head_after = self._head_behind(run)
        behind, after = self._behind(head_after or run.after)
        deciding = (before.operators | {behind}) & _DECIDING
        if self._is_welcome(before, behind, after, deciding):
            return None
        framed = head_after is not None or self._is_head_of(before, run)
        operated = run.alone and bool(deciding or {Operator.COUNTS} & (before.operators | {behind}))
        if behind is Operator.ACCEPTS:
            after = head_after or run.after
        if not (framed or operated or run.always) or not self._ends_there(run, after, head_after, behind):
            return self._cut_from_list(run)
        if self._describes_what_is_before(run, before) or self._is_lodging(run, before, after) or self._is_served(before, deciding):
            return None
        end = self._past_tails(after)
        if Operator.EXCLUDES in before.operators and end == after and behind is None and self._speaks_of_asker(run.first):
            return None
        return self._span(run, before, head_after, end)

    # --- what stands around -----------------------------------------------------------------------------

    def _look_back(self, run: Run) -> _Before:
        i = first = run.first
        operators: set[Operator] = set()
        head: Head | None = None
        head_first = head_after = run.first
        while i > 0 and run.first - i < _FARTHEST:
            operated = self._words.before.ending(self._forms, i)
            # Right before the group only the heads of languages that put them there are its own.
            heads = self._words.heads if i < run.first or run.is_age else self._words.head_first
            headed = heads.ending(self._forms, i)
            if operated is not None:
                operators.add(operated[0])
                first = i = operated[1]
            elif headed is not None and head is None and headed[0] is not Head.PERSON:
                head, head_first, head_after = headed[0], headed[1], i
                i = head_first
                first = i if head is Head.ROLE else first
            elif self._has(i - 1, "between") or self._has(i - 1, "manners"):
                i -= 1
            else:
                break
        return _Before(
            first=first, operators=frozenset(operators), head=head, head_first=head_first, head_after=head_after, stop=i
        )

    def _head_behind(self, run: Run) -> int | None:
        """Where the head right behind the group ends: "Chinese neighborhood"."""
        found = self._words.heads.starting(self._forms, run.after)
        return found[1] if found is not None and found[0] in run.heads else None

    def _is_head_of(self, before: _Before, run: Run) -> bool:
        return before.head is not None and before.head in run.heads

    def _behind(self, at: int) -> tuple[Operator | None, int]:
        i = at
        while i < len(self._items) and i - at < 3:
            found = self._words.behind.starting(self._forms, i)
            if found is not None:
                return found
            if not self._has(i, "linking"):
                break
            i += 1
        return None, at

    def _ends_there(self, run: Run, after: int, head_after: int | None, behind: Operator | None) -> bool:
        """Whether the group stands for people here, and does not describe what comes next."""
        if after >= len(self._items) or self._items[after].mention is not None:
            return True
        if self._items[after].is_break:
            return self._items[after].norm != "'"  # "the kids' park"
        if behind is not None and self._words.heads.starting(self._forms, after) is not None:
            return True  # "child-free area", while a "kids area" is a thing
        if self._has(after, "things"):
            return False
        if run.sure or head_after is not None or (behind is not None and after > run.after):
            return True
        if self._has(after, "joins") and any(self._has(after + k, "things") for k in (1, 2, 3)):
            return False  # "Chinese or sushi restaurants"
        return self._has(after, "following") or self._words.before.starting(self._forms, after) is not None

    def _past_tails(self, after: int) -> int:
        for _ in range(_MOST_TAILS):
            tail = self._words.tails.starting(self._forms, after)
            if tail is None:
                break
            after = tail[1]
        return after

    # --- what it is not ---------------------------------------------------------------------------------

    def _is_own(self, run: Run) -> bool:
        """ "my elderly mother", "two adults": said of who asks."""
        if run.first == 0:
            return False
        counted = self._items[run.first - 1].mention is not None and not run.is_age
        at = run.first - 2 if self._has(run.first - 1, "articles") else run.first - 1
        return counted or (self._has(at, "owning") and not run.always)

    def _is_welcome(
        self, before: _Before, behind: Operator | None, after: int, deciding: frozenset[Operator]
    ) -> bool:
        if behind is Operator.ACCEPTS and self._has(after - 1, "friendly"):
            return True
        return not deciding and (behind is Operator.ACCEPTS or Operator.ACCEPTS in before.operators)

    def _describes_what_is_before(self, run: Run, before: _Before) -> bool:
        """ "restoran cina saja": where the head comes first, so does the thing that a group describes."""
        plain = before.head is None and not before.operators and not run.sure
        return plain and bool(self._words.head_first) and self._is_described(run.first)

    def _is_lodging(self, run: Run, before: _Before, after: int) -> bool:
        """ "kost khusus putri": a kind of lodging, lawful and known by this name."""
        if run.ground is not Ground.SEX:
            return False
        return any(self._has(i, "lodgings") for i in (before.stop - 1, after, after - 1))

    def _is_served(self, before: _Before, deciding: frozenset[Operator]) -> bool:
        """ "space for lots of kids": counted for the room they need."""
        counted = Operator.COUNTS in before.operators and not deciding
        return counted and self._has(before.first - 1, "serving")

    def _speaks_of_asker(self, first: int) -> bool:
        """ "couple, no kids, one cat": the asker says who they are."""
        for i in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
            if self._items[i].norm in (".", "!", "?", ";", "\n") or self._has(i, "seeking"):
                return False
            if self._has(i, "own"):
                return True
        return False

    # --- how far it goes --------------------------------------------------------------------------------

    def _span(self, run: Run, before: _Before, head_after: int | None, end: int) -> Part:
        first, shown = before.first, before.first
        after = end
        if before.head is not None and before.head is not Head.ROLE and before.head in run.heads:
            if before.head_after == run.first and not self._goes_on_describing(end):
                first = min(first, before.head_first)
            elif not before.operators or before.first > before.head_after:
                first = min(first, before.head_after)
            shown = before.first if before.operators else before.head_first
        elif head_after is not None and self._is_described(first) and end == head_after:
            # "quiet white neighborhood": the neighborhood stays for "quiet".
            after = run.after
        rest = self._list_goes_on(run, before, end)
        if rest is not None:
            return self._listed(run, run.first, rest)
        start, stop = self._items[shown].start, self._items[end - 1].end
        return Part(first=first, after=after, start=start, end=stop, ground=run.ground)

    def _list_goes_on(self, run: Run, before: _Before, end: int) -> int | None:
        """Where a list goes on with something else that is kept out too: the pets of "no kids or pets"."""
        if Operator.EXCLUDES not in before.operators or end != run.after or end + 1 >= len(self._items):
            return None
        if not self._goes_on_with_thing(end + 1):
            return None
        if self._has(end, "ors"):
            return end + 1
        listed = self._items[end].norm == "," and any(
            self._has(i, "ors") for i in range(end + 2, min(len(self._items), end + 5))
        )
        return end + 1 if listed else None

    def _cut_from_list(self, run: Run) -> Part | None:
        """The kids of "no pets or kids", which share the "no" with what stays."""
        join = run.first - 1
        comma = join > 0 and self._items[join].norm == ","
        in_list = self._has(run.after, "ors") if comma else self._has(join, "joins")
        if not in_list or not run.alone or not self._ends_there(run, run.after, None, None):
            return None
        behind, _ = self._behind(run.after)
        if behind is Operator.ACCEPTS:
            return None
        for i in range(join, max(0, join - 5), -1):
            found = self._words.before.ending(self._forms, i)
            if found is not None and found[0] is Operator.EXCLUDES:
                return None if self._speaks_of_asker(join) else self._listed(run, join, run.after)
            if self._items[i - 1].is_break and self._items[i - 1].norm != ",":
                return None
        return None

    def _goes_on_with_thing(self, i: int) -> bool:
        item = self._items[i]
        small = self._has(i, "between") or self._has(i, "following")
        return not item.is_break and item.mention is None and not small

    def _is_described(self, first: int) -> bool:
        return first > 0 and self._goes_on_with_thing(first - 1)

    def _goes_on_describing(self, end: int) -> bool:
        """ "lingkungan muslim yang tenang": the area stays for "tenang"."""
        return end + 1 < len(self._items) and self._has(end, "describing") and self._goes_on_with_thing(end + 1)

    def _listed(self, run: Run, first: int, after: int) -> Part:
        start, end = self._items[run.first].start, self._items[run.after - 1].end
        return Part(first=first, after=after, start=start, end=end, ground=run.ground, listed=True)

    def _has(self, i: int, name: str) -> bool:
        return self._words.has(self._forms, i, name)


def _append(found: list[Part], part: Part) -> None:
    """Adds a part; what it shares with the one before, or continues on the same ground, becomes one."""
    if not found or part.first > found[-1].after:
        found.append(part)
        return
    last = found[-1]
    if part.first == last.after and (part.ground is not last.ground or part.listed or last.listed):
        found.append(part)
        return
    if part.after <= last.after:
        return
    found[-1] = Part(
        first=min(last.first, part.first),
        after=part.after,
        start=min(last.start, part.start),
        end=max(last.end, part.end),
        ground=last.ground,
        listed=last.listed and part.listed,
    )
