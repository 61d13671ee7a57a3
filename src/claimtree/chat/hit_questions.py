"""What a question about a hit asks for: whether something is so, and how far a place is."""

from __future__ import annotations

from dataclasses import replace

from claimtree.chat.criteria import Criteria, is_guess
from claimtree.chat.situation import Heard
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.model.pack import Pack
from claimtree.ports import Reader


def asks_how_far(heard: Heard, pack: Pack) -> bool:
    """True for a question about a distance: "how far to a school", "jaraknya ke mall?", "jauh ga dari kampus?"."""
    far = language_of(pack).conversation.distances - language_of(pack).prepositions
    near = set(pack.places.near) if pack.places is not None else set()
    said = any(norm in far and norm not in near for norm in heard.cues.norms)
    return said or heard.cues.has(Cue.WHAT) or any(one.negated and one.where is not None for one in heard.claims)


def as_asked_of_hit(wishes: Criteria, heard: Heard, pack: Pack) -> Criteria:
    """Returns wishes as questions: who asks "prone to flooding?" wants to know whether it is, though nobody searches
    for that. "Is it not furnished?" denies itself."""
    negations = language_of(pack).negations
    closing = {at for spot in heard.cues.at(Cue.ASK_END) for at in range(spot.first, spot.after)}
    if any(norm in negations and at not in closing for at, norm in enumerate(heard.cues.norms)):
        return wishes
    return tuple(replace(one, negated=False) if one.negated else one for one in wishes)


def kinds_asked(heard: Heard, pack: Pack, reader: Reader) -> Criteria:
    """Returns the kinds of places that a question about a distance names without a word of nearness, which the reader
    takes for no place: "how far is it from a school?"."""
    words = " ".join(dict.fromkeys((*heard.left, *(one.quote for one in heard.claims if is_guess(one)))))
    if pack.places is None or not words:
        return ()
    for near in (one for one in pack.places.near if one and " " not in one):
        found = [one for one in reader.read_query(f"{near} {words}").claims if one.where is not None and one.where.kind]
        if found:
            return tuple(replace(one, negated=False) for one in found)
    return ()
