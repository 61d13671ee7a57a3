"""Real texts, spoiled in every way that keyboards, forms and copying spoil them, are read soundly."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

import pytest

PACKS = ("rentals", "property")
LONGEST = 600
MOST_REPEATED = 2_500
EMBEDDED_EVERY = 20
TWICE_EVERY = 5
NOISE: tuple[str, ...] = (
    *".,;:!?()[]{}<>\"'/\\|-–—+*&%$€#@^~_=`´“”«»·•…",
    *("\n", "\r\n", "\t", "\x00", "\x1b", "\xa0", "\u200b", "\u200d", "\u202e", "\u0301", "\ufeff", "\ufffd", "\u2028"),
    *("🏠", "🐕", "👨‍👩‍👧", "½", "²", "№", "<br>", "</li>", "<b>", "<!--", "-->", "<script>", "<style>"),
    *("&nbsp;", "&sup2;", "&#0;", "&#x110000;", "&", "&amp"),
    *("1", "1,5", "1.500.000", "$", "Rp", "99999999999999999999999", "1e999", "0", "-3", "3-", "2BR/1BA", "100%"),
    *(" no ", " not ", " or ", " and ", " but ", " without ", " either ", " actually ", " at most ", " is fine"),
    *(" only ", " than ", " than in ", "? ", " needed", " former "),
    *(" tanpa ", " bukan ", " atau ", " dan ", " yang ", " juta ", " kalau bisa ", " tidak masalah ", " minimal "),
    *("ß", "İ", "ﬁ", "Ω", "ж", "ش", "静", "각", "நி", "𝟚", "①"),
)


class Under(Protocol):
    def check(self, text: str, *, twice: bool = True) -> None: ...


class Readers(Protocol):
    def __call__(self, pack: str, *, embedded: bool = False) -> Under: ...


def piece_of(rng: Random, text: str) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((1, 2, 5, 12, 40)))


def delete(rng: Random, text: str, other: str) -> str:
    start, end = piece_of(rng, text)
    return text[:start] + text[end:]


def duplicate(rng: Random, text: str, other: str) -> str:
    start, end = piece_of(rng, text)
    return text[:end] + text[start:end] + text[end:]


def swap_letters(rng: Random, text: str, other: str) -> str:
    at = rng.randrange(max(1, len(text) - 1))
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


def swap_words(rng: Random, text: str, other: str) -> str:
    words = text.split(" ")
    one, another = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[another] = words[another], words[one]
    return " ".join(words)


def change_case(rng: Random, text: str, other: str) -> str:
    start, end = piece_of(rng, text)
    if rng.random() < 0.3:
        start, end = 0, len(text)
    piece = text[start:end]
    changed = rng.choice((piece.upper(), piece.lower(), piece.title(), piece.swapcase()))
    return f"{text[:start]}{changed}{text[end:]}"


def insert(rng: Random, text: str, other: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(NOISE) + text[at:]


def glue(rng: Random, text: str, other: str) -> str:
    return text.replace(" ", rng.choice(("", "-", "/", "_", "\n", "  ", ".")), rng.choice((1, 3, -1)))


def splice(rng: Random, text: str, other: str) -> str:
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def without_punctuation(rng: Random, text: str, other: str) -> str:
    return "".join(character for character in text if character.isalnum() or character.isspace())


def repeat(rng: Random, text: str, other: str) -> str:
    start, end = piece_of(rng, text)
    times = rng.randrange(1, 2 + MOST_REPEATED // max(1, end - start)) if rng.random() < 0.1 else rng.randrange(1, 8)
    return text[:start] + text[start:end] * times + text[end:]


def garble(rng: Random, text: str, other: str) -> str:
    """A byte of its UTF-8 changed, as a bad line does."""
    raw = bytearray(text.encode("utf-8", "replace"))
    if raw:
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    return raw.decode("utf-8", "replace")


Mutation = Callable[[Random, str, str], str]
MUTATIONS: tuple[Mutation, ...] = (
    *(delete, duplicate, swap_letters, swap_words, change_case, insert, insert),
    *(glue, splice, without_punctuation, repeat, garble),
)


def spoiled(rng: Random, texts: Sequence[str]) -> str:
    text = rng.choice(texts)
    start = rng.randrange(max(1, len(text) - LONGEST + 1))
    text = text[start : start + LONGEST]
    for _ in range(rng.choice((1, 1, 2, 3, 6, 12))):
        text = rng.choice(MUTATIONS)(rng, text, rng.choice(texts)[:LONGEST])[: LONGEST + MOST_REPEATED]
    return text


def check_spoiled(reader_of: Readers, texts: Sequence[str], pack: str, seed: str, count: int) -> None:
    rng = Random(seed)
    for k in range(count):
        text = spoiled(rng, texts)
        reader = reader_of(pack, embedded=k % EMBEDDED_EVERY == 0)
        try:
            reader.check(text, twice=k % TWICE_EVERY == 0)
        except Exception as error:
            error.add_note(f"pack {pack}, seed {seed!r}, text {k}: {text!a}")
            raise


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("count", [8, pytest.param(120, marks=pytest.mark.slow)])
def test_spoiled_texts_of_our_own_are_read_soundly(
    reader_of: Readers, own_texts: Sequence[str], pack: str, count: int
) -> None:
    check_spoiled(reader_of, own_texts, pack, f"own {pack}", count)


@pytest.mark.slow
@pytest.mark.parametrize("pack", PACKS)
def test_spoiled_texts_of_strangers_are_read_soundly(
    reader_of: Readers, shared_texts: Sequence[str], pack: str
) -> None:
    check_spoiled(reader_of, shared_texts, pack, f"shared {pack}", 300)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("pack", PACKS)
def test_many_spoiled_texts_of_our_own(reader_of: Readers, own_texts: Sequence[str], pack: str, part: int) -> None:
    check_spoiled(reader_of, own_texts, pack, f"own {pack} {part}", 4_000)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("pack", PACKS)
def test_many_spoiled_texts_of_strangers(reader_of: Readers, shared_texts: Sequence[str], pack: str, part: int) -> None:
    check_spoiled(reader_of, shared_texts, pack, f"shared {pack} {part}", 2_500)
