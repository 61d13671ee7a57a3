"""What an Indonesian text, or one with English mixed in, says in numbers; the notation is that of test_amounts.py."""

from __future__ import annotations

import math
from datetime import date

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages import language_of
from claimtree.languages.en.amounts import AMOUNTS as ENGLISH
from claimtree.languages.id.amounts import AMOUNTS as INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import AboutScale, AmountMention, blend, find_amounts

IDR = UnitSpec(kind=AmountKind.MONEY, unit="IDR")
UNITS = {"rp": IDR, "idr": IDR, "rupiah": IDR, "$": UnitSpec(kind=AmountKind.MONEY, unit="USD")}
BOTH = language_of(shared_pack("property")).amounts
TODAY = date(2026, 11, 15)


def written(mention: AmountMention) -> str:
    amount = mention.amount
    low = "" if amount.low == -math.inf else f"{amount.low:.6g}"
    high = "" if amount.high == math.inf else f"{amount.high:.6g}"
    ends = low if low == high else f"{low},{high}"
    mark = "~" if amount.op is Op.APPROX else ""
    what = "?" if not mention.has_unit else amount.unit or amount.kind.value
    return f"{mark}{'(' if amount.low_open else '['}{ends}{')' if amount.high_open else ']'} {what}"


def find(text: str, *, query: bool = False, about_scale: AboutScale = AboutScale.NEAR) -> tuple[AmountMention, ...]:
    tokens = tokenize(text)
    return find_amounts(
        tokens,
        units=UNITS,
        query=query,
        words=BOTH,
        decimal_comma=range(len(tokens)),
        today=TODAY,
        about_scale=about_scale,
    )


def read(text: str, *, query: bool = False, about_scale: AboutScale = AboutScale.NEAR) -> str:
    return "; ".join(map(written, find(text, query=query, about_scale=about_scale)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rp 1,3 Miliar", "[1.3e+09] IDR"),
        ("Rp 850 Juta", "[8.5e+08] IDR"),
        ("Rp. 850 Juta", "[8.5e+08] IDR"),
        ("Rp.500.000/bln", "[500000] IDR/month"),
        ("Rp 1.250.000.000,-", "[1.25e+09] IDR"),
        ("Rp 3.500.000,00 / bulan", "[3.5e+06] IDR/month"),
        ("Rp 2,5M", "[2.5e+09] IDR"),
        ("Rp 1.6 M", "[1.6e+09] IDR"),
        ("1,350 miliar", "[1.35e+09] IDR"),
        ("1.350 miliar", "[1.35e+09] IDR"),
        ("750 jt", "[7.5e+08] IDR"),
        ("500rb", "[500000] IDR"),
        ("sejuta rupiah", "[1e+06] IDR"),
        ("setengah miliar", "[5e+08] IDR"),
        ("dua setengah juta", "[2.5e+06] IDR"),
        ("satu koma lima miliar", "[1.5e+09] IDR"),
        ("2 juta 500 ribu", "[2.5e+06] IDR"),
        ("dua miliar lima ratus juta", "[2.5e+09] IDR"),
        ("harga 850.000.000", "[8.5e+08] IDR"),
        ("harga 750000000", "[7.5e+08] IDR"),
        ("33jt / tahun", "[2.75e+06] IDR/month"),
        ("24 juta setahun", "[2e+06] IDR/month"),
        ("24 juta per thn", "[2e+06] IDR/month"),
        ("3 juta sebulan", "[3e+06] IDR/month"),
        ("350rb/malam", "[350000] IDR/day"),
        ("5 juta/m2", "[5e+06] IDR/m2"),
        ("5 juta per meter", "[5e+06] IDR/m2"),
        ("5jt/m", "[5e+06] IDR/m2"),
        ("IDR 2.5 billion", "[2.5e+09] IDR"),
        ("$1.2M", "[1.2e+06] USD"),
        ("1 M 200 jt", "[1.2e+09] IDR"),
        ("setengah M", "[5e+08] IDR"),
    ],
)
def test_money_comes_in_rupiah_with_its_period(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("harga 1M", "[1e+09] IDR"),
        ("harga 1,5 m", "[1.5e+09] IDR"),
        ("di bawah 2M", "[,2e+09) IDR"),
        ("1 M ke bawah", "[,1e+09] IDR"),
        ("1-2M", "[1e+09,2e+09] IDR"),
        ("500-1M", "[5e+08,1e+09] IDR"),
        ("500 jt - 1 M", "[5e+08,1e+09] IDR"),
        ("5 m x 20 m", "[100] m2"),
        ("6 M x 12 M", "[72] m2"),
        ("10x20 m2", "[200] m2"),
        ("10 x 20m²", "[200] m2"),
        ("2 x 200 m2", ""),  # two areas, not sides
        ("LT 120 m", "[120] m2"),
        ("LT 120 M", "[120] m2"),
        ("lebar jalan 5 M", "[5] m"),
        ("ROW 8 M", "[8] m"),
        ("100m dari jalan raya", "[100] m"),
        ("500M", "[500] m"),
    ],
)
def test_m_is_a_milliard_of_money_and_a_metre_of_anything_else(text: str, said: str) -> None:
    assert read(text) == said


def test_a_small_m_alone_is_money_only_in_a_query() -> None:
    assert read("rumah 2m", query=True) == "~[1.88e+09,2.12e+09] IDR"
    assert read("rumah 2m") == "[2] m"
    assert read("dekat kampus 500m", query=True) == "[500] m"


@pytest.mark.parametrize(
    ("text", "near", "decade"),
    [
        ("1M an", "~[9e+08,1.1e+09] IDR", "~[1e+09,1.99e+09] IDR"),
        ("1M-an", "~[9e+08,1.1e+09] IDR", "~[1e+09,1.99e+09] IDR"),
        ("1 M-an", "~[9e+08,1.1e+09] IDR", "~[1e+09,1.99e+09] IDR"),
        ("harga kisaran 1M an", "~[9e+08,1.1e+09] IDR", "~[1e+09,1.99e+09] IDR"),
        ("sekitar 2M-an", "~[1.8e+09,2.2e+09] IDR", "~[2e+09,2.99e+09] IDR"),
        ("1,5 M an", "~[1.35e+09,1.65e+09] IDR", "~[1.5e+09,1.599e+09] IDR"),
        ("800 jutaan", "~[7.2e+08,8.8e+08] IDR", "~[8e+08,8.99e+08] IDR"),
        ("700jtan", "~[6.3e+08,7.7e+08] IDR", "~[7e+08,7.99e+08] IDR"),
        ("500an juta", "~[4.5e+08,5.5e+08] IDR", "~[5e+08,5.99e+08] IDR"),
        ("1 jutaan per bulan", "~[900000,1.1e+06] IDR/month", "~[1e+06,1.99e+06] IDR/month"),
        ("di bawah 1M an", "[,1e+09) IDR", "[,1e+09) IDR"),
    ],
)
def test_an_makes_a_number_rough_as_the_pack_has_it(text: str, near: str, decade: str) -> None:
    assert read(text) == near
    assert read(text, about_scale=AboutScale.DECADE) == decade


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("minimal 3 kamar", "[3,] ?"),
        ("3 kamar minimal", "[3,] ?"),
        ("min 2 kamar mandi", "[2,] ?"),
        ("min. 2 kamar", "[2,] ?"),
        ("paling sedikit 3 kamar", "[3,] ?"),
        ("paling banyak 3 kamar", "[,3] ?"),
        ("paling mahal 500 juta", "[,5e+08] IDR"),
        ("paling murah 500 juta", "[5e+08,] IDR"),
        ("maksimal 1,5 M", "[,1.5e+09] IDR"),
        ("maks. 500 juta", "[,5e+08] IDR"),
        ("max 500 juta", "[,5e+08] IDR"),
        ("harga max 500 juta", "[,5e+08] IDR"),
        ("maksimal harga 500 juta", "[,5e+08] IDR"),
        ("dibawah 500 jt", "[,5e+08) IDR"),
        ("di bawah Rp 500 juta", "[,5e+08) IDR"),
        ("di atas 200 m2", "(200,] m2"),
        ("diatas 1 M", "(1e+09,] IDR"),
        ("kurang dari 100 m2", "[,100) m2"),
        ("lebih dari 200 meter persegi", "(200,] m2"),
        ("tidak lebih dari 1 M", "[,1e+09] IDR"),
        ("jangan lebih dari 700 juta", "[,7e+08] IDR"),
        ("tidak kurang dari 3 kamar", "[3,] ?"),
        ("lebih murah dari 500 juta", "[,5e+08) IDR"),
        ("lebih dari atau sama dengan 3 kamar", "[3,] ?"),
        ("500 juta ke atas", "[5e+08,] IDR"),
        ("500 juta kebawah", "[,5e+08] IDR"),
        ("3 kamar atau lebih", "[3,] ?"),
        ("satu atau lebih kamar", "[1,] ?"),
        ("mulai dari 500 juta", "[5e+08,] IDR"),
        ("mulai 500 juta", "[5e+08,] IDR"),
        ("sampai 500 juta", "[,5e+08] IDR"),
        ("hingga 500 juta", "[,5e+08] IDR"),
        ("kisaran 500 juta", "~[4.7e+08,5.3e+08] IDR"),
        ("sekitar 100 m2", "~[90,110] m2"),
        ("kira-kira 700 juta", "~[6.58e+08,7.42e+08] IDR"),
        ("kurang lebih 100 m2", "~[90,110] m2"),
        ("tepat 500 juta", "[5e+08] IDR"),
        ("antara 500 juta dan 1 miliar", "[5e+08,1e+09] IDR"),
        ("antara 500 sampai 800 juta", "[5e+08,8e+08] IDR"),
        ("dari 500 juta sampai 1 M", "[5e+08,1e+09] IDR"),
        ("300 s/d 500 juta", "[3e+08,5e+08] IDR"),
        ("300 sd 500 juta", "[3e+08,5e+08] IDR"),
        ("300 sampai dengan 500 juta", "[3e+08,5e+08] IDR"),
        ("300 hingga 500 juta", "[3e+08,5e+08] IDR"),
        ("range 500jt-800jt", "[5e+08,8e+08] IDR"),
        ("Rp 850 Juta - 1,2 Miliar", "[8.5e+08,1.2e+09] IDR"),
        ("1,2 - 1,5 miliar", "[1.2e+09,1.5e+09] IDR"),
        ("3-5 juta/bulan", "[3e+06,5e+06] IDR/month"),
        ("2 atau 3 kamar", "[2,3] ?"),
        ("2 atau 4 kamar", "[2] ?; [4] ?"),
        ("budget 3 juta, bisa sampai 3,5 juta", "[,3.5e+06] IDR"),
        ("under 500 juta", "[,5e+08) IDR"),
        ("at least 3 kamar", "[3,] ?"),
        ("budget max 500jt, LT min 100", "[,5e+08] IDR; [100,] m2"),
    ],
)
def test_a_comparison_stands_before_or_after_its_number(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2.500 m2", "[2500] m2"),
        ("120 meter persegi", "[120] m2"),
        ("120 m persegi", "[120] m2"),
        ("tanah 2 are", "[200] m2"),
        ("1,5 hektar", "[15000] m2"),
        ("2 ha", "[20000] m2"),
        ("LT 120", "[120] m2"),
        ("LB: 90", "[90] m2"),
        ("LT120 LB90", "[120] m2; [90] m2"),
        ("LT 120 LB 90", "[120] m2; [90] m2"),
        ("luas tanah 100-150", "[100,150] m2"),
        ("luas tanah minimal 100m2", "[100,] m2"),
        ("luas 200 meter", "[200] m2"),
        ("tanah 200 meter", "[200] m2"),
        ("tanah 500 meter dari jalan", "[500] m"),
        ("LT : 6 x 14", "[84] m2"),
        ("6 x 12 m", "[72] m2"),
        ("kamar 3x4", "[12] m2"),
        ("keramik 60 x 60", ""),
        ("rumah luas 3 kamar", "[3] ?"),
        ("rumah di cluster 3 kamar", "[3] ?"),
        ("luas tanah 200, lebar 8 m", "[200] m2; [8] m"),
        ("cukup untuk 4 orang", "[8,] m2"),
        ("balkon untuk 2 kursi", "[4,] m2"),
        ("muat 2 mobil", "[2] ?"),
    ],
)
def test_areas_are_known_by_unit_by_label_and_by_sides(text: str, said: str) -> None:
    assert read(text) == said


def test_numbers_listed_apart_from_their_labels_say_which_is_whose() -> None:
    land, building = find("LT/LB: 120/90 m2")
    assert (written(land), land.label) == ("[120] m2", 0)
    assert (written(building), building.label) == ("[90] m2", 2)
    assert [mention.label for mention in find("KT/KM 3/2")] == [0, 2]
    assert [mention.label for mention in find("3 KT / 2 KM")] == [None, None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3KT 2KM", "[3] ?; [2] ?"),
        ("kt 3 km 2", "[3] ?; [2] ?"),
        ("3 KT, 2 km ke kampus", "[3] ?; [2000] m"),
        ("2 km dari kampus", "[2000] m"),
        ("3+1 kamar tidur", "[3] ?"),
        ("4+1KT", "[4] ?"),
        ("KT 2 + KM 1", "[2] ?; [1] ?"),
        ("2 lantai+3 kamar", "[2] ?; [3] ?"),
        ("dua belas kamar", "[12] ?"),
        ("tiga kamar", "[3] ?"),
        ("2,5 lantai", "[2.5] ?"),
        ("2 lantai 3 kamar tidur", "[2] ?; [3] ?"),
        ("2 tingkat", "[2] ?"),
        ("Lantai: 2", "[2] ?"),
        ("lantai 3", "[3] floor"),
        ("lantai dua", "[2] floor"),
        ("lantai ke-3", "[3] floor"),
        ("di lantai 10 gedung tinggi", "[10] floor"),
        ("di atas lantai 5", "(5,] floor"),
        ("tahun 2020", "[2020] year"),
        ("dibangun 2015", "[2015] year"),
        ("dibangun setelah 2015", "(2015,] year"),
        ("sebelum tahun 2000", "[,2000) year"),
        ("tahun 2020 ke atas", "[2020,] year"),
        ("umur bangunan 5 tahun", "[2021] year"),
        ("usia bangunan kurang dari 5 tahun", "(2021,] year"),
        ("umur maksimal 10 tahun", "[2016,] year"),
        ("sewa minimal 2 tahun", "[24,] month"),
        ("DP 10%", "[10] %"),
        ("bunga 5,5 persen", "[5.5] %"),
        ("40 kali sewa", "[40] ratio"),
    ],
)
def test_rooms_floors_years_and_shares_are_told_apart(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 menit jalan kaki", "~[300,500] m"),
        ("jalan kaki 5 menit", "~[300,500] m"),
        ("5-10 menit jalan kaki", "[300,1000] m"),
        ("jalan kaki 5-10 menit", "[300,1000] m"),
        ("10 menit naik motor", "~[4000,7000] m"),
        ("maksimal 15 menit naik mobil", "[,10500] m"),
        ("10 menit bersepeda", "~[2000,3000] m"),
        ("10 menit naik kereta", "~[3000,6000] m"),
        ("jarak jalan kaki", "[,800] m"),
        ("dalam radius 500 m", "[,500] m"),
        ("5 menit ke tol", "[5] minute"),
        ("setengah jam", "[30] minute"),
    ],
)
def test_ways_are_metres_and_times_are_minutes(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Jl. Setia Budi No. 12",
        "Jalan Gatot Subroto 45",
        "jl. gajah mada no. 5",
        "Komplek Cemara Asri Blok C No 12",
        "Blok B7",
        "Blok 5",
        "RT 03/RW 05",
        "Gang 3",
        "Ring Road 2",
        "0812-3456-7890",
        "0812 3456 7890",
        "081234567890",
        "+62 812 6000 1234",
        "telp 061-4567890",
        "Medan, Sumatera Utara, 20371",
        "Kel. Tanah Enam Ratus",
        "SMA 3",
        "Security 24 Jam",
    ],
)
def test_a_number_that_is_a_name_is_no_amount(text: str) -> None:
    assert read(text) == ""


def test_the_first_language_of_a_blend_wins() -> None:
    assert BOTH.money_scales["m"] == 1e9
    assert blend(ENGLISH, INDONESIAN).money_scales["m"] == 1e6
    assert {"two", "dua"} <= BOTH.numbers.small.keys()
    assert {"at", "paling"} <= BOTH.starters


def test_the_marks_are_read_by_the_convention_that_holds_where_they_stand() -> None:
    tokens = tokenize("2.500 m2, 2.500 m2")
    mentions = find_amounts(tokens, units=UNITS, query=False, words=BOTH, decimal_comma={0})
    assert [mention.amount.low for mention in mentions] == [2500, 2.5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sebulan 1,2 juta", "[1.2e+06] IDR/month"),
        ("per tahun maksimal 36 juta", "[,3e+06] IDR/month"),
        ("setahun: Rp 24.000.000", "[2e+06] IDR/month"),
        ("per bulan 2 juta sampai 3 juta", "[2e+06,3e+06] IDR/month"),
        ("harian 300 ribu", "[300000] IDR/day"),
        ("2 juta sebulan 5 juta deposit", "[2e+06] IDR/month; [5e+06] IDR"),
        ("bulanan, 2 juta", "[2e+06] IDR"),
    ],
)
def test_the_period_may_stand_before_the_money(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rumah 1.5 m nett", "~[1.41e+09,1.59e+09] IDR"),
        ("rumah 2 m nego", "~[1.88e+09,2.12e+09] IDR"),
        ("medan selayang 1,8 m", "~[1.692e+09,1.908e+09] IDR"),
        ("dekat kampus 1,5m", "~[1.41e+09,1.59e+09] IDR"),
        ("lebar jalan 5 m", "[5] m"),
        ("dekat tol 500 m", "[500] m"),
        ("2 m dari jalan", "[2] m"),
        ("luas 1000 meter ke atas", "[1000,] m2"),
        ("luas 1000 meter ke kampus", "[1000] m"),
        ("gudang minimal 1000 meter", "[1000,] m2"),
        ("rumah dekat masjid 100 meter", "[100] m"),
        ("apartemen 40 meter 2 kamar", "[40] m2; [2] ?"),
        ("tipe 45", "[45] m2"),
        ("lebih luas dari tipe 70", "(70,] m2"),
        ("3 kamar 2 km", "[3] ?; [2] ?"),
        ("3 kamar 2 km dari kampus", "[3] ?; [2000] m"),
        ("bangunan minimal 2018", "[2018,] year"),
    ],
)
def test_who_asks_means_prices_and_areas_where_only_metres_are_written(text: str, said: str) -> None:
    assert read(text, query=True) == said
