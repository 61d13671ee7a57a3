"""Formats what the tools about family trees return as a few lines of text; foreign text is in double quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from claimtree.mcp import tree_results
from claimtree.quoting import SafeText, joined, safe_format, trusted

if TYPE_CHECKING:
    from claimtree.json_types.kinship_types import CitationShape
    from claimtree.json_types.review_types import ReviewItemShape

LINES: Final = 12
"""Lines of the file that the text shows; the structured result has more."""
PEOPLE: Final = 30
FACTS: Final = 40
_NOTHING: Final = trusted("")
_NO_YEARS: Final = (None, "")


def trees_text(found: tree_results.TreesResult) -> SafeText:
    lines = [
        safe_format(
            "{}: {:,} people in {:,} families, from {}{}",
            one["name"],
            one["people"],
            one["families"],
            one["file"],
            safe_format("; it is the tree of {}", one["root"]) if one["root"] else _NOTHING,
        )
        for one in found["trees"]
    ]
    return _text(lines or [trusted("No tree was imported.")], found["cut"])


def ask_text(found: tree_results.AskTreeResult) -> SafeText:
    told = found["answer"]
    back = not told["answered"]
    lines = [safe_format("Asked back: {}" if back else "Answer: {}", told["text"])]
    lines += [safe_format("To ask the user: {}", one) for one in told["questions"] if back and one != told["text"]]
    for one in told["candidates"]:
        lines.append(
            safe_format(
                "- {} {} {}, {} of 100: {}", one["id"], one["name"], one["years"], one["confidence"], _list(one["why"])
            )
        )
    people = [] if told["candidates"] else told["people"]
    lines += [safe_format("- {} {} {}", one["id"], one["name"], one["years"]) for one in people[:PEOPLE]]
    lines += [safe_format("- perhaps {} {} {}", one["id"], one["name"], one["years"]) for one in told["maybe"][:PEOPLE]]
    if "draft" in told:
        lines.append(trusted("Draft of a reply, for the user to read; nothing is sent:"))
        lines += [safe_format("| {}", one) for one in told["draft"]["lines"]]
        lines += [safe_format("Note on the draft: {}", one) for one in told["draft"]["notices"]]
    cited = [line for block in told["evidence"] for line in block["citations"]]
    return _text([*lines, *_lines(cited)], found["cut"])


def people_text(found: tree_results.TreePeopleResult) -> SafeText:
    lines = [_person(one) for one in found["people"]] or [trusted("Nobody has all these words in a name.")]
    return _text([*lines, *_next(found["next_offset"])], found["cut"])


def person_text(found: tree_results.TreePersonResult) -> SafeText:
    card = found["person"]
    lines = [_person(card)]
    if card["masked"]:
        lines.append(trusted("May be living: nothing is shown."))
    for fact in card["facts"][:FACTS]:
        told = [fact["value"], fact["means"] or fact["date"], fact["place"]]
        lines.append(
            safe_format("{}: {} [{}]", fact["kind"], _list(one for one in told if one), _list(fact["quotes"][:2]))
        )
    for word, kin in (
        ("parent", card["parents"]),
        ("partner", card["partners"]),
        ("child", card["children"]),
        ("sibling", card["siblings"]),
    ):
        lines += [safe_format("{} ({}): {}", trusted(word), one["relation"], _person(one)) for one in kin[:PEOPLE]]
    lines += [safe_format("note: {}", one["text"]) for one in card["notes"][:5]]
    return _text(lines, found["cut"])


def path_text(found: tree_results.TreePathResult) -> SafeText:
    told = found["relationship"]
    lines = [safe_format("{}", told["text"]), *(safe_format("{}", one) for one in told["remarks"])]
    for number, step in enumerate(told["path"], 1):
        lines.append(safe_format("{}. {}", number, step["text"]))
        lines += [safe_format("   {}", line) for line in _lines(step["citations"])]
    others = told["ways"][1:]
    lines += [safe_format("Also {} ({})", one["label"], one["basis"]) for one in others]
    return _text(lines, found["cut"])


def line_text(found: tree_results.TreeLineResult) -> SafeText:
    told = found["line"]
    lines = [
        safe_format(
            "{} {}{}{}",
            one["generation"],
            trusted("beside: ") if one["partner"] else _NOTHING,
            _person(one),
            safe_format(", {} more behind", one["further"]) if one["further"] else _NOTHING,
        )
        for one in told["people"]
    ]
    return _text([trusted("Generation and person:"), *lines], found["cut"])


def review_list_text(found: tree_results.ReviewListResult) -> SafeText:
    counts = joined(", ", [safe_format("{} {:,}", trusted(state), count) for state, count in found["counts"].items()])
    lines = [safe_format("{}. {}", one["id"], _item(one)) for one in found["items"]]
    return _text([counts, *(lines or [trusted("None.")]), *_next(found["next_offset"])], found["cut"])


def review_item_text(found: tree_results.ReviewItemResult) -> SafeText:
    item = found["item"]
    fact, origin = item["fact"], item["origin"]
    lines = [safe_format("{}. {}", item["id"], _item(item))]
    if fact is not None:
        lines.append(safe_format("The message says: {}", fact["quote"]))
        lines += [
            safe_format("May be about {} {} {}", one["id"], one["name"], one["years"]) for one in fact["candidates"]
        ]
        lines += [safe_format("Note: {}", one) for one in fact["remarks"]]
    for one in item["conflicts"]:
        lines.append(safe_format("Conflict: {}", one["text"]))
        lines += [safe_format("The tree says: {}", line["quote"]) for line in one["tree_quotes"]]
    lines.append(safe_format("From {} {}", origin["author"], origin["sent_at"]))
    lines += [safe_format("{} {} by {}: {}", one["at"], one["action"], one["by"], one["note"]) for one in item["audit"]]
    return _text(lines, found["cut"])


def _item(item: ReviewItemShape) -> SafeText:
    said = item["draft"] if item["fact"] is None else item["fact"]["text"]
    return safe_format("{} ({}, {})", said, trusted(item["kind"]), trusted(item["state"]))


def _person(one: Mapping[str, Any]) -> SafeText:
    if one["born"] in _NO_YEARS and one["died"] in _NO_YEARS:
        return safe_format("{} {}", one["id"], one["name"])
    years = safe_format("{}–{}", *(_NOTHING if year is None else year for year in (one["born"], one["died"])))
    return safe_format("{} {} {}", one["id"], one["name"], years)


def _lines(cited: Sequence[CitationShape]) -> list[SafeText]:
    lines = [
        safe_format("[{} line {}, {}: {}]", one["file"], one["line"], one["record"], one["quote"]) for one in cited
    ]
    more = len(lines) - LINES
    return [*lines[:LINES], *([safe_format("[{:,} more lines in the structured result]", more)] if more > 0 else [])]


def _list(texts: Iterable[str]) -> SafeText:
    return joined(", ", [safe_format("{}", one) for one in texts])


def _next(offset: int | None) -> list[SafeText]:
    return [safe_format("More: offset={}", offset)] if offset is not None else []


def _text(lines: Sequence[SafeText], cut: Sequence[SafeText]) -> SafeText:
    return joined("\n", [*lines, *(safe_format("({})", one) for one in cut)])
