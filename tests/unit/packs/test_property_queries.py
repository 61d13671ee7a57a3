"""How people ask for property in Indonesian: haste, prices, levels, denials, tolerance, names."""

from __future__ import annotations

from datetime import date

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from claimtree.text.rule_reader import RuleReader
from evals.golden_file import show_amount

TODAY = date(2026, 11, 15)


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return shared_reader("property", today=TODAY)


def shown(claim: QueryClaim) -> str:
    """A concept or a name, "-" before it where it is denied, its amount after it."""
    what = claim.concept or (claim.name.text if claim.name else f"“{claim.quote}”")
    return " ".join(["-" * claim.negated + what, *map(show_amount, claim.amounts)])


def wishes(reader: RuleReader, query: str) -> list[str]:
    return [shown(claim) for claim in reader.read_query(query).claims]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rumh 2 kamr di medn johor", ["house", "bedrooms = 2", "Medan Johor"]),
        ("gudng dkt pntu tol", ["warehouse", "near toll"]),
        ("lngkungan tnang, bbas bnjir", ["quiet", "flood-free"]),
        ("hrg mksimal 800jt", ["price <= 800000000 IDR"]),
        ("tanah hak milk", ["land", "SHM"]),
        ("komplk ada klam renang", ["in complex", "swimming pool"]),
        ("kpr btn", ["mortgage possible"]),
    ],
)
def test_words_without_their_vowels_are_read(reader: RuleReader, query: str, expected: list[str]) -> None:
    assert wishes(reader, query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rumah 3kt 2km dkt kampus usu", ["house", "bedrooms = 3", "bathrooms = 2", "USU"]),
        ("4KT/3KM", ["bedrooms = 4", "bathrooms = 3"]),
        ("rumah KT3 KM2", ["house", "bedrooms = 3", "bathrooms = 2"]),
        (
            "3KT 2KM, radius 2 km dari Sun Plaza",
            ["bedrooms = 3", "bathrooms = 2", "Sun Plaza <= 2000 m"],
        ),
        ("rumah 1.5 m nett", ["house", "price <= 1500000000 IDR"]),
        ("ruko di Medan Selayang 1,8 m", ["shophouse", "Medan Selayang", "price <= 1800000000 IDR"]),
        ("seharga dua setengah miliar", ["price <= 2500000000 IDR"]),
        ("kos sebulan 1,2 juta", ["boarding house", "rent <= 1200000 IDR/month"]),
        ("sewanya 24 juta setahun", ["for rent", "rent <= 2000000 IDR/month"]),
        ("disewa 2 tahun", ["for rent", "minimum lease <= 24 month"]),
        ("tenor 20 tahun", ["loan term = 240 month"]),
        ("DP 5%", ["down payment share = 5 %"]),
        ("luas 1000 meter ke atas", ["land area >= 1000 m2"]),
        ("gudang minimal 1000 meter", ["warehouse", "land area >= 1000 m2"]),
        ("rumah 200 meter dari jalan besar", ["house", "near main road <= 200 m"]),
        ("umur bangunan tidak lebih dari 10 tahun", ["year built >= 2016"]),
        ("tahun bangunan minimal 2018", ["year built >= 2018"]),
        ("bisa ditempati mulai Januari 2027", ["available from >= 2027-01-01"]),
        ("10 menit ke kampus", ["near campus <= 7000 m"]),
        ("10 menit jalan kaki ke kampus", ["near campus <= 1000 m"]),
        ("tipe 70", ["building area ~ 70 m2"]),
        ("apartemen 40 meter 2 kamar", ["apartment", "building area ~ 40 m2", "bedrooms = 2"]),
        ("apartemen atau rumah minimal 40 meter", ["apartment", "house", "land area >= 40 m2"]),
        ("kosan 1,2 juta paling mahal", ["boarding house", "rent <= 1200000 IDR/month"]),
    ],
)
def test_amounts_are_of_what_people_mean(reader: RuleReader, query: str, expected: list[str]) -> None:
    assert wishes(reader, query) == expected


@pytest.mark.parametrize(
    ("query", "levels"),
    [
        ("komplek yang tenang", {"quiet": "complex"}),
        ("komplek asri", {"green": "complex"}),
        ("perumahan ramah anak dan dekat sekolah", {"child-friendly": "complex", "near school": "area"}),
        ("komplek yang nggak ramai dan nggak berisik", {"lively": "complex", "noisy": "complex"}),
        ("rumah di cluster yang aman dan tenang", {"safe": "complex", "quiet": "complex"}),
        ("rumah yang nyaman dan sejuk", {"comfortable": "property", "cool air": "property"}),
        ("komplek, lingkungan tenang", {"quiet": "area"}),
        ("komplek ada kolam renang, bebas banjir", {"swimming pool": "complex", "flood-free": "area"}),
        ("bebas banjir", {"flood-free": "area"}),
    ],
)
def test_a_quality_is_said_of_the_noun_before_it(reader: RuleReader, query: str, levels: dict[str, str]) -> None:
    found = {str(claim.concept): str(claim.level) for claim in reader.read_query(query).claims}
    assert {concept: found.get(concept) for concept in levels} == levels


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rumah di Medan selain Belawan dan Labuhan", ["house", "Medan", "-Medan Belawan", "-Medan Labuhan"]),
        ("hadap mana saja boleh kecuali barat", ["-west-facing"]),
        ("hadap timur atau selatan, jangan barat", ["east-facing", "south-facing", "-west-facing"]),
        ("bukan tusuk sate, bukan bekas rawa, tidak sengketa", ["-T-junction", "-former swamp", "-dispute"]),
        ("tanah bukan bekas rawa", ["land", "-former swamp"]),
        ("belum pernah kebanjiran, selain itu dekat pasar", ["-flood-prone", "near market"]),
        ("tanpa perantara, tanpa perabot", ["-through an agent", "-furnished"]),
        ("bukan di dalam komplek", ["-in complex"]),
        ("nggak berisik di Medan Barat", ["-noisy", "Medan Barat"]),
        ("tidak dekat kuburan atau rel kereta", ["-near cemetery", "-near railway"]),
        ("ga suka rumah yang gelap", ["house", "-dark"]),
        ("jangan terlalu jauh dari USU", ["USU"]),
        ("ada rumah bagus gak di Johor", ["house", "Medan Johor"]),
        ("bisa kpr gak, dekat sekolah atau pasar", ["mortgage possible", "near school", "near market"]),
    ],
)
def test_what_is_refused_is_denied_and_nothing_else(reader: RuleReader, query: str, expected: list[str]) -> None:
    assert wishes(reader, query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("boleh unfurnished", []),
        ("boleh bawa kucing", ["cats allowed"]),
        ("hadap mana aja bebas", []),
        ("baru atau bekas sama saja", []),
        ("pasar primer atau sekunder sama aja", []),
        ("gapapa agak jauh dari kota yg penting bebas banjir", ["flood-free"]),
        ("nggak keberatan kalau perlu renovasi", []),
        ("gak usah furnished", []),
        ("gak dalam komplek juga gpp", []),
        ("bukannya gak mau yang di gang", []),
        ("meskipun bangunan tua, asal SHM", ["SHM"]),
        ("rumah 3 kamar di johor unfurnished gpp", ["house", "bedrooms = 3", "Medan Johor"]),
        ("rumah baru atau bekas gak masalah", ["house"]),
    ],
)
def test_what_is_only_tolerated_is_no_wish(reader: RuleReader, query: str, expected: list[str]) -> None:
    assert wishes(reader, query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kl yg ada kolam renangnya brp", ["swimming pool"]),
        ("taman bermain di kompleknya", ["playground"]),
        ("kamarnya 3, dapurnya luas", ["bedrooms = 3", "spacious"]),
        ("rumah di Tasbi 2 Blok 5, kode pos 20132", ["house", "Tasbi 2"]),
        ("gudang daerah KIM 2", ["warehouse", "Kawasan Industri Medan"]),
        ("Assalamualaikum bu, mohon info rumah", ["house"]),
        ("15 menit naik mobil ke Bandara Kualanamu", ["Kualanamu ~ 8250 m"]),
        ("10 menit naik motor ke RS Adam Malik", ["RS Adam Malik ~ 5500 m"]),
        ("ruko panjang 20 meter di Jalan Asia", ["shophouse", "length ~ 20 m", "Jalan Asia"]),
        ("rumah di Kampung Baru", ["house", "Kampung Baru"]),
    ],
)
def test_names_and_endings(reader: RuleReader, query: str, expected: list[str]) -> None:
    assert wishes(reader, query) == expected


@pytest.mark.parametrize(
    ("query", "required"),
    [
        ("sebisa mungkin tanpa perantara", False),
        ("yang jelas wajib ada garasi", True),
        ("asal ada lift", True),
        ("mudah mudahan dekat masjid", False),
        ("dua kamar mandi lebih baik daripada satu", False),
    ],
)
def test_how_firm_a_wish_is(reader: RuleReader, query: str, required: bool) -> None:
    assert [claim.required for claim in reader.read_query(query).claims] == [required]
