"""Misspelled words that steer a conversation; those of wishes and names are left to the reader."""

from __future__ import annotations

from functools import cache

import pytest
from tests.shared_packs import shared_pack

from claimtree.chat.steering_spelling import SteeringSpelling
from claimtree.packs.find import pack_folder


@cache
def spelling(pack: str) -> SteeringSpelling:
    return SteeringSpelling(shared_pack(pack))


@pytest.mark.parametrize(
    ("pack", "message", "expected"),
    [
        ("property", "dbawah 600", "dibawah 600"),
        ("property", "urutkn dr yg trmurah", "urutkan dr yg termurah"),
        ("property", "hrganya brp", "harganya berapa"),
        ("property", "pilhan lainya?", "pilihan lainnya?"),
        ("property", "tlg bndingkan 1 & 3", "tlg bandingkan 1 & 3"),
        ("rentals", "cheepest first", "cheapest first"),
        ("rentals", "remov the price", "remove the price"),
        # Words of wishes, of people and of numbers.
        ("property", "rmh 2 lntai di tembng", "rmh 2 lntai di tembng"),
        ("property", "merek ac apa", "merek ac apa"),
        ("rentals", "quite sunny, by Prospekt Park", "quite sunny, by Prospekt Park"),
        ("rentals", "", ""),
    ],
)
def test_steering_words_are_corrected(pack: str, message: str, expected: str) -> None:
    assert spelling(pack).corrected(message) == expected


@pytest.mark.parametrize("pack", ["property", "rentals"])
def test_no_name_of_a_place_is_taken_for_a_steering_word(pack: str) -> None:
    rows = (pack_folder(pack) / "demo" / "places" / "places.csv").read_text(encoding="utf-8").splitlines()
    names = [row.split(",")[0] for row in rows[1:]]
    assert [spelling(pack).corrected(name) for name in names] == names


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("turunin dong jd 750", "turunin jadi 750"),
        ("plg mentok 2 M ya", "paling mentok 2 M ya"),
        ("yg 2 kmr jg blh", "yg 2 kmr juga boleh"),
        ("jauhin dikit lg deh", "jauhin sedikit lagi deh"),
        ("di sini ada taman ga sih kak", "di sini ada taman ga sih kak"),
        ("merek LG aja", "merek LG saja"),
        ("KL MURAH LG", "kalau MURAH lagi"),
    ],
)
def test_shorthand_is_written_out_and_particles_between_words_go(message: str, expected: str) -> None:
    assert spelling("property").corrected(message) == expected
