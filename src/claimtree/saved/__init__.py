"""Searches that are asked again: who is new, who is gone, what became cheaper, and why, claim by claim.

`SavedSearches` is the file and what can be done with it. A run takes a *snapshot* of the first hits, *compares* it with
the last one (`diffs`), and keeps both in one transaction. News are JSON (`shapes`), words (`words`), an Atom feed
(`feed`) and signed messages (`posting`, `outbox`).
"""

from claimtree.saved.diffs import Diff, compare
from claimtree.saved.feed import feed
from claimtree.saved.file import FILE
from claimtree.saved.outbox import Delivered
from claimtree.saved.running import SavedSearches
from claimtree.saved.searches import Run, SavedSearch, Webhook
from claimtree.saved.snapshots import Snapshot

__all__ = [
    "FILE",
    "Delivered",
    "Diff",
    "Run",
    "SavedSearch",
    "SavedSearches",
    "Snapshot",
    "Webhook",
    "compare",
    "feed",
]
