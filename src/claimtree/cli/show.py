"""Formats readings, answers and explanations as text: for 80 columns and for 120, with colour and
without."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from claimtree.cli.screen import plain, program
from claimtree.languages.rendering import joined, joiner, notice_texts, reason_texts, say, why_text
from claimtree.model.amounts import describe, number_text
from claimtree.model.answers import Answer, Explanation, Finding, Found, Hit, Nothing, Piece, Verdict
from claimtree.model.claims import EntityId, QueryClaim, units
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Join, NoticeCode
from claimtree.model.pack import Pack
from claimtree.model.plans import Basis
from claimtree.model.relations import Direction
from claimtree.ports import DocumentReading, QueryReading
from claimtree.presentation import (
    against,
    best_of,
    coverage_text,
    deciding,
    distinct,
    doubt_text,
    facts,
    ladder_texts,
    lineage,
)
from claimtree.search.grouping import by_place
from claimtree.text.markup import without_markup

INDENT = 4
WIDE = 100
"""The least columns for which the claims of a text fit in one table."""
LONGEST_QUOTE = 110
MOST_WIDER = 3
"""Wishes of which is said how many more hits there are without them."""


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


def basis_text(basis: Basis, language: str) -> str:
    """Returns what ties a piece of evidence to its wish: "by the pack's words"."""
    return say(NoticeCode[f"BASIS_{basis.name}"], language)


# --- readings

HEADS = (
    NoticeCode.HEAD_CLAIM,
    NoticeCode.HEAD_TYPE,
    NoticeCode.HEAD_LEVEL,
    NoticeCode.HEAD_WISH,
    NoticeCode.HEAD_WEIGHT,
    NoticeCode.HEAD_AMOUNT,
    NoticeCode.HEAD_WORDS,
)
"""The columns of a wide table of wishes."""


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
    return Group(*([table] if read.claims else []), *notes(notice_texts(read), read.language))


def document(read: DocumentReading, signs: Marks, *, explain: bool = False) -> RenderableType:
    """Returns the claims of a listing, each with its quote."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in (*HEADS[:3], NoticeCode.HEAD_WORDS, *([NoticeCode.HEAD_WHY] if explain else [])):
        table.add_column(say(head, read.language), overflow="fold")
    for one in read.claims:
        place = f"{one.level} ({one.facet})" if one.facet else one.level
        why = [Text(plain(why_text(one, read.language)), "dim")] if explain else []
        table.add_row(plain(one.text), one.type, place, Text(signs.quoted(one.quote, LONGEST_QUOTE), "italic"), *why)
    return Group(*([table] if read.claims else []), *notes(notice_texts(read), read.language))


def wide(read: QueryReading, signs: Marks, *, explain: bool, language: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in (*HEADS, *([NoticeCode.HEAD_WHY] if explain else [])):
        justify: Literal["right", "left"] = "right" if head is NoticeCode.HEAD_WEIGHT else "left"
        table.add_column(say(head, read.language), overflow="fold", justify=justify)
    for one in read.claims:
        table.add_row(
            wish_text(one),
            one.type,
            of(one),
            " ".join(part for part in (strength(one, read.language), either(one, read.language)) if part),
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
        wanted = f"{strength(one, read.language)} {one.weight:.2f}"
        details = [one.type, of(one), wanted, either(one, read.language), amounts(one, language)]
        details += [plain(why_text(one, read.language))] if explain else []
        line = Text(f" {signs.dot} ".join(detail for detail in details if detail), "dim")
        table.add_row(Padding(line, (0, 0, 0, 2)))
    return table


def of(claim: QueryClaim) -> str:
    return f"{claim.level} ({claim.facet})" if claim.facet else str(claim.level)


def strength(claim: QueryClaim, language: str) -> str:
    return say(NoticeCode.REQUIRED if claim.required else NoticeCode.PREFERRED, language)


def either(claim: QueryClaim, language: str) -> str:
    """Returns which alternatives a wish is one of, if any."""
    return "" if claim.or_group is None else say(NoticeCode.ALTERNATIVE, language, number=claim.or_group)


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
    for title, required in ((NoticeCode.REQUIRED_WISHES, True), (NoticeCode.PREFERRED_WISHES, False)):
        shown = [
            wish_or_wishes(claims, unit, language)
            for unit in units(claims)
            if any(claims[i].required for i in unit) is required
        ]
        if shown:
            joined = Text(f" {signs.dot} ").join(Text(words, "bold" if required else "") for words in shown)
            table.add_row(Text(say(title, language), "dim"), joined)
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
        parts += [*notes(notice_texts(found), found.language), ""]
    match found:
        case Nothing():
            parts.append(say(NoticeCode.NOTHING_FOUND, found.language))
        case Found():
            numbers = {one.id: number for number, one in enumerate(found.hits, offset + 1)}
            for name, hits in by_place(found) if grouped else [("", found.hits)]:
                parts += [Text(plain(name), "bold underline"), ""] if name else []
                for one in hits:
                    parts += [hit(numbers[one.id], one, found, pack, signs), ""]
            if not found.hits and offset:
                parts += [say(NoticeCode.NO_SUCH_HIT, found.language, place=offset + 1), ""]
            elif not found.hits:
                parts += [say(NoticeCode.NOTHING_FOUND, found.language), ""]
            parts.append(ladder(found, pack, signs, took_ms))
    return Group(*parts)


def hit(place: int, one: Hit, found: Found, pack: Pack, signs: Marks) -> RenderableType:
    of = len(found.without)
    head = Table.grid(expand=True, padding=(0, 1, 0, 0))
    head.add_column(width=INDENT - 1, justify="right")
    head.add_column(ratio=1, overflow="fold")
    head.add_column(justify="right", no_wrap=True)
    head.add_row(
        Text(str(place), "dim"),
        Text(readable(one.title) or plain(one.id), "bold"),
        bar(one.standing.met, of, signs, found.language),
    )
    line = [
        *(plain(words) for words in facts(one, pack)),
        *(plain(entity.title) for entity in lineage(one)),
        plain(one.id),
    ]
    head.add_row("", Text(f" {signs.dot} ".join(line), "dim"), "")
    lines = verdict_lines(found.claims, one.findings, one.entities, one.id, signs, language=found.language)
    return Group(head, lines)


def bar(met: int, of: int, signs: Marks, language: str) -> Text:
    """Returns a bar with one box per wish, up to ten."""
    boxes = min(of, 10)
    full = met * boxes // of if of else 0
    words = coverage_text(met, of, language)
    return Text.assemble((signs.full * full, "green"), (signs.empty * (boxes - full), "dim"), (f" {words}", "bold"))


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
        return Text(say(NoticeCode.NOTHING_SAID, language), "dim")
    return Group(
        *(
            Text.assemble(
                (f"{before} " if (before := doubt_text(piece, finding, language)) else "", "dim"),
                words(piece, signs, None if everything else LONGEST_QUOTE),
                *otherwise(piece, signs, language, None if everything else LONGEST_QUOTE),
                (f" {signs.dash} {where(piece, sources, candidate, language)}", "dim"),
                (linked(piece, sources, signs, language), "dim"),
                (f", {basis_text(piece.by, language)}" if everything else "", "dim"),
            )
            for piece in pieces
        )
    )


def words(piece: Piece, signs: Marks, most: int | None) -> tuple[str, str]:
    """Returns a written statement in quotes, or a measured distance without."""
    quote = piece.claim.quote if piece.claim else ""
    return (readable(quote), "") if piece.sight is not None else (signs.quoted(quote, most), "italic")


def otherwise(piece: Piece, signs: Marks, language: str, most: int | None) -> list[tuple[str, str]]:
    """Returns the contradicting quote of the same source, if any."""
    quote = against(piece)
    return [(joiner(Join.AND, language), "dim"), (signs.quoted(quote, most), "italic")] if quote else []


def linked(piece: Piece, sources: Mapping[EntityId, Entity], signs: Marks, language: str) -> str:
    """Returns how the entity that the words are about is related to the hit, with the words that state it."""
    link = piece.link
    if link is None:
        return ""
    kind = plain(link.kind)
    if link.direction is Direction.IN:
        kind = say(NoticeCode.STATED_BY_OTHER, language, relation=kind)
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


def where(piece: Piece, sources: Mapping[EntityId, Entity], candidate: EntityId, language: str) -> str:
    """Returns the source for the hit itself, the name for its parts and what it is part of; and the citation."""
    entity = sources.get(piece.entity)
    source = plain(piece.claim.source.partition("#")[0]) if piece.claim else ""
    if piece.sight is not None:
        on_the_map = say(NoticeCode.ON_THE_MAP, language)
        return on_the_map if piece.entity == candidate or entity is None else f"{on_the_map}, {plain(entity.title)}"
    if piece.entity == candidate:
        named = source or plain(candidate)
    else:
        named = plain(entity.title) if entity is not None and entity.title else plain(piece.entity)
    cited = next((one.citation for one in (entity.sources if entity else ()) if plain(one.name) == source), "")
    return f"{named}, {plain(cited)}" if cited else named


def ladder(found: Found, pack: Pack, signs: Marks, took_ms: float) -> RenderableType:
    """Returns how many hits meet how many wishes, and how many more there are without each wish."""
    language, total = found.language, found.ladder.total
    rungs = ladder_texts(found)
    head = counted_answers(total, pack, language)
    took = say(NoticeCode.TOOK, language, milliseconds=f"{took_ms:.0f}")
    lines: list[RenderableType] = [
        Text.assemble((head, "bold"), f": {f' {signs.dot} '.join(rungs)}", (f"  {took}", "dim"))
    ]
    gains = sorted((one for one in found.without if one.more), key=lambda one: -one.more)[:MOST_WIDER]
    for one in gains:
        wish = signs.quoted(one.text)
        lines.append(dim_around(wish, say(NoticeCode.WITHOUT_WISH, language, wish=wish, count=one.more)))
    for wider in found.wider:
        where = plain(wider.text)
        lines.append(dim_around(where, say(NoticeCode.WIDER, language, count=wider.more, where=where)))
    return Group(*lines)


def counted_answers(count: int, pack: Pack, language: str) -> str:
    """Returns a count of hits with the name of their level: an English word, or the pack's label in
    the language of the asker."""
    level = pack.hierarchy.answers
    label = pack.level_labels.get(level)
    if language == "en" or label is None or language not in label.names:
        return counted(count, str(level))
    one, many = label.names[language]
    return f"{number_text(count, language)} {one if count == 1 else many}"


def dim_around(words: str, text: str) -> Text:
    """Returns the text, dim but for these words in it."""
    before, _, behind = text.partition(words)
    return Text.assemble((before, "dim"), words, (behind, "dim"))


def following(
    found: Answer, question: str, flags: Sequence[str], *, limit: int, paging: Sequence[str] = ()
) -> list[str]:
    """Returns commands to try next, ready to be pasted; `paging` are options of a search alone."""
    if not isinstance(found, Found) or not found.hits:
        return []
    tries = ["", say(NoticeCode.ASK_WHY, found.language), f"  {command('explain', found.hits[0].id, question, *flags)}"]
    if found.next is not None:
        tries += [
            say(NoticeCode.NEXT_PAGE, found.language),
            f"  {command('search', question, *flags, *paging, '--limit', str(limit), '--offset', str(found.next))}",
        ]
    return tries


def command(*parts: str) -> str:
    return " ".join([program(), *(shlex.quote(plain(part)) for part in parts)])


def map_written(file: Path, language: str) -> str:
    return say(NoticeCode.MAP_WRITTEN, language, file=plain(str(file)))


def nothing_to_group_by(language: str) -> list[RenderableType]:
    return notes([say(NoticeCode.NOTHING_TO_GROUP_BY, language)], language)


def notes(notices: Iterable[str], language: str = "en") -> list[RenderableType]:
    return [Text(say(NoticeCode.NOTE, language, text=plain(one)), "yellow") for one in notices]


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
