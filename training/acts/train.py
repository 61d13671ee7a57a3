"""Learns what messages do from conversations: `python training/acts/train.py` writes the weights that ship.

A file of conversations has a block per conversation: "= PACK", then a line per message, the act and
the message apart by a tab. A line with "+ " before the act goes on; the others are asked in the state
that the last such line left, so that one list of hits serves for many messages. The conversations of
`evals/property` that are not held out are learned from as well.

Every message is heard as the program hears it, in the state in which it was written, and its signs
(`claimtree.chat.signs`) are weighed by logistic regression.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.chat.acts import ACTS, FILE, NEEDS, ActModel, write_model
from claimtree.chat.conversation import LIMIT, Conversation
from claimtree.chat.moves import Move
from claimtree.chat.session_state import SessionState
from claimtree.chat.signs import signs_of
from claimtree.chat.situation import Situation
from claimtree.cli.demo import load_demo_places
from claimtree.packs.find import pack_folder
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

HERE = Path(__file__).parent
EVALS = HERE.parents[1] / "evals" / "property"
FILES = (HERE / "indonesian.txt", HERE / "english.txt")
SETS = (EVALS / "conversations.json", EVALS / "second" / "conversations.json")
HELD_OUT = EVALS / "third" / "conversations.json"
ACT_OF = {
    "search": Move.NEW,
    "question": Move.ASK,
    "out_of_scope": Move.OUT_OF_SCOPE,
}
"""What files call acts that are called otherwise here."""
_PARTING = {Move.THANKS, Move.GOODBYE, Move.OKAY}
LEAST = 2
"""Messages that a sign of words has to be in."""
FOLDS = 5


@dataclass(frozen=True)
class Line:
    """A message, and what it does."""

    pack: str
    act: Move
    text: str
    goes_on: bool
    number: int


@dataclass(frozen=True)
class Row:
    """A message as it was heard."""

    line: Line
    signs: frozenset[str]
    situation: Situation


def read_lines(path: Path) -> list[list[Line]]:
    """Returns the conversations of a file of either form."""
    if path.suffix == ".json":
        return [
            [
                Line(one.get("pack", "property"), act, turn["user"], True, number)
                for number, (turn, act) in enumerate(zip(one["turns"], _acts(one["turns"]), strict=True))
            ]
            for one in json.loads(path.read_text(encoding="utf-8"))["conversations"]
        ]
    found: list[list[Line]] = []
    pack = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("= "):
            pack = line[2:].strip()
            found.append([])
        elif line.strip():
            goes_on = line.startswith("+ ")
            act, tab, text = line.removeprefix("+ ").partition("\t")
            if not tab or not found:
                raise SystemExit(f"{path.name} line {number + 1}: {line!r} is no act and message")
            found[-1].append(Line(pack, act_of(act), text, goes_on, number))
    return found


def _acts(turns: Sequence[dict[str, Any]]) -> list[Move]:
    """The acts of a conversation of an eval, which calls it a search if something is dropped."""
    found = []
    before: dict[str, Any] = {}
    for turn in turns:
        now = turn.get("criteria", before)
        fewer = now != before and all(_within(value, before.get(name)) for name, value in now.items())
        act = act_of(turn["act"] or "criteria")
        found.append(Move.DROP if act is Move.NEW and fewer else act)
        before = now
    return found


def _within(now: Any, before: Any) -> bool:
    return bool(now == before or (isinstance(now, list) and isinstance(before, list) and set(now) <= set(before)))


def act_of(name: str) -> Move:
    return ACT_OF[name] if name in ACT_OF else Move(name)


@contextmanager
def conversation(pack: str) -> Iterator[Conversation]:
    """Yields a conversation about the demo of a pack."""
    folder = pack_folder(pack)
    with TemporaryDirectory() as home:
        settings = Settings(home=Path(home), store=str(Path(home) / "homes.db"), pack=pack)
        with Workspace(settings) as workspace:
            store = workspace.store_to_write()
            load_demo_places(workspace, store, folder)
            files = [folder / name for name in workspace.pack.demo]
            workspace.indexer(store).index(read_files(files, workspace.pack))
            yield Conversation(workspace.engine)


def heard_rows(blocks: Sequence[Sequence[Line]]) -> list[Row]:
    """Returns every message as it is heard in its state, which the right acts before have left."""
    rows: list[Row] = []
    for pack in sorted({block[0].pack for block in blocks if block}):
        with conversation(pack) as talk:
            for block in blocks:
                if block and block[0].pack == pack:
                    rows += _block_rows(block, talk)
    return rows


def _block_rows(block: Sequence[Line], talk: Conversation) -> Iterator[Row]:
    state = SessionState()
    for line in block:
        situation = talk.situation(line.text, state)
        if line.act in ACTS and (line.act not in NEEDS or NEEDS[line.act](situation)):
            yield Row(line, signs_of(situation), situation)
        if line.goes_on:
            _, after = talk.turn_as(situation.as_move(line.act), line.text, state, limit=LIMIT)
            state = replace(after, turns=state.turns + 1)


def fitted(rows: Sequence[Row], penalty: float) -> ActModel:
    """Returns the weights that tell the acts of rows."""
    signs, weights, bias = fit(rows, penalty)
    return ActModel(signs, weights, bias)


def fit(
    rows: Sequence[Row], penalty: float, steps: int = 300
) -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """Logistic regression with a quadratic penalty, by gradient descent with momentum per weight (Adam)."""
    counts = Counter(sign for row in rows for sign in row.signs)
    signs = sorted(sign for sign, count in counts.items() if count >= LEAST)
    at = {sign: k for k, sign in enumerate(signs)}
    seen = np.zeros((len(rows), len(signs)), dtype=np.float32)
    for k, row in enumerate(rows):
        seen[k, [at[sign] for sign in row.signs if sign in at]] = 1
    wanted = np.zeros((len(rows), len(ACTS)), dtype=np.float32)
    wanted[range(len(rows)), [ACTS.index(row.line.act) for row in rows]] = 1
    weights = np.zeros((len(signs), len(ACTS)), dtype=np.float32)
    bias = np.zeros(len(ACTS), dtype=np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        logits = seen @ weights + bias
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        wrong = (shares - wanted) / len(rows)
        slope = seen.T @ wrong + penalty * weights
        bias -= 0.5 * wrong.sum(axis=0)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        rate = 0.02 * (1 - step / (steps + 1))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return signs, weights, bias


def right(model: ActModel, rows: Sequence[Row]) -> list[bool]:
    """Whether each act is found; an eval does not tell thanks from a goodbye."""
    found = [model.likeliest(row.signs, row.situation) for row in rows]
    return [act is row.line.act or {act, row.line.act} <= _PARTING for act, row in zip(found, rows, strict=True)]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--penalty", type=float, default=1e-4)
    parser.add_argument("--folds", action="store_true", help="cross-validate, and list what is missed")
    chosen = parser.parse_args()
    rows = heard_rows([block for path in FILES for block in read_lines(path)])
    learned = heard_rows([block for path in SETS for block in read_lines(path)])
    rows += [row for row in learned if row.line.act is not Move.THANKS]
    other = heard_rows(read_lines(HELD_OUT))
    say(f"{len(rows)} messages: {dict(Counter(str(row.line.act) for row in rows))}")
    if chosen.folds:
        order = np.random.default_rng(7).permutation(len(rows))
        missed = []
        for fold in range(FOLDS):
            kept = set(order[fold::FOLDS].tolist())
            model = fitted([row for k, row in enumerate(rows) if k not in kept], chosen.penalty)
            missed += [
                (rows[k], model.likeliest(rows[k].signs, rows[k].situation))
                for k in kept
                if not right(model, [rows[k]])[0]
            ]
        for row, move in missed:
            say(f"{row.line.act} taken for {move}: {row.line.text}")
        say(f"cross-validated: {1 - len(missed) / len(rows):.3f}")
    signs, weights, bias = fit(rows, chosen.penalty)
    model = ActModel(signs, weights, bias)
    for row, good in zip(other, right(model, other), strict=True):
        if not good:
            say(f"held out: {row.line.act} taken for {model.likeliest(row.signs, row.situation)}: {row.line.text}")
    say(f"learned from: {np.mean(right(model, rows)):.3f}; held out: {np.mean(right(model, other)):.3f}")
    write_model(chosen.out, signs, weights, bias)


if __name__ == "__main__":
    main()
