"""Formats the news of a saved search for a terminal: what is new, gone and changed, with the quotes
that decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from claimtree.cli.screen import plain
from claimtree.cli.show import INDENT, LONGEST_QUOTE, Marks, marks, notes, readable
from claimtree.languages.rendering import render
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.questions import Question
from claimtree.saved import news_text
from claimtree.saved.diffs import Arrival, Change, Departure
from claimtree.saved.saved_json import host, moment
from claimtree.saved.searches import Run, SavedSearch
from claimtree.saved.snapshots import RunHit, RunVerdict

MOST_SHOWN = 10
"""The most of each kind that are shown for one run; --json has more."""


def listed(searches: Sequence[SavedSearch]) -> RenderableType:
    """Returns a table of all searches, with the time of their last run."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("name", overflow="fold")
    table.add_column("question", ratio=1, overflow="fold")
    table.add_column("runs", justify="right")
    table.add_column("last run", no_wrap=True)
    for one in searches:
        table.add_row(
            Text(plain(one.name)),
            Text(plain(asked(one.question))),
            f"{one.runs:,}",
            when(one.last_run),
        )
    return table


def asked(question: Question) -> str:
    """Returns a question in one line: the sentence, its edits, and whether it is strict."""
    return " ".join([question.text, *map(str, question.edits), *(["strict"] if question.strict else [])])


def when(at: float | None) -> str:
    return moment(at)[:16].replace("T", " ") if at is not None else "never"


def search(saved: SavedSearch) -> list[RenderableType]:
    """Returns one search: its question, its settings, and where its news go."""
    table = Table.grid(padding=(0, 2, 0, 0))
    question = saved.question
    weights = ", ".join(f"{level}={weight:g}" for level, weight in question.level_weights.items())
    rows = {
        "Question": plain(question.text),
        "Edits": plain(", ".join(map(str, question.edits))),
        "Strict": "yes" if question.strict else "",
        "Weights": plain(weights),
        "Follows": f"the first {saved.limit:,}",
        "Runs": f"{saved.runs:,}, last {when(saved.last_run)}" if saved.runs else "not yet",
        "Every": f"{saved.every:,} minutes in the server, next {when(saved.due)}" if saved.every else "",
        "Posts to": plain(host(saved.webhook.url) + (f" ({last})" if (last := saved.webhook.last_outcome) else ""))
        if saved.webhook is not None
        else "",
        "Failed": plain(saved.failure),
    }
    for title, value in rows.items():
        if value:
            table.add_row(Text(title, "dim"), Text(value))
    return [Text(plain(saved.name), "bold"), table]


def run(done: Run, *, unicode: bool, dated: bool = False) -> list[RenderableType]:
    """Returns one run: the counts in a line, then each change with its reason."""
    signs, diff = marks(unicode=unicode), done.diff
    head = f"{when(done.at)}: " if dated else f"{plain(done.name)}: "
    parts: list[RenderableType] = [Text.assemble((head, "bold"), news_text.headline(done))]
    language = done.language
    changed = diff.counts.cheaper + diff.counts.dearer + diff.counts.changed
    new = [arrival(one, signs, language) for one in diff.new[:MOST_SHOWN]]
    gone = [departure(one, signs, language) for one in diff.gone[:MOST_SHOWN]]
    others = [change(one, signs, language) for one in diff.changed[:MOST_SHOWN]]
    parts += section(NoticeCode.HEADING_NEW, new, diff.counts.new, language)
    parts += section(NoticeCode.HEADING_GONE, gone, diff.counts.gone, language)
    parts += section(NoticeCode.HEADING_CHANGED, others, changed, language)
    noted = notes(done.notices, language)
    return [*parts, *(["", *noted] if noted else [])]


def section(code: NoticeCode, items: list[RenderableType], of: int, language: str) -> list[RenderableType]:
    if not items:
        return []
    rest = render(notice(NoticeCode.AND_MORE, count=of - len(items)), language)
    more: list[RenderableType] = [Text(f"    {rest}", "dim")] if of > len(items) else []
    return ["", Text(news_text.heading(code, language), "bold underline"), *items, *more]


def arrival(one: Arrival, signs: Marks, language: str) -> RenderableType:
    facts = [figure.text for figure in one.hit.figures]
    return Group(
        title(one.hit, str(one.hit.place)),
        line([*facts, one.hit.id], signs),
        line([news_text.why_new(one, language)], signs),
        verdicts(((each, each.claim) for each in one.hit.verdicts), signs, language),
    )


def departure(one: Departure, signs: Marks, language: str) -> RenderableType:
    return Group(
        title(one.hit, signs.unknown),
        line([one.hit.id, news_text.why_gone(one, language)], signs),
        verdicts(((each.now, news_text.verdict_change(each, language)) for each in one.claims), signs, language),
    )


def change(one: Change, signs: Marks, language: str) -> RenderableType:
    changes = [
        *(news_text.figure_change(each, language) for each in one.figure_changes),
        *([title_change] if (title_change := news_text.retitled(one, language)) else []),
    ]
    return Group(
        title(one.hit, str(one.hit.place)),
        line([one.hit.id], signs),
        *(Padding(Text(arrows(readable(each), signs)), (0, 0, 0, INDENT)) for each in changes),
        verdicts(
            ((each.now, news_text.verdict_change(each, language)) for each in one.verdict_changes), signs, language
        ),
    )


def title(one: RunHit, before: str) -> RenderableType:
    head = Table.grid(padding=(0, 1, 0, 0))
    head.add_column(width=INDENT - 1, justify="right")
    head.add_column(overflow="fold")
    head.add_row(Text(before, "dim"), Text(readable(one.title) or plain(one.id), "bold"))
    return head


def line(parts: Iterable[str], signs: Marks) -> RenderableType:
    return Padding(Text(f" {signs.dot} ".join(plain(part) for part in parts), "dim"), (0, 0, 0, INDENT))


def verdicts(rows: Iterable[tuple[RunVerdict, str]], signs: Marks, language: str) -> RenderableType:
    """Returns a line per claim: the verdict, the claim, and the quote that decided it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=INDENT - 1)
    table.add_column(width=1)
    table.add_column(max_width=44, overflow="fold")
    table.add_column(overflow="fold")
    for verdict, text in rows:
        if verdict.measured:
            evidence = Text(readable(verdict.quote))
        elif verdict.quote:
            evidence = Text(signs.quoted(verdict.quote, LONGEST_QUOTE), "italic")
        else:
            evidence = Text(render(notice(NoticeCode.NOTHING_SAID), language), "dim")
        table.add_row("", signs.of(verdict.verdict), Text(plain(text), "bold" if verdict.required else ""), evidence)
    return table if table.row_count else Group()


def arrows(text: str, signs: Marks) -> str:
    return text if signs.cut == "…" else text.replace("→", "->")
