"""Combines pointers and the built-in reading into the wishes of a query.

Where the built-in reader knows the words that the model points at, the wish is the built-in one
(its concept, name, amounts and polarity), with the model's level and tone. Words that no list knows
become a wish in their own words. A wish that is required, or has an amount, a name or a negation,
is kept even if the model missed it, so that a model's oversight never drops a user's limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from claimtree.llm_reader.answer_schema import MUST, PLAIN, SOFT
from claimtree.llm_reader.check_quotes import Pointer
from claimtree.llm_reader.claim_subjects import bound
from claimtree.llm_reader.prompts import plainly
from claimtree.llm_reader.quotes import Span
from claimtree.llm_reader.wording import alternates, means_something, worded
from claimtree.model.claims import ClaimId, Facet, QueryClaim, Strength, only_real_choices
from claimtree.model.notices import Join, Notice, NoticeCode, notice, together
from claimtree.model.pack import Pack
from claimtree.ports import QueryReading
from claimtree.text.wishes import WEIGHT_STEP, bounded_weight

Alternatives = tuple[int, int]


@dataclass(slots=True)
class _Found:
    """A wish, and the group of alternatives that the model assigned."""

    claim: QueryClaim
    either: Alternatives | None = None


@dataclass(slots=True)
class WishReader:
    """Builds the wishes of one query."""

    text: str
    pack: Pack
    model: str
    known: QueryReading
    """The built-in reading of the whole text."""
    unread: Sequence[Span]
    """Parts that the model did not read: there the built-in reading is used."""
    read: Callable[[str], QueryReading]
    """The built-in reader, for the words of one pointer."""
    notices: list[Notice] = field(default_factory=list)

    def wishes(self, pointers: Sequence[Pointer]) -> tuple[QueryClaim, ...]:
        """The wishes in text order; afterwards `notices` lists what was dropped."""
        left = [claim for claim in self.known.claims if any(a <= claim.start < b for a, b in self.unread)]
        sure = [claim for claim in self.known.claims if _is_sure(claim) and claim not in left]
        pointed = {k: _pointed_at(claim, pointers) for k, claim in enumerate(sure)}
        found = [_Found(claim) for claim in left]
        for p, pointer in enumerate(pointers):
            mine = [sure[k] for k, at in pointed.items() if at == p]
            found += [_Found(self._with_model_reading(claim, pointer), pointer.either) for claim in mine]
            # Skip words inside a wish of another pointer: "5 minutes" of "5 minutes to the subway".
            if not mine and not any(_shares(claim, pointer) for claim in sure):
                found += self._in_own_words(pointer)
        found += [_Found(self._overlooked(sure[k])) for k, at in pointed.items() if at is None and _is_firm(sure[k])]
        for k, at in pointed.items():
            if at is None and not _is_firm(sure[k]):
                self.notices.append(notice(NoticeCode.MODEL_SAW_NO_WISH, quote=sure[k].quote))
        found.sort(key=lambda one: (one.claim.start, one.claim.end))
        return self._numbered(found)

    def _with_model_reading(self, claim: QueryClaim, pointer: Pointer) -> QueryClaim:
        """A wish of the built-in reader, with the model's level, facet and tone."""
        if claim.negated != pointer.negated:
            polarity = notice(NoticeCode.HEARD_NOT_WANTED if pointer.negated else NoticeCode.HEARD_WANTED)
            self.notices.append(notice(NoticeCode.MODEL_OVERRULED, quote=claim.quote, heard=polarity))
        moved = bound(claim, pointer.level, pointer.facet, self.pack, self.text)
        # A wish that says more than its concept keeps its wording, whatever its level.
        claim = replace(moved, text=claim.text) if claim.full_wording else moved
        # Where a word of the query softens or insists, the built-in reader has already applied it.
        if claim.strength is plainly(claim, self.pack) and pointer.tone != PLAIN:
            strength = Strength.REQUIRED if pointer.tone == MUST else Strength.PREFERRED
            step = WEIGHT_STEP if pointer.tone == MUST else -WEIGHT_STEP
            claim = replace(claim, strength=strength, weight=bounded_weight(claim.weight + step))
        pointed = notice(NoticeCode.MODEL_POINTED, model=self.model)
        return replace(claim, why=together(pointed, claim.why, join=Join.SEMICOLON))

    def _in_own_words(self, pointer: Pointer) -> list[_Found]:
        """A wish that no word list knows; none if the words are known but are no wish here."""
        quote = self.text[pointer.start : pointer.end]
        if any(_is_sure(claim) for claim in self.read(quote).claims):
            # "I don't mind stairs", or part of a longer expression.
            self.notices.append(notice(NoticeCode.NO_WISH_THERE, quote=quote))
            return []
        wording = worded(quote, self.pack, query=True)
        if not means_something(wording, self.pack, least=1):
            return []
        guesses = [claim for claim in self.known.claims if not _is_sure(claim) and _shares(claim, pointer)]
        denied = wording.denied or any(claim.negated for claim in guesses)
        if denied and not pointer.negated:
            self.notices.append(notice(NoticeCode.MODEL_DENIED_BY_WORDS, quote=quote))
        negated = denied or pointer.negated
        weight = self.pack.types[pointer.type].weight
        weight += WEIGHT_STEP * (bool(wording.amounts) + negated + (pointer.tone == MUST) - (pointer.tone == SOFT))
        claim = QueryClaim(
            id=ClaimId(""),
            text=wording.shown(negated=negated),
            pattern=wording.pattern,
            type=pointer.type,
            level=pointer.level,
            quote=quote,
            start=pointer.start,
            end=pointer.end,
            facet=pointer.facet,
            amounts=wording.amounts,
            negated=negated,
            # A wish that no word list knows is not required, unless the user insists.
            strength=Strength.REQUIRED if pointer.tone == MUST else Strength.PREFERRED,
            weight=bounded_weight(weight),
            why=together(
                notice(NoticeCode.MODEL_FOUND, model=self.model), notice(NoticeCode.NOT_LISTED), join=Join.SEMICOLON
            ),
        )
        return [_Found(claim, pointer.either)]

    def _overlooked(self, claim: QueryClaim) -> QueryClaim:
        self.notices.append(notice(NoticeCode.MODEL_PASSED_OVER, quote=claim.quote))
        return replace(claim, why=together(notice(NoticeCode.MODEL_OVERLOOKED), claim.why, join=Join.SEMICOLON))

    def _numbered(self, found: Sequence[_Found]) -> tuple[QueryClaim, ...]:
        """Assigns ids, facet groups and groups of alternatives, numbered in text order."""
        keys = self._alternatives(found)
        either: dict[object, int] = {}
        opened: dict[tuple[Facet, int], int] = {}
        copies: dict[object, int] = {}
        claims: list[QueryClaim] = []
        for number, (one, key) in enumerate(zip(found, keys, strict=True), 1):
            claim = one.claim
            group = None
            if claim.facet is not None:
                # "Two bedrooms, each with a closet" says the same twice: once of each.
                same = (claim.pattern, claim.facet, claim.start, claim.end)
                copy = copies.get(same, 0)
                copies[same] = copy + 1
                group = opened.setdefault((claim.facet, copy), len(opened) + 1)
            is_choice = key is not None and not claim.negated
            or_group = either.setdefault(key, len(either) + 1) if is_choice else None
            claims.append(replace(claim, id=ClaimId(f"c{number}"), group=group, or_group=or_group))
        return tuple(only_real_choices(claims))

    def _alternatives(self, found: Sequence[_Found]) -> list[object]:
        """Each wish's group of alternatives: the model's if there is an "or", else the built-in."""
        members: dict[Alternatives, list[QueryClaim]] = {}
        for one in found:
            if one.either is not None and not one.claim.negated:
                members.setdefault(one.either, []).append(one.claim)
        real = {
            either
            for either, claims in members.items()
            if len(claims) > 1 and alternates(self.text[claims[0].end : claims[-1].start], self.pack)
        }
        # If the model grouped one member of a built-in group, the whole group joins.
        joined: dict[int | None, object] = {
            one.claim.or_group: one.either for one in found if one.either in real and one.claim.or_group is not None
        }
        own = [one.claim.or_group for one in found]
        return [
            one.either if one.either in real else joined.get(group, group)
            for one, group in zip(found, own, strict=True)
        ]


def _is_sure(claim: QueryClaim) -> bool:
    """True if the built-in reader knows the wish's concept or name, rather than guessing."""
    return claim.concept is not None or claim.name is not None


def _is_firm(claim: QueryClaim) -> bool:
    """True if dropping the wish would let in what the user rules out."""
    return claim.required or bool(claim.amounts) or claim.name is not None or claim.negated


def _shares(claim: QueryClaim, pointer: Pointer) -> bool:
    """True if both cover the same words: at least half of the shorter one."""
    shorter = min(claim.end - claim.start, pointer.end - pointer.start)
    return 2 * pointer.overlap(claim.start, claim.end) >= max(1, shorter)


def _pointed_at(claim: QueryClaim, pointers: Sequence[Pointer]) -> int | None:
    """The pointer that overlaps the claim most, the shortest of those; None when none does."""
    sharing = [
        (-one.overlap(claim.start, claim.end), one.end - one.start, p)
        for p, one in enumerate(pointers)
        if _shares(claim, one)
    ]
    return min(sharing)[2] if sharing else None
