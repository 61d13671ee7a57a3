"""The words of the map page, in the language of the asker."""

from __future__ import annotations

from collections.abc import Iterable

from claimtree.languages.rendering import joiner, say
from claimtree.model.answers import Hit, Verdict
from claimtree.model.notices import Join, NoticeCode

_LABELS = {
    "hits": NoticeCode.MAP_HITS,
    "nowhere": NoticeCode.MAP_NOWHERE,
    "map": NoticeCode.MAP,
    "legend": NoticeCode.MAP_LEGEND,
    "card": NoticeCode.MAP_CARD,
    "noscript": NoticeCode.MAP_NEEDS_SCRIPT,
    "nothing": NoticeCode.NOTHING_SAID,
    "link": NoticeCode.MAP_LINK,
    "place": NoticeCode.MAP_PLACE,
    "close": NoticeCode.MAP_CLOSE,
    "everything": NoticeCode.MAP_EVERYTHING,
    "nearer": NoticeCode.MAP_ZOOM_IN,
    "farther": NoticeCode.MAP_ZOOM_OUT,
    "around": NoticeCode.MAP_AROUND,
    Verdict.MET.value: NoticeCode.VERDICT_MET,
    Verdict.REFUTED.value: NoticeCode.VERDICT_REFUTED,
    Verdict.UNKNOWN.value: NoticeCode.NOTHING_SAID,
}
GRADES = 4
"""Colours of hits: by how many wishes are missing."""


def labels(language: str) -> dict[str, str]:
    """Returns the fixed words of the page by the names that its markup and script use."""
    return {name: str(say(code, language)) for name, code in _LABELS.items()} | {"and": joiner(Join.AND, language)}


def grade_of(met: int, of: int) -> int:
    """Returns the colour of a hit: 0, 1 or 2 wishes missing, or more; a hit that meets none has the last one."""
    if met == of:
        return 0
    return GRADES - 1 if met == 0 else min(of - met, GRADES - 1)


def legend(hits: Iterable[Hit], of: int, language: str) -> list[dict[str, object]]:
    """Returns what each colour means and how many hits have it: "meets 3 of 5 (12)"."""
    met_by_grade: list[list[int]] = [[] for _ in range(GRADES)]
    for hit in hits:
        met_by_grade[grade_of(hit.met, of)].append(hit.met)
    return [
        {"grade": grade, "text": f"{_meets(min(met), max(met), of, language)} ({len(met)})"}
        for grade, met in enumerate(met_by_grade)
        if met
    ]


def _meets(low: int, high: int, of: int, language: str) -> str:
    if low == of:
        return say(NoticeCode.MEETS_ALL, language, of=of)
    if high == 0:
        return say(NoticeCode.MEETS_NONE, language)
    if low == high:
        return say(NoticeCode.MEETS_SOME, language, met=low, of=of)
    return say(NoticeCode.MEETS_RANGE, language, low=low, high=high, of=of)
