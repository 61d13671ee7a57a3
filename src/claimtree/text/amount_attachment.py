"""Attaches amounts to neighbouring matches ("5 min walk to the subway", "groceries and coffee
within a mile")."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages import Language
from claimtree.model.amounts import AmountKind
from claimtree.text.lexicon import Item, Match, takes

_LONGEST_LIST = 20


class AmountAttachment:
    """Finds the amounts beside matches, for one language."""

    def __init__(self, language: Language, *, query: bool) -> None:
        self._language = language
        self._query = query

    def amounts(self, items: Sequence[Item], matches: Sequence[Match]) -> dict[int, int]:
        """Returns the amount's item for each match that has one beside it ("5 min walk to the
        subway", "grocery stores within a mile")."""
        taken = {i for match in matches for i in range(match.first, match.after)}
        starts = {match.first: k for k, match in enumerate(matches)}
        ends = {match.after: k for k, match in enumerate(matches)}
        found: dict[int, int] = {}
        for i, item in enumerate(items):
            if item.amount is None or item.bare or i in taken:
                continue
            k = self._nearest_edge(items, i, ends, -1)
            if k is None or not self._fits(items, matches[k], i) or self._leads_on(items, matches, k, i, starts):
                k = self._nearest_edge(items, i, starts, +1)
            if k is None or not self._fits(items, matches[k], i):
                continue
            closed = False
            while k is not None and k not in found and self._fits(items, matches[k], i):
                found[k] = i
                before = matches[k].first - 1
                closed = closed or (before > 0 and items[before].norm in self._language.ands)
                k = self._joined(items, matches[k], i, starts, ends, closed=closed)
        return found

    def _leads_on(
        self, items: Sequence[Item], matches: Sequence[Match], k: int, i: int, starts: dict[int, int]
    ) -> bool:
        """True if the amount belongs to the following match, not the preceding one: a comma or an
        "and" precedes it, a "to" follows it, and the next match takes it ("near Bedford Av, under
        500 m to a grocery")."""
        parted = any(item.is_break or item.norm in self._language.ands for item in items[matches[k].after : i])
        if not parted or i + 1 >= len(items) or items[i + 1].norm not in self._language.towards | self._language.of:
            return False
        following = self._nearest_edge(items, i, starts, +1)
        return following is not None and self._fits(items, matches[following], i)

    def _fits(self, items: Sequence[Item], match: Match, i: int) -> bool:
        """True if the amount can belong to the match. In a document a name takes only an amount
        close by: "the express reaches Wall Street in twenty minutes" is not a walking distance."""
        if not _can_take(match, items[i]):
            return self._query and self._is_off(items, match, i)
        named = match.sayings[0].name is not None
        if self._query or not named:
            return True
        between = items[match.after : i] if match.after <= i else items[i + 1 : match.first]
        small = self._language.fillers | self._language.towards
        return all(item.norm in small for item in between)

    def _is_off(self, items: Sequence[Item], match: Match, i: int) -> bool:
        """True if the amount is the maximum distance to a named region, which takes no amount
        itself ("within 1 km of Williamsburg", "30 min commute to Midtown", "commute to Midtown
        under 30 min")."""
        amount, leads = items[i].amount, self._language.towards | self._language.of
        if match.sayings[0].name is None or match.sayings[0].amount is not None or amount is None:
            return False
        minutes = amount.kind is AmountKind.DURATION and amount.unit == "minute"
        if match.after <= i:
            return minutes and self._is_commuted_to(items, match.first)
        led = i + 1 + (items[i + 1].norm in self._language.commuting)
        return (minutes or amount.kind is AmountKind.DISTANCE) and led < match.first and items[led].norm in leads

    def _is_commuted_to(self, items: Sequence[Item], first: int) -> bool:
        at = first - 1
        while at > 0 and items[at].norm in self._language.articles:
            at -= 1
        return at > 0 and items[at].norm in self._language.towards and items[at - 1].norm in self._language.commuting

    def _joined(
        self,
        items: Sequence[Item],
        match: Match,
        i: int,
        starts: dict[int, int],
        ends: dict[int, int],
        *,
        closed: bool,
    ) -> int | None:
        """Returns the next match that shares the amount ("groceries and coffee within walking
        distance", "5 min to A and B")."""
        joins = self._language.ands | {","}
        if match.first < i:
            before = match.first - 1
            joined = before > 0 and items[before].norm in (joins if closed else self._language.ands)
            # "a dog park nearby and groceries within 5 blocks": the first already has its distance.
            near = joined and items[before - 1].norm in self._language.surroundings
            return ends.get(before) if joined and not near else None
        after = match.after
        if after >= len(items) or items[after].norm not in joins | (self._language.ors if self._query else set()):
            return None
        if items[after].norm == "," and not self._list_ends(items, after, starts):
            return None
        after += 1
        while after < len(items) and items[after].norm in self._language.fillers:
            after += 1
        if after < len(items) and items[after].norm in self._language.whereabouts:
            return None  # "5 menit ke tol dan dekat RS": the second has no distance
        return starts.get(after)

    def _list_ends(self, items: Sequence[Item], comma: int, starts: dict[int, int]) -> bool:
        """True if a list of known things continues after a comma and is closed by "and" ("a
        grocery, a pharmacy and the train")."""
        closed = known = False
        for i in range(comma + 1, min(len(items), comma + _LONGEST_LIST)):
            norm = items[i].norm
            known = known or i in starts
            if norm in self._language.ands:
                closed = True
            elif norm == "," and not known:
                return False
            elif items[i].is_break and norm != ",":
                break
            elif closed and i in starts:
                return known
        return False

    def _nearest_edge(self, items: Sequence[Item], i: int, edges: dict[int, int], step: int) -> int | None:
        """Returns the match next to an amount, at most four words away and in the same clause.

        A limit may follow a comma ("near the L train, within 500 m").
        """
        mention = items[i].mention
        limit = mention is not None and mention.has_operator
        for distance in range(1, 6):
            at = i + distance if step > 0 else i - distance + 1
            if at in edges:
                return edges[at]
            looked_at = i + distance if step > 0 else i - distance
            if not 0 <= looked_at < len(items):
                return None
            apart = limit or is_clause(items, i)
            crossed = items[looked_at].norm == "(" or (apart and looked_at == i - 1 and items[looked_at].norm == ",")
            if items[looked_at].is_break and not crossed:
                return None
        return None


def is_clause(items: Sequence[Item], i: int) -> bool:
    """True if the number is a clause of its own between breaks or at the end of the text ("studio
    in Chelsea, 2100")."""
    alone = (not i or items[i - 1].is_break) and (i + 1 == len(items) or items[i + 1].is_break)
    return alone and len(items) > 1


def _can_take(match: Match, item: Item) -> bool:
    return match.amount is None and any(takes(saying.amount, item) for saying in match.sayings)
