"""Tolerance, softness and insistence: the words that say so, and how far each of them reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.polarity import FARTHEST, REACH, SENTENCE_ENDS, is_turned_round
from claimtree.text.scopes import Clauses, Scopes
from claimtree.text.wordings import Wordings, pairs_by_first


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """What the words around the claims ask for, item by item."""

    tolerated: frozenset[int]
    """Items that are only said to be acceptable: no claim comes of them."""
    unneeded: frozenset[int]
    """Items that are said not to be needed: "no dishwasher needed" is no wish, but "no guarantor needed" is one."""
    soft: frozenset[int]
    insistent: frozenset[int]
    used: frozenset[int]
    """Items that are cues themselves."""


def find_cues(items: Sequence[Item], language: Language, said: Mapping[int, int] | None = None) -> Cues:
    """Tolerance reaches to the end of its clause or to a condition; softness and insistence cover their clause.

    A cue that speaks of what follows ("ideally a gym") covers only that, where something follows. What a saying of the
    pack has taken is no cue: "dogs are ok" says that dogs are allowed. `said` tells which one has taken an item.
    """
    said = said or {}
    found = Scopes(len(items))
    clauses = Clauses(items, said, language)
    phrases = _cue_phrases(language)
    for at, item in enumerate(items):
        if item.norm in language.unneeded and (scope := _unneeded(items, at, language)):
            found.unneeded.add(scope)
            found.used.add(range(at, at + 1))
            continue
        if item.norm in language.negations and is_turned_round(items, at, language):
            # "not without a dishwasher" insists on one.
            found.insistent.add(range(at, clauses.around(at).stop))
        for words, effect in phrases.get(item.norm, ()):
            after = at + len(words)
            if not _stands_at(items, at, words) or (after - 1 in said and not _is_inside(said, at, after)):
                continue
            if len(words) > 1 and at in said and not _is_inside(said, at, after):
                continue
            wording = " ".join(words)
            if effect == "tolerance" and clauses.has_host_before(at):
                break
            if wording in language.closing and after < len(items) and not items[after].is_break:
                break
            behind = wording in language.needless and clauses.says_something_before(at)
            meant = "needless" if effect == "tolerance" and behind else effect
            found.used.add(range(at, after))
            _reach_out(items, at, after, meant, wording in language.leading, language, found, clauses, said)
            break
    return Cues(
        tolerated=frozenset(found.tolerated.items),
        unneeded=frozenset(found.unneeded.items),
        soft=frozenset(found.soft.items),
        insistent=frozenset(found.insistent.items),
        used=frozenset(found.used.items),
    )


def _is_inside(said: Mapping[int, int], at: int, after: int) -> bool:
    """Whether every saying among these items ends and begins within them: the "negotiable" of "non negotiable"."""
    taken = [said[i] for i in range(at, after) if i in said]
    return len(taken) < after - at and not any(said.get(i, -1) in taken for i in (at - 1, after))


def _unneeded(items: Sequence[Item], at: int, language: Language) -> range | None:
    """What "no dishwasher needed" takes back: from the negation on."""
    for i in range(at - 1, max(-1, at - 1 - REACH), -1):
        if items[i].is_break:
            return None
        if items[i].norm in language.negations:
            return range(i, at) if at - i > 1 else None
    return None


def _reach_out(
    items: Sequence[Item],
    at: int,
    after: int,
    effect: str,
    leading: bool,
    language: Language,
    found: Scopes,
    clauses: Clauses,
    said: Mapping[int, int],
) -> None:
    """Add what one cue covers. What an earlier cue of the same clause covers already is not walked again."""
    if effect == "needless":
        start = clauses.around(at).start
        if start == at and at > 1 and items[at - 1].norm == ":":
            start = clauses.around(at - 2).start  # "parking: no need"
        before = range(_without_head(items, start, at, language, said), at)
        # "one bedroom is fine" is a number all the same, if not a firm one.
        (found.soft if clauses.counts_within(before) else found.tolerated).add(before)
    elif effect == "tolerance":
        if after not in found.tolerated.items:
            found.tolerated.add(_until(items, after, language.conditions))
    elif effect == "everything":
        found.insistent.add(range(len(items)))
    elif at not in (scope := found.soft if effect == "soft" else found.insistent).items:
        if after < len(items) and items[after].norm == ":":
            # "must haves: dishwasher, laundry": a heading covers its whole list.
            scope.add(range(after, _end_of_sentence(items, after)))
            return
        clause = clauses.around(at)
        ahead = range(at, clause.stop)
        follows = any(items[i].norm not in language.fillers for i in ahead if i >= after)
        scope.add(ahead if leading and follows else clause)


def _end_of_sentence(items: Sequence[Item], at: int) -> int:
    farthest = min(len(items), at + FARTHEST)
    return next((i for i in range(at, farthest) if items[i].norm in SENTENCE_ENDS), farthest)


def _without_head(items: Sequence[Item], start: int, at: int, language: Language, said: Mapping[int, int]) -> int:
    """Where what is taken back begins: "rumah 3 kamar yang baru atau bekas gapapa" is a house of three rooms still."""
    if not language.adjectives_follow:
        return start
    small = language.fillers | language.negations
    first = before = at
    while before > max(start, at - FARTHEST):
        before -= 1
        norm = items[before].norm
        if before in said and (first == at or said[before] == said.get(first)):
            first = before
        elif before in said:
            return first
        elif norm in language.ors or norm in language.ands:
            first = at
        elif norm not in small:
            return start
    return start


def _until(items: Sequence[Item], at: int, stops: frozenset[str]) -> range:
    after = at
    while after < len(items) and not items[after].is_break and items[after].norm not in stops:
        after += 1
    return range(at, after)


@lru_cache(maxsize=8)
def _cue_phrases(language: Language) -> Wordings[str]:
    """Cues by their first word, the longest first."""
    effects = (
        ("tolerance", language.tolerance),
        ("needless", language.needless),
        ("soft", language.soft),
        ("insistence", language.insistent),
        ("everything", language.everything),
    )
    return pairs_by_first((tuple(phrase.split()), effect) for effect, phrases in effects for phrase in phrases)


def _stands_at(items: Sequence[Item], at: int, words: tuple[str, ...]) -> bool:
    return at + len(words) <= len(items) and all(items[at + k].norm == word for k, word in enumerate(words))
