"""Formats a result as a few lines of text, for agents that read text rather than structure.

All text is made by `quoting.safe_format`: content from a listing, a place or a query is in double quotes,
as a JSON string on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from claimtree.json_types.answer_types import VerdictName
from claimtree.json_types.chat_types import FitName
from claimtree.json_types.claim_types import StrengthName
from claimtree.mcp import result_types
from claimtree.quoting import CUT, SafeText, joined, safe_format, trusted

LONGEST: Final = 30_000
"""Characters; the rest is only in the structured result."""
LONGEST_ID: Final = 200
"""Characters of an id in the text; the structured result has all of it."""
SIGNS: Final[Mapping[VerdictName, SafeText]] = {"met": trusted("✓"), "refuted": trusted("✗"), "unknown": trusted("–")}
STRENGTHS: Final[Mapping[StrengthName, SafeText]] = {"required": trusted("required"), "preferred": trusted("preferred")}
RELAXATIONS: Final = 5
_NOTHING: Final = trusted("")


def search_text(found: result_types.SearchResult) -> SafeText:
    head = [safe_format("Understood: {}", joined("; ", map(_wish, found["understood"])))] if found["understood"] else []
    head.append(_ladder(found))
    hits = [_hit(one) for one in found["hits"]]
    tail = [
        *(
            safe_format("Without {}: {:,} more (edits=[{}])", one["claim"], one["more"], _list(one["edits"]))
            for one in found["relaxations"][:RELAXATIONS]
        ),
        *(safe_format("{:,} more {}", one["more"], one["text"]) for one in found["wider"]),
        *([safe_format("More hits: offset={}", found["next_offset"])] if found["next_offset"] is not None else []),
        *_notes(found["notices"], found["cut"]),
    ]
    room = LONGEST - sum(len(line) + 1 for line in [*head, *tail])
    shown: list[SafeText] = []
    for one in hits:
        room -= len(one) + 1
        if room < 0 and shown:
            tail.append(
                safe_format("({} hits of this page are only in the structured result.)", len(hits) - len(shown))
            )
            break
        shown.append(one)
    return joined("\n", [*head, *shown, *tail])


def read_text(found: result_types.ReadResult) -> SafeText:
    lines = [
        safe_format(
            "{}: {} of {}{}, weight {:g}, from {}{}",
            _wish(one),
            one["type"],
            one["level"],
            _facet(one["facet"]),
            one["weight"],
            one["words"],
            _NOTHING if one["or_group"] is None else safe_format(", alternative {}", one["or_group"]),
        )
        for one in found["claims"]
    ]
    return joined("\n", [*(lines or [trusted("No claims.")]), *_notes(found["notices"], found["cut"])])


def explain_text(found: result_types.ExplainResult) -> SafeText:
    missing = trusted("not among the hits")
    where = missing if found["place"] is None else safe_format("number {} of {:,}", found["place"], found["total"])
    return joined(
        "\n",
        [
            safe_format("{} {}: {}, meets {}", _id(found["id"]), found["title"], where, found["coverage"]),
            *(safe_format("- {}", reason) for reason in found["reasons"]),
            *(_verdict(one, found["id"]) for one in found["verdicts"]),
            *_notes((), found["cut"]),
        ],
    )


def entity_text(found: result_types.EntityResult) -> SafeText:
    lines = [line for one in found["entities"] for line in _entity(one)]
    if found["unknown"]:
        lines.append(
            safe_format("Unknown ids: {}", joined(", ", (safe_format("{}", _id(id)) for id in found["unknown"])))
        )
    return joined("\n", [*lines, *_notes((), found["cut"])])


def places_text(found: result_types.PlacesResult) -> SafeText:
    lines = []
    if found["meaning"] != "listed":
        means = {"found": trusted("It means:"), "ambiguous": trusted("It may mean:")}
        lines.append(means.get(found["meaning"], trusted("Unknown.")))
    lines += [_place(one) for one in found["places"]]
    if found["others"]:
        lines += [trusted("Names alike:"), *(_place(one) for one in found["others"])]
    if found["kinds"]:
        counts = (safe_format("{} {:,}", kind, count) for kind, count in found["kinds"].items())
        lines.append(safe_format("Kinds: {}", joined(", ", counts)))
    return joined("\n", [*lines, *_notes(found["notices"], found["cut"])])


def packs_text(found: result_types.PacksResult) -> SafeText:
    lines = []
    for one in found["packs"]:
        counts = joined(", ", (safe_format("{:,} {}", count, level) for level, count in one["entities"].items()))
        size = safe_format("{}; {:,} claims, {:,} places", counts, one["claims"], one["places"])
        lines += [
            safe_format(
                "{}: {}, in {}; {}; hits are of level {}",
                one["name"],
                one["title"],
                _list(one["languages"]),
                size,
                one["answers"],
            ),
            safe_format("  claim types: {}", _list([kind["name"] for kind in one["types"]])),
            *(safe_format("  try {}", query) for query in one["queries"][:2]),
        ]
    must = trusted("Calls have to name a pack.")
    usual = must if found["default"] is None else safe_format("Calls that name no pack use {}.", found["default"])
    without = [safe_format("Without data: {}", _list(found["without_data"]))] if found["without_data"] else []
    return joined("\n", [*lines, *([usual] if found["packs"] else []), *without, *_notes(found["notices"], ())])


def _wish(one: result_types.Wish) -> SafeText:
    # Claim ids are assigned by us, so they need no quoting.
    return safe_format("{} {} ({})", trusted(one["id"]), one["claim"], STRENGTHS[one["strength"]])


def _ladder(found: result_types.SearchResult) -> SafeText:
    if not found["total"]:
        return trusted("Nothing found.")
    rungs = (
        safe_format(
            "{:,} {} {}{}",
            rung["count"],
            trusted("meets" if rung["count"] == 1 else "meet"),
            trusted("all " if rung["meet"] == found["of"] else ""),
            rung["meet"],
        )
        for rung in found["ladder"]
    )
    fit = trusted("fits" if found["total"] == 1 else "fit")
    return safe_format("{:,} {}: {} (of {} claims)", found["total"], fit, joined(" · ", rungs), found["of"])


def _hit(one: result_types.Hit) -> SafeText:
    facts = safe_format(" · {}", " · ".join(one["facts"])) if one["facts"] else _NOTHING
    lies = joined("", (safe_format(" · in {} {}", _id(each["id"]), each["title"]) for each in one["lies_in"]))
    head = safe_format(
        "{}. {} {} · meets {}{}{}", one["rank"], _id(one["id"]), one["title"], one["coverage"], facts, lies
    )
    return joined("\n", [head, *(_verdict(each, one["id"]) for each in one["verdicts"])])


def _verdict(one: result_types.Settled, hit: str) -> SafeText:
    evidence = (
        joined("; ", (_evidence(each, hit) for each in one["evidence"])) if one["evidence"] else trusted("nothing said")
    )
    return safe_format(
        "   {} {} ({}): {}", SIGNS[one["verdict"]], one["claim"], trusted("|".join(one["ids"])), evidence
    )


def _evidence(one: result_types.Evidence, hit: str) -> SafeText:
    before = _NOTHING if one["speaks"] == "decides" else safe_format("{} ", trusted(one["speaks"]))
    who = trusted("on the map") if one["measured"] else safe_format("{}", one["source"])
    where = who if one["entity"] == hit else safe_format("{} {}, {}", _id(one["entity"]), one["title"], who)
    both = safe_format(" and {}", one["against"]) if one["against"] else _NOTHING
    return safe_format("{}{}{} [{}{}]", before, one["quote"], both, where, _relation(one))


def _relation(one: result_types.Evidence) -> SafeText:
    """How the entity that evidence is about is related to the hit."""
    if not one["relation"]:
        return _NOTHING
    stated = safe_format(": {}", one["stated"]) if one["stated"] else _NOTHING
    return safe_format("; {} {}{}", one["relation"], _id(one["related"]), stated)


def _entity(one: result_types.Known) -> Iterable[SafeText]:
    yield safe_format("{} {} · {}{}", _id(one["id"]), one["title"], one["level"], _facet(one["facet"]))
    if one["facts"]:
        yield safe_format("  {}", " · ".join(one["facts"]))
    yield from (safe_format("  lies in {} {}", _id(each["id"]), each["title"]) for each in one["lies_in"])
    yield from (safe_format("  has {} {}", _id(part["id"]), part["title"]) for part in one["parts"])
    if one["nearby"]:
        near = (safe_format("{} ({}) {:,} m", each["name"], each["kind"], each["metres"]) for each in one["nearby"])
        yield safe_format("  near: {}", joined("; ", near))
    yield from map(_related, one["relations"])
    for source in one["sources"]:
        url = safe_format(" {}", source["url"]) if source["url"] else _NOTHING
        yield safe_format("  {}{} says: {}", source["name"], url, source["text"])


def _related(one: result_types.Related) -> SafeText:
    quote = safe_format(": {}", one["quote"]) if one["quote"] else _NOTHING
    other = safe_format("{} {}", _id(one["to"]), one["title"])
    if one["direction"] == "in":
        return safe_format("  {} {} it{}", other, one["kind"], quote)
    return safe_format("  {} {}{}", one["kind"], other, quote)


def _place(one: result_types.PlaceKnown) -> SafeText:
    lies = safe_format(", in {}", one["lies_in"]) if one["lies_in"] else _NOTHING
    return safe_format("  {} ({}{}) at {:g},{:g}", one["name"], one["kind"], lies, one["lat"], one["lon"])


def _notes(notices: Sequence[SafeText], cut: Sequence[SafeText]) -> list[SafeText]:
    return [*(safe_format("Note: {}", notice) for notice in notices), *(safe_format("Cut: {}", what) for what in cut)]


def _facet(facet: str | None) -> SafeText:
    return safe_format(" ({})", facet) if facet else _NOTHING


def _id(id: str) -> str:
    return id if len(id) <= LONGEST_ID else id[: LONGEST_ID - 1] + CUT


def _list(texts: Sequence[str]) -> SafeText:
    return joined(", ", (safe_format("{}", text) for text in texts))


def chat_text(found: result_types.ChatResult) -> SafeText:
    calls = joined(", ", (safe_format("{}", trusted(one)) for one in found["calls"]))
    return joined("\n", [*found["lines"], *([safe_format("Tools: {}", calls)] if found["calls"] else [])])


def tool_hits_text(found: result_types.ToolHits) -> SafeText:
    head = safe_format("{:,} fit {}", found["total"], _list(found["criteria"]))
    return joined("\n", [head, *(line for one in found["hits"] for line in _numbered(one))])


def one_hit_text(found: result_types.OneHit) -> SafeText:
    return joined("\n", _numbered(found["hit"]))


def found_places_text(found: result_types.FoundPlaces) -> SafeText:
    places = [
        safe_format("{}, {}, at {:.4f}, {:.4f}", one["name"], one["kind"], one["lat"], one["lon"])
        for one in found["places"]
    ]
    return joined("\n", places or [trusted("No place is known.")])


_FITS: Final[Mapping[FitName, SafeText]] = {
    "full": trusted("fits"),
    "maybe": trusted("may fit"),
    "close": trusted("does not fit"),
}


def _numbered(one: result_types.NumberedHit) -> list[SafeText]:
    head = safe_format(
        "{}. {} {}: {}; price {}; {}", one["number"], _id(one["id"]), one["title"], _FITS[one["fit"]], one["price"],
        _list(one["facts"]),
    )  # fmt: skip
    rest = [
        safe_format("   {}: {}", trusted(name), _list(values))
        for name, values in (
            ("not stated", one["unstated"]),
            ("not met", one["missed"]),
            ("distances", one["distances"]),
        )
        if values
    ]
    return [
        head,
        *rest,
        *(safe_format("   {} {} {}", SIGNS[v["verdict"]], v["criterion"], v["quote"]) for v in one["verdicts"]),
    ]
