"""Hits as replies show them: numbered, with price, facts, distances and verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Criteria, choices
from claimtree.chat.hit_answers import verdicts_of
from claimtree.chat.reply import Distance, Group, ShownHit
from claimtree.chat.selection import Searcher, Selected
from claimtree.chat.tool_calls import asks_near_kind, asks_near_name
from claimtree.chat.wording import address, fact_texts, label, price_text, quoted
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.presentation import link

LONGEST_TITLE: Final = 120


class ShownHits:
    """Makes hits as they are shown in one language."""

    def __init__(self, searcher: Searcher, pack: Pack, language: str) -> None:
        self._searcher = searcher
        self._pack = pack
        self._language = language

    def shown(self, selected: Sequence[Selected], criteria: Criteria, *, first: int) -> tuple[ShownHit, ...]:
        """Returns selected hits, numbered from `first` on."""
        items = {item.entity.id: item for item in self._searcher.get([one.hit.id for one in selected])}
        # One that is gone meanwhile is shown as it was found.
        items |= {
            one.hit.id: IndexedEntity(entity=one.hit.entities[one.hit.id])
            for one in selected
            if one.hit.id not in items and one.hit.id in one.hit.entities
        }
        there = [one for one in selected if one.hit.id in items]
        return tuple(
            self._judged(self.shown_as(items[one.hit.id], number), one, criteria)
            for number, one in enumerate(there, first)
        )

    def shown_as(self, item: IndexedEntity, number: int) -> ShownHit:
        """Returns an entity as a hit of that number."""
        entity = item.entity
        return ShownHit(
            number=number,
            id=entity.id,
            title=quoted(entity.title or str(entity.id), LONGEST_TITLE),
            price=price_text(item, self._pack, self._language),
            facts=tuple(fact_texts(entity, self._pack, self._language)),
            address=address(entity, self._pack),
            link=link_of(item),
            point=entity.point,
        )

    def _judged(self, hit: ShownHit, one: Selected, criteria: Criteria) -> ShownHit:
        pack, language = self._pack, self._language
        # A hit that lacks a wish was judged without it.
        judged = len(one.findings) == len(criteria)
        verdicts = verdicts_of(one.findings, criteria, pack, language) if judged else ()
        near = [any(asks_near_kind(claim) or asks_near_name(claim) for claim in choice) for choice in choices(criteria)]
        return replace(
            hit,
            fit=one.fit,
            distances=tuple(Distance(place=sight.name, metres=sight.metres, point=sight.point) for sight in one.sights),
            unstated=tuple(label(choice, pack, language) for choice in one.unstated),
            missed=tuple(label(choice, pack, language) for choice in one.missed),
            place=one.place.name if one.place is not None else "",
            words=()
            if one.sights
            else tuple(told.quote for told, asked in zip(verdicts, near, strict=False) if asked and told.quote),
            verdicts=verdicts,
            selected=one,
        )


def link_of(item: IndexedEntity) -> str:
    """Returns the address of an entity's page; empty if there is none that may be followed."""
    return next((found for source in item.entity.sources if (found := link(source.url))), "")


def groups_of(hits: Sequence[ShownHit]) -> tuple[Group, ...]:
    """Returns the hits by the place that they are near to, in the order of their numbers."""
    found: dict[str, list[int]] = {}
    for hit in hits:
        found.setdefault(hit.place, []).append(hit.number)
    return tuple(Group(place=place, numbers=tuple(numbers)) for place, numbers in found.items())


def labels_of(criteria: Criteria, pack: Pack, language: str) -> tuple[str, ...]:
    """Returns the criteria in a few words each; alternatives are one."""
    return tuple(label(choice, pack, language) for choice in choices(criteria))
