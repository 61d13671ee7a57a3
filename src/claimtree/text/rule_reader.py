"""The rule-based reader: reads claims with a pack's words and a scope reader, without a language
model or network.

Text becomes items, items become mentions of known words (`mentions`), and each mention takes the
scope that the scope reader assigns to its words (`scope_resolution`): whether they are wanted,
denied or no wish, how firmly, and what they are said of. Words that no list knows are kept as they
are, with the type of the pack's nearest example.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import count, islice

from claimtree.languages import language_of
from claimtree.model.amounts import AmountKind, Op, describe
from claimtree.model.claims import (
    Claim,
    ClaimId,
    ConceptId,
    Facet,
    LevelName,
    Name,
    QueryClaim,
    Strength,
    TypeName,
    only_real_choices,
)
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Notice, NoticeCode, notice, several, together
from claimtree.model.pack import DENIALS, Pack
from claimtree.model.places import Where
from claimtree.model.scopes import Want
from claimtree.ports import DocumentReading, Embedder, Judge, QueryReading, ScopeReader
from claimtree.text.amounts import AboutScale, DateFault
from claimtree.text.describe import PlaceWishText
from claimtree.text.detect import asker_language
from claimtree.text.fairness import group_words, unfair_notice
from claimtree.text.floor_areas import wishes_with_floor_areas
from claimtree.text.full_wording import MOST_PASSAGES, Passage, narrows, passages
from claimtree.text.items import Itemiser, Spellings
from claimtree.text.known_words import everyday_words, vocabulary_of
from claimtree.text.lexicon import Item, Lexicon
from claimtree.text.limits import as_limit_amount
from claimtree.text.markup import end_of_entity
from claimtree.text.mention_types import Mention, Scoped, TextMentions
from claimtree.text.mentions import Finder
from claimtree.text.part_wishes import PartWishes
from claimtree.text.place_wishes import PlaceWishReader
from claimtree.text.relation_wishes import RelationWishReader
from claimtree.text.rents import wishes_with_rents
from claimtree.text.rule_scope import PlainScope
from claimtree.text.scope_resolution import DOUBTED
from claimtree.text.spelling import Corrector
from claimtree.text.standalone_wishes import StandaloneWishes
from claimtree.text.type_guess import About, Examples
from claimtree.text.unlisted_places import PlaceNames
from claimtree.text.wish_checks import WishChecks
from claimtree.text.wishes import (
    WEIGHT_STEP,
    bounded_weight,
    contradictions,
    is_stressed,
    limits_in_choice,
    merge_repeated,
)
from claimtree.text.word_senses import Doubts, Senses

VERSION = "13"
"""Changed whenever the same text may yield other claims, so that existing indexes are recognised as
outdated."""

_LONGEST_QUOTE = 120
_OF_FAULT = {
    DateFault.NO_DAY: NoticeCode.DATE_IMPOSSIBLE,
    DateFault.ENDS_FIRST: NoticeCode.DATE_ENDS_FIRST,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """A clause of a document that makes a statement."""

    run: Passage
    wording: str
    mentions: Sequence[Mention]
    """The mentions in it."""
    about: About | None
    """What the whole clause is about; set only if no list knows any word of it."""


class RuleReader:
    """The built-in reader of queries and documents."""

    def __init__(
        self,
        pack: Pack,
        *,
        embedder: Embedder | None = None,
        scope: ScopeReader | None = None,
        unlearned: Sequence[str] = (),
        names: Iterable[Name] = (),
        today: date | None = None,
        places: PlaceNames | None = None,
    ) -> None:
        """Builds a reader for one pack.

        `today` is the reference date for "from January" and "ten years old"; default: the day of
        reading. `places` is a gazetteer of names beyond those of the pack. `unlearned` are
        languages without a trained scope reader; the user is told that they are read by plain
        rules.
        """
        self._pack = pack
        self._today = today
        self._language = language_of(pack)
        self._names = tuple(names)
        self._places = places
        self._examples = Examples(pack, embedder) if embedder is not None else None
        self._judging = isinstance(embedder, Judge)
        self._senses = Senses(pack, embedder) if isinstance(embedder, Judge) else None
        self._scope = scope if scope is not None else PlainScope(self._language)
        self._standalone = StandaloneWishes(pack, self._language)
        self._unlearned = tuple(unlearned)

    @property
    def version(self) -> str:
        return f"{VERSION} {self._scope.version}"

    @cached_property
    def _whereabouts(self) -> PlaceWishReader:
        return PlaceWishReader(self._pack, self._language, self._places)

    @cached_property
    def _relations(self) -> RelationWishReader:
        return RelationWishReader(self._pack, self._language, self._read_wishes)

    @cached_property
    def _wish_checks(self) -> WishChecks:
        return WishChecks(self._language, self._about, self._standalone.is_one)

    @cached_property
    def _part_wishes(self) -> PartWishes:
        return PartWishes(self._pack, self._language)

    @cached_property
    def _place_wish_text(self) -> PlaceWishText:
        return PlaceWishText(self._pack)

    @cached_property
    def _in_queries(self) -> Finder:
        return self._finder(query=True)

    @cached_property
    def _in_documents(self) -> Finder:
        return self._finder(query=False)

    def _finder(self, *, query: bool) -> Finder:
        lexicon = Lexicon(self._pack, self._language, query=query, names=self._names)
        itemiser = Itemiser(
            spellings=self._spellings(query=query),
            units=self._pack.units,
            language=self._language,
            query=query,
            about_scale=AboutScale(self._pack.round_amounts),
            dates=self._pack.dates,
            today=self._today,
        )
        corrector = self._corrector() if query else None
        places = self._places if query else None
        # In documents, unlisted words get their type from their clause, and clauses are only known
        # later.
        examples = self._examples if query else None
        return Finder(self._pack, self._language, lexicon, itemiser, examples, self._scope, corrector, places)

    def _spellings(self, *, query: bool) -> Spellings:
        """Returns the shorthand expansions. Those that hold only for wishes, and emoji, which
        merely decorate listings, apply to queries alone."""
        words = {**dict(self._language.rewrites), **self._pack.spellings}
        if query:
            return Spellings({**words, **dict(self._language.wish_rewrites)})
        return Spellings({short: full for short, full in words.items() if short.isascii() or short[0].isalnum()})

    def _corrector(self) -> Corrector:
        """Returns the spelling corrector; used for queries only, since documents are quoted
        verbatim."""
        amounts = self._language.amounts.spoken
        vocabulary = vocabulary_of(self._pack, (self._language,), names=self._names, also=amounts)
        codes = self._pack.languages
        real = [*(everyday_words(code) for code in codes), group_words(codes)]
        return Corrector(vocabulary, real=real, drops_vowels=self._language.drops_vowels)

    def read_query(self, text: str) -> QueryReading:
        """Returns the wishes of a query, in the order of the text."""
        claims, notices = self._relations.read(text) if self._pack.relations else self._read_wishes(text)
        return QueryReading(claims=tuple(claims), notices=notices, language=asker_language(self._pack, text))

    def _read_wishes(self, text: str, *, with_others: bool = False) -> tuple[list[QueryClaim], tuple[Notice, ...]]:
        """Returns the wishes of a text without relations, and notices about it. `with_others`: there are
        other wishes than these."""
        in_text = self._in_queries.find(text)
        scoped, groups = self._part_wishes.apply(in_text.items, *self._wishes(in_text))
        scoped = wishes_with_floor_areas(wishes_with_rents(scoped, self._pack), self._pack)
        scoped, groups = self._checked(text, in_text, scoped, groups)
        mentions = [one.mention for one in scoped]
        placed = self._whereabouts.read(text, in_text.items, mentions)
        scoped = self._standalone.apart(text, in_text.items, scoped)
        times = Counter(one.span for one in scoped)
        claims: list[QueryClaim] = []
        opened: dict[tuple[Facet, int], int] = {}
        fresh = count(max((group for group in groups if group is not None), default=0) + 1)
        for one, or_group, where, lead in zip(scoped, groups, placed.where, placed.leads, strict=True):
            part = one.mention.target.part
            for copy in range(part.nth, part.nth + part.copies) if part else (0,):
                claim = self._query_claim(text, in_text.items, one, where)
                if (near_text := self._place_wish_text.text_of(one.mention, where, lead)) is not None:
                    claim = replace(claim, text=near_text)
                if one.exceeds or times[one.span] == 1:  # words for two things are the full wording of neither
                    claim = self._in_full(text, in_text.items, claim, one)
                if claim.facet is not None:
                    claim = replace(claim, group=opened.setdefault((claim.facet, copy), len(opened) + 1))
                # "no bars or clubs" denies both, so it is no choice.
                claim = replace(claim, or_group=None if one.is_denied else or_group, where=where)
                other = self._either(text, in_text.items, one)
                if other is not None:
                    claim = replace(claim, or_group=claim.or_group or next(fresh))
                    other = replace(other, or_group=claim.or_group)
                claims += [claim] if other is None else [claim, other]
        wishes = only_real_choices(merge_repeated(claims))
        return wishes, self._notices(text, in_text, wishes, with_others=with_others)

    def _either(self, text: str, items: Sequence[Item], one: Scoped) -> QueryClaim | None:
        """Returns the claim for what the words may as well ask for; None if they are clear, or deny something."""
        mention = one.mention
        if mention.concept is None or mention.amount is None or mention.negated or mention.target.part is not None:
            return None
        words = (item.norm for item in items[mention.first : mention.after])
        id = next((mention.concept.either[word] for word in words if word in mention.concept.either), None)
        other = self._pack.concepts[id] if id is not None else None
        if other is None or other.amount is None:
            return None
        amount = replace(mention.amount, noun=other.amount.noun)
        if other.amount.enough and amount.op in (Op.EQUALS, Op.APPROX):
            amount = as_limit_amount(amount, Op.GTE)
        meant = replace(mention, concept=other, wording=other.wording, type=other.type, amount=amount)
        return self._query_claim(text, items, replace(one, mention=meant), None)

    def _wishes(self, in_text: TextMentions) -> tuple[list[Scoped], list[int | None]]:
        """Returns the wanted mentions with their groups of alternatives, leaving out self-evident
        ones that are not stressed."""
        scoped = self._standalone.wanted(in_text.scoped)
        groups = limits_in_choice(
            scoped, in_text.alternatives([one.span for one in scoped]), in_text.items, self._language
        )
        sizes, items, alone = Counter(groups), in_text.items, len(scoped) == 1
        is_choice = [group is not None and sizes[group] > 1 for group in groups]
        kept = [k for k, one in enumerate(scoped) if is_stressed(one, is_choice[k], items, self._language, alone=alone)]
        return [scoped[k] for k in kept], [groups[k] for k in kept]

    def _checked(
        self, text: str, in_text: TextMentions, scoped: Sequence[Scoped], groups: Sequence[int | None]
    ) -> tuple[list[Scoped], list[int | None]]:
        """Returns the wishes with their groups, those that ask for more or for something else than
        they were taken for in their own words."""
        if not self._pack.reading.wishes_checked:
            return list(scoped), list(groups)
        entries = [self._entry(one.mention) for one in scoped]
        checked = zip(self._wish_checks.apply(text, in_text, scoped, entries), groups, strict=True)
        kept = [(one, group) for one, group in checked if one is not None]
        return [one for one, _ in kept], [group for _, group in kept]

    def _entry(self, mention: Mention) -> str:
        """Returns what a mention was taken for, in words, whether it is denied or not."""
        placed = self._place(mention, None)
        facet = placed[1] if placed is not None else None
        return _shown(self._pattern(mention, facet), replace(mention, negated=False), self._pack.languages[0])

    def _in_full(self, text: str, items: Sequence[Item], claim: QueryClaim, one: Scoped) -> QueryClaim:
        """Returns the claim with the words that narrow it, so that a wish for quiet neighbours is
        not shown as "quiet"."""
        mention = one.mention
        is_listed = mention.concept is not None or mention.facet_named is not None
        if not is_listed or mention.amount is not None or mention.name is not None:
            return claim
        if one.opposed or mention.inner:
            # "unfurnished rental": the list already knows the meaning of the phrase; negating the
            # full wording would reverse it.
            return claim
        if not (one.full or _is_several(one) or narrows(items, mention, one.span, self._language)):
            return claim
        start = min(items[mention.first].start, one.span.start)
        wording = one.full or text[start : max(items[mention.after - 1].end, one.span.end)]
        shown = _denied(wording, mention, self._pack.languages[0]) if mention.negated else wording
        return replace(claim, full_wording=wording, text=shown, exceeds=one.exceeds)

    def _notices(
        self, text: str, in_text: TextMentions, claims: Sequence[QueryClaim], *, with_others: bool
    ) -> tuple[Notice, ...]:
        """Returns the notices for the user about words that were left out or read differently,
        without duplicates. `with_others`: there are other wishes than these."""
        notices = _cut(in_text)
        if self._unlearned:
            notices.append(notice(NoticeCode.LANGUAGE_NOT_LEARNED, languages=several(self._unlearned)))
        notices += [unfair_notice(part, text) for part in in_text.unfair]
        notices += [
            notice(NoticeCode.MISTYPED, written=typo.written, meant=" ".join(typo.guess.words))
            for typo in in_text.mistyped
        ]
        notices += [notice(NoticeCode.NOT_OFFERED, words=words, offer=offer) for words, offer in in_text.not_offered]
        notices += [
            notice(_OF_FAULT[item.fault], words=text[item.start : item.end])
            for item in in_text.items
            if item.fault is not None
        ]
        notices += [notice(NoticeCode.WORDS_UNKNOWN, words=words) for words in in_text.unused(text)]
        notices += [notice(NoticeCode.CONTRADICTION, words=words) for words in contradictions(claims)]
        notices += [
            notice(NoticeCode.WORDS_DOUBTFUL, words=claim.quote, claim=claim.text)
            for claim in claims
            if claim.doubt or (claim.unsure and (claim.concept or claim.name or claim.amounts))
        ]
        if not claims and not with_others:
            notices.append(notice(NoticeCode.NOTHING_TO_FIND))
        return tuple(dict.fromkeys(notices))

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        """Returns the claims that a text makes about an entity and about its named parts."""
        in_text = self._in_documents.find(text)
        in_text = replace(in_text, scoped=self._standalone.stated(in_text.scoped))
        doubts = self._senses.doubts(in_text, about.level) if self._senses is not None else Doubts()
        clauses = self._clauses(in_text, doubts.misread)
        wanted = [
            replace(one, is_unsure=True) if k in doubts.unsure else one
            for k, one in enumerate(in_text.scoped)
            if one.is_wanted and not one.mention.silent and k not in doubts.misread
        ]
        stated = self._guessed(wanted, clauses)
        breaks = [i for i, item in enumerate(in_text.items) if item.is_break]
        found = (self._claim(text, in_text.items, breaks, one, about, source) for one in stated)
        claims = sorted((claim for claim in found if claim is not None), key=lambda claim: (claim.start, claim.end))
        return DocumentReading(
            claims=tuple(claims),
            passages=tuple(self._passages(text, in_text, clauses, about, source)),
            notices=tuple(_cut(in_text)),
            language=asker_language(self._pack),
        )

    def _clauses(self, in_text: TextMentions, misread: Container[int] = ()) -> list[_Clause]:
        """Returns the clauses of a document that make a statement, with the mentions in each.

        Clauses without a statement, such as slogans and plans, are left out. The words of a misread
        mention count as unknown, so that its clause is kept in its own words.
        """
        if not (self._judging and self._pack.reading.free_words):
            return []  # other embedders take "no pets" for "pets"; only a judge reads clauses
        stated = [one.mention for one in in_text.scoped if one.is_wanted]
        by_item = {i: mention for mention in stated for i in range(mention.first, mention.after)}
        unsure = {i for one in in_text.scoped if not one.is_wanted for i in range(one.mention.first, one.mention.after)}
        unsure |= in_text.unsure
        doubted = {id(one.mention) for k, one in enumerate(in_text.scoped) if k in misread}
        known = frozenset(i for i, mention in by_item.items() if not mention.guessed and id(mention) not in doubted)
        runs = list(islice(passages(in_text.items, unsure, known, self._language), MOST_PASSAGES))
        wordings = [" ".join(item.norm for item in in_text.items[one.first : one.after]) for one in runs]
        inside = [[by_item[i] for i in range(one.first, one.after) if i in by_item] for one in runs]
        # The whole clause gives a better guess of the type than the few words that name the thing.
        unknown = [k for k, mentions in enumerate(inside) if all(mention.guessed for mention in mentions)]
        guesses = dict(zip(unknown, self._about([wordings[k] for k in unknown]), strict=True))
        return [
            _Clause(run=run, wording=wording, mentions=mentions, about=guesses.get(k))
            for k, (run, wording, mentions) in enumerate(zip(runs, wordings, inside, strict=True))
        ]

    def _guessed(self, stated: Sequence[Scoped], clauses: Sequence[_Clause]) -> list[Scoped]:
        """Returns the statements with a type for those that no list knows: the guess for their
        clause, else for their own words."""
        by_clause = [(one.run, one.about) for one in clauses if one.about is not None]
        of_clause = {i: about for run, about in by_clause for i in range(run.first, run.after)}
        alone = [k for k, one in enumerate(stated) if one.is_unlisted and one.mention.first not in of_clause]
        own = dict(zip(alone, self._about([stated[k].mention.wording for k in alone]), strict=True))
        abouts = [
            own.get(k) or of_clause[one.mention.first] if one.is_unlisted else None for k, one in enumerate(stated)
        ]
        return [
            self._typed(one, about) if about is not None else one for one, about in zip(stated, abouts, strict=True)
        ]

    def _typed(self, one: Scoped, about: About) -> Scoped:
        kind = about.type or self._pack.default_type
        return replace(one, mention=replace(one.mention, type=kind, level=about.level, why=about.why))

    def _passages(
        self, text: str, in_text: TextMentions, clauses: Sequence[_Clause], about: Entity, source: str
    ) -> Iterator[Claim]:
        """Yields the clauses as claims in their own words, each with the type of the first mention
        that has a place."""
        for clause in clauses:
            one, guess = clause.run, clause.about
            placed = next((place for m in clause.mentions if (place := self._place(m, about)) is not None), None)
            if guess is not None and (placed is not None or not guess.is_aside):
                level, facet = placed[:2] if placed is not None else (about.level, about.facet)
                type = guess.type or self._pack.default_type
                placed = level, facet, type if guess.guess is not None else self._type_at(level, type)
            if placed is None:
                continue
            level, facet, type = placed
            start, end = in_text.items[one.first].start, end_of_entity(text, in_text.items[one.after - 1].end)
            yield Claim(
                text=clause.wording, pattern=clause.wording, type=type, level=level, quote=text[start:end],
                source=source, start=start, end=end, facet=facet, why=notice(NoticeCode.READ_AS_CLAUSE),
                which=_which(clause.mentions),
            )  # fmt: skip

    def _about(self, wordings: Sequence[str]) -> Sequence[About]:
        """Returns the guessed type and level of wordings that no list knows."""
        return self._examples.about(wordings) if self._examples is not None else [About()] * len(wordings)

    def _place(self, mention: Mention, about: Entity | None) -> tuple[LevelName, Facet | None, TypeName] | None:
        """Returns level, facet and type of the claim; None if the entity cannot carry it."""
        placed = self._level_and_facet(mention, about)
        if placed is None or about is None or not mention.guessed or mention.level is not None:
            return placed
        level, facet, type = placed
        return level, facet, self._type_at(level, type)

    def _type_at(self, level: LevelName, type: TypeName) -> TypeName:
        """Returns a type that a level has: the one given, else the pack's default, else the level's
        first. An example that is most like some words may be of a type that only other levels
        have."""
        types = self._pack.types
        suitable = (name for name in (type, self._pack.default_type, *types) if level in types[name].levels)
        return next(suitable, type)

    def _level_and_facet(
        self, mention: Mention, about: Entity | None
    ) -> tuple[LevelName, Facet | None, TypeName] | None:
        """Returns the place of a claim by its own type, which may be a guess."""
        concept, part = mention.concept, mention.target.part
        levels = concept.levels if concept else (self._pack.types[mention.type].levels if not mention.name else ())
        if mention.level is not None:
            levels = (mention.level, *(level for level in levels if level != mention.level))
        if about is not None and about.facet is not None:
            return about.level, about.facet, mention.type
        answers = self._pack.hierarchy.answers
        if part is not None and (mention.facet_named or not levels or part.facet.level in levels):
            if about is None or about.level == answers:
                if mention.facet_named and mention.negated and about is not None:
                    # "no balcony" is a claim about the home, since there is no balcony entity to
                    # attach it to.
                    return about.level, None, mention.type
                return part.facet.level, part.facet.name, mention.type
            return None
        if concept is not None and concept.facet is not None:
            facet = self._pack.facets[concept.facet]
            if concept.levels[0] == facet.level and (about is None or about.level == answers):
                return facet.level, facet.name, mention.type
        return self._place_of_entity(mention, about, levels)

    def _place_of_entity(
        self, mention: Mention, about: Entity | None, levels: Sequence[LevelName]
    ) -> tuple[LevelName, Facet | None, TypeName] | None:
        """Returns the place of a claim about a whole entity: in a query the level it is said of, in
        a document the entity's."""
        noun_level = mention.target.noun
        if noun_level is None or (levels and noun_level not in levels):
            noun_level = levels[0] if levels else None
        depth = self._pack.hierarchy.depth
        concept = mention.concept
        if about is None:
            level = noun_level or self._pack.hierarchy.answers
        else:
            level = about.level
            # An area's text about "most buildings" is no evidence about any one building; a home's
            # text that names no room is about the home.
            if level != self._pack.hierarchy.answers and levels and all(depth[one] > depth[level] for one in levels):
                return None
            if mention.target.noun is None and level in levels:
                noun_level = level
        type = concept.type_at.get(noun_level, mention.type) if concept and noun_level else mention.type
        return level, None, type

    def _concept_id(self, mention: Mention) -> ConceptId | None:
        if mention.facet_named is not None:
            return mention.facet_named.presence
        return mention.concept.id if mention.concept else None

    def _query_claim(self, text: str, items: Sequence[Item], one: Scoped, where: Where | None) -> QueryClaim:
        mention, scope = one.mention, one.scope
        soft, insistent = scope.want is Want.NICE, scope.want is Want.MUST
        placed = self._place(mention, None)
        assert placed is not None  # without an entity every mention has a place
        level, facet, type = placed
        spec = self._pack.types[type]
        weight = (mention.concept.weight if mention.concept else None) or spec.weight
        weight += WEIGHT_STEP * ((mention.amount is not None) + mention.negated + insistent - soft)
        refuses = where is not None and where.keeps_off
        if insistent:
            strength = Strength.REQUIRED
        elif soft or not (mention.negated or refuses or (spec.firm and not mention.guessed)):
            # A wish that was not understood must not be a requirement, unless it is a refusal.
            strength = Strength.PREFERRED
        else:
            strength = Strength.REQUIRED
        start = min(items[self._first_word(items, mention)].start, one.span.start)
        end = end_of_entity(text, max(items[mention.after - 1].end, one.span.end))
        pattern = self._pattern(mention, facet)
        shown = _shown(pattern, mention, self._pack.languages[0])
        if one.opposed:
            # Shown in the user's words ("no stairs"), although the search is for step-free access.
            words = text[one.span.start : one.span.end]
            if one.is_denied and start < one.span.start:
                words = text[start:end]
            elif one.is_denied:
                words = f"{DENIALS.get(self._pack.languages[0], DENIALS['en'])[0]} {words}"
            shown = " ".join(words.split())
        return QueryClaim(
            id=ClaimId(""),
            text=shown,
            pattern=pattern,
            type=type,
            level=level,
            quote=text[start:end],
            start=start,
            end=end,
            facet=facet,
            concept=self._concept_id(mention),
            name=mention.name,
            amounts=(mention.amount,) if mention.amount else (),
            negated=mention.negated,
            strength=strength,
            weight=bounded_weight(weight),
            why=self._why(items, mention),
            unsure=one.is_unsure,
            opposed=one.opposed,
            counted=(one.counted,) if one.counted is not None else (),
            doubt=round(1 - scope.sureness, 2) if scope.sureness < DOUBTED else 0.0,
        )

    def _why(self, items: Sequence[Item], mention: Mention) -> Notice:
        """Returns the explanation of how the mention was read; a denial includes the denying word
        that precedes it."""
        if not mention.negated:
            return mention.why
        first = self._first_word(items, mention)
        named = first < mention.first
        denied = notice(NoticeCode.DENIED_BY, word=items[first].norm) if named else notice(NoticeCode.DENIED)
        return together(mention.why, denied)

    def _first_word(self, items: Sequence[Item], mention: Mention) -> int:
        """Returns the item at which the quote of a wish begins, including a negation before it
        ("no" of "no bars nearby")."""
        i = mention.first - 1
        while mention.negated and i >= 0 and items[i].norm in self._language.fillers:
            i -= 1
        return i if mention.negated and i >= 0 and items[i].norm in self._language.negations else mention.first

    def _claim(
        self, text: str, items: Sequence[Item], breaks: Sequence[int], one: Scoped, about: Entity, source: str
    ) -> Claim | None:
        mention = one.mention
        placed = self._place(mention, about)
        if placed is None:
            return None
        level, facet, type = placed
        start, end = _clause_of(items, breaks, mention, self._language.ands | self._language.buts)
        end = end_of_entity(text, end)
        pattern = self._pattern(mention, facet)
        return Claim(
            text=_shown(pattern, mention, self._pack.languages[0]),
            pattern=pattern,
            type=type,
            level=level,
            quote=text[start:end],
            source=source,
            start=start,
            end=end,
            facet=facet,
            concept=self._concept_id(mention),
            name=mention.name,
            amounts=(mention.amount,) if mention.amount else (),
            negated=mention.negated,
            unsure=one.is_unsure,
            why=self._why(items, mention),
            which=mention.target.part.which if mention.target.part is not None else "",
            opposed=one.opposed,
            counted=(one.counted,) if one.counted is not None else (),
        )

    def _pattern(self, mention: Mention, facet: Facet | None) -> str:
        title = self._pack.facets[facet].title if facet is not None else None
        if mention.concept is None:
            return mention.wording
        return mention.concept.pattern_of(title, with_amount=mention.amount is not None)


def _cut(in_text: TextMentions) -> list[Notice]:
    """Returns the notice that only the beginning of the text was read; empty if all of it was."""
    return [] if in_text.cut_after is None else [notice(NoticeCode.TEXT_TOO_LONG, most=in_text.cut_after)]


def _is_several(one: Scoped) -> bool:
    """True if more than one of the thing is wanted ("two queen beds"), so that one does not
    suffice."""
    number = one.counted
    return number is not None and number.kind is AmountKind.COUNT and number.low > 1


def _which(mentions: Sequence[Mention]) -> str:
    """Returns the word that tells which of several parts a clause is about, from the first mention
    that has one."""
    parts = (mention.target.part for mention in mentions)
    return next((part.which for part in parts if part is not None and part.which), "")


def _shown(pattern: str, mention: Mention, language: str) -> str:
    """Returns the claim's text for display; an amount that was stated by a word keeps that word
    ("studio")."""
    if mention.amount is None:
        text = pattern
    elif mention.amount_word:
        text = mention.amount_word
    elif mention.concept is not None:
        text = mention.concept.filled(pattern, mention.amount)
    else:
        text = pattern.replace("_", describe(mention.amount, language), 1)
    return _denied(text, mention, language) if mention.negated else text


def _denied(text: str, mention: Mention, language: str) -> str:
    """Returns the text with the negation in front."""
    if mention.concept is not None:
        return mention.concept.denied(text)
    lacking, unlike = DENIALS.get(language, DENIALS["en"])
    return f"{unlike} {text}" if mention.name is not None else f"{lacking} {text}"


def _clause_of(
    items: Sequence[Item], breaks: Sequence[int], mention: Mention, joins: Container[str]
) -> tuple[int, int]:
    """Returns start and end of the quote: the mention's clause, or, in a long one, the part between
    its conjunctions."""
    before, behind = bisect_left(breaks, mention.first), bisect_left(breaks, mention.after)
    start = items[breaks[before - 1] + 1 if before else 0].start
    end = items[(breaks[behind] if behind < len(breaks) else len(items)) - 1].end
    own_start, own_end = items[mention.first].start, items[mention.after - 1].end
    if start <= own_start and own_end <= end and end - start <= _LONGEST_QUOTE:
        return start, end  # fast path: most clauses are short

    def widened(longest: int, stops: Container[str]) -> tuple[int, int, bool]:
        start, end, is_complete = items[mention.first].start, items[mention.after - 1].end, True
        for places in (range(mention.first - 1, -1, -1), range(mention.after, len(items))):
            for i in places:
                item = items[i]
                if item.is_break or item.norm in stops:
                    break
                wider_start, wider_end = min(start, item.start), max(end, item.end)
                if wider_end - wider_start > longest:
                    is_complete = False
                    break
                start, end = wider_start, wider_end
        return start, end, is_complete

    start, end, is_complete = widened(_LONGEST_QUOTE, ())
    if not is_complete:
        start, end, _ = widened(_LONGEST_QUOTE, joins)
    return start, end
