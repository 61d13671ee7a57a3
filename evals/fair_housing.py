"""fair-housing: wishes by protected class are left out with a notice, and the rest is still read.

Uses our own cases, with and without such a wish (`golden/fair-housing.toml`). Three checks: a part
is left out if and only if it asks for people of a protected class; the notice shows exactly those
words; the words beside them, or words that only sound similar ("family room"), still become a
claim.
"""

from __future__ import annotations

import re
from pathlib import Path

from claimtree.calibration.data_rows import Row, Rows
from claimtree.model.notices import NoticeCode
from evals.adapters import Adapter
from evals.golden import is_for
from evals.golden_file import load_tables
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark, Measure


def load_cases(path: Path) -> Rows:
    return load_tables(path, ("case",))


def score(where: str, row: Row, reading: Reading) -> Case | None:
    text = str(row["text"])
    if not is_for(row, reading):
        return None
    wanted = list(dict.fromkeys(_plain(words) for words in row["left_out"]))
    spans = {str(words): _span(str(words), text) for words in row["kept"]}
    written = "written with the rules" if row.get("seen", True) else "written later"
    group = f"{'a part to leave out' if wanted else 'nothing to leave out'}, {written}"
    answer = reading.query(text)
    left_out = [notice for notice in answer.notices if notice.code is NoticeCode.UNFAIR]
    read = [_plain(str(notice.by_name["words"])) for notice in left_out]
    decided, exact = bool(read) == bool(wanted), read == wanted
    lost = [
        words
        for words, (start, end) in spans.items()
        if not any(claim.start < end and start < claim.end for claim in answer.claims)
    ]
    marks = [Mark(figure="decision", group=group, right=int(decided), missed=int(not decided))]
    if wanted:
        marks.append(Mark(figure="words", group=written, right=int(exact), missed=int(not exact)))
    if spans:
        marks.append(Mark(figure="kept", group=group, right=len(spans) - len(lost), missed=len(lost)))
    confusions = [Confusion(slot="kept words", expected="a claim", read="") for _ in lost]
    if not exact:
        confusions.append(Confusion(slot="left out", expected=_kind(wanted, wanted), read=_kind(read, wanted)))
    return Case(
        id=where,
        text=text,
        marks=tuple(marks),
        expected=_summary(wanted, [f"a claim from {words}" for words in lost]),
        read=_summary(read, []),
        confusions=tuple(confusions),
    )


def _plain(words: object) -> str:
    return " ".join(str(words).casefold().split())


def _span(words: str, text: str) -> tuple[int, int]:
    """Returns the span of the words in the text; raises ValueError if they do not occur."""
    found = re.search(re.escape(words), text, re.IGNORECASE)
    if found is None or not words:
        raise ValueError(f"the text does not say {words!r}")
    return found.span()


def _kind(words: list[str], wanted: list[str]) -> str:
    if not words:
        return ""
    return "a part" if words == wanted or not wanted else "other words"


def _summary(left_out: list[str], claims: list[str]) -> str:
    parts = [f"left out: {', '.join(left_out) or 'nothing'}", *claims]
    return "; ".join(parts)


FAIR_HOUSING = Adapter(
    name="fair-housing",
    title="Fair housing",
    data="TOML files with [[case]] tables: text, left_out, kept (our own when left out)",
    pack="rentals",
    goals=(
        Goal(key="decision", title="left out or not, as it should be", by="case"),
        Goal(key="words", title="exactly the words to leave out", by="case"),
        Goal(key="kept", title="other words that become claims", measure=Measure.COVERAGE, by="case"),
    ),
    is_ours=lambda row: "left_out" in row,
    key=lambda row: str(row["text"]),
    score=score,
    load=load_cases,
)
