"""Writing entities: one generation, in which some documents are born and others die.

A home's document says what ranking needs of its whole family, so a change anywhere in a family writes the home again:
a room that comes or goes, an area whose claims change and that ten thousand homes copy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from claimtree.errors import BadInput
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, Edge, IndexedEntity, PhraseId
from claimtree.model.places import NearbyFact, PlaceKind
from claimtree.stores.batches import check_batch
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.documents import (
    RECORD,
    Kin,
    encode_nearby,
    family_part,
    kin_of,
    kin_of_document,
    moved,
    nearby_of,
    record,
)
from claimtree.stores.elastic.ledger import Pen
from claimtree.stores.elastic.library import Library, edge_document, edge_key, phrase_document, seen
from claimtree.stores.elastic.reading import MOST_ID, Reading, Stored, fits
from claimtree.stores.elastic.wire import Wire, operation, with_token

_AT_ONCE = 500
"""Homes whose families are put together at a time."""


def document_key(id: str, generation: int) -> str:
    """The document of an entity in one generation. Ids may be any text of any length, so they are hashed."""
    return f"{hashlib.blake2b(id.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}@{generation}"


def check_id(id: str) -> None:
    if not fits(id):
        raise BadInput(
            f"the id {id[:40]!r}… has {len(id.encode('utf-8', 'surrogatepass')):,} bytes",
            hint=f"A cluster keeps ids of {MOST_ID:,} bytes at the most.",
        )


class Script:
    """Writes the documents of one generation as they are made, in requests of a bearable size."""

    def __init__(self, wire: Wire, pen: Pen) -> None:
        self._wire = wire
        self.pen = pen
        self.generation = pen.generation
        self._send: Callable[[Iterable[bytes]], None] = wire.bulk

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Inside, documents go out while more of them are made; outside, all are written."""
        with self._wire.sending(before=self.pen.check, settle=self.settle) as send:
            self._send = send
            yield

    def write(self, operations: Iterable[bytes]) -> None:
        """Send documents on their way. What is read meanwhile does not see them: it is of the generation before."""
        self._send(self._noted(operations))

    def _noted(self, operations: Iterable[bytes]) -> Iterator[bytes]:
        for one in operations:
            # Before the first document goes out: from here on, this generation has to be finished or swept.
            self.pen.wrote = True
            yield one

    def dies(self, stored: Stored) -> bytes:
        self.pen.changes["died"] = self.generation
        dead = {"doc": {"died": self.generation}}
        return operation("update", stored.index, stored.key, dead, token=stored.token)

    def settle(self, action: str, index: str, key: str, lines: bytes) -> bytes | None:
        """What to send instead of an operation that came too late: a writer that lost the pen was still at it.

        The pen is looked at before it is sent, so the one who lost it does not get here twice.
        """
        found = self._wire.ask("GET", f"/{index}/_doc/{key}", missing_ok=True, _source_includes="born")
        if not found.get("found"):
            return None if action == "update" else lines
        token = found["_seq_no"], found["_primary_term"]
        if action == "create":
            born = found["_source"].get("born", 0)
            if born == self.generation or seen(born, self.pen.view):
                return None
            return with_token("index", index, key, lines, token)
        return with_token(action, index, key, lines, token)


def put(script: Script, reading: Reading, library: Library, hierarchy: Hierarchy, batch: Batch) -> None:
    """Write a batch; a refused one writes nothing."""
    fresh = {item.entity.id: item for item in batch.entities}
    for id in fresh:
        check_id(id)
    parents = {item.entity.parent for item in batch.entities if item.entity.parent is not None}
    stored = {one.id: one for one in reading.find("id", {*fresh, *parents})}
    stale = reading.subtrees(one for one in reading.find("owner", fresh) if one.id not in fresh)
    # A subtree that loses its root may still hold something that the batch brings again, elsewhere.
    stale = {id: one for id, one in stale.items() if id not in fresh}
    kin = {id: kin_of(item) for id, item in fresh.items()}
    known = _known_phrases(batch, kin.values(), library, reading)
    check_batch(
        batch,
        hierarchy,
        lambda id: stored[id].level if id in stored else None,
        known,
        dimensions=reading.view.state.identity.dimensions,
        leaving=stale,
    )
    new = [phrase for phrase in batch.phrases if phrase.id not in known.stored]
    script.write(_phrases(script, reading, batch, known))
    if new:
        script.pen.changes["phrases"] = script.generation
    script.write(_edges(script, reading, library, batch.edges))
    replaced = {id: one for id, one in stored.items() if id in fresh}
    _Families(script, reading, hierarchy, kin).change(fresh=fresh, replaced=replaced, gone=stale)


def remove(script: Script, reading: Reading, hierarchy: Hierarchy, ids: Iterable[EntityId]) -> int:
    gone = reading.subtrees(list(reading.find("id", set(ids))))
    if gone:
        _Families(script, reading, hierarchy).change(fresh={}, replaced={}, gone=gone)
    return len(gone)


def put_nearby(
    script: Script,
    reading: Reading,
    hierarchy: Hierarchy,
    facts: Mapping[EntityId, Sequence[NearbyFact]],
    kinds: Collection[PlaceKind] | None,
) -> None:
    """Give entities other surroundings; what they are and say stays."""

    def changed(ids: Collection[EntityId]) -> dict[EntityId, Stored]:
        found: dict[EntityId, Stored] = {}
        for one in reading.find("id", ids, fields=RECORD):
            told = [fact for fact in facts[one.id] if kinds is None or fact.kind in kinds]
            kept = [fact for fact in nearby_of(one.source) if kinds is not None and fact.kind not in kinds]
            by_kind = {fact.kind: fact for fact in (*kept, *told)}
            source = {name: value for name, value in one.source.items() if name != "nearby"}
            if by_kind:
                source["nearby"] = encode_nearby([by_kind[kind] for kind in sorted(by_kind)])
            found[one.id] = replace(one, source=source)
        return found

    families = _Families(script, reading, hierarchy)
    answers = hierarchy.depth[hierarchy.answers]
    by_home: dict[EntityId, list[EntityId]] = {}
    overhead: list[EntityId] = []
    for one in reading.find("id", list(facts)):
        if hierarchy.depth[one.level] < answers:
            overhead.append(one.id)
        elif one.home is not None:
            by_home.setdefault(one.home, []).append(one.id)
    # What stands above comes first: homes copy it. Homes come with their parts: each is written once.
    families.rewrite((), changed(overhead))
    for one in reading.find("line", overhead, fields=("id",), levels=(hierarchy.answers,)):
        by_home.setdefault(one.id, [])
    homes = sorted(by_home)
    for at in range(0, len(homes), _AT_ONCE):
        some = homes[at : at + _AT_ONCE]
        families.rewrite(some, changed([id for home in some for id in by_home[home]]))


@dataclass(frozen=True, slots=True)
class _Known:
    """Phrases that are stored, and those that the batch brings."""

    stored: frozenset[PhraseId]
    brought: frozenset[PhraseId]

    def __contains__(self, id: object) -> bool:
        return id in self.stored or id in self.brought


def _known_phrases(batch: Batch, kin: Iterable[Kin], library: Library, reading: Reading) -> _Known:
    brought = {phrase.id for phrase in batch.phrases}
    asked = brought | {PhraseId(number) for one in kin for number in one.phrases}
    asked |= {id for edge in batch.edges for id in (edge.base, edge.derived)}
    return _Known(library.known(reading.view, asked), frozenset(brought))


def _phrases(script: Script, reading: Reading, batch: Batch, known: _Known) -> Iterator[bytes]:
    index = reading.view.names.phrases
    for row, phrase in enumerate(batch.phrases):
        if phrase.id not in known.stored:
            document = phrase_document(
                phrase, batch.vectors.codes[row], float(batch.vectors.scales[row]), script.generation
            )
            yield operation("create", index, document["id"], document)


def _edges(script: Script, reading: Reading, library: Library, edges: Sequence[Edge]) -> Iterator[bytes]:
    if not edges:
        return
    wanted = {(edge.derived, edge.base): edge for edge in edges}
    stored = {(edge.derived, edge.base): edge for edge in library.edges(reading.view, {one for one, _ in wanted})}
    ledger = reading.view.names.ledger
    for key, edge in wanted.items():
        if stored.get(key) == edge:
            continue
        if key in stored:
            for old in reading.ledger_documents("edge", [edge_key(*key)]):
                yield script.dies(old)
        script.pen.changes["edges"] = script.generation
        document = edge_document(edge, script.generation)
        yield operation("create", ledger, document_key(f"edge {document['id']}", script.generation), document)


@dataclass(slots=True)
class _Families:
    """Puts families together again where something in them changed."""

    script: Script
    reading: Reading
    hierarchy: Hierarchy
    _kin: Mapping[EntityId, Kin] = field(default_factory=dict)
    """Of the fresh ones."""
    _above: dict[EntityId, Stored] = field(default_factory=dict)
    _replaced: Mapping[EntityId, Stored] = field(default_factory=dict)
    _fresh_parts: dict[EntityId, list[EntityId]] = field(default_factory=dict)
    """Parts that come in the batch, by the answer that they belong to."""

    def change(
        self,
        *,
        fresh: Mapping[EntityId, IndexedEntity],
        replaced: Mapping[EntityId, Stored],
        gone: Mapping[EntityId, Stored],
    ) -> None:
        """Some entities come, some of them instead of others, and some go."""
        depth, answers = self.hierarchy.depth, self.hierarchy.depth[self.hierarchy.answers]
        lines = self._lines(fresh)
        self._replaced = replaced
        for id, item in fresh.items():
            home = self._home(item, lines[id])
            if home is not None and home != id:
                self._fresh_parts.setdefault(home, []).append(id)
        self.script.write(self.script.dies(one) for one in (*replaced.values(), *gone.values()))
        # What hangs on an entity that moves, moves along.
        shifted = {
            id for id, one in replaced.items() if one.line != lines[id] or one.home != self._home(fresh[id], lines[id])
        }
        along: dict[EntityId, Stored] = {}
        if shifted:
            found = self.reading.find("line", shifted, fields=RECORD)
            along = {one.id: one for one in found if one.id not in fresh and one.id not in gone}
        homes: set[EntityId] = set()
        """Answers that are to be put together again, beside the fresh ones."""
        for one in (*replaced.values(), *gone.values()):
            if depth[one.level] > answers and one.home is not None:
                homes.add(one.home)
        for id, item in fresh.items():
            home = self._home(item, lines[id])
            if depth[item.entity.level] >= answers and home is not None:
                homes.add(home)
        overhead = {id for id, item in fresh.items() if depth[item.entity.level] < answers and id in replaced}
        self._write_others(fresh, lines, along)
        moving = {self._home_of(one, lines[one.id]) for one in along.values()}
        homes.update(id for id in moving if id is not None)
        self._write_homes(fresh, lines, homes, gone, along)
        if overhead:
            self._write_under(overhead, fresh, homes, gone)

    def rewrite(self, homes: Collection[EntityId], changed: Mapping[EntityId, Stored]) -> None:
        """The same entities in the same places with records that changed, and the answers that say so too."""
        depth, answers = self.hierarchy.depth, self.hierarchy.depth[self.hierarchy.answers]
        generation = self.script.generation
        self.script.write(self.script.dies(one) for one in changed.values())
        self.script.write(
            operation("create", one.index, document_key(one.id, generation), self._again(one, one.line, one.home))
            for one in changed.values()
            if depth[one.level] != answers
        )
        self._above.update({id: one for id, one in changed.items() if depth[one.level] < answers})
        self._compose(homes, fresh={}, lines={}, gone=(), changed=changed)

    # --- lines and homes

    def _lines(self, fresh: Mapping[EntityId, IndexedEntity]) -> dict[EntityId, tuple[EntityId, ...]]:
        """What each fresh entity is part of, the nearest first; parents come before children."""
        lines: dict[EntityId, tuple[EntityId, ...]] = {}
        outside = {
            item.entity.parent
            for item in fresh.values()
            if item.entity.parent is not None and item.entity.parent not in fresh
        }
        known = {one.id: one.line for one in self.reading.find("id", outside)}
        for id, item in fresh.items():
            parent = item.entity.parent
            if parent is None:
                lines[id] = ()
            else:
                lines[id] = (parent, *(lines[parent] if parent in lines else known[parent]))
        return lines

    def _home(self, item: IndexedEntity, line: Sequence[EntityId]) -> EntityId | None:
        steps = self.hierarchy.depth[item.entity.level] - self.hierarchy.depth[self.hierarchy.answers]
        if steps < 0:
            return None
        return item.entity.id if steps == 0 else line[steps - 1]

    def _again(self, one: Stored, line: Sequence[EntityId], home: EntityId | None) -> Json:
        return moved(one.source, one.level, line, home, self.script.generation)

    # --- writing

    def _write_others(
        self,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: dict[EntityId, tuple[EntityId, ...]],
        along: Mapping[EntityId, Stored],
    ) -> None:
        """The documents of all levels but the answers'; and the new lines of what moves along."""
        generation, answers = self.script.generation, self.hierarchy.answers
        names = self.reading.view.names

        def operations() -> Iterator[bytes]:
            for id, item in fresh.items():
                level = item.entity.level
                if level != answers:
                    document = record(item, self._kin[id], lines[id], self._home(item, lines[id]), generation)
                    yield operation("create", names.level(level), document_key(id, generation), document)
            for one in sorted(along.values(), key=lambda one: self.hierarchy.depth[one.level]):
                parent = one.parent
                assert parent is not None, "what moves along hangs on something"
                lines[one.id] = (parent, *lines.get(parent, ()))
                if one.level != answers:
                    home = self._home_of(one, lines[one.id])
                    yield self.script.dies(one)
                    yield operation(
                        "create", one.index, document_key(one.id, generation), self._again(one, lines[one.id], home)
                    )

        self.script.write(operations())

    def _home_of(self, one: Stored, line: Sequence[EntityId]) -> EntityId | None:
        steps = self.hierarchy.depth[one.level] - self.hierarchy.depth[self.hierarchy.answers]
        return None if steps < 0 else one.id if steps == 0 else line[steps - 1]

    def _write_homes(
        self,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: Mapping[EntityId, tuple[EntityId, ...]],
        homes: Collection[EntityId],
        gone: Collection[EntityId],
        along: Mapping[EntityId, Stored],
    ) -> None:
        listed = sorted(id for id in homes if id not in gone)
        for at in range(0, len(listed), _AT_ONCE):
            self._compose(listed[at : at + _AT_ONCE], fresh=fresh, lines=lines, gone=gone, changed=along)

    def _write_under(
        self,
        overhead: Collection[EntityId],
        fresh: Mapping[EntityId, IndexedEntity],
        done: Collection[EntityId],
        gone: Collection[EntityId],
    ) -> None:
        """The homes that lie in changed areas, page by page: there may be many."""
        under = self.reading.find("line", overhead, fields=("id",), levels=(self.hierarchy.answers,))
        waiting: list[EntityId] = []
        for one in under:
            if one.id not in done and one.id not in gone and one.id not in fresh:
                waiting.append(one.id)
            if len(waiting) == _AT_ONCE:
                self._compose(waiting, fresh=fresh, lines={}, gone=(), changed={})
                waiting = []
        self._compose(waiting, fresh=fresh, lines={}, gone=(), changed={})

    def _compose(
        self,
        homes: Collection[EntityId],
        *,
        fresh: Mapping[EntityId, IndexedEntity],
        lines: Mapping[EntityId, tuple[EntityId, ...]],
        gone: Collection[EntityId],
        changed: Mapping[EntityId, Stored],
    ) -> None:
        """Write the documents of these answers, from what is stored and what is new."""
        if not homes:
            return
        depth = self.hierarchy.depth
        answers = depth[self.hierarchy.answers]
        levels = (self.hierarchy.answers, *self.hierarchy.below)
        # What is new has no stored parts.
        old = [id for id in homes if id not in fresh or id in self._replaced]
        stored = {one.id: one for one in self.reading.find("home", old, fields=RECORD, levels=levels)}
        stored.update(changed)
        below: dict[EntityId, list[Kin]] = {}
        for id, one in stored.items():
            if id in fresh or id in gone or depth[one.level] <= answers:
                continue
            home = self._home_of(one, lines.get(id, one.line))
            if home is not None:
                below.setdefault(home, []).append(kin_of_document(one.source, one.level))
        for id in homes:
            below.setdefault(id, []).extend(self._kin[part] for part in self._fresh_parts.get(id, ()))
        line_of = {id: lines.get(id, stored[id].line if id in stored else ()) for id in homes}
        above = self._kin_above({up for line in line_of.values() for up in line}, fresh)

        def operations() -> Iterator[bytes]:
            generation = self.script.generation
            index = self.reading.view.names.level(self.hierarchy.answers)
            for id in homes:
                line = line_of[id]
                if id in fresh:
                    kin = self._kin[id]
                    document = record(fresh[id], kin, line, id, generation)
                else:
                    one = stored[id]
                    document = self._again(one, line, id)
                    kin = kin_of_document(one.source, one.level)
                    if id not in changed or id in lines:
                        yield self.script.dies(one)
                parts = sorted(below.get(id, ()), key=lambda kin: kin.id)
                document.update(family_part(self.hierarchy, kin, [above[up] for up in line], parts))
                yield operation("create", index, document_key(id, generation), document)

        self.script.write(operations())

    def _kin_above(self, ids: Collection[EntityId], fresh: Mapping[EntityId, IndexedEntity]) -> dict[EntityId, Kin]:
        missing = {id for id in ids if id not in fresh and id not in self._above}
        if missing:
            found = self.reading.find("id", missing, fields=RECORD, levels=self.hierarchy.above)
            self._above.update({one.id: one for one in found})
        return {
            id: self._kin[id] if id in fresh else kin_of_document(self._above[id].source, self._above[id].level)
            for id in ids
        }
