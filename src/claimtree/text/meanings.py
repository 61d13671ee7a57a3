"""Converts matches of known words, names and amounts to mentions, for one pack."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import Enum, auto
from typing import Literal

from claimtree.languages import Language
from claimtree.model.amounts import TIMES, Amount, AmountKind, Op
from claimtree.model.claims import ConceptId, Name
from claimtree.model.dates import in_whole_years
from claimtree.model.notices import NoticeCode, notice, together
from claimtree.model.pack import AmountSpec, Concept, NameKind, OtherName, Pack, UnitSpec
from claimtree.model.phrases import SLOT
from claimtree.model.scopes import Host, PlaceRelation, Scope
from claimtree.model.units import PERIODS, in_unit
from claimtree.text.amount_ownership import AmountOwnership
from claimtree.text.amounts import as_travel, reread
from claimtree.text.bare_numbers import BareNumbers
from claimtree.text.items import Itemiser
from claimtree.text.lexicon import Item, Match, Saying, takes
from claimtree.text.limits import as_limit, as_limit_amount, middle
from claimtree.text.mention_types import Mention, PartMention, Scoped, Target
from claimtree.text.name_context import NamedPlaces
from claimtree.text.named_parts import which_part
from claimtree.text.scope_resolution import Focus
from claimtree.text.type_guess import About
from claimtree.text.word_matches import Run

_YEAR_DIGITS = 4
_SOON_BYGONE = 365
"""Days after which the first day of an offer without an end says nothing more."""
_JUST_GONE = 14
"""How many days ago a date may be and still be meant: users ask for the first of the month on the
second."""
_LONGEST_WALK = 20
"""Up to so many minutes count as a walk if the text does not name the means of travel."""
_WAY_REACH = 6
_FAR = 20
"""This multiple of the distance that counts as near counts as far: 16 km if 800 m are near. A
stadium "6 miles away, 10 minutes by car" is an advantage: annotators of real listings took none of
14 such distances for a denial that it is near."""
_LARGEST_ROOM = 60
"""Maximum size in square metres of a room that a home has several of."""


class Meanings:
    """Builds mentions, for either queries or documents."""

    def __init__(
        self,
        pack: Pack,
        language: Language,
        itemiser: Itemiser,
        bare_numbers: BareNumbers,
        governing: AmountOwnership,
        open_kinds: Mapping[Literal["in", "near"], NameKind],
        names: NamedPlaces,
    ) -> None:
        self._pack = pack
        self._language = language
        self._query = itemiser.query
        self._today = itemiser.today
        self._names = names
        self._bare_numbers = bare_numbers
        self._governing = governing
        self._open_kinds = open_kinds

    def of_match(
        self,
        items: Sequence[Item],
        match: Match,
        target: Target,
        attached: int | None,
        scope: Scope,
        *,
        only_near: bool = False,
    ) -> Mention | None:
        """Returns the mention of a match. `only_near`: a document says that it is near the name, not there."""
        saying = self._choose(match, target)
        if saying is None or saying.noun is not None or self._is_label(items, match):
            return None
        inner = (match.negations % 2 == 1) ^ saying.denied
        words = " ".join(" ".join(item.words) or item.norm for item in items[match.first : match.after])
        if saying.facet is not None:
            which = which_part(items, match.first, match.after, self._language)
            return Mention(
                first=match.first, after=match.after, concept=None, facet_named=saying.facet, name=None,
                wording=saying.facet.title, type=saying.facet.type, negated=inner, inner=inner, amount=None,
                target=Target(part=PartMention(facet=saying.facet, which=which)),
                why=notice(NoticeCode.READ_AS_PART, words=words),
            )  # fmt: skip
        if saying.name is not None and saying.name_kind is not None:
            return self._named(items, match, saying, attached, scope, inner=inner, words=words, only_near=only_near)
        concept = saying.concept
        assert concept is not None  # a saying is of a facet, a name, a noun, or a concept
        slot = match.amount if match.amount is not None else attached
        amount = self._amount(concept.amount, items[slot] if slot is not None else None, saying, target)
        reach = self._reach(amount, concept.amount)
        silent = reach is _Reach.BETWEEN and not inner
        if reach is not _Reach.NEAR:
            inner, amount = inner or reach is _Reach.FAR, None
        if amount is not None and concept.amount is not None and concept.amount.ahead and not self._query:
            amount = _from_then_on(amount)
            silent |= self._is_bygone(amount)
        return Mention(
            first=match.first, after=match.after, concept=concept, facet_named=None, name=None,
            wording=concept.wording, type=concept.type, target=target, negated=inner, inner=inner, amount=amount,
            why=notice(NoticeCode.READ_AS_WORD, words=words), silent=silent,
            amount_word=words if saying.value is not None else "",
        )  # fmt: skip

    def of_amount(
        self,
        items: Sequence[Item],
        i: int,
        focus: Focus,
        target: Target,
        covered: Container[int],
        things: Container[int],
    ) -> Mention | None:
        """Returns the mention of an amount that stands alone: what the pack says amounts of its
        kind mean ("$3,200" is a rent).

        In a document the words around it must agree; `things` are the items of words for the thing
        offered.
        """
        item = self._bare_numbers.as_area(items[i], focus.scope) if self._query else items[i]
        if item.mention is None or item.amount is None:
            return None
        if target.part is not None and self._is_too_large(item.amount, target.part):
            target = Target()
        kind, unit = item.amount.kind, item.amount.unit
        if not self._query and kind in (AmountKind.DATE, AmountKind.YEAR):
            # "it stays cool in August", "a tenant since 2021": in a document a date alone is no
            # statement about the thing.
            return None
        if not self._query and kind is AmountKind.DURATION and not item.mention.has_operator:
            return None  # nor a duration: "renovated 5 years ago", "my place is free for 3 months"
        if not self._query and i + 1 < len(items) and items[i + 1].norm in self._language.shares:
            return None
        if self._query and kind is AmountKind.MONEY and self._bare_numbers.is_other_cost(items, i, covered):
            return None
        if item.bare:
            is_all_found = item.start <= focus.span.start and focus.span.end <= item.end
            id = self._bare_numbers.number(items, i, focus.scope, is_all_found=is_all_found) if self._query else None
        else:
            part = target.part.facet.level if target.part is not None else None
            id = self._pack.bare_concept(kind, unit, part)
        concept = self._pack.concepts.get(id) if id else None
        if self._query and concept is not None and not takes(concept.amount, item):
            concept = self._price_of_another_period(item) or concept
        # In a query even an implausible $5 is taken for the rent; in a listing $60 is for something
        # else.
        if concept is None or not takes(concept.amount, item, plausible=item.bare or not self._query):
            return None
        if self._query and target.part is None and self._governing.is_of_seats(item):
            return None  # "a villa for ten people"
        if not self._query and target.part is None and not self._is_own(items, i, concept, target, things):
            return None
        if target.part is not None and target.part.facet.level not in concept.levels:
            target = Target()
        amount = self._amount(concept.amount, item, Saying(concept=concept), target)
        return Mention(
            first=i, after=i + 1, concept=concept, facet_named=None, name=None, wording=concept.wording,
            type=concept.type, target=target, negated=False, amount=amount,
            why=notice(NoticeCode.READ_AS_AMOUNT, kind=kind),
        )  # fmt: skip

    def _price_of_another_period(self, item: Item) -> Concept | None:
        """Returns what money without a period can mean if it is too little or too much for the
        pack's price: "under $90" is no monthly rent, but the price of a night."""
        ids = (
            id for key, id in self._pack.bare.items() if key.startswith("money/") and key.rpartition("/")[2] in PERIODS
        )
        named = item.amount is not None and item.amount.kind is AmountKind.MONEY
        concepts = (self._pack.concepts[id] for id in ids) if named else ()
        return next((concept for concept in concepts if takes(concept.amount, item)), None)

    def _is_own(self, items: Sequence[Item], i: int, concept: Concept, target: Target, things: Container[int]) -> bool:
        """True if an amount of a document belongs to the thing itself, not to what contains it."""
        above = target.noun is not None and target.noun not in concept.levels
        return not above and self._governing.is_own(items, i, concept, things)

    def _is_too_large(self, amount: Amount, part: PartMention) -> bool:
        """True if an area must be that of the home although a room is named beside it ("a 2-bedroom
        with 90 m²")."""
        is_room = part.facet.name in self._pack.counted and amount.kind is AmountKind.AREA
        known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        return is_room and min(known, default=0.0) > _LARGEST_ROOM

    def of_corrected(self, items: Sequence[Item], i: int, scoped: Sequence[Scoped]) -> Mention | None:
        """Returns the mention of a number that replaces one that was taken back ("2 bedrooms,
        actually make it three")."""
        if not self._query or not items[i].bare:
            return None
        for one in reversed(scoped):
            mention = one.mention
            if one.is_wanted or mention.concept is None or mention.amount is None or mention.first >= i:
                continue
            if takes(mention.concept.amount, items[i]):
                amount = self._amount(mention.concept.amount, items[i], Saying(concept=mention.concept), mention.target)
                return replace(mention, first=i, after=i + 1, amount=amount, inner=False, amount_word="")
        return None

    def of_own_amount(
        self, text: str, items: Sequence[Item], i: int, focus: Focus, target: Target, things: Container[int]
    ) -> Mention | None:
        """Returns the mention of an amount without a concept, in the words of the text ("deposit
        _", "_ cars").

        Money in a currency other than the pack's is still the price, but is compared with no other
        price.
        """
        item = items[i]
        if item.amount is None or item.mention is None:
            return None
        concept = None
        if item.amount.kind is AmountKind.MONEY and focus.scope.host is Host.THING:
            concept = self._foreign_price(items, i, things)
        part = focus.scope.part
        before, behind = text[focus.span.start : item.start], text[item.end : focus.span.end]
        around = f"{text[part.start : part.end]} {SLOT}" if part is not None else f"{before} {SLOT} {behind}"
        wording = " ".join(around.lower().split())
        if concept is None and not any(letter.isalpha() for letter in wording):
            return None
        return Mention(
            first=i, after=i + 1, concept=concept, facet_named=None, name=None,
            wording=concept.wording if concept is not None else wording,
            type=concept.type if concept is not None else self._pack.default_type, target=target, negated=False,
            amount=item.amount, why=notice(NoticeCode.READ_AS_AMOUNT, kind=item.amount.kind), guessed=concept is None,
        )  # fmt: skip

    def _foreign_price(self, items: Sequence[Item], i: int, things: Container[int]) -> Concept | None:
        """Returns the pack's price concept if money in another currency or for another period can
        be it."""
        concept = self._pack.concepts.get(self._pack.bare.get(str(AmountKind.MONEY), ConceptId("")))
        if concept is None or self._query:
            return concept
        # The price concept could take it and did not: its words say otherwise, or the amount is too
        # small.
        comparable = takes(concept.amount, items[i], plausible=False)
        return concept if not comparable and self._is_own(items, i, concept, Target(), things) else None

    def of_unknown(self, run: Run, wording: str, about: About, target: Target) -> Mention:
        return Mention(
            first=run.first, after=run.after, concept=None, facet_named=None, name=None, wording=wording,
            type=about.type or self._pack.default_type, level=about.level, target=target, amount=None,
            negated=False, why=about.why, guessed=True,
        )  # fmt: skip

    def _named(
        self,
        items: Sequence[Item],
        match: Match,
        saying: Saying,
        attached: int | None,
        scope: Scope,
        *,
        inner: bool,
        words: str,
        only_near: bool,
    ) -> Mention | None:
        """Returns the mention of a name; None if the name is neither a location nor a wish here."""
        name, kind = saying.name, saying.name_kind
        if name is None or kind is None:
            return None
        if not self._query and match.after < len(items) and items[match.after].norm in self._language.likening:
            return None
        listed = kind.name
        # The text may only be near it or compare with it; if the reader has not learned relations,
        # the preceding words decide.
        placed = scope.relation is PlaceRelation.IN or (
            scope.relation is PlaceRelation.NONE and self._names.is_placed(items, match.first)
        )
        is_marked = placed or (match.unlisted and kind.is_of_people)  # words of the kind stand before it
        if not self._query and kind.other is OtherName.REFUTES and not is_marked:
            return None
        near = self._open_kinds.get("near")
        if only_near and near is not None and kind.amount is None and kind.open != "near":
            name, kind = Name(kind=near.name, text=name.text), near
        if self._query and attached is not None and kind.amount is None and near is not None:
            # "within 1 km of Williamsburg" also includes the surroundings, so it becomes a wish for
            # nearness.
            name, kind = Name(kind=near.name, text=name.text), near
        way = self._means_of_travel(items, attached) if attached is not None else ""
        amount = self._amount(kind.amount, items[attached] if attached is not None else None, saying, Target(), way)
        alone = self._query and amount is None and match.pair is None and not match.negations
        if alone and self._names.is_compared(items, match.first, near=kind.amount is not None):
            led = self._names.led_near(items, match.first) if kind.amount is None and near is not None else None
            if led is None or near is None or "/" in name.text:  # "close to the N/W": two trains
                return None
            if led.first == 0 or items[led.first - 1].norm not in self._language.ors:  # "in or close to Astoria"
                name, kind = Name(kind=near.name, text=name.text), near
        reach = self._reach(amount, kind.amount)
        silent = reach is _Reach.BETWEEN and not inner
        if reach is not _Reach.NEAR:
            inner, amount = inner or reach is _Reach.FAR, None
        if match.unlisted:
            read_as = notice(NoticeCode.READ_AS_UNLISTED_NAME, words=words)
        else:
            read_as = notice(NoticeCode.READ_AS_NAME, kind=listed, words=words)
        return Mention(
            first=match.first, after=match.after, concept=None, facet_named=None, name=name, type=kind.type,
            wording=name.text if match.pair else kind.pattern_of(name.text, with_amount=amount is not None),
            negated=inner, inner=inner, target=Target(noun=kind.level), amount=amount, pair=match.pair,
            silent=silent,
            why=together(read_as, notice(NoticeCode.BY_TRANSIT) if way == "transit" else None),
        )  # fmt: skip

    def _means_of_travel(self, items: Sequence[Item], i: int) -> str:
        """Returns the means of travel for a number of minutes without one: a commute or a long trip
        is not a walk."""
        stated, usual_way = items[i].amount, self._language.amounts.travel_unsaid
        if not self._query or usual_way != "walk" or stated is None or stated.kind is not AmountKind.DURATION:
            return usual_way
        minutes = max(end for end in (stated.low, stated.high, 0.0) if math.isfinite(end))
        around = items[max(0, i - _WAY_REACH) : i + _WAY_REACH + 1]
        commutes = any(item.norm in self._language.commuting for item in around)
        return "transit" if commutes or minutes > _LONGEST_WALK else usual_way

    def _is_label(self, items: Sequence[Item], match: Match) -> bool:
        """True if a number in a document is only a label of the part before it ("Bedroom 2: no
        closet")."""
        if self._query or not self._language.plurals or match.amount is None or match.amount != match.after - 1:
            return False
        first, number = items[match.first], items[match.amount]
        several = number.amount is not None and number.amount.low > 1
        return number.bare and several and match.amount == match.first + 1 and first.norm == first.word

    def _choose(self, match: Match, target: Target) -> Saying | None:
        """Returns the first of several meanings that can be said of the target."""
        sayings = [saying for saying in match.sayings if not saying.ignored]
        level = target.part.facet.level if target.part else target.noun
        for saying in sayings:
            if saying.concept is None or level is None or level in saying.concept.levels:
                return saying
        return sayings[0] if sayings else None

    def _reach(self, amount: Amount | None, spec: AmountSpec | None) -> _Reach:
        """Returns whether a distance stated in a listing counts as near; in a query, where it is
        the wish itself, always NEAR."""
        is_bounded = amount is not None and (math.isfinite(amount.low) or math.isfinite(amount.high))
        if self._query or amount is None or spec is None or not is_bounded or middle(amount) <= spec.within:
            return _Reach.NEAR
        return _Reach.FAR if middle(amount) > _FAR * spec.within else _Reach.BETWEEN

    def _amount(
        self, spec: AmountSpec | None, item: Item | None, saying: Saying, target: Target, way: str = ""
    ) -> Amount | None:
        if spec is None:
            return None
        noun = spec.noun or (str(target.part.facet.name) if target.part else "")
        if saying.value is not None:
            return Amount(kind=spec.kind, unit=spec.unit, noun=noun, low=saying.value, high=saying.value)
        if item is None or item.mention is None:
            return None
        mention = item.mention
        if saying.limits and mention.amount.op in (Op.EQUALS, Op.APPROX):
            mention = as_limit(mention)
        if item.bare:
            mention = reread(
                mention, UnitSpec(kind=spec.kind, unit=spec.unit), query=self._query, about=self._pack.dates.about
            )
        elif spec.kind is AmountKind.DISTANCE and mention.amount.kind is AmountKind.DURATION:
            mention = as_travel(mention, way or self._language.amounts.travel_unsaid)
        if spec.kind in TIMES:
            amount = replace(_counted_for(mention.amount, spec.kind), noun=noun)
        else:
            stated = in_unit(mention.amount, spec.unit) or mention.amount
            amount = replace(stated, kind=spec.kind, unit=spec.unit, noun=noun)
        if self._query and spec.enough and amount.op in (Op.EQUALS, Op.APPROX):
            amount = as_limit_amount(amount, Op.GTE)
        elif self._query and amount.op in (Op.EQUALS, Op.APPROX) and math.isfinite(spec.within):
            # "5 minutes from the train" is also met by three.
            amount = replace(amount, op=Op.LTE, low=-math.inf, low_open=False)
        dated = any(len(word) == _YEAR_DIGITS and word.isdecimal() for word in item.words)
        return self._ahead(amount) if spec.ahead and self._query and not dated else amount

    def _is_bygone(self, amount: Amount) -> bool:
        """True if a document tells of a time that lies so far back that it says nothing of today ("available from
        2019"): nobody has mended the text since."""
        end = amount.high if math.isfinite(amount.high) else amount.low + _SOON_BYGONE
        return end < self._now()

    def _now(self) -> int:
        return (self._today or datetime.now().astimezone().date()).toordinal()

    def _ahead(self, amount: Amount) -> Amount:
        """Moves a past date without a year to the next year ("available September 1", asked in
        November)."""
        today = self._now()
        known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        if not known or max(known) >= today - _JUST_GONE:
            return amount
        return replace(amount, low=_a_year_later(amount.low), high=_a_year_later(amount.high))


class _Reach(Enum):
    """How far away a listing says that something is."""

    NEAR = auto()
    """As near as its word requires, or without a stated distance."""
    BETWEEN = auto()
    """Neither: a 20-minute walk does not prove that something is near, but its author does not mean
    that it is far."""
    FAR = auto()


def _from_then_on(amount: Amount) -> Amount:
    """Returns the time from which a document offers something: "available Nov 1" is free on that day and after it."""
    return as_limit_amount(replace(amount, high=amount.low), Op.GTE) if _is_one_time(amount) else amount


def _is_one_time(amount: Amount) -> bool:
    return amount.op in (Op.EQUALS, Op.APPROX) and math.isfinite(amount.low)


def _counted_for(stated: Amount, kind: AmountKind) -> Amount:
    """A date as its concept counts it; a day stays one also where whole years are counted."""
    counted = stated.counted_as(kind) if kind is AmountKind.DATE else in_whole_years(stated)
    return counted or stated


def _a_year_later(day: float) -> float:
    """Returns the same day of the next year; February 29 becomes March 1, and infinity stays."""
    if not math.isfinite(day):
        return day
    this = date.fromordinal(int(day))
    try:
        return float(this.replace(year=this.year + 1).toordinal())
    except ValueError:
        return float(date(this.year + 1, 3, 1).toordinal())
