"""The hierarchy of levels, and entities with their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from claimtree.errors import PackError, UnknownName
from claimtree.geo import Point
from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.quick_pickles import quickly_pickled
from claimtree.model.relations import Relation

Field = str | int | float | bool | tuple[str, ...]
"""A structured value as a listing gives it: shown, and read into claims where the pack says how."""


@dataclass(frozen=True, kw_only=True)
class Hierarchy:
    """The levels of a pack, root first, and the one whose entities are the answers.

    Levels form one chain: each has at most one parent and one child.
    """

    levels: tuple[LevelName, ...]
    answers: LevelName

    def __post_init__(self) -> None:
        if len(set(self.levels)) != len(self.levels):
            raise PackError(f"a level is named twice: {', '.join(self.levels)}")
        if self.answers not in self.levels:
            raise PackError(f"answers = {self.answers!r} is no level (have: {', '.join(self.levels)})")

    @cached_property
    def depth(self) -> Mapping[LevelName, int]:
        """The depth of each level; 0 for the root."""
        return {level: depth for depth, level in enumerate(self.levels)}

    @property
    def above(self) -> tuple[LevelName, ...]:
        """Levels above the answers, root first: what a hit shares with its neighbours."""
        return self.levels[: self.depth[self.answers]]

    @property
    def below(self) -> tuple[LevelName, ...]:
        """Levels below the answers, nearest first: what a hit consists of."""
        return self.levels[self.depth[self.answers] + 1 :]

    def parent(self, level: LevelName) -> LevelName | None:
        """Returns the level right above; None for the root."""
        depth = self.depth_of(level)
        return self.levels[depth - 1] if depth else None

    def depth_of(self, level: LevelName) -> int:
        """Returns the level's distance from the root; an unknown level is an error that lists the
        known ones.
        """
        try:
            return self.depth[level]
        except KeyError:
            raise UnknownName(f"no level {level!r} (have: {', '.join(self.levels)})", values={"level": level}) from None


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One text about an entity: a listing on one site, a chapter of a book."""

    name: str
    text: str = ""
    url: str = ""
    updated: str = ""
    """ISO date; the newer of two sources wins where they conflict."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """The columns of this source. The entity's own fields are those of all its sources, the newest
    winning.
    """
    citation: str = ""
    """Where the text is, for people: "guide.md, line 12", "page 40"."""
    quotes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The words of the source behind a column, where they are more than its value: "@I1@, line 12: 2 DATE ABT 1878".
    One for each item of a list, or one for the whole column."""


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A thing at a level, with a parent, fields and the texts about it."""

    id: EntityId
    level: LevelName
    parent: EntityId | None = None
    title: str = ""
    facet: Facet | None = None
    owner: EntityId | None = None
    """The entity whose document brought this one: a home brings its rooms, which are removed when
    it is replaced. None if the entity has a document of its own.
    """
    fields: Mapping[str, Field] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    point: Point | None = None
    """Its coordinates, if known."""
    relations: tuple[Relation, ...] = ()
    """Links to other entities that its sources state, each with the name of its source. The other
    entities need not exist.
    """
