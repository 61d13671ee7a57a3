"""A blind run: questions that nobody here has seen are asked of real listings, and a sample of the ticks and crosses
is marked by readers who do not know why the program decided so.

    python -m evals.blind ask QUESTIONS.tsv --data DATA --out OUT
    python -m evals.blind score OUT [MARKS.jsonl …]

QUESTIONS.tsv has a key and a question per line. By the first letter of the key a question is asked of Boston (b),
Jersey City (j), homes around Jakarta (k) or Medan (m), which are found under DATA; with `--file LISTINGS --pack NAME`
all are asked of that file, as a new user would index it. `ask` writes sheets and a guide for markers to OUT/sheets,
and to OUT/bases.jsonl what decided each row, which no marker may see. `score` reads the marks in the sheets, or in
files with lines of an `id` and a `mark`, prints how much is right by corpus and by basis, and lists what is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from claimtree.errors import BadInput, ClaimtreeError
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.settings import DEFAULT_EMBEDDER
from evals import json_lines
from evals.held_out import share
from evals.tick_corpora import Corpus, find_file, listings_of, load_corpora, opened, sample
from evals.tick_marks import Opinion
from evals.tick_search import Tick, ask, sampled_crosses
from evals.tick_sheets import write_sheets

LETTERS = {"b": "boston", "j": "jersey", "k": "jabodetabek", "m": "medan"}
LISTINGS, TICKS, CROSSES = 700, 5, 2
"""Listings of each corpus, and the most ticks and crosses of a question that are marked."""
BASES = "bases.jsonl"


def load_questions(file: Path) -> dict[str, str]:
    """Returns the questions of a file by key."""
    found: dict[str, str] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, tab, question = line.partition("\t")
        if not tab or not question.strip() or key in found:
            raise BadInput(f"{file}:{number}: no key of its own, tab, and question", hint="As training/exam has them.")
        found[key.strip()] = question.strip()
    return found


def corpora_of(questions: Mapping[str, str], data: Path) -> Iterator[tuple[Corpus, Path]]:
    """Yields the corpora that the keys name, with their questions and files."""
    strange = [key for key in questions if key[0] not in LETTERS]
    if strange:
        raise BadInput(f"no corpus for the key {strange[0]!r}", hint=f"Start keys with one of {', '.join(LETTERS)}.")
    for corpus in load_corpora():
        own = {key: one for key, one in questions.items() if LETTERS[key[0]] == corpus.name}
        file = find_file(corpus, data) if own else None
        if own and file is None:
            raise BadInput(f"no {corpus.file} under {data}", hint="Give the folder of the listings with --data.")
        if file is not None:
            yield replace(corpus, questions=own), file


def asked(corpus: Corpus, file: Path, *, listings: int, stores: Path, embedder: str) -> Iterator[Tick]:
    """Yields every tick and cross of a corpus; tells on stderr how far it is."""
    told = _Told()
    some = sample(listings_of(corpus, file), listings)
    ids = [EntityId(one.id) for one in some]
    with opened(corpus, some, folder=stores, embedder=embedder, progress=told) as engine:
        for done, (key, question) in enumerate(corpus.questions.items(), 1):
            told(f"asking {corpus.name}", done, len(corpus.questions))
            yield from ask(engine, corpus.name, key, question, ids)


def sampled(ticks: Iterable[Tick], *, most_ticks: int, most_crosses: int) -> list[Tick]:
    """Returns the ticks and crosses of each question that are marked: of its wishes in turn, the same words once."""
    by_question: dict[tuple[str, str], list[Tick]] = defaultdict(list)
    for tick in {tick.id: tick for tick in ticks}.values():
        by_question[tick.corpus, tick.question].append(tick)
    found: list[Tick] = []
    for own in by_question.values():
        met = [tick for tick in own if tick.verdict is Verdict.MET and tick.top]
        found += chain(_in_turn(met)[:most_ticks], sampled_crosses(own, most_crosses))
    return found


def _in_turn(ticks: Sequence[Tick]) -> list[Tick]:
    """Returns the ticks so that each wish comes once before any comes twice, otherwise by hash."""
    seen: Counter[tuple[int, int]] = Counter()
    turns: dict[str, int] = {}
    for tick in sorted(ticks, key=lambda tick: share(tick.id)):
        turns[tick.id] = seen[tick.at]
        seen[tick.at] += 1
    return sorted(ticks, key=lambda tick: (turns[tick.id], share(tick.id)))


def write_run(ticks: Sequence[Tick], questions: Mapping[tuple[str, str], str], out: Path) -> list[Path]:
    """Writes the sheets, and apart from them what decided each row; returns the sheets."""
    sheets = write_sheets(ticks, questions, out / "sheets")
    rows = ({"id": tick.id, "corpus": tick.corpus, "verdict": tick.verdict, "basis": basis(tick)} for tick in ticks)
    (out / BASES).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return sheets


def basis(tick: Tick) -> str:
    """Returns what decided a tick, in a word: a column, or what its words were compared by."""
    return "column" if tick.is_column else tick.basis.value


def scored(out: Path, files: Sequence[Path]) -> Iterator[str]:
    """Yields lines that tell how much of a run's marked rows is right, and what is wrong."""
    bases = {row["id"]: row for _, row in json_lines.rows(out / BASES)}
    rows: dict[str, Mapping[str, Any]] = {}
    marks: dict[str, set[Opinion]] = defaultdict(set)
    for file in [*sorted((out / "sheets").glob("sheet-*.jsonl")), *files]:
        for where, row in json_lines.rows(file):
            if row.get("id") not in bases:
                raise BadInput(f"{where}: no row {row.get('id')!r} in this run", hint="Give the OUT that it is of.")
            if "question" in row:
                rows[row["id"]] = row
            if row.get("mark"):
                marks[row["id"]].add(_opinion(row["mark"], where))
    # Whoever disagrees makes it unclear.
    agreed = {id: next(iter(some)) if len(some) == 1 else Opinion.UNCLEAR for id, some in marks.items()}
    yield f"{len(agreed)} of {len(bases)} rows are marked, {sum(len(some) > 1 for some in marks.values())} disputed"
    for verdict in (Verdict.MET, Verdict.REFUTED):
        here = {id: one for id, one in agreed.items() if bases[id]["verdict"] == verdict.value}
        for what in ("corpus", "basis"):
            for group in sorted({bases[id][what] for id in here}):
                yield _share(f"{verdict} {what} {group}", (one for id, one in here.items() if bases[id][what] == group))
        yield _share(f"{verdict}", here.values())
    for id, one in agreed.items():
        if one is Opinion.WRONG:
            shown = rows[id]
            told = f"{shown['question']} | {shown['wish']} | {shown['around']}".replace("\n", " ")
            yield f"wrong {bases[id]['verdict']} {bases[id]['corpus']} {bases[id]['basis']}: {told}"


def _opinion(mark: object, where: str) -> Opinion:
    try:
        return Opinion(str(mark).strip().casefold())
    except ValueError:
        raise BadInput(f"{where}: no mark {mark!r}", hint=f"Marks are {', '.join(Opinion)}.") from None


def _share(what: str, opinions: Iterable[Opinion]) -> str:
    counts = Counter(opinions)
    clear = counts[Opinion.RIGHT] + counts[Opinion.WRONG]
    right = f"{counts[Opinion.RIGHT] / clear:.3f}" if clear else "–"
    return f"{what}: {right} right of {clear}, {counts[Opinion.UNCLEAR]} unclear"


class _Told:
    """Progress on stderr, at most once per hundredth."""

    def __init__(self) -> None:
        self._last = ("", -1)

    def __call__(self, what: str, done: int, of: int) -> None:
        now = (what, 100 * done // max(1, of))
        if now != self._last:
            sys.stderr.write(f"\r{what} {done:,} of {of:,} ")
            self._last = now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask")
    asking.add_argument("questions", type=Path)
    asking.add_argument("--out", type=Path, required=True)
    asking.add_argument("--data", type=Path)
    asking.add_argument("--file", type=Path)
    asking.add_argument("--pack", default="rentals")
    asking.add_argument("--listings", type=int, default=LISTINGS)
    asking.add_argument("--stores", type=Path, help="keep the stores here, for another run")
    asking.add_argument("--ticks", type=int, default=TICKS)
    asking.add_argument("--crosses", type=int, default=CROSSES)
    scoring = commands.add_parser("score")
    scoring.add_argument("out", type=Path)
    scoring.add_argument("marks", type=Path, nargs="*")
    given = parser.parse_args()
    try:
        lines = _asked(given) if given.command == "ask" else scored(given.out, given.marks)
        sys.stdout.writelines(f"{line}\n" for line in lines)
    except ClaimtreeError as error:
        sys.exit(f"{error}\n{error.hint or ''}".rstrip())


def _asked(given: argparse.Namespace) -> Iterator[str]:
    questions = load_questions(given.questions)
    if (given.data is None) is (given.file is None):
        raise BadInput("where are the listings?", hint="Give --data FOLDER, or --file LISTINGS and its --pack.")
    if given.file is not None:
        name = given.file.name.partition(".")[0]
        whole = Corpus(name=name, title=name, pack=given.pack, file=given.file.name, columns={}, questions=questions)
        corpora: Iterable[tuple[Corpus, Path]] = [(whole, given.file)]
    else:
        corpora = corpora_of(questions, given.data)
    ticks: list[Tick] = []
    with TemporaryDirectory(prefix="claimtree-blind-") as folder:
        stores = given.stores or Path(folder)
        for corpus, file in corpora:
            ticks += asked(corpus, file, listings=given.listings, stores=stores, embedder=DEFAULT_EMBEDDER)
    chosen = sampled(ticks, most_ticks=given.ticks, most_crosses=given.crosses)
    asked_as = {(tick.corpus, tick.question): questions[tick.question] for tick in chosen}
    sheets = write_run(chosen, asked_as, given.out)
    yield f"\n{len(chosen)} rows in {len(sheets)} sheets under {given.out / 'sheets'}; markers get that folder only."


if __name__ == "__main__":
    main()
