"""Learns what messages say of what they speak of: `python training/stances/train.py` writes the weights that ship.

A line of `indonesian.txt` and `english.txt` is many sentences: "(a|b|)" is one of several, and a slot in braces is
filled with something that was asked for, or could be. The sign of a slot is what the sentence says of it:

    {-f} is given up, {+f} is wanted, {|v} would do as well, {=f} is asked for and stays, {?f} is no wish;
    f is a feature, v another value of what is asked for (place, kind, facing, rooms, price), n a number without a unit,
    k and p the kind and the place that are asked for; {-v=} and {=v=} are values that are asked for;
    {?'buy a sofa'} are these very words;
    {h} is the number of a hit, {c} a number of hits, {o} a number of something else.

A line behind "^" is a first message, and others go on from a search. Every sentence is heard in a conversation as the
program hears it; what is proposed in it (`claimtree.chat.mentions`) gets the stance of the slot that it is in. Numbers
are learned apart, from the words around them.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))

from claimtree.chat.conversation import Conversation
from claimtree.chat.moves import Move
from claimtree.chat.session_state import SessionState
from claimtree.chat.stances import (
    FILE,
    NUMBERS_FILE,
    STANCES,
    NumberRoles,
    Stance,
    StanceModel,
    number_signs,
    stance_signs,
)
from claimtree.engine import Engine
from claimtree.languages.normalise import tokenize
from claimtree.text.sign_model import SignModel, write_weights
from demo_talk import conversation
from logistic import fit
from talk_lines import one_of, read_lines

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SPOKEN = (
    HERE.parent / "acts" / "indonesian.txt",
    HERE.parent / "acts" / "english.txt",
    ROOT / "evals" / "property" / "conversations.json",
    ROOT / "evals" / "property" / "second" / "conversations.json",
)
DRAWS = 28
"""Sentences that are composed of one line."""
STATES = 10
"""Searches of a kind that they go on from."""
LEAST = 3
PENALTY = 3e-5
FOLDS = 5

_SLOT = re.compile(r"\{([-+|=?]?)(?:([a-z])(=?)|'([^']*)')\}")
_QUOTED = "q"
"""The sort of a slot that has its words itself."""
_NAMED = "fvnkp" + _QUOTED
_OPENS = "^"
_STANCE = {"-": Stance.GIVEN_UP, "+": Stance.WANTED, "|": Stance.ALSO, "=": Stance.WANTED, "?": Stance.NONE}


@dataclass(frozen=True)
class World:
    """What can be asked for in the demo of a pack, in one language."""

    pack: str
    language: str
    kinds: Sequence[str]
    places: Sequence[str]
    features: Sequence[Sequence[str]]
    """Each in the words that people use for it."""
    values: Sequence[Sequence[str]]
    """Things of which one excludes the other: facings, numbers of rooms."""
    money: Sequence[str]
    """Limits as they are asked for; {} is the number."""
    sums: Sequence[float]
    sizes: Sequence[str] = ()
    amounts: Sequence[int] = ()
    join: str = ", "


WORLDS = (
    World(
        "property",
        "indonesian",
        ("rumah", "ruko", "apartemen", "kos", "vila", "gudang", "kantor"),
        ("medan johor", "helvetia", "medan baru", "setia budi", "ringroad", "cemara asri", "medan selayang", "denai"),
        (
            ("kolam renang", "kolam", "pool"),
            ("ac", "AC nya"),
            ("carport", "karport"),
            ("garasi",),
            ("gym", "tempat gym"),
            ("cctv",),
            ("taman",),
            ("security 24 jam", "security", "satpam"),
            ("furnished", "furnish", "full furnish"),
            ("water heater", "pemanas air"),
            ("lift",),
            ("genset",),
            ("wifi",),
            ("kamar mandi dalam", "km dalam"),
            ("taman bermain", "playground"),
            ("jogging track",),
            ("bebas banjir",),
            ("bisa kpr", "kpr"),
            ("dekat sekolah",),
            ("dekat mall",),
            ("dekat rumah sakit",),
            ("one gate system",),
            ("kitchen set",),
            ("dalam komplek", "komplek"),
            ("shm", "sertifikat shm"),
            ("balkon",),
            ("sumur bor",),
            ("hook",),
            ("siap huni",),
            ("lingkungan tenang", "tenang"),
        ),
        (
            ("hadap timur", "hadap barat", "hadap utara", "hadap selatan"),
            ("2 kamar", "3 kamar", "4 kamar", "5 kamar"),
            ("1 lantai", "2 lantai", "3 lantai"),
            ("1 kamar mandi", "2 kamar mandi", "3 kamar mandi"),
            ("shm", "hgb"),
        ),
        ("maks {} juta", "di bawah {} juta", "budget {} juta", "harga {} juta"),
        (400, 500, 600, 700, 800, 900, 650, 750, 850),
        ("luas tanah minimal {} m2", "luas bangunan {} m2"),
        (100, 120, 150, 200, 250, 300),
    ),
    World(
        "property",
        "english",
        ("house", "shophouse", "apartment", "villa", "boarding house", "office"),
        ("Medan Johor", "Helvetia", "Medan Baru", "Setia Budi", "Ringroad", "Cemara Asri", "Medan Selayang"),
        (
            ("swimming pool", "pool"),
            ("air conditioning", "AC", "aircon"),
            ("carport",),
            ("garage",),
            ("gym",),
            ("cctv",),
            ("garden",),
            ("24-hour security", "security"),
            ("furnished", "furniture"),
            ("water heater",),
            ("elevator", "lift"),
            ("generator",),
            ("wifi",),
            ("private bathroom",),
            ("playground",),
            ("jogging track",),
            ("flood-free",),
            ("near a school", "a school nearby"),
            ("near a mall", "a mall nearby"),
            ("balcony",),
            ("kitchen set",),
            ("in a complex",),
            ("SHM certificate", "SHM"),
            ("quiet area",),
        ),
        (
            ("facing east", "facing west", "facing north", "facing south"),
            ("2 bedrooms", "3 bedrooms", "4 bedrooms", "5 bedrooms"),
            ("1 floor", "2 floors", "3 floors"),
            ("1 bathroom", "2 bathrooms", "3 bathrooms"),
        ),
        ("under {} million", "max {} million", "up to {} million"),
        (400, 500, 600, 700, 800, 900, 650, 750, 850),
        ("land of at least {} sqm",),
        (100, 120, 150, 200, 250, 300),
    ),
    World(
        "rentals",
        "english",
        ("apartment",),
        ("Williamsburg", "Astoria", "Park Slope", "Bushwick", "East Village", "Harlem", "Greenpoint", "Queens"),
        (
            ("dishwasher",),
            ("elevator",),
            ("doorman",),
            ("in-unit laundry", "washer dryer", "laundry in unit"),
            ("laundry in building",),
            ("balcony",),
            ("gym",),
            ("parking", "parking spot"),
            ("dogs allowed", "dogs"),
            ("cats allowed", "cats"),
            ("furnished", "furniture"),
            ("no fee",),
            ("quiet",),
            ("bright", "natural light"),
            ("roof deck", "rooftop"),
            ("backyard", "yard"),
            ("central air", "AC"),
            ("hardwood floors",),
            ("high ceilings",),
            ("home office", "office"),
            ("storage",),
            ("pre-war",),
            ("new construction",),
            ("heat included", "utilities included"),
            ("modern kitchen",),
            ("near the subway", "subway nearby"),
        ),
        (
            ("studio", "1 bedroom", "2 bedrooms", "3 bedrooms"),
            ("1 bathroom", "2 bathrooms"),
            ("facing south", "facing west", "facing east"),
        ),
        ("under ${}", "max ${}", "up to ${}"),
        (2500, 2800, 3000, 3200, 3500, 3800, 4000, 4500),
        ("at least {} sqft",),
        (500, 600, 700, 800, 900),
    ),
)


@dataclass
class Asked:
    """A search, and what a sentence may say of it."""

    message: str
    state: SessionState
    features: list[Sequence[str]]
    values: list[tuple[Sequence[str], str]]
    place: str
    kind: str
    money: str
    sum: float
    size: str = ""
    amount: int = 0


@dataclass(frozen=True)
class Slot:
    words: str
    mark: str
    sort: str


@dataclass
class Sentence:
    line: int
    text: str
    asked: Asked
    slots: list[Slot] = field(default_factory=list)


def lines_of(language: str) -> list[str]:
    text = (HERE / f"{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def searches(world: World, talk: Conversation, chance: random.Random) -> Iterator[Asked]:
    """Yields searches as first messages left them."""
    while True:
        features = chance.sample(list(world.features), chance.randint(1, 3))
        values = [(group, chance.choice(group)) for group in chance.sample(list(world.values), chance.randint(1, 2))]
        place, kind = chance.choice(world.places), chance.choice(world.kinds)
        number = chance.choice(world.sums)
        money = chance.choice(world.money).format(f"{number:g}")
        parts = [value for _, value in values] + [one[0] for one in features]
        size, amount = "", 0
        if world.sizes and chance.random() < 0.3:
            amount = chance.choice(world.amounts)
            size = chance.choice(world.sizes).format(amount)
            parts.append(size)
        chance.shuffle(parts)
        parts.append(money)
        said = f"{kind} {'di' if world.language == 'indonesian' else 'in'} {place}, {world.join.join(parts)}"
        _, state = talk.turn(said, SessionState())
        if len(state.criteria) >= len(parts):
            yield Asked(said, state, features, values, place, kind, money, number, size, amount)


def composed(number: int, line: str, world: World, asked: Asked, chance: random.Random) -> Sentence | None:
    """A sentence of a line about a search; None if there is nothing to fill a slot with."""
    if line.startswith(_OPENS):
        line, asked = line.removeprefix(_OPENS), replace(asked, state=SessionState())
    # Slots have their own "|".
    hidden = _SLOT.sub(lambda found: found.group(0).replace("|", "\x00"), line)
    sentence = Sentence(number, "", asked)
    used: set[str] = set()

    def fill(found: re.Match[str]) -> str:
        mark, sort, same, own = found.groups()
        words = own if own is not None else filling(mark, sort, same, world, asked, used, chance)
        sort = sort or _QUOTED
        used.add(words)
        sentence.slots.append(Slot(words, mark, sort))
        return words

    try:
        sentence.text = _SLOT.sub(fill, one_of(hidden, chance).replace("\x00", "|"))
    except LookupError:
        return None
    return sentence


def filling(mark: str, sort: str, same: str, world: World, asked: Asked, used: set[str], chance: random.Random) -> str:
    """The words for a slot."""
    if sort in "hco":
        return str(chance.randint(1, {"h": 5, "c": 12, "o": 20}[sort]))
    if sort == "n":
        if asked.amount and chance.random() < 0.35:
            return str(round(asked.amount * chance.choice((0.6, 0.7, 0.8, 0.9, 1.2, 1.5)) / 10) * 10)
        if chance.random() < 0.2 and (group := next((one for one in asked.values if one[1][0].isdigit()), None)):
            return str(max(1, int(group[1][0]) + chance.choice((-1, 1))))
        return f"{round(asked.sum * chance.choice((0.7, 0.8, 0.9, 1.1, 1.2, 1.3)) / 50) * 50:g}"
    if sort in "kp":
        return asked.kind if sort == "k" else asked.place
    if sort == "f":
        mine = mark in "-="
        if mine and chance.random() < 0.2 and asked.values:
            return chance.choice(asked.values)[1]
        pool = asked.features if mine else [one for one in world.features if one not in asked.features]
        return _unused([chance.choice(one) for one in pool], used, chance)
    if mark in "-=" and same:
        return _unused([*(value for _, value in asked.values), asked.place], used, chance)
    options = [[one for one in group if one != value] for group, value in asked.values]
    options += [[one for one in world.places if one != asked.place]]
    options += [[one for one in world.kinds if one != asked.kind]] if len(world.kinds) > 1 else []
    if mark == "+" or chance.random() < 0.3:
        number = round(asked.sum * chance.choice((0.8, 0.9, 1.1, 1.2)) / 50) * 50
        options.append([chance.choice(world.money).format(f"{number:g}")])
    return _unused([chance.choice(one) for one in options], used, chance)


def _unused(options: Sequence[str], used: set[str], chance: random.Random) -> str:
    left = [one for one in options if one not in used]
    if not left:
        raise LookupError
    return chance.choice(left)


@dataclass
class Row:
    line: tuple[str, int]
    signs: frozenset[str]
    label: int
    text: str


def number_rows(sentence: Sentence, key: tuple[str, int], talk: Conversation) -> Iterator[Row]:
    """The bare numbers of a sentence, and whether they are values."""
    numbers = [slot for slot in sentence.slots if slot.sort in "nhco"]
    heard = talk.understanding.hearing.short_numbers.bare(
        sentence.text, sentence.asked.state.criteria, len(sentence.asked.state.shown)
    )
    for slot, (norms, at, likes, shown) in zip(numbers, heard, strict=False):
        yield Row(key, number_signs(norms, at, likes, shown), int(slot.sort == "n"), sentence.text)


def stance_rows(sentence: Sentence, key: tuple[str, int], talk: Conversation, engine: Engine) -> Iterator[Row]:
    cues, mentions = talk.understanding.hearing.proposed(sentence.text, sentence.asked.state, engine.reader)
    for at, mention in enumerate(mentions):
        words = {token.norm for token in cues.tokens[mention.first : mention.after]}
        overlaps = [
            len(words & {token.norm for token in tokenize(slot.words)}) / len(words)
            if slot.sort in "fvnkp" + _QUOTED
            else 0.0
            for slot in sentence.slots
        ]
        best = max(range(len(overlaps)), key=overlaps.__getitem__, default=None)
        if best is not None and overlaps[best] > 0:
            label = _STANCE[sentence.slots[best].mark]
        elif mention.alone:
            label = Stance.NONE
        else:
            continue
        yield Row(key, stance_signs(at, mentions, cues, engine.pack), STANCES.index(label), sentence.text)


def spoken_rows(pack: str, talk: Conversation, engine: Engine) -> Iterator[Row]:
    """What the rules make of the conversations that acts are learned from: of a sentence that they read right, the
    weights should say the same. Words that are a wish only alone are none where something else than a search is meant.
    """
    for path in SPOKEN:
        for number, block in enumerate(read_lines(path)):
            if not block or block[0].pack != pack:
                continue
            state = SessionState()
            for line in block:
                situation = talk.situation(line.text, state)
                cues, mentions = talk.understanding.hearing.proposed(line.text, state, engine.reader)
                gone = {(one.start, one.end) for one in situation.heard.given_up}
                searches = line.act in (Move.NEW, Move.DROP)
                for at, mention in enumerate(mentions if state.criteria else ()):
                    if mention.alone and searches:
                        continue
                    label = Stance.WANTED
                    if mention.alone or not searches:
                        label = Stance.NONE
                    elif (mention.claim.start, mention.claim.end) in gone or line.act is Move.DROP:
                        label = Stance.GIVEN_UP
                    elif situation.widens:
                        label = Stance.ALSO
                    key = (path.stem, 1000 * number + line.number)
                    yield Row(key, stance_signs(at, mentions, cues, engine.pack), STANCES.index(label), line.text)
                if line.goes_on:
                    _, after = talk.turn_as(situation.as_move(line.act), line.text, state)
                    state = replace(after, turns=state.turns + 1)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def report(name: str, rows: Sequence[Row], classes: int, penalty: float, names: Sequence[str], show: int) -> None:
    """Cross-validates by lines: the sentences of one line are all learned from, or none is."""
    lines = sorted({row.line for row in rows})
    np.random.default_rng(5).shuffle(lines)
    of_line = {line: k % FOLDS for k, line in enumerate(lines)}
    right, missed = 0, []
    for fold in range(FOLDS):
        seen = [row for row in rows if of_line[row.line] != fold]
        signs, weights, bias = fit(
            [row.signs for row in seen], [row.label for row in seen], classes, least=LEAST, penalty=penalty
        )
        model = SignModel(signs, weights, bias, classes)
        for row in rows:
            if of_line[row.line] == fold:
                shares = model.shares(row.signs)
                best = int(np.argmax(shares))
                right += best == row.label
                if best != row.label:
                    missed.append(f"{names[row.label]} taken for {names[best]} ({shares[best]:.2f}): {row.text}")
    say(f"{name}: {len(rows)} rows of {len(lines)} lines, {dict(Counter(names[row.label] for row in rows))}")
    for line in sorted(missed)[:: max(1, len(missed) // max(show, 1))]:
        say(f"  {line}")
    say(f"{name}: cross-validated by lines {right / len(rows):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", action="store_true", help="cross-validate, and list some of what is missed")
    chosen = parser.parse_args()
    chance = random.Random(20)
    sentences: list[tuple[World, Sentence]] = []
    numbers: list[Row] = []
    stances: list[Row] = []
    for pack in sorted({world.pack for world in WORLDS}):
        with conversation(pack) as (talk, engine):
            talk.understanding.hearing.mentions.model = StanceModel(
                SignModel([], np.zeros((0, 4), np.float32), np.zeros(4, np.float32), 4)
            )
            talk.understanding.hearing.short_numbers.roles = NumberRoles(
                SignModel([], np.zeros((0, 2), np.float32), np.zeros(2, np.float32), 2)
            )
            stances += spoken_rows(pack, talk, engine)
            for world in WORLDS:
                if world.pack != pack:
                    continue
                found = searches(world, talk, chance)
                states = [next(found) for _ in range(STATES)]
                lines = lines_of(world.language)
                for number, line in enumerate(lines):
                    key = (world.language, number)
                    for _ in range(DRAWS if pack == "property" and world.language == "indonesian" else DRAWS // 2):
                        sentence = composed(number, line, world, chance.choice(states), chance)
                        if sentence is not None:
                            sentences.append((world, sentence))
                            numbers += number_rows(sentence, key, talk)
            signs, weights, bias = fit(
                [row.signs for row in numbers], [row.label for row in numbers], 2, least=LEAST, penalty=PENALTY
            )
            talk.understanding.hearing.short_numbers.roles = NumberRoles(SignModel(signs, weights, bias, 2))
            for world, sentence in sentences:
                if world.pack == pack:
                    stances += stance_rows(sentence, (world.language, sentence.line), talk, engine)
    if chosen.folds:
        report("numbers", numbers, 2, PENALTY, ("no value", "value"), 40)
        report("stances", stances, len(STANCES), PENALTY, [str(one) for one in STANCES], 60)
    for path, rows, classes in ((NUMBERS_FILE, numbers, 2), (FILE, stances, len(STANCES))):
        signs, weights, bias = fit(
            [row.signs for row in rows], [row.label for row in rows], classes, least=LEAST, penalty=PENALTY
        )
        write_weights(path, signs, weights, bias)
        say(f"{path.name}: {len(rows)} rows, {len(signs)} signs, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
