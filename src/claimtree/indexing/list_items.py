"""Reads items of a list of things that exist: "Wifi", "Free washer – In unit", "Coffee maker:
Nespresso".

An item is not a sentence, and is not read like one: it names its *head*, the last word in English
("hot water kettle" is a kettle and not hot water) and the first in Indonesian ("kolam renang
pribadi"). A concept counts only if its words include the head. Text after a dash or in brackets
qualifies the item, and is part of its wording: a washer in the unit differs from a washer in the
building. Text after a colon lists more items: "clothing storage: closet". An item that no word list
has becomes a claim in its own words. One with a number or a "no" in it is read like prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from claimtree.languages import language, language_of
from claimtree.languages.normalise import singular, tokenize
from claimtree.model.claims import Claim, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Concept, FacetSpec, FieldSpec, Pack
from claimtree.ports import Reader

LONGEST_ITEM: Final = 10
"""Words; a longer item is a sentence."""
JOINED: Final = ", "
"""Separator of the items of a list that is shown."""
SHORTEST_NAME: Final = 3
"""Minimum length of a name beside a slash."""
MOST_KEPT: Final = 20_000
"""Maximum number of items whose reading is cached; a few hundred make up most lists."""
_QUALIFIER: Final = re.compile(r"\s+[-–—]\s+|\s*[–—]\s*|\s*\(|\)\s*|\s*,\s*")
_MORE: Final = re.compile(r"\s*:\s+")
_BETWEEN: Final = re.compile(r"\s*,\s*(?:and |dan |& )?|\s+(?:and|dan|&)\s+|\s*/\s*")
_LINKS: Final = frozenset(
    {"in", "on", "at", "of", "off", "with", "for", "from", "near", "before", "during", "to", "by"}
    | {"di", "ke", "dengan", "untuk", "dari", "dekat"}
)
"""After these words comes what is said of the thing and not its name: "lock on bedroom door" is a
lock.
"""
_OFF: Final = frozenset({("off", "premise"), ("off", "site")})
"""Items outside the home keep their own words: a garage off the premises is not the home's."""
_SLIGHT: Final = frozenset({"paid", "complimentary", "extra", "standard", "basic"})
"""Words that may precede a name without changing the thing, in addition to a language's narrowing
words.
"""
_ELSEWHERE: Final = frozenset({"outdoor", "indoor", "indoors", "inside"})
"""Narrowing words that do change the thing: an outdoor kitchen is not the home's kitchen."""

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReading:
    """The claims of an item, or of all items of a list."""

    claims: tuple[Claim, ...] = ()
    own_words: tuple[Claim, ...] = ()
    """Items that say more than the concepts they name, as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Saying:
    """The concept that words of a pack stand for."""

    concept: Concept
    negated: bool = False


class ItemReader:
    """Reads lists with the words of a pack."""

    def __init__(self, pack: Pack, reader: Reader) -> None:
        self._pack = pack
        self._reader = reader
        spoken = language_of(pack)
        self._small = spoken.fillers | spoken.ands
        self._negations = spoken.negations
        self._slight = (spoken.narrowing | _SLIGHT) - _ELSEWHERE
        self._kept: dict[tuple[str, str, LevelName], ItemReading] = {}

    def read(self, items: Sequence[str], spec: FieldSpec, about: Entity, source: str) -> ItemReading:
        """Returns the claims of all items of a list about an entity, each with the item as its
        quote.
        """
        claims: list[Claim] = []
        own: list[Claim] = []
        start = 0
        for item in items:
            reading = self._one(item, spec, about)
            # The position in the list as shown, so that claims about one item are not attached to
            # another.
            end = start + len(item)
            for found, kept in ((reading.claims, claims), (reading.own_words, own)):
                kept += [replace(claim, quote=item, source=source, start=start, end=end) for claim in found]
            start = end + len(JOINED)
        return ItemReading(claims=tuple(claims), own_words=tuple(own))

    def _one(self, item: str, spec: FieldSpec, about: Entity) -> ItemReading:
        key = item, spec.name, about.level
        found = self._kept.get(key) if about.facet is None else None
        if found is None:
            found = self._read(item, spec, about)
            if about.facet is None and len(self._kept) < MOST_KEPT:
                self._kept[key] = found
        return found

    # --- words

    @cached_property
    def _facets(self) -> Mapping[_Words, FacetSpec]:
        return {
            self._words(saying): facet for facet in self._pack.facets.values() for saying in (facet.title, *facet.says)
        }

    @cached_property
    def _sayings(self) -> Mapping[_Words, _Saying]:
        """The wordings of every concept without an amount, as items are compared. Computed lazily:
        there are thousands, and most files have no list.
        """
        found: dict[_Words, _Saying] = {}
        concepts = self._pack.concepts.values()
        named = ((concept, (concept.pattern_of(),), False) for concept in concepts)
        wording = ((concept, (*concept.says, *concept.document_only), False) for concept in concepts)
        denied = ((concept, concept.denies, True) for concept in concepts)
        # The name of a concept takes precedence over the same words among those of another.
        for concept, sayings, negated in (*named, *wording, *denied):
            for saying in sayings:
                words = self._words(saying)
                if words and "_" not in saying:
                    found.setdefault(words, _Saying(concept=concept, negated=negated))
        return found

    def _words(self, text: str) -> _Words:
        """Returns the words as word lists are compared, without small words: "washer in the unit"
        is "washer in unit".
        """
        words = (singular(token.norm) for token in tokenize(text) if token.norm[0].isalnum() or token.norm == "/")
        return tuple(word for word in words if word not in self._small)

    def _heads(self, words: _Words) -> set[int]:
        """Returns the possible positions of the head; with two languages it may be at either end."""
        end = _name_end(words)
        return {0 if language(code).modifiers_follow else end - 1 for code in self._pack.languages}

    def _match(self, words: _Words, heads: set[int]) -> tuple[int, int] | None:
        """Returns the longest known wording that includes the head; of equals the first."""
        spans = (
            (i, j)
            for i in range(len(words))
            for j in range(len(words), i, -1)
            if any(i <= head < j for head in heads) and words[i:j] in self._sayings
        )
        return max(spans, key=lambda span: (span[1] - span[0], -span[0]), default=None)

    # --- one item

    def _read(self, item: str, spec: FieldSpec, about: Entity, *, alone: bool = True) -> ItemReading:
        """Returns the claims of one item; `alone` is False for items after another one's colon."""
        values = {self._words(word): concept for word, concept in spec.values.items()}
        main, *rest = _MORE.split(item, maxsplit=1)
        base, *qualifiers = [part for part in _QUALIFIER.split(main) if part] or [main]
        words = self._words(base)
        if not words:
            return ItemReading()
        if len(words) > LONGEST_ITEM or any(word in self._negations for word in words):
            return self._as_prose(item, about)
        more = [part for one in rest for part in _BETWEEN.split(one) if part]
        readings = [self._read(part, spec, about, alone=False) for part in more]
        tail = self._words(" ".join(qualifiers))
        known = next((values[wording] for wording in (words + tail, words) if wording in values), None)
        if known is not None:
            concept = self._pack.concepts.get(known)
            claims = [self._of_concept(concept, about) if concept else self._in_own_words(base, spec, about)]
        else:
            claims = list(self._named(base, words, tail, spec, about))
            if not alone:
                # "Fireplace: electric" does not say who pays for power.
                claims = [claim for claim in claims if not claim.negated] or [self._in_own_words(base, spec, about)]
        plain = not tail and (claims[0].concept is None or self._says_all(words))
        own = [] if plain else [self._in_own_words(main, spec, about, all_words=True)]
        if any(word[0].isdigit() for word in words + tail):
            # Numbers are read by the grammar of amounts: "2 parking spaces".
            claims += [claim for claim in self._as_prose(item, about).claims if claim.amounts and claim.concept]
        return ItemReading(
            claims=(*claims, *(claim for one in readings for claim in one.claims)),
            own_words=(*own, *(claim for one in readings for claim in one.own_words)),
        )

    def _named(self, base: str, words: _Words, tail: _Words, spec: FieldSpec, about: Entity) -> Iterator[Claim]:
        """Yields the claims that an item names: all joined things if each is known by itself, else
        the one at its head.
        """
        parts = [self._words(part) for part in _BETWEEN.split(base) if part]
        if len(parts) > 1 and words not in self._sayings and all(map(self._says_all, parts)):
            yield from (found for part in parts if (found := self._known(part, tail, about)) is not None)
            return
        if not _OFF.isdisjoint(zip(words + tail, (words + tail)[1:], strict=False)):
            yield self._in_own_words(base, spec, about, all_words=True)
            return
        names = [base] if words in self._sayings else _alternative_names(base)
        for name in names:
            yield self._known(self._words(name), tail, about) or self._in_own_words(name, spec, about)

    def _known(self, words: _Words, tail: _Words, about: Entity) -> Claim | None:
        """Returns the claim of the concept or part that words name by their head, with their
        qualifiers if known.
        """
        answers = self._pack.hierarchy.answers
        slight = next((i for i, word in enumerate(words) if word not in self._slight), 0)
        for wording in (words, words if words in self._sayings else words[slight:]):
            facet = self._facets.get(wording) if about.level == answers else None
            if facet is not None and wording not in self._sayings:
                return self._of_facet(facet)
        if "or" in words or "atau" in words:
            return None if words not in self._sayings else self._of_saying(self._sayings[words], about)
        heads = self._heads(words)
        for wording in dict.fromkeys((words + tail, words)):
            span = self._match(wording, heads)
            if span is None:
                continue
            saying = self._sayings[wording[span[0] : span[1]]]
            is_whole = span[0] <= slight and span[1] >= _name_end(words)
            if is_whole or self._holds_in_part(saying, about):
                return self._of_saying(saying, about)
        return None

    def _holds_in_part(self, saying: _Saying, about: Entity) -> bool:
        """True if the head alone suffices for a concept. Denied, measured or surrounding concepts
        need all their words: a theme room is not a count of rooms.
        """
        depth = self._pack.hierarchy.depth
        around = depth[saying.concept.levels[0]] < depth[about.level]
        return not (saying.negated or around or saying.concept.amount is not None)

    def _says_all(self, words: _Words) -> bool:
        """True if an item consists of known words only."""
        return words in self._sayings or words in self._facets

    def _as_prose(self, item: str, about: Entity) -> ItemReading:
        reading = self._reader.read_document(item, about=about, source="")
        claims = tuple([replace(claim, unsure=False) for claim in reading.claims])  # an item needs no words around it
        return ItemReading(claims=claims, own_words=tuple(reading.passages))

    # --- claims

    def _of_saying(self, saying: _Saying, about: Entity) -> Claim:
        claim = self._of_concept(saying.concept, about)
        if not saying.negated:
            return claim
        return replace(claim, text=saying.concept.denied(claim.text), negated=True)

    def _of_concept(self, concept: Concept, about: Entity) -> Claim:
        level, facet = about.level, about.facet
        part = self._pack.facets[concept.facet] if concept.facet is not None else None
        if part is not None and concept.levels[0] == part.level and level == self._pack.hierarchy.answers:
            level, facet = part.level, part.name
        title = self._pack.facets[facet].title if facet is not None else None
        pattern = concept.pattern_of(title)
        return Claim(
            text=pattern,
            pattern=pattern,
            type=concept.type_at.get(level, concept.type),
            level=level,
            quote="",
            facet=facet,
            concept=concept.id,
            why=notice(NoticeCode.READ_AS_LIST_ITEM),
        )

    def _of_facet(self, facet: FacetSpec) -> Claim:
        return Claim(
            text=facet.title,
            pattern=facet.title,
            type=facet.type,
            level=facet.level,
            quote="",
            facet=facet.name,
            concept=facet.presence,
            why=notice(NoticeCode.READ_AS_LIST_ITEM),
        )

    def _in_own_words(self, text: str, spec: FieldSpec, about: Entity, *, all_words: bool = False) -> Claim:
        """Returns an item as it is written; unless `all_words`, without leading words that do not
        change the thing.
        """
        assert spec.items is not None
        words = [token.norm for token in tokenize(text) if token.norm[0].isalnum()]
        slight = next((i for i, word in enumerate(words) if word not in self._slight), 0)
        wording = " ".join(words if all_words else words[slight:])
        return Claim(
            text=wording,
            pattern=wording,
            type=spec.items,
            level=about.level,
            quote="",
            facet=about.facet,
            why=notice(NoticeCode.READ_AS_OWN_LIST_ITEM),
        )


def _alternative_names(base: str) -> list[str]:
    """Returns the names of a thing that has several ("playpen/travel crib"); "A/C" is one."""
    names = base.split("/")
    return names if all(len(name.strip()) >= SHORTEST_NAME for name in names) else [base]


def _name_end(words: _Words) -> int:
    """Returns the position where the name of a thing ends and its description begins."""
    return next((i for i, word in enumerate(words) if i and word in _LINKS), len(words))
