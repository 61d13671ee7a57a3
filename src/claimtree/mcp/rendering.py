"""A result in a few lines, for agents that read text rather than structure.

Everything that came from a listing, a place or a question stands in double quotes, as a JSON string on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from claimtree.mcp import shapes
from claimtree.mcp.saying import plain_id, quoted
from claimtree.model.answers import Verdict
from claimtree.model.claims import Strength

LONGEST: Final = 30_000
"""Characters; what does not fit is in the structured result."""
SIGNS: Final = {Verdict.MET: "✓", Verdict.REFUTED: "✗", Verdict.UNKNOWN: "–"}
RELAXATIONS: Final = 5


def searched(found: shapes.SearchResult) -> str:
    head = [f"Understood: {'; '.join(map(_wish, found.understood))}"] if found.understood else []
    head.append(_ladder(found))
    hits = [_hit(one) for one in found.hits]
    tail = [
        *(
            f"Without {quoted(one.claim)}: {one.more:,} more (edits={_texts(one.edits)})"
            for one in found.relaxations[:RELAXATIONS]
        ),
        *(f"{one.more:,} more {quoted(one.text)}" for one in found.wider),
        *([f"More hits: offset={found.next_offset}"] if found.next_offset is not None else []),
        *_notes(found.notices, found.cut),
    ]
    room = LONGEST - sum(len(line) + 1 for line in [*head, *tail])
    shown: list[str] = []
    for one in hits:
        room -= len(one) + 1
        if room < 0 and shown:
            tail.append(f"({len(hits) - len(shown)} hits of this page are only in the structured result.)")
            break
        shown.append(one)
    return "\n".join([*head, *shown, *tail])


def read(found: shapes.ReadResult) -> str:
    lines = [
        f"{_wish(one)}: {one.type} of {one.level}{f' ({one.facet})' if one.facet else ''}, weight {one.weight:g}, "
        f"from {quoted(one.words)}{f', alternative {one.or_group}' if one.or_group is not None else ''}"
        for one in found.claims
    ]
    return "\n".join([*(lines or ["No claims."]), *_notes(found.notices, found.cut)])


def explained(found: shapes.ExplainResult) -> str:
    where = f"number {found.place} of {found.total:,}" if found.place is not None else "not among the hits"
    return "\n".join(
        [
            f"{plain_id(found.id)} {quoted(found.title)}: {where}, meets {found.coverage}",
            *(f"- {reason}" for reason in found.reasons),
            *(_verdict(one, found.id) for one in found.verdicts),
            *_notes((), found.cut),
        ]
    )


def known(found: shapes.EntityResult) -> str:
    lines = [line for one in found.entities for line in _entity(one)]
    if found.unknown:
        lines.append(f"Unknown ids: {', '.join(map(plain_id, found.unknown))}")
    return "\n".join([*lines, *_notes((), found.cut)])


def placed(found: shapes.PlacesResult) -> str:
    lines = []
    if found.meaning != "listed":
        lines.append({"found": "It means:", "ambiguous": "It may mean:"}.get(found.meaning, "Unknown."))
    lines += [_place(one) for one in found.places]
    if found.others:
        lines += ["Names alike:", *(_place(one) for one in found.others)]
    if found.kinds:
        lines.append(f"Kinds: {', '.join(f'{quoted(kind)} {count:,}' for kind, count in found.kinds.items())}")
    return "\n".join([*lines, *_notes(found.notices, found.cut)])


def packed(found: shapes.PacksResult) -> str:
    lines = []
    for one in found.packs:
        counts = ", ".join(f"{count:,} {level}" for level, count in one.entities.items())
        size = f"{counts}; {one.claims:,} claims, {one.places:,} places"
        lines += [
            f"{one.name}: {quoted(one.title)}, in {', '.join(one.languages)}; {size}; hits are of level {one.answers}",
            f"  claim types: {', '.join(kind.name for kind in one.types)}",
            *(f"  try {quoted(query)}" for query in one.queries[:2]),
        ]
    usual = f"Calls that name no pack use {found.default}." if found.default else "Calls have to name a pack."
    without = [f"Without data: {', '.join(found.without_data)}"] if found.without_data else []
    return "\n".join([*lines, *([usual] if found.packs else []), *without, *_notes(found.notices, ())])


def _wish(one: shapes.Wish) -> str:
    firm = "required" if one.strength is Strength.REQUIRED else "preferred"
    return f"{one.id} {quoted(one.claim)} ({firm})"


def _ladder(found: shapes.SearchResult) -> str:
    if not found.total:
        return "Nothing found."
    rungs = " · ".join(
        f"{rung.count:,} {'meets' if rung.count == 1 else 'meet'} {'all ' if rung.meet == found.of else ''}{rung.meet}"
        for rung in found.ladder
    )
    return f"{found.total:,} {'fits' if found.total == 1 else 'fit'}: {rungs} (of {found.of} claims)"


def _hit(one: shapes.Hit) -> str:
    facts = f" · {quoted(' · '.join(one.facts))}" if one.facts else ""
    lies = "".join(f" · in {plain_id(each.id)} {quoted(each.title)}" for each in one.lies_in)
    lines = [f"{one.rank}. {plain_id(one.id)} {quoted(one.title)} · meets {one.coverage}{facts}{lies}"]
    return "\n".join([*lines, *(_verdict(each, one.id) for each in one.verdicts)])


def _verdict(one: shapes.Settled, hit: str) -> str:
    said = "; ".join(_evidence(each, hit) for each in one.evidence) or "nothing said"
    return f"   {SIGNS[one.verdict]} {quoted(one.claim)} ({'|'.join(one.ids)}): {said}"


def _evidence(one: shapes.Evidence, hit: str) -> str:
    before = "" if one.speaks == "decides" else f"{one.speaks} "
    who = "on the map" if one.measured else quoted(one.source)
    where = who if one.entity == hit else f"{plain_id(one.entity)} {quoted(one.title)}, {who}"
    both = f" and {quoted(one.against)}" if one.against else ""
    return f"{before}{quoted(one.quote)}{both} [{where}]"


def _entity(one: shapes.Known) -> Iterable[str]:
    facet = f" ({one.facet})" if one.facet else ""
    yield f"{plain_id(one.id)} {quoted(one.title)} · {one.level}{facet}"
    if one.facts:
        yield f"  {quoted(' · '.join(one.facts))}"
    yield from (f"  lies in {plain_id(each.id)} {quoted(each.title)}" for each in one.lies_in)
    yield from (f"  has {plain_id(part.id)} {quoted(part.title)}" for part in one.parts)
    if one.nearby:
        near = (f"{quoted(each.name)} ({each.kind}) {each.metres:,} m" for each in one.nearby)
        yield f"  near: {'; '.join(near)}"
    for source in one.sources:
        url = f" {quoted(source.url)}" if source.url else ""
        yield f"  {quoted(source.name)}{url} says: {quoted(source.text)}"


def _place(one: shapes.PlaceKnown) -> str:
    lies = f", in {quoted(one.lies_in)}" if one.lies_in else ""
    return f"  {quoted(one.name)} ({quoted(one.kind)}{lies}) at {one.lat:g},{one.lon:g}"


def _notes(notices: Sequence[str], cut: Sequence[str]) -> list[str]:
    return [*(f"Note: {notice}" for notice in notices), *(f"Cut: {what}" for what in cut)]


def _texts(edits: Sequence[str]) -> str:
    return f"[{', '.join(map(quoted, edits))}]"
