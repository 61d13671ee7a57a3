"""The types of saved searches and their runs, and the checks of what may be saved."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from claimtree.errors import BadInput
from claimtree.model.claim_edits import parse_edits
from claimtree.model.questions import Question
from claimtree.saved.diffs import NOTHING, Diff
from claimtree.search.query_limits import check_query, check_weights

LONGEST_NAME = 80
DEFAULT_LIMIT = 50
MOST_HITS = 500
"""Maximum number of hits that a search follows; lower ranks are ignored."""
MOST_SEARCHES = 200
"""Maximum per owner and collection."""
MOST_WEIGHTS = 32
LEAST_MINUTES = 5
MOST_MINUTES = 366 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """The webhook that news are posted to."""

    url: str = field(repr=False)
    """A secret, since anyone who knows it can post there; only its host is shown."""
    secret: str = field(repr=False)
    allow_private: bool = False
    enabled: bool = True
    last_outcome: str = ""
    """The outcome of the last message ("status 200"); empty before the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSearch:
    """A question that is run repeatedly."""

    id: str
    name: str
    collection: str
    owner: str = ""
    """The id of the owner's key; empty on the command line."""
    question: Question
    limit: int = DEFAULT_LIMIT
    every: int | None = None
    """Minutes between runs in the server; None if it is only run on request."""
    due: float | None = None
    """Time of the server's next run, in seconds since 1970."""
    leased_until: float = 0.0
    """Time until which a server holds the lease; in the past if no server does."""
    webhook: Webhook | None = None
    created: float
    runs: int = 0
    last_run: float | None = None
    failure: str = ""
    """Why its last run in the server failed; empty if it did not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run, and the differences from the one before."""

    search: str
    """The id of the saved search."""
    name: str
    collection: str
    question: str
    number: int
    """1 for the first run, the baseline: it records the hits, and has no news."""
    at: float
    hit_count: int
    """Number of hits recorded."""
    total: int
    """Number of matches in all."""
    diff: Diff = NOTHING
    notices: tuple[str, ...] = ()
    language: str = "en"
    """The language of the asker, in which the news are told."""

    @property
    def id(self) -> str:
        """A stable id of the run, the same in the feed and in every delivery attempt."""
        return str(uuid.uuid5(uuid.UUID(self.search), f"run {self.number}"))

    @property
    def baseline(self) -> bool:
        return self.number == 1


def checked_name(name: str) -> str:
    """Returns the name with normalized whitespace; raises BadInput if it is empty, too long or not
    printable."""
    clean = " ".join(name.split())
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise BadInput(
            f"{name[:LONGEST_NAME]!r} cannot be the name of a saved search",
            hint=f"Use 1 to {LONGEST_NAME} letters, digits, blanks and other signs that can be seen.",
            values={"length": len(name)},
        )
    return clean


def check_saved(question: Question, limit: int) -> None:
    """Rejects what could never be searched, or cannot be saved, before it is saved."""
    check_query(question.text)
    if question.near is not None or question.claims is not None:
        raise BadInput(
            "a saved search keeps a sentence, and neither a place nor claims beside it",
            hint='Say it in the sentence, as in: "quiet 2BR near Prospect Park".',
        )
    edits = [str(edit) for edit in question.edits]
    if parse_edits(edits) != question.edits:
        raise BadInput(
            f"the edits {', '.join(edits)} cannot be saved as they are",
            hint="Give weights with at most four decimals.",
            values={"edits": edits},
        )
    if not 1 <= limit <= MOST_HITS:
        raise BadInput(
            f"limit {limit} is out of range", hint=f"Follow the first 1 to {MOST_HITS} hits.", values={"limit": limit}
        )
    if len(question.level_weights) > MOST_WEIGHTS:
        raise BadInput(f"{len(question.level_weights)} level weights are too many", hint="Give one for each level.")
    check_weights(question.level_weights)


def check_every(minutes: int | None) -> None:
    if minutes is not None and not LEAST_MINUTES <= minutes <= MOST_MINUTES:
        raise BadInput(
            f"every {minutes} minutes is out of range",
            hint=f"Let {LEAST_MINUTES} minutes or more pass from run to run, at most a year.",
            values={"every": minutes},
        )
