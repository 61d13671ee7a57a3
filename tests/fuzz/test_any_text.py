"""Any text in any script gives sound claims, or none and a notice."""

from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PACKS = ("rentals", "property")

CUES = """
no not without avoid never except but any either or and , . ; : ( ) " ' / - + & ? ! actually make it rather must
ideally nice fine with don't mind need needed deal-breaker than near in to from at most least over under between
about up max min two three half and a k m2 sqft $ % 3rd 2BR/1BA 1,500 2.500,00 1990 march per month week walk min
kids people white muslim families only over 55 adults dogs cats pets bedroom bath kitchen studio quiet bars
subway south west facing floor balcony rent furnished parking dishwaher apartmnt Petaluma San Rafael Astoria L
former request call us www.x.com tanpa bukan jangan tidak masalah kalau bisa wajib atau dan tapi yang dekat di
rumah tanah ruko 3KT 2KM LT LB juta miliar rb jt hadap utara orang batak islam saja minimal maksimal sekitar
kamar tidur komplek dijual disewa nego hub setengah dua an nya <b> </li> &sup2; &amp; <!-- <script> 🏠 🐕 ½ m²
"""
WORDS = CUES.split()

characters = st.one_of(
    st.characters(),
    st.characters(categories=["Cs", "Cc", "Cf", "Mn", "Me", "Zl", "Zp", "Zs", "Nl", "No", "So", "Sk"]),
    st.sampled_from("\u202e\u2066\u200d\u0301\ufe0f\u0000\u2028\x85\xa0ßİıſﬁ①Ⅷ٣௧½²"),
)
anything = st.text(characters, max_size=200)
words = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
glued = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)
numbers = st.lists(
    st.one_of(
        st.from_regex(r"[-+$€£(]?[0-9]{1,25}([.,:/x-][0-9]{1,6}){0,3}[a-z%²]{0,3}", fullmatch=True),
        st.integers().map(str),
        st.floats().map(str),
        st.sampled_from(WORDS),
    ),
    max_size=15,
).map(" ".join)
quoted = st.recursive(words, lambda inner: st.tuples(st.sampled_from("()\"'«»[]<>"), inner).map("".join), max_leaves=8)
long = st.tuples(st.one_of(characters, st.sampled_from(WORDS)), st.integers(1, 1_500)).map(
    lambda pair: pair[0] * pair[1]
)
texts = st.lists(st.one_of(anything, words, glued, numbers, quoted, long), min_size=1, max_size=4).map("".join)


class Readers(Protocol):
    def __call__(self, pack: str, *, embedded: bool = False) -> "Under": ...


class Under(Protocol):
    def check(self, text: str, *, twice: bool = True) -> None: ...


def in_stated_unit(text: str) -> str:
    """The text as the command line hands it on: half a surrogate pair is replaced."""
    return text.encode("utf-8", "replace").decode()


def check_all(reader: Under, examples: int) -> None:
    @settings(
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        database=None,
    )
    @given(texts)
    def check(text: str) -> None:
        reader.check(in_stated_unit(text))

    check()


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(
    "examples", [4, pytest.param(200, marks=pytest.mark.slow), pytest.param(10_000, marks=pytest.mark.long)]
)
def test_any_text_is_read_soundly(reader_of: Readers, pack: str, examples: int) -> None:
    check_all(reader_of(pack), examples)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("examples", [3, pytest.param(50, marks=pytest.mark.slow)])
def test_any_text_is_read_soundly_with_an_embedder(reader_of: Readers, pack: str, examples: int) -> None:
    check_all(reader_of(pack, embedded=True), examples)


@pytest.mark.parametrize("pack", PACKS)
@given(raw=st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_read_soundly(reader_of: Readers, pack: str, raw: bytes) -> None:
    reader_of(pack).check(raw.decode("utf-8", "replace"))


@pytest.mark.slow
@pytest.mark.parametrize("pack", PACKS)
def test_the_same_word_again_and_again_is_read_soundly(reader_of: Readers, pack: str) -> None:
    for word in dict.fromkeys(WORDS):
        reader_of(pack).check(f"{word} " * 40, twice=False)
