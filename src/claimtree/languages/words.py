"""The small words of a language, as data: negations, hedges, insistence, conjunctions and fillers.

A pack brings the words of its domain; these are the words of any domain.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from claimtree.languages.amount_words import AmountWords, with_labels, without_seats
from claimtree.languages.amount_words import blend as blend_amounts
from claimtree.languages.conversation_words import ConversationWords
from claimtree.languages.conversation_words import blend as blend_conversations
from claimtree.languages.messages import Messages
from claimtree.languages.phrasing_words import PhrasingWords
from claimtree.languages.place_names import Spellings
from claimtree.languages.place_wording import PlaceWording
from claimtree.model.pack import LabelWords, SmallWords


@dataclass(frozen=True, eq=False, slots=True, kw_only=True, weakref_slot=True)
class Language:
    """Cue words of one language, lower-cased. There is one instance of each, so they are compared
    by identity.
    """

    codes: tuple[str, ...]
    """The codes, such as "en"; of several blended, the main one first."""
    plurals: bool
    """True if the plural is written differently: "Bedroom 2" is one of them, "Bedrooms 2" are two."""
    modifiers_follow: bool
    """True if modifiers follow their noun: "kolam renang pribadi"."""
    amounts: AmountWords
    """The words of numbers and comparisons."""
    messages: Messages
    """What the user is told."""
    conversation: ConversationWords
    """The words that steer a conversation."""
    phrasing: PhrasingWords
    """The words with which a reply may be phrased beside what was found."""
    place_wording: PlaceWording
    """How a wish about a place is said back."""
    place_spellings: Spellings
    """How names of places are written."""
    decimal_comma: bool
    """True if a comma is the decimal mark: "1.500,50"."""
    lends_nouns: bool
    """True if other languages borrow its nouns ("brand new"), so that one of them says less about
    the language.
    """
    function_words: frozenset[str]
    """Function words by which a language is recognised, with the shorthand of messages."""
    fillers: frozenset[str]
    """Skipped inside a wording: "cats are very welcome" matches "cats welcome"."""
    articles: frozenset[str]
    definite: frozenset[str]
    """Those of them that say there is one: "the red line"; none in a language without such articles."""
    negations: frozenset[str]
    free_of: frozenset[str]
    """Deny what they are joined to: "pet-free", "bebas banjir"."""
    exception: str
    """The negation that such a "but" stands for."""
    permitting: frozenset[str]
    """Behind what no list knows, these say that it may be done there: "events allowed"."""
    scarce: frozenset[str]
    """Words for hardly any, which with an article before them mean some: "few cafes", "a few
    cafes".
    """
    forbidding: tuple[str, ...]
    """At the beginning of a clause these forbid what follows: "do not block the driveway"."""
    never: frozenset[str]
    """Those of `forbidding` that also deny what follows right after them: "never restored"."""
    having: frozenset[str]
    """After such a beginning these deny instead of forbidding: "don't have a dishwasher"."""
    polite: frozenset[str]
    """May stand before a command."""
    containing: frozenset[str]
    """Between a thing and what it has: "a house with an office" is no office."""
    excepting: frozenset[str]
    """Before a part these leave it out of what is said: "hardwood except in the bedroom"."""
    questions: tuple[str, ...]
    """A sentence that begins so is a question, with a question mark behind it or without: "why", "is there"."""
    hearsay: tuple[str, ...]
    """In a sentence these mark hearsay or a guess: "reportedly", "according to"."""
    universals: frozenset[str]
    """Before a "but" these make it an exception: "any floor but the first"."""
    own: frozenset[str]
    """Before words that no list has, these attribute them to the speaker: "my violin"."""
    ors: frozenset[str]
    """Join alternatives, and carry a negation along a list."""
    ands: frozenset[str]
    buts: frozenset[str]
    soft: tuple[str, ...]
    insistent: tuple[str, ...]
    which: frozenset[str]
    """Beside the name of a part, these tell which of several it is: "the guest bedroom", "kamar anak"."""
    further: frozenset[str]
    """Before a part, these open another one: "a second bedroom with a desk"."""
    commands: frozenset[str]
    """Before a kind of thing, these ask for it explicitly: "list all apartments"."""
    being: frozenset[str]
    """Between a thing and its kind: "housing that is an apartment"."""
    leads: frozenset[str]
    """May stand between "in" and a name: "in downtown Napa", "in the city of Fremont"."""
    sides: frozenset[str]
    """Of the sky, before a street or a town: "E 7th St", South San Francisco."""
    states: frozenset[str]
    """Words of states and countries, which behind the name of a town say which one is meant."""
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
    welcoming: frozenset[str]
    """Before one of them these say that one is there: "welcome to Dorchester"."""
    travelling: frozenset[str]
    commuting: frozenset[str]
    """Those of them that one does every day: "a short commute to Vanderbilt" asks for no home beside it."""
    carriers: frozenset[str]
    carrying: frozenset[str]
    carrying_to: frozenset[str]
    """What goes by itself, what may follow its name, and what leads to a destination: "the bus that goes to Newark"."""
    other_costs: frozenset[str]
    """Near money in a query these say that it is not the price: "utilities under $150"."""
    prices: frozenset[str]
    """In a document these make money the price of what is offered: "rent", "dijual", "nego"."""
    payments: frozenset[str]
    """In a document these, near money, say that it is paid besides the price or is none: "cleaning", "angsuran"."""
    other_sizes: frozenset[str]
    """In a document these, near an area, say that it is that of something else: "tiles", "kolam"."""
    prepositions: frozenset[str]
    streets: frozenset[str]
    """Before a name, in a language that puts them there, these make it that of a street: "jalan Karya"."""
    alleys: frozenset[str]
    """The same of alleys, which have names, too: "gang Rambe"."""
    address_ends: frozenset[str]
    """What follows the name of a street in an address: "no", "blok", "dekat"."""
    wards: frozenset[str]
    """Before words in an address of a document, these make them the name of a ward: "kel. Gang Buntu"."""
    likening: frozenset[str]
    """After the name of a place in a document, these liken another one to it: "the Menteng nya Gading Serpong"."""
    uses: frozenset[str]
    """Before a kind of place, these say that something may be used as one: "cocok untuk restoran"."""
    sufficing: frozenset[str]
    """After a number in a query, these make it the least that is accepted: "2 kamar cukup"."""
    shares: frozenset[str]
    """After an amount, these make it a part or an extra: "$1,500 each"."""
    rewrites: tuple[tuple[str, str], ...]
    """Wordings that mean another one, replaced before reading: "anything but" denies."""
    wish_rewrites: tuple[tuple[str, str], ...]
    """The same for queries only: a wish to be "away from the highway" denies it, while a listing
    may describe it.
    """
    narrowing: frozenset[str]
    """Beside a wish these narrow it, although word lists skip them: "free parking", "our own
    garden".
    """
    vague: frozenset[str]
    """Beside a wish these do not narrow it: "a lovely balcony"."""
    inside: frozenset[str]
    """Between a claim and the part it is in: "a closet in the bedroom"."""
    upon: frozenset[str]
    """Before a list these apply to all its items: "above a bar or a restaurant"."""
    one: frozenset[str]
    """A pronoun, and a count where a sentence says nothing else: "just one"..."""
    whose: frozenset[str]
    """Before the name of a relation, these begin what is asked of the related entity: "whose father was a farmer"."""
    who: frozenset[str]
    """Begin a clause about what was named last: "a maker who died in 1809"."""
    somebody: frozenset[str]
    """Stand for what is not named: "a copy of something", "married to somebody"."""
    of: frozenset[str]
    """After a number, these count people or a part: "3 of us"."""
    each: frozenset[str]
    """Distribute over the parts just counted: "two bedrooms, each with a closet"."""
    stopwords: frozenset[str]
    """Carry no wish by themselves."""
    abbreviations: frozenset[str]
    """A full stop after these does not end a sentence."""
    endings: frozenset[str] = frozenset()
    """Suffixes that do not change a word's meaning: "kolam renangnya"."""
    relatives: frozenset[str] = frozenset()
    """Between the two then: "yang"."""
    drops_vowels: bool = False
    """True if people omit vowels when they write in haste: "rumh", "dbwh"."""


def words(text: str) -> frozenset[str]:
    """Returns the words of a text separated by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Returns the wordings of a text separated by commas."""
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


def blend(first: Language, second: Language) -> Language:
    """Returns both languages at once, for text that mixes them ("rumah full furnished, no
    smoking"); where they differ, the first wins.

    >>> from claimtree.languages import ENGLISH, INDONESIAN
    >>> {"not", "bukan"} <= blend(INDONESIAN, ENGLISH).negations
    True
    """
    names = [field.name for field in fields(Language)]
    both: dict[str, Any] = {name: _both(getattr(first, name), getattr(second, name)) for name in names}
    return Language(**both)


def with_words_of_field(
    language: Language, added: SmallWords, labels: LabelWords, *, seats_as_area: bool = False
) -> Language:
    """Returns the language with the small words of a field, and those beside its numbers, added to its own; without
    words of seats, unless the field takes room for people as an area."""
    small = {name: getattr(language, name) | more for name, more in asdict(added).items()}
    amounts = language.amounts if seats_as_area else without_seats(language.amounts)
    return replace(language, amounts=with_labels(amounts, labels), **small)


def wordless(code: str, like: Language) -> Language:
    """Returns a language without any words of its own; numbers and messages are those of another."""
    inherited = ("amounts", "messages", "conversation", "phrasing", "place_wording", "place_spellings")
    kept = {"codes": (code,), "plurals": True, **{name: getattr(like, name) for name in inherited}}
    empty = {field.name: type(getattr(like, field.name))() for field in fields(Language) if field.name not in kept}
    return Language(**{**empty, **kept})


def _both(first: Any, second: Any) -> Any:
    if isinstance(first, AmountWords):
        return blend_amounts(first, second)
    if isinstance(first, ConversationWords):
        return blend_conversations(first, second)
    if isinstance(first, bool | str | Messages | PhrasingWords | PlaceWording | Spellings):
        return first
    if isinstance(first, frozenset):
        return first | second
    return (*first, *(entry for entry in second if entry not in first))
