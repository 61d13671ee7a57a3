"""What known words, names and amounts mean: each of them as a mention, in the words of a pack."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import Enum, auto
from typing import Literal

from claimtree.languages import Language
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ConceptId, Name
from claimtree.model.pack import AmountSpec, Concept, NameKind, OtherName, Pack, UnitSpec
from claimtree.model.phrases import SLOT
from claimtree.model.scopes import Host, PlaceRelation, Scope
from claimtree.model.units import in_unit
from claimtree.text.amount_ownership import Governing
from claimtree.text.amounts import as_travel, reread
from claimtree.text.bare_numbers import Lone
from claimtree.text.items import Itemiser
from claimtree.text.lexicon import Item, Match, Saying, takes
from claimtree.text.limits import as_limit, as_limit_amount, middle
from claimtree.text.mention_types import Mention, PartMention, Scoped, Target
from claimtree.text.name_context import NamedPlaces
from claimtree.text.scope_resolution import Focus, which_part
from claimtree.text.type_guess import About
from claimtree.text.word_matches import Run

_YEAR_DIGITS = 4
_JUST_GONE = 14
"""How many days ago a date may be and still be meant: people ask for the first of the month on the second."""
_LONGEST_WALK = 20
"""So many minutes are taken for a walk at most, where nobody says how one goes."""
_WAY_REACH = 6
_FAR = 20
"""So many times as far as near reaches is far: 16 km where 800 m are near. A stadium "6 miles away, 10 minutes by car"
is a reason to come: readers of real listings took none of 14 such distances for a denial that it is near."""
_LARGEST_ROOM = 60
"""Square metres of a room that a home has several of."""


class Meanings:
    """Makes mentions of what was found in texts of one sort."""

    def __init__(
        self,
        pack: Pack,
        language: Language,
        itemiser: Itemiser,
        lone: Lone,
        governing: Governing,
        open_kinds: Mapping[Literal["in", "near"], NameKind],
        names: NamedPlaces,
    ) -> None:
        self._pack = pack
        self._language = language
        self._query = itemiser.query
        self._today = itemiser.today
        self._names = names
        self._lone = lone
        self._governing = governing
        self._open_kinds = open_kinds

    def of_match(
        self,
        items: Sequence[Item],
        match: Match,
        target: Target,
        beside: int | None,
        scope: Scope,
    ) -> Mention | None:
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
                target=Target(part=PartMention(facet=saying.facet, which=which)), why=f"part '{words}'",
            )  # fmt: skip
        if saying.name is not None and saying.name_kind is not None:
            return self._named(items, match, saying, beside, scope, inner=inner, words=words)
        concept = saying.concept
        assert concept is not None  # a saying is of a facet, a name, a noun, or a concept
        slot = match.amount if match.amount is not None else beside
        amount = self._amount(concept.amount, items[slot] if slot is not None else None, saying, target)
        reach = self._reach(amount, concept.amount)
        silent = reach is _Reach.BETWEEN and not inner
        if reach is not _Reach.NEAR:
            inner, amount = inner or reach is _Reach.FAR, None
        return Mention(
            first=match.first, after=match.after, concept=concept, facet_named=None, name=None,
            wording=concept.wording, type=concept.type, target=target, negated=inner, inner=inner, amount=amount,
            why=f"word '{words}'", said=words if saying.value is not None else "", silent=silent,
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
        """An amount that stands alone means what the pack says amounts of its kind mean: "$3,200" is a rent. In a
        document its words have to say so; `things` are the items of words for what is offered."""
        item = self._lone.as_area(items[i], focus.scope) if self._query else items[i]
        if item.mention is None or item.amount is None:
            return None
        if target.part is not None and self._is_too_large(item.amount, target.part):
            target = Target()
        kind, unit = item.amount.kind, item.amount.unit
        if not self._query and kind in (AmountKind.DATE, AmountKind.YEAR):
            # "it stays cool in August", "a tenant since 2021": in a document a day has to be said of something.
            return None
        if not self._query and kind is AmountKind.DURATION and not item.mention.has_operator:
            return None  # so has how long it takes: "renovated 5 years ago", "my place is free for 3 months"
        if not self._query and i + 1 < len(items) and items[i + 1].norm in self._language.shares:
            return None
        if self._query and kind is AmountKind.MONEY and self._lone.is_other_cost(items, i, covered):
            return None
        if item.bare:
            is_all_found = item.start <= focus.span.start and focus.span.end <= item.end
            id = self._lone.number(items, i, focus.scope, is_all_found=is_all_found) if self._query else None
        else:
            part = target.part.facet.level if target.part is not None else None
            id = self._pack.bare_concept(kind, unit, part)
        concept = self._pack.concepts.get(id) if id else None
        # Nobody asks for a rent of $5, but whoever does means the rent; in a listing $60 is for something else.
        if concept is None or not takes(concept.amount, item, plausible=item.bare or not self._query):
            return None
        if not self._query and target.part is None and not self._is_own(items, i, concept, target, things):
            return None
        if target.part is not None and target.part.facet.level not in concept.levels:
            target = Target()
        amount = self._amount(concept.amount, item, Saying(concept=concept), target)
        return Mention(
            first=i, after=i + 1, concept=concept, facet_named=None, name=None, wording=concept.wording,
            type=concept.type, target=target, negated=False, amount=amount, why=f"amount of {kind}",
        )  # fmt: skip

    def _is_own(self, items: Sequence[Item], i: int, concept: Concept, target: Target, things: Container[int]) -> bool:
        """Whether an amount of a document is the thing's own, and not of what it lies in."""
        above = target.noun is not None and target.noun not in concept.levels
        return not above and self._governing.is_own(items, i, concept, things)

    def _is_too_large(self, amount: Amount, part: PartMention) -> bool:
        """Whether an area is that of the home, though a room is named beside it: "a 2-bedroom with 90 m²"."""
        is_room = part.facet.name in self._pack.counted and amount.kind is AmountKind.AREA
        known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        return is_room and min(known, default=0.0) > _LARGEST_ROOM

    def of_corrected(self, items: Sequence[Item], i: int, scoped: Sequence[Scoped]) -> Mention | None:
        """A number that takes the place of one that was taken back: "2 bedrooms, actually make it three"."""
        if not self._query or not items[i].bare:
            return None
        for one in reversed(scoped):
            mention = one.mention
            if one.is_wanted or mention.concept is None or mention.amount is None or mention.first >= i:
                continue
            if takes(mention.concept.amount, items[i]):
                amount = self._amount(mention.concept.amount, items[i], Saying(concept=mention.concept), mention.target)
                return replace(mention, first=i, after=i + 1, amount=amount, inner=False, said="")
        return None

    def of_own_amount(
        self, text: str, items: Sequence[Item], i: int, focus: Focus, target: Target, things: Container[int]
    ) -> Mention | None:
        """An amount of what the pack has no concept for, in the words of the text: "deposit _", "_ cars".

        Money of another currency than the pack's is still the price; it is compared with none.
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
            amount=item.amount, why=f"amount of {item.amount.kind}", guessed=concept is None,
        )  # fmt: skip

    def _foreign_price(self, items: Sequence[Item], i: int, things: Container[int]) -> Concept | None:
        """The pack's price, where money in another currency or for another period can be it."""
        concept = self._pack.concepts.get(self._pack.bare.get(str(AmountKind.MONEY), ConceptId("")))
        if concept is None or self._query:
            return concept
        # What the price could take and was not: its words say otherwise, or it is too little.
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
        beside: int | None,
        scope: Scope,
        *,
        inner: bool,
        words: str,
    ) -> Mention | None:
        """A mention of something by name."""
        name, kind = saying.name, saying.name_kind
        if name is None or kind is None:
            return None
        listed = kind.name
        # Near it, or only compared with it; where nothing was learned about relations, what stands before tells.
        placed = scope.relation is PlaceRelation.IN or (
            scope.relation is PlaceRelation.NONE and self._names.is_placed(items, match.first)
        )
        if not self._query and kind.other is OtherName.REFUTES and not placed:
            return None
        near = self._open_kinds.get("near")
        if self._query and beside is not None and kind.amount is None and near is not None:
            # "within 1 km of Williamsburg" is said of what lies around it, too.
            name, kind = Name(kind=near.name, text=name.text), near
        way = self._way(items, beside) if beside is not None else ""
        amount = self._amount(kind.amount, items[beside] if beside is not None else None, saying, Target(), way)
        alone = self._query and amount is None and match.pair is None and not match.negations
        if alone and self._names.is_compared(items, match.first, near=kind.amount is not None):
            led = self._names.led_near(items, match.first) if kind.amount is None and near is not None else None
            if led is None or near is None or "/" in name.text:  # "close to the N/W" are two trains
                return None
            if led.first == 0 or items[led.first - 1].norm not in self._language.ors:  # "in or close to Astoria"
                name, kind = Name(kind=near.name, text=name.text), near
        reach = self._reach(amount, kind.amount)
        silent = reach is _Reach.BETWEEN and not inner
        if reach is not _Reach.NEAR:
            inner, amount = inner or reach is _Reach.FAR, None
        return Mention(
            first=match.first, after=match.after, concept=None, facet_named=None, name=name, type=kind.type,
            wording=name.text if match.pair else kind.said_of(name.text, with_amount=amount is not None),
            negated=inner, inner=inner, target=Target(noun=kind.level), amount=amount, pair=match.pair,
            silent=silent,
            why=(f"unlisted name '{words}'" if match.unlisted else f"{listed} name '{words}'")
            + (", minutes taken as by public transport" if way == "transit" else ""),
        )  # fmt: skip

    def _way(self, items: Sequence[Item], i: int) -> str:
        """How one goes to a place that is so many minutes off, where nobody says: who commutes or goes for long does
        not walk."""
        said, unsaid = items[i].amount, self._language.amounts.travel_unsaid
        if not self._query or unsaid != "walk" or said is None or said.kind is not AmountKind.DURATION:
            return unsaid
        minutes = max(end for end in (said.low, said.high, 0.0) if math.isfinite(end))
        around = items[max(0, i - _WAY_REACH) : i + _WAY_REACH + 1]
        commutes = any(item.norm in self._language.commuting for item in around)
        return "transit" if commutes or minutes > _LONGEST_WALK else unsaid

    def _is_label(self, items: Sequence[Item], match: Match) -> bool:
        """ "Bedroom 2: no closet": in a document a number after one thing only tells which of them it is."""
        if self._query or not self._language.plurals or match.amount is None or match.amount != match.after - 1:
            return False
        first, number = items[match.first], items[match.amount]
        several = number.amount is not None and number.amount.low > 1
        return number.bare and several and match.amount == match.first + 1 and first.norm == first.word

    def _choose(self, match: Match, target: Target) -> Saying | None:
        """Of several meanings, the first that can be said of the target."""
        sayings = [saying for saying in match.sayings if not saying.ignored]
        level = target.part.facet.level if target.part else target.noun
        for saying in sayings:
            if saying.concept is None or level is None or level in saying.concept.levels:
                return saying
        return sayings[0] if sayings else None

    def _reach(self, amount: Amount | None, spec: AmountSpec | None) -> _Reach:
        """Whether what a listing says to be so far off is near; in a query a distance is what is asked for."""
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
            mention = reread(mention, UnitSpec(kind=spec.kind, unit=spec.unit), query=self._query)
        elif spec.kind is AmountKind.DISTANCE and mention.amount.kind is AmountKind.DURATION:
            mention = as_travel(mention, way or self._language.amounts.travel_unsaid)
        said = in_unit(mention.amount, spec.unit) or mention.amount
        amount = replace(said, kind=spec.kind, unit=spec.unit, noun=noun)
        if self._query and amount.op in (Op.EQUALS, Op.APPROX):
            if spec.enough:
                amount = as_limit_amount(amount, Op.GTE)
            elif math.isfinite(spec.within):
                # Three minutes from the train are fine where five are asked for.
                amount = replace(amount, op=Op.LTE, low=-math.inf, low_open=False)
        dated = any(len(word) == _YEAR_DIGITS and word.isdecimal() for word in item.words)
        return self._ahead(amount) if spec.ahead and self._query and not dated else amount

    def _ahead(self, amount: Amount) -> Amount:
        """A date without a year that has just gone by is the next one: "available September 1", asked in November."""
        today = (self._today or datetime.now().astimezone().date()).toordinal()
        known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        if not known or max(known) >= today - _JUST_GONE:
            return amount
        return replace(amount, low=_a_year_later(amount.low), high=_a_year_later(amount.high))


class _Reach(Enum):
    """How far off a listing says that something is."""

    NEAR = auto()
    """As near as its word asks for, or nobody says how far."""
    BETWEEN = auto()
    """A walk of 20 minutes does not prove that something is near; and who writes it means that it is not far."""
    FAR = auto()


def _a_year_later(day: float) -> float:
    """The same day of the next year; what has no end keeps none, and February 29 becomes the first of March."""
    if not math.isfinite(day):
        return day
    this = date.fromordinal(int(day))
    try:
        return float(this.replace(year=this.year + 1).toordinal())
    except ValueError:
        return float(date(this.year + 1, 3, 1).toordinal())
