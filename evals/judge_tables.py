"""Figures and tables of an embedder's scores for concepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from claimtree.calibration.halves import Split
from claimtree.cli.tables import Table
from claimtree.model.taught import KINDS
from evals.judge_concepts import Concept, Part
from evals.judge_numbers import Keep, Numbers, numbers, worst_misses
from evals.judge_scoring import Scored, Words
from evals.scores import Case, Figure, Mark, show_value

BARS = {"three-way": 0.74, "ap": 0.46, "first": 0.66}
INDONESIAN_BARS = {"three-way": 0.68, "ap": 0.38, "first": 0.58}
NEW_WORDS_BAR, NEW_WORDS_ECE = 0.92, 0.05
_FEWEST = 4
"""Minimum number of concepts for a claim type to get its own row."""


def concept_figures(scored: Scored, stock: Scored) -> tuple[Figure, ...]:
    """Returns the figures that have a bar, and those of stock cosine for comparison."""
    every = _part_figures("unseen concepts", "", scored, stock, _unseen, BARS)
    some = _part_figures("unseen Indonesian concepts", "id ", scored, stock, _unseen_indonesian, INDONESIAN_BARS)
    new = numbers(scored, words=Words.BOTH_NEW)
    if not new.concepts or not scored.judges:
        return (*every, *some)
    title = "known concepts in new words"
    return (
        *every,
        *some,
        _figure("new words", f"{title}, three-way", "balanced", new.three_way, new.concepts, bar=NEW_WORDS_BAR),
        _figure("new words ece", title, "ECE", new.ece, new.concepts, bar=NEW_WORDS_ECE, at_most=True),
    )


def concept_tables(scored: Scored, stock: Scored) -> tuple[Table, ...]:
    """Returns tables of every measure by part, language and field, by claim type, and the
    confusions."""
    concepts = list({one.concept.id: one.concept for one in scored.pairs}.values())
    by_field = [(name, numbers(scored, keep), numbers(stock, keep)) for name, keep in _groups(concepts)]
    by_type = [(name, numbers(scored, keep), numbers(stock, keep)) for name, keep in _types(concepts)]
    return (
        _measures("Concepts", "concepts", by_field, judges=scored.judges),
        _comparison("Concepts, what refutes, and stock cosine", "concepts", by_field, judges=scored.judges),
        _new_words(scored),
        _measures("Unseen concepts by claim type", "claim type", by_type, judges=scored.judges),
        _comparison("Unseen concepts by claim type, and stock cosine", "claim type", by_type, judges=scored.judges),
        _shown("Concepts, shown at the shipped bars", "concepts", by_field, judges=scored.judges),
        _shown("Unseen concepts by claim type, shown at the shipped bars", "claim type", by_type, judges=scored.judges),
        _confusion(scored),
    )


def concept_misses(scored: Scored, most: int) -> tuple[Case, ...]:
    """Returns the most confident wrong judgements on unseen concepts."""
    return tuple(
        Case(
            id=miss.concept,
            text=f"{miss.wish} ← {miss.phrase}",
            marks=(Mark(figure="three-way", group=miss.label, missed=1),),
            expected=miss.label,
            read=f"{miss.predicted}, {show_value(miss.chance)}",
        )
        for miss in worst_misses(scored, most, _unseen)
    )


def _unseen(concept: Concept) -> bool:
    return concept.part is Part.UNSEEN


def _unseen_indonesian(concept: Concept) -> bool:
    return _unseen(concept) and concept.language == "id"


def _part_figures(
    title: str, key: str, scored: Scored, stock: Scored, keep: Keep, bars: Mapping[str, float]
) -> list[Figure]:
    ours, stock_numbers = numbers(scored, keep), numbers(stock, keep)
    of = ours.concepts
    if not of:
        return []
    first = f"{title}, the first is right"
    found = [
        _figure(f"{key}ap", f"{title}, what meets a wish in its field", "AP", ours.ap, of, bar=bars["ap"]),
        _figure(f"{key}first", first, "share", ours.first, of, bar=bars["first"]),
        _figure(f"{key}stock ap", f"{title}, stock cosine", "AP", stock_numbers.ap, of),
        _figure(f"{key}stock first", f"{first}, stock cosine", "share", stock_numbers.first, of),
    ]
    if scored.judges:
        three_way = _figure(
            f"{key}three-way", f"{title}, three-way", "balanced", ours.three_way, of, bar=bars["three-way"]
        )
        found.insert(0, three_way)
    return found


def _figure(
    key: str, title: str, measure: str, value: float, of: int, *, bar: float | None = None, at_most: bool = False
) -> Figure:
    every = Split.ALL.value
    return Figure(
        key=key, title=title, measure=measure, values={every: value}, counts={every: of}, bar=bar, at_most=at_most
    )


def _groups(concepts: Sequence[Concept]) -> Iterable[tuple[str, Keep]]:
    """Yields each part, and each language and field within it."""
    for part in Part:
        here = [concept for concept in concepts if concept.part is part]
        if here:
            yield part.value, lambda one, part=part: one.part is part  # type: ignore[misc]
        for key in sorted({(concept.language, concept.about) for concept in here}):
            keep = lambda one, part=part, key=key: (one.part is part) and (one.language, one.about) == key  # noqa: E731
            yield f"{part.value} {' '.join(key)}", keep


def _types(concepts: Sequence[Concept]) -> Iterable[tuple[str, Keep]]:
    """Yields the claim types of unseen concepts; the rare ones are combined, last."""
    unseen = [concept for concept in concepts if _unseen(concept)]
    counts: dict[str, int] = {}
    for concept in unseen:
        counts[concept.type] = counts.get(concept.type, 0) + 1
    common = sorted(type for type, times in counts.items() if times >= _FEWEST)
    for type in common:
        yield type or "none", lambda one, type=type: _unseen(one) and one.type == type  # type: ignore[misc]
    if len(common) < len(counts):
        yield "rarer types", lambda one: _unseen(one) and one.type not in common


def _measures(title: str, of: str, rows: Sequence[tuple[str, Numbers, Numbers]], *, judges: bool) -> Table:
    heads = (of, "n", *(["three-way"] if judges else []), "AP", "first", "wide AP", "wide first", "ECE", "Brier")
    lines: list[tuple[str, ...]] = []
    for name, ours, _ in rows:
        values = [ours.three_way] if judges else []
        values += [ours.ap, ours.first, ours.ap_wide, ours.first_wide, ours.ece, ours.brier]
        lines.append((name, f"{ours.concepts:,}", *(show_value(value) for value in values)))
    note = "Among all phrases of its language and field; wide: of its language, and of homes or of all other fields."
    return Table(title=title, heads=heads, rows=tuple(lines), note=note)


def _comparison(title: str, of: str, rows: Sequence[tuple[str, Numbers, Numbers]], *, judges: bool) -> Table:
    heads = (of, *(["ref. AP", "ref. 1st"] if judges else []), "m > r", "stock AP", "stock 1st", "stock m > r")
    lines: list[tuple[str, ...]] = []
    for name, ours, stock in rows:
        values = [ours.ap_refuting, ours.first_refuting] if judges else []
        values += [ours.meets_above_refutes, stock.ap, stock.first, stock.meets_above_refutes]
        lines.append((name, *(show_value(value) for value in values)))
    note = "ref.: what refutes a wish. m > r: what meets it scores above what refutes it. Stock: unseen concepts only."
    return Table(title=title, heads=heads, rows=tuple(lines), note=note)


def _new_words(scored: Scored) -> Table:
    """Builds the table of trained concepts in words that were kept out of training."""
    rows: list[tuple[str, ...]] = []
    for words in (Words.BOTH_NEW, Words.NEW_WISH, Words.NEW_PHRASE):
        found = numbers(scored, words=words)
        if found.concepts and scored.judges:
            values = (found.three_way, found.ece, found.brier)
            pairs = f"{int(found.confusion.sum()):,}"
            rows.append((words.value, pairs, *(show_value(value) for value in values)))
    heads = ("known concepts in new words", "pairs", "three-way", "ECE", "Brier")
    return Table(title="Known concepts in new words", heads=heads, rows=tuple(rows))


def _shown(title: str, of: str, rows: Sequence[tuple[str, Numbers, Numbers]], *, judges: bool) -> Table:
    """Builds a table over all phrases of a field; phrases of other concepts count as saying
    nothing."""
    kinds = ("met", "refuted") if judges else ("met",)
    heads = (of, *(head for kind in kinds for head in (kind, "shown", "precision", "recall")))
    lines: list[tuple[str, ...]] = []
    for name, ours, _ in rows:
        cells = [name]
        for hits in (ours.met, ours.refuted)[: len(kinds)]:
            cells += [f"{hits.so:,}", f"{hits.predicted:,}", show_value(hits.precision), show_value(hits.recall)]
        lines.append(tuple(cells))
    return Table(title=title, heads=heads, rows=tuple(lines))


def _confusion(scored: Scored) -> Table:
    """Builds the confusion table of pairs within unseen concepts: label against judgement."""
    counted = numbers(scored, _unseen).confusion
    rows = [
        (kind, *(f"{times:,}" for times in counted[at]), show_value(counted[at, at] / max(1, counted[at].sum())))
        for at, kind in enumerate(KINDS)
    ]
    return Table(
        title="Pairs of one unseen concept, what they are and what they were judged to be",
        heads=("label", *KINDS, "recall"),
        rows=tuple(rows) if scored.judges else (),
    )
