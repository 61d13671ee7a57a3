"""Finds wishes that ask for more, or for something else, than their words were taken for.

A word list takes "AC" for air conditioning. In "AC in every bedroom" that is less than what is asked
for, and in "a short cab ride from the airport" nobody asks for taxis; of the wishes that lists and
rules found in questions of strangers, a quarter said less or something else. The scope reader was
trained on marked ones to tell these (`TextMentions.asks`). A wish that asks for more keeps its concept, and
only what says all of its words satisfies it; one that asks for something else is read in its own
words. Where the reader is not sure that a wish was read rightly and in full, what is found for it is
only possible (`Scoped.is_unsure`), unless it says all of the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice, takewhile

from claimtree.languages import Language
from claimtree.model.claims import ConceptId
from claimtree.model.pack import Concept
from claimtree.model.scopes import ListedWords
from claimtree.text.full_wording import adds_meaning
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped, Target, TextMentions
from claimtree.text.scope_resolution import span_of
from claimtree.text.type_guess import About

MEANT, MEANT_AMOUNT = 0.2, 0.5
"""Below this probability the words ask for something else than their concept or their amount."""
SAYS_ALL = 0.3
"""Below this one they ask for more; a name of which they are only a part is another name.

On marked wishes of unseen questions, of those that ask for something else 30 % of the concepts, 45 %
of the names and 30 % of the amounts lie below, and 1 %, .8 % and .5 % of the right ones; of concepts
that are less than what is asked for 60 %, and 5 % of the right ones.
"""
SURE = 0.25
"""Below this probability that the words ask for what they were taken for, and for no more, a wish is unsure, unless it
has an amount or says something of a part: who says "under $4,000" must not get what costs more, and the check was
trained on few wishes like "modern" of a kitchen. A wish for the part itself ("kitchen use") is checked as any other.

At .4 for all wishes, of those of unseen questions that ask for something else 13 % were unsure (and 36 % below the
other bars), of the right ones 2.5 % (and 3.8 %), "modern kitchen" and "under $4,000" among them.
"""
_REACH = 4
"""How many meaningful words on each side of the known ones may belong to the same wish."""


class WishChecks:
    """Checks what the wishes of a query were taken for."""

    def __init__(
        self,
        language: Language,
        about: Callable[[Sequence[str]], Sequence[About]],
        stands_alone: Callable[[Mention], bool],
    ) -> None:
        """`about`: guesses type and level of wordings that no list knows. `stands_alone`: whether a wish is one of
        its own wherever it stands, as a place, a price or a direction is, and never a part of another."""
        self._language = language
        self._about = about
        self._stands_alone = stands_alone

    def apply(
        self, text: str, in_text: TextMentions, wishes: Sequence[Scoped], entries: Sequence[str]
    ) -> list[Scoped | None]:
        """Returns the wishes of a query as they are to be read; None for one that is part of
        another. `entries`: what each was taken for, in words."""
        asked = [self._asked(in_text.items, one, entry) for one, entry in zip(wishes, entries, strict=True)]
        asks = dict(enumerate(in_text.asks(asked)))
        listed = [k for k, one in enumerate(wishes) if not one.is_unlisted and not one.is_brought]
        changed: list[Scoped | None] = list(wishes)
        extents: list[range] = []
        known = {k: range(wishes[k].mention.first, wishes[k].mention.after) for k in listed}
        for k in self._contained(in_text.items, wishes):
            changed[k] = self._in_own_words(text, in_text.items, wishes[k], known[k])
            extents.append(known[k])
            listed.remove(k)
        alone = {k for k in listed if self._stands_alone(wishes[k].mention)}
        # Of several known words of one wish ("a room in a historic house") the surest is its concept.
        for k in sorted(listed, key=lambda k: -asks[k][0]):
            one, (means, says_all) = wishes[k], asks[k]
            is_misread = _is_misread(one.mention, means, says_all) and not self._is_place(in_text.items, one.mention)
            if not is_misread and says_all >= SAYS_ALL:
                continue
            walls = known if k in alone else {other: own for other, own in known.items() if other in alone}
            others = frozenset(i for other, own in walls.items() if other != k for i in own)
            words = self._extent(in_text.items, one, others)
            if k in alone and not is_misread:  # what narrows such a wish follows it
                words = range(one.mention.first, words.stop)
            if k in alone and _is_whole_wording(one.mention, words):
                continue  # its own words would be the same
            if any(_is_inside(words, other) for other in extents):
                changed[k] = None
            elif is_misread:
                changed[k] = self._in_own_words(text, in_text.items, one, words)
            elif self._may_exceed(one) and self._adds_meaning(in_text.items, one.mention, words):
                span = span_of(in_text.items, words.start, words.stop)
                changed[k] = replace(one, span=span, full=_words(text, in_text.items, words), exceeds=True)
            else:
                continue
            extents.append(words)
        for k, one in enumerate(wishes):
            own = range(one.mention.first, one.mention.after)
            if one.is_unlisted and any(_is_inside(own, words) for words in extents):
                changed[k] = None
        unsure = [
            k
            for k, one in enumerate(wishes)
            if changed[k] is one and not one.is_brought and _is_unsure(one.mention, *asks[k])
        ]
        if len(unsure) < sum(one is not None for one in changed):  # what alone is asked for is what is asked for
            for k in unsure:
                changed[k] = replace(wishes[k], is_unsure=True)
        return changed

    def _contained(self, items: Sequence[Item], wishes: Sequence[Scoped]) -> list[int]:
        """Returns the wishes for a kind of thing that another thing asked for before is to have: no house is an
        office, so "a house with an office" asks for one inside."""
        found = []
        for k, one in enumerate(wishes):
            at = one.mention.first - 1
            while at >= 0 and items[at].norm in self._language.articles:
                at -= 1
            if at >= 0 and items[at].norm in self._language.containing and not one.mention.negated:
                before = [other.mention for other in wishes if other.mention.after <= at and not other.mention.negated]
                if any(_exclude_each_other(one.mention, other) for other in before):
                    found.append(k)
        return found

    def _is_place(self, items: Sequence[Item], mention: Mention) -> bool:
        """True for the name of an area behind a word of place that nothing follows: "cat friendly 2br in Queens"."""
        if mention.name is None or not mention.first:
            return False
        leads = items[mention.first - 1].norm in self._language.prepositions | self._language.whereabouts
        behind = takewhile(lambda i: not items[i].is_break, range(mention.after, len(items)))
        return leads and not any(self._has_meaning(items[i]) for i in behind)

    @staticmethod
    def _asked(items: Sequence[Item], one: Scoped, entry: str) -> ListedWords:
        mention = one.mention
        span = span_of(items, mention.first, mention.after)
        return ListedWords(span=span, entry=entry, negated=mention.negated)

    @staticmethod
    def _may_exceed(one: Scoped) -> bool:
        """True for a wish that is judged by its wording if that says more than its concept; amounts
        and names are compared as such."""
        mention = one.mention
        return mention.amount is None and mention.name is None and not one.opposed and not mention.inner

    def _extent(self, items: Sequence[Item], one: Scoped, others: frozenset[int]) -> range:
        """Returns the items of the whole wish: the clause around the known ones between conjunctions,
        and across an "or" if there is nothing else in it; at least what the scope reader found, but for the items of
        `others`, which are wishes of their own."""
        language, mention = self._language, one.mention
        joins = language.ands | language.buts
        found = self._clause(items, mention, joins | language.ors, others)
        if not self._adds_meaning(items, mention, found):
            found = self._clause(items, mention, joins, others)
        inside = {i for i, item in enumerate(items) if one.span.start <= item.start and item.end <= one.span.end}
        before = takewhile(lambda i: i in inside and i not in others, range(mention.first - 1, -1, -1))
        behind = takewhile(lambda i: i in inside and i not in others, range(mention.after, len(items)))
        return range(min([found.start, *before]), max([found.stop - 1, *behind]) + 1)

    def _clause(self, items: Sequence[Item], mention: Mention, joins: frozenset[str], others: frozenset[int]) -> range:
        """Returns the items around a mention up to a break, one of these words or another wish, from the first
        meaningful one to the last."""
        before = takewhile(lambda i: i not in others, range(mention.first - 1, -1, -1))
        behind = takewhile(lambda i: i not in others, range(mention.after, len(items)))
        return range(
            min(self._meaningful(items, before, joins), default=mention.first),
            max(self._meaningful(items, behind, joins), default=mention.after - 1) + 1,
        )

    def _meaningful(self, items: Sequence[Item], places: Iterable[int], joins: frozenset[str]) -> Sequence[int]:
        """Returns the next meaningful items, in the order of these places."""
        clause = takewhile(lambda i: not items[i].is_break and items[i].norm not in joins, places)
        return list(islice((i for i in clause if self._has_meaning(items[i])), _REACH))

    def _adds_meaning(self, items: Sequence[Item], mention: Mention, words: range) -> bool:
        """True if words beside the known ones say more than these."""
        return any(self._has_meaning(items[i]) for i in words if not mention.first <= i < mention.after)

    def _has_meaning(self, item: Item) -> bool:
        language = self._language
        return item.mention is not None or (adds_meaning(item, language) and item.norm not in language.vague)

    def _in_own_words(self, text: str, items: Sequence[Item], one: Scoped, words: range) -> Scoped:
        """Returns a wish for what its words say, whatever that is."""
        wording = _words(text, items, words).casefold()
        (guess,) = self._about([wording])
        own = replace(
            one.mention,
            first=words.start,
            after=words.stop,
            concept=None,
            facet_named=None,
            name=None,
            amount=None,
            amount_word="",
            pair=None,
            wording=wording,
            type=guess.type or one.mention.type,
            level=guess.level,
            target=Target(),
            guessed=True,
            inner=False,
            why=guess.why,
        )
        return replace(one, mention=own, span=span_of(items, words.start, words.stop), opposed=False, counted=None)


def _exclude_each_other(one: Mention, other: Mention) -> bool:
    """True if nothing is both of two things: one of them excludes the other, or both exclude a third of their type, as
    kinds of homes do. Amounts do so by their values."""
    first, second = one.concept, other.concept
    if first is None or second is None or first is second or first.type != second.type or one.amount is not None:
        return False
    excluded, others = _excluded(first), _excluded(second)
    return first.id in others or second.id in excluded or not excluded.isdisjoint(others)


def _excluded(concept: Concept) -> frozenset[ConceptId]:
    return frozenset(step.to for step in concept.steps if step.excludes)


def _is_whole_wording(mention: Mention, words: range) -> bool:
    """True if several words of a list are all that is said."""
    return mention.concept is not None and words == range(mention.first, mention.after) and len(words) > 1


def _is_inside(words: range, other: range) -> bool:
    return other.start <= words.start and words.stop <= other.stop


def _is_misread(mention: Mention, means: float, says_all: float) -> bool:
    if mention.name is not None:
        return says_all < SAYS_ALL
    return means < (MEANT if mention.amount is None else MEANT_AMOUNT)


def _is_unsure(mention: Mention, means: float, says_all: float) -> bool:
    is_of_part = mention.target.part is not None and mention.facet_named is None
    return mention.amount is None and not is_of_part and means * says_all < SURE


def _words(text: str, items: Sequence[Item], words: range) -> str:
    return " ".join(text[items[words.start].start : items[words.stop - 1].end].split())
