"""What was said in full, where a word list knows only a part of it.

A list takes "parking" out of "parking at no extra charge" and "pool" out of "pool in season, for a fee". The judge is
given the whole: of a wish the words around what the list knows (`whole_wish`), of a document its clauses (`passages`).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.mentions import means_something

FEWEST_WORDS = 2
"""Words with a meaning of their own that a passage has to have."""
LONGEST_PASSAGE = 24
"""Items; a longer clause is parted at its "and"s, and what is still longer into pieces of this length."""
MOST_PASSAGES = 1_000
"""Of one text; each has to be embedded. No listing comes near."""


def whole_wish(
    text: str,
    items: Sequence[Item],
    span: range,
    *,
    others: Container[int],
    known: Container[int],
    language: Language,
) -> str:
    """A wish with the words beside it that narrow it; empty where none does.

    `others`: items of other wishes, and of words that only say how much one wants something. `known`: items that
    some list knows, such as the street of "quiet street"; they were heeded already and narrow nothing.
    """
    stops = language.ands | language.ors | language.buts | language.negations
    first, after = span.start, span.stop
    while first > 0 and _goes_on(items[first - 1], first - 1, others, stops):
        first -= 1
    while after < len(items) and _goes_on(items[after], after, others, stops):
        after += 1
    beside = [
        i
        for i in (*range(first, span.start), *range(span.stop, after))
        if items[i].norm in language.narrowing
        or (i not in known and adds_meaning(items[i], language) and items[i].norm not in language.vague)
    ]
    if not beside:
        return ""
    start, end = min(beside[0], span.start), max(beside[-1] + 1, span.stop)
    return text[items[start].start : items[end - 1].end]


def shreds(items: Sequence[Item], known: Iterable[range], free: Sequence[range], language: Language) -> set[range]:
    """Those of the free runs that are no wish of their own but a piece of the known one they stand beside.

    "doorman round the clock" asks for one thing, and so does "microwave to heat up food"; "near", "with" and the like
    start another.
    """
    starts, ends = {span.start for span in known}, {span.stop for span in known}
    small = language.articles | language.own | language.ties
    found: set[range] = set()
    for span in free:
        before = span.start
        while before > 0 and before not in ends and items[before - 1].norm in small:
            before -= 1
        after = span.stop
        while after < len(items) and after not in starts and items[after].norm in small:
            after += 1
        if before in ends or after in starts:
            found.add(span)
    return found


def _goes_on(item: Item, at: int, others: Container[int], stops: Container[str]) -> bool:
    return not item.is_break and item.mention is None and at not in others and item.norm not in stops


def adds_meaning(item: Item, language: Language) -> bool:
    """Whether a word narrows what it stands beside; a number is compared, and narrows nothing."""
    return item.mention is None and means_something(item, language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A clause of a document: its items from `first` to before `after`."""

    first: int
    after: int


def passages(
    items: Sequence[Item], aside: Collection[int], known: Container[int], language: Language
) -> Iterator[Passage]:
    """The clauses that say more than lists know; none with a word of what is aside, such as slogans and contact data.

    A clause of which every telling word is known says nothing that its claims do not: "gym and pool".
    """
    joins = language.ands | language.buts
    start = 0
    for at in range(len(items) + 1):
        if at < len(items) and not items[at].is_break:
            continue
        for first, after in _parted(items, start, at, joins):
            telling = [i for i in range(first, after) if _tells(items[i], language)]
            says_more = any(i not in known for i in telling)
            if len(telling) >= FEWEST_WORDS and says_more and not any(i in aside for i in range(first, after)):
                yield Passage(first=first, after=after)
        start = at + 1


def _tells(item: Item, language: Language) -> bool:
    """Whether a word of a document carries meaning; "no smoking" has two that do."""
    return item.mention is not None or item.norm in language.negations or adds_meaning(item, language)


def _parted(items: Sequence[Item], first: int, after: int, joins: Container[str]) -> Iterator[tuple[int, int]]:
    """A clause, or its parts where it is long."""
    if after - first <= LONGEST_PASSAGE:
        yield first, after
        return
    start = first
    for at in range(first, after + 1):
        if at == after or (items[at].norm in joins and at - start >= FEWEST_WORDS):
            for begin in range(start, at, LONGEST_PASSAGE):
                yield begin, min(at, begin + LONGEST_PASSAGE)
            start = at + 1
