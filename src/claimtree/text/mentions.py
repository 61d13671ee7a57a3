"""Finds the mentions in a text: everything that it says, in terms of a pack's words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from claimtree.deadlines import check
from claimtree.languages import Language
from claimtree.languages.normalise import Token
from claimtree.languages.phrase_lookup import by_first, fitting
from claimtree.model.claims import Name
from claimtree.model.pack import Concept, NameKind, Pack
from claimtree.model.scopes import Host, ListedWords, PlaceRelation, Scope, Span, Status
from claimtree.ports import ScopeReader, ScopeReading
from claimtree.text.addresses import addresses
from claimtree.text.amount_attachment import AmountAttachment
from claimtree.text.amount_ownership import AmountOwnership
from claimtree.text.bare_numbers import BareNumbers, as_count
from claimtree.text.compounds import Compounds
from claimtree.text.coordinates import coordinates
from claimtree.text.destinations import Destinations
from claimtree.text.exceptions import Exceptions
from claimtree.text.exclusions import Exclusions
from claimtree.text.fairness import Part, kept_items, protected_parts
from claimtree.text.items import Itemiser
from claimtree.text.lexicon import Item, Lexicon, Match, Saying, takes
from claimtree.text.lost_dates import LostDates
from claimtree.text.markup import without_markup
from claimtree.text.meanings import Meanings
from claimtree.text.mention_types import Mention, Scoped, Target, TextMentions
from claimtree.text.name_context import NamedPlaces
from claimtree.text.place_pairs import Pairs
from claimtree.text.place_uses import PlaceUses
from claimtree.text.possessions import Possessions
from claimtree.text.respelling import Respelling, overlapping_none, read_respelled
from claimtree.text.scope_resolution import Focus, Scoping, TextScopes, span_of
from claimtree.text.spelling import Correction, Corrector, apply_corrections
from claimtree.text.store_chains import Chains
from claimtree.text.street_names import StreetNames, street_name
from claimtree.text.type_guess import About, Examples
from claimtree.text.unlisted_people import UnlistedPeople, UnlistedPerson
from claimtree.text.unlisted_places import PlaceNames, SaysNear, UnlistedNames, without_ending
from claimtree.text.wishes import without_bare_parts
from claimtree.text.word_matches import Run, find_matches

_PERMITTED = 8
"""How many items behind words that no list knows may say that it is allowed."""
_MOST_UNKNOWN = 200
"""Maximum number of unknown phrases read per text, since each may have to be embedded."""
_SURE_PHRASE = 0.75
"""From this sureness of the scope reader on a listing states a listed phrase that names no thing."""
MOST_WORDS = 100_000
"""Maximum number of tokens read per text, punctuation included: half a megabyte of prose, more than
any listing has. The rest of a longer text is ignored, with a notice."""


class Finder:
    """Finds the mentions in texts, for one pack and either queries or documents."""

    def __init__(
        self,
        pack: Pack,
        language: Language,
        lexicon: Lexicon,
        itemiser: Itemiser,
        examples: Examples | None,
        scope: ScopeReader,
        corrector: Corrector | None = None,
        places: PlaceNames | None = None,
    ) -> None:
        self._scope = scope
        self._scoping = Scoping(pack, language, lexicon, query=itemiser.query)
        self._places = places
        self._pairs = Pairs(pack, language)
        self._outside = Exclusions(pack, language)
        self._destinations = Destinations(language)
        kinds = pack.places.kinds.values() if pack.places is not None else ()
        self._place_concepts = frozenset(kind.concept for kind in kinds)
        self._pack = pack
        self._language = language
        self._small = language.fillers | language.articles
        self._lexicon = lexicon
        self._itemiser = itemiser
        self._examples = examples
        self._corrector = corrector
        self._query = itemiser.query
        self._attachment = AmountAttachment(language, query=self._query)
        self._bare_numbers = BareNumbers(pack, language)
        self._possessions = Possessions(pack, language)
        self._exceptions = Exceptions(lexicon, language)
        self._lost_dates = LostDates(pack, language)
        self._compounds = Compounds(pack, language, self._is_thing)
        self._offers = by_first({tuple(words.split()): offer for words, offer in pack.not_offered.items()})
        self._open_kinds: dict[Literal["in", "near"], NameKind] = {
            kind.open: kind for kind in pack.names.values() if kind.open in ("in", "near")
        }
        self._people = next((kind for kind in pack.names.values() if kind.open == "person"), None)
        self._uses = PlaceUses(pack, language, self._place_concepts)
        self._streets = StreetNames(language, self._open_kinds.get("in"), query=self._query)
        self._governing = AmountOwnership(pack, language)
        self._names = NamedPlaces(language, pack.places.near if pack.places is not None else {})
        self._meanings = Meanings(
            pack, language, itemiser, self._bare_numbers, self._governing, self._open_kinds, self._names
        )
        self._chains = Chains(pack, self._place_concepts, places)

    def find(self, text: str) -> TextMentions:
        """Returns all mentions of a text, each with its scope."""
        all_written = self._itemiser.written(text)
        written = all_written[:MOST_WORDS]
        plain = without_markup(text[: written[-1].end]) if written else ""
        pictures = _pictures(text, self._itemiser.spelled_out(written))
        reading = read_respelled(self._scope, plain, pictures, listing=not self._query)
        # Text beyond what the scope reader has read is ignored.
        written = written[: bisect_right(written, reading.end, key=lambda token: token.end)]
        tokens = self._itemiser.spelled_out(written)
        check()
        items, unfair, found, scopes = self._matched(text, tokens, reading)
        mistyped = self._mistyped(tokens, items, found)
        if mistyped:
            meant = overlapping_none([*pictures, *_corrected(tokens, mistyped)])
            reading = read_respelled(self._scope, plain, meant, listing=not self._query)
            items, unfair, found, scopes = self._matched(text, apply_corrections(tokens, mistyped), reading)
        check()
        matches = [match for match in found if not all(saying.ignored for saying in match.sayings)]
        attached = self._attachment.amounts(items, matches)
        things = {i for match in matches if self._names_thing(match) for i in range(match.first, match.after)}
        scoped, taken = self._known(text, items, matches, attached, scopes, things)
        covered = {i for match in found for i in range(match.first, match.after)} | taken | set(attached.values())
        scoped += self._amounts_alone(text, items, scopes, scoped, covered, things)
        if self._query and self._pack.facets:
            scoped = self._compounds.apply(text, items, scoped, scopes)
        in_mentions = {i for one in scoped for i in range(one.mention.first, one.mention.after)}
        in_full = {i for one in scoped if one.full for i in scopes.inside(one.span)}
        in_mentions, covered = in_mentions | in_full, covered | in_full
        check()
        idle = {i for match in found if _says_nothing(match) for i in range(match.first, match.after)}
        elsewhere = self._not_offered(text, items, scopes)
        idle |= set(elsewhere.items) if elsewhere is not None else set()
        free = _free_runs(scopes, in_mentions | taken, idle)
        is_free = self._pack.reading.free_words
        scoped += self._in_own_words(text, items, scopes, free) if is_free else []
        covered |= {i for one in scoped for i in range(one.mention.first, one.mention.after)}
        if not self._query:
            scoped = self._exceptions.apply(items, scoped)
        scoped.sort(key=lambda one: (one.mention.first, one.mention.after))
        return TextMentions(
            items=items,
            scoped=self._without_denied_kinds(without_bare_parts(scoped)),
            covered=frozenset(covered),
            alternatives=scopes.alternatives,
            means=scopes.means,
            asks=scopes.asks,
            unsure=frozenset(i for inside, scope in scopes.found if scope.status is Status.NOTHING for i in inside),
            mistyped=tuple(mistyped),
            unfair=unfair,
            not_offered=((elsewhere.words, elsewhere.offer),) if elsewhere is not None else (),
            unasked=() if is_free else tuple(scopes.words(text, focus.span) for focus, _ in free),
            cut_after=len(written) if len(written) < len(all_written) else None,
        )

    def _known(
        self,
        text: str,
        items: Sequence[Item],
        matches: Sequence[Match],
        attached: Mapping[int, int],
        scopes: TextScopes,
        things: Container[int],
    ) -> tuple[list[Scoped], set[int]]:
        """Returns the mentions of known words and names, and the items of the neighbouring amounts
        that they take."""
        scoped: list[Scoped] = []
        taken: set[int] = set()
        others = frozenset(attached.values())
        only_listed = self._query and self._are_all_listed(items, matches)
        focuses = scopes.focuses((match.first, match.after) for match in matches)
        phrases = self._phrases(items, matches, focuses, scopes, read=only_listed or not self._query)
        for k, (match, focused) in enumerate(zip(matches, focuses, strict=True)):
            focus = _focus_of_name(match, scopes) if match.pair is not None or _is_person(match) else focused
            if focus is None and self._query and (self._is_asked_by_name(match) or _is_person(match)):
                focus = scopes.own(match.first, match.after)
            if k in phrases:
                focus = self._of_phrase(focus, phrases[k], only_listed=only_listed)
            is_brought = self._query and _is_idle(focus) and self._possessions.is_brought(items, match)
            if is_brought:
                focus = _wanted(focus or scopes.own(match.first, match.after))
            if focus is None:
                continue
            slot = attached.get(k)
            if slot is None and match.amount is None:
                slot = self._limit(items, match, scopes.limit(focus), others)
            scope = self._placed(text, items, match.first, focus.scope) if match.sayings[0].name else focus.scope
            only_near = self._is_only_near(text, items, match, scope, focus.scope)
            mention = self._meanings.of_match(items, match, scopes.target(focus), slot, scope, only_near=only_near)
            if mention is not None and not self._query and self._is_of_other(items, match, slot, mention, things):
                continue
            if mention is not None and not self._is_only_some(items, mention, focus, scopes):
                scoped.append(replace(scopes.scoped(mention, focus), is_brought=is_brought))
                taken |= {slot} if slot is not None else set()
        return scoped, taken

    def _phrases(
        self,
        items: Sequence[Item],
        matches: Sequence[Match],
        focuses: Sequence[Focus | None],
        scopes: TextScopes,
        *,
        read: bool,
    ) -> Mapping[int, Focus | None]:
        """Returns the listed phrases by index, with the scope of the whole phrase where the scope reader found nothing
        in it, if that is to be read."""
        found: dict[int, Focus | None] = {k: None for k, match in enumerate(matches) if self._is_phrase(items, match)}
        passed_over = [k for k in found if focuses[k] is None] if read else []
        return found | dict(
            zip(passed_over, scopes.owns((matches[k].first, matches[k].after) for k in passed_over), strict=True)
        )

    def _of_phrase(self, focus: Focus | None, whole: Focus | None, *, only_listed: bool) -> Focus | None:
        """Returns the scope of a listed phrase.

        The scope reader was trained to find things, and passes over what is no name of one: "butuh cepat", "bisa jalan
        kaki", "price firm". A list that has the whole phrase knows better that it says something; and a query of
        nothing but listed words asks for them ("rent negotiable").
        """
        said = whole if focus is None else focus
        if said is not None and only_listed and said.scope.status is Status.NOTHING:
            return _wanted(said)
        if said is None or focus is not None or only_listed:
            return said
        is_stated = said.scope.status is Status.WANTED and said.scope.sureness >= _SURE_PHRASE and not self._query
        return said if is_stated else None

    def _is_phrase(self, items: Sequence[Item], match: Match) -> bool:
        """True if a list has several words together, without a negation, that say something of what is searched for."""
        if match.after - match.first < 2 or match.pair is not None or match.unlisted:
            return False
        norms = [items[i].norm for i in range(match.first, match.after) if not items[i].is_break]
        if any(norm in self._language.negations for norm in norms):
            return False  # "no deposit for stays under 3 months"
        says = any(one.concept is not None and not self._is_thing(one.concept) for one in match.sayings)
        return says and sum(norm not in self._small for norm in norms) > 1

    def _are_all_listed(self, items: Sequence[Item], matches: Sequence[Match]) -> bool:
        """True if lists know all words of the text, so that none of them is said by the way."""
        language = self._language
        small = self._small | language.own | language.ands
        inside = {i for match in matches if not match.unlisted for i in range(match.first, match.after)}
        return all(i in inside or item.is_break or item.norm in small for i, item in enumerate(items))

    def _is_of_other(
        self, items: Sequence[Item], match: Match, attached: int | None, mention: Mention, things: Container[int]
    ) -> bool:
        """True if a listing's amount beside a known word belongs to something other than the thing
        offered ("a booking price of")."""
        slot = match.amount if match.amount is not None else attached
        if slot is None or mention.concept is None or mention.amount is None or mention.target.part is not None:
            return False
        return not self._governing.is_own(items, slot, mention.concept, things, range(match.first, match.after))

    def _names_thing(self, match: Match) -> bool:
        return any(self._is_thing(saying.concept) for saying in match.sayings)

    def _placed(self, text: str, items: Sequence[Item], first: int, scope: Scope) -> Scope:
        """Returns the scope of a name. In documents the words before the name are a better sign of
        "in it" than the scope reader."""
        led = self._names.leading(text, items, first) if not self._query else None
        return replace(scope, relation=led) if led is not None else scope

    def _is_only_near(self, text: str, items: Sequence[Item], match: Match, scope: Scope, by_reader: Scope) -> bool:
        """True if a document says that it is near what is named, and not there ("dekat Krakatau").

        The words before the name say so. Those before the first name of a list hold for another one only
        if the scope reader agrees: in "dekat USU, Padang Bulan" the second may be where it is.
        """
        if self._query or match.sayings[0].name is None or scope.relation is not PlaceRelation.NEAR:
            return False
        return by_reader.relation is PlaceRelation.NEAR or self._names.is_led_directly(text, items, match.first)

    def _is_only_some(self, items: Sequence[Item], mention: Mention, focus: Focus, scopes: TextScopes) -> bool:
        """True if a denial only covers those that an amount picks out ("no dogs over 40 lb" still
        allows dogs)."""
        if focus.scope.status is not Status.DENIED or mention.amount is not None:
            return False
        return any(
            item.mention is not None and item.mention.has_operator
            for i in scopes.inside(focus.span)
            if not mention.first <= i < mention.after and (item := items[i])
        )

    def _is_asked_by_name(self, match: Match) -> bool:
        """True if naming the thing in a query asks for it even if the sentence is about something
        else.

        This holds for the kind of thing looked for (a house or land, to buy or to rent) and for
        hosts of wishes ("a quiet complex").
        """
        concepts = [saying.concept for saying in match.sayings if saying.concept is not None]
        return any(self._is_thing(one) or one.asked_as_host for one in concepts)

    def _is_thing(self, concept: Concept | None) -> bool:
        """True if the concept is a kind of thing that is searched for, rather than a property of
        it."""
        return concept is not None and (self._pack.types[concept.type].loosened_last or concept.only_stressed)

    def _without_denied_kinds(self, scoped: Sequence[Scoped]) -> list[Scoped]:
        """Drops a denied kind of thing if the same span denies something more specific ("no tanah
        sengketa", no disputed land, does not refuse land)."""
        others = {one.span for one in scoped if one.is_denied and not self._is_thing(one.mention.concept)}
        return [one for one in scoped if one.span not in others or not self._is_thing(one.mention.concept)]

    def _limit(self, items: Sequence[Item], match: Match, limit: int | None, others: Container[int]) -> int | None:
        """Returns the distance that the sentence gives a match, if the match can take one and no
        other match has taken it."""
        if limit is None or limit in others:
            return None
        named = any(saying.name_kind is not None for saying in match.sayings)
        concepts = (saying.concept for saying in match.sayings if saying.concept is not None)
        return limit if named or any(takes(concept.amount, items[limit]) for concept in concepts) else None

    def _amounts_alone(
        self,
        text: str,
        items: Sequence[Item],
        scopes: TextScopes,
        known: Sequence[Scoped],
        covered: Container[int],
        named: Container[int],
    ) -> list[Scoped]:
        """Returns the mentions of amounts that no known word has taken."""
        found: list[Scoped] = []
        counted = {i for one in known if (i := scopes.number(one.span)) is not None}  # "two closets"
        things = [one.span for one in known if self._is_thing(one.mention.concept)]
        taken_back = [one for one in known if not one.is_wanted]
        items = list(items)
        for i, item in enumerate(items):
            focus = scopes.focus(i, i + 1) if item.amount is not None or item.norm in self._language.one else None
            if focus is None or i in covered or i in counted:
                continue
            if item.amount is None:
                if not self._query or focus.span != (item.start, item.end):
                    continue
                items[i] = as_count(item)  # "just one, please"
            target = scopes.target(focus)
            of_unknown = _is_of_unknown_part(items[i], focus, target, things)
            found_mention = (
                (None if of_unknown else self._meanings.of_amount(items, i, focus, target, covered, named))
                or self._meanings.of_corrected(items, i, taken_back)
                or self._meanings.of_own_amount(text, items, i, focus, target, named)
            )
            if found_mention is not None:
                found.append(scopes.scoped(found_mention, focus))
                if not found[-1].is_wanted:
                    taken_back.append(found[-1])
        return found

    def _not_offered(self, text: str, items: Sequence[Item], scopes: TextScopes) -> _Elsewhere | None:
        """Returns the words that ask for something the pack never offers (to buy, if everything is
        for rent)."""
        norms = [item.norm for item in items] if self._query and self._offers else []
        for first in range(len(norms)):
            for offer, after in fitting(norms, first, self._offers):
                focus = scopes.focus(first, after)
                if focus is not None and focus.scope.status is Status.WANTED:
                    return _Elsewhere(range(first, after), text[items[first].start : items[after - 1].end], offer)
        return None

    def _own_words(self, text: str, items: Sequence[Item], focus: Focus, run: Run, scopes: TextScopes) -> str:
        """Returns the words of an unlisted wish, with those of the part it is said of if the pack
        does not know that either.

        The wish for a "driveway gate that is automatic" is not for "automatic".
        """
        part = focus.scope.part if self._query and self._pack.facets else None
        # "a pool we don't have to share": the part (pool) is not what is refused.
        is_refused = focus.scope.status is Status.DENIED
        unplaced = part is not None and scopes.target(focus) == Target()
        unplaced = unplaced and not (is_refused and part is not None and part.start < focus.span.start)
        in_full = scopes.words_with_part(text, focus).casefold() if unplaced else ""
        return in_full or " ".join(item.norm for item in items[run.first : run.after])

    def _permission(self, items: Sequence[Item], run: Run, runs: Container[int]) -> str:
        """Returns the word behind what no list knows, or behind the list that it is in, that says that it may be done
        ("allowed" of "events or filming allowed"); empty if there is none, or the run has one already."""
        language = self._language
        if any(items[i].norm in language.permitting for i in range(run.first, run.after)):
            return ""
        passed = language.ands | language.ors | language.fillers | {","}
        for item_at in range(run.after, min(len(items), run.after + _PERMITTED)):
            norm = items[item_at].norm
            if norm in language.permitting:
                return norm
            if norm not in passed and item_at not in runs:
                return ""
        return ""

    def _in_own_words(
        self, text: str, items: Sequence[Item], scopes: TextScopes, runs: Sequence[tuple[Focus, Run]]
    ) -> list[Scoped]:
        """Returns the found spans that no list knows as mentions in their own words, with a guessed
        type."""
        wordings = [self._own_words(text, items, focus, run, scopes) for focus, run in runs]
        inside = {i for _, run in runs for i in range(run.first, run.after)}
        allowed = [self._permission(items, run, inside) for _, run in runs]
        wordings = [f"{words} {said}" if said else words for words, said in zip(wordings, allowed, strict=True)]
        known = self._examples.about(wordings) if self._examples else [About()] * len(runs)
        return [
            scopes.scoped(self._meanings.of_unknown(run, wording, about, scopes.target(focus)), focus)
            for (focus, run), wording, about in zip(runs, wordings, known, strict=True)
        ]

    def _matched(
        self, text: str, tokens: Sequence[Token], reading: ScopeReading
    ) -> tuple[Sequence[Item], tuple[Part, ...], list[Match], TextScopes]:
        """Returns the items without those that ask by a protected class, the parts removed so, the
        matches, and the scopes."""
        items = self._lost_dates.left_out(self._itemiser.items(text, tokens))
        unfair = protected_parts(items, self._pack.languages) if self._pack.reading.fair_housing else ()
        if unfair:
            items = kept_items(items, unfair)
        scopes = self._scoping.of_text(items, reading)
        listed = self._uses.apply(items, find_matches(items, self._lexicon, self._language))
        found = self._with_unlisted(text, items, listed, scopes)
        found = self._with_people(text, items, found)
        if self._query:
            found = self._outside.apply(items, list(self._destinations.apply(items, found)))
            found = self._pairs.joined(text, items, found)
        else:
            found = sorted([*found, *self._things_inside(items, found, scopes)], key=lambda match: match.first)
        return items, unfair, found, scopes

    def _things_inside(self, items: Sequence[Item], found: Sequence[Match], scopes: TextScopes) -> Iterator[Match]:
        """Yields the kinds of things that a listing names inside a longer phrase ("dijual rumah 2
        lantai" also says house).

        Only if the scope reader finds the word by itself: a "rumah sakit" (hospital) is no house.
        """
        longer = {i: match for match in found if match.after - match.first > 1 for i in range(match.first, match.after)}
        for inside, _ in scopes.found:
            over = longer.get(inside.start)
            if over is None or not _holds(over, inside):
                continue
            concepts = [saying.concept for saying in over.sayings]
            for match in find_matches(items[inside.start : inside.stop], self._lexicon, self._language):
                things = [saying.concept for saying in match.sayings if self._is_thing(saying.concept)]
                is_new = any(thing not in concepts for thing in things)
                if match.after - match.first == len(inside) and match.amount is None and is_new:
                    yield replace(match, first=inside.start, after=inside.stop)

    def _mistyped(self, tokens: Sequence[Token], items: Sequence[Item], found: Sequence[Match]) -> list[Correction]:
        """Returns the corrections of unused words that are most likely misspellings of known
        words."""
        if self._corrector is None:
            return []
        used = {i for match in found if not match.unlisted for i in range(match.first, match.after)}
        unused = {item.start for i, item in enumerate(items) if i not in used and self._may_be_mistyped(item)}
        return self._corrector.corrections(tokens, {i for i, token in enumerate(tokens) if token.start in unused})

    def _may_be_mistyped(self, item: Item) -> bool:
        return item.mention is None and item.norm[0].isalpha() and not self._bare_numbers.says_nothing(item)

    def _with_unlisted(self, text: str, items: Sequence[Item], found: list[Match], scopes: TextScopes) -> list[Match]:
        """Returns the matches with those of unlisted place names, if the pack has a kind of name
        for them."""
        if not self._open_kinds:
            return found
        spots = self._open_kinds.get("near")
        found = self._streets.apply(text, items, found, scopes)
        if self._query:
            found = [*self._chains.apply(found), *coordinates(text, items, spots)]
            streets = list(addresses(text, items, _named_items(found), spots, self._language))
            taken = _named_items(streets)
            found = [match for match in found if taken.isdisjoint(range(match.first, match.after))] + streets
            found.sort(key=lambda match: match.first)
        named = _named_items(found)
        known = {i: match.after for match in found for i in range(match.first, match.after)}
        unlisted: list[Match] = []
        leading = None if self._query else partial(self._names.leading, text, items)
        kinds = {
            i
            for match in found
            for i in range(match.first, match.after)
            if any(saying.concept is not None and saying.concept.id in self._place_concepts for saying in match.sayings)
        }
        names = UnlistedNames(
            text, items, named, known, self._language, self._places, kinds=kinds, leading=leading,
            says_near=self._says_near(items, scopes, spots) if spots is not None else None,
            near_led=partial(self._names.near_led, items),
        )  # fmt: skip
        for one in names.among(scopes.found):
            words = without_ending(text[items[one.first].start : items[one.after - 1].end])
            if items[one.first].norm in self._language.streets and one.after > one.first + 1:
                words = street_name(text, items, one.first, one.after)
            spot = one.known and self._places is not None and not self._places.region(words)
            kind = spots if spot or one.near else None
            kind = kind or self._open_kinds.get("in")
            if kind is None:
                continue
            saying = Saying(name=Name(kind=kind.name, text=words), name_kind=kind)
            match = Match(sayings=(saying,), first=one.first, after=one.after, negations=0, unlisted=not one.known)
            unlisted.append(match)
        # A flat in Mountain View has no view; but a flat by the "Mass General Hospital" is near a
        # hospital.
        full_matches = [match for match in unlisted if self._query or match.sayings[0].name_kind is not spots]
        taken = {i for match in full_matches for i in range(match.first, match.after)}
        found = [match for match in found if taken.isdisjoint(range(match.first, match.after))]
        return sorted([*found, *unlisted], key=lambda match: match.first)

    @staticmethod
    def _says_near(items: Sequence[Item], scopes: TextScopes, kind: NameKind) -> SaysNear:
        """Returns what the scope reader says of words as a name of this kind."""
        entry = kind.wording.replace("{name}", "").strip()

        def says(first: int, after: int) -> float:
            span = span_of(items, first, after)
            return scopes.means([ListedWords(span=span, entry=entry, negated=False, is_place=True)])[0]

        return says

    def _with_people(self, text: str, items: Sequence[Item], found: list[Match]) -> list[Match]:
        """Returns the matches with those of unlisted people, if the pack has a kind of name for them."""
        if self._people is None:
            return found
        listed = [match for match in found if _is_person(match)]
        others = [match for match in found if match not in listed]
        named = _named_items(others)
        known = {i for match in others for i in range(match.first, match.after)} - named
        people = UnlistedPeople(
            text, items, self._people, self._language, named=named, known=known, query=self._query
        ).all()
        # "Maarten Aalbers" is not the listed Aalbers.
        starts = {match.after: match.first for match in listed}
        unlisted = [
            self._person(text, items, one, self._people)
            for one in people
            if starts.get(one.after, len(items)) > one.first
        ]
        taken = _named_items(unlisted)
        found = [match for match in found if taken.isdisjoint(range(match.first, match.after))]
        return sorted([*found, *unlisted], key=lambda match: match.first)

    def _person(self, text: str, items: Sequence[Item], one: UnlistedPerson, kind: NameKind) -> Match:
        words = without_ending(text[items[one.first].start : items[one.after - 1].end])
        saying = Saying(name=Name(kind=kind.name, text=words), name_kind=kind)
        return Match(sayings=(saying,), first=one.first, after=one.after, negations=0, unlisted=True)


def _is_idle(focus: Focus | None) -> bool:
    return focus is None or focus.scope.status is Status.NOTHING


def _wanted(focus: Focus) -> Focus:
    return replace(focus, scope=replace(focus.scope, status=Status.WANTED))


def _free_runs(scopes: TextScopes, in_mentions: Container[int], idle: Container[int]) -> list[tuple[Focus, Run]]:
    """Returns the found spans that no list knows and that are wanted or denied."""
    return [
        (focus, run)
        for focus in scopes.unknown(in_mentions, idle)
        if focus.scope.status is not Status.NOTHING
        and (run := scopes.trimmed(focus)) is not None
        and not scopes.is_dealt_with(run.first)
    ][:_MOST_UNKNOWN]  # fmt: skip


def _holds(match: Match, inside: range) -> bool:
    """True if the match contains these items and more."""
    return match.first <= inside.start and inside.stop <= match.after and match.after - match.first > len(inside)


def _is_person(match: Match) -> bool:
    """True if the match is the name of a person."""
    kind = match.sayings[0].name_kind
    return kind is not None and kind.is_of_people


def _says_nothing(match: Match) -> bool:
    """True if the words alone are no wish: words that the pack ignores, and nouns of its levels
    ("the area around Soho")."""
    return match.sayings[0].ignored or match.sayings[0].noun is not None


def _pictures(text: str, tokens: Iterable[Token]) -> list[Respelling]:
    """Returns the emoji of a text with the words that they stand for."""
    words: dict[Span, list[str]] = {}
    for token in tokens:
        if not (text[token.start].isascii() or text[token.start].isalnum()) and token.norm.isalpha():
            words.setdefault(Span(token.start, token.end), []).append(token.norm)
    return [Respelling(span, " ".join(meant)) for span, meant in words.items()]


def _corrected(tokens: Sequence[Token], mistyped: Iterable[Correction]) -> Iterator[Respelling]:
    """Yields the misspelled words with their corrections."""
    for one in mistyped:
        yield Respelling(Span(tokens[one.first].start, tokens[one.after - 1].end), " ".join(one.guess.words))


def _focus_of_name(match: Match, scopes: TextScopes) -> Focus | None:
    """Returns the span whose scope a pair of names or a person takes: the first of their words that has one
    ("closer to USU than to Unimed" is about USU)."""
    each = [focus for i in range(match.first, match.after) if (focus := scopes.focus(i, i + 1)) is not None]
    # The words of "Vermeer, Johannes" may be found one by one.
    wanted = [focus for focus in each if match.pair is not None or focus.scope.status is not Status.NOTHING]
    return next(iter(wanted or each), None)


def _is_of_unknown_part(item: Item, focus: Focus, target: Target, things: Iterable[Span]) -> bool:
    """True if the amount is said of a part that the pack does not know (the size of a room is not
    that of the land).

    False if the part is one of `things` ("an office of 2,000 sq ft") or overlaps the amount itself
    ("Floor: 4").
    """
    part = focus.scope.part if focus.scope.host is Host.PART else None
    if part is None or target.part is not None or part.overlaps(Span(item.start, item.end)):
        return False
    return not any(thing.overlaps(part) for thing in things)


class _Elsewhere(NamedTuple):
    """Words that ask for something the pack never offers, and what it offers instead."""

    items: range
    words: str
    offer: str


def _named_items(matches: Iterable[Match]) -> set[int]:
    """Returns the items that belong to names."""
    return {i for match in matches for i in range(match.first, match.after) if any(s.name for s in match.sayings)}
