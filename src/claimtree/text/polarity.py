"""Negation, tolerance, softness, insistence and alternatives: cues, and how far each one reaches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.scopes import Clauses, Scopes

SENTENCE_ENDS = frozenset({".", "!", "?", ";", "\n", "•", "·", "*", "|"})

_REACH = 7
"""How many words, fillers aside, a negation reaches over."""
_FARTHEST = 60
"""How many items a list may have: one without an end must not be walked again for every word."""


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
        if item.norm in language.negations and _is_turned_round(items, at, language):
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
    for i in range(at - 1, max(-1, at - 1 - _REACH), -1):
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
        clause = clauses.around(at)
        ahead = range(at, clause.stop)
        follows = any(items[i].norm not in language.fillers for i in ahead if i >= after)
        scope.add(ahead if leading and follows else clause)


def _without_head(items: Sequence[Item], start: int, at: int, language: Language, said: Mapping[int, int]) -> int:
    """Where what is taken back begins: "rumah 3 kamar yang baru atau bekas gapapa" is a house of three rooms still."""
    if not language.adjectives_follow:
        return start
    small = language.fillers | language.negations
    first = before = at
    while before > max(start, at - _FARTHEST):
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


def is_denied(
    items: Sequence[Item], first: int, after: int, language: Language, known: Mapping[int, int] | None = None
) -> bool:
    """Whether a negation outside the words first…after-1 reaches them: before them in the clause, or right after.

    `known` says which mention an item belongs to: a negation that has one to deny reaches no further than its list.
    """
    known = known or {}
    listed = _list_goes_on(items, after, language, known)
    return _denied_before(items, first, language, known, listed=listed) != _denied_after(items, after, language, known)


def _denied_before(
    items: Sequence[Item], first: int, language: Language, known: Mapping[int, int], *, listed: bool
) -> bool:
    steps = strangers = 0
    element = {known[first]} if first in known else set()
    for i in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
        item = items[i]
        if item.norm in language.negations and i in known:
            # The "no" of "no fee 1 bed" belongs to the fee.
            return False
        if item.norm in language.negations:
            follower = items[i + 1].norm if i + 1 < len(items) else ""
            if follower in language.not_denials and i + 1 != first:
                return False
            if item.norm in language.close_negations and (
                items[i + 1].is_break or not (listed or element <= {known.get(first)})
            ):
                # "bisa KPR gak, rumah …" only asks; "tidak ramai di Medan Barat" is there.
                return False
            return not _is_turned_round(items, i, language)
        if item.norm in language.ands and _refused(items, i, language, known):
            listed = True
            element = set()
            continue
        if item.norm in language.fillers:
            continue
        steps += 1
        if item.norm in language.ors and _is_one_choice(i, known):
            continue
        if item.norm in language.ors:
            listed = True
            element = set()
        elif item.norm == "," and listed and len(element) <= 1:
            # A comma ends the reach, unless a list goes on: "no bars, clubs or construction".
            element = set()
        elif i in known:
            element.add(known[i])
            # "no bars nearby on residential streets" denies the bars; "no large dogs" denies the dogs too.
            if strangers and not listed:
                return False
        elif item.norm in SENTENCE_ENDS or item.norm in language.negation_stops or steps > _REACH or item.is_break:
            return False
        else:
            strangers += 1
    return False


def _is_turned_round(items: Sequence[Item], at: int, language: Language) -> bool:
    """ "not without a balcony", "avoid places with no laundry": another one before denies the denial."""
    nearest = range(at - 1, max(-1, at - 1 - _FARTHEST), -1)
    before = next((items[j] for j in nearest if items[j].norm not in language.fillers), None)
    if before is not None and before.norm in language.negations:
        return True
    for j in range(at - 1, max(-1, at - 1 - _REACH), -1):
        if items[j].is_break or items[j].norm in language.buts or items[j].norm in language.ands:
            return False
        if items[j].norm in language.refusals:
            return True
    return False


def _refused(items: Sequence[Item], at: int, language: Language, known: Mapping[int, int]) -> bool:
    """Whether the "and" here joins things that one verb refuses: "avoid bars and clubs"."""
    farthest = at - _REACH
    for j in range(at - 1, max(-1, at - 1 - _FARTHEST), -1):
        if j < farthest:
            return False
        if items[j].norm in language.refusals:
            return True
        if items[j].is_break or not (j in known or items[j].norm in language.fillers):
            if items[j].norm not in language.ands:
                return False
            farthest = j - _REACH
    return False


def _list_goes_on(items: Sequence[Item], after: int, language: Language, known: Mapping[int, int]) -> bool:
    """Whether an "or" closes the list that these words stand in: the clubs of "bars, clubs or construction".

    Each element is one mention: in "no dogs, quiet street, south or west" the list of what is denied is over at once.
    """
    begun = False
    element: set[int] = set()
    for i in range(after, min(len(items), after + _FARTHEST)):
        norm = items[i].norm
        if norm in language.ors and _is_one_choice(i, known):
            return False
        if norm in language.ors or norm == ",":
            if len(element) > 1 or norm in language.ors:
                return len(element) <= 1
            begun = True
            element = set()
        elif norm not in language.fillers:
            if not begun or i not in known:
                return False
            element.add(known[i])
    return False


def _is_one_choice(at: int, known: Mapping[int, int]) -> bool:
    """Whether this "or" stands inside one thing: "south or west facing" is a choice, not the end of a list."""
    return at - 1 in known and known[at - 1] == known.get(at + 1)


def _denied_after(items: Sequence[Item], after: int, language: Language, known: Mapping[int, int]) -> bool:
    """ "dogs: no", "laundry none", "sublets are not allowed", "smoking and parties are not allowed"."""
    i = after
    joins = language.ands | language.ors
    while i + 1 < min(len(items), after + _REACH) and items[i].norm in joins and i + 1 in known:
        mention = known[i + 1]
        i += 1
        while known.get(i) == mention:
            i += 1
        if items[i - 1].norm in language.trailing_verbs or items[i - 1].norm in language.trailing_denials:
            # The last one holds the denial in itself: "parties not allowed" is a saying.
            inside = [item.norm for item in items[i - 3 : i]]
            return any(norm in language.trailing_denials for norm in inside)
    while i < len(items) and (items[i].norm in language.fillers or items[i].norm in (":", "-", "–", "?", "=")):
        i += 1
    if i < len(items) and items[i].norm in language.undone:
        return True
    if i >= len(items) or items[i].norm not in language.trailing_denials:
        return False
    follower = items[i + 1] if i + 1 < len(items) else None
    return follower is None or follower.is_break or follower.norm in language.trailing_verbs


def alternatives(items: Sequence[Item], spans: Sequence[tuple[int, int, str]], language: Language) -> list[int | None]:
    """For spans (first, after, type) in order: the number of the or-group each belongs to, None outside of one.

    Spans are alternatives when "or" (or a slash) stands between two of them with nothing but filler words. A comma
    carries the group back to a neighbour of the same type and length: in "south, east or west" it does, in "12 m²,
    south or west", "quiet street, south or west" and "cats or dogs, gym or pool" it does not.
    """
    groups: list[int | None] = [None] * len(spans)
    spread = _either_or(items, spans, language)
    skipped = language.fillers | language.either | language.hedges
    gaps = [_between(items, left, right, skipped) for left, right in pairwise(spans)]
    joined = [
        len(gap) in (1, 2)
        and gap[-1] in language.ors
        and gap[:-1] in ((), (",",))
        and not (gap[-1] == "/" and (_counts(left, items) or _counts(right, items)))
        for gap, (left, right) in zip(gaps, pairwise(spans), strict=True)
    ]
    number = 0
    for left in range(len(gaps) - 1, -1, -1):
        right = left + 1
        listed = gaps[left] == (",",) and groups[right] is not None and _alike(spans[left], spans[right], items)
        if listed and left > 0 and joined[left - 1]:
            listed = False
        if joined[left] and groups[right] is None:
            number += 1
            groups[right] = number
        if joined[left] or listed:
            groups[left] = groups[right]
    for left, right in spread:
        if groups[left] is None and groups[right] is None:
            number += 1
            groups[left] = groups[right] = number
    return groups


def _either_or(
    items: Sequence[Item], spans: Sequence[tuple[int, int, str]], language: Language
) -> list[tuple[int, int]]:
    """Pairs of spans that "either … or …" makes alternatives, whatever stands between: "either in Astoria under $2,500
    or in Bushwick". The one after the "or" pairs with the first of its type after the "either"."""
    found: list[tuple[int, int]] = []
    starts = [span[0] for span in spans]
    for at, item in enumerate(items):
        if item.norm not in language.either:
            continue
        near = range(at, min(len(items), at + _FARTHEST))
        clause_end = next((i for i in near if items[i].norm in SENTENCE_ENDS), near.stop)
        ors = [i for i in range(at, clause_end) if items[i].norm in language.ors]
        if not ors:
            continue
        after = bisect_right(starts, ors[-1])
        if after == len(spans):
            continue
        between = range(bisect_right(starts, at), bisect_left(starts, ors[-1]))
        left = next((k for k in between if spans[k][2] == spans[after][2]), None)
        if left is not None:
            found.append((left, after))
    return found


def _counts(span: tuple[int, int, str], items: Sequence[Item]) -> bool:
    """Whether it has a number: the slash of "3BR/2BA" leaves no choice."""
    return any(item.mention for item in items[span[0] : span[1]])


def _alike(left: tuple[int, int, str], right: tuple[int, int, str], items: Sequence[Item]) -> bool:
    if left[2] != right[2] or any(item.mention for item in items[left[0] : left[1]]):
        return False
    return left[1] - left[0] == right[1] - right[0]


def _between(
    items: Sequence[Item], left: tuple[int, int, str], right: tuple[int, int, str], skipped: frozenset[str]
) -> tuple[str, ...]:
    return tuple(item.norm for item in items[left[1] : right[0]] if item.norm not in skipped)


def _until(items: Sequence[Item], at: int, stops: frozenset[str]) -> range:
    after = at
    while after < len(items) and not items[after].is_break and items[after].norm not in stops:
        after += 1
    return range(at, after)


@lru_cache(maxsize=8)
def _cue_phrases(language: Language) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Cues by their first word, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for effect, phrases in (
        ("tolerance", language.tolerance),
        ("needless", language.needless),
        ("soft", language.soft),
        ("insistence", language.insistent),
        ("everything", language.everything),
    ):
        for phrase in phrases:
            words = tuple(phrase.split())
            found.setdefault(words[0], []).append((words, effect))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return found


def _stands_at(items: Sequence[Item], at: int, words: tuple[str, ...]) -> bool:
    return at + len(words) <= len(items) and all(items[at + k].norm == word for k, word in enumerate(words))
