"""ticks: checks on real listings that the words support what is shown as met or refuted, and that
stated facts are found.

Questions that new users would ask are put to real listings, and a sample of the ticks and crosses
goes into sheets that a person marks (`tick_sheets`). The marks are stored (`tick_marks`): a later
run asks the same questions again and reports how many ticks marked right still stand, how many
marked wrong are gone, how much of the current sample is right as far as it is marked, and how much
is unmarked. It also reports facts that a field or plain words state, and how many of the listings
that state them meet the wish (`tick_facts`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from claimtree.calibration.halves import Split, half_of
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import TICKS
from claimtree.cli.tables import Table
from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from evals.reading import NO_EMBEDDER
from evals.scores import Case, Figure, Goal, Mark, Measure, Result, figures, in_turn, worst
from evals.tables import group_tables
from evals.tick_corpora import (
    LISTINGS,
    SHIPPED,
    Corpus,
    Listing,
    find_file,
    listings_of,
    load_corpora,
    opened,
    sample,
)
from evals.tick_facts import Fact, load_facts
from evals.tick_marks import (
    FILE,
    About,
    Marked,
    Opinion,
    about,
    asks_alike,
    load_marks,
    marked_listings,
    opinions_of,
)
from evals.tick_search import Tick, ask, meets, sampled_crosses, sampled_ticks
from evals.tick_sheets import write_sheets

SAMPLED = {Verdict.MET: 200, Verdict.REFUTED: 100}
"""Number of ticks and crosses per corpus that are compared with marks."""
FORM = "Airbnb, Rumah123 and Medan listings, in files called as `evals/marked/corpora.toml` says"
TICK, CROSS = "ticks", "crosses"
_NAMES = {Verdict.MET: TICK, Verdict.REFUTED: CROSS}
FACTS = "facts"
_GOALS = (
    Goal(key=TICK, title="ticks of the first five", measure=Measure.PRECISION, bar=0.98, by="corpus"),
    Goal(key=CROSS, title="crosses, sampled", measure=Measure.PRECISION, bar=0.95, by="corpus"),
    *(
        Goal(key=f"{what} {name}", title=f"{name} {wording}", measure=Measure.COVERAGE, by="corpus")
        for name in (TICK, CROSS)
        for what, wording in (("kept", "marked right that still stand"), ("gone", "marked wrong that are gone"))
    ),
    Goal(key=FACTS, title="facts that are stated, and met", measure=Measure.COVERAGE, bar=0.95, by="fact"),
)
_FEW = 5
"""Below this number of listings that state a fact, its recall is not meaningful."""


@dataclass(slots=True)
class _Found:
    """The combined results of all corpora."""

    cases: list[Case] = field(default_factory=list)
    unmarked: list[Tick] = field(default_factory=list)
    status: list[tuple[str, ...]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    questions: dict[tuple[str, str], str] = field(default_factory=dict)


def run_ticks(
    data: Path | None,
    *,
    embedder: str,
    stores: Path | None = None,
    pack: str | None = None,
    split: Split = Split.ALL,
    misses: int = 20,
    limit: int | None = None,
    marks: Path = FILE,
    sheet: Path | None = None,
    shipped: Path = SHIPPED,
    progress: Progress = lambda what, done, of: None,
) -> Result:
    """Asks the questions of every available corpus.

    `stores` is the folder of the indexed stores, `limit` the number of listings per corpus; `sheet`
    is the folder for sheets with the part of the sample that has no mark yet.
    """
    if embedder == NO_EMBEDDER:
        raise BadInput("listings are indexed with an embedder", hint="Give --embedder NAME, or leave it out.")
    corpora = [corpus for corpus in load_corpora(shipped) if pack in (None, corpus.pack)]
    known, facts = load_marks(marks), load_facts(shipped)
    found = _Found()
    reader, first = "", None
    with ExitStack() as closing:
        folder = stores or Path(closing.enter_context(TemporaryDirectory(prefix="claimtree-ticks-")))
        for corpus in corpora:
            file = find_file(corpus, data) if data is not None else None
            if file is None:
                found.skipped.append(f"{corpus.title}: no {corpus.file} under --data")
                continue
            own = [one for one in known if one.key.corpus == corpus.name]
            listings = sample(
                listings_of(corpus, file), LISTINGS if limit is None else limit, (one.key.listing for one in own)
            )
            with opened(corpus, listings, folder=folder, embedder=embedder, progress=progress) as engine:
                _ask_corpus(corpus, engine, listings, own, facts, split, found, progress)
                reader, first = engine.reader.version, first or engine.pack
    if first is None:
        raise BadInput(
            f"no listings for ticks under {data}" if data is not None else "say where the listings are",
            hint=f"claimtree eval {TICKS} --data PATH, with {FORM}.",
        )
    notes = [_to_mark(found.unmarked)]
    if sheet is not None:
        written = write_sheets(found.unmarked, found.questions, sheet)
        notes = [f"{len(found.unmarked):,} rows to mark in {len(written)} sheets under {sheet}, with a guide."]
    return Result(
        name=TICKS,
        title="Ticks and crosses on real listings",
        pack=pack or first.name,
        pack_version=first.version,
        embedder=embedder,
        version=f"{version('claimtree')} reader {reader}",
        figures=(*figures(_spoken(found.cases), found.cases), *_worst_fact(found.cases)),
        tables=(_status_table(found.status), *group_tables(_spoken(found.cases), found.cases)),
        misses=_misses(found.cases, misses),
        notes=tuple(notes),
        bad_rows=tuple(found.skipped),
    )


def _ask_corpus(
    corpus: Corpus,
    engine: Engine,
    listings: Sequence[Listing],
    marks: Sequence[Marked],
    facts: Iterable[Fact],
    split: Split,
    found: _Found,
    progress: Progress,
) -> None:
    ids = [EntityId(listing.id) for listing in listings]
    also = marked_listings(marks, corpus.name)
    ticks: list[Tick] = []
    for done, (key, question) in enumerate(corpus.questions.items(), 1):
        ticks += ask(engine, corpus.name, key, question, ids, also.get(key, ()))
        found.questions[corpus.name, key] = question
        progress(f"ticks: asking {corpus.name}", done, len(corpus.questions))
    ticks = [tick for tick in ticks if split.takes(half_of(tick.listing))]
    opinions = opinions_of(ticks, marks)
    chosen = {
        Verdict.MET: sampled_ticks(ticks, SAMPLED[Verdict.MET]),
        Verdict.REFUTED: sampled_crosses(ticks, SAMPLED[Verdict.REFUTED]),
    }
    for verdict, sampled in chosen.items():
        found.status.append(_status(corpus.name, verdict, sampled, opinions))
        for tick in sampled:
            mark = opinions.get(tick.id)
            if mark is None:
                found.unmarked.append(tick)
            elif mark.opinion is not Opinion.UNCLEAR:
                found.cases.append(_sampled_case(tick, mark, corpus))
    found.cases += _regressions(
        [one for one in marks if split.takes(half_of(one.key.listing))], ticks, opinions, corpus
    )
    own_facts = [fact for fact in facts if corpus.name in fact.corpora]
    for done, fact in enumerate(own_facts, 1):
        found.cases += _fact_cases(fact, corpus, engine, listings, split)
        progress(f"ticks: facts of {corpus.name}", done, len(own_facts))


def _sampled_case(tick: Tick, mark: Marked, corpus: Corpus) -> Case:
    right = mark.opinion is Opinion.RIGHT
    figure = _NAMES[tick.verdict]
    return Case(
        id=f"{tick.corpus} {tick.question} {tick.listing} {tick.wish}",
        text=f"{corpus.questions[tick.question]} – {tick.wish}",
        marks=(Mark(figure=figure, group=tick.corpus, right=int(right), extra=int(not right)),),
        half=half_of(tick.listing),
        expected="words that support it",
        read=f"{tick.verdict}, marked {mark.opinion}",
        quoted=tick.around,
    )


def _regressions(
    marks: Sequence[Marked], ticks: Sequence[Tick], opinions: Mapping[str, Marked], corpus: Corpus
) -> list[Case]:
    """Checks whether each mark still holds.

    A right one stands while the wish keeps its verdict, by whatever words; a wrong one is gone once
    its own words no longer decide.
    """
    shown: dict[About, list[Tick]] = defaultdict(list)
    for tick in ticks:
        shown[about(tick)].append(tick)
    found_again = set(opinions.values())
    cases: list[Case] = []
    for mark in marks:
        if mark.opinion is Opinion.UNCLEAR:
            continue
        right, key = mark.opinion is Opinion.RIGHT, mark.key
        stands = mark in found_again or (right and any(asks_alike(key, tick) for tick in shown[key.about]))
        fine = stands is right
        figure = f"{'kept' if right else 'gone'} {_NAMES[key.verdict]}"
        cases.append(
            Case(
                id=f"{key.corpus} {key.question} {key.listing} {key.wish} {key.quote}",
                text=f"{corpus.questions.get(key.question, key.question)} – {key.wish}",
                marks=(Mark(figure=figure, group=key.corpus, right=int(fine), missed=int(not fine)),),
                half=half_of(key.listing),
                expected=f"{key.verdict}, which was marked right"
                if right
                else f"no longer {key.verdict} by these words",
                read=f"still {key.verdict}" if stands else f"no longer {key.verdict}",
            )
        )
    return cases


def _fact_cases(fact: Fact, corpus: Corpus, engine: Engine, listings: Sequence[Listing], split: Split) -> list[Case]:
    stating = [one for one in listings if split.takes(half_of(one.id)) and fact.is_stated(one)]
    verdicts = meets(engine, fact.wish, [EntityId(one.id) for one in stating])
    return [
        Case(
            id=f"{corpus.name} {fact.name} {one.id}",
            text=fact.wish,
            marks=(
                Mark(
                    figure=FACTS,
                    group=f"{fact.name}, {corpus.name}",
                    right=int(verdicts.get(one.id) is Verdict.MET),
                    missed=int(verdicts.get(one.id) is not Verdict.MET),
                ),
            ),
            half=half_of(one.id),
            expected=Verdict.MET.value,
            read=str(verdicts.get(one.id, "not indexed")),
        )
        for one in stating
    ]


def _spoken(cases: Sequence[Case]) -> list[Goal]:
    """Returns the goals that have results; without marks some have none."""
    seen = {mark.figure for case in cases for mark in case.marks}
    return [goal for goal in _GOALS if goal.key in seen]


def _worst_fact(cases: Sequence[Case]) -> tuple[Figure, ...]:
    """Returns the lowest recall of any fact, because the bar applies to each fact."""
    by_fact: dict[str, list[int]] = defaultdict(list)
    for case in cases:
        for mark in case.marks:
            if mark.figure == FACTS:
                by_fact[mark.group].append(mark.right)
    recalls = [sum(met) / len(met) for met in by_fact.values() if len(met) >= _FEW]
    if not recalls:
        return ()
    return (
        Figure(
            key="worst fact",
            title=f"the fact that is found least, of those stated by {_FEW} or more",
            measure=Measure.COVERAGE.value,
            values={Split.ALL.value: min(recalls)},
            counts={Split.ALL.value: len(recalls)},
            bar=0.95,
        ),
    )


def _status(corpus: str, verdict: Verdict, sampled: Sequence[Tick], opinions: Mapping[str, Marked]) -> tuple[str, ...]:
    counted = Counter(opinions[tick.id].opinion if tick.id in opinions else None for tick in sampled)
    counts = (counted[opinion] for opinion in (*Opinion, None))
    return corpus, _NAMES[verdict], f"{len(sampled):,}", *(f"{count:,}" for count in counts)


def _status_table(rows: Sequence[tuple[str, ...]]) -> Table:
    return Table(
        title="The sample of today, and what is marked of it",
        name="sample",
        heads=("corpus", "what", "sampled", *(opinion.value for opinion in Opinion), "no mark"),
        rows=tuple(rows),
    )


def _to_mark(unmarked: Sequence[Tick]) -> str:
    if not unmarked:
        return "Everything in the sample is marked."
    return (
        f"{len(unmarked):,} ticks and crosses of the sample have no mark and count for nothing: "
        f"claimtree eval {TICKS} --data PATH --sheet DIR writes them down to be marked."
    )


def _misses(cases: Sequence[Case], most: int) -> tuple[Case, ...]:
    """Returns misses of each figure and group in turn, so that one fact does not crowd out the
    others."""
    by_group: dict[str, dict[str, list[Case]]] = {goal.key: defaultdict(list) for goal in _GOALS}
    for case in worst(cases, len(cases)):
        for mark in case.marks:
            by_group[mark.figure][mark.group].append(case)
    return in_turn(*(in_turn(*groups.values()) for groups in by_group.values()))[:most]
