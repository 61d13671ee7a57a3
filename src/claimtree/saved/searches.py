"""A saved search, what one run of it found, and what may be saved at all."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from claimtree.errors import BadInput
from claimtree.model.claim_edits import parse_edits
from claimtree.model.claims import LevelName
from claimtree.saved.diffs import NOTHING, Diff
from claimtree.search.query_limits import check_query

LONGEST_NAME = 80
DEFAULT_LIMIT = 50
MOST_HITS = 500
"""That one search looks at: what stands lower is not followed."""
MOST_SEARCHES = 200
"""Of one owner in one collection."""
MOST_WEIGHTS = 32
LEAST_MINUTES = 5
MOST_MINUTES = 366 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """Where news are posted to."""

    url: str = field(repr=False)
    """Whoever knows it may post there, so that it is shown by its host only."""
    secret: str = field(repr=False)
    allow_private: bool = False
    enabled: bool = True
    said: str = ""
    """How the last message went: "status 200"; empty before the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSearch:
    """A question that is asked again and again."""

    id: str
    name: str
    collection: str
    owner: str = ""
    """Whose it is: the id of a key; empty on the command line."""
    question: str
    edits: tuple[str, ...] = ()
    strict: bool = False
    level_weights: Mapping[LevelName, float] = field(default_factory=dict)
    limit: int = DEFAULT_LIMIT
    every: int | None = None
    """Minutes from one run of the server to the next; None where only people run it."""
    due: float | None = None
    """When the server runs it next, in seconds since 1970."""
    leased_until: float = 0.0
    """Until when it is some server's to run; past when it is nobody's."""
    webhook: Webhook | None = None
    created: float
    runs: int = 0
    last_run: float | None = None
    failure: str = ""
    """Why its last run in the server came to nothing; empty when it did not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run, and what was different from the one before."""

    search: str
    """The id of the saved search."""
    name: str
    collection: str
    question: str
    number: int
    """1 for the first, which is the baseline: it notes what there is, and has no news."""
    at: float
    seen: int
    """How many hits were noted."""
    total: int
    """How many there are in all."""
    diff: Diff = NOTHING
    notices: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same for the same run, wherever it is told: in the feed and in each try of a message."""
        return str(uuid.uuid5(uuid.UUID(self.search), f"run {self.number}"))

    @property
    def baseline(self) -> bool:
        return self.number == 1


def checked_name(name: str) -> str:
    """A name that can be listed, typed and shown."""
    clean = " ".join(name.split())
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise BadInput(
            f"{name[:LONGEST_NAME]!r} cannot be the name of a saved search",
            hint=f"Use 1 to {LONGEST_NAME} letters, digits, blanks and other signs that can be seen.",
            values={"length": len(name)},
        )
    return clean


def check_asked(
    question: str, edits: Sequence[str], level_weights: Mapping[LevelName, float], limit: int
) -> tuple[str, ...]:
    """Refuse what could never be searched, before it is saved; the edits as they are kept."""
    check_query(question)
    if not 1 <= limit <= MOST_HITS:
        raise BadInput(
            f"limit {limit} is out of range", hint=f"Follow the first 1 to {MOST_HITS} hits.", values={"limit": limit}
        )
    if len(level_weights) > MOST_WEIGHTS:
        raise BadInput(f"{len(level_weights)} level weights are too many", hint="Give one for each level.")
    for level, weight in level_weights.items():
        if not 0 <= weight <= 1:
            raise BadInput(
                f"weight {weight} of level {level!r} is not between 0 and 1", values={"level": level, "weight": weight}
            )
    return tuple(str(edit) for edit in parse_edits(edits))


def check_every(minutes: int | None) -> None:
    if minutes is not None and not LEAST_MINUTES <= minutes <= MOST_MINUTES:
        raise BadInput(
            f"every {minutes} minutes is out of range",
            hint=f"Let {LEAST_MINUTES} minutes or more pass from run to run, at most a year.",
            values={"every": minutes},
        )
