"""The words by which a message steers a conversation: "nomor 3", "anything else?", "start over".

What a message asks of the data is read by the reader; these say what is to be done with it. A table
per language is in `languages/*/conversation`; the words of a pack blend those of its languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Cue(StrEnum):
    """What a wording of a message says about the conversation."""

    SEARCH = "search"
    """Asks to look for something: "cari", "show me"."""
    MORE = "more"
    """Asks for further hits: "pilihan lain", "anything else"."""
    REFINE = "refine"
    """Begins a message that goes on from the last search: "yang", "but", "what about"."""
    WHAT_IF = "what-if"
    """Begins such a message and softens nothing: "kalau yang disewa?", "what about". It is not read."""
    INSTEAD = "instead"
    """Replaces what was asked before: "ganti ke", "instead"."""
    OR_ELSE = "or-else"
    """Begins a message that adds an alternative: "atau", "or"."""
    MAY_BE = "may-be"
    """Begins a message that adds an alternative where `TOO` ends it: "boleh bekas juga"."""
    TOO = "too"
    """Ends such a message: "juga", "as well"."""
    ONLY = "only"
    """Leaves of what was asked for last what is named: "just the dishwasher"."""
    EXCEPT = "except"
    """Beside a word of dropping, before what stays: "kecuali", "everything except"."""
    REST = "rest"
    """What is not named: "lainnya", "the rest"."""
    KEEP = "keep"
    """Says that what is named stays: "dipakai", "keep"."""
    MUST = "must"
    """Says that what is named has to be: "wajib", "a must"."""
    THOSE_THAT = "those-that"
    """Asks for the hits of which the question before holds: "yang ada aja", "only those that do"."""
    ONE_THAT = "one-that"
    """Asks for a hit of some kind: "ada yang", "is there one"."""
    DROP = "drop"
    """Drops wishes: "hapus", "forget"."""
    ANY = "any"
    """Beside what is asked for, says that it does not matter: "bebas", "any"."""
    RESET = "reset"
    """Begins anew: "mulai dari awal", "start over"."""
    SORT = "sort"
    """Asks for another order: "urutkan", "sort by"."""
    TOP = "top"
    """Beside a number, that many hits from the first on: "dua teratas", "top two"."""
    LAST = "last"
    """Beside a number, that many hits from the last on: "dua terakhir", "the last two"."""
    COMPARE = "compare"
    """Compares hits: "bandingkan", "compare"."""
    NUMBER = "number"
    """Before the number of a hit: "nomor", "option"."""
    DETAIL = "detail"
    """Asks to be told more of a hit: "detailnya", "tell me more about"."""
    CONTACT = "contact"
    """Asks whom to call: a telephone number, the agent."""
    PHOTO = "photo"
    """Asks for what no listing here has: photographs."""
    LAST_ONE = "last-one"
    """The last of the hits shown."""
    THIS_ONE = "this-one"
    """The hit that was spoken of last: "yang ini", "it"."""
    ALL_SHOWN = "all-shown"
    """All hits shown, or both of the two: "keduanya", "all of them"."""
    AFTER_ORDINAL = "after-ordinal"
    """May follow "the first" where that is a hit and not a part of something: "one"."""
    ASK = "ask"
    """Begins a question of yes or no, and says nothing else: "apakah", "does it have"."""
    ASK_WORD = "ask-word"
    """Begins a question of yes or no with a word that belongs to what is asked: "boleh", "allows"."""
    ASK_END = "ask-end"
    """Ends one: "nggak"."""
    WHAT = "what"
    """Asks for a value: "berapa", "how many", "where"."""
    HOW_MUCH = "how-much"
    """Alone, asks for the price: "berapa", "how much"."""
    HOW_BIG = "how-big"
    """Asks for the size: "how big", "seberapa luas"."""
    CRITERIA = "criteria"
    """Asks what is being searched for."""
    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    OKAY = "okay"
    HELP = "help"
    NOT_OURS = "not-ours"
    """Begins a request for what this assistant does not do: "gimana cara", "write me", "what is a"."""
    LEAST_PRICE = "least-price"
    """The cheapest."""
    MOST_PRICE = "most-price"
    LEAST_SIZE = "least-size"
    MOST_SIZE = "most-size"
    LEAST_DISTANCE = "least-distance"
    """The nearest."""
    MOST_DISTANCE = "most-distance"
    HIGHEST = "highest"
    """From the highest down, of what the message names or of the order so far: "tertinggi", "descending"."""
    LOWEST = "lowest"
    MOST_OF = "most-of"
    """Beside an amount, from most to least: "kamar terbanyak", "most bedrooms"."""
    LEAST_OF = "least-of"
    REVERSED = "reversed"
    """The order so far the other way round."""
    FIRST = "first"
    """Beside the cheapest and the like: they come first, and the others after them."""
    LESS_PRICE = "less-price"
    """Cheaper."""
    MORE_PRICE = "more-price"
    LESS_SIZE = "less-size"
    MORE_SIZE = "more-size"
    LESS_DISTANCE = "less-distance"
    """Nearer."""
    MORE_DISTANCE = "more-distance"
    """Farther away is fine."""
    THAN = "than"
    """After one of these, says what it is compared with: "lebih murah dari nomor 2", "than"."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ConversationWords:
    """The words of a conversation in one language, or in several blended ones."""

    cues: Mapping[Cue, tuple[str, ...]]
    """The wordings of each cue; the longest wins at each place."""
    joins: frozenset[str]
    """Between the numbers of several hits: "1 dan 3", "2 vs 4"."""
    idle: frozenset[str]
    """Say nothing in a message to an assistant: "dong", "please"."""
    particles: frozenset[str]
    """Those of them that are blanked before a message is read, since they belong to no wish: "dong"."""
    its: tuple[str, ...]
    """Endings that make a noun that of a hit spoken of: "garasinya"."""
    limits: frozenset[str]
    """Before a number say that it is one to keep to, or to change to: "maksimal", "jadi", "or"."""
    corrections: frozenset[str] = frozenset()
    """Say that a number takes the place of the last one: "maksudnya", "oops"."""
    or_more: frozenset[str] = frozenset()
    """Behind a number open it upwards: "lebih", "more"."""
    range_links: frozenset[str] = frozenset()
    """Between two numbers make them a range, in chats: "sampe"."""
    dating: frozenset[str] = frozenset()
    """Before a month, say when: "bulan", "from"."""
    distances: frozenset[str] = frozenset()
    """Beside a length say that it is one to go, and not one of land: "radius", "jarak"."""
    spoken_scales: tuple[tuple[float, float, bool, str], ...] = ()
    """From, below, of a rent: the scale that is left out of a round price: "rumah 800an"."""
    shorthand: tuple[tuple[str, str], ...] = ()
    """Words that only chats write short, and what they are: "jd" is "jadi"."""
    fillers: frozenset[str] = frozenset()
    """Particles that say nothing between two words: "naik deh jadi 2 M"."""
    returns: frozenset[str] = frozenset()
    """Go back to a value, or to a hit: "balik ke 1,2", "kembali ke 2"."""


def blend(first: ConversationWords, second: ConversationWords) -> ConversationWords:
    """Returns the words of both."""
    return ConversationWords(
        cues={cue: tuple(dict.fromkeys((*first.cues.get(cue, ()), *second.cues.get(cue, ())))) for cue in Cue},
        joins=first.joins | second.joins,
        idle=first.idle | second.idle,
        particles=first.particles | second.particles,
        its=tuple(dict.fromkeys((*first.its, *second.its))),
        limits=first.limits | second.limits,
        corrections=first.corrections | second.corrections,
        or_more=first.or_more | second.or_more,
        range_links=first.range_links | second.range_links,
        dating=first.dating | second.dating,
        distances=first.distances | second.distances,
        spoken_scales=(*first.spoken_scales, *second.spoken_scales),
        shorthand=(*first.shorthand, *second.shorthand),
        fillers=first.fillers | second.fillers,
        returns=first.returns | second.returns,
    )
