"""Examines the context of a group: operators and heads before and after it, and the noun that it
may describe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.text.fairness.compiled_words import Vocabulary, forms_of, has
from claimtree.text.fairness.fair_words import Head, Operator
from claimtree.text.fairness.groups import Run
from claimtree.text.lexicon import Item

_FARTHEST = 9
"""Maximum number of words between an operator or a head and the group, and how far back a mention
of the user is searched."""
_MOST_LINKING = 3
_MOST_TAILS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What stands before a group."""

    first: int
    """Where the operators and the people they refer to begin."""
    operators: frozenset[Operator]
    head: Head | None
    head_first: int
    head_after: int
    stop: int
    """Where the search ended: the item before this one belongs to something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What stands right after a group."""

    head_after: int | None
    """Where the head ends ("Chinese neighborhood"); None without one."""
    operator: Operator | None
    after: int
    """Where all of it ends."""


class Text:
    """The items of one text, with the queries that the grammar needs."""

    def __init__(self, items: Sequence[Item], words: Vocabulary) -> None:
        self.items = items
        self.words = words
        self.small = words.small
        self.forms = [forms_of(item) for item in items]

    def has(self, at: int, words: frozenset[str]) -> bool:
        return has(self.forms, at, words)

    def look_back(self, run: Run) -> Before:
        """Returns the operators and the nearest head before the group, across small words only."""
        i = first = run.first
        operators: set[Operator] = set()
        head: Head | None = None
        head_first = head_after = run.first
        while i > 0 and run.first - i < _FARTHEST:
            operated = self.words.before.ending(self.forms, i)
            # A head directly before the group belongs to it only in languages that put heads first.
            heads = self.words.heads if i < run.first or run.is_age else self.words.head_first
            headed = heads.ending(self.forms, i)
            if operated is not None:
                operators.add(operated[0])
                first = i = operated[1]
            elif headed is not None and head is None and headed[0] is not Head.PERSON:
                head, head_first, head_after = headed[0], headed[1], i
                i = head_first
                first = i if head is Head.ROLE else first
            elif self.has(i - 1, self.small.between) or self.has(i - 1, self.small.manners):
                i -= 1
            else:
                break
        return Before(
            first=first,
            operators=frozenset(operators),
            head=head,
            head_first=head_first,
            head_after=head_after,
            stop=i,
        )

    def look_behind(self, run: Run) -> Behind:
        """Returns the head right after the group, and the operator after both."""
        found = self.words.heads.starting(self.forms, run.after)
        head_after = found[1] if found is not None and found[0] in run.heads else None
        at = head_after or run.after
        for i in range(at, min(len(self.items), at + _MOST_LINKING)):
            operated = self.words.behind.starting(self.forms, i)
            if operated is not None:
                return Behind(head_after=head_after, operator=operated[0], after=operated[1])
            if not self.has(i, self.small.linking):
                break
        return Behind(head_after=head_after, operator=None, after=at)

    def ends(self, run: Run, after: int, behind: Behind) -> bool:
        """True if the group stands for people here and does not describe the next word."""
        if after >= len(self.items) or self.items[after].mention is not None:
            return True
        if self.items[after].is_break:
            return self.items[after].norm != "'"  # "the kids' park"
        operated = behind.operator is not None and after == behind.after
        if operated and self.words.heads.starting(self.forms, after) is not None:
            return True  # "child-free area"; whereas a "kids area" is a thing
        if self.has(after, self.small.things):
            return False
        if run.sure or operated or after == behind.head_after:
            return True
        if self.has(after, self.small.joins) and any(self.has(after + k, self.small.things) for k in (1, 2, 3)):
            return False  # "Chinese or sushi restaurants"
        return self.has(after, self.small.following) or self.words.before.starting(self.forms, after) is not None

    def past_tails(self, after: int) -> int:
        """Returns the end of words that merely say that it is about the neighbours ("no kids
        upstairs")."""
        for _ in range(_MOST_TAILS):
            tail = self.words.tails.starting(self.forms, after)
            if tail is None:
                break
            after = tail[1]
        return after

    def is_word_of_its_own(self, at: int) -> bool:
        """True for a meaningful word: neither a small word nor a number nor a break."""
        if not 0 <= at < len(self.items) or self.items[at].is_break or self.items[at].mention is not None:
            return False
        return not self.has(at, self.small.between) and not self.has(at, self.small.following)

    def speaks_of_asker(self, first: int) -> bool:
        """True if the group describes the user ("couple, no kids, one cat")."""
        for i in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
            if self.items[i].norm in SENTENCE_ENDS or self.has(i, self.small.seeking):
                return False
            if self.has(i, self.small.own):
                return True
        return False
