"""Formats readings, answers and explanations as text: for 80 columns and for 120, with colour and
without."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from claimtree.cli.screen import plain, program
from claimtree.languages.rendering import joined, joiner, notice_texts, reason_texts, why_text
from claimtree.model.amounts import describe
from claimtree.model.answers import Answer, Explanation, Finding, Found, Hit, Nothing, Piece, Verdict
from claimtree.model.claims import EntityId, QueryClaim, units
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Join
from claimtree.model.pack import Pack
from claimtree.model.plans import Basis
from claimtree.model.relations import Direction
from claimtree.ports import DocumentReading, QueryReading
from claimtree.presentation import against, best_of, deciding, distinct, doubt_text, facts, lineage
from claimtree.search.grouping import by_place
from claimtree.text.markup import without_markup

INDENT = 4
WIDE = 100
"""The least columns for which the claims of a text fit in one table."""
LONGEST_QUOTE = 110
RUNGS = 3
"""Rungs of the ladder that are listed; hits that meet fewer wishes are counted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The symbols that a terminal can show."""

    met: str = "✓"
    refuted: str = "✗"
    unknown: str = "–"
    full: str = "■"
    empty: str = "□"
    dot: str = "·"
    cut: str = "…"
    quotes: tuple[str, str] = ("“", "”")
    dash: str = "—"

    def of(self, verdict: Verdict) -> Text:
        shown = {
            Verdict.MET: (self.met, "bold green"),
            Verdict.REFUTED: (self.refuted, "bold red"),
            Verdict.UNKNOWN: (self.unknown, "dim"),
        }
        return Text(*shown[verdict])

    def quoted(self, words: str, most: int | None = None) -> str:
        words = readable(words)
        if most is not None and len(words) > most:
            words = words[:most].rsplit(" ", 1)[0] + self.cut
        return f"{self.quotes[0]}{words}{self.quotes[1]}"


def readable(text: str) -> str:
    """Returns untrusted text for a person: harmless to the terminal, and without remnants of
    HTML."""
    return " ".join(plain(without_markup(text)).split())


UNICODE = Marks()
ASCII = Marks(met="+", refuted="x", unknown="-", full="#", empty=".", dot="|", cut="...", quotes=('"', '"'), dash="--")


def marks(*, unicode: bool) -> Marks:
    return UNICODE if unicode else ASCII


SPEAKERS: Mapping[Basis, str] = {
    Basis.NAME: "by name",
    Basis.NAME_FORM: "by name, in another form",
    Basis.NAME_PART: "by a part of the name",
    Basis.INITIALS: "by initials",
    Basis.SPELLING: "by another spelling of the name",
    Basis.NICKNAME: "by a nickname",
    Basis.MARRIED_NAME: "by a name before or after a marriage",
    Basis.SOUND: "by a name that sounds alike",
    Basis.TYPO: "by a name a letter or two apart",
    Basis.CONCEPT: "by the pack's words",
    Basis.WORDING: "in the same words",
    Basis.STEP: "by a step of the pack's",
    Basis.AMOUNT: "by the numbers",
    Basis.PLACE: "by coordinates",
    Basis.RELATION: "by the relation",
    Basis.TAUGHT: "as taught",
    Basis.JUDGE: "by the judge",
    Basis.LIKENESS: "by likeness",
}
"""The name of each basis in an explanation."""

# --- readings


def reading(
    read: QueryReading,
    signs: Marks,
    *,
    width: int,
    explain: bool,
    language: str = "en",
) -> RenderableType:
    """Returns the claims as a table, each with its quote; on a narrow terminal, two lines per
    claim."""
    table = (wide if width >= WIDE else narrow)(read, signs, explain=explain, language=language)
    return Group(*([table] if read.claims else []), *notes(notice_texts(read)))


def document(read: DocumentReading, signs: Marks, *, explain: bool = False) -> RenderableType:
    """Returns the claims of a listing, each with its quote."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("claim", "type", "of", "words", *(["why"] if explain else [])):
        table.add_column(name, overflow="fold")
    for one in read.claims:
        place = f"{one.level} ({one.facet})" if one.facet else one.level
        why = [Text(plain(why_text(one, read.language)), "dim")] if explain else []
        table.add_row(plain(one.text), one.type, place, Text(signs.quoted(one.quote, LONGEST_QUOTE), "italic"), *why)
    return Group(*([table] if read.claims else []), *notes(notice_texts(read)))


def wide(read: QueryReading, signs: Marks, *, explain: bool, language: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("claim", "type", "of", "wish", "weight", "amount", "words", *(["why"] if explain else [])):
        table.add_column(name, overflow="fold", justify="right" if name == "weight" else "left")
    for one in read.claims:
        table.add_row(
            wish_text(one),
            one.type,
            of(one),
            " ".join(part for part in (one.strength, either(one)) if part),
            f"{one.weight:.2f}",
            amounts(one, language) or signs.unknown,
            Text(signs.quoted(one.quote, LONGEST_QUOTE), "italic"),
            *([Text(plain(why_text(one, read.language)), "dim")] if explain else []),
        )
    return table


def narrow(read: QueryReading, signs: Marks, *, explain: bool, language: str) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", ratio=3)
    table.add_column(overflow="fold", ratio=2)
    for one in read.claims:
        table.add_row(wish_text(one), Text(signs.quoted(one.quote, LONGEST_QUOTE), "italic"))
        details = [one.type, of(one), f"{one.strength} {one.weight:.2f}", either(one), amounts(one, language)]
        details += [plain(why_text(one, read.language))] if explain else []
        line = Text(f" {signs.dot} ".join(detail for detail in details if detail), "dim")
        table.add_row(Padding(line, (0, 0, 0, 2)))
    return table


def of(claim: QueryClaim) -> str:
    return f"{claim.level} ({claim.facet})" if claim.facet else str(claim.level)


def either(claim: QueryClaim) -> str:
    return f"either {claim.or_group}" if claim.or_group is not None else ""


def amounts(claim: QueryClaim, language: str) -> str:
    return ", ".join(describe(amount, language) for amount in claim.amounts)


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun in the plural where needed ("9 areas", "19 complexes", "43
    properties", "1 home")."""
    if count != 1:
        noun = (
            f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es" if noun.endswith(("s", "x", "ch")) else f"{noun}s"
        )
    return f"{count:,} {noun}"


def heading(question: str) -> Text:
    """Returns a line of a --file as the heading of its answer."""
    return Text(plain(question), "bold underline")


def wish_text(claim: QueryClaim) -> Text:
    """Returns the text of a wish, in bold if it is required; a negated one says so in its text."""
    style = "bold" if claim.required else ""
    return Text(plain(claim.text), style)


def wish_or_wishes(claims: Sequence[QueryClaim], unit: Sequence[int], language: str) -> str:
    """Returns the text of a wish, or of its alternatives."""
    return plain(joined((claims[i].text for i in unit), Join.OR, language))


def wishes(claims: Sequence[QueryClaim], signs: Marks, language: str) -> RenderableType:
    """Returns the question as it was understood, required wishes first."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for title, required in (("Must have", True), ("Nice to have", False)):
        shown = [
            wish_or_wishes(claims, unit, language)
            for unit in units(claims)
            if any(claims[i].required for i in unit) is required
        ]
        if shown:
            joined = Text(f" {signs.dot} ").join(Text(words, "bold" if required else "") for words in shown)
            table.add_row(Text(title, "dim"), joined)
    return table


# --- answers


def answer(
    found: Answer,
    pack: Pack,
    signs: Marks,
    *,
    offset: int = 0,
    took_ms: float,
    grouped: bool = False,
) -> RenderableType:
    """Returns the question as read, the hits, grouped by nearby place if requested, and the
    ladder."""
    parts: list[RenderableType] = [wishes(found.claims, signs, found.language), ""] if found.claims else []
    if found.notices:
        parts += [*notes(notice_texts(found)), ""]
    match found:
        case Nothing():
            parts.append("Nothing found.")
        case Found():
            numbers = {one.id: number for number, one in enumerate(found.hits, offset + 1)}
            for name, hits in by_place(found) if grouped else [("", found.hits)]:
                parts += [Text(plain(name), "bold underline"), ""] if name else []
                for one in hits:
                    parts += [hit(numbers[one.id], one, found, pack, signs), ""]
            if not found.hits and offset:
                parts += [f"There is no hit number {offset + 1}.", ""]
            elif not found.hits:
                parts += ["Nothing found.", ""]
            parts.append(ladder(found, pack, signs, took_ms))
    return Group(*parts)


def hit(place: int, one: Hit, found: Found, pack: Pack, signs: Marks) -> RenderableType:
    of = len(found.without)
    head = Table.grid(expand=True, padding=(0, 1, 0, 0))
    head.add_column(width=INDENT - 1, justify="right")
    head.add_column(ratio=1, overflow="fold")
    head.add_column(justify="right", no_wrap=True)
    head.add_row(
        Text(str(place), "dim"), Text(readable(one.title) or plain(one.id), "bold"), bar(one.standing.met, of, signs)
    )
    line = [
        *(plain(words) for words in facts(one, pack)),
        *(plain(entity.title) for entity in lineage(one)),
        plain(one.id),
    ]
    head.add_row("", Text(f" {signs.dot} ".join(line), "dim"), "")
    lines = verdict_lines(found.claims, one.findings, one.entities, one.id, signs, language=found.language)
    return Group(head, lines)


def bar(met: int, of: int, signs: Marks) -> Text:
    """Returns a bar with one box per wish, up to ten."""
    boxes = min(of, 10)
    full = met * boxes // of if of else 0
    words = f" all {of}" if met == of else f" {met} of {of}"
    return Text.assemble((signs.full * full, "green"), (signs.empty * (boxes - full), "dim"), (words, "bold"))


def verdict_lines(
    claims: Sequence[QueryClaim],
    findings: Sequence[Finding],
    sources: Mapping[EntityId, Entity],
    candidate: EntityId,
    signs: Marks,
    *,
    language: str,
    everything: bool = False,
) -> RenderableType:
    """Returns a line per wish: the verdict, the wish, and the quotes that decided it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=INDENT - 1)
    table.add_column(width=1)
    table.add_column(max_width=32, overflow="fold")
    table.add_column(overflow="fold")
    for unit in units(claims):
        best = best_of([findings[i] for i in unit])
        if everything:
            rows = [(claims[i], findings[i], plain(claims[i].text)) for i in unit]
        else:
            rows = [(claims[unit[0]], best, wish_or_wishes(claims, unit, language))]
        for n, (claim, finding, words) in enumerate(rows):
            wording = f"{joiner(Join.OR, language).strip()} {words}" if n else words
            table.add_row(
                "",
                signs.of(finding.verdict),
                Text(wording, "bold" if claim.required else ""),
                evidence_lines(finding, sources, candidate, signs, language=language, everything=everything),
            )
    return table


def evidence_lines(
    finding: Finding,
    sources: Mapping[EntityId, Entity],
    candidate: EntityId,
    signs: Marks,
    *,
    language: str,
    everything: bool = False,
) -> RenderableType:
    """Returns the quotes behind a verdict, each with its source; contradicting ones follow."""
    pieces = distinct(finding) if everything else deciding(finding)
    if not pieces:
        return Text("nothing said", "dim")
    return Group(
        *(
            Text.assemble(
                (f"{before} " if (before := doubt_text(piece, finding, language)) else "", "dim"),
                words(piece, signs, None if everything else LONGEST_QUOTE),
                *otherwise(piece, signs, None if everything else LONGEST_QUOTE),
                (f" {signs.dash} {where(piece, sources, candidate)}", "dim"),
                (linked(piece, sources, signs), "dim"),
                (f", {SPEAKERS[piece.by]}" if everything else "", "dim"),
            )
            for piece in pieces
        )
    )


def words(piece: Piece, signs: Marks, most: int | None) -> tuple[str, str]:
    """Returns a written statement in quotes, or a measured distance without."""
    quote = piece.claim.quote if piece.claim else ""
    return (readable(quote), "") if piece.sight is not None else (signs.quoted(quote, most), "italic")


def otherwise(piece: Piece, signs: Marks, most: int | None) -> list[tuple[str, str]]:
    """Returns the contradicting quote of the same source, if any."""
    quote = against(piece)
    return [(" and ", "dim"), (signs.quoted(quote, most), "italic")] if quote else []


def linked(piece: Piece, sources: Mapping[EntityId, Entity], signs: Marks) -> str:
    """Returns how the entity that the words are about is related to the hit, with the words that state it."""
    link = piece.link
    if link is None:
        return ""
    kind = f"{plain(link.kind)}, by" if link.direction is Direction.IN else plain(link.kind)
    other = sources.get(link.to)
    named = (
        (plain(other.title) if other is not None and other.title else plain(link.to)) if link.to != piece.entity else ""
    )
    quote = (
        signs.quoted(link.quote, LONGEST_QUOTE)
        if link.quote and piece.claim and piece.claim.quote != link.quote
        else ""
    )
    return f" ({' '.join(part for part in (kind, named, quote) if part)})"


def where(piece: Piece, sources: Mapping[EntityId, Entity], candidate: EntityId) -> str:
    """Returns the source for the hit itself, the name for its parts and what it is part of; and the citation."""
    entity = sources.get(piece.entity)
    source = plain(piece.claim.source.partition("#")[0]) if piece.claim else ""
    if piece.sight is not None:
        return "on the map" if piece.entity == candidate or entity is None else f"on the map, {plain(entity.title)}"
    if piece.entity == candidate:
        named = source or plain(candidate)
    else:
        named = plain(entity.title) if entity is not None and entity.title else plain(piece.entity)
    cited = next((one.citation for one in (entity.sources if entity else ()) if plain(one.name) == source), "")
    return f"{named}, {plain(cited)}" if cited else named


def ladder(found: Found, pack: Pack, signs: Marks, took_ms: float) -> RenderableType:
    """Returns how many hits meet how many wishes, and how many more there are without each wish."""
    of, total = len(found.without), found.ladder.total
    noun = str(pack.hierarchy.answers)
    reached = [(k, count) for k, count in sorted(found.ladder.met.items(), reverse=True) if count]
    rungs = [
        f"{count:,} meet{'s' if count == 1 else ''} {f'all {k}' if k == of else k}" for k, count in reached[:RUNGS]
    ]
    if rest := sum(count for _, count in reached[RUNGS:]):
        rungs.append(f"{rest:,} meet{'s' if rest == 1 else ''} fewer")
    head = counted(total, noun)
    lines: list[RenderableType] = [
        Text.assemble((head, "bold"), f": {f' {signs.dot} '.join(rungs)}", (f"  (in {took_ms:.0f} ms)", "dim"))
    ]
    gains = sorted((one for one in found.without if one.more), key=lambda one: -one.more)[:RUNGS]
    lines += [
        Text.assemble(("Without ", "dim"), signs.quoted(one.text), (f": {one.more:,} more", "dim")) for one in gains
    ]
    lines += [Text.assemble((f"{one.more:,} more ", "dim"), plain(one.text)) for one in found.wider]
    return Group(*lines)


def following(found: Answer, question: str, flags: Sequence[str], *, limit: int) -> list[str]:
    """Returns commands to try next, ready to be pasted."""
    if not isinstance(found, Found) or not found.hits:
        return []
    tries = ["", "Why is one here, or missing?", f"  {command('explain', found.hits[0].id, question, *flags)}"]
    if found.next is not None:
        tries += [
            "More:",
            f"  {command('search', question, *flags, '--limit', str(limit), '--offset', str(found.next))}",
        ]
    return tries


def command(*parts: str) -> str:
    return " ".join([program(), *(shlex.quote(plain(part)) for part in parts)])


def notes(notices: Iterable[str]) -> list[RenderableType]:
    return [Text(f"Note: {plain(notice)}", "yellow") for notice in notices]


# --- explanations


def explanation(why: Explanation, signs: Marks) -> RenderableType:
    """Returns the rank of an entity and the reasons for it, with all the evidence."""
    parts: list[RenderableType] = [Text(readable(why.title) or plain(why.id), "bold"), ""]
    parts += [Text(plain(reason)) for reason in reason_texts(why)]
    lines = verdict_lines(
        why.claims,
        why.judgement.findings,
        why.entities,
        why.id,
        signs,
        language=why.language,
        everything=True,
    )
    return Group(*parts, "", lines)
