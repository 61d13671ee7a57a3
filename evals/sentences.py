"""sentences: reads annotated texts of many writers and compares the claims with the annotation.

Two measures: the status of annotated words (`sentence_status`), wanted, denied or nothing; and
strict checks (`sentence_checks`) of everything that an annotation says. A text is whole when it
passes all of them and has no required claim that it did not ask for. Each field is read with its
own pack.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from claimtree.calibration.halves import Split, half_of
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import SENTENCES
from claimtree.errors import BadInput
from evals.golden import ReadClaim
from evals.reading import Reading
from evals.scores import Case, Fault, Mark, Result, worst
from evals.sentence_checks import Check, checks_of, invented, over
from evals.sentence_constructions import constructions_of
from evals.sentence_report import (
    GROUPS,
    INVENTED,
    NO_FAULT,
    TAKEN,
    Group,
    Scored,
    sentence_figures,
    sentence_tables,
    status_mark,
)
from evals.sentence_rows import Kind, Sentence
from evals.sentence_status import expected_status, read_status
from evals.sentence_validation import FORM, Checked, check_sentences

HELD_OUT = Path(__file__).parent / "golden" / "sentences.jsonl"
"""Our own sentences, by writers whose texts were not trained on."""
FOLDER = "sentences"
"""The set's folder name below a data folder that holds several sets."""
_MOST_LISTED = 20
"""How many faults are listed; the others are only counted."""


def data_of(given: Path | None) -> Path:
    """Returns the given data, or our own."""
    if given is not None:
        return given
    if HELD_OUT.exists():
        return HELD_OUT
    raise BadInput(
        f"say where the data of {SENTENCES} is: this version brings no held-out sentences of its own",
        hint=f"claimtree eval {SENTENCES} --data PATH, with {FORM}, or a folder of them",
    )


def run_sentences(
    data: Path | None,
    *,
    embedder: str,
    pack: str | None = None,
    split: Split = Split.ALL,
    misses: int = 20,
    limit: int | None = None,
    progress: Progress = lambda what, done, of: None,
) -> Result:
    """Scores every sentence of the fields that have a pack; `pack` restricts it to one."""
    path = data_of(data)
    checked = check_sentences(path)
    chosen = _chosen(checked.sentences, pack, split, limit)
    if not chosen:
        raise _nothing_to_read(path, checked, pack)
    readings = {name: Reading(name, embedder) for name in dict.fromkeys(group.pack for _, group in chosen)}
    scored: list[Scored] = []
    for number, (sentence, group) in enumerate(chosen, 1):
        scored.append(score(sentence, group, readings[group.pack]))
        if number % 50 == 0 or number == len(chosen):
            progress(SENTENCES, number, len(chosen))
    first = next(iter(readings.values()))
    return Result(
        name=SENTENCES,
        title="Annotated sentences",
        pack=" and ".join(readings),
        pack_version=max(reading.pack.version for reading in readings.values()),
        embedder=embedder,
        version=first.version,
        figures=sentence_figures(scored),
        tables=sentence_tables(scored),
        misses=worst((one.case for one in scored), misses),
        notes=(*_left_out(checked), *_crashes(readings.values())),
        bad_rows=_named(checked.faults),
    )


def _chosen(
    sentences: Sequence[Sentence], pack: str | None, split: Split, limit: int | None
) -> list[tuple[Sentence, Group]]:
    groups = {(group.field, group.kind): group for group in GROUPS if pack in (None, group.pack)}
    found = [(one, groups[one.field, one.kind]) for one in sentences if (one.field, one.kind) in groups]
    found = [item for item in found if split.takes(half_of(item[0].text))]
    if limit and len(found) > limit:
        # By hash, so that a sample holds the same texts however the files are ordered.
        found = sorted(found, key=lambda item: hashlib.sha256(f"sample {item[0].text}".encode()).digest())[:limit]
    return found


def score(sentence: Sentence, group: Group, reading: Reading) -> Scored:
    """Reads one sentence and compares it with its annotation."""
    crashed = len(reading.crashes)
    claims = reading.query(sentence.text).claims if sentence.kind is Kind.QUERY else reading.document(sentence.text)
    case = case_of(sentence, group, claims)
    if len(reading.crashes) > crashed:
        case = _all_missed(case, reading.crashes[crashed])
    return Scored(case=case, group=group, constructions=constructions_of(sentence))


def case_of(sentence: Sentence, group: Group, claims: Sequence[ReadClaim]) -> Case:
    """Scores the claims of a reading."""
    checks, taken = checks_of(sentence, claims), list(_taken_checks(sentence, claims))
    stray = invented(sentence, claims)
    marks = [_mark(check.name, group, check.right) for check in (*checks, *taken)]
    marks += [_mark(TAKEN, group, check.right) for check in taken]
    marks.append(_mark(NO_FAULT, group, not stray and all(check.right for check in checks)))
    if sentence.kind is Kind.QUERY:
        marks.append(Mark(figure=INVENTED, group=group.key, extra=len(stray)))
    faults = list(_faults(checks, taken))
    faults += [
        Fault(words=one.quote, check=INVENTED, expected="nothing", read=f"{one.text} (required)") for one in stray
    ]
    return Case(
        id=f"{sentence.place} {sentence.id}",
        text=sentence.text,
        marks=tuple(marks),
        half=half_of(sentence.text),
        expected="; ".join(f"“{fault.words}” {fault.check}: {fault.expected}" for fault in faults),
        read="; ".join(fault.read for fault in faults),
        details=tuple(faults),
    )


def _taken_checks(sentence: Sentence, claims: Sequence[ReadClaim]) -> Iterator[Check]:
    """Yields a check of the status of each annotated span."""
    for one in sentence.annotated:
        expected = expected_status(one)
        read = read_status(over(one, claims), expected)
        wanted, was = expected.named(sentence.kind), read.named(sentence.kind)
        yield Check(name=status_mark(wanted), words=one.words, right=read is expected, expected=wanted, read=was)


def _faults(checks: Sequence[Check], taken: Sequence[Check]) -> Iterator[Fault]:
    """Yields every failed check; a wrong status only for words without another failed check."""
    wrong = [check for check in checks if not check.right]
    reported = {check.words for check in wrong}
    for check in (*wrong, *(one for one in taken if not one.right and one.words not in reported)):
        yield Fault(words=check.words, check=check.name, expected=check.expected, read=check.read)


def _mark(figure: str, group: Group, right: bool) -> Mark:
    return Mark(figure=figure, group=group.key, right=int(right), missed=int(not right))


def _all_missed(case: Case, crash: str) -> Case:
    """Counts all marks of a text as missed because the reader crashed on it."""
    marks = tuple(replace(mark, right=0, missed=mark.missed + mark.right) for mark in case.marks)
    return replace(case, marks=marks, read=f"the reader failed: {crash}")


def _left_out(checked: Checked) -> list[str]:
    """Returns notes on valid rows that were not read."""
    fields = {group.field for group in GROUPS}
    others = Counter(one.field for one in checked.sentences if one.field not in fields)
    notes: list[str] = []
    if others:
        named = ", ".join(f"{name} {times:,}" for name, times in sorted(others.items()))
        notes.append(f"{others.total():,} texts are of fields without a pack and were not read: {named}.")
    if checked.by_reference:
        notes.append(f"{checked.by_reference:,} rows name a text that lies elsewhere (`ref`) and were not read.")
    return notes


def _crashes(readings: Iterable[Reading]) -> list[str]:
    crashes = dict.fromkeys(crash for reading in readings for crash in reading.crashes)
    return [f"The reader failed, so these count as missed: {crash}" for crash in list(crashes)[:_MOST_LISTED]]


def _named(faults: Sequence[str]) -> tuple[str, ...]:
    rest = len(faults) - _MOST_LISTED
    return (*faults[:_MOST_LISTED], *([f"and {rest:,} more"] if rest > 0 else []))


def _nothing_to_read(path: Path, checked: Checked, pack: str | None) -> BadInput:
    found = f"{len(checked.sentences):,} sound rows, {len(checked.faults):,} faults"
    more = [f"the first fault: {checked.faults[0]}"] if checked.faults else _left_out(checked)
    of = f" for pack {pack!r}" if pack else ""
    return BadInput(
        f"no annotated sentences to read{of} under {path}: {'; '.join([found, *more])}",
        hint=f"Give {FORM}; --validate names every fault.",
        values={"path": str(path), "faults": len(checked.faults)},
    )
