"""The facts of a tree for questions: who is whose kin, what happened when, and the lines that say so.

Made once of a tree and never changed. Of people who may be living only the links are kept, unless
they are to be shown: no name finds them, and nothing that happened to them is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from claimtree.answering.grammar_base import Vocabulary
from claimtree.answering.people_names import PeopleNames, plain_words, words_of
from claimtree.answering.place_agreement import excludes, parts_of
from claimtree.family_trees.life_years import shown_life
from claimtree.family_trees.links import family_roles, kin_graph, parents_of
from claimtree.family_trees.living import MASKED, masked
from claimtree.family_trees.tree import CitedSource, Event, Evidence, Family, Person, place_parts
from claimtree.kinship.graph import KIND_ORDER, KinGraph, ParentKind, Sex

MARRIAGE: Final = "marriage"
_MEANT: Final[Mapping[str, tuple[str, ...]]] = {
    # Whoever was counted in a place lived there.
    "residence": ("residence", "census"),
    # Files call the same rite by either name.
    "christening": ("christening", "baptism"),
    "baptism": ("christening", "baptism"),
}
"""Kinds of events of which a question about one kind asks."""
_KINDS_OF_PLACES: Final = frozenset(
    {"cemetery", "churchyard", "graveyard", "county", "co", "township", "twp", "parish"}
)
_COMMON_PLACE_WORDS: Final = frozenset({"the", "near", "of", "and", "tree", "war"})


class KinLink(NamedTuple):
    """A link to a parent, a child or a partner."""

    to: str
    kind: ParentKind
    evidence: tuple[Evidence, ...]
    family: str = ""
    married: bool | None = None
    """Of partners: False where the file says that they are not; None where it does not say."""


class KnownEvent(NamedTuple):
    """An event of a person, or of a family of theirs."""

    event: Event
    partner: str = ""
    """The other one of a couple."""


class FamilyIndex:
    """What questions are answered from."""

    def __init__(
        self,
        people: Iterable[Person],
        families: Iterable[Family],
        *,
        name: str = "",
        file: str = "",
        living: Collection[str] = frozenset(),
        show_living: bool = False,
        source: Callable[[str], CitedSource | None] = lambda id: None,
    ) -> None:
        """`source` gives the record of a source that is cited; without it, sources have no titles."""
        hidden = frozenset[str]() if show_living else frozenset(living)
        self.hidden: Final = hidden
        self.living: Final = frozenset(living)
        self.tree: Final = name
        self.file: Final = file
        self.people: Final[Mapping[str, Person]] = {one.id: masked(one) if one.id in hidden else one for one in people}
        self.families: Final[Mapping[str, Family]] = {one.id: one for one in families}
        self.names: Final = PeopleNames(one for one in self.people.values() if one.id not in hidden)
        self.parents: Final[dict[str, list[KinLink]]] = {id: [] for id in self.people}
        self.children: Final[dict[str, list[KinLink]]] = {id: [] for id in self.people}
        self.partners: Final[dict[str, list[KinLink]]] = {id: [] for id in self.people}
        self._graph: KinGraph | None = None
        self._link()
        told = [event for one in self.people.values() for event in one.events]
        told += [event for one in self.families.values() for event in one.events]
        cited = {use.source for event in told for use in event.sources if use.source}
        found = ((id, source(id)) for id in sorted(cited))
        self.source_titles: Final = {id: one.title for id, one in found if one is not None and one.title.strip()}
        self._regions: Final[dict[tuple[str, ...], set[tuple[str, ...]]]] = {}
        """By a part of a place, or a word of one, the largest parts that it stands in somewhere in the tree."""
        self._learn_places()
        values = (one.value for person in self.people.values() for one in person.all("occupation"))
        titles = (one.value for person in self.people.values() for one in person.all("title"))
        known = [words_of(value) for value in titles if value.strip()]
        # "King of Norway" is a king, too.
        plain = (one[:1] for one in known if one[1:2] == ("of",))
        self._titles: Final = frozenset(" ".join(words) for words in (*known, *plain))
        self._trades: Final = frozenset(" ".join(words_of(value)) for value in values if value.strip())

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(
            is_name_word=self.names.is_word,
            is_name=lru_cache(maxsize=1 << 12)(self.names.is_called),
            is_place=lambda words: words in self._regions,
            is_surname=self.names.is_surname,
            is_trade=self._trades.__contains__,
            is_title=self._titles.__contains__,
        )

    @property
    def graph(self) -> KinGraph:
        """Who is related to whom, made when it is first asked for."""
        if self._graph is None:
            self._graph = kin_graph(
                self.people.values(), self.families.values(), tree=self.tree, file=self.file, hidden=self.hidden
            )
        return self._graph

    def node(self, id: str) -> str:
        """Returns the id of a person in the graph."""
        return f"{self.tree}:{id}"

    def shown(self, id: str) -> str:
        """Returns the name of a person as it is told."""
        return MASKED if id in self.hidden else " ".join(self.people[id].name.replace("_", " ").split())

    def years(self, id: str) -> str:
        """Returns the years of a life: "1819–1901", "b. about 1801"; empty where nothing is known."""
        return shown_life(self.people[id])

    def sex(self, id: str) -> Sex:
        return self.people[id].sex

    def by_marriage(self, name: str) -> tuple[str, ...]:
        """Returns those who are called so by the family name of a husband, which the tree need not have as theirs."""
        *given, surname = plain_words(name) or ("",)
        wives = self.names.holders(given)
        return tuple(
            id
            for id in wives
            if self.sex(id) is not Sex.MALE
            and any(
                link.married is not False and surname in words_of(self.people[link.to].names[0].surname)
                for link in self.partners[id]
                if self.people[link.to].names
            )
        )

    def is_exactly(self, id: str, name: str) -> bool:
        """True if a name of somebody has these words and no others."""
        return any(words_of(one.full) in (words_of(name), plain_words(name)) for one in self.people[id].names)

    def events(self, id: str, kind: str) -> Iterator[KnownEvent]:
        """Yields the events of a kind of a person, and of the families in which the person is a partner."""
        person = self.people[id]
        yield from (KnownEvent(one) for one in person.all(*_MEANT.get(kind, (kind,))))
        if id not in self.hidden:
            for link in self.partners[id]:
                family = self.families.get(link.family)
                yield from (KnownEvent(one, link.to) for one in (family.all(kind) if family is not None else ()))

    def _link(self) -> None:
        stated: dict[str, list[str]] = {}
        for person in self.people.values():
            for link in person.child_of:
                stated.setdefault(link.family, []).append(person.id)
        for family in self.families.values():
            partners = [one for one in family_roles(family) if one.person in self.people]
            said = family.unmarried
            denial = (said.type_evidence or said.evidence,) if said is not None else ()
            for at, one in enumerate(partners):
                for other in partners[at + 1 :]:
                    lines = (one.evidence, other.evidence, *denial)
                    for here, there in ((one, other), (other, one)):
                        partner = KinLink(there.person, ParentKind.BIRTH, lines, family.id, family.married)
                        self.partners[here.person].append(partner)
            named = (one.person for one in family.children)
            for id in dict.fromkeys((*named, *stated.get(family.id, ()))):
                if id in self.people:
                    self._link_child(self.people[id], family)

    def _link_child(self, child: Person, family: Family) -> None:
        links = list(parents_of(child, {family.id: family}))
        if not links:
            # Only the family names the child.
            line = next(one.evidence for one in family.children if one.person == child.id)
            for role in family_roles(family):
                self._parent(child.id, role.person, ParentKind.BIRTH, (role.evidence, line))
        for link in links:
            self._parent(child.id, link.parent, link.kind, link.evidence)

    def _parent(self, child: str, parent: str, kind: ParentKind, lines: tuple[Evidence, ...]) -> None:
        if parent not in self.people or parent == child:
            return
        for links, other in ((self.parents[child], parent), (self.children[parent], child)):
            link = KinLink(other, kind, lines)
            at = next((at for at, one in enumerate(links) if one.to == other), None)
            if at is None:
                links.append(link)
            elif KIND_ORDER[kind] < KIND_ORDER[links[at].kind]:
                # A father by birth is the child's stepfather in the record of his second family.
                links[at] = link

    def _learn_places(self) -> None:
        events = [event for person in self.people.values() for event in person.events]
        events += [event for family in self.families.values() for event in family.events]
        for place in dict.fromkeys(event.place for event in events):
            parts = [words_of(part) for part in place_parts(place)]
            for words in dict.fromkeys((*parts, *parts_of(place), *_run_on(parts))):
                single = [(word,) for word in words if len(word) > 2 and word not in _COMMON_PLACE_WORDS]
                for known in (words, *single):
                    self._regions.setdefault(known, set()).update(
                        (parts[-1], parts_of(place)[-1]) if len(parts) > 1 else ()
                    )

    def has_place_name(self, text: str) -> bool:
        """True if each part of a text is a part of some place of the tree."""
        parts = [words_of(part) for part in place_parts(text)]
        return bool(parts) and all(part in self._regions for part in parts)

    def is_place_only(self, text: str) -> bool:
        """True for a place of the tree that is nobody's name: "Darmstadt", and not "Victoria"."""
        first = words_of(text)[:1]
        return bool(first) and not self.names.is_given(first[0]) and self.has_place_name(text)

    def has_place(self, place: str, asked: str) -> bool | None:
        """Returns whether a place lies in another, by the parts of its name. It does not if it lies in
        another region than all places of that name in the tree; else the name leaves it open."""
        own = _as_written_and_in_full(place)
        wanted = [words_of(part) for part in place_parts(asked)]
        if not own or not wanted:
            return None
        if any(all(any(_is_part(one, part) for part in own) for one in parts) for parts in (wanted, parts_of(asked))):
            return True
        if mentions_place(place, asked):
            return None
        if excludes(place, asked):
            return False
        regions = {wanted[-1], *self._regions.get(wanted[-1], ())}
        mine = {own[-1], *self._regions.get(own[-1], ())}
        both_known = wanted[-1] in self._regions and (len(place_parts(place)) > 1 or self._regions.get(own[-1]))
        return False if both_known and not regions & mine else None


def mentions_place(place: str, asked: str) -> bool:
    """Returns whether a place has the words of another, perhaps with others: "Near Berlin", "Windsor Castle".

    >>> mentions_place("Near Berlin, Germany", "Berlin"), mentions_place("Potsdam, Germany", "Berlin")
    (True, False)
    """
    own = _as_written_and_in_full(place)
    return all(any(_has_words(part, words_of(one)) for part in own) for one in place_parts(asked))


def _run_on(parts: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Returns parts that stand side by side as one: files have "Kensington,Palace,London"."""
    return [one + other for one, other in pairwise(parts)]


@lru_cache(maxsize=1 << 14)
def _as_written_and_in_full(place: str) -> tuple[tuple[str, ...], ...]:
    """Returns the parts of a place, and without abbreviations: "Washoe Co., NV" is also "Washoe County, Nevada".

    A question by place asks it twice of each event, and events share places."""
    written = [words_of(part) for part in place_parts(place)]
    # "Near London" is not London.
    full = (one for one, own in zip(parts_of(place), written, strict=True) if len(one) >= len(own))
    return (*written, *_run_on(written), *full)


def _is_part(asked: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """True if a part of a place is what is asked for, but for its kind: "Green Lawn" is Green Lawn Cemetery."""
    return part == asked or (part[: len(asked)] == asked and set(part[len(asked) :]) <= _KINDS_OF_PLACES)


def _has_words(part: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    length = len(asked)
    return any(part[at : at + length] == asked for at in range(len(part) - length + 1))
