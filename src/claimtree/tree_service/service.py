"""The trees of a store as every face uses them; what comes out is JSON, with living people masked."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from claimtree.answering.ask_result import Anchor
from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.family_trees.profile import person_json, row_json
from claimtree.kinship.graph import KinGraph, PersonId
from claimtree.kinship.relationship import Relationship, relate
from claimtree.message_answers.conversation import AskState, converse
from claimtree.message_answers.respond import NO_ANCHOR
from claimtree.message_answers.response import Response
from claimtree.research.tasks import MOST_TASKS, ResearchTask, research_tasks
from claimtree.serialization import tree_json
from claimtree.settings import Settings
from claimtree.tree_import import TreeFolder
from claimtree.tree_service.ask_sessions import AskSessions
from claimtree.tree_service.lineage import Direction, lineage
from claimtree.tree_service.open_trees import OpenTrees
from claimtree.tree_service.people import find_person, home_of, root_person

if TYPE_CHECKING:
    from claimtree.json_types.tree_types import LineageShape, PeopleShape, PersonShape, TreesShape

LONGEST_QUESTION: Final = 4_000
LONGEST_NAME: Final = 200
"""Characters of an id, or of a name that is looked for."""
MOST_PEOPLE: Final = 1_000
"""In one part of a list."""
DEEPEST: Final = 1_000_000


class FoundPath(NamedTuple):
    """How two people are related, and the graph that it is told from."""

    graph: KinGraph
    relationship: Relationship


class TreeService:
    """Answers from the trees of one store. May be used by several threads."""

    def __init__(self, folder: TreeFolder, *, show_living: bool) -> None:
        self.folder: Final = folder
        self._show_living = show_living
        self._open = OpenTrees(folder, show_living=show_living)

    @classmethod
    def of(cls, settings: Settings) -> TreeService:
        """Returns the service for the trees that belong to the store of the settings."""
        folder = TreeFolder.beside(settings.home, settings.store_address)
        return cls(folder, show_living=settings.show_living)

    @cached_property
    def masked(self) -> TreeService:
        """The same with living people masked, whatever the settings: for what is written to strangers."""
        return TreeService(self.folder, show_living=False) if self._show_living else self

    def trees(self) -> TreesShape:
        """Returns the trees that were imported; there may be none."""
        found = []
        for name in self.folder.names():
            with self.folder.open(name) as opened:
                found.append(tree_json.tree(opened))
        return {"trees": found}

    def people(self, text: str = "", tree: str | None = None, *, limit: int = 50, offset: int = 0) -> PeopleShape:
        """Returns people whose names have all the words of a text, in the order of the files."""
        _check_length("a name", text, LONGEST_NAME)
        if not 1 <= limit <= MOST_PEOPLE or not 0 <= offset <= DEEPEST:
            raise BadInput(
                f"{limit:,} people from number {offset:,} on cannot be listed",
                hint=f"A part has 1 to {MOST_PEOPLE:,} people, and begins at {DEEPEST:,} at the farthest.",
            )
        found = []
        for name in self.folder.chosen(tree or None):
            with self.folder.open(name) as opened:
                rows = opened.rows(text, limit=limit + offset + 1, hidden=not self._show_living)
                found += [row_json(row, name, show_living=self._show_living) for row in rows]
            if len(found) > offset + limit:
                break
        more = len(found) > offset + limit
        return {"people": found[offset : offset + limit], "next": offset + limit if more else None}

    def find(self, given: str, tree: str | None = None) -> tuple[str, str]:
        """Returns the tree and the id of a person, given by id or by a name that only one person has."""
        _check_length("an id or a name", given, LONGEST_NAME)
        return find_person(self.folder, given, tree or None, hidden=not self._show_living)

    def person(self, given: str, tree: str | None = None) -> PersonShape:
        """Returns everything that a tree says of a person."""
        name, id = self.find(given, tree)
        with self.folder.open(name) as opened:
            found = opened.person(id)
            assert found is not None, "it was located"
            return person_json(found, opened, show_living=self._show_living)

    def path(self, one: str, other: str = "", tree: str | None = None) -> FoundPath:
        """Returns what `other` is to `one`. With one person, the path begins at the root person of the tree."""
        name, first = self.find(one, tree)
        if other:
            other_tree, second = self.find(other, tree)
            if other_tree != name:
                raise BadInput(
                    f"{one!r} is in the tree {name} and {other!r} in the tree {other_tree}",
                    hint="A path leads from one person of a tree to another of the same tree.",
                )
        else:
            first, second = root_person(self.folder, name), first
        graph = self._open.graph(name)
        return FoundPath(graph, relate(graph, PersonId(f"{name}:{first}"), PersonId(f"{name}:{second}")))

    def lineage(
        self, given: str, direction: Direction, tree: str | None = None, *, generations: int = 4
    ) -> LineageShape:
        """Returns the ancestors or the descendants of a person."""
        name, id = self.find(given, tree)
        return lineage(self._open.graph(name), f"{name}:{id}", direction, generations=generations)

    def tasks(
        self, given: str, tree: str | None = None, *, most: int = MOST_TASKS
    ) -> tuple[FamilyIndex, str, tuple[ResearchTask, ...]]:
        """Returns what to look for about a person, with the tree's facts and the person's id."""
        name, id = self.find(given, tree)
        index = self._open.index(name)
        return index, id, tuple(research_tasks(index, id, most=most, this_year=datetime.now(UTC).year))

    def ask(
        self, message: str, tree: str | None = None, *, anchor: Anchor = NO_ANCHOR, most: int | None = None
    ) -> Response:
        """Returns what a message about a tree is answered with, for itself."""
        response, _ = self.converse(message, AskState(), tree, anchor=anchor, most=most)
        return response

    def converse(
        self,
        message: str,
        state: AskState,
        tree: str | None = None,
        *,
        anchor: Anchor = NO_ANCHOR,
        most: int | None = None,
    ) -> tuple[Response, AskState]:
        """Returns what the next message of a conversation is answered with, and what is remembered after it.

        "We" are the home person and the match of `anchor`; without a home person it is that of the tree.
        """
        _check_length("a question", message, LONGEST_QUESTION)
        if not message.strip():
            raise BadInput("the question is empty", hint='Ask, as in: "When was Evan Hughes born?"')
        name = self.only(tree)
        ends = Anchor(
            home=self._end(anchor.home, name) or home_of(self.folder, name), match=self._end(anchor.match, name)
        )
        return converse(message, state, self._open.index(name), anchor=ends, most=most)

    def _end(self, given: str, tree: str) -> str:
        """Returns the id of one of the two who write; empty if none was given."""
        return self.find(given, tree)[1] if given else ""

    def ask_sessions(self, home: Path) -> AskSessions:
        """Returns the conversations about the trees of this store; `home` is the data folder."""
        return AskSessions(home, self.folder.path.name)

    def index(self, tree: str) -> FamilyIndex:
        """Returns the facts of a tree, which questions and messages are compared with."""
        return self._open.index(tree)

    def prepare(self, tree: str | None = None) -> None:
        """Makes beside what questions about a large tree need, before somebody asks: the named one, or the only one."""
        names = self.folder.names()
        if tree in names or (not tree and len(names) == 1):
            self._open.prepare(tree or names[0])

    def only(self, tree: str | None) -> str:
        """Returns the name of the tree that is meant; of the only one without a name."""
        return self.folder.only(tree or None)


def _check_length(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise BadInput(f"{what} of {len(text):,} characters", hint=f"{most:,} are the most.")
