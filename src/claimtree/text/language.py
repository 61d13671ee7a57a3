"""The small words of a language, as data: what negates, tolerates, softens, insists, joins and fills.

A pack brings the words of its field; these are the words that any field is spoken with.
"""

from __future__ import annotations

from dataclasses import dataclass

from claimtree.errors import UnknownName


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Cue words of one language, lower-cased."""

    code: str
    fillers: frozenset[str]
    """Skipped inside a saying: "cats are very welcome" says "cats welcome"."""
    negations: frozenset[str]
    not_denials: frozenset[str]
    """After a negation these turn it into something else: "not only quiet but bright"."""
    trailing_denials: frozenset[str]
    """Right after a saying these deny it: "dogs: no"."""
    undone: frozenset[str]
    """Right after a saying these say that it is no more: "the elevator was removed"."""
    trailing_verbs: frozenset[str]
    """What may follow a trailing denial: "sublets not allowed"."""
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
    locating: frozenset[str]
    """Before a name in a document, these place the entity there: "in Bushwick"."""
    comparing: frozenset[str]
    """Before that, these only compare: "cheaper than in Bushwick"."""
    shares: frozenset[str]
    """After an amount, these make it a part or an extra: "$1,500 each"."""
    rewrites: tuple[tuple[str, str], ...]
    """Wordings that mean another one, replaced before reading: "anything but" denies."""
    inside: frozenset[str]
    """Between a claim and the part it is in: "a closet in the bedroom"."""
    links: frozenset[str]
    """Between a part and what is said of it: "a kitchen with an island"."""
    each: frozenset[str]
    """Distribute over the parts just counted: "two bedrooms, each with a closet"."""
    stopwords: frozenset[str]
    """Carry no wish by themselves."""
    abbreviations: frozenset[str]
    """A full stop after these ends no sentence."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


ENGLISH = Language(
    code="en",
    fillers=_words(
        "a an the very really quite so too of my our your his her their this that these those is are was were be "
        "been being has have had having it its it's i'm we're there there's just still also super extremely "
        "rather fairly pretty incredibly absolutely truly nice lovely great good gorgeous beautiful amazing "
        "wonderful fully all"
    ),
    negations=_words(
        "no not without never none nor neither cannot cant can't don't dont doesn't doesnt isn't isnt aren't "
        "arent won't wont wasn't weren't hasn't haven't didn't n't nothing avoid avoiding minus hate hates "
        "dislike dislikes lacks lack lacking absence except"
    ),
    not_denials=_words("only just long far later before until to sure problem matter exceptions find worry"),
    trailing_denials=_words("no none not never sorry dealbreaker"),
    undone=_words("removed closed gone broken missing prohibited forbidden banned excluded disabled discontinued"),
    trailing_verbs=_words("allowed permitted included accepted available possible welcome provided"),
    negation_stops=_words(
        "but however though although yet with because since if when while and plus only just who which "
        "where then also instead unless so that"
    ),
    ors=_words("or nor /"),
    ands=_words("and & + plus"),
    either=_words("either"),
    buts=_words("but however though although yet"),
    conditions=_words("if but provided so when unless as"),
    tolerance=_phrases(
        "don't mind, do not mind, dont mind, wouldn't mind, would not mind, fine with, ok with, okay with, no "
        "problem with, doesn't matter, does not matter, don't care, do not care, dont care, not fussed about, not "
        "picky about, can live with, regardless of, no need for, don't need, do not need, dont need, not bothered "
        "by, not fussy about"
    ),
    needless=_phrases(
        "not required, not needed, not necessary, isn't necessary, isn't needed, isn't required, not a must, "
        "is optional, are optional, not important, unnecessary"
    ),
    soft=_phrases(
        "preferably, prefer, preferred, ideally, ideal, would be nice, nice to have, if possible, bonus, "
        "hopefully, would love, i'd love, would like, maybe, perhaps, a plus, if i can, not essential, wouldn't "
        "hurt, would be great, would be a plus, would be ideal, if you can, bonus points, optional"
    ),
    insistent=_phrases(
        "must, must have, must be, has to, have to, essential, required, non negotiable, nonnegotiable, deal "
        "breaker, dealbreaker, absolutely need, definitely, no exceptions, crucial, critical, mandatory, really "
        "need"
    ),
    locating=_words("in to of"),
    comparing=_words("than from minutes minute min before stop away close near next ride"),
    shares=_words("each apiece extra more off deposit fee fees surcharge discount"),
    rewrites=(
        ("hardly any", "no"),
        ("out of order", "broken"),
        ("un furnished", "unfurnished"),
        ("anywhere except", "avoid"),
        ("everywhere except", "avoid"),
        ("anything except", "avoid"),
        ("anything but", "avoid"),
        ("anywhere but", "avoid"),
        ("can't stand", "avoid"),
        ("cannot stand", "avoid"),
        ("allergic to", "avoid"),
        ("not a fan of", "avoid"),
        ("as few", "avoid"),
        ("as little", "avoid"),
        ("stay away from", "avoid"),
        ("deal breaker", "dealbreaker"),
        ("is out", "dealbreaker"),
        ("no go", "dealbreaker"),
    ),
    inside=_words("in inside"),
    links=_words("with has have having features featuring includes including gets get boasts offers is are was : -"),
    each=_words("each both every all"),
    stopwords=_words(
        "possible throughout takes close stretch somethin i'd we'd necessary anything anywhere everything "
        "a an the and or but with without in on at to of for from by near i im i'm we me my our us you your he "
        "she they their it its is are was were be been being am do does did have has had having will would can "
        "could should may might must this that these those there here some any all each both few more most other "
        "such no nor not only own same so than too very just also as if then else when where which who whom whose "
        "what how why about into over under out up down off again once please thanks want wanted wants wanting "
        "need needs needed looking look find searching search seeking seek get got getting like likes feel feels "
        "ideally preferably still really quite nice good great something somewhere somehow one place thing things "
        "lot lots plenty enough much many use used using let's dont don't it's that's there's hi hello hey ok "
        "okay well bit little kind sort either"
    ),
    abbreviations=_words("approx apt st ave av min max incl sq ft mo yr yrs bldg blvd rd dr etc vs w e.g i.e"),
)

_LANGUAGES = {language.code: language for language in (ENGLISH,)}


def language(code: str) -> Language:
    """The language with this code, or an error that lists the known ones."""
    try:
        return _LANGUAGES[code]
    except KeyError:
        raise UnknownName(f"no language {code!r} (have: {', '.join(_LANGUAGES)})", values={"language": code}) from None
