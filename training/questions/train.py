"""Learns which form a question about a family tree takes: `python training/questions/train.py` writes the weights and
words of `claimtree.answering.question_forms`. `--held-out` leaves out one voice after the other and measures it,
`--lines` a fifth of the lines.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from claimtree.answering.question_forms import (
    LEARNED,
    MARGIN,
    NO_FORM,
    WEIGHTS,
    FormReader,
    Learned,
    fits,
    form_words,
    signs_of,
    way_of,
)
from claimtree.answering.question_words import question_words
from claimtree.text.sign_model import SignModel, write_weights
from logistic import fit

LINES = Path(__file__).parent / "english.txt"
LEAST, PENALTY, STEPS = 3, 2e-6, 160
DRAWS = 28
"""Rows of a line that are learned from, where it has so many."""
FEWEST = 8
"""Rows of a line that has fewer ways, which are then drawn again."""
MOST_WAYS = 4000
_EITHER = re.compile(r"\(([^()]*)\)")
FOLDS = 5
OPENERS = {
    "f": ["", "question"],
    "s": ["", "so", "please"],
    "c": [
        "ok",
        "well",
        "hi there",
        "hello again",
        "by the way",
        "now",
        "right",
        "one more thing",
        "just curious",
        "and",
    ],
    "i": ["good morning", "excuse me", "if you do not mind", "sorry to bother you", "a quick question", "hello"],
    "m": ["hi", "hey", "plz", "pls", "ok", "yo", "thx"],
}
CLOSERS = {
    "f": [""],
    "s": ["please", ""],
    "c": ["then", "thanks", "thank you", "do you know", "any idea", "by the way", "if you know", "for me"],
    "i": ["please", "thank you", "for me", "if you know", "if that is known", "many thanks", "if possible"],
    "m": ["pls", "plz", "thx", "thanks", "ty"],
}


@dataclass(frozen=True)
class Line:
    form: str
    voice: str
    ways: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Row:
    words: tuple[str, ...]
    form: str
    voice: str


def ways_of(line: str) -> Iterator[str]:
    """All sentences of a line."""
    found = _EITHER.search(line)
    if found is None:
        yield line
        return
    for one in found.group(1).split("|"):
        yield from ways_of(line[: found.start()] + one + line[found.end() :])


def tokens(text: str) -> tuple[str, ...]:
    """The words of a sentence as a question is cut into them."""
    text = re.sub(r"\bI d\b", "I would", text)
    text = re.sub(r"\b(\w+) n't\b", r"\1 n't", text)
    return tuple("'s" if one == "s" else one if one in SLOTS else one.lower() for one in text.split())


SLOTS = frozenset("PQKEDBTLN")


SISTERS = {
    "kin": "kin_named",
    "count": "count_named",
    "oldest_kin": "oldest",
    "youngest_kin": "youngest",
    "is_kin": "is_kin_named",
}
"""Forms for the kin of somebody in one phrase."""
_OWN = re.compile(r"(?:\bthe )?\bK of P\b(?! (?:and|with|by) P)|\bP 's K\b")


def in_phrases(form: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A way with "K of P" as the one slot that it is in a question, and the form that it then is of."""
    text = " ".join(words)
    folded = _OWN.sub("Q", text)
    return (form if folded == text else SISTERS.get(form, form)), tuple(folded.split())


def masked(words: Sequence[str]) -> tuple[str, ...]:
    """Words of a line with letters for those that name events and kin, as they are found in a question."""
    tables = question_words()
    events = tables.events
    kinds = (("D", events.dates), ("B", events.places), ("E", events.verbs), ("E", events.participles))
    found: list[str] = []
    at = 0
    while at < len(words):
        ends = [
            (end, slot)
            for slot, table in (*kinds, ("E", events.nouns), ("K", tables["kin"]))
            for _, end in table.at(words, at)
        ]
        end, slot = max(ends, key=lambda one: one[0], default=(at + 1, words[at]))
        found.append(slot)
        at = end
    return tuple(found)


def lines() -> Iterator[Line]:
    form = ""
    for line in LINES.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            form = line[2:].strip()
        elif line and not line.startswith("#"):
            chance = random.Random(line)
            said = form_words()
            of_form: dict[str, dict[tuple[str, ...], None]] = {}
            for one in ways_of(line[2:]):
                own, way = in_phrases(form, masked(tokens(one)))
                if own == NO_FORM or fits(own, [word for word in way if word in SLOTS], said):
                    of_form.setdefault(own, {})[way] = None
            if not of_form:
                say(f"no room in {form}: {line}")
            for own, found in of_form.items():
                ways = list(found)
                if len(ways) > MOST_WAYS:
                    ways = chance.sample(ways, MOST_WAYS)
                yield Line(own, line[0], tuple(ways))


def rows_of(line: Line, chance: random.Random) -> Iterator[Row]:
    """Some sentences of a line, with what may stand before and behind them, and kin of people for people."""
    drawn = chance.sample(line.ways, min(DRAWS, len(line.ways)))
    drawn += [chance.choice(drawn) for _ in range(FEWEST - len(drawn))]
    for words in drawn:
        said = words
        if line.form not in ("spouse", "parents") or chance.random() < 0.5:
            said = tuple("Q" if one == "P" and chance.random() < 0.25 else one for one in words)
        if chance.random() < 0.3:
            said = (*tokens(chance.choice(OPENERS[line.voice])), *said)
        if chance.random() < 0.25:
            said = (*said, *tokens(chance.choice(CLOSERS[line.voice])))
        yield Row(said, line.form, line.voice)


def learned_of(found: Sequence[Line]) -> dict[str, Learned]:
    """The words and ways of each form."""
    weighty = form_words().weighty
    words, ways = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    talk = {word for table in (OPENERS, CLOSERS) for some in table.values() for text in some for word in tokens(text)}
    for line in found:
        if line.form == NO_FORM:
            continue
        for way in line.ways:
            words[line.form].update(one for one in way if one not in SLOTS)
            ways[line.form].add(way_of(way, weighty))
    return {form: Learned(frozenset(words[form] | talk - weighty), frozenset(ways[form])) for form in words}


def model_of(rows: Sequence[Row], names: Sequence[str]) -> tuple[SignModel, list[str], np.ndarray, np.ndarray]:
    number = {name: at for at, name in enumerate(names)}
    signs, weights, bias = fit(
        [signs_of(row.words) for row in rows],
        [number[row.form] for row in rows],
        len(names),
        least=LEAST,
        penalty=PENALTY,
        steps=STEPS,
    )
    return SignModel(signs, weights, bias, len(names)), signs, weights, bias


def held_out(found: Sequence[Line], names: Sequence[str], *, by_line: bool) -> None:
    """Learns from all voices but one, or from four of five lines, and measures the rest. A question of another form
    counts as read wrong."""
    total = Counter[str]()
    fold_of = {line: str(at % FOLDS) if by_line else line.voice for at, line in enumerate(found)}
    for voice in sorted(set(fold_of.values())):
        chance = random.Random(3)
        seen = [line for line in found if fold_of[line] != voice]
        reader = FormReader(
            model_of([row for line in seen for row in rows_of(line, chance)], names)[0], names, learned_of(seen)
        )
        tried = [row for line in found if fold_of[line] == voice for row in rows_of(line, chance)]
        counts, wrong = Counter[str](), Counter[str]()
        for row in tried:
            form = reader.form(row.words)
            kind = "unread" if form is None else "right" if form == row.form else "wrong"
            if row.form == NO_FORM:
                kind = "rightly unread" if form is None else "falsely read"
            counts[kind] += 1
            if kind in ("wrong", "falsely read"):
                wrong[f"{row.form} as {form}: {' '.join(row.words)}"] += 1
        total += counts
        say(f"{voice}: {dict(counts)}")
        for text in sorted(wrong)[:: max(1, len(wrong) // 12)]:
            say(f"    {text}")
    say(f"all, margin {MARGIN}: {dict(total)}")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="measure each voice by what the others teach")
    parser.add_argument("--lines", action="store_true", help="measure a fifth of the lines by what the others teach")
    chosen = parser.parse_args()
    found = list(lines())
    names = [NO_FORM, *form_words().forms]
    unknown = {line.form for line in found} - set(names)
    if unknown:
        parser.error(f"forms without a question: {', '.join(sorted(unknown))}")
    names = [name for name in names if any(line.form == name for line in found)]
    if chosen.held_out or chosen.lines:
        held_out(found, names, by_line=chosen.lines)
        return
    chance = random.Random(3)
    rows = [row for line in found for row in rows_of(line, chance)]
    _, signs, weights, bias = model_of(rows, names)
    write_weights(WEIGHTS, signs, weights, bias)
    write_learned(names, found)
    say(f"{len(rows)} rows of {len(found)} lines, {len(signs)} signs, {WEIGHTS.stat().st_size:,} bytes of weights")


def write_learned(names: Sequence[str], found: Sequence[Line]) -> None:
    learned = {
        name: {"words": " ".join(sorted(one.words)), "ways": sorted(one.ways)}
        for name, one in sorted(learned_of(found).items())
    }
    LEARNED.write_text(json.dumps({"names": names, "forms": learned}, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
