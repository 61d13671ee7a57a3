"""What waits for a person in the demo tree's review queue, for tests of the faces."""

from __future__ import annotations

from typing import Any

from claimtree.review.items import (
    ConflictKind,
    DataConflict,
    Origin,
    PersonRef,
    Proposals,
    ReviewItem,
    ReviewKind,
    SuggestedFact,
    TreeQuote,
)

TREE = "hollow-creek"
MARY_ELLEN = PersonRef(id="I49", name="Mary Ellen Smith", years="1879–1960", sex="female")
OTHER_MARY = PersonRef(id="I42", name="Mary Smith", years="1854–1921", sex="female")


def _fact(quote: str, text: str, *, candidates: tuple[PersonRef, ...] = (), **more: Any) -> SuggestedFact:
    return SuggestedFact(
        tree=TREE, person=MARY_ELLEN, candidates=candidates, quote=quote, text=text, confidence=80, **more
    )


SUGGESTION = ReviewItem(
    id=0,
    kind=ReviewKind.SUGGESTION,
    tree=TREE,
    fact=_fact(
        "Mary Ellen taught school in Gambier before she married",
        "Mary Ellen Smith: occupation teacher, Gambier.",
        kind="occupation",
        value="teacher",
        place="Gambier",
    ),
    origin=Origin(source_id="m1", author="Ruth", sent_at="2026-03-02", excerpt="Mary Ellen taught school in Gambier …"),
)
CONFLICT = ReviewItem(
    id=0,
    kind=ReviewKind.CONFLICT,
    tree=TREE,
    fact=_fact("she was born in 1871", "Mary Ellen Smith: born 1871.", kind="birth", date="1871"),
    conflicts=(
        DataConflict(
            kind=ConflictKind.DATE,
            text="The tree has 12 MAY 1879.",
            message_quote="she was born in 1871",
            tree_quotes=(TreeQuote(record="I49", line=9, text="2 DATE 12 MAY 1879"),),
        ),
    ),
    origin=Origin(source_id="m2", author="<b>Ann</b>", excerpt="<img src=x onerror=alert(1)> she was born in 1871"),
)
UNCERTAIN = ReviewItem(
    id=0,
    kind=ReviewKind.SUGGESTION,
    tree=TREE,
    fact=_fact(
        "Mary Smith had red hair",
        "Mary Smith: red hair.",
        kind="description",
        value="red hair",
        candidates=(MARY_ELLEN, OTHER_MARY),
    ),
    origin=Origin(source_id="m3"),
)
PROPOSALS = Proposals(items=(SUGGESTION, CONFLICT, UNCERTAIN))
