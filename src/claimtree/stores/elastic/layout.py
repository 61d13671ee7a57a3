"""The layout of a store in a cluster: which indices there are, and what their fields mean.

Of a store with the prefix P, version 3 consists of the indices `P-v3-level-LEVEL` (one for each level of the
hierarchy: the entities), `P-v3-phrases` (wordings with their vectors) and `P-v3-ledger` (what holds for the whole
store: see `ledger`; and edges and places). The aliases `P-level-LEVEL`, `P-phrases` and `P-ledger` lead to the version
that is live.

Documents are not changed in place. A document has the generation in which it was `born` and, once
it is replaced or removed, the one in which it `died`; a reader queries the documents of one
generation.

The entities of the answer level also carry what ranking needs of their whole family, so that each is judged on the
shard where it lies:

    said, amounts          phrases and amounts of the answer and of what it is part of
    below, below_amounts   the same of all its parts
    facts, spots           distances to the nearest of each kind, and coordinates, of the whole family
    has                    which levels and facets its parts have
    rows                   nested, one for each part: what is said of it, of its own parts and of all it is part of
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from claimtree.model.claims import LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.stores.elastic.address import Address
from claimtree.stores.elastic.dialects import Json

SCHEMA = 2
MOST_ROWS = 200_000
"""Parts of one entity of the answers' level, each a nested document; a server's own limit is 10,000."""
MARK = "claimtree"
"""In the `_meta` of all our mappings, to detect another program that uses the same prefix."""

_ID: Json = {"type": "keyword"}
_TERMS: Json = {"type": "keyword", "doc_values": False}
"""Only looked up, never sorted or aggregated."""
_KEPT: Json = {"type": "keyword", "index": False, "doc_values": False}
"""Only returned, never searched."""
_BODY: Json = {"type": "binary"}
_AS_IT_IS: Json = {"type": "object", "enabled": False}
"""Stored as it is, not indexed by the cluster."""
_NUMBER: Json = {"type": "long"}
_RANGES: Json = {"type": "ip_range", "doc_values": False}
_LINE: Json = {"said": _TERMS, "amounts": _RANGES}


@dataclass(frozen=True, slots=True)
class Names:
    """The indices of one version of a store."""

    prefix: str
    version: int
    levels: tuple[LevelName, ...]

    def level(self, level: LevelName) -> str:
        return f"{self.prefix}-v{self.version}-{level_part(level)}"

    @property
    def phrases(self) -> str:
        return f"{self.prefix}-v{self.version}-phrases"

    @property
    def ledger(self) -> str:
        return f"{self.prefix}-v{self.version}-ledger"

    @property
    def entities(self) -> str:
        """All levels at once."""
        return ",".join(self.level(level) for level in self.levels)

    @property
    def all(self) -> tuple[str, ...]:
        return (*(self.level(level) for level in self.levels), self.phrases, self.ledger)

    def alias(self, index: str) -> str:
        return f"{self.prefix}-{index.removeprefix(f'{self.prefix}-v{self.version}-')}"

    def level_of(self, index: str) -> LevelName:
        return {self.level(level): level for level in self.levels}[index]


def level_part(level: LevelName) -> str:
    """Returns a level as part of an index name; characters that are not allowed there are replaced,
    with a hash added.

    >>> level_part(LevelName("apartment"))
    'level-apartment'
    """
    if re.fullmatch(r"[a-z0-9_]{1,60}", level):
        return f"level-{level}"
    plain = re.sub(r"[^a-z0-9_]+", "_", level.lower())[:40]
    return f"level-{plain}-{hashlib.blake2b(level.encode(), digest_size=5).hexdigest()}"


def bodies(names: Names, address: Address, hierarchy: Hierarchy) -> dict[str, Json]:
    """Returns the settings and mappings for each index of a new version."""

    def body(fields: Json, *, shards: int = 1) -> Json:
        settings: Json = {
            "number_of_shards": shards,
            "number_of_replicas": address.replicas,
            # Writers refresh when they have finished. A timed refresh would make half a write
            # visible.
            "refresh_interval": "-1",
        }
        return {
            "settings": {"index": settings},
            "mappings": {
                "dynamic": "strict",
                "_meta": {MARK: SCHEMA},
                "properties": {"born": _NUMBER, "died": _NUMBER, **fields},
            },
        }

    found = {}
    for level in hierarchy.levels:
        fields = {**_ENTITY, **(_RANKED if level == hierarchy.answers else {})}
        found[names.level(level)] = body(fields, shards=address.shards)
        if level == hierarchy.answers:
            found[names.level(level)]["settings"]["index"]["mapping.nested_objects.limit"] = MOST_ROWS
    found[names.phrases] = body(_PHRASE)
    found[names.ledger] = body(_LEDGER)
    return found


RELATION_FIELDS: Json = {
    "relations": _AS_IT_IS,
    "targets": _TERMS,
    "related": {"type": "integer", "index": False},
}
"""What an entity states of links to others: as it was stated, to whom, and how often. Indices that were made before
there were relations get these fields with the first of them."""
_ENTITY: Json = {
    "id": _ID,
    "parent": _ID,
    "owner": _ID,
    "line": _ID,
    "answer": _ID,
    "facet": _ID,
    "types": _TERMS,
    "title": _KEPT,
    "digest": _KEPT,
    "claims": {"type": "integer", "index": False},
    "point": {"type": "geo_point"},
    "spots": _TERMS,
    "nearby": _AS_IT_IS,
    "body": _AS_IT_IS,
    "written": _NUMBER,
    **RELATION_FIELDS,
}
_RANKED: Json = {
    **_LINE,
    "below": _TERMS,
    "below_amounts": _RANGES,
    "facts": {"type": "ip", "doc_values": False},
    "has": _TERMS,
    "rows": {"type": "nested", "properties": {"key": _TERMS, **_LINE}},
}
_PHRASE: Json = {
    "id": {"type": "keyword"},
    "level": _ID,
    "type": _ID,
    "wording": _KEPT,
    "codes": _BODY,
    "scale": {"type": "float", "index": False, "doc_values": False},
}
_LEDGER: Json = {
    "kind": _ID,
    "id": _ID,
    "derived": _ID,
    "base": _ID,
    "body": _BODY,
    "state": _AS_IT_IS,
}
