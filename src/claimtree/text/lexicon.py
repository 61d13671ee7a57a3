"""The lexicon of a pack: a trie of all its sayings (the wordings it knows); the longest match wins.

Sayings are matched on folded words ("Windows" is "window"). Filler words and colons inside a saying
are skipped ("Facing: west" matches "facing west"), "_" matches an amount, and a negation inside a
saying is counted instead of ending the match ("heat is not included" matches "heat included",
denied).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from claimtree.languages import Language
from claimtree.languages.normalise import singular, tokenize
from claimtree.model.amounts import TIMES, Amount, AmountKind, Op
from claimtree.model.claims import LevelName, Name
from claimtree.model.pack import AmountSpec, Concept, FacetSpec, NameKind, Pack
from claimtree.model.phrases import SLOT
from claimtree.model.places import WhereRelation
from claimtree.model.units import in_unit
from claimtree.text.amounts import AmountMention, DateFault

_MOST_SKIPPED = 6
"""Maximum number of consecutive filler words inside a saying; more mean another sentence, or no
prose at all."""

_PASSED_OVER = frozenset({":", "(", "/"})
"""Punctuation that a saying may continue across ("Facing: west", "extra deposit ($500)",
"washer/dryer in the basement")."""

_BARE_KINDS = frozenset({AmountKind.COUNT, AmountKind.FLOOR, AmountKind.RATIO, AmountKind.YEAR, AmountKind.MONEY})


@lru_cache(maxsize=1 << 15)
def spell(words: str) -> tuple[str, ...]:
    """Returns the folded words that a saying is matched by, with "_" for an amount. Cached: readers
    ask for each twice.

    >>> spell("pet-friendly buildings"), spell("_ bedrooms")
    (('pet', 'friendly', 'building'), ('_', 'bedroom'))
    """
    if SLOT not in words:
        return _spelled(words)
    first, *others = words.split(SLOT)
    found = _spelled(first)
    for piece in others:
        found += (SLOT, *_spelled(piece))
    return found


def _spelled(piece: str) -> tuple[str, ...]:
    # Fast path: most sayings are plain words, and tokenizing each would double the startup time of
    # a search.
    plain = piece.replace("-", " ") if "-" in piece else piece
    split = plain.split()
    if plain.isascii() and "".join(split).isalpha():
        return tuple([singular(word) for word in plain.lower().split()])
    return tuple([singular(token.norm) for token in tokenize(piece)])


@lru_cache(maxsize=1 << 13)
def _is_sign(norm: str) -> bool:
    """True for punctuation; cached, since it is asked many times of every word."""
    return not (norm[:1].isalnum() or any(c.isalnum() or c in "$€£%&+" for c in norm))


class Item(NamedTuple):
    """A word, a punctuation mark or an amount of the text, with its position."""

    word: str
    """Folded; SLOT for an amount."""
    norm: str
    """Lower-cased, as written."""
    start: int
    end: int
    mention: AmountMention | None = None
    """The amount at this position, if there is one."""
    words: tuple[str, ...] = ()
    """The folded words of an amount, for sayings that spell it out ("opens with one
    screwdriver")."""
    fault: DateFault | None = None
    """Why the words here, which have the form of a date, are none."""

    @property
    def amount(self) -> Amount | None:
        return self.mention.amount if self.mention else None

    @property
    def bare(self) -> bool:
        """True for a number without a unit: what it counts depends on the words beside it."""
        return self.mention is not None and not self.mention.has_unit

    @property
    def is_break(self) -> bool:
        """True for punctuation, which ends a clause."""
        return self.mention is None and _is_sign(self.norm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """The meaning of a wording: a concept, a part, a name or a level's noun."""

    concept: Concept | None = None
    facet: FacetSpec | None = None
    name: Name | None = None
    name_kind: NameKind | None = None
    noun: LevelName | None = None
    denied: bool = False
    value: float | None = None
    """The amount that the words state without a number ("studio")."""
    limits: bool = False
    """A plain amount stated with it is an upper limit."""
    ignored: bool = False
    compared_by: tuple[str, ...] = ()
    """The amount must be compared with these words, which are a part of it ("taller than _")."""

    @property
    def amount(self) -> AmountSpec | None:
        """The specification of the amount that may be stated with it."""
        if self.name_kind is not None:
            return self.name_kind.amount
        return self.concept.amount if self.concept is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two names that make one wish ("between Union Square and Grand Central")."""

    relation: WhereRelation
    names: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A saying found in the text."""

    sayings: tuple[Saying, ...]
    """More than one if the same words have different meanings at different levels."""
    first: int
    after: int
    """The match covers items first…after-1."""
    negations: int
    """Number of negation words inside it."""
    amount: int | None = None
    """Index of the item that filled the slot."""
    unlisted: bool = False
    """True for a name that no list contains."""
    pair: Pair | None = None
    """Set if the match is a pair of names."""


class NamedPart(NamedTuple):
    """A part, and the item after its name."""

    facet: FacetSpec
    after: int


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    sayings: list[Saying] = field(default_factory=list)


class _Beginnings(dict[str, _Node]):
    """The trie's first level. The subtree of a first word is built lazily when the word is first
    looked up: a query has a dozen of the thousands that a pack knows. Thread-safe once the last
    saying is added."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[str, list[tuple[tuple[str, ...], Saying]]] = {}
        self._lock = Lock()

    def add(self, words: tuple[str, ...], saying: Saying) -> None:
        node = super().get(words[0])
        if node is not None:
            _put(node, words, saying)
        elif (waiting := self._waiting.get(words[0])) is not None:
            waiting.append((words, saying))
        else:
            self._waiting[words[0]] = [(words, saying)]

    def __contains__(self, word: object) -> bool:
        return word in self._waiting or super().__contains__(word)

    def __bool__(self) -> bool:
        return bool(self._waiting) or len(self) > 0

    def get(self, word: str, default: Any = None) -> Any:
        if word in self._waiting:
            with self._lock:
                # Another thread may have built it first. A node is published only when it is
                # complete; until then the word stays in `_waiting`.
                if word in self._waiting:
                    node = _Node()
                    for words, saying in self._waiting[word]:
                        _put(node, words, saying)
                    self[word] = node
                    del self._waiting[word]
        return super().get(word, default)


def _put(node: _Node, words: tuple[str, ...], saying: Saying) -> None:
    """Adds a saying below the node of its first word."""
    for word in words[1:]:
        child = node.children.get(word)
        if child is None:
            child = node.children[word] = _Node()
        node = child
    if saying not in node.sayings:
        node.sayings.append(saying)


class Lexicon:
    """All sayings of a pack, for queries or for listings."""

    def __init__(self, pack: Pack, language: Language, *, query: bool, names: Iterable[Name] = ()) -> None:
        self._language = language
        self._comparisons = _comparisons(language)
        self._beginnings = _Beginnings()
        self._root = _Node(children=self._beginnings)
        kinds = pack.places.kinds.values() if query and pack.places is not None else ()
        self._place_concepts = frozenset(kind.concept for kind in kinds)
        for concept in pack.concepts.values():
            stated = Saying(concept=concept)
            for words in (*concept.says, *(concept.query_only if query else concept.document_only)):
                self._add(words, stated)
                self._add_comparison(words, stated)
            for words in concept.at_most if query else ():
                self._add(words, Saying(concept=concept, limits=True))
            for words in concept.denies:
                self._add(words, Saying(concept=concept, denied=True))
            for words, value in concept.fixed.items():
                self._add(words, Saying(concept=concept, value=value))
        for facet in pack.facets.values() if query or pack.reading.parts_in_text else ():
            for words in facet.says:
                self._add(words, Saying(facet=facet))
        for level, nouns in pack.nouns.items():
            for words in nouns:
                self._add(words, Saying(noun=level))
        self._add_names(pack, names, query=query)
        if query:
            self._add_nearness(pack)
            for words in pack.ignored:
                self._add(words, Saying(ignored=True))

    def longest(self, items: Sequence[Item], at: int) -> Match | None:
        """Returns the longest saying that starts at this item; None if there is none."""
        if at < len(items) and self._begins_nothing(items[at]):
            return None
        best: Match | None = None
        # Each step: (node, next item, negations inside, amount item, how many items were just skipped).
        waiting: list[tuple[_Node, int, int, int | None, int]] = [(self._root, at, 0, None, 0)]
        seen: set[tuple[int, int, int, int | None]] = set()
        while waiting:
            node, i, negations, slot, skipped = waiting.pop()
            if skipped > _MOST_SKIPPED or (id(node), i, negations, slot) in seen:
                continue
            seen.add((id(node), i, negations, slot))
            # "rumah jangan yang ..." (a house, but not one that ...): what is denied comes after
            leads_on = negations and i and items[i - 1].norm in self._language.relatives
            if node.sayings and not skipped and not leads_on and (best is None or i > best.after):
                sayings = _that_take(node.sayings, items[slot] if slot is not None else None)
                if negations:  # "Medan selain Belawan" (Medan except Belawan) is not one place name
                    sayings = tuple(saying for saying in sayings if saying.name is None)
                if sayings and not (slot == i - 1 and self._leads_on(items, i, sayings)):
                    best = Match(sayings=sayings, first=at, after=i, negations=negations, amount=slot)
            if i >= len(items) or not node.children:
                continue
            item = items[i]
            if item.mention is not None:
                child = node.children.get(SLOT)
                if child is not None and slot is None:
                    waiting.append((child, i + 1, negations, i, 0))
                spelled_out = _follow(node, item.words)
                if spelled_out is not None:
                    waiting.append((spelled_out, i + 1, negations, slot, 0))
                continue
            child = node.children.get(item.norm) or node.children.get(item.word)
            if child is not None:
                waiting.append((child, i + 1, negations, slot, 0))
            if node is self._root:
                continue
            if item.norm in self._language.fillers or item.norm in _PASSED_OVER:
                waiting.append((node, i + 1, negations, slot, skipped + 1))
            elif child is None and item.norm in self._language.negations and negations < 2:
                waiting.append((node, i + 1, negations + 1, slot, skipped + 1))
        return best

    def _leads_on(self, items: Sequence[Item], after: int, sayings: Sequence[Saying]) -> bool:
        """True if the distance belongs to what follows ("a gym within 300 m of a park")."""
        concept = sayings[0].concept
        leads = after < len(items) and items[after].norm in self._language.towards | self._language.of
        return leads and concept is not None and concept.id in self._place_concepts

    def cuts_name(self, items: Sequence[Item], match: Match) -> bool:
        """True if a place saying of a query ends inside a name that begins in it ("near park" in
        "near Park Slope")."""
        concept = match.sayings[0].concept
        if concept is None or concept.id not in self._place_concepts:
            return False
        for at in range(match.first + 1, match.after):
            longer = self.longest(items, at)
            if longer is not None and longer.after > match.after and longer.sayings[0].name is not None:
                return True
        return False

    def _begins_nothing(self, item: Item) -> bool:
        """True if no saying starts with the item; a fast path, since that holds for most words of a
        listing."""
        children = self._root.children
        return item.mention is None and item.word not in children and item.norm not in children

    def exact(self, items: Sequence[Item]) -> tuple[Saying, ...]:
        """Returns the meanings of exactly these items; empty if none. Used for shared heads ("south
        or west facing")."""
        spelled_out = [word for item in items for word in (item.words if item.bare else (item.word,))]
        named = _follow(self._root, spelled_out)
        if named is not None and named.sayings and named.sayings[0].name is not None:
            return tuple(named.sayings)  # "the 2 or 3 train": a name, not a number of trains
        node = self._root
        slot: Item | None = None
        for item in items:
            child = node.children.get(item.norm) or node.children.get(item.word)
            if child is None:
                return ()
            slot = item if item.amount is not None else slot
            node = child
        return _that_take(node.sayings, slot)

    def part_at(self, items: Sequence[Item], at: int) -> NamedPart | None:
        """Returns the part whose name begins here, even inside a longer saying."""
        node = self._root
        found: NamedPart | None = None
        for i in range(at, len(items)):
            child = node.children.get(items[i].word)
            if child is None:
                break
            node = child
            facet = next((saying.facet for saying in node.sayings if saying.facet), None)
            found = NamedPart(facet, i + 1) if facet is not None else found
        return found

    def level_at(self, items: Sequence[Item], at: int) -> LevelName | None:
        """Returns the level whose noun stands here (the area for "neighborhood")."""
        node = self._root.children.get(items[at].word)
        return next((saying.noun for saying in node.sayings if saying.noun), None) if node is not None else None

    def _add(self, words: str, saying: Saying) -> None:
        self._insert(spell(words), saying)

    def _add_comparison(self, words: str, saying: Saying) -> None:
        """Adds a saying that is only a comparison of its amount ("taller than _"): the words are read
        as a part of the amount, so that they are looked for there."""
        *lead, slot = spell(words) or ("",)
        if slot == SLOT and tuple(lead) in self._comparisons:
            self._insert((SLOT,), replace(saying, compared_by=tuple(lead)))

    def _insert(self, words: tuple[str, ...], saying: Saying) -> None:
        if words:
            self._beginnings.add(words, saying)

    def _add_nearness(self, pack: Pack) -> None:
        """Adds each kind of place with every word of nearness and with a distance, if the pack
        lists it with one of them.

        A pack that lists "near gym", but not "gym", which may be in the building, also matches
        "steps from a gym".
        """
        if pack.places is None:
            return
        leads = {spell(words) for words in pack.places.near if words}
        off = {(SLOT, word) for word in self._language.towards | self._language.of}
        for kind in pack.places.kinds.values():
            concept = pack.concepts[kind.concept]
            stated = {spell(words) for words in concept.says}
            bare = {
                rest for words in stated for lead in leads if (rest := words[len(lead) :]) and words == (*lead, *rest)
            }
            saying = Saying(concept=concept)
            for rest in bare - stated:
                for lead in leads | off if concept.amount is not None else leads:
                    self._insert((*lead, *rest), saying)
                known = _follow(self._root, rest)
                # "a gym within 300 m"; but "jalan 6 meter" (road, 6 metres) is the width of the
                # road.
                if concept.amount is not None and not (known and any(one.noun for one in known.sayings)):
                    self._insert((*rest, SLOT), saying)

    def _add_names(self, pack: Pack, names: Iterable[Name], *, query: bool) -> None:
        """Adds names and aliases; in a query also with the wording of their kind, so that "made by"
        is no wish of its own."""
        stated = [
            (words, Saying(name=Name(kind=kind.name, text=text), name_kind=kind))
            for kind in pack.names.values()
            for text, aliases in kind.entries.items()
            for words in (text, *aliases, self._language.place_spellings.in_english_order(text))
            if words
        ]
        for name in names:
            known = pack.names.get(name.kind)
            if known is not None and name.text not in known.entries:
                stated.append((name.text, Saying(name=name, name_kind=known)))
        for words, saying in stated:
            if len(words) > 2 and words[1] == " " and words[0].casefold() in self._language.articles:
                continue  # "near a train" means any train; the A train is found by its other names
            self._add(words, saying)
            if query and saying.name_kind is not None:
                full_wording = saying.name_kind.wording.replace("{name}", words)
                small = [word for word in saying.name_kind.wording.split() if word not in self._language.fillers]
                for wording in {full_wording, " ".join(small).replace("{name}", words)}:
                    self._add(wording, saying)


def _comparisons(language: Language) -> frozenset[tuple[str, ...]]:
    """Returns the wordings of several words that compare an amount ("taller than"), folded."""
    amounts = language.amounts
    return frozenset(
        tuple(map(singular, words))
        for table in (amounts.before, amounts.year_before, amounts.age_before)
        for words, op in table.items()
        if op in (Op.GT, Op.LT) and len(words) > 1
    )


def _follow(node: _Node, words: Iterable[str]) -> _Node | None:
    found: _Node | None = None
    for word in words:
        found = node.children.get(word)
        if found is None:
            return None
        node = found
    return found


def _that_take(sayings: Iterable[Saying], slot: Item | None) -> tuple[Saying, ...]:
    """Returns the sayings that can take this amount: a rent takes money, a bedroom count a bare
    number."""
    if slot is None:
        return tuple(sayings)
    return tuple(
        saying
        for saying in sayings
        if (saying.concept is None or takes(saying.concept.amount, slot))
        and (not saying.compared_by or _is_compared_by(slot, saying.compared_by))
    )


def _is_compared_by(slot: Item, wording: tuple[str, ...]) -> bool:
    """True if the words are among those of the amount ("taller than" in "not taller than 50 cm")."""
    size = len(wording)
    return any(slot.words[k : k + size] == wording for k in range(len(slot.words) - size + 1))


def takes(spec: AmountSpec | None, item: Item, *, plausible: bool = True) -> bool:
    """True if the amount fits the specification: a plausible value of the same kind and unit, or a
    bare number."""
    amount = item.amount
    if spec is None or amount is None:
        return False
    if item.bare:
        # Nothing tells the unit, so the concept has to be of a kind that is commonly stated without
        # one.
        ends = [end for end in (amount.low, amount.high) if math.isfinite(end)]
        return spec.kind in _BARE_KINDS and all(spec.least <= end <= spec.most for end in ends)
    if spec.kind in TIMES and amount.kind in TIMES:
        years = amount.counted_as(AmountKind.YEAR)
        return years is not None and (not plausible or (years.high >= spec.least and years.low <= spec.most))
    stated = in_unit(amount, spec.unit) or amount
    if plausible and (stated.high < spec.least or stated.low > spec.most):
        return False
    if spec.kind is AmountKind.DISTANCE and amount.kind is AmountKind.DURATION:
        return amount.unit == "minute"
    return amount.kind == spec.kind and (
        not amount.unit or stated.unit == spec.unit or spec.unit.startswith(amount.unit + "/")
    )
