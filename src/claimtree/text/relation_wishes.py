"""Reads the wishes of a query some of which are asked through relations: "whose father was born in Ohio".

`relation_phrases` finds the phrases that ask so. Each is read as a query of its own, and the rest of the text without
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from claimtree.languages import Language
from claimtree.model.claims import ClaimId, QueryClaim, Strength, Through, only_real_choices
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import DENIALS, Pack
from claimtree.model.scopes import Want
from claimtree.text.relation_phrases import RelationPhrase, RelationPhrases
from claimtree.text.wishes import WEIGHT_STEP, bounded_weight, merge_repeated


class PlainReader(Protocol):
    """Reads a text as if there were no relations."""

    def __call__(self, text: str, *, with_others: bool) -> tuple[list[QueryClaim], tuple[Notice, ...]]:
        """Returns the wishes of a text, and notices about it. `with_others`: there are other wishes than these."""
        ...


class RelationWishReader:
    """Reads queries that ask through a pack's relations."""

    def __init__(self, pack: Pack, language: Language, read_plain: PlainReader) -> None:
        self._pack = pack
        self._phrases = RelationPhrases(pack, language)
        self._read_plain = read_plain

    def read(self, text: str) -> tuple[list[QueryClaim], tuple[Notice, ...]]:
        """Returns the wishes of a query, in the order of the text, and notices about it.

        Words behind a relation that are not understood stay in the rest.
        """
        linked, notices, taken = list[QueryClaim](), list[Notice](), list[tuple[int, int]]()
        for found in self._phrases.find(text):
            # "Not made by A or copied by B" denies both.
            denied = bool(linked) and linked[-1].negated and self._phrases.is_or(text[linked[-1].end : found.start])
            phrase = replace(found, negated=found.negated or denied)
            is_vacant = self._phrases.says_nothing(text[phrase.asked : phrase.end])
            end, asked, asked_notices = (phrase.end, [], ()) if is_vacant else self._asked_of_related(text, phrase)
            if asked or is_vacant:
                linked.append(self._claim(text, phrase, end, asked))
                notices += asked_notices
                taken.append((phrase.start, end))
        if not linked:
            return self._read_plain(text, with_others=False)
        claims, rest_notices = self._read_plain(self._phrases.rest(text, taken), with_others=True)
        wishes = self._with_alternatives(text, sorted((*claims, *linked), key=lambda claim: (claim.start, claim.end)))
        return only_real_choices(merge_repeated(wishes)), tuple(dict.fromkeys((*rest_notices, *notices)))

    def _asked_of_related(self, text: str, phrase: RelationPhrase) -> tuple[int, list[QueryClaim], tuple[Notice, ...]]:
        """Returns where a phrase ends, what it asks of the related entity, and the notices of reading that.

        It ends before what cannot be said of the related entity: "made by a maker born before 1760 and signed" asks the
        maker for a date, and the object for a signature.
        """
        end, depth = phrase.end, self._pack.hierarchy.depth
        claims, notices = self._read_plain(_only(text, phrase.asked, end), with_others=True)
        deeper = [claim for claim in claims if depth[claim.level] > depth[claims[0].level]]
        if deeper:
            end = self._phrases.end_before(text, phrase.asked, min(claim.start for claim in deeper))
            claims, notices = self._read_plain(_only(text, phrase.asked, end), with_others=True)
        return end, claims, notices

    def _claim(self, text: str, phrase: RelationPhrase, end: int, asked: Sequence[QueryClaim]) -> QueryClaim:
        """Returns the wish of a phrase that ends at a position and asks this of the related entity."""
        type = asked[0].type if asked else self._pack.default_type
        spec = self._pack.types[type]
        soft, insistent = phrase.want is Want.NICE, phrase.want is Want.MUST
        firm = phrase.negated or (any(claim.required for claim in asked) if asked else spec.firm)
        weight = max((claim.weight for claim in asked), default=spec.weight)
        weight += WEIGHT_STEP * (phrase.negated + insistent - soft)
        wording = " ".join(text[phrase.wording_start : end].split())
        shown = f"{DENIALS.get(self._pack.languages[0], DENIALS['en'])[1]} {wording}" if phrase.negated else wording
        return QueryClaim(
            id=ClaimId(""),
            text=shown,
            pattern=wording.casefold(),
            type=type,
            level=self._pack.hierarchy.answers,
            quote=text[phrase.start : end],
            start=phrase.start,
            end=end,
            negated=phrase.negated,
            strength=Strength.REQUIRED if insistent or (firm and not soft) else Strength.PREFERRED,
            weight=bounded_weight(weight),
            why=notice(NoticeCode.READ_AS_RELATION, relation=phrase.relation),
            through=Through(relation=phrase.relation, incoming=phrase.incoming, claims=tuple(asked)),
        )

    def _with_alternatives(self, text: str, claims: list[QueryClaim]) -> list[QueryClaim]:
        """Returns the claims, of which one asked through a relation is an alternative to that before it where only an
        "or" stands between them."""
        fresh = 1 + max((claim.or_group for claim in claims if claim.or_group is not None), default=0)
        for k in range(1, len(claims)):
            before, claim = claims[k - 1], claims[k]
            linked = before.through is not None or claim.through is not None
            is_choice = linked and not (claim.negated or before.negated)
            if is_choice and self._phrases.is_or(text[before.end : claim.start]):
                group, other = before.or_group or claim.or_group or fresh + k, claim.or_group
                claims[k - 1], claims[k] = replace(before, or_group=group), replace(claim, or_group=group)
                if other is not None:  # the claim's alternatives are alternatives to those before it too
                    claims = [replace(one, or_group=group) if one.or_group == other else one for one in claims]
        return claims


def _only(text: str, start: int, end: int) -> str:
    """Returns a stretch of a text, with spaces before it, so that it stands where it stood."""
    return " " * start + text[start:end]
