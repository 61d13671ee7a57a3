"""Finds two names that make one wish ("between Union Square and Grand Central", "closer to USU than
to Unimed")."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.claims import Name
from claimtree.model.pack import NameKind, OtherName, Pack
from claimtree.model.places import WhereRelation
from claimtree.text.lexicon import Item, Match, Pair, Saying


class Pairs:
    """Finds pairs of names in texts of one language."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._language = language
        self._kind = _kind_of_pairs(pack)
        cues = [(words, WhereRelation.BETWEEN) for words in language.betweens]
        cues += [(words, WhereRelation.CLOSER) for words in language.nearer]
        self._cues: Wordings[WhereRelation] = by_first({spelled(words): relation for words, relation in cues})
        self._small = language.fillers | language.articles | language.towards | language.leads | language.of

    def joined(self, text: str, items: Sequence[Item], matches: Sequence[Match]) -> list[Match]:
        """Returns the matches, with two names that a cue connects merged into one."""
        if self._kind is None or not self._cues:
            return list(matches)
        norms = [item.norm for item in items]
        starts = {match.first: k for k, match in enumerate(matches)}
        found = list(matches)
        taken: set[int] = set()
        for at in range(len(items)):
            cue = longest(norms, at, self._cues)
            pair = self._pair(items, matches, starts, at, *cue) if cue is not None else None
            if pair is None or not taken.isdisjoint(pair[1:]):
                continue
            relation, one, other = pair
            taken |= {one, other}
            found[one] = self._put_together(text, items, at, relation, matches[one], matches[other], self._kind)
        gone = {other for other in taken if found[other] is matches[other]}
        return sorted((match for k, match in enumerate(found) if k not in gone), key=lambda match: match.first)

    def _pair(
        self,
        items: Sequence[Item],
        matches: Sequence[Match],
        starts: dict[int, int],
        at: int,
        relation: WhereRelation,
        end: int,
    ) -> tuple[WhereRelation, int, int] | None:
        """Returns the two names that the cue at…end-1 connects, as indexes of matches."""
        # The first match may include a part of the cue: "lebih [dekat ke USU]".
        one = next((starts[i] for i in range(at, end) if i in starts and matches[starts[i]].after > end), None)
        one = starts.get(self._past(items, end, self._small)) if one is None else one
        if one is None or not _is_name(matches[one]):
            return None
        joins = self._language.ands if relation is WhereRelation.BETWEEN else self._language.unlike
        join = self._past(items, matches[one].after, ())
        if join >= len(items) or items[join].norm not in joins:
            return None
        other = next((starts[i] for i in self._steps(items, join + 1) if i in starts), None)
        return (relation, one, other) if other is not None and _is_name(matches[other]) else None

    def _past(self, items: Sequence[Item], i: int, small: Container[str]) -> int:
        while i < len(items) and items[i].norm in small:
            i += 1
        return i

    def _steps(self, items: Sequence[Item], i: int) -> Iterator[int]:
        """Yields the positions from here on, across small words."""
        yield i
        while i < len(items) and items[i].norm in self._small:
            i += 1
            yield i

    def _put_together(
        self,
        text: str,
        items: Sequence[Item],
        at: int,
        relation: WhereRelation,
        one: Match,
        other: Match,
        kind: NameKind,
    ) -> Match:
        words = " ".join(text[items[at].start : items[other.after - 1].end].split())
        pair = Pair(relation=relation, names=(_name(one), _name(other)))
        saying = Saying(name=Name(kind=kind.name, text=words), name_kind=kind)
        return replace(one, sayings=(saying,), first=at, after=other.after, negations=0, pair=pair)


def _is_name(match: Match) -> bool:
    return match.sayings[0].name is not None


def _name(match: Match) -> str:
    name = match.sayings[0].name
    return name.text if name is not None else ""


def _kind_of_pairs(pack: Pack) -> NameKind | None:
    """Returns the kind of name for pairs: one whose names never refute each other."""
    open_kinds = [kind for kind in pack.names.values() if kind.other is OtherName.OPEN]
    return next((kind for kind in open_kinds if kind.open == "near"), open_kinds[0] if open_kinds else None)
