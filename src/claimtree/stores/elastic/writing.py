"""Writes entities: one generation, in which some documents are born and others die.

It puts a batch, removes entities or changes their surroundings. An invalid request is refused
before anything is written; `families` finds the documents that a change affects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from claimtree.errors import BadInput
from claimtree.geo import LatLon
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, Edge, Expected, PhraseId
from claimtree.model.places import NearbyFact, PlaceKind
from claimtree.stores.batch_checks import check_batch, check_expected
from claimtree.stores.elastic.ancestor_cache import AncestorCache
from claimtree.stores.elastic.bulk_writer import BulkWriter, document_key
from claimtree.stores.elastic.cluster_client import operation
from claimtree.stores.elastic.entity_documents import MOST_ID, RECORD, encode_nearby, family_member, fits, nearby_of
from claimtree.stores.elastic.families import AT_ONCE, Families
from claimtree.stores.elastic.phrase_cache import PhraseCache, edge_document, edge_key, phrase_document
from claimtree.stores.elastic.reading import Reading, Stored


def put(
    writer: BulkWriter,
    reading: Reading,
    phrase_cache: PhraseCache,
    ancestors: AncestorCache,
    hierarchy: Hierarchy,
    batch: Batch,
) -> None:
    """Writes a batch; a refused one writes nothing."""
    fresh = {item.entity.id: item for item in batch.entities}
    for id in fresh:
        _check_id(id)
    parents = {item.entity.parent for item in batch.entities if item.entity.parent is not None}
    with ThreadPoolExecutor(max_workers=2) as pool:
        # The server looks up what is stored while this thread prepares the new documents.
        found = pool.submit(reading.find_each, [("id", {*fresh, *parents, *batch.expected}), ("owner", fresh)])
        phrases_of = batch.claim_phrases
        stored_phrases = pool.submit(_stored_phrases, batch, phrases_of, phrase_cache, reading)
        members = {
            item.entity.id: family_member(item, phrases)
            for item, phrases in zip(batch.entities, phrases_of, strict=True)
        }
        known, (here, owned) = stored_phrases.result(), found.result()
    stored = {one.id: one for one in here}
    # This process holds the write lock, so the check still holds when the generation becomes
    # current.
    check_expected(batch.expected, {id: one.digest for id, one in stored.items()})
    stale = reading.subtrees(one for one in owned if one.id not in fresh)
    # The subtree of a removed root may contain entities that the batch writes again elsewhere.
    stale = {id: one for id, one in stale.items() if id not in fresh}
    check_batch(
        batch,
        phrases_of,
        hierarchy,
        lambda id: stored[id].level if id in stored else None,
        known.union(phrase.id for phrase in batch.phrases),
        dimensions=reading.view.state.identity.dimensions,
        leaving=stale,
    )
    new = [phrase for phrase in batch.phrases if phrase.id not in known]
    writer.write(_phrases(writer, reading, batch, known))
    if new:
        writer.lock.changes["phrases"] = writer.generation
    writer.write(_edges(writer, reading, phrase_cache, batch.edges))
    Families(writer, reading, hierarchy, ancestors, members).change(fresh=fresh, stored=stored, gone=stale)


def remove(
    writer: BulkWriter,
    reading: Reading,
    ancestors: AncestorCache,
    hierarchy: Hierarchy,
    ids: Iterable[EntityId],
    expected: Expected,
) -> int:
    check_expected(expected, {one.id: one.digest for one in reading.find("id", expected)})
    gone = reading.subtrees(list(reading.find("id", set(ids))))
    if gone:
        Families(writer, reading, hierarchy, ancestors).change(fresh={}, stored={}, gone=gone)
    return len(gone)


def put_nearby(
    writer: BulkWriter,
    reading: Reading,
    ancestors: AncestorCache,
    hierarchy: Hierarchy,
    facts: Mapping[EntityId, Sequence[NearbyFact]],
    kinds: Collection[PlaceKind] | None,
    measured_at: Mapping[EntityId, LatLon] | None,
) -> None:
    """Replaces the surroundings of entities; the rest of them stays the same."""
    if measured_at is not None:
        facts = {
            one.id: facts[one.id]
            for one in reading.find("id", facts, fields=("id", "point"))
            if _point(one) == measured_at[one.id]
        }

    def changed(ids: Collection[EntityId]) -> dict[EntityId, Stored]:
        found: dict[EntityId, Stored] = {}
        for one in reading.find("id", ids, fields=RECORD):
            measured = [fact for fact in facts[one.id] if kinds is None or fact.kind in kinds]
            kept = [fact for fact in nearby_of(one.source) if kinds is not None and fact.kind not in kinds]
            by_kind = {fact.kind: fact for fact in (*kept, *measured)}
            source = {name: value for name, value in one.source.items() if name != "nearby"}
            if by_kind:
                source["nearby"] = encode_nearby([by_kind[kind] for kind in sorted(by_kind)])
            found[one.id] = replace(one, source=source)
        return found

    families = Families(writer, reading, hierarchy, ancestors)
    answers = hierarchy.depth[hierarchy.answers]
    by_answer: dict[EntityId, list[EntityId]] = {}
    overhead: list[EntityId] = []
    for one in reading.find("id", list(facts)):
        if hierarchy.depth[one.level] < answers:
            overhead.append(one.id)
        elif one.answer is not None:
            by_answer.setdefault(one.answer, []).append(one.id)
    # Ancestors come first, because answers copy them. Answers come with their parts, so each is written
    # once.
    families.rewrite((), changed(overhead))
    for one in reading.find("line", overhead, fields=("id",), levels=(hierarchy.answers,)):
        by_answer.setdefault(one.id, [])
    answer_ids = sorted(by_answer)
    for at in range(0, len(answer_ids), AT_ONCE):
        some = answer_ids[at : at + AT_ONCE]
        families.rewrite(some, changed([id for answer_id in some for id in by_answer[answer_id]]))


def _point(one: Stored) -> LatLon | None:
    phrases_of = one.source.get("point")
    return (phrases_of["lat"], phrases_of["lon"]) if phrases_of else None


def _check_id(id: str) -> None:
    if not fits(id):
        raise BadInput(
            f"the id {id[:40]!r}… has {len(id.encode('utf-8', 'surrogatepass')):,} bytes",
            hint=f"A cluster keeps ids of {MOST_ID:,} bytes at the most.",
        )


def _stored_phrases(
    batch: Batch, phrases_of: Iterable[Iterable[PhraseId]], phrase_cache: PhraseCache, reading: Reading
) -> frozenset[PhraseId]:
    """Returns the stored phrases among those that the batch contains or refers to."""
    asked = {phrase.id for phrase in batch.phrases}.union(*phrases_of)
    asked |= {id for edge in batch.edges for id in (edge.base, edge.derived)}
    return phrase_cache.known(reading.view, asked)


def _phrases(writer: BulkWriter, reading: Reading, batch: Batch, known: frozenset[PhraseId]) -> Iterator[bytes]:
    index = reading.view.names.phrases
    for row, phrase in enumerate(batch.phrases):
        if phrase.id not in known:
            document = phrase_document(
                phrase, batch.vectors.codes[row], float(batch.vectors.scales[row]), writer.generation
            )
            yield operation("create", index, document["id"], document)


def _edges(writer: BulkWriter, reading: Reading, phrase_cache: PhraseCache, edges: Sequence[Edge]) -> Iterator[bytes]:
    if not edges:
        return
    wanted = {(edge.derived, edge.base): edge for edge in edges}
    stored = {(edge.derived, edge.base): edge for edge in phrase_cache.edges(reading.view, {one for one, _ in wanted})}
    ledger = reading.view.names.ledger
    for key, edge in wanted.items():
        if stored.get(key) == edge:
            continue
        if key in stored:
            for old in reading.ledger_documents("edge", [edge_key(*key)]):
                yield writer.deletion(old)
        writer.lock.changes["edges"] = writer.generation
        document = edge_document(edge, writer.generation)
        yield operation("create", ledger, document_key(f"edge {document['id']}", writer.generation), document)
