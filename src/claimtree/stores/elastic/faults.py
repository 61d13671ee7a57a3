"""Translates the errors of a cluster into the project's errors."""

from __future__ import annotations

from claimtree.errors import StoreDamaged, StoreError, StoreFull, StoreRefused, StoreUnavailable
from claimtree.stores.elastic.address import Address
from claimtree.stores.elastic.dialects import Refusal

_Meaning = tuple[type[StoreError], str, str]

_BY_KIND: dict[str, _Meaning] = {
    "unreachable": (
        StoreUnavailable,
        "cannot be reached",
        "Check that the server runs and that host and port are right, then try again.",
    ),
    "timeout": (
        StoreUnavailable,
        "did not answer in time",
        "Try again; if it stays slow, add ?timeout=SECONDS to the address.",
    ),
    "tls": (
        StoreRefused,
        "could not be spoken to securely",
        "Check the certificate (CLAIMTREE_STORE_CA names an authority's file), or leave out +https for a plain server.",
    ),
    "another_product": (
        StoreError,
        "does not answer as the server that the address names",
        "Elasticsearch 8 is reached with elasticsearch://, OpenSearch 3 with opensearch://; older ones are not known.",
    ),
    "cluster_block_exception": (
        StoreFull,
        "may not be written at the moment: the cluster has blocked the index, mostly because its disk is nearly full",
        "Free some space, or remove the block; what was acknowledged is kept.",
    ),
    "index_not_found_exception": (
        StoreDamaged,
        "lacks an index that it should have",
        "Restore it from a snapshot, or index the documents again.",
    ),
    "no_shard_available_action_exception": (
        StoreUnavailable,
        "has a shard that no node can serve",
        "Wait until the missing nodes are back; with replicas=1 in the address one may be missing.",
    ),
    "search_phase_execution_exception": (
        StoreUnavailable,
        "has shards that could not answer",
        "Wait until the missing nodes are back, then try again.",
    ),
    "media_type_header_exception": (
        StoreError,
        "is older than we know",
        "Use Elasticsearch 8, or OpenSearch 3 with opensearch://.",
    ),
    "invalid_alias_name_exception": (
        StoreDamaged,
        "cannot be made: another program has an index under one of its names",
        "Choose another prefix.",
    ),
    "circuit_breaking_exception": (
        StoreUnavailable,
        "has too little memory for this at the moment",
        "Try again; if it stays so, give the server more memory.",
    ),
    "strict_dynamic_mapping_exception": (
        StoreDamaged,
        "has an index that is not as we made it",
        "Another program may use the same prefix: choose another.",
    ),
    "mapper_parsing_exception": (
        StoreDamaged,
        "has an index that is not as we made it",
        "Another program may use the same prefix: choose another.",
    ),
    "document_parsing_exception": (
        StoreDamaged,
        "has an index that is not as we made it",
        "Another program may use the same prefix: choose another.",
    ),
}
_BY_STATUS: dict[int, _Meaning] = {
    401: (
        StoreRefused,
        "does not let us in",
        "Set CLAIMTREE_STORE_API_KEY, or CLAIMTREE_STORE_USER and CLAIMTREE_STORE_PASSWORD.",
    ),
    403: (StoreRefused, "does not allow this", "Give the user or key the right to read and write the prefix."),
    404: (
        StoreError,
        "knows nothing of what was asked",
        "Elasticsearch 8 is reached with elasticsearch://, OpenSearch 3 with opensearch://.",
    ),
    413: (
        StoreError,
        "was given more at once than it takes",
        "Split the document, or raise http.max_content_length on the server.",
    ),
    429: (StoreUnavailable, "has too much to do", "Try again later."),
    503: (
        StoreUnavailable,
        "has no leader, or a shard that no node can serve",
        "Wait until the missing nodes are back, then try again.",
    ),
}


def translated(refusal: Refusal, address: Address, secret_words: tuple[str, ...] = ()) -> StoreError:
    """Returns our error for a server's refusal; its kind is more specific than its status. Secrets
    are masked."""
    meaning = _BY_KIND.get(refusal.kind) or _BY_STATUS.get(refusal.status)
    if refusal.kind == "cluster_block_exception" and refusal.status == 503:
        meaning = _BY_STATUS[503]  # without an elected leader, all indices are blocked
    if meaning is None and (refusal.status >= 500 or refusal.status == 0):
        meaning = StoreUnavailable, "failed", "Try again; the server's log may say more."
    kind, what, hint = meaning or (StoreError, "refused", "The server's log may say more.")
    reason = refusal.reason
    for word in secret_words:
        reason = reason.replace(word, "…")
    detail = f" ({reason.strip()[:300]})" if reason.strip() else ""
    values = {"address": str(address), "status": refusal.status, "kind": refusal.kind}
    return kind(f"store {address} {what}{detail}", hint=hint, values=values)
