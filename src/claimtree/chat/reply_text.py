"""Writes replies: from what was found to lines of text, in the language of the asker.

Every line is a message of the languages (`languages/*/replies`) filled with values of the data; what
is no value is not said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.chat.orders import Measure, Order
from claimtree.chat.reply import SEPARATOR, Group, Relaxed, ShownHit
from claimtree.chat.selection import Fit, Selection
from claimtree.languages.rendering import render
from claimtree.model.answers import Found
from claimtree.model.notices import Distance as Metres
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.templates import Filled, fill

MOST_WITHOUT: Final = 4
FEW: Final = 3
"""With fewer hits than this, it is told what a larger radius would bring."""

_ORDERS: Final = {
    (Measure.PRICE, False): NoticeCode.CHAT_CHEAPEST_FIRST,
    (Measure.PRICE, True): NoticeCode.CHAT_DEAREST_FIRST,
    (Measure.SIZE, False): NoticeCode.CHAT_SMALLEST_FIRST,
    (Measure.SIZE, True): NoticeCode.CHAT_LARGEST_FIRST,
    (Measure.DISTANCE, False): NoticeCode.CHAT_NEAREST_FIRST,
}


def distance_text(place: str, metres: float, language: str) -> Filled:
    """Returns how far a place is: "1,2 km ke Sun Plaza"."""
    if metres <= 0:
        return render(notice(NoticeCode.INSIDE_PLACE, place=place), language)
    return render(notice(NoticeCode.TO_PLACE, distance=Metres(metres), place=place), language)


def criteria_text(labels: Sequence[str]) -> str:
    return SEPARATOR.join(labels)


def found_lines(
    selection: Selection,
    hits: Sequence[ShownHit],
    groups: Sequence[Group],
    without: Sequence[Relaxed],
    labels: Sequence[str],
    language: str,
    *,
    order: Order | None,
    key: str = "",
    more: bool,
) -> list[str]:
    """Returns the reply to a search: how many fit, those shown, and what else there is. `key`: what the amount is
    called by which they are in order, if it is no area."""
    lines: list[str] = [render(_head(selection, hits, labels, more=more), language)]
    if order is not None and hits:
        told = notice(NoticeCode.CHAT_NOTHING_TO_ORDER) if selection.unordered else _order_told(order, key)
        lines.append(render(told, language))
        if selection.compared:
            lines.append(render(notice(NoticeCode.CHAT_COMPARED, count=selection.compared), language))
    full = [hit for hit in hits if hit.fit is Fit.FULL]
    lines += _grouped(full, groups, language) if groups else _listed(full, language)
    for fit, code in ((Fit.MAYBE, NoticeCode.CHAT_MAYBE), (Fit.CLOSE, NoticeCode.CHAT_CLOSE)):
        rest = [hit for hit in hits if hit.fit is fit]
        if rest:
            lines += [render(notice(code), language), *_listed(rest, language)]
    if selection.left:
        lines.append(render(notice(NoticeCode.CHAT_LEFT, count=selection.left), language))
    lines += [
        render(notice(NoticeCode.CHAT_WITHOUT, wish=one.label, count=one.more), language)
        for one in without[:MOST_WITHOUT]
    ]
    lines += _wider(selection, language)
    return lines


def _order_told(order: Order, key: str) -> Notice:
    if key:
        return notice(NoticeCode.CHAT_MOST_FIRST if order.descending else NoticeCode.CHAT_LEAST_FIRST, key=key)
    return notice(_ORDERS.get((order.by, order.descending), NoticeCode.CHAT_NEAREST_FIRST))


def _head(selection: Selection, hits: Sequence[ShownHit], labels: Sequence[str], *, more: bool) -> Notice:
    criteria = criteria_text(labels)
    shown = sum(hit.fit is Fit.FULL for hit in hits)
    if more:
        code = NoticeCode.CHAT_MORE if shown else NoticeCode.CHAT_NO_MORE
        return notice(code, criteria=criteria)
    if not selection.total:
        return notice(NoticeCode.CHAT_NONE, criteria=criteria)
    if selection.total == 1:
        return notice(NoticeCode.CHAT_ONE_HIT, criteria=criteria)
    if shown < selection.total:
        return notice(NoticeCode.CHAT_HITS_SHOWN, shown=shown, count=selection.total, criteria=criteria)
    return notice(NoticeCode.CHAT_HITS, count=selection.total, criteria=criteria)


def _wider(selection: Selection, language: str) -> list[str]:
    """What a larger radius would bring, where few fit. Its wording is in the pack's language."""
    answer = selection.answer
    if not isinstance(answer, Found) or selection.total >= FEW or answer.language != language:
        return []
    near = {claim.id for claim in answer.claims if claim.where is not None and claim.where.distance is not None}
    return [
        render(notice(NoticeCode.CHAT_WIDER, where=one.text, count=one.more), language)
        for one in answer.wider
        if one.more and one.claim in near
    ]


def _grouped(hits: Sequence[ShownHit], groups: Sequence[Group], language: str) -> list[str]:
    by_number = {hit.number: hit for hit in hits}
    lines: list[str] = []
    for group in groups:
        members = [by_number[number] for number in group.numbers if number in by_number]
        if not members:
            continue
        head = (
            notice(NoticeCode.CHAT_NEAR_PLACE, place=group.place) if group.place else notice(NoticeCode.CHAT_ELSEWHERE)
        )
        lines += [render(head, language), *_listed(members, language)]
    return lines


def _listed(hits: Sequence[ShownHit], language: str) -> list[str]:
    return [line for hit in hits for line in hit_lines(hit, language)]


def hit_lines(hit: ShownHit, language: str) -> list[str]:
    """Returns a hit in two or three lines: title and price, facts, distances and link."""
    title = fill("{number}. {title}", number=hit.number, title=hit.title)
    lines: list[str] = [fill("{hit} — {price}", hit=title, price=hit.price) if hit.price else title]
    about = [*hit.facts, *([hit.address] if hit.address else [])]
    if about:
        lines.append(fill("   {facts}", facts=SEPARATOR.join(about)))
    far = [distance_text(one.place, one.metres, language) for one in hit.distances]
    notes = [
        render(notice(code, wishes=", ".join(wishes)), language)
        for code, wishes in ((NoticeCode.CHAT_MISSED, hit.missed), (NoticeCode.CHAT_UNSTATED, hit.unstated))
        if wishes
    ]
    said = [fill("“{words}”", words=words) for words in hit.words]
    behind = [*far, *said, *notes, *([hit.link] if hit.link else [])]
    if behind:
        lines.append(fill("   {behind}", behind=SEPARATOR.join(behind)))
    return lines
