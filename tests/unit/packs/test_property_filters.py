"""Every filter of the property assistant, in several wordings: what a question asks for, in the terms of a filter."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader

from evals.property.criteria import of_reply

M = 1_000_000_000
J = 1_000_000
INF = float("inf")


def asked(text: str) -> dict[str, object]:
    return of_reply(shared_reader("property").read_query(text).claims, shared_pack("property"))


KINDS = {
    "house": ["rumah", "rmh dong", "cari rumah tinggal", "hunian rumah tapak", "mau beli rumah", "looking for a house"],
    "shophouse": ["ruko", "ada ruko?", "rukan di medan", "cari ruko utk usaha", "shophouse please"],
    "land": ["tanah kosong", "cari tanah", "kavling", "kapling siap bangun", "lahan kosong", "a plot of land"],
    "apartment": ["apartemen", "apartment", "cari apt", "unit apartemen", "apartement disewa"],
    "warehouse": ["gudang", "butuh gudang", "warehouse", "gudang disewakan"],
    "office": ["kantor", "ruang kantor", "gedung kantor", "office space", "cari kantor"],
    "villa": ["villa", "vila", "villa disewa"],
    "boarding_house": ["kos", "kost", "kosan", "kos-kosan", "rumah kost", "indekos", "boarding house"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_property_types(kind: str) -> None:
    wrong = {text: found for text in KINDS[kind] if (found := asked(text)).get("property_type") != {kind}}
    assert wrong == {}


DEALS = {
    "sale": ["rumah dijual", "jual rumah", "mau beli rumah", "cari rumah dijual dong", "house for sale"],
    "rent": [
        "rumah disewa", "rumah disewakan", "sewa rumah", "mau nyewa rumah", "ngontrak rumah", "rumah kontrakan",
        "rumah sewaan", "house for rent", "apartemen sewa bulanan", "rumah sewa per tahun", "kontrak rumah setahun",
    ],
}  # fmt: skip


@pytest.mark.parametrize("deal", DEALS)
def test_listing_types(deal: str) -> None:
    wrong = {text: found for text in DEALS[deal] if (found := asked(text)).get("listing_type") != {deal}}
    assert wrong == {}


SOURCES = {
    "project": [
        "rumah proyek baru", "rumah dari developer", "unit baru dari developer", "primary market",
        "rumah baru dari pengembang", "langsung dari developer", "rumah primary",
    ],
    "listing": ["rumah second", "rumah bekas", "secondary market", "rumah sekunder", "rumah seken"],
}  # fmt: skip


@pytest.mark.parametrize("source", SOURCES)
def test_sources(source: str) -> None:
    wrong = {text: found for text in SOURCES[source] if (found := asked(text)).get("source") != {source}}
    assert wrong == {}


COMPLEX = {
    True: [
        "rumah dalam komplek", "rumah di komplek", "rumah di cluster", "rumah di perumahan", "rumah di kompleks",
        "rumah dlm komplek", "rumah di dalam kompleks", "rumah komplek", "house in a complex", "rumah perumahan",
    ],
    False: [
        "rumah standalone", "rumah bukan komplek", "rumah berdiri sendiri", "rumah di luar komplek",
        "rumah diluar komplek", "rumah tidak di dalam komplek", "rumah bukan di komplek", "rumah non komplek",
    ],
}  # fmt: skip


@pytest.mark.parametrize("inside", COMPLEX)
def test_in_a_complex_or_not(inside: bool) -> None:
    def said(found: dict[str, object]) -> object:
        denied = found.get("not")
        return (
            not denied["in_complex"] if isinstance(denied, dict) and "in_complex" in denied else found.get("in_complex")
        )

    wrong = {text: found for text in COMPLEX[inside] if said(found := asked(text)) is not inside}
    assert wrong == {}


FACINGS = {
    "utara": "utara", "selatan": "selatan", "timur": "timur", "barat": "barat", "timur laut": "timur_laut",
    "tenggara": "tenggara", "barat daya": "barat_daya", "barat laut": "barat_laut",
}  # fmt: skip


@pytest.mark.parametrize("direction", FACINGS)
@pytest.mark.parametrize(
    "wording",
    ["rumah hadap {}", "rumah menghadap {}", "rumah menghadap ke {}", "rumah arah {}", "rmh hdp {}", "muka {}",
     "rumah yang hadapnya {}", "hadap ke {} ya"],
)  # fmt: skip
def test_facings(direction: str, wording: str) -> None:
    assert asked(wording.format(direction)).get("facing") == {FACINGS[direction]}


PRICES: dict[str, tuple[float, float, str | None]] = {
    "rumah harga 1M an": (0.9 * M, 1.1 * M, None),
    "rumah 800 jutaan": (720 * J, 880 * J, None),
    "rumah dibawah 500 juta": (-INF, 500 * J, None),
    "rumah di bawah 500jt": (-INF, 500 * J, None),
    "rumah max 750 jt": (-INF, 750 * J, None),
    "rumah maksimal 1,5 M": (-INF, 1.5 * M, None),
    "rumah budget 1M": (-INF, 1 * M, None),
    "rumah minimal 2 miliar": (2 * M, INF, None),
    "rumah diatas 3 M": (3 * M, INF, None),
    "rumah antara 500 juta sampai 1 M": (500 * J, 1 * M, None),
    "rumah 500-800 juta": (500 * J, 800 * J, None),
    "rumah range 500jt-800jt": (500 * J, 800 * J, None),
    "rumah kisaran 600 sampai 700 juta": (600 * J, 700 * J, None),
    "rumah sekitar 1 milyar": (0.9 * M, 1.1 * M, None),
    "rumah kurang lebih 800 juta": (720 * J, 880 * J, None),
    "house under 700 million": (-INF, 700 * J, None),
    "rumah disewa maks 50 juta per tahun": (-INF, 50 * J, "year"),
    "sewa rumah 50jt/thn": (-INF, 50 * J, "year"),
    "rumah disewa 30 juta setahun": (-INF, 30 * J, "year"),
    "kos dibawah 1 juta sebulan": (-INF, 1 * J, "month"),
    "apartemen sewa 5 juta per bulan": (-INF, 5 * J, "month"),
    "ruko disewa 100 sampai 200 juta setahun": (100 * J, 200 * J, "year"),
    "rumah disewa 40 juta": (-INF, 40 * J, "year"),
}


@pytest.mark.parametrize("text", PRICES)
def test_prices_and_rents_with_their_period(text: str) -> None:
    found = asked(text).get("price")
    assert isinstance(found, tuple), found
    low, high, period = PRICES[text]
    assert (max(found[0], 0), found[1], found[2]) == (pytest.approx(max(low, 0)), pytest.approx(high), period)


COUNTS: dict[str, tuple[str, float, float]] = {
    "3 kamar": ("bedrooms", 3, 3),
    "rumah 3 kamar tidur": ("bedrooms", 3, 3),
    "rumah 3KT": ("bedrooms", 3, 3),
    "rumah tiga kamar": ("bedrooms", 3, 3),
    "rumah minimal 3 kamar": ("bedrooms", 3, INF),
    "rumah paling sedikit 3 kamar": ("bedrooms", 3, INF),
    "rumah maksimal 3 kamar": ("bedrooms", -INF, 3),
    "rumah paling banyak 3 kamar": ("bedrooms", -INF, 3),
    "rumah lebih dari 3 kamar": ("bedrooms", 4, INF),
    "rumah 3-4 kamar": ("bedrooms", 3, 4),
    "rumah 2 kamar mandi": ("bathrooms", 2, 2),
    "rumah km minimal 2": ("bathrooms", 2, INF),
    "rumah 2 lantai": ("floors", 2, 2),
    "ruko 3 tingkat": ("floors", 3, 3),
    "ruko minimal 3 lantai": ("floors", 3, INF),
    "rumah maksimal 2 lantai": ("floors", -INF, 2),
    "rumah paling banyak 2 tingkat": ("floors", -INF, 2),
    "rumah 3 lt": ("floors", 3, 3),
    "tanah minimal 200 m2": ("land_area", 200, INF),
    "rumah LT diatas 150": ("land_area", 150, INF),
    "rumah LB min 100 m2": ("building_area", 100, INF),
    "gudang luas bangunan minimal 500 meter": ("building_area", 500, INF),
    "three-bedroom house": ("bedrooms", 3, 3),
}


@pytest.mark.parametrize("text", COUNTS)
def test_counts_are_exact_or_ends(text: str) -> None:
    name, low, high = COUNTS[text]
    found = asked(text).get(name)
    assert isinstance(found, tuple), asked(text)
    assert (max(found[0], 0), found[1]) == (max(low, 0), high) or (low == 4 and max(found[0], 0) in (3, 4))


FEATURES = {
    "cctv": ["rumah ada cctv", "rumah pakai CCTV", "with cctv"],
    "wifi": ["kos ada wifi", "kos dengan internet wifi", "kost wi-fi"],
    "ac": ["rumah ada AC", "kos AC", "rumah pakai ac", "kamar ber-AC", "air conditioner"],
    "garage": ["rumah ada garasi", "rumah dengan garasi", "house with a garage"],
    "carport": ["rumah ada carport", "rumah dgn carpot", "rumah dengan carport"],
    "furnished": ["rumah full furnished", "apartemen furnished", "rumah perabot lengkap", "apartemen full furnish",
                  "rumah sudah ada perabot lengkap"],
    "semi_furnished": ["rumah semi furnished", "rumah semi furnish", "rumah semi-furnished"],
    "water_heater": ["rumah ada water heater", "rumah dengan pemanas air", "rumah ada waterheater"],
    "swimming_pool": ["komplek ada kolam renang", "rumah dengan kolam renang", "house with a swimming pool"],
    "security_24": ["rumah security 24 jam", "komplek dijaga 24 jam", "keamanan 24 jam", "satpam 24 jam"],
    "basketball_court": ["komplek dengan lapangan basket", "komplek ada lap basket", "basketball court"],
    "tennis_court": ["komplek ada lapangan tenis", "lap tenis", "tennis court"],
    "jogging_track": ["komplek ada jogging track", "ada jalur jogging", "ada joging track"],
    "playground": ["komplek ada playground", "ada taman bermain anak", "ada tempat bermain anak"],
    "clubhouse": ["komplek ada clubhouse", "ada club house", "komplek dengan klub house"],
    "gym": ["komplek ada gym", "ada fitness center", "ada tempat gym"],
    "taman": ["komplek ada taman", "taman di komplek"],
}  # fmt: skip


@pytest.mark.parametrize("feature", FEATURES)
def test_amenities_and_facilities(feature: str) -> None:
    def has(text: str) -> set[str]:
        found = asked(text).get("has")
        return found if isinstance(found, set) else set()

    also = {"taman": {"garden"}, "security_24": {"security"}}.get(feature, set())
    wrong = {text: asked(text) for text in FEATURES[feature] if not has(text) & {feature, *also}}
    assert wrong == {}


CERTIFICATES = {
    "shm": ["rumah SHM", "sertifikat hak milik", "surat SHM", "tanah sudah shm"],
    "hgb": ["rumah HGB", "sertifikat hak guna bangunan", "SHGB"],
    "sk camat": ["tanah SK camat", "surat camat"],
    "strata title": ["apartemen strata title"],
}


@pytest.mark.parametrize("certificate", CERTIFICATES)
def test_certificates(certificate: str) -> None:
    wrong = {text: asked(text) for text in CERTIFICATES[certificate] if asked(text).get("certificate") != {certificate}}
    assert wrong == {}


RADII = {
    "rumah dekat USU": 1000,
    "rumah deket Sun Plaza": 1000,
    "rumah sekitar Sun Plaza": 2000,
    "rumah sekitaran USU": 2000,
    "rumah di inti kota medan": 3000,
    "apartemen di pusat kota": 3000,
    "rumah dekat mall": 1000,
    "rumah radius 2 km dari USU": 2000,
}


@pytest.mark.parametrize("text", RADII)
def test_the_radius_goes_by_the_word_of_nearness(text: str) -> None:
    claims = shared_reader("property").read_query(text).claims
    (where,) = (claim.where for claim in claims if claim.where is not None)
    assert where.distance is not None
    assert where.distance.high == RADII[text]


@pytest.mark.parametrize("text", ["rumah daerah Ringroad", "rumah di kawasan Cemara Asri", "ruko wilayah Medan Johor"])
def test_an_area_by_name_has_no_radius(text: str) -> None:
    claims = shared_reader("property").read_query(text).claims
    (where,) = (claim.where for claim in claims if claim.where is not None)
    assert (str(where.relation.value), where.distance) == ("in", None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("rumah dekat sekolah", "school"),
        ("rumah dekat mall", "mall"),
        ("rumah dekat pusat perbelanjaan", "mall"),
        ("rumah dekat RS", "hospital"),
        ("rumah dekat rumah sakit", "hospital"),
        ("rumah dekat universitas", "campus"),
        ("rumah dekat kampus", "campus"),
        ("house near a school", "school"),
    ],
)
def test_kinds_of_places(text: str, kind: str) -> None:
    assert asked(text).get("location") == [("kind", kind)]
