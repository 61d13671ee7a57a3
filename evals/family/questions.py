"""General questions over trees: our three sets, put to the demo tree and to the trees of the data.

Each question is asked of two people who are chosen by a seed; its answer was computed by brute force
over the raw file. An answer is right, wrong, or left open (a question back, or unknown, though an
answer can be computed). A fact is invented if its date, place or value does not stand in the line
that it quotes, or that line not in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.calibration.halves import Split, half_of
from claimtree.calibration.measures import Progress
from claimtree.packs.find import pack_folder
from claimtree.sources.gedcom.source import read_tree, tree_name
from evals.family.first_questions import FIRST, ROYAL
from evals.family.gold import Asked, Q, asked
from evals.family.raw_tree import RawTree, text_of
from evals.family.scoring import Outcome, outcome
from evals.family.second_questions import SECOND
from evals.family.third_questions import THIRD
from evals.scores import Case, Figure, Goal, Mark

QUESTIONS: Final = "questions"
GOAL: Final = Goal(key=QUESTIONS, title="questions answered right", bar=0.90, by="kind")
DEMO: Final = "hollow-creek.ged"
ROYALS: Final = "royal92.ged"
EACH: Final = 2
"""People of whom each question is asked."""
SEED: Final = 1


class AskedCase(NamedTuple):
    """A question with what became of it."""

    case: Case
    outcome: Outcome
    invented: int


def question_cases(data: Path | None, progress: Progress) -> list[AskedCase]:
    """Returns the questions over the demo tree, and over royal92 if the data has it."""
    files = [pack_folder("family") / "demo" / DEMO]
    if data is not None and (data / ROYALS).exists():
        files.append(data / ROYALS)
    return [case for file in files for case in cases_of(file, progress)]


def cases_of(file: Path, progress: Progress, *, each: int = EACH, seed: int = SEED) -> Iterator[AskedCase]:
    """Yields all questions over one tree."""
    raw, index = RawTree(file), read_index(file)
    lines = text_of(file).splitlines()
    sets: tuple[Sequence[Q], ...] = (FIRST, SECOND, THIRD, *([ROYAL] if file.name == ROYALS else []))
    questions = [one for questions in sets for one in asked(questions, raw, each=each, seed=seed)]
    for number, question in enumerate(questions, 1):
        yield _asked(question, f"{file.stem}-{number}", index, lines)
        progress(f"questions over {file.stem}", number, len(questions))


def read_index(file: Path) -> FamilyIndex:
    """Returns what questions are answered from; people who may be living are masked."""
    name = tree_name(file)
    with TemporaryDirectory() as folder, read_tree(file, Path(folder) / "tree", name) as tree:
        return FamilyIndex(tree.people(), tree.families(), name=name, file=file.name, living=tree.living())


def _asked(question: Asked, place: str, index: FamilyIndex, lines: Sequence[str]) -> AskedCase:
    found = answer(question.text, index)
    result = outcome(found, question.gold)
    right = result is Outcome.RIGHT
    case = Case(
        id=place,
        text=question.text,
        marks=(Mark(figure=QUESTIONS, group=question.kind, right=int(right), missed=int(not right)),),
        expected=str(question.gold),
        read=found.text,
        half=half_of(place),
    )
    return AskedCase(case, result, invented(found, lines))


def invented(found: FamilyAnswer, lines: Sequence[str]) -> int:
    """Returns how many facts of an answer its lines do not say, and how many lines the file does not have."""
    missing = sum(
        not 0 < one.line <= len(lines) or one.raw.strip() != lines[one.line - 1].strip() for one in found.evidence
    )
    for fact in found.facts:
        # Blanks between the words of a date are of no importance.
        quoted = " ".join(" ".join(one.raw.split()) for one in fact.evidence)
        missing += any(" ".join(said.split()) not in quoted for said in (fact.date, fact.place, fact.value))
    return missing


def question_figures(cases: Sequence[AskedCase]) -> Iterator[Figure]:
    """Yields what is wrong or invented, beside the share that is right."""
    total = len(cases)
    for key, title, value, bar, unit in (
        ("questions-wrong", "answered wrong", _share(cases, Outcome.WRONG), 0.03, ""),
        ("questions-open", "left open though there is an answer", _share(cases, Outcome.OPEN), None, ""),
        ("questions-invented", "invented facts", float(sum(one.invented for one in cases)), 0.0, "facts"),
    ):
        yield Figure(
            key=key,
            title=title,
            measure="share" if not unit else "count",
            values={Split.ALL.value: value},
            counts={Split.ALL.value: total},
            bar=bar,
            unit=unit,
            at_most=True,
        )


def _share(cases: Sequence[AskedCase], wanted: Outcome) -> float:
    return sum(one.outcome is wanted for one in cases) / max(1, len(cases))
