"""What a pack's users call its claim types and amounts: "harga", "kamar mandi", "the rent".

By such a word a wish is dropped ("hapus filter harga") and a value is asked for ("kamar mandinya
berapa?"). The words are `called` of a claim type, and the sayings of amounts without their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.languages import language_of
from claimtree.languages.normalise import Token, singular
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import Claim, ConceptId, QueryClaim, TypeName
from claimtree.model.pack import Pack

_SHORTEST: Final = 3
"""Letters of a word that names a topic wherever it stands; one of fewer ("lt", "kt") does where nothing is
beside it that says otherwise: a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A claim type, or one of its amounts."""

    type: TypeName
    concepts: tuple[ConceptId, ...] = ()
    """The amounts; none where the whole type is meant."""
    words: str = ""
    """As the message says it."""
    kinds: frozenset[AmountKind] = frozenset()
    """What the amounts are that are stated in the same words, where the whole type is meant: "size" is stated of an
    area, though the rooms are of that type as well."""

    def covers(self, claim: QueryClaim | Claim) -> bool:
        """True if a wish or statement is about it."""
        return claim.concept in self.concepts if self.concepts else claim.type == self.type

    def best_covered(self, criteria: Sequence[QueryClaim]) -> list[QueryClaim]:
        """The criteria that are about it; of several kinds those that are stated in its words."""
        covered = [claim for claim in criteria if self.covers(claim)]
        named = [claim for claim in covered if claim.amounts and claim.amounts[0].kind in self.kinds]
        return named or covered


class Topics:
    """The topics of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._its = language_of(pack).conversation.its
        language = language_of(pack)
        small = language.function_words | language.stopwords | language.conversation.idle | {"m"}
        table: dict[tuple[str, ...], Topic] = {}
        for concept in pack.concepts.values():
            for saying in concept.says if concept.amount is not None else ():
                norms = _norms(saying.replace("_", " "))
                if len("".join(norms)) >= _SHORTEST - 1 and "_" in saying and not set(norms) & small:
                    known = table.get(norms)
                    concepts = (*known.concepts, concept.id) if known is not None else (concept.id,)
                    table[norms] = Topic(type=concept.type, concepts=tuple(dict.fromkeys(concepts)))
        # What a type is called is its own: "harga" is the price, however many amounts it has.
        for name, spec in pack.types.items():
            for wording in spec.called:
                norms = _norms(wording)
                stated = [pack.concepts[id].amount for id in table[norms].concepts] if norms in table else []
                kinds = frozenset(amount.kind for amount in stated if amount is not None)
                table[norms] = Topic(type=name, kinds=kinds)
        self._table: Wordings[Topic] = by_first(table)

    def find(self, tokens: Sequence[Token], *, without: frozenset[int] = frozenset()) -> list[tuple[Topic, int, int]]:
        """Returns the topics that a message names, with the tokens that name each."""
        norms = [self._bare(token.norm) for token in tokens]
        found = []
        at = 0
        while at < len(norms):
            named = longest(norms, at, self._table) if at not in without else None
            if named is None:
                at += 1
                continue
            topic, after = named
            if len("".join(norms[at:after])) < _SHORTEST and _is_beside_number(norms, at, after):
                at = after
                continue
            words = " ".join(token.text for token in tokens[at:after])
            found.append((replace(topic, words=words), at, after))
            at = after
        return found

    def _bare(self, norm: str) -> str:
        for ending in self._its:
            if norm.endswith(ending) and len(norm) - len(ending) > _SHORTEST:
                norm = norm.removesuffix(ending)
        return singular(norm)


def _is_beside_number(norms: Sequence[str], at: int, after: int) -> bool:
    return any(norm[:1].isdecimal() for norm in (*norms[max(at - 1, 0) : at], *norms[after : after + 1]))


def _norms(wording: str) -> tuple[str, ...]:
    return tuple(map(singular, spelled(wording)))
