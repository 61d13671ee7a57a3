"""What no word list knows: kept with a guessed type and level, or left out as an aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.shared_packs import shared_local_embedder, shared_pack

from claimtree.errors import PackError
from claimtree.languages.rendering import why_text
from claimtree.model.claims import EntityId, LevelName, QueryClaim, TypeName
from claimtree.model.guesses import Guesses
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.models.glossary import glossed
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.ports import Embedder
from claimtree.text.rule_reader import RuleReader
from claimtree.text.type_guess import Examples


@pytest.fixture(scope="module")
def rentals() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="module")
def bge() -> LocalEmbedder:
    return shared_local_embedder()


@pytest.fixture(scope="module")
def reader(rentals: Pack, bge: LocalEmbedder) -> RuleReader:
    return RuleReader(rentals, embedder=bge, scope=shipped_scope())


@pytest.fixture(scope="module")
def indonesian(bge: LocalEmbedder) -> RuleReader:
    pack = shared_pack("property")
    return RuleReader(pack, embedder=glossed(bge, pack.gloss), scope=shipped_scope())


class Counting:
    """An embedder that tells what it was asked."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name, self.dimensions = inner.name, inner.dimensions
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return self._inner.embed(texts)


def guessed(reader: RuleReader, text: str) -> dict[str, QueryClaim]:
    return {claim.text: claim for claim in reader.read_query(text).claims if "guessed" in why_text(claim, "en")}


@pytest.mark.parametrize(
    ("text", "words", "type", "level"),
    [
        ("a sundial, under $3,000", "sundial", "features", "apartment"),
        ("good for stargazing, 2br", "stargazing", "features", "apartment"),
        ("a trampoline nearby, 2 bedrooms", "trampoline nearby", "amenities", "neighborhood"),
    ],
)
def test_a_strange_wish_is_kept_with_a_type_and_a_level(
    reader: RuleReader, text: str, words: str, type: str, level: str
) -> None:
    claim = guessed(reader, text)[words]
    assert (claim.type, claim.level) == (type, level)
    assert f"guessed {type} of {level}" in why_text(claim, "en")
    assert "nearest example" in why_text(claim, "en")
    assert not claim.required


def test_a_strange_wish_in_indonesian_is_kept(indonesian: RuleReader) -> None:
    assert guessed(indonesian, "rumah ada kincir angin")["kincir angin"].type == "amenities"


@pytest.mark.parametrize(
    "text",
    [
        "2 bedrooms, greetings from Karen",
        "divorced dad, 2 bedrooms",
        "1br in Brooklyn, starting my PhD in September",
        "cats ok, my boss recommended this website",
    ],
)
def test_an_aside_is_no_wish(reader: RuleReader, text: str) -> None:
    assert guessed(reader, text) == {}


@pytest.mark.parametrize("text", ["rumah 3 kamar, halo selamat sore min", "ruko di Medan, terima kasih banyak kak"])
def test_an_aside_in_indonesian_is_no_wish(indonesian: RuleReader, text: str) -> None:
    assert guessed(indonesian, text) == {}


def test_a_single_word_only_colours_what_it_touches(reader: RuleReader) -> None:
    assert guessed(reader, "a purple kitchen") == {}


def test_a_single_word_that_is_denied_is_kept_where_it_touches_something(reader: RuleReader) -> None:
    assert "no sundial" in guessed(reader, "no sundial balcony")


def test_a_pack_without_a_model_takes_the_nearest_example(rentals: Pack, bge: LocalEmbedder) -> None:
    reader = RuleReader(replace(rentals, guesses={}), embedder=bge, scope=shipped_scope())
    (claim,) = [claim for claim in reader.read_query("a sundial, 2 bedrooms").claims if claim.text == "sundial"]
    assert why_text(claim, "en").startswith("nearest example")
    assert "guessed" not in why_text(claim, "en")


def test_all_unknown_words_of_a_text_are_embedded_at_once_and_only_once(rentals: Pack, bge: LocalEmbedder) -> None:
    counting = Counting(bge)
    reader = RuleReader(rentals, embedder=counting, scope=shipped_scope())
    text = "a sundial, an aviary, and a samovar"
    first = reader.read_query(text)
    assert ["sundial", "aviary", "samovar"] in counting.asked
    before = len(counting.asked)
    assert reader.read_query(text) == first
    assert len(counting.asked) == before


def test_a_listing_claims_nothing_by_an_aside(reader: RuleReader) -> None:
    about = Entity(id=EntityId("a"), level=LevelName("apartment"))
    text = "Two bedrooms. Warm greetings, dear friends! Hand-carved marble sundial."
    read = reader.read_document(text, about=about, source="listing")
    free = [claim.text for claim in read.claims if claim.concept is None]
    assert not any("greetings" in words or "friends" in words for words in free)


def test_a_model_of_other_dimensions_is_refused(rentals: Pack) -> None:
    embedder = HashedEmbedder(256)
    model = Guesses(
        classes=((TypeName("size"), LevelName("apartment")),),
        weights=np.zeros((8, 2), np.float32),
        bias=np.zeros(2, np.float32),
        aside_from=0.5,
    )
    with pytest.raises(PackError, match="8 dimensions"):
        Examples(replace(rentals, guesses={embedder.name: model}), embedder)
