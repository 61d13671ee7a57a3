"""Reading takes time in proportion to the text, whatever is said again and again without an end."""

import time
from collections.abc import Callable
from dataclasses import fields
from typing import Protocol

import pytest

from claimtree.languages import Language, language
from claimtree.languages.rendering import notice_texts
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.text.rule_reader import RuleReader

PACKS = ("rentals", "property")
SHORT = 5_000
MOST_GROWTH = 8
"""Four times the text may take this many times as long: 4 and what chance adds, where a square takes 16."""
TRIES = 4
EVERY_NTH_CUE = 8
MEGABYTE = 1_000_000

PATTERNS = (
    *("bars and ", "no bars or clubs or ", "either south or west ", "facing south or ", "south or west facing, "),
    *("2 bedrooms, actually make it three ", "actually 3 bedrooms ", "not without ", "ideally a gym ", "is fine "),
    *(
        "no dishwasher needed ",
        "parking: no need ",
        "any floor but the first ",
        "avoid bars and ",
        "also ",
        "and is it ",
    ),
    *(
        "is it furnished? ",
        "in Petaluma, ",
        "Petaluma Novato ",
        "in san rafael ",
        "dishwaher ",
        "dish washer ",
        "qwxzvk ",
    ),
    *(
        "1 ",
        "3, ",
        "only one ",
        "between 3 and 5 ",
        "$3,200 ",
        "2BR/1BA ",
        "3-",
        "1.",
        "1,",
        "½",
        "1a",
        "3x4 ",
        "three ",
    ),
    *("5 min walk to the subway and ", "groceries and coffee within a mile ", "two bedrooms, each with ", "March 3, "),
    *("white people only, ", "no kids ", "kids or ", "young white christian ", "over 55 "),
    *("call us at 617-555-0123 ", "the former zoo ", "on request, ", "#abc ", "a@b.c", "www.", "0812-6000-1111 "),
    *("w/d hw nr ", "<li>70 m&sup2;</li>", "<", "<b ", "<!--", "<script>", "&amp", '("', "((", "- ", "a\n", "\n", "a'"),
    *("a", "a\u0301", "\u0301", "静", "🏠", "\u200d", "\u202e", "\0", "a-", "a/", "a. ", "approx. "),
    *(
        "rumah yang tenang dan asri ",
        "tanpa bau, jangan di belawan, ",
        "1,5 miliar sampai 2 M ",
        "3KT 2KM ",
        "LT : 150 m2 ",
    ),
    *("orang batak saja ", "hadap timur atau barat ", "dua setengah ", "kolamnya ", "juta ", "komplek yang ramai dan "),
)


class Under(Protocol):
    pack: Pack
    reader: RuleReader
    about: Entity

    def check(self, text: str, *, twice: bool = True) -> None: ...


class Readers(Protocol):
    def __call__(self, pack: str, *, embedded: bool = False) -> Under: ...


def cues_of(words: Language) -> list[str]:
    """Words and phrases that the language listens for."""
    found: dict[str, None] = {}
    for part in fields(words):
        value = getattr(words, part.name)
        if isinstance(value, frozenset | tuple):
            found |= dict.fromkeys(f"{entry} " for entry in sorted(entry for entry in value if isinstance(entry, str)))
    return list(found)


def growth(read: Callable[[str], object], pattern: str) -> float:
    """How many times as long four times the text takes, at its best."""
    texts = [(pattern * (size // len(pattern) + 1))[:size] for size in (SHORT, 4 * SHORT)]
    best = [float("inf"), float("inf")]
    for _ in range(TRIES):
        for k, text in enumerate(texts):
            started = time.process_time()
            read(text)
            best[k] = min(best[k], time.process_time() - started)
        if best[1] < MOST_GROWTH * best[0]:
            break
    return best[1] / best[0]


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("pattern", ["bars and ", "- ", "also ", "yang tenang dan "])
@pytest.mark.slow
def test_a_sentence_without_an_end_is_read_soundly(reader_of: Readers, pack: str, pattern: str) -> None:
    reader_of(pack).check(pattern * 2_000, twice=False)


@pytest.mark.long
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("source", ["patterns", "cues"])
def test_four_times_the_text_takes_about_four_times_as_long(reader_of: Readers, pack: str, source: str) -> None:
    under = reader_of(pack)
    repeated = PATTERNS if source == "patterns" else cues_of(language(*under.pack.languages))[::EVERY_NTH_CUE]
    slow: dict[str, float] = {}
    for pattern in repeated:
        for kind, read in (
            ("query", under.reader.read_query),
            ("document", lambda text: under.reader.read_document(text, about=under.about, source="fuzz")),
        ):
            grown = growth(read, pattern)
            if grown >= MOST_GROWTH:
                slow[f"{kind} {pattern!r}"] = round(grown, 1)
    assert not slow


@pytest.mark.long
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(
    "pattern", ["bars and no ", "is fine, actually 3 ", "white people only ", "<b>qwxzvk</b> ", "静🏠\u0301"]
)
def test_a_megabyte_of_one_thing_is_read_soundly(reader_of: Readers, pack: str, pattern: str) -> None:
    text = pattern * (MEGABYTE // len(pattern.encode()))
    reader_of(pack).check(text, twice=False)


@pytest.mark.long
def test_what_is_too_long_to_be_read_is_said_to_be(reader_of: Readers) -> None:
    under = reader_of("rentals")
    text = "quiet . " * 60_000
    asked = under.reader.read_query(text)
    stated = under.reader.read_document(text, about=under.about, source="fuzz")
    assert asked.claims
    assert any("very long" in notice for notice in notice_texts(asked))
    assert any("very long" in notice for notice in notice_texts(stated))
    assert 0 < len(stated.claims) < 60_000
