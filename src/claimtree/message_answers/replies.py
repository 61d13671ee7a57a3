"""Reads the reply to a question which of several is meant: "the second", "1878", "the one who married Thomas"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.answering.ask_result import Clue, ClueKind, Sought
from claimtree.answering.candidates import finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import Base, Relation
from claimtree.message_answers.intent_words import IntentWords, intent_words, texts_of
from claimtree.message_answers.sought_people import sought_people
from claimtree.message_facts.message_words import message_words
from claimtree.model.answers import Verdict

_CLOSE: Final = 0.8
"""Weights that differ by less leave it open who is meant."""
_SHORT: Final = 6
"""Words of a reply that may just count: "the second one, please"."""
_NAME: Final = 4
_EVENTS: Final = {"birth": "birth", "birth_place": "birth", "death": "death"}
_OTHER_EVENTS: Final = ("birth", "death", "marriage", "")
_RELATIVES: Final = {"partner": Base.SPOUSE, "parent": Base.PARENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReply:
    """Whom a reply leaves."""

    ids: tuple[str, ...] = ()
    """Those who fit, the likeliest first; all who were asked about if the reply tells nothing."""
    clues: tuple[Clue, ...] = ()
    fits: bool = True
    """False if what is said fits none of them."""
    nobody: bool = False
    """True if it says that the one who is meant is not among them."""
    unknown: bool = False
    """True if it says that the asker does not know."""
    is_met: bool = False
    """True if the tree says what is said of somebody."""


def read_reply(
    message: str, name: str, ids: Sequence[str], about: str, index: FamilyIndex, code: str = "en"
) -> ReadReply | None:
    """Returns whom a reply leaves of those who may be meant by a name; None if it is no reply.

    `about` is what was asked: "birth", "partner" and the like.
    """
    words = intent_words(code)
    texts = texts_of(word for word in message_words(message) if not word.is_sign or word.text == "#")
    if not texts:
        return None
    if words.has("replies.unknown", texts):
        return ReadReply(ids=tuple(ids), unknown=True)
    if words.has("replies.none", texts) or texts in (["no"], ["no", "sorry"]):
        return ReadReply(ids=tuple(ids), nobody=True)
    place = _place(texts, words)
    if place and -1 <= place <= len(ids):
        return ReadReply(ids=(ids[place - 1 if place > 0 else -1],))
    clues = _clues(message, name, about, index, words)
    if not clues:
        return None
    asked = _left(name, ids, clues, index)
    if asked.unknown or (asked.fits and about in _EVENTS):
        return asked
    # Asked for a wife, somebody may give the year of a birth.
    others = (tuple(_of_event(one, event) for one in clues) for event in _OTHER_EVENTS)
    met = [one for one in (asked, *(_left(name, ids, other, index) for other in others)) if one.is_met]
    return min(met, key=lambda one: len(one.ids), default=asked)


def _place(texts: Sequence[str], words: IntentWords) -> int:
    """Returns which of the candidates is meant by its number; 0 if none is said."""
    if len(texts) > _SHORT:
        return 0
    if len(texts) == 1 and texts[0].isdecimal() and len(texts[0]) == 1:
        return int(texts[0])
    return words.ordinal(texts)


def _clues(message: str, name: str, about: str, index: FamilyIndex, words: IntentWords) -> tuple[Clue, ...]:
    found = [word for word in message_words(message) if word.raw.strip()]
    at = words.without_lead("replies.lead", texts_of(found))
    rest = message[found[at].start :].strip(" .!?") if found else ""
    bare = _bare_name(rest, about, index)
    if bare:
        return (Clue(kind=ClueKind.RELATIVE, quote=message, relation=Relation(base=_RELATIVES[about]), name=bare),)
    # What is said without a subject is said of the one who is asked about.
    read = sought_people(f"{name}, {rest}", index).by_name(name)
    clues = read.clues
    if not any(clue.kind is ClueKind.EVENT for clue in clues) and index.has_place_name(rest):
        clues = (*clues, Clue(kind=ClueKind.EVENT, quote=message, place=rest))
    event = _EVENTS.get(about, "")
    return tuple(replace(one, event=event) if one.kind is ClueKind.EVENT and not one.event else one for one in clues)


def _bare_name(text: str, about: str, index: FamilyIndex) -> str:
    """Returns the name of a relative, if a reply to a question for one is nothing else."""
    words = words_of(text)
    if about not in _RELATIVES or not words or len(words) > _NAME or any(word.isdecimal() for word in words):
        return ""
    return text if any(index.names.is_word(word) for word in words) and text[:1].isupper() else ""


def _left(name: str, ids: Sequence[str], clues: tuple[Clue, ...], index: FamilyIndex) -> ReadReply:
    finder = finder_of(index)
    # Of the name nothing new is said; all of them have it.
    scored = [finder.scored(Sought(name=index.shown(id), clues=clues), id) for id in ids]
    names = [finder.scored(Sought(name=index.shown(id)), id).score for id in ids]
    weights = [one.score - base for one, base in zip(scored, names, strict=True)]
    best = max(weights)
    order = sorted(range(len(ids)), key=lambda at: (-weights[at], at))
    kept = [at for at in order if weights[at] >= best - _CLOSE]
    fits = any(one.verdict is Verdict.MET for at in kept for one in scored[at].verdicts[1:])
    if not fits and all(one.verdict is Verdict.UNKNOWN for one in scored[kept[0]].verdicts[1:]):
        return ReadReply(ids=tuple(ids), clues=clues, unknown=True)
    return ReadReply(ids=tuple(ids[at] for at in kept), clues=clues, fits=fits or best > -1.0, is_met=fits)


def _of_event(clue: Clue, event: str) -> Clue:
    return replace(clue, event=event) if clue.kind is ClueKind.EVENT and not clue.place else clue
