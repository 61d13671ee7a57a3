"""How the texts of a field are read: what a pack switches on or off in `[reading]` of its pack.toml."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from claimtree.model.claims import ConceptId


class Sentences(StrEnum):
    """What is made of sentences of some kind: questions, hearsay, advertising."""

    JUDGED = "judged"
    """What the reader of scope decides, sentence by sentence."""
    COUNTED = "counted"
    """What they name is wanted, or so, unless it is denied."""
    IGNORED = "ignored"
    """What they name is no wish and no statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rents:
    """What a price is of a thing that is to let and not for sale: its rent. All four are concepts of the pack."""

    price: ConceptId
    rent: ConceptId
    to_let: ConceptId
    for_sale: ConceptId
    per: str = "year"
    """The period of a sum that is stated without one."""
    monthly_below: float = 0.0
    """A smaller sum without a period is for a month."""
    most: float = math.inf
    """A larger sum is a rent only if a column says that the thing is to let: prose may speak of letting what is for
    sale ("good to let")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas:
    """Which area is asked for where none is named. All are concepts of the pack."""

    land: ConceptId
    """What an area is read as if no word tells."""
    floor: ConceptId
    """What is meant of a thing without land of its own."""
    landless: frozenset[ConceptId]
    """Kinds of things that have no land: an apartment."""
    landed: frozenset[ConceptId]
    """Kinds that have: where one of them is asked for as well, it is left at the land."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRules:
    """The switches of `[reading]`. The defaults are those of a field of offers, as `rentals` is one."""

    learned_scope: bool = True
    """Whether the learned reader of scope is used where its languages have one. It was trained mostly on listings and
    wishes: plain rules read instructions better ("Bleed the radiators")."""
    questions: Sentences = Sentences.JUDGED
    """Of a query: whether "why does the pump leak" asks for what it names. With `JUDGED`, "do you have a dishwasher?"
    may be small talk."""
    hearsay: Sentences = Sentences.JUDGED
    """For documents: whether hearsay and guesses count as statements ("reportedly restored")."""
    advertising: Sentences = Sentences.JUDGED
    """Of a document: whether it states what the reader of scope takes for a slogan, a plan or small talk. Never
    `IGNORED`: nothing but the reader of scope recognises such sentences."""
    fair_housing: bool = False
    """Leave out of a query what asks by protected class, and keep such rules of documents out of matching."""
    parts_in_text: bool = True
    """Whether a document speaks of a part where it names one ("the kitchen is large"). Otherwise parts are only what a
    record lists as such, as passages of a book are."""
    seats_as_area: bool = False
    """Whether room for people is an area: "a balcony for two chairs", "space for four", at least two square metres
    each."""
    wishes_checked: bool = True
    """Whether the learned check decides that words ask for more, or for something else, than they were taken for. It
    was trained on questions about homes."""
    free_words: bool = True
    """Whether words that no list knows are wishes, and claims, in their own words. Otherwise the words of a query are
    named in a notice."""

    used_as: ConceptId | None = None
    """What a kind of place is where a text says that the thing may be used as one ("suits a restaurant"); None: near
    such a place."""
    rents: Rents | None = None
    """How prices of what is to let are read; None where a price is one whatever the deal is."""
    areas: Areas | None = None
    """Of what has no land an area is of the floor; None where an area is the same of everything."""

    @property
    def all_judged(self) -> bool:
        """True if the reader of scope alone decides what sentences count."""
        return {self.questions, self.hearsay, self.advertising} == {Sentences.JUDGED}


OFFERS = ReadingRules()
"""What a pack that switches nothing is read with."""
