"""The small words of a language, as data: what negates, tolerates, softens, insists, joins and fills.

A pack brings the words of its field; these are the words that any field is spoken with.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from claimtree.text.amounts import AmountWords
from claimtree.text.amounts import blend as blend_amounts


@dataclass(frozen=True, eq=False, slots=True, kw_only=True, weakref_slot=True)
class Language:
    """Cue words of one language, lower-cased. There is one of each, so they are compared by identity."""

    codes: tuple[str, ...]
    """ "en"; of several blended, the main one first."""
    plurals: bool
    """Several of a thing are written otherwise than one: "Bedroom 2" is one of them, "Bedrooms 2" are two."""
    amounts: AmountWords
    """How numbers and comparisons are said."""
    fillers: frozenset[str]
    """Skipped inside a saying: "cats are very welcome" says "cats welcome"."""
    articles: frozenset[str]
    negations: frozenset[str]
    numbering: frozenset[str]
    """Before a number these are no denial, but say that it is one of many: "no 45"."""
    refusals: frozenset[str]
    """Negations that are verbs: they carry over "and", and turn a denial after them round ("avoid places without")."""
    exception: str
    """The negation that such a "but" stands for."""
    run_ends: frozenset[str]
    """Words at which a run of unknown words ends: "with", "which"."""
    universals: frozenset[str]
    """Before a "but" these make it an exception: "any floor but the first"."""
    unneeded: frozenset[str]
    """After something denied, these take it back: "no dishwasher needed"."""
    own: frozenset[str]
    """Before words that no list knows, these make them the speaker's: "my violin"."""
    reasons: frozenset[str]
    """What they begin tells why; words that no list knows are no wish there."""
    not_denials: frozenset[str]
    """After a negation these turn it into something else: "not only quiet but bright"."""
    trailing_denials: frozenset[str]
    """Right after a saying these deny it: "dogs: no"."""
    undone: frozenset[str]
    """Right after a saying these say that it is no more: "the elevator was removed"."""
    trailing_verbs: frozenset[str]
    """What may follow a trailing denial: "sublets not allowed"."""
    denial_ends: frozenset[str]
    """What else may follow it: why, or what is so all the same: "dogs are not because of allergies"."""
    regrets: frozenset[str]
    """Said aside before a trailing denial: "dogs, sadly, not"."""
    negation_stops: frozenset[str]
    """Beyond these words a negation no longer reaches."""
    ors: frozenset[str]
    """Join alternatives, and carry a negation along a list."""
    ands: frozenset[str]
    either: frozenset[str]
    buts: frozenset[str]
    conditions: frozenset[str]
    """End a tolerance: "I don't mind old if it is clean"."""
    tolerance: tuple[str, ...]
    needless: tuple[str, ...]
    """After a saying, these take the wish back: "parking is not needed"."""
    soft: tuple[str, ...]
    insistent: tuple[str, ...]
    leading: tuple[str, ...]
    """Those of the soft and insistent wordings that speak of what follows: "pets allowed and ideally a gym"."""
    closing: tuple[str, ...]
    """Those of the insistent wordings that count only where a clause ends: "ground floor only"."""
    everything: tuple[str, ...]
    """Make all that is said required: "all of these are musts"."""
    corrections: tuple[str, ...]
    """What follows takes the place of what was said before: "2 bedrooms, actually make it three"."""
    restating: tuple[str, ...]
    """Those of them that also take back what was just said of the same sort: "dogs allowed, I mean cats"."""
    hosts: frozenset[str]
    """Where one of these is the one who is fine with it, it is no tolerance: "a landlord who is ok with dogs"."""
    further: frozenset[str]
    """Before a part, these open another one: "a second bedroom with a desk"."""
    openers: frozenset[str]
    """Before a question, these say nothing: "also, is it furnished?"."""
    polite: frozenset[str]
    """After a name that is all there is: "Novato please"."""
    questions: tuple[str, ...]
    """A sentence that begins so asks about one thing: "does it", "can you confirm"."""
    wondering: tuple[str, ...]
    """What follows in the sentence is asked, not wished: "I need to know if pets are allowed"."""
    asking: frozenset[str]
    """A sentence that begins so and ends with "?" asks about one thing..."""
    asked_for: frozenset[str]
    """...unless one of these follows: "is there a flat", "do you have one"."""
    commands: frozenset[str]
    """Before a kind, these ask for it outright: "list all apartments"."""
    being: frozenset[str]
    """Between a thing and the kind it is of: "housing that is an apartment"."""
    leads: frozenset[str]
    """May stand between "in" and a name: "in downtown Napa", "in the city of Fremont"."""
    calendar: frozenset[str]
    """Months and days of the week, which are written with a capital and are no places."""
    peoples: frozenset[str]
    """Languages and peoples, which are written with a capital and are no places: "Spanish-style"."""
    place_endings: frozenset[str]
    """Names of places end so, whether they are written with a capital or not: "Walnut creek"."""
    place_beginnings: frozenset[str]
    """Names of places begin so, whether they are written with a capital or not: "san", "new"."""
    whereabouts: frozenset[str]
    """Before a capitalised word that no list knows, these make it the name of a place: "in Petaluma"."""
    afar: frozenset[str]
    """In what stands for "not near", these ask for more than that nothing is around the corner: "far from bars"."""
    outside: tuple[str, ...]
    """Before the name of a region, these deny that one is in it: "outside Manhattan"."""
    apart: frozenset[str]
    """In what stands for a denial, these ask to be away from what is named, and not only out of it."""
    betweens: tuple[str, ...]
    """Before two names, these ask for what lies on the way: "between Union Square and Grand Central"."""
    nearer: tuple[str, ...]
    """Before two names that one of `unlike` compares: "closer to USU than to Unimed"."""
    surroundings: frozenset[str]
    """After the name of a region, alone or after "and" or "or", what lies beside it will do: "Park Slope area"."""
    praise: frozenset[str]
    """Before a kind of place, these ask for those that visitors like: "good coffee shops"..."""
    praise_behind: frozenset[str]
    """...and these behind it: "mall bagus"."""
    locating: frozenset[str]
    """Before a name in a document, these place the entity there: "in Bushwick"."""
    comparing: frozenset[str]
    """Before that, these only compare: "cheaper than in Bushwick"."""
    unlike: frozenset[str]
    """Before a name, these only compare in a query too: "cheaper than in Bushwick"."""
    towards: frozenset[str]
    """Before a name and after a way to travel, these say where one goes: "an easy commute to Midtown"."""
    travelling: frozenset[str]
    commuting: frozenset[str]
    """Those of them that one does every day: "a short commute to Vanderbilt" asks for no home beside it."""
    other_costs: frozenset[str]
    """Near money in a query these say that it is not the price: "utilities under $150"."""
    prepositions: frozenset[str]
    shares: frozenset[str]
    """After an amount, these make it a part or an extra: "$1,500 each"."""
    rewrites: tuple[tuple[str, str], ...]
    """Wordings that mean another one, replaced before reading: "anything but" denies."""
    wish_rewrites: tuple[tuple[str, str], ...]
    """The same for queries only: who wants to be "away from the highway" refuses it, a listing may lie there."""
    narrowing: frozenset[str]
    """Beside a wish these ask for more than it, though lists pass over them: "free parking", "our own garden"."""
    vague: frozenset[str]
    """Beside a wish these ask for no more than it: "a lovely balcony"."""
    ties: frozenset[str]
    """Between a wish and a piece of it: "doorman round the clock", "space for plants"."""
    inside: frozenset[str]
    """Between a claim and the part it is in: "a closet in the bedroom"."""
    upon: frozenset[str]
    """Before a list these are said of all that stands in it: "above a bar or a restaurant"."""
    links: frozenset[str]
    """Between a part and what is said of it: "a kitchen with an island"."""
    one: frozenset[str]
    """A pronoun, and a count where a sentence says nothing else: "just one"..."""
    of: frozenset[str]
    """After a number, these count people or a part: "3 of us"."""
    counting: frozenset[str]
    """...and one of these stands right before it, which a pronoun does not follow so: "I only need one"."""
    hedges: frozenset[str]
    """May stand before an alternative: "central air or at least a split AC"."""
    each: frozenset[str]
    """Distribute over the parts just counted: "two bedrooms, each with a closet"."""
    stopwords: frozenset[str]
    """Carry no wish by themselves."""
    abbreviations: frozenset[str]
    """A full stop after these ends no sentence."""
    endings: frozenset[str] = frozenset()
    """What may hang on any word and leaves its meaning: "kolam renangnya"."""
    adjectives_follow: bool = False
    """Whether a quality is said after what it is a quality of: "komplek yang tenang"."""
    relatives: frozenset[str] = frozenset()
    """Between the two then: "yang"."""
    not_yet: frozenset[str] = frozenset()
    """After a saying these deny it, alone..."""
    yet_verbs: frozenset[str] = frozenset()
    """...or with one of these that ends the clause: "AC belum terpasang", but not "rumah belum ada pagar"."""
    close_negations: frozenset[str] = frozenset()
    """Negations that deny one thing and nothing beyond it: "tidak ramai di Medan Barat" is in Medan Barat."""
    drops_vowels: bool = False
    """Whether people leave out vowels when they write in haste: "rumh", "dbwh"."""


def words(text: str) -> frozenset[str]:
    """Words that are separated by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Wordings that are separated by commas."""
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


def blend(first: Language, second: Language) -> Language:
    """Both at once, for text that mixes them: "rumah full furnished, no smoking". Where they differ, the first wins.

    >>> from claimtree.text.language import ENGLISH, INDONESIAN
    >>> {"not", "bukan"} <= blend(INDONESIAN, ENGLISH).negations
    True
    """
    names = [field.name for field in fields(Language)]
    both: dict[str, Any] = {name: _both(getattr(first, name), getattr(second, name)) for name in names}
    return Language(**both)


def _both(first: Any, second: Any) -> Any:
    if isinstance(first, AmountWords):
        return blend_amounts(first, second)
    if isinstance(first, bool):
        return first
    if isinstance(first, str):
        return first
    if isinstance(first, frozenset):
        return first | second
    return (*first, *(entry for entry in second if entry not in first))
