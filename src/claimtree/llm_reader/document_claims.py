"""Combines pointers and the built-in reading into the claims of a document.

The built-in reader's sure claims stay: words in a listing are stated there, whether a model
mentions them or not. The model decides which part a claim is about, and adds claims that no word
list knows, in the document's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from claimtree.llm_reader.check_quotes import Pointer
from claimtree.llm_reader.claim_subjects import bound, place_in
from claimtree.llm_reader.quotes import Span
from claimtree.llm_reader.wording import means_something, worded
from claimtree.model.claims import Claim
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.ports import DocumentReading

_LEAST_WORDS = 2
"""Least number of words of a claim in its own words: a single unknown word says little."""


@dataclass(slots=True)
class ListingReader:
    """Builds the claims of one document."""

    text: str
    pack: Pack
    about: Entity
    source: str
    known: DocumentReading
    """The built-in reading of the whole text."""
    unread: Sequence[Span]
    """Parts that the model did not read: there the built-in reading is used."""
    read: Callable[[str], DocumentReading]
    """The built-in reader, for the words of one pointer."""
    notices: list[Notice] = field(default_factory=list)

    def claims(self, pointers: Sequence[Pointer]) -> tuple[Claim, ...]:
        """The claims in text order; afterwards `notices` lists what was dropped."""
        found = [claim for claim in self.known.claims if _is_sure(claim) or self._is_unread(claim)]
        for pointer in pointers:
            quote = self.text[pointer.start : pointer.end]
            known = {_identity(claim) for claim in self.read(quote).claims if _is_sure(claim)}
            if not known:
                found += self._in_own_words(pointer, quote)
                continue
            here = [k for k, claim in enumerate(found) if _identity(claim) in known and _overlaps(claim, pointer)]
            if not here:
                # A condition, hearsay, or part of a longer expression.
                self.notices.append(notice(NoticeCode.NO_CLAIM_THERE, quote=quote))
            for k in here:
                found[k] = self._moved_to_part(found[k], pointer)
        return tuple(sorted(found, key=lambda claim: (claim.start, claim.end)))

    def _is_unread(self, claim: Claim) -> bool:
        return any(start <= claim.start < end for start, end in self.unread)

    def _moved_to_part(self, claim: Claim, pointer: Pointer) -> Claim:
        """A claim of the built-in reader, moved to the part that the model assigned it to."""
        if claim.negated != pointer.negated:
            self.notices.append(notice(NoticeCode.MODEL_OVERRULED, quote=claim.quote, heard=_polarity(pointer)))
        place = place_in(self.about, pointer, self.pack)
        return bound(claim, *place, self.pack, self.text) if place is not None and place[1] is not None else claim

    def _in_own_words(self, pointer: Pointer, quote: str) -> list[Claim]:
        wording = worded(quote, self.pack, query=False)
        place = place_in(self.about, pointer, self.pack)
        if place is None or not means_something(wording, self.pack, least=_LEAST_WORDS):
            return []
        guesses = [claim for claim in self.known.claims if not _is_sure(claim) and _overlaps(claim, pointer)]
        denied = wording.denied or any(claim.negated and claim.pattern in wording.pattern for claim in guesses)
        if denied != pointer.negated:
            self.notices.append(notice(NoticeCode.MODEL_CONTRADICTED, quote=quote, heard=_polarity(pointer)))
        return [
            Claim(
                text=wording.shown(negated=denied),
                pattern=wording.pattern,
                type=pointer.type,
                level=place[0],
                quote=quote,
                source=self.source,
                start=pointer.start,
                end=pointer.end,
                facet=place[1],
                amounts=wording.amounts,
                negated=denied,
                why=notice(NoticeCode.MODEL_FOUND_IT),
            )
        ]


def _polarity(pointer: Pointer) -> Notice:
    return notice(NoticeCode.HEARD_DENIED if pointer.negated else NoticeCode.HEARD_STATED)


def _is_sure(claim: Claim) -> bool:
    """True if the built-in reader knows the claim's concept or name, rather than guessing."""
    return claim.concept is not None or claim.name is not None


def _identity(claim: Claim) -> object:
    return claim.concept, claim.name


def _overlaps(claim: Claim, pointer: Pointer) -> bool:
    return pointer.overlap(claim.start, claim.end) > 0
