"""Decides whether an amount in a listing is the price or the size of the thing offered.

Listings state many other amounts: deposits and instalments, tiles and roads, the estate around the
home. Money is the price if a price word, a period or the thing itself governs it, and no word of
another payment does; an area is the thing's own unless a word for something else with a size
governs it. The governing word stands in the same clause, and the nearest one wins.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS, singular
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.pack import Concept, Pack
from claimtree.text.amount_attachment import is_clause
from claimtree.text.lexicon import Item, spell

_OTHER_REACH = 4
"""How many words away a word for something else may stand."""
_NEXT = 3
"""A price word within this many words settles it, unless it only says what is done with the thing
("harga 850 juta bonus AC" states a price, "dijual 2 juta langsung akad" does not)."""
_CLAUSE_REACH = 40
"""Maximum number of items of a clause that are examined, so that a very long one is not walked for
every amount."""
_ESTATE_M2 = 2000.0
"""An area of at least this size after a word for an estate is the estate's."""
_SIZE_REACH = 2
"""How many words after an area the thing that has it may stand."""
_ADDED = frozenset({"+", "plus", "with", "w/"})
_PASSED = frozenset({":", "=", "("})
"""Punctuation that does not end a clause here ("deposit: 500")."""


class AmountOwnership:
    """Decides which amounts of listings belong to the thing itself, for one language and pack."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._pack = pack
        self._language = language
        self._prices = language.prices
        self._payments = language.payments | language.other_costs | language.shares
        self._prices_of = frozenset(id for key, id in pack.bare.items() if key.partition("/")[0] == AmountKind.MONEY)
        own, above = pack.hierarchy.answers, pack.hierarchy.above
        self._seats = frozenset(map(singular, language.amounts.seats))
        self._things = _single_words(pack.nouns.get(own, ()))
        self._places = _single_words(word for level in above for word in pack.nouns.get(level, ())) - self._things
        units = {**language.amounts.units, **pack.units}
        self._currencies = frozenset(word for word, unit in units.items() if unit.kind is AmountKind.MONEY)

    def is_own(
        self, items: Sequence[Item], i: int, concept: Concept, things: Container[int], stated: range | None = None
    ) -> bool:
        """True if the amount at `i` can be the concept's amount of the thing itself. `things` are
        the items of words for the thing offered ("rumah 850 juta"); `stated` are those of the saying
        that took the amount."""
        amount = items[i].amount
        if amount is None:
            return True
        if amount.kind is AmountKind.MONEY:
            return concept.id not in self._prices_of or self.is_price(items, i, things, stated)
        return amount.kind is not AmountKind.AREA or self.is_size(items, i, things)

    def is_price(self, items: Sequence[Item], i: int, things: Container[int], stated: range | None = None) -> bool:
        """True if the money is the price."""
        price = self._nearest(items, i, -1, self._prices, _CLAUSE_REACH)
        if stated is not None and stated.start < i:
            price = max(stated.start, -1 if price is None else price)
        other = self._nearest(items, i, -1, self._payments, _OTHER_REACH)
        if other is not None and (price is None or price < other or price - other == 1):
            return False  # "booking fee 5 juta", "an extra charge of $50"
        if price is not None and i - price <= _NEXT and price not in things:
            return True
        if self._is_followed_by_payment(items, i) or self._is_of_loan(items, i):
            return False
        if stated is not None:
            return True
        amount = items[i].amount
        if price is not None or (amount is not None and "/" in amount.unit):
            return True
        if self._nearest(items, i, +1, self._prices, _NEXT) is not None or self._touches(items, i, things):
            return True
        return self._is_price_alone(items, i) or self._is_large(items, i)

    def is_size(self, items: Sequence[Item], i: int, things: Container[int]) -> bool:
        """True if the area is that of the thing itself, not of tiles, a pool, a road or the
        estate."""
        labels = self._language.amounts.area_labels
        if self.is_of_seats(items[i]):
            return False  # "a table that seats six"
        if self._is_led_by_size(items, i):
            return False
        amount = items[i].amount
        if amount is not None and _least(amount) >= _ESTATE_M2 and self._is_of_place(items, i, things):
            return False
        # In languages with labels before the number, a word after it is something else: "LT 127
        # kolam renang" (plot 127, pool).
        return bool(labels) or not self._is_followed_by_size(items, i)

    def is_of_seats(self, item: Item) -> bool:
        """True for the area that so many people need, which is that of a room and says nothing of a whole home."""
        return not self._seats.isdisjoint(item.words)

    def _is_led_by_size(self, items: Sequence[Item], i: int) -> bool:
        """True if a word for something else with a size precedes the area ("keramik 40x40", "kolam
        renang ukuran 4x8")."""
        sizes = self._language.other_sizes
        small = self._language.fillers | self._language.articles
        passed = (self._language.amounts.area_labels | self._language.amounts.measured | small) - sizes
        seen = 0
        for k in _clause(items, i, -1, _CLAUSE_REACH, over_amounts=False):
            if items[k].norm in sizes:
                return True
            seen += items[k].norm not in passed and items[k].norm not in _PASSED
            if seen >= _SIZE_REACH:
                break
        return False

    def _is_followed_by_size(self, items: Sequence[Item], i: int) -> bool:
        """True if a word for something else with a size follows ("a 750 sq ft private garden", but
        not "740 sq ft + balcony")."""
        for k in _clause(items, i, +1, _SIZE_REACH, over_amounts=False):
            if items[k].norm in self._language.ands or items[k].norm in _ADDED:
                return False
            if items[k].norm in self._language.other_sizes:
                return True
        return False

    def _is_of_place(self, items: Sequence[Item], i: int, things: Container[int]) -> bool:
        """True if the nearest thing before the area is what the home lies in ("kawasan perumahan
        seluas 3,5 hektar")."""
        for k in _clause(items, i, -1, _CLAUSE_REACH):
            if items[k].norm in self._places:
                return True
            if k in things or items[k].norm in self._things:
                return False
        return False

    def _is_followed_by_payment(self, items: Sequence[Item], i: int) -> bool:
        """True if a word of another payment follows ("$30 cleaning fee", "5 jt booking fee").

        False for "$2,400 plus utilities", and for "500 jt DP 10 jt", where the word belongs to the
        next amount.
        """
        joins = self._language.ands | self._language.narrowing | self._language.free_of | self._language.negations
        for k in _clause(items, i, +1, _OTHER_REACH, over_amounts=False):
            if items[k].norm in joins or items[k].norm in _ADDED or items[k].norm in self._prices:
                return False
            if items[k].norm in self._payments:
                return not self._leads_to_amount(items, k + 1)
        return False

    def _leads_to_amount(self, items: Sequence[Item], at: int) -> bool:
        small = self._language.fillers | self._payments | _PASSED
        while at < len(items) and items[at].norm in small:
            at += 1
        return at < len(items) and items[at].amount is not None

    def _is_of_loan(self, items: Sequence[Item], i: int) -> bool:
        """True for an instalment: so much a month after a number of years ("15 tahun Rp
        8.685.000/bulan")."""
        amount, before = items[i].amount, items[i - 1].amount if i else None
        is_paid_over_time = amount is not None and "/" in amount.unit
        return is_paid_over_time and before is not None and before.kind is AmountKind.DURATION

    def _touches(self, items: Sequence[Item], i: int, things: Container[int]) -> bool:
        """True if a word for the thing stands right beside the amount ("rumah 850 juta", "a $2,400
        apartment")."""
        neighbours = [k for k in (i - 1, i + 1) if 0 <= k < len(items)]
        return any(k in things or items[k].norm in self._things for k in neighbours)

    def _is_price_alone(self, items: Sequence[Item], i: int) -> bool:
        """True if money between commas is the price ("2BR in Astoria, $2,400", "dijual rumah di
        Johor, 850 juta").

        That is the case if it is the whole text; or if a currency is written or the sentence
        mentions a price, and the sentence mentions no other payment.
        """
        if len(items) == 1:
            return True
        if not is_clause(items, i):
            return False
        before = [items[k].norm for k in _sentence(items, i)]
        if not self._payments.isdisjoint(before):
            return False
        written = any(word in self._currencies for word in items[i].words)
        return written or not self._prices.isdisjoint(before)

    def _is_large(self, items: Sequence[Item], i: int) -> bool:
        """True if the pack says that so much money is the price even without a price word."""
        amount = items[i].amount
        id = self._pack.bare_concept(amount.kind, amount.unit) if amount is not None else None
        spec = self._pack.concepts[id].amount if id is not None else None
        return amount is not None and spec is not None and _least(amount) >= spec.unsaid_from

    def _nearest(self, items: Sequence[Item], i: int, step: int, words: frozenset[str], reach: int) -> int | None:
        """Returns the nearest of these words in the clause. Stops at other money, which has words
        of its own, unless this amount replaces it ("rent reduced from $3,200 to $2,900")."""
        for k in _clause(items, i, step, reach):
            amount = items[k].amount
            if amount is not None and amount.kind is AmountKind.MONEY:
                if step < 0 and k == i - 2 and items[i - 1].norm in self._language.towards:
                    continue
                return None
            if items[k].norm in words:
                return k
        return None


def _clause(items: Sequence[Item], i: int, step: int, reach: int, *, over_amounts: bool = True) -> Iterator[int]:
    """Yields the items of the clause on one side of `i`, the nearest first."""
    for k in range(i + step, i + step * (reach + 1), step):
        if not 0 <= k < len(items) or (items[k].is_break and items[k].norm not in _PASSED):
            return
        if not over_amounts and items[k].mention is not None:
            return
        yield k


def _sentence(items: Sequence[Item], i: int) -> Iterator[int]:
    """Yields the items of the sentence before `i`, the nearest first."""
    for k in range(i - 1, max(-1, i - 1 - _CLAUSE_REACH), -1):
        if items[k].norm in SENTENCE_ENDS:
            return
        yield k


def _single_words(nouns: Sequence[str] | Iterator[str]) -> frozenset[str]:
    return frozenset(words[0] for noun in nouns if len(words := spell(noun)) == 1)


def _least(amount: Amount) -> float:
    return amount.low if amount.low > 0 else amount.high
