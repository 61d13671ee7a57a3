"""Text to mentions: finds each thing that is said, with the words of a pack."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ConceptId, Name
from claimtree.model.pack import AmountSpec, FacetSpec, OtherName, Pack, UnitSpec
from claimtree.text.addresses import addresses
from claimtree.text.amounts import as_travel, reread
from claimtree.text.beside import Beside
from claimtree.text.binding import Binder, PartMention, Target
from claimtree.text.chains import Chains
from claimtree.text.coordinates import coordinates
from claimtree.text.destinations import Destinations
from claimtree.text.examples import About, Examples
from claimtree.text.fairness import Part, kept_items, protected_parts
from claimtree.text.items import Itemiser
from claimtree.text.language import Language
from claimtree.text.lexicon import Item, Lexicon, Match, Saying, takes
from claimtree.text.limits import as_limit, turned
from claimtree.text.lone import Lone
from claimtree.text.mentions import Run, find_matches, means_something, unknown_runs
from claimtree.text.named import NamedPlaces
from claimtree.text.normalise import Token
from claimtree.text.outside import Outside
from claimtree.text.pairs import Pairs
from claimtree.text.polarity import is_denied
from claimtree.text.seen import Mention, Seen
from claimtree.text.spelling import Correction, Corrector, apply_corrections
from claimtree.text.unlisted import PlaceNames, is_near, unlisted_names

_YEAR_DIGITS = 4
_JUST_GONE = 14
"""How many days ago a date may be and still be meant: people ask for the first of the month on the second."""
_LONGEST_WALK = 20
"""So many minutes are taken for a walk at most, where nobody says how one goes."""
_WAY_REACH = 6
_MOST_UNKNOWN = 200
"""Of unknown sayings in one text; each may have to be embedded."""
MOST_WORDS = 100_000
"""Of one text, signs included: half a megabyte of prose, more than any listing has. The rest of a longer one is left
out with a notice, so that a megabyte of digits takes seconds and not a minute."""
_MERE_TALK = 0.7
"""From which chance on a whole query is taken for talk; pieces of one that says other things too are held to less."""
_SURE_ENOUGH = 0.4
"""How sure a guess must be of its type before a document claims anything by it. A wish is kept even so: whoever asked
can see how it was read."""


class Finder:
    """Finds what a text says, with the words of a pack."""

    def __init__(
        self,
        pack: Pack,
        language: Language,
        lexicon: Lexicon,
        itemiser: Itemiser,
        examples: Examples | None,
        corrector: Corrector | None = None,
        places: PlaceNames | None = None,
    ) -> None:
        self._places = places
        self._pairs = Pairs(pack, language)
        self._outside = Outside(pack, language)
        self._destinations = Destinations(language)
        self._names = NamedPlaces(language, pack.places.near if pack.places is not None else {})
        kinds = pack.places.kinds.values() if pack.places is not None else ()
        self._place_concepts = frozenset(kind.concept for kind in kinds)
        self._pack = pack
        self._language = language
        self._lexicon = lexicon
        self._itemiser = itemiser
        self._examples = examples
        self._corrector = corrector
        self._query = itemiser.query
        self._beside = Beside(language, query=self._query)
        self._lone = Lone(pack, language)
        self._chains = Chains(pack, self._place_concepts, places)
        self._open_kinds = {kind.open: kind for kind in pack.names.values() if kind.open}
        self._facets: Mapping[str, FacetSpec] = {str(name): facet for name, facet in pack.facets.items()}

    def find(self, text: str) -> Seen:
        """Everything that known words and amounts say."""
        whole = self._itemiser.written(text)
        written = whole[:MOST_WORDS]
        tokens = self._itemiser.spelled_out(written)
        items, unfair, found = self._matched(text, tokens)
        mistyped = self._mistyped(tokens, items, found)
        if mistyped:
            items, unfair, found = self._matched(text, apply_corrections(tokens, mistyped))
        starts = {match.first: k for k, match in enumerate(found)}
        known = {
            i: k if match.head is None else starts.get(match.head, k)
            for k, match in enumerate(found)
            if not all(saying.ignored or saying.noun for saying in match.sayings)
            for i in range(match.first, match.after)
        }
        covered = {i for match in found for i in range(match.first, match.after)}
        colours = {i for match in found if _is_quality(match) for i in range(match.first, match.after)}
        matches = [match for match in found if not all(saying.ignored for saying in match.sayings)]
        binder = Binder(items, matches, self._language, self._lexicon, self._facets)
        beside = self._beside.amounts(items, matches)
        mentions = [
            mention
            for k, match in enumerate(matches)
            if (mention := self._mention(items, match, binder.target(k), beside.get(k), known, colours))
        ]
        covered |= set(beside.values())
        for i, item in enumerate(items):
            if item.amount is not None and i not in covered and (bare := self._bare_amount(items, i, binder, covered)):
                mentions.append(bare)
            elif self._query and item.norm in self._language.one and (single := self._lone_one(items, i)):
                mentions.append(single)
        covered |= {i for mention in mentions for i in range(mention.first, mention.after)}
        mentions.sort(key=lambda mention: mention.first)
        return Seen(
            items=items,
            mentions=mentions,
            covered=frozenset(covered),
            binder=binder,
            written=written,
            mistyped=tuple(mistyped),
            unfair=unfair,
            is_cut=len(whole) > MOST_WORDS,
        )

    def _matched(self, text: str, tokens: Sequence[Token]) -> tuple[Sequence[Item], tuple[Part, ...], list[Match]]:
        """The items without what asks by protected class, what that is, and which known words stand where."""
        items = self._itemiser.items(text, tokens)
        unfair = protected_parts(items, self._pack.languages) if self._pack.fair_housing else ()
        if unfair:
            items = kept_items(items, unfair)
        found = self._with_unlisted(text, items, find_matches(items, self._lexicon, self._language))
        if self._query:
            found = self._outside.told(items, list(self._destinations.told(items, found)))
            found = self._pairs.joined(text, items, found)
        return items, unfair, found

    def _mistyped(self, tokens: Sequence[Token], items: Sequence[Item], found: Sequence[Match]) -> list[Correction]:
        """What of the words that nothing uses was most surely meant to be a known word."""
        if self._corrector is None:
            return []
        used = {i for match in found if not match.unlisted for i in range(match.first, match.after)}
        unused = {item.start for i, item in enumerate(items) if i not in used and self._may_be_mistyped(item)}
        return self._corrector.corrections(tokens, {i for i, token in enumerate(tokens) if token.start in unused})

    def _may_be_mistyped(self, item: Item) -> bool:
        return item.mention is None and item.norm[0].isalpha() and not self._lone.says_nothing(item)

    def _with_unlisted(self, text: str, items: Sequence[Item], found: list[Match]) -> list[Match]:
        """The matches with names of places that no list has, where the pack has a kind for them."""
        if not self._open_kinds or not self._query:
            return found
        spots = self._open_kinds.get("near")
        found = [*self._chains.told(found), *coordinates(text, items, spots)]
        streets = list(addresses(text, items, _named_items(found), spots, self._language))
        taken = _named_items(streets)
        found = [match for match in found if taken.isdisjoint(range(match.first, match.after))] + streets
        found.sort(key=lambda match: match.first)
        named = _named_items(found)
        known = {i: match.after for match in found for i in range(match.first, match.after)}
        unlisted: list[Match] = []
        for one in unlisted_names(text, items, named, known, self._language, self._places):
            words = " ".join(text[items[one.first].start : items[one.after - 1].end].split())
            spot = one.known and self._places is not None and not self._places.region(words)
            kind = self._open_kinds.get("near") if spot or is_near(items, one.first, self._language) else None
            kind = kind or self._open_kinds.get("in")
            if kind is None:
                continue
            saying = Saying(name=Name(kind=kind.name, text=words), name_kind=kind)
            match = Match(sayings=(saying,), first=one.first, after=one.after, negations=0, unlisted=not one.known)
            unlisted.append(match)
        taken = {i for match in unlisted for i in range(match.first, match.after)}
        found = [match for match in found if taken.isdisjoint(range(match.first, match.after))]
        return sorted([*found, *unlisted], key=lambda match: match.first)

    def free(self, seen: Seen, *, taken: frozenset[int], least: int, most: int) -> list[Mention]:
        """What no word list knows, in its own words; its type is guessed, and what is held for an aside left out."""
        runs = unknown_runs(seen.items, taken, self._language, least=least, most=most)[:_MOST_UNKNOWN]
        if self._query:
            said = seen.said
            runs = [
                run
                for run in runs
                if not self._is_aside(seen.items, run.first) and not self._only_colours(seen.items, run, said)
            ]
        wordings = [" ".join(item.norm for item in seen.items[run.first : run.after]) for run in runs]
        known = self._examples.about(wordings) if self._examples else [About()] * len(runs)
        return [
            self._free_mention(seen.items, run, wording, about, seen.binder)
            for run, wording, about in zip(runs, wordings, known, strict=True)
            if not about.is_aside and (self._query or about.sureness >= _SURE_ENOUGH)
        ]

    def all_of_it(self, seen: Seen, *, taken: frozenset[int], most: int) -> list[Mention]:
        """The text as one wish, where nothing else was made of it and it does not sound like mere talk."""
        kept = [i for i, item in enumerate(seen.items) if i not in taken and not item.is_break and item.mention is None]
        if self._examples is None or not kept or kept[-1] - kept[0] >= most:
            return []
        if not any(means_something(seen.items[i], self._language) for i in kept):
            return []  # "I" is all that is left of "I don't care about being near a subway"
        run = Run(first=kept[0], after=kept[-1] + 1)
        wording = " ".join(item.norm for item in seen.items[run.first : run.after] if not item.is_break)
        (about,) = self._examples.about([wording])
        if about.guess is None or about.guess.aside > _MERE_TALK:
            return []
        return [self._free_mention(seen.items, run, wording, about, seen.binder)]

    def _only_colours(self, items: Sequence[Item], run: Run, said: Container[int]) -> bool:
        """Whether a single word only colours the known one that it touches: "corner loft", "white kitchen"."""
        if run.after - run.first > 1 or (run.first and items[run.first - 1].norm in self._language.negations):
            return False
        return run.first - 1 in said or run.after in said

    def _is_aside(self, items: Sequence[Item], first: int) -> bool:
        """Whether unknown words speak of the speaker or tell why: "so nobody hears my violin"."""
        if first and items[first - 1].norm in self._language.own:
            return True
        for i in range(first - 1, max(-1, first - 8), -1):
            if items[i].is_break:
                return False
            if items[i].norm in self._language.reasons:
                return True
        return False

    def _mention(
        self,
        items: Sequence[Item],
        match: Match,
        target: Target,
        beside: int | None,
        known: Mapping[int, int],
        colours: Container[int],
    ) -> Mention | None:
        saying = self._choose(match, target)
        if saying is None or saying.noun is not None or self._is_label(items, match):
            return None
        denied = is_denied(items, match.first, match.after, self._language, known, colours)
        if items[match.after - 1].norm in self._language.relatives:
            denied = False  # "jangan rumah yang gelap" is against the dark, not against houses
        negated = denied ^ (match.negations % 2 == 1) ^ saying.denied
        # "no unfurnished places" insists on furniture.
        insisted = not negated and denied and (saying.denied or match.negations % 2 == 1)
        words = " ".join(" ".join(item.words) or item.norm for item in items[match.first : match.after])
        if saying.facet is not None and negated and self._is_exception(items, match.first):
            return None
        if saying.facet is not None:
            return Mention(
                first=match.first, after=match.after, concept=None, facet_named=saying.facet, name=None,
                wording=saying.facet.title, type=saying.facet.type, negated=negated, amount=None,
                target=Target(part=PartMention(match=-1, facet=saying.facet)), why=f"part '{words}'",
            )  # fmt: skip
        if saying.name is not None and saying.name_kind is not None:
            return self._named(items, match, saying, beside, negated=negated, words=words)
        concept = saying.concept
        assert concept is not None  # a saying is of a facet, a name, a noun, or a concept
        slot = match.amount if match.amount is not None else beside
        amount = self._amount(concept.amount, items[slot] if slot is not None else None, saying, target)
        if amount is not None and concept.amount is not None and amount.low > concept.amount.within and not self._query:
            negated, amount = not negated, None
        far = self._query and concept.id in self._place_concepts and self._is_far(items, match, amount)
        negated, amount = turned(negated, amount, far=far)
        return Mention(
            first=match.first, after=match.after, concept=concept, facet_named=None, name=None,
            wording=concept.wording, type=concept.type, target=target, negated=negated, amount=amount,
            why=f"word '{words}'", said=words if saying.value is not None else "", insisted=insisted,
        )  # fmt: skip

    def _named(
        self, items: Sequence[Item], match: Match, saying: Saying, beside: int | None, *, negated: bool, words: str
    ) -> Mention | None:
        """A mention of something by name."""
        name, kind = saying.name, saying.name_kind
        if name is None or kind is None:
            return None
        listed = kind.name
        if not self._query and kind.other is OtherName.REFUTES and not self._names.is_placed(items, match.first):
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
        beyond = amount is not None and kind.amount is not None and amount.low > kind.amount.within
        if beyond and not self._query:
            negated, amount = not negated, None
        if self._query:
            negated, amount = turned(negated, amount, far=self._is_far(items, match, amount))
        return Mention(
            first=match.first, after=match.after, concept=None, facet_named=None, name=name, type=kind.type,
            wording=name.text if match.pair else kind.said_of(name.text, with_amount=amount is not None),
            negated=negated, target=Target(noun=kind.level), amount=amount, pair=match.pair,
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

    def _is_far(self, items: Sequence[Item], match: Match, amount: Amount | None) -> bool:
        """ "far from factories, at least 1 km" says how far; "nothing farther than 1 km" denies it."""
        near = items[match.first].norm in self._language.whereabouts
        return amount is not None and (near or amount.op is Op.GTE)

    def _is_label(self, items: Sequence[Item], match: Match) -> bool:
        """ "Bedroom 2: no closet": in a document a number after one thing only tells which of them it is."""
        if self._query or not self._language.plurals or match.amount is None or match.amount != match.after - 1:
            return False
        first, number = items[match.first], items[match.amount]
        several = number.amount is not None and number.amount.low > 1
        return number.bare and several and match.amount == match.first + 1 and first.norm == first.word

    def _is_exception(self, items: Sequence[Item], first: int) -> bool:
        """ "no carpet except in the bedroom", "fine, but not in the kitchen": where it does not hold."""
        before = first - 1
        while before >= 0 and items[before].norm in self._language.articles:
            before -= 1
        return before >= 0 and items[before].norm in self._language.inside | {self._language.exception}

    def _choose(self, match: Match, target: Target) -> Saying | None:
        """Of several meanings, the first that can be said of the target."""
        sayings = [saying for saying in match.sayings if not saying.ignored]
        level = target.part.facet.level if target.part else target.noun
        for saying in sayings:
            if saying.concept is None or level is None or level in saying.concept.levels:
                return saying
        return sayings[0] if sayings else None

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
        amount = replace(mention.amount, kind=spec.kind, unit=spec.unit, noun=noun)
        dated = any(len(word) == _YEAR_DIGITS and word.isdecimal() for word in item.words)
        return self._ahead(amount) if spec.ahead and self._query and not dated else amount

    def _ahead(self, amount: Amount) -> Amount:
        """A date without a year that has just gone by is the next one: "available September 1", asked in November."""
        today = (self._itemiser.today or datetime.now().astimezone().date()).toordinal()
        known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        if not known or max(known) >= today - _JUST_GONE:
            return amount
        return replace(amount, low=_a_year_later(amount.low), high=_a_year_later(amount.high))

    def _bare_amount(self, items: Sequence[Item], i: int, binder: Binder, covered: Container[int]) -> Mention | None:
        """An amount that stands alone means what the pack says amounts of its kind mean: "$3,200" is a rent."""
        item = items[i]
        if item.mention is None or item.amount is None:
            return None
        kind, unit = item.amount.kind, item.amount.unit
        if not self._query and kind in (AmountKind.DATE, AmountKind.YEAR):
            # "it stays cool in August", "a tenant since 2021": in a document a day has to be said of something.
            return None
        if not self._query and i + 1 < len(items) and items[i + 1].norm in self._language.shares:
            return None
        if self._query and kind is AmountKind.MONEY and self._lone.is_other_cost(items, i, covered):
            return None
        if item.bare:
            id = self._lone.number(items, i) if self._query else None
        else:
            id = self._pack.bare.get(f"{kind}/{unit}") or self._pack.bare.get(str(kind))
        concept = self._pack.concepts.get(id) if id else None
        # Nobody asks for a rent of $5, but whoever does means the rent; in a listing $60 is for something else.
        if concept is None or not takes(concept.amount, item, plausible=item.bare or not self._query):
            return None
        target = binder.target_of_amount(i, across_commas=not self._query)
        if target.part is not None and target.part.facet.level not in concept.levels:
            target = Target()
        amount = self._amount(concept.amount, item, Saying(concept=concept), target)
        negated, amount = turned(self._lone.is_denied(items, i), amount)
        return Mention(
            first=i, after=i + 1, concept=concept, facet_named=None, name=None, wording=concept.wording,
            type=concept.type, target=target, negated=negated, amount=amount, why=f"amount of {kind}",
        )  # fmt: skip

    def _lone_one(self, items: Sequence[Item], i: int) -> Mention | None:
        """ "I only need one.": a count, where a sentence says nothing else."""
        concept = self._pack.concepts.get(self._pack.bare.get(str(AmountKind.COUNT), ConceptId("")))
        if concept is None or concept.amount is None or not i or not self._lone.is_alone(items, i):
            return None
        if items[i - 1].norm not in self._language.counting:
            return None
        amount = Amount(kind=concept.amount.kind, unit=concept.amount.unit, noun=concept.amount.noun, low=1, high=1)
        return Mention(
            first=i, after=i + 1, concept=concept, facet_named=None, name=None, wording=concept.wording,
            type=concept.type, target=Target(), negated=False, amount=amount, why=f"count '{items[i].norm}'",
        )  # fmt: skip

    def _free_mention(self, items: Sequence[Item], run: Run, wording: str, about: About, binder: Binder) -> Mention:
        target = binder.target_of_amount(run.after - 1, across_commas=False)
        return Mention(
            first=run.first, after=run.after, concept=None, facet_named=None, name=None, wording=wording,
            type=about.type or self._pack.default_type, level=about.level, target=target, amount=None,
            negated=is_denied(items, run.first, run.after, self._language), why=about.why, guessed=True,
        )  # fmt: skip


def _named_items(matches: Iterable[Match]) -> set[int]:
    """Items of names."""
    return {i for match in matches for i in range(match.first, match.after) if any(s.name for s in match.sayings)}


def _a_year_later(day: float) -> float:
    """The same day of the next year; what has no end keeps none, and February 29 becomes the first of March."""
    if not math.isfinite(day):
        return day
    this = date.fromordinal(int(day))
    try:
        return float(this.replace(year=this.year + 1).toordinal())
    except ValueError:
        return float(date(this.year + 1, 3, 1).toordinal())


def _is_quality(match: Match) -> bool:
    """Whether it says what something is like, so that it may colour what follows: "large", "noisy"."""
    return any(saying.concept is not None and saying.concept.wording.endswith("{facet}") for saying in match.sayings)
