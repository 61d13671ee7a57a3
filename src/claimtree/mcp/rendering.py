"""Formats a result as a few lines of text, for agents that read text rather than structure.

All text is made by `quoting.tell`: content from a listing, a place or a query is in double quotes,
as a JSON string on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from claimtree.json_types.answer_types import VerdictName
from claimtree.json_types.claim_types import StrengthName
from claimtree.mcp import result_types
from claimtree.quoting import CUT, Told, joined, ours, tell

LONGEST: Final = 30_000
"""Characters; the rest is only in the structured result."""
LONGEST_ID: Final = 200
"""Characters of an id in the text; the structured result has all of it."""
SIGNS: Final[Mapping[VerdictName, Told]] = {"met": ours("✓"), "refuted": ours("✗"), "unknown": ours("–")}
STRENGTHS: Final[Mapping[StrengthName, Told]] = {"required": ours("required"), "preferred": ours("preferred")}
RELAXATIONS: Final = 5
_NOTHING: Final = ours("")


def search_text(found: result_types.SearchResult) -> Told:
    head = [tell("Understood: {}", joined("; ", map(_wish, found["understood"])))] if found["understood"] else []
    head.append(_ladder(found))
    hits = [_hit(one) for one in found["hits"]]
    tail = [
        *(
            tell("Without {}: {:,} more (edits=[{}])", one["claim"], one["more"], _list(one["edits"]))
            for one in found["relaxations"][:RELAXATIONS]
        ),
        *(tell("{:,} more {}", one["more"], one["text"]) for one in found["wider"]),
        *([tell("More hits: offset={}", found["next_offset"])] if found["next_offset"] is not None else []),
        *_notes(found["notices"], found["cut"]),
    ]
    room = LONGEST - sum(len(line) + 1 for line in [*head, *tail])
    shown: list[Told] = []
    for one in hits:
        room -= len(one) + 1
        if room < 0 and shown:
            tail.append(tell("({} hits of this page are only in the structured result.)", len(hits) - len(shown)))
            break
        shown.append(one)
    return joined("\n", [*head, *shown, *tail])


def read_text(found: result_types.ReadResult) -> Told:
    lines = [
        tell(
            "{}: {} of {}{}, weight {:g}, from {}{}",
            _wish(one),
            one["type"],
            one["level"],
            _facet(one["facet"]),
            one["weight"],
            one["words"],
            _NOTHING if one["or_group"] is None else tell(", alternative {}", one["or_group"]),
        )
        for one in found["claims"]
    ]
    return joined("\n", [*(lines or [ours("No claims.")]), *_notes(found["notices"], found["cut"])])


def explain_text(found: result_types.ExplainResult) -> Told:
    missing = ours("not among the hits")
    where = missing if found["place"] is None else tell("number {} of {:,}", found["place"], found["total"])
    return joined(
        "\n",
        [
            tell("{} {}: {}, meets {}", _id(found["id"]), found["title"], where, found["coverage"]),
            *(tell("- {}", reason) for reason in found["reasons"]),
            *(_verdict(one, found["id"]) for one in found["verdicts"]),
            *_notes((), found["cut"]),
        ],
    )


def entity_text(found: result_types.EntityResult) -> Told:
    lines = [line for one in found["entities"] for line in _entity(one)]
    if found["unknown"]:
        lines.append(tell("Unknown ids: {}", joined(", ", (tell("{}", _id(id)) for id in found["unknown"]))))
    return joined("\n", [*lines, *_notes((), found["cut"])])


def places_text(found: result_types.PlacesResult) -> Told:
    lines = []
    if found["meaning"] != "listed":
        means = {"found": ours("It means:"), "ambiguous": ours("It may mean:")}
        lines.append(means.get(found["meaning"], ours("Unknown.")))
    lines += [_place(one) for one in found["places"]]
    if found["others"]:
        lines += [ours("Names alike:"), *(_place(one) for one in found["others"])]
    if found["kinds"]:
        counts = (tell("{} {:,}", kind, count) for kind, count in found["kinds"].items())
        lines.append(tell("Kinds: {}", joined(", ", counts)))
    return joined("\n", [*lines, *_notes(found["notices"], found["cut"])])


def packs_text(found: result_types.PacksResult) -> Told:
    lines = []
    for one in found["packs"]:
        counts = joined(", ", (tell("{:,} {}", count, level) for level, count in one["entities"].items()))
        size = tell("{}; {:,} claims, {:,} places", counts, one["claims"], one["places"])
        lines += [
            tell(
                "{}: {}, in {}; {}; hits are of level {}",
                one["name"],
                one["title"],
                _list(one["languages"]),
                size,
                one["answers"],
            ),
            tell("  claim types: {}", _list([kind["name"] for kind in one["types"]])),
            *(tell("  try {}", query) for query in one["queries"][:2]),
        ]
    must = ours("Calls have to name a pack.")
    usual = must if found["default"] is None else tell("Calls that name no pack use {}.", found["default"])
    without = [tell("Without data: {}", _list(found["without_data"]))] if found["without_data"] else []
    return joined("\n", [*lines, *([usual] if found["packs"] else []), *without, *_notes(found["notices"], ())])


def _wish(one: result_types.Wish) -> Told:
    # Claim ids are assigned by us, so they need no quoting.
    return tell("{} {} ({})", ours(one["id"]), one["claim"], STRENGTHS[one["strength"]])


def _ladder(found: result_types.SearchResult) -> Told:
    if not found["total"]:
        return ours("Nothing found.")
    rungs = (
        tell(
            "{:,} {} {}{}",
            rung["count"],
            ours("meets" if rung["count"] == 1 else "meet"),
            ours("all " if rung["meet"] == found["of"] else ""),
            rung["meet"],
        )
        for rung in found["ladder"]
    )
    fit = ours("fits" if found["total"] == 1 else "fit")
    return tell("{:,} {}: {} (of {} claims)", found["total"], fit, joined(" · ", rungs), found["of"])


def _hit(one: result_types.Hit) -> Told:
    facts = tell(" · {}", " · ".join(one["facts"])) if one["facts"] else _NOTHING
    lies = joined("", (tell(" · in {} {}", _id(each["id"]), each["title"]) for each in one["lies_in"]))
    head = tell("{}. {} {} · meets {}{}{}", one["rank"], _id(one["id"]), one["title"], one["coverage"], facts, lies)
    return joined("\n", [head, *(_verdict(each, one["id"]) for each in one["verdicts"])])


def _verdict(one: result_types.Settled, hit: str) -> Told:
    said = joined("; ", (_evidence(each, hit) for each in one["evidence"])) if one["evidence"] else ours("nothing said")
    return tell("   {} {} ({}): {}", SIGNS[one["verdict"]], one["claim"], ours("|".join(one["ids"])), said)


def _evidence(one: result_types.Evidence, hit: str) -> Told:
    before = _NOTHING if one["speaks"] == "decides" else tell("{} ", ours(one["speaks"]))
    who = ours("on the map") if one["measured"] else tell("{}", one["source"])
    where = who if one["entity"] == hit else tell("{} {}, {}", _id(one["entity"]), one["title"], who)
    both = tell(" and {}", one["against"]) if one["against"] else _NOTHING
    return tell("{}{}{} [{}{}]", before, one["quote"], both, where, _relation(one))


def _relation(one: result_types.Evidence) -> Told:
    """How the entity that evidence is about is related to the hit."""
    if not one["relation"]:
        return _NOTHING
    stated = tell(": {}", one["stated"]) if one["stated"] else _NOTHING
    return tell("; {} {}{}", one["relation"], _id(one["related"]), stated)


def _entity(one: result_types.Known) -> Iterable[Told]:
    yield tell("{} {} · {}{}", _id(one["id"]), one["title"], one["level"], _facet(one["facet"]))
    if one["facts"]:
        yield tell("  {}", " · ".join(one["facts"]))
    yield from (tell("  lies in {} {}", _id(each["id"]), each["title"]) for each in one["lies_in"])
    yield from (tell("  has {} {}", _id(part["id"]), part["title"]) for part in one["parts"])
    if one["nearby"]:
        near = (tell("{} ({}) {:,} m", each["name"], each["kind"], each["metres"]) for each in one["nearby"])
        yield tell("  near: {}", joined("; ", near))
    yield from map(_related, one["relations"])
    for source in one["sources"]:
        url = tell(" {}", source["url"]) if source["url"] else _NOTHING
        yield tell("  {}{} says: {}", source["name"], url, source["text"])


def _related(one: result_types.Related) -> Told:
    said = tell(": {}", one["quote"]) if one["quote"] else _NOTHING
    other = tell("{} {}", _id(one["to"]), one["title"])
    if one["direction"] == "in":
        return tell("  {} {} it{}", other, one["kind"], said)
    return tell("  {} {}{}", one["kind"], other, said)


def _place(one: result_types.PlaceKnown) -> Told:
    lies = tell(", in {}", one["lies_in"]) if one["lies_in"] else _NOTHING
    return tell("  {} ({}{}) at {:g},{:g}", one["name"], one["kind"], lies, one["lat"], one["lon"])


def _notes(notices: Sequence[Told], cut: Sequence[Told]) -> list[Told]:
    return [*(tell("Note: {}", notice) for notice in notices), *(tell("Cut: {}", what) for what in cut)]


def _facet(facet: str | None) -> Told:
    return tell(" ({})", facet) if facet else _NOTHING


def _id(id: str) -> str:
    return id if len(id) <= LONGEST_ID else id[: LONGEST_ID - 1] + CUT


def _list(texts: Sequence[str]) -> Told:
    return joined(", ", (tell("{}", text) for text in texts))
