"""What is seen of a message in its conversation: each sign is one sentence about what was found.

Signs are of three sorts: facts (`SIGNS`), cues of the message with where they stand, and its words,
in which wishes, topics, hits and numbers are written as what they are, so that "ga usah ada carport"
and "ga usah ada taman" are alike. What they say together is learned (`acts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from claimtree.chat.criteria import added, changed, is_guess, is_money
from claimtree.chat.hit_numbers import Which
from claimtree.chat.orders import SORTING
from claimtree.chat.situation import MUCH, Situation
from claimtree.languages.conversation_words import Cue
from claimtree.model.claims import QueryClaim

Sign = Callable[[Situation], bool]
_LONGEST_READ: Final = 40
"""Words whose order is looked at: the message of a chat is shorter."""
_PIECE: Final = 4
"""Letters of the pieces of words, by which a misspelt word is like another."""

SIGNS: Final[Mapping[str, Sign]] = {
    # Requests for what is not done here.
    "begins with a request that is not ours": lambda s: (
        Cue.NOT_OURS in s.cues.begins and not s.searches and not s.names_hit
    ),
    "compares what is no hit": lambda s: (
        s.cues.has(Cue.COMPARE)
        and bool(s.heard.known)
        and not (s.references or s.names_hit or s.searches or s.heard.names_thing or s.cues.comparative)
    ),
    # The search as a whole.
    "resets": lambda s: s.cues.has(Cue.RESET) and not s.heard.known,
    "asks for the criteria": lambda s: s.cues.has(Cue.CRITERIA) and not s.heard.known,
    "sorts": lambda s: s.cues.has(Cue.SORT) and bool(s.state.criteria) and not s.heard.known,
    "asks for more and nothing else": lambda s: (
        s.cues.has(Cue.MORE) and not changed(s.state.criteria, added(s.state.criteria, s.heard.claims, s.pack))
    ),
    "asks for a number of hits": lambda s: bool(s.heard.count),
    "keeps some wishes alone": lambda s: bool(s.heard.others_go),
    "sorts all hits": lambda s: s.cues.superlative is not None and s.cues.has(*SORTING),
    "compares with what was shown": lambda s: s.cues.comparative is not None and s.shown,
    # Hits that were shown.
    "compares hits": lambda s: s.cues.has(Cue.COMPARE) and s.shown and not s.searches and not s.heard.names_thing,
    "asks about a hit": lambda s: s.asks_about_hit,
    "asks for what no hit has": lambda s: s.cues.has(Cue.CONTACT, Cue.PHOTO) and s.shown and not s.searches,
    "names a hit": lambda s: s.names_hit and s.cues.comparative is None and not s.searches,
    "wants details of the hit": lambda s: (
        bool(s.references) and s.cues.has(Cue.DETAIL, Cue.THIS_ONE) and not s.heard.claims and not s.heard.left
    ),
    "may repeat the last question": lambda s: bool(s.state.asked) and s.names_hit and s.heard.says_nothing_of_hits,
    "names several hits": lambda s: len(s.heard.references) > 1,
    "names the first in an order": lambda s: bool(s.references) and s.references[0].which is Which.MOST,
    "a hit was spoken of": lambda s: s.state.focus is not None,
    "hits were shown": lambda s: s.shown,
    "several hits were shown": lambda s: len(s.state.shown) > 1,
    "a question came before": lambda s: bool(s.state.asked),
    # Wishes.
    "drops what is asked for": lambda s: (
        s.cues.has(Cue.DROP) and bool(s.to_drop or s.heard.topics or s.heard.known) and len(s.heard.left) < MUCH
    ),
    "says that something does not matter": lambda s: s.says_any,
    "names what is asked for": lambda s: bool(s.to_drop),
    "something is asked for": lambda s: bool(s.state.criteria),
    "stands alone": lambda s: bool(s.heard.known) and s.is_complete and not s.goes_on,
    "goes on": lambda s: s.goes_on,
    "is beside the search": lambda s: bool(s.heard.known) and s.is_beside_the_search,
    "changes nothing": lambda s: bool(s.heard.known) and s.changes_nothing,
    "has wishes": lambda s: bool(s.heard.known),
    "has several wishes": lambda s: len(s.heard.known) > 1,
    "has words for wishes that no list knows": lambda s: any(is_guess(claim) for claim in s.heard.claims),
    "names a price": lambda s: any(is_money(claim) for claim in s.heard.claims),
    "names a thing": lambda s: s.heard.names_thing,
    "denies a wish": lambda s: any(claim.negated for claim in s.heard.claims),
    # Questions.
    "has the form of a question": lambda s: s.heard.asks,
    "has a question mark": lambda s: s.cues.asks,
    "has a topic": lambda s: bool(s.heard.topics),
    "has a noun of the hit's": lambda s: s.heard.its,
    # The rest.
    "says nothing else": lambda s: not s.heard.claims and not s.heard.left and not s.heard.topics,
    "has a word that nothing accounts for": lambda s: bool(s.heard.left),
    "has many words that nothing accounts for": lambda s: len(s.heard.left) >= MUCH,
}


def signs_of(situation: Situation) -> frozenset[str]:
    """Returns everything that is seen of a message, each by a name."""
    found = {name for name, holds in SIGNS.items() if holds(situation)}
    cues = situation.cues
    found |= {f"says {cue}" for spot in cues.spots for cue in spot.cues}
    found |= {f"begins with {cue}" for cue in cues.begins}
    found |= {f"ends with {cue}" for cue in cues.ends}
    return frozenset({*found, *_word_signs(written(situation)), *_piece_signs(situation)})


def written(situation: Situation) -> list[str]:
    """Returns the words of a message in order, with what was understood written as what it is.

    "carport ga usah deh" is ["<wish>", "ga", "usah", "deh"].
    """
    heard = situation.heard
    cues = heard.cues
    spans = [(one.start, one.end, _sort_of(one, situation)) for one in heard.claims if not is_guess(one)]
    spans += [(cues.tokens[first].start, cues.tokens[after - 1].end, "<topic>") for first, after in heard.topic_spans]
    words: list[str] = []
    for at, token in enumerate(cues.tokens[:_LONGEST_READ]):
        named = next((name for start, end, name in spans if start <= token.start < end), None)
        if at in cues.taken:
            word = "<hit>"
        elif named is not None:
            word = named
        else:
            word = "<number>" if token.norm[0].isdecimal() else cues.norms[at]
        if not words or words[-1] != word or not word.startswith("<"):
            words.append(word)
    return words


def _sort_of(claim: QueryClaim, situation: Situation) -> str:
    if is_money(claim):
        return "<price>"
    if claim.where is not None or claim.name is not None:
        return "<place>"
    if situation.pack.type(claim.type).loosened_last:
        return "<kind>"
    return "<amount>" if claim.amounts else "<wish>"


def _word_signs(words: Sequence[str]) -> Iterator[str]:
    ends = ["^", *words, "$"]
    yield from (f"w {word}" for word in words)
    yield from (f"w {one} {other}" for one, other in pairwise(ends))
    yield from (f"w {' '.join(three)}" for three in zip(ends, ends[1:], ends[2:], strict=False))


def _piece_signs(situation: Situation) -> Iterator[str]:
    for word in written(situation):
        if not word.startswith("<"):
            framed = f"^{word}$"
            yield from (f"p {framed[at : at + _PIECE]}" for at in range(max(len(framed) - _PIECE + 1, 1)))
