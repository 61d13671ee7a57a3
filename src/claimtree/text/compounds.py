"""Combines several known words that name one thing ("big TV", "pool towels", "a grill on the
terrace").

The scope reader finds what is asked for; word lists know some words of it. With one wish per known
word, a query for a big TV would ask for a spacious home and a television. Here each span found in a
query stays one wish: its *head* says what it is, and the other words say which ("Scoped.full"). If
no list knows the head, the known words beside it are no wishes, and the whole span is read in its
own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from claimtree.languages import Language
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.pack import Concept, Pack
from claimtree.model.scopes import Host, Span
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped, Target
from claimtree.text.scope_resolution import Focus, TextScopes
from claimtree.text.word_matches import names_something


class Compounds:
    """Combines the mentions of one thing, in queries."""

    def __init__(self, pack: Pack, language: Language, is_thing: Callable[[Concept | None], bool]) -> None:
        """`is_thing`: returns whether a concept is a kind of thing that is searched for; "a small
        house" is two wishes."""
        self._language = language
        self._is_thing = is_thing
        self._part_levels = frozenset(facet.level for facet in pack.facets.values())
        self._homes = frozenset(pack.nouns.get(pack.hierarchy.answers, ()))

    def apply(self, text: str, items: Sequence[Item], scoped: Sequence[Scoped], scopes: TextScopes) -> list[Scoped]:
        """Returns the mentions with each thing once."""
        by_span: dict[Span, list[Scoped]] = {}
        for one in scoped:
            by_span.setdefault(one.span, []).append(one)
        kept = [one for span, ones in by_span.items() for one in self._one_thing(text, items, span, ones, scopes)]
        kept.sort(key=lambda one: (one.mention.first, one.mention.after))
        kept = _with_kept_off(text, self._with_qualities(text, items, kept, scopes))
        kept = [self._with_noun(text, one, kept, scopes) for one in kept]
        kept = self._with_their_parts(text, items, kept, scopes)
        of_parts = [self._with_part(text, items, one, kept, scopes) for one in kept]
        return [_completed(one, scopes) for one in of_parts if one is not None]

    def _one_thing(
        self, text: str, items: Sequence[Item], span: Span, ones: Sequence[Scoped], scopes: TextScopes
    ) -> Sequence[Scoped]:
        """Returns the mentions that the known words of one found span amount to."""
        inside = scopes.inside(span)
        if not ones[0].is_found or not inside or not self._is_compound(items, ones, inside):
            return ones
        heads = self._heads(items, ones, inside)
        if not heads:
            return ()  # the head is unknown, so the found span is read in its own words
        head = heads[0] if self._language.modifiers_follow else heads[-1]
        if head.mention.amount is not None:
            return ones
        others = [one for one in ones if one is not head]
        if head.mention.facet_named is not None and all(
            self._describes_part(one.mention, head.mention) for one in others
        ):
            return [replace(one, mention=replace(one.mention, target=head.mention.target)) for one in others] or ones
        return [replace(head, full=scopes.words(text, span))] if others else ones

    def _is_compound(self, items: Sequence[Item], ones: Sequence[Scoped], inside: range) -> bool:
        """True if the known words describe one thing: they are no repetition, list, name or kind of
        home."""
        mentions = [one.mention for one in ones]
        if any(mention.name is not None or mention.inner or self._is_home(items, mention) for mention in mentions):
            return False
        if len(mentions) == 1:
            return mentions[0].facet_named is not None
        joins = self._language.ands | self._language.ors | {","}
        covered = {i for mention in mentions for i in range(mention.first, mention.after)}
        if any(items[i].norm in joins for i in inside if i not in covered):
            return False
        return not any(_is_implied(one, other) for one, other in pairwise(mentions))

    def _heads(self, items: Sequence[Item], ones: Sequence[Scoped], inside: range) -> list[Scoped]:
        """Returns the mentions that may be the head: those before the first word such as "for" or
        "on"; empty if an unlisted word stands in the head's position."""
        by_item = {i: one for one in ones for i in range(one.mention.first, one.mention.after)}
        front = list(self._front(items, by_item, inside))
        if not front or (front[0] if self._language.modifiers_follow else front[-1]) not in by_item:
            return []
        known = list(dict.fromkeys(by_item[i].mention.first for i in front if i in by_item))
        heads = [one for first in known for one in ones if one.mention.first == first]
        things = [one for one in heads if one.mention.concept is None or not one.mention.concept.is_quality]
        # "a bathtub big enough for two" states the bathtub's size, not the home's; a price is kept.
        unmeasured = [one for one in things if one.mention.amount is None]
        priced = any(_is_money(one.mention.amount) for one in things)
        return (things if priced or things[:1] != unmeasured[:1] else unmeasured) or heads

    def _front(self, items: Sequence[Item], known: dict[int, Scoped], inside: range) -> Iterator[int]:
        """Yields the meaningful items before the first word that merely joins further words."""
        begun = False
        for i in inside:
            if i in known or (items[i].mention is None and names_something(items[i], self._language)):
                begun = True
                yield i
            elif begun and items[i].mention is None:
                return

    def _describes_part(self, quality: Mention, part: Mention) -> bool:
        """True if one mention is a quality that the other, a part, can have ("spacious" of a
        kitchen)."""
        facet, concept = part.facet_named, quality.concept
        is_quality = concept is not None and concept.is_quality and quality.amount is None
        return is_quality and facet is not None and concept is not None and facet.level in concept.levels

    def _with_qualities(
        self, text: str, items: Sequence[Item], scoped: Sequence[Scoped], scopes: TextScopes
    ) -> list[Scoped]:
        """Merges a quality with the thing right beside it ("quiet air conditioning" asks for no
        quiet home)."""
        kept: list[Scoped] = []
        for one in scoped:
            before = kept[-1] if kept else None
            if before is None or before.mention.after != one.mention.first:
                kept.append(one)
                continue
            quality, thing = (one, before) if self._language.modifiers_follow else (before, one)
            if not self._is_quality_of(items, quality, thing):
                kept.append(one)
                continue
            left, right = scopes.completed_span(before.span), scopes.completed_span(one.span)
            span = Span(left.start, max(left.end, right.end))
            kept[-1] = replace(thing, span=span, full=text[span.start : span.end])
        return kept

    def _with_part(
        self, text: str, items: Sequence[Item], one: Scoped, kept: Sequence[Scoped], scopes: TextScopes
    ) -> Scoped | None:
        """Adds the part that a mention is said of, if the concept applies to homes only ("a ground
        floor bedroom"). None if only its own words can be said of that part."""
        mention, part = one.mention, one.scope.part
        if one.full or part is None or not (mention.concept or mention.facet_named):
            return one
        focus = Focus(span=one.span, scope=one.scope)
        if scopes.covers(part, mention.first, mention.after) or self._carries(mention, scopes.target(focus)):
            return one
        if mention.amount is not None:
            # "kamar di lantai bawah"
            return one if not mention.amount_word or scopes.target(focus).part is None else None
        if one.is_denied and part.start < one.span.start:
            return one  # the part is not what is refused
        is_quality = mention.concept is not None and mention.concept.is_quality
        if not is_quality and scopes.is_found(part):
            return one  # "a backyard with a grill" asks for both
        if is_quality and any(other.span.overlaps(part) and self._is_home(items, other.mention) for other in kept):
            return one  # "a spacious loft"
        words = scopes.words_with_part(text, focus, far=is_quality)
        return replace(one, full=words) if words else one

    def _carries(self, mention: Mention, target: Target) -> bool:
        """True if the mention's claim can apply to the target."""
        if target.part is None:
            return target.noun is not None
        facet = target.part.facet
        if mention.facet_named is not None:
            return mention.facet_named.name == facet.name
        concept = mention.concept
        return concept is not None and (facet.level in concept.levels or concept.facet == facet.name)

    def _with_their_parts(
        self, text: str, items: Sequence[Item], scoped: Sequence[Scoped], scopes: TextScopes
    ) -> list[Scoped]:
        """Merges a quality with the known thing that the sentence attributes it to ("the TV should
        be big")."""
        kept = list(scoped)
        for one in scoped:
            part, concept = one.scope.part, one.mention.concept
            if part is None or concept is None or not concept.is_quality or one.mention.target != Target():
                continue
            k = next((k for k, other in enumerate(kept) if other is not one and other.span.overlaps(part)), None)
            if k is None or not self._takes_quality(items, one, kept[k]):
                continue
            words = scopes.words_with_part(text, Focus(span=one.span, scope=one.scope), far=False)
            if words:
                span = Span(min(one.span.start, kept[k].span.start), max(one.span.end, kept[k].span.end))
                kept[k] = replace(kept[k], span=span, full=words)
                kept = [each for each in kept if each is not one]
        return kept

    def _takes_quality(self, items: Sequence[Item], quality: Scoped, thing: Scoped) -> bool:
        """True if a quality attributed to the thing becomes part of that wish; not for homes, since
        "a spacious loft" is two wishes."""
        mention = thing.mention
        if thing.full or mention.concept is None or mention.concept.is_quality or mention.amount is not None:
            return False
        return quality.scope.status is thing.scope.status and not self._is_home(items, mention)

    def _with_noun(self, text: str, one: Scoped, kept: Sequence[Scoped], scopes: TextScopes) -> Scoped:
        """Adds an unlisted noun right after the mention ("dishwasher tablets" are no
        dishwasher, and "a small birthday dinner" asks for no small home)."""
        concept, behind = one.mention.concept, scopes.right_behind(one.span)
        if one.full or not one.is_found or behind is None or concept is None or one.mention.amount is not None:
            return one
        is_quality = concept.is_quality or concept.quality
        if is_quality and (one.mention.target != Target() or not self._is_beside(one, behind, scopes)):
            return one
        if not (is_quality or self._is_inside(concept)) or any(other.span == behind.span for other in kept):
            return one
        if behind.scope.host is not one.scope.host or behind.scope.status is not one.scope.status:
            return one
        span = Span(one.span.start, scopes.completed_span(behind.span).end)
        return replace(one, span=span, full=text[span.start : span.end])

    @staticmethod
    def _is_beside(one: Scoped, behind: Focus, scopes: TextScopes) -> bool:
        """True if nothing stands between a quality and the words that it is said of ("a small birthday dinner")."""
        return scopes.inside(behind.span).start == one.mention.after

    def _is_inside(self, concept: Concept) -> bool:
        """True if the concept is something that a part of a home may have."""
        return concept.facet is not None or not self._part_levels.isdisjoint(concept.levels)

    def _is_home(self, items: Sequence[Item], mention: Mention) -> bool:
        """True if the mention is the kind of thing searched for, rather than a feature of it
        ("loft", "rumah")."""
        norms = [item.norm for item in items[mention.first : mention.after]]
        return self._is_thing(mention.concept) or " ".join(norms) in self._homes or not self._homes.isdisjoint(norms)

    def _is_quality_of(self, items: Sequence[Item], quality: Scoped, thing: Scoped) -> bool:
        """True if one is a quality of the other; False for a "quiet doorman building", where the
        building is quiet."""
        mention, concept = quality.mention, thing.mention.concept
        if mention.concept is None or not mention.concept.is_quality or mention.amount is not None:
            return False
        if quality.scope.host is not Host.THING or quality.scope.status is not thing.scope.status:
            return False
        if concept is None or concept.is_quality or self._is_home(items, thing.mention):
            return False  # "a spacious loft" is two wishes
        if thing.mention.amount is not None:
            return False
        after = thing.mention.after
        followed = after < len(items) and not items[after].is_break and names_something(items[after], self._language)
        return not followed and mention.target == Target()


def _completed(one: Scoped, scopes: TextScopes) -> Scoped:
    """Extends the span by the noun that it was cut off before ("smart lock on the front" +
    "door")."""
    if one.mention.amount is not None or one.mention.name is not None:
        return one
    return replace(one, span=scopes.completed_span(one.span))


def _is_money(amount: Amount | None) -> bool:
    return amount is not None and amount.kind is AmountKind.MONEY


def _with_kept_off(text: str, scoped: Sequence[Scoped]) -> list[Scoped]:
    """Merges a part that a thing is to be away from with that thing ("a work space away from the
    bedroom" refuses no bedroom)."""
    kept = list(scoped)
    for one in scoped:
        part = one.scope.part
        if one.mention.facet_named is None or not one.is_denied or part is None or part.end > one.span.start:
            continue
        for k, other in enumerate(kept):
            if other is not one and other.span.overlaps(part) and not other.is_denied:
                span = Span(other.span.start, one.span.end)
                kept[k] = replace(other, span=span, full=text[span.start : span.end])
                kept = [each for each in kept if each is not one]
                break
    return kept


def _is_implied(one: Mention, other: Mention) -> bool:
    """True if both are the same concept or one implies the other (fast internet is internet)."""
    if one.concept is None or other.concept is None:
        return False
    if one.concept.id == other.concept.id:
        return True
    return any(
        step.to == b.id and not step.excludes
        for a, b in ((one.concept, other.concept), (other.concept, one.concept))
        for step in a.steps
    )
