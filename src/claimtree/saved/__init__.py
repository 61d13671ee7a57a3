"""Saved searches: which hits are new, gone, cheaper or changed since the last run, and why, claim
by claim.

`SavedSearches` manages the file. A run takes a *snapshot* of the first hits, *compares* it with the
last one (`diffs`), and stores both in one transaction. News are available as JSON (`saved_json`),
text (`news_text`), an Atom feed (`feed`) and signed messages (`webhook_delivery`, `outbox`).
"""

from claimtree.saved.diffs import Diff, compare
from claimtree.saved.feed import feed
from claimtree.saved.outbox import Delivered
from claimtree.saved.saved_db import FILE
from claimtree.saved.searches import Run, SavedSearch, Webhook
from claimtree.saved.service import SavedSearches
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
