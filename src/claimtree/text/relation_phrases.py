"""Finds what a query asks through a relation: "whose father was born in Ohio", "not made by a maker from Delft".

Such a phrase begins with a wording of the relation (see `RelationKind`) and goes on to the end of its clause, or to the
next such phrase. What stands behind the wording is read as a query of its own; what the relation is denied or softened
by stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS, Token, singular, tokenize
from claimtree.languages.phrase_lookup import Wording, Wordings, by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.claims import RelationName
from claimtree.model.pack import Pack
from claimtree.model.relations import RelationKind
from claimtree.model.scopes import Want
from claimtree.text.unlisted_people import is_sign_of_name

_CLAUSE_ENDS = SENTENCE_ENDS | {",", ":", "(", ")"}


_BREAK = "."
"""Alternatives may go on behind any other: "bronze; oak or walnut"."""


class _Cut(NamedTuple):
    """Phrases one behind the other that are taken out of a text, with what joins them to it."""

    first: int
    start: int
    """Where the first phrase begins."""
    after: int
    is_choice: bool
    """Whether each is joined to its neighbours by an "or"."""


class _Meaning(NamedTuple):
    relation: RelationName
    incoming: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationPhrase:
    """A phrase of a query that asks through a relation, by positions in the text."""

    relation: RelationName
    incoming: bool
    start: int
    """Where it begins, with the words that deny or soften it."""
    wording_start: int
    """Where the wording of the relation begins."""
    asked: int
    """Where that begins which is asked of the related entity."""
    end: int
    negated: bool = False
    want: Want = Want.UNSAID


class RelationPhrases:
    """The wordings of a pack's relations."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._language = language
        self._table = _table(pack, language)
        self._has_people = any(kind.is_of_people for kind in pack.names.values())
        self._soft = by_first({spelled(one): Want.NICE for one in language.soft})
        self._insistent = by_first({spelled(one): Want.MUST for one in language.insistent})
        idle = {word for phrase in pack.ignored for word in spelled(phrase)}
        idle |= {word for nouns in pack.nouns.values() for noun in nouns for word in spelled(noun)}
        self._joins = language.ands | language.ors | language.buts | language.fillers
        self._idle = language.who | language.fillers | language.being | language.relatives | language.stopwords | idle

    def find(self, text: str) -> list[RelationPhrase]:
        """The phrases of a query, in its order; none overlaps another."""
        tokens = tokenize(text)
        norms = [token.norm for token in tokens]
        wordings_found = list(self._find_wordings(norms))
        found: list[RelationPhrase] = []
        for k, (first, after, meaning) in enumerate(wordings_found):
            floor = wordings_found[k - 1][1] if k else 0
            before, negated, want = self._lead(text, tokens, norms, first, floor)
            behind = wordings_found[k + 1][0] if k + 1 < len(wordings_found) else len(tokens)
            asked, end = self._asked(text, tokens, norms, after, behind)
            found.append(
                RelationPhrase(
                    relation=meaning.relation,
                    incoming=meaning.incoming,
                    start=tokens[before].start,
                    wording_start=tokens[first].start,
                    asked=tokens[asked].start if asked < end else tokens[after - 1].end,
                    end=tokens[end - 1].end,
                    negated=negated,
                    want=want,
                )
            )
        return found

    def says_nothing(self, text: str) -> bool:
        """Whether words ask nothing more of a related entity than that there is one: "a copy of another work"."""
        idle = self._idle | self._language.somebody | self._language.universals
        return all(token.norm in idle or singular(token.norm) in idle for token in tokenize(text))

    def _find_wordings(self, norms: Sequence[str]) -> Iterator[tuple[int, int, _Meaning]]:
        """Where wordings begin and end."""
        plain = [singular(norm) for norm in norms]
        at = 0
        while at < len(norms):
            known = longest(norms, at, self._table) or longest(plain, at, self._table)
            if known is None:
                at += 1
                continue
            yield at, known[1], known[0]
            at = known[1]

    def _lead(
        self, text: str, tokens: Sequence[Token], norms: Sequence[str], first: int, floor: int
    ) -> tuple[int, bool, Want]:
        """Where the phrase begins with what denies or softens it, whether it is denied, and how firmly it is wanted.

        Words that say nothing by themselves may stand between ("nothing that was made by").
        """
        begin, negated, want = first, False, Want.UNSAID
        at = first
        while (
            at > floor and norms[at - 1] not in _CLAUSE_ENDS and "\n" not in text[tokens[at - 1].end : tokens[at].start]
        ):
            firmness = self._firmness(norms, at, floor)
            if firmness is not None:
                at, want = firmness
                begin = at
            elif norms[at - 1] in self._language.negations:
                at, negated = at - 1, not negated
                begin = at
            elif norms[at - 1] in self._idle:
                at -= 1
            else:
                break
        return begin, negated, want

    def _firmness(self, norms: Sequence[str], end: int, floor: int) -> tuple[int, Want] | None:
        """A wording before a position that softens or insists, and where it begins."""
        for start in range(max(floor, end - 4), end):
            for table in (self._soft, self._insistent):
                known = longest(norms[:end], start, table)
                if known is not None and known[1] == end:
                    return start, known[0]
        return None

    def _asked(
        self, text: str, tokens: Sequence[Token], norms: Sequence[str], after: int, behind: int
    ) -> tuple[int, int]:
        """The first token of what is asked of the related entity, and the one behind the last.

        Verbs and pronouns before it are left out: of "whose father was a farmer" it is "a farmer". It ends with its
        clause, or before words that turn back to the candidate: "whose father was a farmer and who was born in Ohio".
        """
        language, at = self._language, after
        while at < behind:
            turns_back = norms[at] in language.ands and at + 1 < len(norms) and norms[at + 1] in language.who
            is_new_line = at > 0 and "\n" in text[tokens[at - 1].end : tokens[at].start]
            ends = norms[at] in _CLAUSE_ENDS and not (self._has_people and is_sign_of_name(norms, at))
            if ends or norms[at] in language.buts or turns_back or is_new_line:
                break
            at += 1
        first = after
        while first < at and norms[first] in language.fillers | language.who | language.being:
            first += 1
        # Before the next phrase, what joins the two belongs to neither.
        while at > first and at == behind < len(norms) and norms[at - 1] in self._joins:
            at = behind = at - 1
        return min(first, at), at

    def end_before(self, text: str, start: int, position: int) -> int:
        """Where the words between two positions end, without what joins them to the next."""
        tokens = tokenize(text[start:position])
        last = len(tokens)
        while last and tokens[last - 1].norm in self._joins:
            last -= 1
        return start + tokens[last - 1].end if last else start

    def rest(self, text: str, taken: Sequence[tuple[int, int]]) -> str:
        """The text with spaces in place of phrases, and of the words that join each to what stands beside it.

        What stands before and behind is kept apart, or two wishes would be read as one: by an "or" where that joins
        both to the phrase ("bronze or made by Aalbers or oak"), else by a break where there is none.
        """
        kept = list(text)
        cuts: list[_Cut] = []
        for start, end in taken:
            first = self.end_before(text, 0, start)
            after = end + next((t.start for t in tokenize(text[end:]) if t.norm not in self._joins), len(text) - end)
            joined = self.is_or(text[first:start]) and self.is_or(text[end:after])
            if cuts and first < cuts[-1].after:  # the same words join two phrases
                cut = cuts.pop()
                cuts.append(_Cut(cut.first, cut.start, after, cut.is_choice and joined))
            else:
                cuts.append(_Cut(first, start, after, joined))
        for cut in cuts:
            begin = cut.start if cut.is_choice else cut.first
            kept[begin : cut.after] = " " * (cut.after - begin)
            if not cut.is_choice and _runs_on(text, cut.first, cut.after):
                kept[begin] = _BREAK
        return "".join(kept)

    def is_or(self, between: str) -> bool:
        """Whether words only make alternatives of what stands before and behind them."""
        words = [token.norm for token in tokenize(between)]
        return (
            bool(words)
            and set(words) <= self._language.ors | self._language.fillers
            and not (self._language.ors.isdisjoint(words))
        )


def _table(pack: Pack, language: Language) -> Wordings[_Meaning]:
    table: dict[Wording, _Meaning] = {}
    for name, kind in pack.relations.items():
        for wording in wordings(kind, language):
            table[spelled(wording)] = _Meaning(name, False)
        for wording in kind.said_back:
            table[spelled(wording)] = _Meaning(name, True)
    return by_first(table)


def wordings(kind: RelationKind, language: Language) -> Sequence[str]:
    """What the pack says, or the words of the name: "made by" for made-by, and "whose father" for father."""
    if kind.says is not None:
        return kind.says
    name = kind.name.replace("-", " ").replace("_", " ")
    return name, *(f"{whose} {name}" for whose in sorted(language.whose))


def _runs_on(text: str, first: int, after: int) -> bool:
    """Whether there are words right before and right behind a stretch of a text, without a break of their own."""
    before, behind = text[:first].rstrip(), text[after:].lstrip()
    return bool(before and behind) and before[-1] not in _CLAUSE_ENDS and behind[0] not in _CLAUSE_ENDS
