"""Words of another language, put into English before they are embedded."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.models.encoder import OwnEncoder
from claimtree.models.glossary import BILINGUAL, Gloss, GlossedEmbedder, glossed
from claimtree.models.hashed import HashedEmbedder

GLOSS = {"rumah": "house", "rumah sakit": "hospital", "dekat": "near", "dua": "two"}


def test_the_longest_phrase_wins() -> None:
    assert Gloss(GLOSS).apply("Rumah dekat Rumah  Sakit") == "house near hospital"


def test_names_numbers_and_marks_stay_where_they_are() -> None:
    assert Gloss(GLOSS).apply("dekat USU, LT 120 m²;\n2 lt") == "near USU, LT 120 m²;\n2 lt"


def test_only_whole_words_are_replaced() -> None:
    assert Gloss(GLOSS).apply("perumahan, duaan") == "perumahan, duaan"


def test_a_phrase_does_not_reach_across_a_mark() -> None:
    assert Gloss(GLOSS).apply("rumah, sakit") == "house, sakit"


@given(st.text())
def test_a_gloss_of_nothing_changes_nothing(text: str) -> None:
    assert Gloss({}).apply(text) == text


@given(st.text(alphabet="abc ,.1"))
def test_a_word_for_itself_changes_nothing(text: str) -> None:
    assert Gloss({"a": "a", "a b": "a b", "b": "b"}).apply(text).split() == text.split()


def test_a_text_has_the_vector_of_its_gloss() -> None:
    plain = HashedEmbedder(256)
    embedder = GlossedEmbedder(plain, GLOSS)
    assert np.array_equal(embedder.embed(["rumah dekat tol"]).codes, plain.embed(["house near tol"]).codes)


def test_the_name_tells_glossed_vectors_from_plain_ones() -> None:
    plain = HashedEmbedder(256)
    assert glossed(plain, GLOSS).name == "hashed-256+gloss"
    assert glossed(plain, {}) is plain


def test_an_encoder_that_knows_the_language_needs_no_gloss() -> None:
    own = OwnEncoder()
    assert glossed(own, GLOSS) is own
    assert {OwnEncoder.name} == BILINGUAL


def test_knowing_its_name_does_not_load_what_runs_it() -> None:
    found = "import sys, claimtree.models.glossary; sys.exit('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", found], check=False).returncode == 0


def test_the_property_pack_glosses_what_it_is_spoken_in() -> None:
    gloss = Gloss(shared_pack("property").gloss)
    assert gloss.apply("rumah dekat rumah sakit") == "house near hospital"
