"""Writes docs/property-evaluation.md: figures of the property assistant, methods side by side, misses."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.calibration.halves import Split
from evals.page import markdown
from evals.scores import Case, Result
from evals.tables import figure_table

MOST_MISSES = 12
_LONGEST = 200

INTRO = """# The property assistant, measured

`claimtree eval property --data PATH` asks questions with constraints of listings and checks every
home that is returned. Without `--data` it asks our own questions of the demo of the pack
`property`. `--page FILE` writes this page, `--json` gives the figures to programs, `--misses N`
lists what went wrong.

```
claimtree eval property
claimtree eval property --data ../shared/data/medan --misses 40
```

PATH is a file of questions or a folder; in the folder are the listings as well
(`listings.jsonl`, or any file that `claimtree index` reads), and may be places with coordinates.
What a file is, its fields tell:

```
{"price_tolerance": 0.1, "questions": [
  {"question": "rumah dijual di cemara", "category": "location", "expected_result": "has_data",
   "constraints": {"property_type": "house", "listing_type": "sale", "price": {"max": 1000000000},
                   "location": {"keywords": ["cemara"], "lat": 3.62, "lng": 98.70, "radius_km": 2}}}]}
```

`expected_result` is `has_data`, `no_data`, or missing: then the listings decide. Constraints are
`property_type`, `listing_type`, `source`, `in_complex`, `price` (with `min`, `max`, and for rents
`period`: `month` or `year`), `bedrooms`, `bathrooms`, `floors`, `land_area`, `building_area` (a
number, or `min`, `max`, `exact`), `location` (`keywords`; or `lat`, `lng`, `radius_km`; or `kind`
of place and `radius_km`), `facing`, `certificate`, `amenities`, `facilities`, and `not` with any of
them. Test cases (a list with `input`, `category` and `expected_property_filters`) and scripted
conversations (`conversations` with `turns` of `user`, `act`, `criteria`, `tool`) are read, too.

Of the five test cases of `shared/data/medan` that expect homes, two get none. Neither is a matter
of paging or of the number of homes shown; in both no listing is as the sentence asks:

- "rumah 3 kamar tidur budget sekitar 1 milyar di daerah Medan Selayang" (PS004): its filters are at
  least 3 bedrooms and at most 1,000,000,000. "3 kamar" is exactly three and "sekitar 1 milyar" a
  tenth to either side, in the document whose evaluation ours follows and in every set of questions
  that others wrote. The six listings that pass the filters have other bedrooms or cost 700 to 850
  million; the assistant says that none is known to fit and shows what comes closest.
- "dekat sekolah, 2 lantai, garasi minimal 2 mobil" (PS005): its filters have a garage of any size,
  which two listings near a school have. None of them says that two cars fit; the assistant shows
  those that may fit, and that this is not stated.

## What is counted

- **pass ratio** – the share of a question's constraints that a returned home passes, averaged over
  homes. What a home does not state, in a column or in plain words, fails; *as stated* leaves that
  out of the share, as the evaluation does that ours follows.
- **strict** – homes that pass every constraint.
- **precision, recall, F1, specificity** – of questions. One that expects homes is right (TP) if
  there are some and each passes every constraint, else missed (FN); one that expects none is right
  (TN) if none is returned, else wrong (FP).
- **tool** – near a named place: `search_nearby`; near a kind of place: `search_pois`; else
  `search_properties`; small talk: none.
- **follow-ups** – turns of conversations, all but the first: the criteria afterwards are exactly
  those of the script, and the message did what it asks for (more, a number, a question, …).
- **language** – the reply is in that of the message, by what it says of itself and by its words.
- **first homes of another kind or deal** – of replies, also those that say that nothing fits and
  show what comes closest: a renter sees no house for sale first.
- **invented** – numbers and names of a reply that no shown listing, distance, message or sentence
  of ours has.

What a listing states is read by patterns of the eval itself (`evals/property/listing.py`) and not
by the reader that is measured. Whether a question has an answer is looked up in the listings, and a
test holds it for our own.

**Methods.** The listings are served over HTTP, as `claimtree serve` does, and asked there by the
client of a [structured source](structured-source.md). *Structured only* is what the client gets for
the filters that a question means, its first ten rows in the order of the service, which nobody
looks at again: what no filter can say (a text, a nearness to any mall) is not asked. *Semantic
only* is the assistant over the store alone. *Hybrid* is the assistant over both: each row is judged
by what it says, and the order weighs 0.6 of the store's score with 0.4 of the service's order.
*Vectors alone* returns the ten listings whose words are most like the question, by the same
embedder.

**Blind.** Our 149 questions and 44 conversations were written before anything was run on them. The
first run of the questions, before any change: pass ratio .984, strict .968, recall .816,
specificity 1.000 (semantic only). The first run of the conversations: follow-ups .711, first
messages .932, tools .976, language .985. What went wrong was then mended, so the figures below are
no longer blind. Some expectations were corrected after that run, each because the data or the
document says so: the distance from the edge of a campus instead of its middle, "security" without
"24 jam", the full name of a complex, the language of "ok thanks".

A second set (`evals/property/second`: 71 questions, 23 conversations) was written when nothing of
the first was missed any more, and run once before anything was changed for it: pass ratio .973,
strict .946, recall .862, specificity 1.000; follow-ups .848, first messages .957, tools .985,
language .994, nothing invented. Of 50 questions about 272 real listings of Medan, which nobody had
seen with them (`evals/property/elsewhere`: put the file beside the listings), the first run passed
.988 of the constraints, strictly .972, recall .848; now .998, .997 and .957. Of 27 questions
about 350 listings of Jabodetabek the first run passed all constraints, with recall .958. No listing
of others is in this repository.

A third set (`evals/property/third`: 32 conversations of 259 messages, 22 in the Indonesian of chats, 10
in English, five of them with the pack `rentals`) was written without a look at the other two. Its
first run, by the rules of then: follow-ups .609, first messages .913, language 1.000, nothing
invented. What a message does has been learned since (`training/acts`), from other messages and from
the first two sets; the third is not learned from, but was looked at when wishes were mended. Five
expectations were corrected: "bisa KPR" asks for a home to buy, "200m" is about 200 m², two questions
after a number that was never shown, one turn after an ambiguous one.

A fourth set (`evals/property/fourth`: 40 conversations of 297 messages, 26 in Indonesian, 14 in
English, eight of them with the pack `rentals`) asks what went wrong with strangers: questions about a home, short
numbers and units, giving up all but one thing, orders, typing errors. Its first run: follow-ups .685,
of the conversations with an odd number .733, with an even one .635. A wrong turn counts again for each
later turn whose criteria it spoils. Counting such a carried mistake once, the half that nobody had read
had .802 when it was first asked, and the other .847. Only the other half was then read and mended, and
messages of its classes were written into `training/acts`. The unread half was run again before anybody
looked at it: .746, and .889 counting a carried mistake once, which is the last blind figure: below .95.
It was read afterwards, and what it missed was mended in two rounds, so its table below is not blind. None
of its messages is learned. Three expectations were corrected: the language of two English messages, a
question after a number that was not shown.

What a message says of each thing that it speaks of (wanted, good as well, given up) was learned after that, from
composed sentences (`training/stances`). It was measured by two more sets that no file keeps the criteria of; whoever
wrote them judged each reply. Of 87 follow-ups in 30 conversations, written before the code was read, 65 were right
before the change. Of 40 in the manner of other people, written after it and run once, 33 were right, three doubtful
and four wrong (.83); the version before has 26 of these (.65). Two of the four were mended since. Then two more were
written in the classes that were known to be weak, areas, alternatives, giving one thing up for another, groups of
hits, risks and distances: of 75 follow-ups 56 were right, five doubtful and 14 wrong (.75); after what they showed was
mended, 28 of 45 others were right, four doubtful and 13 wrong (.62). Those were harder, and seven of them were mended
since. That is below .95 still.

Then going back, starting over in other words and what would do beside what is wanted were mended, after a stranger's
16 conversations had shown them. Of 52 other follow-ups in 13 conversations, written for these classes and others before
anything was changed, 30 were right before (.58) and 46 after (.88); nothing was learned from them, though what the run
after the change showed was looked at. The third set had .960 and the fourth .948 after it. The tables below were made
before all of it.

*Structured only* says less of rents than it seems to: the interface has one price and no period, so that "at most 300
thousand a month" has to let a rent of 3.6 million through, which may be for a year. A table of before, when our own
verdicts judged its rows, had come back to this page by mistake and said .972 of prices.
"""


def property_page(results: Sequence[Result]) -> str:
    """Returns the whole page."""
    parts = [INTRO]
    for result in results:
        parts += [f"## {result.title}", "", f"`{result.name}`, embedder {result.embedder}.", ""]
        parts += [markdown(figure_table("Figures", [result], [Split.ALL.value], named=False)), ""]
        for table in result.tables:
            if table.rows:
                parts += [f"**{table.title}**" + (f" ({table.note})" if table.note else ""), "", markdown(table), ""]
        misses = [case for case in result.misses if case.read][:MOST_MISSES]
        if misses:
            parts += ["Still missed:", "", *map(_example, misses), ""]
    return "\n".join(parts).rstrip() + "\n"


def _example(case: Case) -> str:
    return f"- “{_cut(case.text)}” ({case.id}) – {_cut(case.read)}"


def _cut(text: str) -> str:
    plain = " ".join(text.replace("`", "'").replace("<", "‹").replace("[", "(").replace("]", ")").split())
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1].rstrip() + "…"
