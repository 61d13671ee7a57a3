"""Names of people: probabilities on pairs that were written before the matcher, and what each rests on."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.calibration.measures import calibration_error, reliability
from claimtree.model.plans import Basis
from claimtree.person_names.compare import match_names

HERE = Path(__file__).parent


def listed(file: str) -> list[tuple[str, str]]:
    with (HERE / file).open(encoding="utf-8", newline="") as rows:
        return [(row[0], row[1]) for row in csv.reader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]


SAME, DIFFERENT = listed("same_people.tsv"), listed("different_people.tsv")


def probabilities(pairs: list[tuple[str, str]]) -> np.ndarray:
    return np.array([match_names(*pair).probability for pair in pairs])


@pytest.mark.parametrize(("bar", "precision", "recall"), [(0.5, 0.97, 0.97), (0.9, 0.99, 0.77)])
def test_pairs_written_beforehand_are_told_apart(bar: float, precision: float, recall: float) -> None:
    met, wrong = probabilities(SAME) >= bar, probabilities(DIFFERENT) >= bar
    assert met.sum() / (met.sum() + wrong.sum()) >= precision
    assert met.mean() >= recall


def test_probabilities_mean_what_they_say() -> None:
    said = np.concatenate([probabilities(SAME), probabilities(DIFFERENT)])
    right = np.array([1.0] * len(SAME) + [0.0] * len(DIFFERENT))
    assert calibration_error(reliability(said, right, 1 - right)) < 0.07


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        ("John Smith", "John Smith", Basis.NAME),
        ("Smith, John", "Dr. John Smith", Basis.NAME_FORM),
        ("José García", "JOSE GARCIA", Basis.NAME),
        ("John Smith", "John William Smith", Basis.NAME_PART),
        ("J. W. Smith", "John William Smith", Basis.INITIALS),
        ("Johann Meier", "Johann Meyer", Basis.SPELLING),
        ("Angus McDonald", "Angus Macdonald", Basis.SPELLING),
        ("Bambang Widjaja", "Bambang Wijaya", Basis.SPELLING),
        ("Peggy Doyle", "Margaret Doyle", Basis.NICKNAME),
        ("Moh. Rizki", "Muhammad Rizki", Basis.NICKNAME),
        ("Mary Jones née Brown", "Mary Brown", Basis.MARRIED_NAME),
        ("Frederick Lansbury", "Frederick Lansbery", Basis.SOUND),
        ("Theodora Winthrop", "Theodora Winlthrop", Basis.TYPO),
    ],
)
def test_the_weakest_tie_is_told(one: str, other: str, by: Basis) -> None:
    found = match_names(one, other)
    assert found.by is by
    assert found.probability >= 0.5


@pytest.mark.parametrize("pair", [*SAME[::7], *DIFFERENT[::7]])
def test_neither_name_comes_first(pair: tuple[str, str]) -> None:
    assert match_names(*pair).probability == match_names(*pair[::-1]).probability


@given(st.text(max_size=60))
def test_any_text_means_itself(text: str) -> None:
    assert match_names(text, text).probability > 0.9


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_two_texts_have_a_probability(one: str, other: str) -> None:
    assert 0 <= match_names(one, other).probability <= 1


@pytest.mark.parametrize(("one", "other"), [("?!", "John Smith"), ("", "John Smith"), ("?!", "..")])
def test_what_has_no_letters_is_no_name(one: str, other: str) -> None:
    assert match_names(one, other).probability == 0
