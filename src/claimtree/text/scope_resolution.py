"""Combines the mentions that the word lists propose with the scope that a `ScopeReader` assigns.

Word lists, names and amounts find *mentions*. A `ScopeReader` finds the words that name something
and decides for each span whether it is wanted, denied or neither, how firmly, what it is said of,
and which spans are alternatives. A mention takes the scope of the found span that it shares most
letters with (its *focus*). Known words that name nothing in this sentence are dropped; found words
that no list knows are left to be read in their own words.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.languages.phrase_lookup import by_first
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.pack import Concept, Pack
from claimtree.model.reading_rules import Sentences
from claimtree.model.scopes import Host, PlaceRelation, Scope, Span, Status
from claimtree.ports import ScopeReading
from claimtree.text.amount_bounds import REVERSED_LIMITS, as_meant, bounded, is_denial_of_comparison
from claimtree.text.amounts import in_stated_period
from claimtree.text.full_wording import adds_meaning
from claimtree.text.lexicon import Item, Lexicon
from claimtree.text.limits import as_accepted_minimum, as_limit_amount, as_stated_minimum
from claimtree.text.mention_types import Mention, Scoped, Target
from claimtree.text.named_parts import level_named, part_named
from claimtree.text.prohibitions import Prohibitions
from claimtree.text.sentence_kinds import SentenceCues, SentenceKinds
from claimtree.text.word_matches import Run, names_something

DOUBTED = 0.6
"""A claim whose status has a lower probability than this is kept but marked, and the user is
told."""
_NAMED = 0.35
"""Minimum probability that known words of a query name something, if the reader found nothing
there."""
_NAMED_IN_LISTINGS = 0.2
"""The same minimum for listings; lower, because listings name more things than annotators mark."""
_SURE_DENIAL = 0.5
"""Minimum sureness for a denial in a listing to count as a lack."""
_SURE_UNSPOKEN_DENIAL = 0.85
"""The same minimum if no word of the sentence is a denial ("bring your own towels")."""
_COVERED = 0.85
"""Minimum share of a mention's letters for the found words to count as covering all of it."""
_SHORT_QUERY = 3
"""A query with more words than this may mention something only in passing."""
_JOINED_REACH = 4
"""How many items may stand between words and the part that they are said of ("on the", "in
every")."""
_LIMIT_REACH = 14
"""How many items away from a place its distance may stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """A span of words with its scope."""

    span: Span
    scope: Scope


class Scoping:
    """Assigns scopes to mentions, for one pack and either queries or documents."""

    def __init__(self, pack: Pack, language: Language, lexicon: Lexicon, *, query: bool) -> None:
        self.language = language
        self.lexicon = lexicon
        self.query = query
        self.concepts = pack.concepts
        self.above = pack.hierarchy.above
        outside = {word for words in language.outside for word in words.split()} - language.fillers
        self.denials = language.negations | language.free_of | language.afar | language.apart | outside
        """Words that deny what they are combined with in one phrase of the lexicon."""
        self.prices = frozenset(id for key, id in pack.bare.items() if key.startswith(str(AmountKind.MONEY)))
        """The concepts that the pack takes an amount of money for if nothing beside it says what it
        pays for."""
        self.rules = frozenset(name for name, spec in pack.types.items() if spec.rules)
        """Types of claims that a command may state."""
        rules = pack.reading
        self.reading = None if rules.all_judged else rules
        """How sentences of some kinds are read; None if the scope reader alone decides."""
        self.cues = SentenceCues(language)
        self.forbidding = by_first({tuple(words.split()): True for words in language.forbidding})

    def of_text(self, items: Sequence[Item], reading: ScopeReading) -> TextScopes:
        """Returns the scopes of all words of one text."""
        return TextScopes(self, items, reading)


class TextScopes:
    """The items of one text, with the scope that the reader gives each span."""

    def __init__(self, scoping: Scoping, items: Sequence[Item], reading: ScopeReading) -> None:
        self._scoping = scoping
        self._items = items
        self._reading = reading
        self._found = list(reading.found)
        self._starts = [span.start for span in self._found]
        self._found_spans = frozenset(self._found)
        self._item_starts = [item.start for item in items]
        self._inside: dict[Span, range] = {}
        self._kinds = SentenceKinds(items, scoping.cues)
        scopes = map(self._meant, self._found, reading.scopes(self._found))
        self._scopes = dict(zip(self._found, scopes, strict=True))
        self.alternatives, self.means, self.asks = reading.alternatives, reading.means, reading.asks

    @property
    def found(self) -> Iterator[tuple[range, Scope]]:
        """Yields the items of each found span, with its scope."""
        for span in self._found:
            inside = self.inside(span)
            if inside:
                yield inside, self._scopes[span]

    def focus(self, first: int, after: int) -> Focus | None:
        """Returns the span whose scope these items take; None if they name nothing."""
        span = self._focused(span_of(self._items, first, after))
        return self._focus(span) if span is not None else None

    def focuses(self, runs: Iterable[tuple[int, int]]) -> list[Focus | None]:
        """The same for several runs of items, whose scopes are read in one call: one by one takes longer."""
        spans = [self._focused(span_of(self._items, first, after)) for first, after in runs]
        self._read(span for span in spans if span is not None)
        return [self._focus(span) if span is not None else None for span in spans]

    def own(self, first: int, after: int) -> Focus:
        """Returns these items as a focus of their own, whether or not they name something."""
        return self._focus(span_of(self._items, first, after))

    def owns(self, runs: Iterable[tuple[int, int]]) -> list[Focus]:
        """The same for several runs of items, whose scopes are read in one call."""
        spans = [span_of(self._items, first, after) for first, after in runs]
        self._read(spans)
        return [self._focus(span) for span in spans]

    def _read(self, spans: Iterable[Span]) -> None:
        """Reads the scopes of those spans of which they are not known yet."""
        new = list(dict.fromkeys(span for span in spans if span not in self._scopes))
        if new:
            scopes = map(self._meant, new, self._reading.scopes(new))
            self._scopes |= dict(zip(new, scopes, strict=True))

    def _focused(self, own: Span) -> Span | None:
        found = _most_shared(own, self._found, self._starts)
        if found is not None:
            return found
        if self._counted_as(own) is Sentences.COUNTED:
            return own
        least = _NAMED if self._scoping.query else _NAMED_IN_LISTINGS
        return own if self._reading.named(own) >= least else None

    @cached_property
    def _only_names(self) -> bool:
        """True if a short query consists only of names of things ("pool, towels"), so that none of
        them is mentioned in passing."""
        if not self._scoping.query:
            return False
        language = self._scoping.language
        words = [i for i, item in enumerate(self._items) if not item.is_break]
        inside = {i for span in self._found for i in self.inside(span)}
        small = language.fillers | language.articles | language.own
        return len(words) <= _SHORT_QUERY and all(i in inside or self._items[i].norm in small for i in words)

    def _counted_as(self, span: Span) -> Sentences:
        """Returns what the pack makes of the sentence of a span."""
        rules = self._scoping.reading
        if rules is None:
            return Sentences.JUDGED
        at = self.inside(span).start
        if self._scoping.query:
            return rules.questions if self._kinds.is_question(at) else Sentences.JUDGED
        return rules.hearsay if self._kinds.is_hearsay(at) else rules.advertising

    def _meant(self, span: Span, scope: Scope) -> Scope:
        counted = self._counted_as(span)
        if counted is Sentences.IGNORED:
            return replace(scope, status=Status.NOTHING)
        if scope.status is Status.NOTHING and counted is Sentences.COUNTED:
            return replace(scope, status=Status.WANTED)
        if scope.status is Status.NOTHING and self._only_names:
            return replace(scope, status=Status.WANTED)
        if scope.status is Status.DENIED and scope.sureness < _SURE_DENIAL and not self._scoping.query:
            return replace(scope, status=Status.NOTHING)  # too unsure to count as a lack
        return scope

    def _is_sure_denial(self, focus: Focus) -> bool:
        """True if a denial in a listing counts as a lack: a word denies it, or the reader is very
        sure. Always true for queries."""
        sure = self._scoping.query or focus.scope.sureness >= _SURE_UNSPOKEN_DENIAL
        return sure or self._is_denial_spoken(focus.span)

    def _is_denial_spoken(self, span: Span) -> bool:
        """True if a denying word stands in the sentence of the span: a listing seldom states a lack
        without one."""
        inside, ends, denials = self.inside(span), self._ends, self._denials
        k = bisect_left(ends, inside.start)
        first, after = ends[k - 1] if k else -1, ends[k] if k < len(ends) else len(self._items)
        return bisect_left(denials, first) < bisect_left(denials, after)

    @cached_property
    def _ends(self) -> list[int]:
        """The indexes of the items that end sentences."""
        return [i for i, item in enumerate(self._items) if item.norm in SENTENCE_ENDS]

    @cached_property
    def _denials(self) -> list[int]:
        """The indexes of the items that deny."""
        return [i for i, item in enumerate(self._items) if item.norm in self._scoping.denials]

    def _focus(self, span: Span) -> Focus:
        scope = self._scopes.get(span)
        if scope is None:
            scope = self._meant(span, *self._reading.scopes([span]))
            self._scopes[span] = scope
        return Focus(span=span, scope=scope)

    def unknown(self, in_mentions: Container[int], idle: Container[int]) -> Iterator[Focus]:
        """Yields the found spans that no mention covers, without those consisting only of `idle`
        items (words that the pack says are no wish by themselves)."""
        for span in self._found:
            inside = self.inside(span)
            if inside and not any(i in in_mentions for i in inside) and not all(i in idle for i in inside):
                yield self._focus(span)

    def trimmed(self, focus: Focus) -> Run | None:
        """Returns the items of a focus without breaks at either end; None if they have no meaning
        by themselves."""
        if not any(names_something(self._items[i], self._scoping.language) for i in self.inside(focus.span)):
            return None
        inside = [i for i in self.completed(focus.span) if not self._items[i].is_break]
        if len(inside) == 1 and len(self._items[inside[0]].norm) == 1:
            return None  # a single letter names nothing
        return Run(first=inside[0], after=inside[-1] + 1)

    def words(self, text: str, span: Span) -> str:
        """Returns the full text of a found span, completed as by `completed`."""
        completed = self.completed_span(span)
        return text[completed.start : completed.end]

    def completed_span(self, span: Span) -> Span:
        """Returns the completed span in characters; a span that the scope reader did not find is
        returned as it is."""
        inside = self.completed(span) if span in self._found_spans else range(0)
        return span_of(self._items, inside.start, inside.stop) if inside else span

    def completed(self, span: Span) -> range:
        """Returns the items of a found span; in a query, adjusts its end.

        A trailing word that joins nothing is dropped ("sheets and"); a noun that the span was cut
        off before is added ("lock on the bedroom" + "door").
        """
        inside, language = self.inside(span), self._scoping.language
        if not inside or not self._scoping.query:
            return inside
        while self._is_cut(inside) and self._goes_on(inside.stop):
            inside = range(inside.start, inside.stop + 1)
        norms, behind = [self._items[i].norm for i in inside], inside.stop
        joins = language.ands | language.ors | language.articles
        is_last = behind == len(self._items) or self._items[behind].is_break  # "Disney Plus"
        while not is_last and len(norms) > 1 and norms[-1] in joins:
            joins |= language.prepositions if norms.pop() in language.articles else frozenset()
        return inside[: len(norms)]

    def _is_cut(self, inside: range) -> bool:
        """True if these words call for a following noun."""
        language, last = self._scoping.language, self._items[inside.stop - 1].norm
        joins = language.ands | language.ors | language.articles | language.prepositions
        return last in joins | language.which or self._ends_with_part(inside)

    def _goes_on(self, i: int) -> bool:
        """True if the item is a meaningful word that is in no found span."""
        if i >= len(self._items) or i in self._found_items:
            return False
        language, item = self._scoping.language, self._items[i]
        return adds_meaning(item, language) and item.norm not in language.vague

    @cached_property
    def _found_items(self) -> frozenset[int]:
        return frozenset(i for span in self._found for i in self.inside(span))

    def _ends_with_part(self, inside: range) -> bool:
        """True if the words end with the name of a part but do not consist of it alone."""
        named = (self._scoping.lexicon.part_at(self._items, i) for i in inside[1:])
        return any(part is not None and part.after == inside.stop for part in named)

    def scoped(self, mention: Mention, focus: Focus) -> Scoped:
        """Returns the mention with the polarity and the amount that the sentence gives it."""
        denied, holds_denial = focus.scope.status is Status.DENIED, self._holds_denial(mention, focus)
        negated = mention.inner if holds_denial else mention.inner ^ denied
        opposed = negated != denied and (denied or not holds_denial) and mention.amount is None
        amount, language = mention.amount, self._scoping.language
        if amount is not None:
            if self._scoping.query:
                is_price = self._is_bare_price(mention)
                amount = as_meant(amount, mention, self._items, focus.scope, language, is_price=is_price)
            if amount.kind is AmountKind.DISTANCE:
                # "at least 1 km from a factory" states a minimum distance, so it is no denial.
                is_compared = self._scoping.query and is_denial_of_comparison(mention, self._items, language)
                negated = negated and amount.op not in (Op.GT, Op.GTE) and not is_compared
            elif amount.op in REVERSED_LIMITS and self._scoping.query:
                # "nothing over $3,600": the wish is the limit itself, and is not negated, however
                # it was worded.
                if denied and mention.amount is not None and amount.op is mention.amount.op:
                    amount = as_limit_amount(amount, REVERSED_LIMITS[amount.op])
                negated = False
        scope = focus.scope
        if amount is not None and _is_minimum(mention):
            minimum = self._minimum(amount, mention, denied=denied, negated=negated)
            beyond = self._beyond(amount, mention) if self._scoping.query and not negated else None
            if beyond is not None:
                mention = replace(
                    mention, concept=beyond, wording=beyond.wording, type=beyond.type, amount=None, amount_word=""
                )
                amount = None
            elif minimum is None:
                scope = replace(scope, status=Status.NOTHING)
            elif minimum is not amount:
                amount, negated = minimum, False
        stated = mention.amount
        if negated != mention.negated or amount is not mention.amount:
            mention = replace(mention, negated=negated, amount=amount)
        counted = self._counted(mention, focus, stated)
        is_lacking = denied and negated and not mention.inner
        if is_lacking and self._is_only_forbidden(mention):
            scope = replace(scope, status=Status.NOTHING)
        return Scoped(
            mention=mention,
            span=focus.span,
            scope=scope,
            is_found=focus.span in self._found_spans,
            opposed=opposed,
            counted=counted,
            is_unspoken=is_lacking and not self._is_sure_denial(focus),
        )

    def _minimum(self, amount: Amount, mention: Mention, *, denied: bool, negated: bool) -> Amount | None:
        """Returns what an amount says of a concept that is a minimum; None if nothing."""
        is_maximum = amount.op in (Op.LT, Op.LTE)
        if negated and (self._scoping.query or not is_maximum):
            return amount  # "no 12-month lease"
        if self._scoping.query:
            return as_accepted_minimum(amount)
        if is_maximum and denied:
            return as_stated_minimum(as_limit_amount(amount, Op.GTE))  # "leases under 6 months are not possible"
        return as_stated_minimum(amount)

    def _beyond(self, amount: Amount, mention: Mention) -> Concept | None:
        """Returns what a query asks for that wants at least an amount of something with a minimum ("stays over a
        month")."""
        spec = mention.concept.amount if mention.concept is not None else None
        if spec is None or spec.beyond is None or amount.op not in (Op.GT, Op.GTE):
            return None
        return self._scoping.concepts[spec.beyond] if amount.low >= spec.beyond_from else None

    def _is_only_forbidden(self, mention: Mention) -> bool:
        """True if a document only forbids doing something with a thing that exists ("please do not
        block the driveway")."""
        if self._scoping.query or mention.guessed or mention.type in self._scoping.rules:
            return False
        return self._prohibitions.is_about(mention.first)

    def is_dealt_with(self, first: int) -> bool:
        """True if a document forbids to deal with what the item names, so that it is there: the jet
        of "never point the jet at people"."""
        return not self._scoping.query and self._prohibitions.is_about(first, behind_verb=True)

    @cached_property
    def _prohibitions(self) -> Prohibitions:
        return Prohibitions(self._items, self._ends, self._scoping.language, self._scoping.forbidding)

    def _is_bare_price(self, mention: Mention) -> bool:
        """True if the mention is a bare sum of money that the pack takes for its price ("2BR,
        $3,000")."""
        concept = mention.concept
        return concept is not None and concept.id in self._scoping.prices and mention.after - mention.first == 1

    def _counted(self, mention: Mention, focus: Focus, stated: Amount | None) -> Amount | None:
        """Returns the amount to show beside the claim, if it differs from the mention's own amount
        or its concept takes none.

        That is a count ("two closets") or a distance ("within 15 minutes of a climbing hall") for a
        concept without an amount; else the amount in the period in which it was stated, or the
        exact value of an amount that is read as approximate.
        """
        if (
            mention.amount is not None
            and stated is not None
            and stated.op is Op.EQUALS
            and mention.amount.op is Op.APPROX
        ):
            return stated  # "100 m²" is read as approximate
        if mention.amount is not None:
            inside = {*range(mention.first, mention.after), *self.inside(focus.span)}
            rates = [self._items[i].mention for i in sorted(inside)]
            of_kind = (one.rate for one in rates if one is not None and one.amount.kind is mention.amount.kind)
            return in_stated_period(mention.amount, next(of_kind, 1.0))
        number, limit = self.number(focus.span), self.limit(focus)
        for i in (number, limit):
            stated = self._items[i].amount if i is not None else None
            if stated is not None:
                return bounded(replace(stated, noun=mention.wording), focus.scope)
        return None

    def number(self, span: Span) -> int | None:
        """Returns the item that counts what the span names (the "two" of "two closets")."""
        return next((i for i in self.inside(span) if _is_count(self._items[i])), None)

    def limit(self, focus: Focus) -> int | None:
        """Returns the nearest item in the sentence that states a distance, if the scope gives the
        place a maximum distance."""
        if focus.scope.relation is not PlaceRelation.WITHIN:
            return None
        inside = self.inside(focus.span)
        before, behind = range(inside.start - 1, -1, -1), range(inside.stop, len(self._items))
        near = [self._distance(places[:_LIMIT_REACH]) for places in (before, behind)]
        return min(
            (i for i in near if i is not None), key=lambda i: max(inside.start - i, i - inside.stop + 1), default=None
        )

    def _distance(self, places: range) -> int | None:
        """Returns the first of these items that states a distance; stops at the end of the
        sentence."""
        for i in places:
            if _is_distance(self._items[i].amount):
                return i
            if self._items[i].norm in SENTENCE_ENDS:
                return None
        return None

    def _holds_denial(self, mention: Mention, focus: Focus) -> bool:
        """True if the mention itself contains the word that denies its focus ("no fee", "pet-free",
        "little traffic"). The list then knows what the whole phrase says."""
        if self._is_rejected(mention.first):
            return False  # "no free wifi": the sentence denies the whole phrase
        if any(item.norm in self._scoping.denials for item in self._items[mention.first : mention.after]):
            return True
        span, own = focus.span, span_of(self._items, mention.first, mention.after)
        if focus.scope.status is Status.DENIED and not mention.inner and self._says_more(mention, span):
            # "rawan banjir" (prone to flooding): "floods" alone reads as denied, but the whole
            # phrase is what the listing states.
            return self._reading.scopes([own])[0].status is Status.WANTED
        # "Dogs are unwelcome" is complete in itself; in a query, "unfurnished is out of the
        # question" denies a list's denial.
        return mention.inner and (not self._scoping.query or own.shared(span) < _COVERED * (own.end - own.start))

    def _says_more(self, mention: Mention, span: Span) -> bool:
        """True if the mention has meaningful words outside the found span."""
        items = self._items[mention.first : mention.after]
        outside = (item for item in items if item.end <= span.start or span.end <= item.start)
        return any(item.norm not in self._scoping.language.fillers for item in outside)

    def _is_rejected(self, first: int) -> bool:
        """True if a negation stands right before the item, fillers aside."""
        i = first - 1
        while i >= 0 and self._items[i].norm in self._scoping.language.fillers:
            i -= 1
        return i >= 0 and self._items[i].norm in self._scoping.language.negations

    def target(self, focus: Focus) -> Target:
        """Returns the part or level that a focus is said of."""
        scope, above = focus.scope, self._scoping.above
        if scope.host is Host.PART and scope.part is not None:
            inside, lexicon = self.inside(scope.part), self._scoping.lexicon
            part = part_named(self._items, inside, lexicon, self._scoping.language)
            if part is not None:
                return Target(part=part)
            return Target(noun=level_named(self._items, inside, lexicon, above))
        if scope.host is Host.AREA and above:
            return Target(noun=above[0])
        if scope.host is Host.BUILDING and len(above) > 1:
            return Target(noun=above[-1])
        return Target()

    def covers(self, words: Span, first: int, after: int) -> bool:
        """True if the items overlap the span."""
        return words.overlaps(span_of(self._items, first, after))

    def right_behind(self, span: Span) -> Focus | None:
        """Returns the found span that directly follows another."""
        after = self.inside(span).stop
        k = bisect_left(self._starts, span.end)
        if k == len(self._found) or self.inside(self._found[k]).start != after:
            return None
        return self._focus(self._found[k])

    def is_found(self, words: Span) -> bool:
        """True if any of these words are in a found span."""
        return _most_shared(words, self._found, self._starts) is not None

    def words_with_part(self, text: str, focus: Focus, *, far: bool = True) -> str:
        """Returns the words of a focus with those of the part they are said of and the words
        between ("quiet neighbors", "smoking on the balcony").

        Empty if the part adds nothing ("it", "the place", rooms that were counted), and, unless
        `far`, if more than a few small words stand between the two.
        """
        part, language = focus.scope.part, self._scoping.language
        inside = self.inside(part) if part is not None else range(0)
        meaningful = [i for i in inside if names_something(self._items[i], language)]
        own = self.inside(focus.span)
        between = range(min(own.stop, inside.stop), max(own.start, inside.start))
        is_each = any(self._items[i].norm in language.universals | language.each for i in between)
        counted = any(self._items[i].mention is not None for i in inside)
        if counted or (not is_each and all(self._items[i].norm in language.vague for i in meaningful)):
            return ""
        others = {i for span in self._found if span != focus.span for i in self.inside(span)}
        apart = (
            self._items[i].is_break or (i in others and names_something(self._items[i], language)) for i in between
        )
        joined = len(between) <= _JOINED_REACH and not any(apart)
        if not joined and not far:
            return ""
        words = sorted({*own, *inside, *(between if joined else ())})
        return " ".join(text[self._items[i].start : self._items[i].end] for i in words)

    def inside(self, span: Span) -> range:
        """The items that a span overlaps."""
        if span not in self._inside:  # asked several times for each span
            self._inside[span] = self._overlapped(span)
        return self._inside[span]

    def _overlapped(self, span: Span) -> range:
        first = max(0, bisect_right(self._item_starts, span.start) - 1)
        while first < len(self._items) and self._items[first].end <= span.start:
            first += 1
        return range(first, max(first, bisect_left(self._item_starts, span.end)))


def _is_minimum(mention: Mention) -> bool:
    spec = mention.concept.amount if mention.concept is not None else None
    return spec is not None and spec.minimum


def _is_count(item: Item) -> bool:
    return item.amount is not None and (item.bare or item.amount.kind is AmountKind.COUNT)


def _is_distance(amount: Amount | None) -> bool:
    if amount is None:
        return False
    minutes = amount.kind is AmountKind.DURATION and amount.unit == "minute"
    return minutes or amount.kind is AmountKind.DISTANCE


def span_of(items: Sequence[Item], first: int, after: int) -> Span:
    """Returns the span in characters of items first…after-1."""
    return Span(items[first].start, items[after - 1].end)


def _most_shared(own: Span, found: Sequence[Span], starts: Sequence[int]) -> Span | None:
    """Returns the found span that shares most letters with this one; None if none overlaps."""
    nearest = found[max(0, bisect_right(starts, own.start) - 1) : bisect_left(starts, own.end)]
    # On a tie the later one wins: "hadap timur" (facing east) is about the east.
    best = max(nearest, key=lambda span: (own.shared(span), span.start), default=None)
    return best if best is not None and own.shared(best) else None
