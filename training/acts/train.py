"""Learns what messages do from conversations: `python training/acts/train.py` writes the weights that ship.

A file of conversations has a block per conversation: "= PACK", then a line per message, the act and
the message apart by a tab. A line with "+ " before the act goes on; the others are asked in the state
that the last such line left, so that one list of hits serves for many messages. The conversations of
`evals/property` that are not held out are learned from as well. `held-out.txt` is not.

Every message is heard as the program hears it, in the state in which it was written, and its signs
(`claimtree.chat.signs`) are weighed by logistic regression.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))

from claimtree.chat.act_head import FILE as HEAD_FILE
from claimtree.chat.act_head import ActHead, vector_of, write_head
from claimtree.chat.acts import ACTS, FILE, NEEDS, ActModel
from claimtree.chat.conversation import LIMIT, Conversation
from claimtree.chat.moves import Move
from claimtree.chat.session_state import SessionState
from claimtree.chat.signs import signs_of
from claimtree.chat.situation import Situation
from claimtree.text.sign_model import SignModel, write_weights
from demo_talk import conversation
from logistic import Floats, fit, fit_vectors
from talk_lines import Line, read_lines

HERE = Path(__file__).parent
EVALS = HERE.parents[1] / "evals" / "property"
FILES = (HERE / "indonesian.txt", HERE / "english.txt")
SETS = (EVALS / "conversations.json", EVALS / "second" / "conversations.json")
HELD_OUT = EVALS / "third" / "conversations.json"
STYLES = HERE / "held-out.txt"
"""Messages in styles of their own, by which what was learned is measured."""
_PARTING = {Move.THANKS, Move.GOODBYE, Move.OKAY}
HEAD_PENALTY = 1e-5
LEAST = 2
"""Messages that a sign of words has to be in."""
FOLDS = 5


@dataclass(frozen=True)
class Row:
    """A message as it was heard."""

    line: Line
    signs: frozenset[str]
    vector: Floats
    situation: Situation


@dataclass(frozen=True)
class Fitted:
    """Weights of signs and of vectors."""

    signs: Sequence[str]
    weights: Floats
    bias: Floats
    head: Floats
    head_bias: Floats

    def model(self) -> ActModel:
        return ActModel(SignModel(self.signs, self.weights, self.bias, len(ACTS)), ActHead(self.head, self.head_bias))


def heard_rows(blocks: Sequence[Sequence[Line]]) -> list[Row]:
    """Returns every message as it is heard in its state, which the right acts before have left."""
    rows: list[Row] = []
    for pack in sorted({block[0].pack for block in blocks if block}):
        with conversation(pack) as (talk, _):
            for block in blocks:
                if block and block[0].pack == pack:
                    rows += _block_rows(block, talk)
    return rows


def _block_rows(block: Sequence[Line], talk: Conversation) -> Iterator[Row]:
    state = SessionState()
    for line in block:
        situation = talk.situation(line.text, state)
        if line.act in ACTS and (line.act not in NEEDS or NEEDS[line.act](situation)):
            yield Row(line, signs_of(situation), vector_of(situation.heard.text), situation)
        if line.goes_on:
            _, after = talk.turn_as(situation.as_move(line.act), line.text, state, limit=LIMIT)
            state = replace(after, turns=state.turns + 1)


def fitted(rows: Sequence[Row], penalty: float) -> Fitted:
    """The weights that tell the acts of rows."""
    labels = [ACTS.index(row.line.act) for row in rows]
    signs, weights, bias = fit([row.signs for row in rows], labels, len(ACTS), least=LEAST, penalty=penalty)
    vectors = np.stack([row.vector for row in rows])
    head, head_bias = fit_vectors(vectors, labels, len(ACTS), penalty=HEAD_PENALTY)
    return Fitted(signs, weights, bias, head, head_bias)


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
            model = fitted([row for k, row in enumerate(rows) if k not in kept], chosen.penalty).model()
            missed += [
                (rows[k], model.likeliest(rows[k].signs, rows[k].situation))
                for k in kept
                if not right(model, [rows[k]])[0]
            ]
        for row, move in missed:
            say(f"{row.line.act} taken for {move}: {row.line.text}")
        say(f"cross-validated: {1 - len(missed) / len(rows):.3f}")
    found = fitted(rows, chosen.penalty)
    model = found.model()
    for row, good in zip(other, right(model, other), strict=True):
        if not good:
            say(f"held out: {row.line.act} taken for {model.likeliest(row.signs, row.situation)}: {row.line.text}")
    say(f"learned from: {np.mean(right(model, rows)):.3f}; held out: {np.mean(right(model, other)):.3f}")
    styled = heard_rows(read_lines(STYLES))
    for row, good in zip(styled, right(model, styled), strict=True):
        if not good:
            likeliest = model.likeliest(row.signs, row.situation)
            say(f"{row.line.style}: {row.line.act} taken for {likeliest}: {row.line.text}")
    for style in dict.fromkeys(row.line.style for row in styled):
        own = [row for row in styled if row.line.style == style]
        say(f"{style}: {np.mean(right(model, own)):.3f} of {len(own)}")
    write_weights(chosen.out, found.signs, found.weights, found.bias)
    write_head(chosen.out.with_name(HEAD_FILE.name), found.head, found.head_bias)


if __name__ == "__main__":
    main()
