"""Negation: how far each denial reaches."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from claimtree.text.language import Language
from claimtree.text.lexicon import Item

SENTENCE_ENDS = frozenset({".", "!", "?", ";", "\n", "•", "·", "*", "|"})

REACH = 7
"""How many words, fillers aside, a negation reaches over."""
FARTHEST = 60
"""How many items a list may have: one without an end must not be walked again for every word."""
_BEFORE_ANSWERS = frozenset({":", "-", "–", "?", "="})


def is_denied(
    items: Sequence[Item],
    first: int,
    after: int,
    language: Language,
    known: Mapping[int, int] | None = None,
    colours: Container[int] = (),
) -> bool:
    """Whether a negation outside the words first…after-1 reaches them: before them in the clause, or right after.

    `known` says which mention an item belongs to: a negation that has one to deny reaches no further than its list,
    save over words that only colour what follows.
    """
    known = known or {}
    listed = _list_goes_on(items, after, language, known)
    before = _denied_before(items, first, language, known, colours, listed=listed)
    return before != _denied_after(items, after, language, known)


def _denied_before(
    items: Sequence[Item],
    first: int,
    language: Language,
    known: Mapping[int, int],
    colours: Container[int],
    *,
    listed: bool,
) -> bool:
    steps = strangers = unknown = 0
    element = {known[first]} if first in known else set()
    for i in range(first - 1, max(-1, first - 1 - FARTHEST), -1):
        item = items[i]
        if item.norm in language.negations and i in known:
            # The "no" of "no fee 1 bed" belongs to the fee.
            return False
        if item.norm in language.negations:
            follower = items[i + 1].norm if i + 1 < len(items) else ""
            if follower in language.not_denials and i + 1 != first:
                return False
            if unknown and not listed and _is_something_else(items, first, language):
                return False
            if item.norm in language.numbering and items[i + 1].mention is not None:
                return False  # "Jl. Sudirman no 45"
            if item.norm in language.close_negations and (
                items[i + 1].is_break or not (listed or element <= {known.get(first)})
            ):
                # "bisa KPR gak, rumah …" only asks; "tidak ramai di Medan Barat" is there.
                return False
            return not is_turned_round(items, i, language)
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
            # "no pets quiet building" denies the pets; "no large dogs" denies the dogs too.
            head = item.norm in language.relatives or items[i + 1].norm in language.relatives
            if not listed and not head and (strangers or i not in colours):
                return False
        elif item.norm in SENTENCE_ENDS or item.norm in language.negation_stops or steps > REACH or item.is_break:
            return False
        else:
            strangers += 1
            unknown += item.norm not in language.stopwords and item.norm not in language.whereabouts
    return False


def _is_something_else(items: Sequence[Item], first: int, language: Language) -> bool:
    """Whether words that nobody knows, between a negation and this, took the negation for themselves: "no basement near
    the subway". In English they may describe what follows, "no terribly loud bars", but not a place or a number."""
    here = items[first]
    return (
        language.adjectives_follow
        or here.mention is not None
        or here.norm in language.whereabouts
        or here.norm in language.prepositions
    )


def is_turned_round(items: Sequence[Item], at: int, language: Language) -> bool:
    """ "not without a balcony", "avoid places with no laundry": another one before denies the denial."""
    nearest = range(at - 1, max(-1, at - 1 - FARTHEST), -1)
    before = next((items[j] for j in nearest if items[j].norm not in language.fillers), None)
    if before is not None and before.norm in language.negations:
        return True
    for j in range(at - 1, max(-1, at - 1 - REACH), -1):
        if items[j].is_break or items[j].norm in language.buts or items[j].norm in language.ands:
            return False
        if items[j].norm in language.refusals:
            return True
    return False


def _refused(items: Sequence[Item], at: int, language: Language, known: Mapping[int, int]) -> bool:
    """Whether the "and" here joins things that one verb refuses: "avoid bars and clubs"."""
    farthest = at - REACH
    for j in range(at - 1, max(-1, at - 1 - FARTHEST), -1):
        if j < farthest:
            return False
        if items[j].norm in language.refusals:
            return True
        if items[j].is_break or not (j in known or items[j].norm in language.fillers):
            if items[j].norm not in language.ands:
                return False
            farthest = j - REACH
    return False


def _list_goes_on(items: Sequence[Item], after: int, language: Language, known: Mapping[int, int]) -> bool:
    """Whether an "or" closes the list that these words stand in: the clubs of "bars, clubs or construction".

    Each element is one mention: in "no dogs, quiet street, south or west" the list of what is denied is over at once.
    """
    begun = False
    element: set[int] = set()
    for i in range(after, min(len(items), after + FARTHEST)):
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
    while i + 1 < min(len(items), after + REACH) and items[i].norm in joins and i + 1 in known:
        mention = known[i + 1]
        i += 1
        while known.get(i) == mention:
            i += 1
        if items[i - 1].norm in language.trailing_verbs or items[i - 1].norm in language.trailing_denials:
            # The last one holds the denial in itself: "parties not allowed" is a saying.
            inside = [item.norm for item in items[i - 3 : i]]
            return any(norm in language.trailing_denials for norm in inside)
    i = _past_small_words(items, i, language)
    if (i < len(items) and items[i].norm in language.undone) or _is_not_yet(items, i, language):
        return True
    if i >= len(items) or items[i].norm not in language.trailing_denials:
        return False
    return _is_over(items, i + 1, language) or items[i + 1].norm in language.trailing_verbs


def _past_small_words(items: Sequence[Item], i: int, language: Language) -> int:
    """The first item from here on that is no filler, no mark before an answer and no regret: "dogs, sadly, not"."""
    while i < len(items):
        aside = i
        while aside < min(len(items), i + REACH) and (
            items[aside].norm == "," or items[aside].norm in language.fillers
        ):
            aside += 1
        if aside < len(items) and items[aside].norm in language.regrets:
            i = aside + 1 + (aside + 1 < len(items) and items[aside + 1].norm == ",")
        elif items[i].norm in language.fillers or items[i].norm in _BEFORE_ANSWERS:
            i += 1
        else:
            break
    return i


def _is_not_yet(items: Sequence[Item], i: int, language: Language) -> bool:
    """ "PDAM belum", "PDAM belum masuk"."""
    if i >= len(items) or items[i].norm not in language.not_yet:
        return False
    with_verb = i + 1 < len(items) and items[i + 1].norm in language.yet_verbs
    return _is_over(items, i + 1 + with_verb, language)


def _is_over(items: Sequence[Item], i: int, language: Language) -> bool:
    """Whether the statement ends before this item."""
    return i >= len(items) or items[i].is_break or items[i].norm in language.denial_ends
