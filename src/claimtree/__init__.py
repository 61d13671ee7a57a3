"""Search by claims: the wishes of a query, what each hit meets or refutes, and the deciding quotes.

The public names are listed below; everything else may move. They are imported at their first use,
so that `claimtree --help` does not wait for numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimtree.client import Claimtree, open
    from claimtree.engine import Engine
    from claimtree.errors import ClaimtreeError
    from claimtree.indexing import Indexer, IndexReport
    from claimtree.model.amounts import Amount
    from claimtree.model.answers import Answer, Explanation, Found, Hit, Nothing, Verdict
    from claimtree.model.claim_edits import Edit
    from claimtree.model.claims import Claim, QueryClaim, Strength
    from claimtree.model.documents import Document
    from claimtree.model.hierarchy import Hierarchy
    from claimtree.model.pack import Pack
    from claimtree.model.questions import Question
    from claimtree.packs.load import load_pack
    from claimtree.ports import Embedder, Reader, Source, Store, StoreIdentity
    from claimtree.settings import Settings, load_settings
    from claimtree.sources.read import read_files
    from claimtree.stores.open import open_store
    from claimtree.text.rule_reader import RuleReader
    from claimtree.workspace import Workspace

__all__ = [
    "Amount",
    "Answer",
    "Claim",
    "Claimtree",
    "ClaimtreeError",
    "Document",
    "Edit",
    "Embedder",
    "Engine",
    "Explanation",
    "Found",
    "Hierarchy",
    "Hit",
    "IndexReport",
    "Indexer",
    "Nothing",
    "Pack",
    "QueryClaim",
    "Question",
    "Reader",
    "RuleReader",
    "Settings",
    "Source",
    "Store",
    "StoreIdentity",
    "Strength",
    "Verdict",
    "Workspace",
    "load_pack",
    "load_settings",
    "open",
    "open_store",
    "read_files",
]

_HOMES = {
    "Amount": "claimtree.model.amounts",
    "Answer": "claimtree.model.answers",
    "Claim": "claimtree.model.claims",
    "Claimtree": "claimtree.client",
    "ClaimtreeError": "claimtree.errors",
    "Document": "claimtree.model.documents",
    "Edit": "claimtree.model.claim_edits",
    "Embedder": "claimtree.ports",
    "Engine": "claimtree.engine",
    "Explanation": "claimtree.model.answers",
    "Found": "claimtree.model.answers",
    "Hierarchy": "claimtree.model.hierarchy",
    "Hit": "claimtree.model.answers",
    "IndexReport": "claimtree.indexing",
    "Indexer": "claimtree.indexing",
    "Nothing": "claimtree.model.answers",
    "Pack": "claimtree.model.pack",
    "QueryClaim": "claimtree.model.claims",
    "Question": "claimtree.model.questions",
    "Reader": "claimtree.ports",
    "RuleReader": "claimtree.text.rule_reader",
    "Settings": "claimtree.settings",
    "Source": "claimtree.ports",
    "Store": "claimtree.ports",
    "StoreIdentity": "claimtree.ports",
    "Strength": "claimtree.model.claims",
    "Verdict": "claimtree.model.answers",
    "Workspace": "claimtree.workspace",
    "load_pack": "claimtree.packs.load",
    "load_settings": "claimtree.settings",
    "open": "claimtree.client",
    "open_store": "claimtree.stores.open",
    "read_files": "claimtree.sources.read",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'claimtree' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
