"""The file of guesses that a pack names: what is in it is checked before it is believed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimtree.errors import PackError, PackWarning
from claimtree.model.guesses import Guesses
from claimtree.packs import load_pack
from claimtree.packs.find import pack_folder, shipped_packs
from claimtree.packs.guesses_file import MAX_BYTES, write_guesses
from claimtree.settings import Settings
from claimtree.workspace import Workspace

Write = Callable[..., Path]
NAMED = '[guesses]\n"hashed-256" = "guesses.npz"'


def sound() -> dict[str, Any]:
    return {
        "classes": np.array(["features/boat", "price/boat", "aside"]),
        "weights": np.zeros((256, 3), np.float16),
        "bias": np.zeros(3, np.float16),
        "aside_from": np.float32(0.5),
    }


def fault(write: Write, **changes: Any) -> str:
    folder = write(NAMED)
    np.savez(folder / "guesses.npz", **{**sound(), **changes})
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert caught.value.message.startswith("boats/pack.toml: guesses.hashed-256: 'guesses.npz'")
    return caught.value.message


def test_a_sound_file_is_the_packs_model_for_that_embedder(write: Write) -> None:
    folder = write(NAMED)
    np.savez(folder / "guesses.npz", **sound())
    pack = load_pack(folder)
    assert pack.guesses["hashed-256"].classes == (("features", "boat"), ("price", "boat"))
    assert load_pack(folder) == pack


def test_another_model_is_another_fingerprint(write: Write) -> None:
    folder = write(NAMED)
    np.savez(folder / "guesses.npz", **sound())
    before = load_pack(folder).fingerprint
    np.savez(folder / "guesses.npz", **{**sound(), "bias": np.ones(3, np.float16)})
    assert load_pack(folder).fingerprint != before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"classes": np.array(["colour/boat", "price/boat", "aside"])}, "a class 'colour/boat'"),
        ({"classes": np.array(["features/harbour", "price/boat", "aside"])}, "no such claim type at that level"),
        ({"classes": np.array(["features/boat", "aside", "price/boat"])}, "does not end with the class 'aside'"),
        ({"classes": np.array(["price/boat", "price/boat", "aside"])}, "a class twice"),
        ({"classes": np.array([1, 2, 3])}, "no list of classes"),
        ({"weights": np.zeros((256, 4), np.float16)}, "for 3 classes"),
        ({"bias": np.zeros(2, np.float16)}, "for 3 classes"),
        ({"weights": np.full((256, 3), np.nan, np.float16)}, "not finite"),
        ({"weights": np.zeros((256, 3), np.int64)}, "no numbers"),
        ({"aside_from": np.float32(1.5)}, "no probability"),
        ({"weights": np.array([object()])}, "cannot be read"),
        ({"weights": np.zeros(MAX_BYTES, np.float16)}, "larger than 1 MB"),
    ],
)
def test_what_is_wrong_in_the_file_is_said(write: Write, changes: dict[str, Any], said: str) -> None:
    assert said in fault(write, **changes)


def test_a_file_that_lacks_an_array_is_told_which(write: Write) -> None:
    folder = write(NAMED)
    np.savez(folder / "guesses.npz", classes=np.array(["price/boat", "aside"]))
    with pytest.raises(PackError, match="has no weights, no bias, no aside_from"):
        load_pack(folder)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04half an archive"])
def test_a_broken_file_is_an_error_of_the_pack(write: Write, content: bytes) -> None:
    folder = write(NAMED)
    (folder / "guesses.npz").write_bytes(content)
    with pytest.raises(PackError, match=r"guesses\.hashed-256: 'guesses\.npz' cannot be read"):
        load_pack(folder)


def test_a_file_that_is_missing_or_outside_is_named(write: Write) -> None:
    with pytest.raises(PackError, match=r"no file 'guesses\.npz' in the pack's folder"):
        load_pack(write(NAMED))
    with pytest.raises(PackError, match="lies outside the pack's folder"):
        load_pack(write('[guesses]\n"hashed-256" = "../guesses.npz"'))


def test_training_loads_the_pack_without(write: Write) -> None:
    assert load_pack(write(NAMED), guesses=False).guesses == {}


def test_what_is_written_is_read_again(write: Write) -> None:
    folder = write(NAMED)
    np.savez(folder / "guesses.npz", **sound())
    model = load_pack(folder).guesses["hashed-256"]
    shifted = Guesses(
        classes=model.classes, weights=model.weights + 0.5, bias=model.bias - 0.25, aside_from=model.aside_from
    )
    write_guesses(folder / "guesses.npz", shifted)
    assert load_pack(folder).guesses["hashed-256"] == shifted
    first = (folder / "guesses.npz").read_bytes()
    write_guesses(folder / "guesses.npz", shifted)
    assert (folder / "guesses.npz").read_bytes() == first


@pytest.mark.parametrize(("name", "embedder"), [("rentals", "bge-small"), ("property", "bge-small+gloss")])
def test_the_shipped_models_are_small_and_know_every_type_of_their_pack(name: str, embedder: str) -> None:
    pack = load_pack(name)
    assert set(pack.guesses[embedder].types) == set(pack.types)
    assert (pack_folder(name) / "guesses.bge-small.npz").stat().st_size < 100_000


def test_a_claim_type_that_the_guesses_do_not_know_is_a_warning_when_the_pack_is_opened(
    write: Write, tmp_path: Path
) -> None:
    folder = write(NAMED)
    known = {"classes": np.array(["features/boat", "aside"]), "weights": np.zeros((256, 2), np.float16)}
    np.savez(folder / "guesses.npz", **{**sound(), **known, "bias": np.zeros(2, np.float16)})
    pack = load_pack(folder)
    assert pack.untrained_types() == {"hashed-256": ("price",)}
    with pytest.warns(PackWarning, match="'boats'.*'hashed-256' do not know the claim type 'price'"):
        Workspace(Settings(home=tmp_path / "home", pack=str(folder), embedder="hashed-256")).own_pack  # noqa: B018


@pytest.mark.parametrize("name", shipped_packs())
def test_the_guesses_of_a_shipped_pack_know_all_its_claim_types(name: str) -> None:
    assert load_pack(name).untrained_types() == {}
