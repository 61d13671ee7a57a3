"""Whatever the text, its length bounds the work: windows of the reader of scope, and texts that are embedded.

Counted and not timed, so that a busy machine changes nothing. A window takes some 30 ms of processor time and a
hundred pieces of embedded text 13: with what is counted here a kilobyte stays under the 150 ms that we promise.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Mapping, Sequence

import pytest
from tests.shared_packs import shared_pack

from claimtree.deadlines import Deadline, limited
from claimtree.errors import OutOfTime
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Vectors
from claimtree.models.encoder import LONGEST_PIECES, NAME, OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import LearnedScope
from claimtree.text.rule_reader import RuleReader

PACKS = ("rentals", "property")
SIZES = (2_000, 8_000)
MOST_WINDOWS_PER_KB = 2.0
MOST_PIECES_PER_KB = 650
KNOWN = (
    *("quiet", "sunny", "balcony", "kitchen", "dishwasher", "dogs", "subway", "bedrooms"),
    *("pets", "view", "garden", "furnished", "laundry", "kolam", "garasi"),
)


def _word(rng: random.Random, least: int = 3, most: int = 9) -> str:
    return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(least, most)))


KINDS: Mapping[str, Callable[[random.Random], str]] = {
    "random words": lambda rng: f"{_word(rng)} ",
    "long words": lambda rng: f"{_word(rng, 60, 90)} ",
    "no blanks": _word,
    "numbers": lambda rng: f"{rng.randint(1, 99_999)} ",
    "digits": lambda rng: f"{rng.randint(0, 9)},",
    "a long list": lambda rng: f"{_word(rng)}, ",
    "short sentences": lambda rng: f"{_word(rng)} {_word(rng)}. ",
    "lines": lambda rng: f"{_word(rng)}\n",
    "marks": lambda rng: rng.choice("!?.,;:-()/'\"&*#"),
    "letters and marks": lambda rng: f"{rng.choice(string.ascii_lowercase)}.",
    "hyphens": lambda rng: f"{_word(rng, 2, 4)}-",
    "Chinese": lambda rng: chr(rng.randint(0x4E00, 0x9FFF)),
    "accents": lambda rng: f"{''.join(rng.choices('áéíóúñüçøåß', k=5))} ",
    "pictures": lambda rng: f"{chr(rng.randint(0x1F600, 0x1F64F))} ",
    "known words": lambda rng: f"{rng.choice(KNOWN)} ",
    "denials": lambda rng: f"no {rng.choice(KNOWN)} ",
    "some of everything": lambda rng: f"{_word(rng)} no {rng.choice(KNOWN)} {rng.randint(1, 99)} ",
}


class CountingJudge:
    """The judge's name and shape without its work; counts the pieces that it would have to take in."""

    name = NAME
    dimensions = 384

    def __init__(self) -> None:
        self.pieces = 0
        self._inner, self._encoder = HashedEmbedder(384), OwnEncoder()

    def embed(self, texts: Sequence[str]) -> Vectors:
        vocabulary = self._encoder._artefact.vocabulary
        self.pieces += sum(len(vocabulary.numbers(text, LONGEST_PIECES)) for text in dict.fromkeys(texts))
        return self._inner.embed(texts)

    def judge(self, wishes: Vectors) -> JudgedWishes:
        return self._encoder.judge(wishes)


class Counted:
    def __init__(self, pack: str) -> None:
        loaded = shared_pack(pack)
        self.judge, self.scope = CountingJudge(), LearnedScope()
        self.windows = 0
        encode = self.scope._encode

        def counting(numbers: Sequence[int], *, listing: bool) -> object:
            self.windows += 1
            return encode(numbers, listing=listing)

        self.scope._encode = counting  # type: ignore[method-assign, assignment]  # counts, and does the same
        self.reader = RuleReader(loaded, embedder=self.judge, scope=self.scope)
        self.about = Entity(id=EntityId("fuzz"), level=loaded.hierarchy.answers)
        # What is made once is no cost of a text.
        self._both(" ".join(KNOWN))
        self._both(". ".join(f"no {word}" for word in KNOWN))

    def _both(self, text: str) -> None:
        self.reader.read_query(text)
        self.reader.read_document(text, about=self.about, source="fuzz")

    def work(self, text: str, *, listing: bool) -> tuple[int, int]:
        self.windows = self.judge.pieces = 0
        if listing:
            self.reader.read_document(text, about=self.about, source="fuzz")
        else:
            self.reader.read_query(text)
        return self.windows, self.judge.pieces


@pytest.fixture(scope="module")
def counted(request: pytest.FixtureRequest) -> Counted:
    return Counted(request.param)


@pytest.mark.parametrize(
    ("counted", "kind"),
    [
        pytest.param(pack, kind, marks=pytest.mark.slow if pack == PACKS[0] or not at % 4 else pytest.mark.long)
        for pack in PACKS
        for at, kind in enumerate(KINDS)
    ],
    indirect=["counted"],
)
def test_the_length_of_a_text_bounds_the_work(counted: Counted, kind: str) -> None:
    rng = random.Random(kind)
    for size in SIZES:
        text = ""
        while len(text) < size:
            text += KINDS[kind](rng)
        kilobytes = len(text.encode()) / 1000
        for listing in (False, True):
            windows, pieces = counted.work(text, listing=listing)
            assert windows <= 2 + kilobytes * MOST_WINDOWS_PER_KB, (kind, size, listing)
            assert pieces <= 400 + kilobytes * MOST_PIECES_PER_KB, (kind, size, listing)


@pytest.mark.slow
def test_what_is_no_text_is_cut_and_said_to_be() -> None:
    counted = Counted("rentals")
    text = "Quiet. " + "?!" * 3_000 + " Elevator."
    asked = counted.reader.read_query(text)
    stated = counted.reader.read_document(text, about=counted.about, source="fuzz")
    for found in (asked, stated):
        assert [claim.text for claim in found.claims] == ["quiet"]
        assert any("I read the first" in notice for notice in notice_texts(found))


@pytest.mark.parametrize("listing", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_reading_stops_when_nobody_waits_for_it(listing: bool) -> None:
    counted, deadline = Counted("rentals"), Deadline(60)
    encode = counted.scope._encode

    def leaving(numbers: Sequence[int], *, listing: bool) -> object:
        if counted.windows == 2:
            deadline.give_up()
        return encode(numbers, listing=listing)

    counted.scope._encode = leaving  # type: ignore[method-assign, assignment]
    with pytest.raises(OutOfTime), limited(deadline):
        counted.work("A quiet home with a balcony, and no pets. " * 500, listing=listing)
    assert counted.windows == 3
