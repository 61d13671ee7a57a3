"""Generates docs/evals.md: what is measured, the figures, and what is still missed and why."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.calibration.halves import Split
from claimtree.cli.tables import Table
from evals.scores import Case, Result
from evals.tables import CONFUSION, DOUBTS, figure_table

MOST_MISSES = 4
"""Per eval; the rows belong to others, and a few examples are enough."""
_LONGEST = 160
_UNQUOTED = ("prices", "titles", "ticks")
"""Sets without a stated licence: measured, never quoted."""

INTRO = """# How well it reads

`claimtree eval NAME --data PATH` reads a data set that somebody else wrote, or our own golden set,
and scores what was read, strictly. `make eval` runs all whose data is there (`make eval DATA=…`)
and prints the table below; with `PAGE=docs/evals.md` it writes this page. The evals and their data
are not part of the installed package: the command runs from a checkout, and says so elsewhere.

```
claimtree eval golden                                  # our own set
claimtree eval golden --pack property                  # the Indonesian one
claimtree eval overnight --data ../shared/data/overnight-housing --split tune --misses 40
claimtree eval sgd-homes --data ../shared/data/sgd-homes --embedder none
claimtree eval sentences --data training/sentences --misses 40
claimtree eval sentences --data training/sentences --validate
claimtree eval ticks --data ../shared/data
claimtree eval all --data ../shared/data --page docs/evals.md
```

PATH is a file or a folder. The fields of its rows (JSON, JSON lines or CSV, packed or not) tell
which data set it is, not its name. Broken rows are skipped and named.

**Halves.** A hash of the row (of the dialogue, where rows belong together) puts it into `tune` or
`report`, always the same. Rules and words are worked on with `--split tune`; `report` says whether
they hold.

**Golden and fresh.** The golden sets are our own, and the reader was tuned on all of them: their
halves are both known to it. The fresh queries were written afterwards by somebody who had not seen
the reader, its words or the golden sets, and have the same bar. Of the English ones the half `tune`
was looked at later on, so that `report` is what tells.

**What has been seen.** While the learned reader was developed, misses of both halves of golden,
overnight and sgd-homes were read and rules were changed accordingly, and writers of training
sentences were told what such texts and those of recipe-mpr look like: their `report` half is no
longer blind. Nobody tuned on the first blind runs of the exams in `training/exam`, which are in
`training/reader/README.md`. The rows `sentences` below are of these exams, put in the place of
`DATA/sentences` (which the reader was trained on), after their misses were read.

**Baselines.** `--save` keeps the figures of a run under eval, pack, embedder and version; later
runs show how far they moved. The project's own lie in `evals/baselines.json`; `--baseline DIR` uses
a folder of yours.

## What counts as right

- **golden** – a claim whose quote overlaps the golden words, with type, level, facet where given,
  polarity, strength, amounts and alternatives all right; one thing wrong is a claim missed and a
  claim too many.
- **fair-housing** – a part is left out where a query asks for people by protected class, and none
  where it does not; the words shown are exactly those of the case; what else the query says still
  becomes a claim.
- **overnight** – rows whose filters are constants; the set of filters must be the label's, nothing
  more. A plain price is what the set calls equal. Its dates have no year.
- **sgd-homes** – the search slots that a user informs in a turn, where the value stands in the
  words; and, for each search, the parameters read from the user's turns joined, all of them exact.
  The last value of a slot counts. The second figure counts every turn, so that a question ("is it
  furnished?") read as a wish is a fault.
- **prices** – the one amount read from the string is its value to the rupiah.
- **titles** – directions, rooms, floors and areas that a title of a listing states in plain words,
  where its column says the same.
- **medan** – the filters of the test cases that state some; and no filter at all in small talk and
  coaching.
- **airbnb** – counts and amenities read from prose that the host's fields agree with; hosts leave
  fields out, so this cannot reach 1. Coverage asks the other way round, where the prose says a
  field's value in plain words.
- **names** – "apartment in X" ("rumah di X") asked of listings that name X in a column, a title or
  plain words, without any file of places: how many are met, that none is refuted, and that what is
  only near X is not met.
- **recipe-mpr** – the first of five options that a search with a pack of recipes puts first; beside
  it the cosine of the whole request under the same embedder. Chance is .2.
- **sentences** – words that many writers annotated are taken for what they are (wanted, denied,
  nothing; of listings yes, no, unsure); and texts that pass every strict check.
  [Below](#annotated-sentences) is what is checked.
- **judge** – on concepts that the encoder never saw: pairs of one concept, and what meets a wish
  among all phrases of its language and field, which are mostly about something else; on labelled
  listings: what is shown as met or refuted, from the text to the verdict. [The judge](judge.md)
  says how the labels were made.
- **ticks** – of what is shown as met or refuted on real listings, what a reader marked as supported
  by the listing's words; and, of listings that state a fact in a field or in plain words, those
  that meet the wish for it. [Below](#marked-ticks) is how it is marked.
- **property** – homes that the property assistant returns, checked against the constraints of a
  question, and what it does in scripted conversations: [a page of its
  own](property-evaluation.md).
- **speed** – wall time of one thread, for each text the best of five times; warm means that its
  reader has met the phrases before.

Rows quoted on this page come from Overnight (SEMPRE, Apache-2.0), Schema-Guided Dialogue (CC BY-SA
4.0), Inside Airbnb (CC BY 4.0), Recipe-MPR (Apache-2.0) and rag-property-assistant (MIT); the
golden sets, the fresh queries, the cases of fair housing and the annotated sentences are ours.

## Marked ticks

`claimtree eval ticks --data PATH` indexes a sample of real listings (400 of each corpus, chosen by
hash; `--limit N`), as a new user would: no place file, nothing taught. Twenty questions are put to
each corpus. **Ticks** are the wishes shown as met for the first five hits, **crosses** those shown
as refuted for any listing, one of each wish in turn; of each corpus 200 ticks and 100 crosses are
held against the marks of readers.

```
claimtree eval ticks --data ../shared/data --sheet to-mark        # what has no mark yet: sheets and a guide
claimtree eval ticks --marked to-mark/sheet-01.jsonl              # keep the marks; --marked once more for each file
claimtree eval ticks --data ../shared/data                        # what became of them
```

A sheet shows the question, the wish, the verdict, the quote in its text and the whole listing,
shuffled, and not whose word decided: a judge's, a list's or a field's. A mark is `right`, `wrong`
or `unclear`; what two readers mark differently is unclear, and counts for nothing. The project's
marks lie in `evals/marked/marks.jsonl`: listing, question, wish, verdict and a digest of the quote,
and nothing that a listing says. A mark is found again where the wish is told in another way or the
quote ends elsewhere, as long as both overlap with what was marked.

A tick marked right *stands* while the wish is met for the listing, by whatever words; one marked
wrong is *gone* when its own words no longer speak. What is in today's sample and has no mark is
counted, and goes into the next sheet. Questions, corpora and the rules for facts are files in the
same folder. The indexed listings are kept in the folder `ticks` of `CLAIMTREE_HOME` until code,
packs or models change.

## Annotated sentences

`claimtree eval sentences --data PATH` takes a JSON Lines file, or a folder of them: one query or
listing a line, with `id`, `kind`, `field`, `text`, and for each words of the text what a careful
person understands by them.

```json
{"id": "1", "kind": "query", "field": "homes-en", "text": "no carpet, a kitchen over 12 m², stairs are fine",
 "wishes": [{"words": "carpet", "not": true},
            {"words": "12 m²", "of": "kitchen", "amount": {"unit": "m2", "min": 12, "max": null}}],
 "nothing": ["stairs"]}
{"id": "2", "kind": "listing", "field": "homes-en", "text": "Gym. No pool. Elevator coming in 2027.",
 "facts": [{"words": "Gym", "is": "yes"}, {"words": "pool", "is": "no"}, {"words": "Elevator", "is": "unsure"}]}
```

Field `homes-en` is read with pack rentals, `homes-id` with property; texts of other fields, and
rows that name a text elsewhere (`ref`), are counted and said to be left out. Lines of a text are
read as one.

- **taken** – the claims over annotated words: none is nothing, a negated one (or one that says "no
  …") is denied, any other wanted. Of several, an affirmed one serves a wish. To be far from
  something counts as denied.
- **found** – a claim's quote overlaps the words of a wish; **polarity** – one of these is negated
  or not, as it should be; **strength** – where words say must or nice; **amount** – both ends
  within a hundredth, a price by month or as said, "about" with the value inside; **host** – of the
  room, building or area that it is said of; **alternatives** – one group has them all; **nothing**
  – no claim, save one three times as long.
- **fact yes, no, unsure** – an affirmed claim, a negated one, none; amount and host of what is
  there.
- **invented** – claims of a query that are required although no annotated words say so.
- **whole** – texts where all of this holds.

With `--json`, `metrics` has each of them by group (`queries_en taken denied`, `listings_id fact
no`), `by.group` and `by.check` the same with counts, `by.construction` whole texts and taken words
for each construction (negated list, exception, correction, tolerated, heading or list, room-bound
amount, long text …; a text may have several), and each of `misses` the `text`, its `words`, and
`faults` with `words`, `check`, `expected` and `read`.

`--validate` reads nothing and names every fault of the data as `file:line: …`: words that are not
in the text or stand there twice, unknown keys and values, amounts without a bound, a lone
alternative, a text twice. It gives `{"name", "data", "files", "texts", "annotations",
"by_reference", "faults"}` and exit code 2 where there are any. In a run, rows with a fault are left
out and named.
"""

WHY = """## Labels of overnight that are not what the sentence says

People were asked to rephrase a generated sentence, and some said something else. We do not fit
these; a reader that is right loses the row. They are recognised by what stands in the row itself
(`evals.overnight.doubt`):
"""


def page(results: Sequence[Result], skipped: Sequence[str]) -> str:
    """Returns the whole page."""
    parts = [INTRO, "## Figures", "", markdown(summary(results)), ""]
    parts += [f"Skipped: {line}" for line in skipped]
    if results:
        first = results[0]
        parts += ["", f"Embedder {first.embedder}, Claimtree {first.version}.", ""]
    doubts = next((result for result in results if result.name == "overnight"), None)
    if doubts is not None:
        parts += [WHY, markdown(next(table for table in doubts.tables if table.title == DOUBTS)), ""]
    parts += ["## What is still missed", ""]
    for result in results:
        parts += _missed(result)
    return "\n".join(parts).rstrip() + "\n"


def summary(results: Sequence[Result]) -> Table:
    """Returns one table of all evals: bar and figure, for each half."""
    return figure_table("Evals", results, list(Split))


def markdown(table: Table) -> str:
    """Returns the table as Markdown, with numbers right-aligned."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = ["---", *("---:" for _ in table.heads[1:])]
    return "\n".join([line(table.heads), line(rule), *(line(row) for row in table.rows)])


def _missed(result: Result) -> list[str]:
    misses = [case for case in result.misses if not case.why][:MOST_MISSES]
    confusion = next((table for table in result.tables if table.title == CONFUSION), None)
    if not misses and (confusion is None or not confusion.rows):
        return []
    parts = [f"### {result.name}", ""]
    if confusion is not None and confusion.rows:
        short = Table(title=confusion.title, heads=confusion.heads, rows=confusion.rows[:8])
        parts += ["What was read in place of what, the most frequent first:", "", markdown(short), ""]
    parts += [_example(case) for case in misses if result.name not in _UNQUOTED]
    return [*parts, ""]


def _example(case: Case) -> str:
    """Returns a short quote: enough to show what is hard about it."""
    expected, read = case.expected or "nothing", case.read or "nothing"
    return f"- “{_cut(case.text)}” – expected {_cut(expected)}; read {_cut(read)}."


def _cut(text: str) -> str:
    plain = " ".join(text.replace("`", "'").replace("<", "‹").replace("[", "(").replace("]", ")").split())
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1].rstrip() + "…"
