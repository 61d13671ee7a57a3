"""Word pieces: what the usual library gives for the same vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.models.encoder import FOLDER
from claimtree.models.wordpiece import LONGEST_WORD, WordPieces, words

VOCABULARY = (FOLDER / "vocabulary.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
PIECES = WordPieces(VOCABULARY)


@pytest.fixture(scope="module")
def library() -> Callable[[str], list[int]]:
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordPiece(
        {piece: number for number, piece in enumerate(VOCABULARY)}, unk_token="[UNK]", max_input_chars_per_word=100
    )
    made = tokenizers.Tokenizer(model)
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return lambda text: list(made.encode(text, add_special_tokens=False).ids)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x24F), max_size=40))
def test_texts_in_latin_letters_are_cut_as_the_library_does(library: Callable[[str], list[int]], text: str) -> None:
    assert PIECES.numbers(text, 10_000)[1:-1] == library(text)


@pytest.mark.parametrize(
    "text",
    ["Peaceful courtyard, south-facing!", "Café d'été", "rumah siap huni", "2BR / 1BA @ $3,200", "a\tb\nc", "x" * 500,
     "pet-friendly… (cats)", "naïve “quotes” – dash", "日本語 mixed", ""],
)  # fmt: skip
def test_what_people_write_is_cut_as_the_library_does(library: Callable[[str], list[int]], text: str) -> None:
    assert PIECES.numbers(text, 10_000)[1:-1] == library(text)


def test_a_text_is_never_longer_than_asked_for_and_keeps_both_ends() -> None:
    numbers = PIECES.numbers("quiet " * 1000, 16)
    assert len(numbers) == 16
    assert numbers[0] == VOCABULARY.index("[CLS]")
    assert numbers[-1] == VOCABULARY.index("[SEP]")


def test_indonesian_words_are_whole_pieces() -> None:
    for word in ("rumah", "banjir", "perabot"):
        assert len(PIECES.numbers(word, 16)) == 3


def test_a_word_beyond_all_length_is_one_unknown_piece() -> None:
    assert PIECES.numbers("q" * (LONGEST_WORD + 1), 16)[1:-1] == [VOCABULARY.index("[UNK]")]


def test_control_characters_vanish_and_blanks_are_one() -> None:
    assert list(words("a\x00b\u200bc\u00a0d")) == ["abc", "d"]


def test_the_vocabulary_says_each_piece_once(tmp_path: Path) -> None:
    assert len(set(VOCABULARY)) == len(VOCABULARY)
