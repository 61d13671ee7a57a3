"""Finds the documents that a change affects, and writes them again.

An answer's document contains what ranking needs of its whole family, so that a change anywhere in the
family rewrites the answer: a part that is added or removed, or an area whose changed claims are
copied into ten thousand answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import IndexedEntity
from claimtree.stores.elastic.ancestor_cache import AncestorCache
from claimtree.stores.elastic.bulk_writer import BulkWriter, document_key
from claimtree.stores.elastic.cluster_client import operation
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.entity_documents import (
    RECORD,
    FamilyMember,
    family_member_of_document,
    family_part,
    moved,
    record,
)
from claimtree.stores.elastic.reading import Reading, Stored

AT_ONCE = 500
"""Answers that are processed together."""


@dataclass(slots=True)
class Families:
    """Rewrites the documents of families in which something changed."""

    writer: BulkWriter
    reading: Reading
    hierarchy: Hierarchy
    ancestors: AncestorCache
    _members: Mapping[EntityId, FamilyMember] = field(default_factory=dict)
    """Kin of the entities in the batch."""
    _above: dict[EntityId, FamilyMember] = field(default_factory=dict)
    _stored: Mapping[EntityId, Stored] = field(default_factory=dict)
    """Documents that were looked up already."""
    _replaced: Mapping[EntityId, Stored] = field(default_factory=dict)
    _fresh_parts: dict[EntityId, list[EntityId]] = field(default_factory=dict)
    """Parts in the batch, by the answer that they belong to."""

    def change(
        self,
        *,
        fresh: Mapping[EntityId, IndexedEntity],
        stored: Mapping[EntityId, Stored],
        gone: Mapping[EntityId, Stored],
    ) -> None:
        """Writes and removes entities; `stored` has the documents that are replaced, and those of
        parents."""
        depth, answers = self.hierarchy.depth, self.hierarchy.depth[self.hierarchy.answers]
        self._stored = stored
        self._replaced = replaced = {id: one for id, one in stored.items() if id in fresh}
        lines = self._lines(fresh)
        answer_of = {id: self._answer_of(id, item.entity.level, lines[id]) for id, item in fresh.items()}
        for id, answer_id in answer_of.items():
            if answer_id is not None and answer_id != id:
                self._fresh_parts.setdefault(answer_id, []).append(id)
        self.writer.write(self.writer.deletion(one) for one in (*replaced.values(), *gone.values()))
        # The descendants of an entity that moves, move along.
        shifted = {id for id, one in replaced.items() if (one.line, one.answer) != (lines[id], answer_of[id])}
        along: dict[EntityId, Stored] = {}
        if shifted:
            found = self.reading.find("line", shifted, fields=RECORD)
            along = {one.id: one for one in found if one.id not in fresh and one.id not in gone}
        answer_ids: set[EntityId] = set()
        """Answers to rewrite, in addition to those in the batch."""
        for one in (*replaced.values(), *gone.values()):
            if depth[one.level] > answers and one.answer is not None:
                answer_ids.add(one.answer)
        answer_ids.update(answer_id for answer_id in answer_of.values() if answer_id is not None)
        overhead = {id for id, item in fresh.items() if depth[item.entity.level] < answers and id in replaced}
        self._write_others(fresh, lines, along)
        moving = {self._answer_of(one.id, one.level, lines[one.id]) for one in along.values()}
        answer_ids.update(id for id in moving if id is not None)
        self._write_answers(fresh, lines, answer_ids, gone, along)
        if overhead:
            self._write_under(overhead, fresh, answer_ids, gone)

    def rewrite(self, answer_ids: Collection[EntityId], changed: Mapping[EntityId, Stored]) -> None:
        """Writes changed records of entities that keep their places, and rewrites these answers."""
        depth, answers = self.hierarchy.depth, self.hierarchy.depth[self.hierarchy.answers]
        generation = self.writer.generation
        self.writer.write(self.writer.deletion(one) for one in changed.values())
        self.writer.write(
            operation("create", one.index, document_key(one.id, generation), self._again(one, one.line, one.answer))
            for one in changed.values()
            if depth[one.level] != answers
        )
        self._above.update(
            {
                id: family_member_of_document(one.source, one.level)
                for id, one in changed.items()
                if depth[one.level] < answers
            }
        )
        self._compose(answer_ids, fresh={}, lines={}, gone=(), changed=changed)

    # --- lines and answers

    def _lines(self, fresh: Mapping[EntityId, IndexedEntity]) -> dict[EntityId, tuple[EntityId, ...]]:
        """Returns the ancestors of each new entity, nearest first; parents come before children in
        the batch."""
        lines: dict[EntityId, tuple[EntityId, ...]] = {}
        for id, item in fresh.items():
            parent = item.entity.parent
            if parent is None:
                lines[id] = ()
            else:
                lines[id] = (parent, *(lines[parent] if parent in lines else self._stored[parent].line))
        return lines

    def _answer_of(self, id: EntityId, level: LevelName, line: Sequence[EntityId]) -> EntityId | None:
        """Returns the answer that an entity belongs to or is; None above the answer level."""
        steps = self.hierarchy.depth[level] - self.hierarchy.depth[self.hierarchy.answers]
        return None if steps < 0 else id if steps == 0 else line[steps - 1]

    def _again(self, one: Stored, line: Sequence[EntityId], answer_id: EntityId | None) -> Json:
        return moved(one.source, one.level, line, answer_id, self.writer.generation)

    # --- writing

    def _write_others(
        self,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: dict[EntityId, tuple[EntityId, ...]],
        along: Mapping[EntityId, Stored],
    ) -> None:
        """Writes the documents of all levels except the answers', and computes new lines for what
        moves along."""
        generation, answers = self.writer.generation, self.hierarchy.answers
        names = self.reading.view.names

        def operations() -> Iterator[bytes]:
            for id, item in fresh.items():
                level = item.entity.level
                if level != answers:
                    document = record(
                        item, self._members[id], lines[id], self._answer_of(id, level, lines[id]), generation
                    )
                    yield operation("create", names.level(level), document_key(id, generation), document)
            for one in sorted(along.values(), key=lambda one: self.hierarchy.depth[one.level]):
                parent = one.parent
                assert parent is not None, "what moves along has a parent"
                lines[one.id] = (parent, *lines.get(parent, ()))
                if one.level != answers:
                    answer_id = self._answer_of(one.id, one.level, lines[one.id])
                    yield self.writer.deletion(one)
                    yield operation(
                        "create",
                        one.index,
                        document_key(one.id, generation),
                        self._again(one, lines[one.id], answer_id),
                    )

        self.writer.write(operations())

    def _write_answers(
        self,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: Mapping[EntityId, tuple[EntityId, ...]],
        answer_ids: Collection[EntityId],
        gone: Collection[EntityId],
        along: Mapping[EntityId, Stored],
    ) -> None:
        listed = sorted(id for id in answer_ids if id not in gone)
        for at in range(0, len(listed), AT_ONCE):
            self._compose(listed[at : at + AT_ONCE], fresh=fresh, lines=lines, gone=gone, changed=along)

    def _write_under(
        self,
        overhead: Collection[EntityId],
        fresh: Mapping[EntityId, IndexedEntity],
        done: Collection[EntityId],
        gone: Collection[EntityId],
    ) -> None:
        """Rewrites the answers in changed areas in batches, because there may be many."""
        under = self.reading.find("line", overhead, fields=("id",), levels=(self.hierarchy.answers,))
        waiting: list[EntityId] = []
        for one in under:
            if one.id not in done and one.id not in gone and one.id not in fresh:
                waiting.append(one.id)
            if len(waiting) == AT_ONCE:
                self._compose(waiting, fresh=fresh, lines={}, gone=(), changed={})
                waiting = []
        self._compose(waiting, fresh=fresh, lines={}, gone=(), changed={})

    def _compose(
        self,
        answer_ids: Collection[EntityId],
        *,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: Mapping[EntityId, tuple[EntityId, ...]],
        gone: Collection[EntityId],
        changed: Mapping[EntityId, Stored],
    ) -> None:
        """Writes the documents of these answers, from stored and new records."""
        if not answer_ids:
            return
        depth = self.hierarchy.depth
        answers = depth[self.hierarchy.answers]
        levels = (self.hierarchy.answers, *self.hierarchy.below)
        # A new answer has no stored parts.
        old = [id for id in answer_ids if id not in fresh or id in self._replaced]
        stored = {one.id: one for one in self.reading.find("answer", old, fields=RECORD, levels=levels)}
        stored.update(changed)
        below: dict[EntityId, list[FamilyMember]] = {}
        for id, one in stored.items():
            if id in fresh or id in gone or depth[one.level] <= answers:
                continue
            answer_id = self._answer_of(id, one.level, lines.get(id, one.line))
            if answer_id is not None:
                below.setdefault(answer_id, []).append(family_member_of_document(one.source, one.level))
        for id in answer_ids:
            below.setdefault(id, []).extend(self._members[part] for part in self._fresh_parts.get(id, ()))
        line_of = {id: lines.get(id, stored[id].line if id in stored else ()) for id in answer_ids}
        above = self._kin_above({up for line in line_of.values() for up in line}, fresh)

        def operations() -> Iterator[bytes]:
            generation = self.writer.generation
            index = self.reading.view.names.level(self.hierarchy.answers)
            for id in answer_ids:
                line = line_of[id]
                if id in fresh:
                    member = self._members[id]
                    document = record(fresh[id], member, line, id, generation)
                else:
                    one = stored[id]
                    document = self._again(one, line, id)
                    member = family_member_of_document(one.source, one.level)
                    if id not in changed or id in lines:
                        yield self.writer.deletion(one)
                parts = sorted(below.get(id, ()), key=lambda member: member.id)
                document.update(family_part(self.hierarchy, member, [above[up] for up in line], parts))
                yield operation("create", index, document_key(id, generation), document)

        self.writer.write(operations())

    def _kin_above(
        self, ids: Collection[EntityId], fresh: Mapping[EntityId, IndexedEntity]
    ) -> dict[EntityId, FamilyMember]:
        missing = {id for id in ids if id not in fresh and id not in self._above}
        self._above.update(self.ancestors.of(self.reading, missing, self._stored, self.hierarchy.above))
        return {id: self._members[id] if id in fresh else self._above[id] for id in ids}
