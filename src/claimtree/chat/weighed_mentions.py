"""Weighs what a message says of everything that it may speak of, and keeps what it means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from claimtree.chat.criteria import Criteria, is_guess
from claimtree.chat.cues import Cues
from claimtree.chat.giving_up import clauses_of
from claimtree.chat.mentions import Mention, Relation, mentions_of
from claimtree.chat.message_order import Found
from claimtree.chat.stances import Stance, StanceModel, Weighed, shipped_stances
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.words import Language
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.ports import Reader

_LIKELY: Final = 0.5
"""Words that are a wish only alone are one in their message from this share on."""
_SURE: Final = 0.7
_SURELY: Final = 0.9
"""So surely wanted, a wish is no small talk."""


class WeighedMentions:
    """Weighs the mentions in messages of a pack's users."""

    def __init__(
        self, pack: Pack, idle: Collection[str], vague: Collection[str], is_thing: Callable[[str], bool]
    ) -> None:
        """`idle` words steer nothing, `vague` ones say little; `is_thing` knows what homes are called at large."""
        self._pack = pack
        self._language = language_of(pack)
        self._idle, self._vague = idle, vague
        self._is_thing = is_thing
        self.model: StanceModel = shipped_stances()

    def of(
        self,
        cues: Cues,
        claims: Sequence[QueryClaim],
        topics: Sequence[Found],
        criteria: Criteria,
        reader: Reader,
    ) -> tuple[Mention, ...]:
        """What a message may speak of, given the wishes and the topics that were found in it."""
        spans = [(one.start, one.end) for one in claims if not is_guess(one)]
        if cues.superlative is not None or cues.comparative is not None or cues.has(Cue.SORT, Cue.WHAT, Cue.COMPARE):
            # "Yang tanahnya lebih luas" orders by the land, and asks for none.
            spans += [(cues.tokens[first].start, cues.tokens[after - 1].end) for _, first, after in topics]
        # "In the building is fine too": of what was asked before, also a word that says little counts.
        runs = self._runs(cues, spans, self._vague) or ([] if spans else self._runs(cues, spans, ()))
        return mentions_of(cues, claims, runs, criteria, reader, self._pack, is_thing=self._is_thing)

    def weigh(self, mentions: Sequence[Mention], cues: Cues) -> tuple[Weighed, ...]:
        return self.model.weigh(mentions, cues, self._pack) if mentions else ()

    def meant_alone(self, weighed: Sequence[Weighed], cues: Cues) -> list[QueryClaim]:
        """The wishes of words that are none in their sentence, where the message nevertheless speaks of them so."""
        return [
            one.mention.claim
            for one in weighed
            if _is_meant(one, weighed, cues, self._language) or self._is_all_that_is_said(one, cues)
        ]

    def _is_all_that_is_said(self, one: Weighed, cues: Cues) -> bool:
        """True for another value of what was asked for, where a message that does not ask says nothing else: "1 mobil
        saja" after "carport 2 mobil". It says so for something."""
        mention = one.mention
        if not mention.alone or mention.relation is not Relation.VALUE or cues.asks or not cues.has(Cue.ONLY):
            return False
        inside = (cues.tokens[mention.first].start, cues.tokens[mention.after - 1].end)
        is_none = one.stance is Stance.NONE and one.share < _SURE
        return is_none and not cues.left(idle=frozenset(self._idle), covered=[inside])

    def _runs(self, cues: Cues, spans: Sequence[tuple[int, int]], vague: Collection[str]) -> list[tuple[int, int]]:
        """The runs of words that nothing accounts for, also not a cue: first token of each, and the one after its
        last."""
        cued = {at for spot in cues.spots for at in range(spot.first, spot.after)} | cues.taken
        runs: list[tuple[int, int]] = []
        for at, (token, norm) in enumerate(zip(cues.tokens, cues.norms, strict=True)):
            known = at in cued or norm in self._idle or norm in vague
            if known or not norm[0].isalnum() or any(start <= token.start < end for start, end in spans):
                continue
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
        return runs


def spoken_beside(weighed: Sequence[Weighed], pack: Pack, *, goes_on: bool) -> list[QueryClaim]:
    """The wishes that were read of a message and are none: a name such as "coret" in "kolam renang coret dulu", which
    is about the pool, and a kind or deal in "furnished, males beli perabot", which is about furniture. `goes_on`:
    something was asked for before."""
    gives_up = any(one.stance is Stance.GIVEN_UP and one.share >= _SURE for one in weighed)
    wants = any(one.stance is Stance.WANTED and one.share >= _SURE for one in weighed)

    def is_name(one: Weighed) -> bool:
        return gives_up and one.share >= _SURE and one.mention.claim.concept is None

    def is_deal(one: Weighed) -> bool:
        if not (goes_on and wants and pack.type(one.mention.claim.type).loosened_last):
            return False
        return one.mention.relation is Relation.VALUE and one.share >= _LIKELY

    return [one.mention.claim for one in weighed if one.stance is Stance.NONE and (is_name(one) or is_deal(one))]


def insists(weighed: Sequence[Weighed]) -> bool:
    """True if a message surely wants something that was not asked for."""
    return any(
        one.stance is Stance.WANTED and one.share >= _SURELY and one.mention.relation is not Relation.SAME
        for one in weighed
    )


def _is_meant(one: Weighed, weighed: Sequence[Weighed], cues: Cues, language: Language) -> bool:
    """True for words that only alone are a wish, and that the message nevertheless speaks of as one."""
    if not one.mention.alone or one.share < _LIKELY or one.stance is Stance.NONE:
        return False
    if one.stance is Stance.WANTED:
        # Of a clause in which something else is wanted the sentence says what is.
        clause = next((span for span in clauses_of(cues, language) if span[0] <= one.mention.first < span[1]), None)
        gone = [other.stance is Stance.GIVEN_UP and other.share >= _SURE for other in weighed]
        others = [
            other.mention for other, is_gone in zip(weighed, gone, strict=True) if not (other.mention.alone or is_gone)
        ]
        return clause is None or not any(clause[0] <= other.first < clause[1] for other in others)
    return one.stance is not Stance.GIVEN_UP or one.mention.relation not in (Relation.NEW, Relation.BESIDE)
