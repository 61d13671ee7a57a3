"""The property pack: its table of types, its words read back, its places, and its demo data answered."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree import serialization
from claimtree.engine import Engine
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.answers import Found
from claimtree.model.claims import Claim, EntityId, LevelName, Name, QueryClaim, TypeName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import NoticeCode
from claimtree.model.pack import Concept, Pack
from claimtree.models.scope import shipped_scope
from claimtree.packs import pack_folder
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.text.rule_reader import RuleReader
from claimtree.workspace import Workspace

AMOUNTS = {
    "money/IDR": "800 juta",
    "money/IDR/month": "5 juta per bulan",
    "money/IDR/m2": "3 juta per m2",
    "area/m2": "120 m2",
    "count/": "3",
    "count/VA": "2200 watt",
    "year/": "2020",
    "distance/m": "8 meter",
    "percent/%": "10%",
    "duration/month": "2 tahun",
    "date/day": "Januari 2027",
    "money/IDR/day": "300 ribu per malam",
    "floor/": "3",
}
"""An amount of each kind and unit, as it is said."""

COMPANY = {"_ km": "2 kt _ km"}
"""Sayings that are something else alone: "3 km" is a way."""
AGED = {"umur", "usia", "berumur", "berusia"}
"""After these comes no year but how many of them."""

HOUSE = Entity(id=EntityId("h"), level=LevelName("property"))


@pytest.fixture(scope="module")
def property_pack() -> Pack:
    return shared_pack("property")


@pytest.fixture(scope="module")
def reader(property_pack: Pack) -> RuleReader:
    return RuleReader(property_pack, scope=shipped_scope())


@pytest.fixture(scope="module")
def demo_files(property_pack: Pack) -> list[Path]:
    return [pack_folder("property") / name for name in property_pack.demo]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory, demo_files: list[Path]) -> Iterator[Engine]:
    """On the demo data, and on words alone: what the pack's lists know needs no likeness."""
    home = tmp_path_factory.mktemp("home")
    settings = Settings(home=home, store=str(home / "demo.db"), pack="property", embedder="hashed-256")
    with Workspace(settings) as workspace:
        report = workspace.indexer(workspace.store_to_write()).index(read_files(demo_files, workspace.pack))
        assert report.ok
        # Two floors of bedrooms, half a floor more than the column counts, buildings smaller than their plots, and a
        # complex that is called after another district.
        assert (report.outranked, report.disputed, len(report.notices)) == (15, 0, 15)
        assert all("yang berlaku" in told for told in notice_texts(report))
        yield workspace.engine


def test_fourteen_types_stand_at_the_levels_of_the_table(property_pack: Pack) -> None:
    assert {name: " ".join(spec.levels) for name, spec in property_pack.types.items()} == {
        "location": "area property",
        "price": "property",
        "size": "property",
        "kind": "property",
        "deal": "property",
        "complex": "property complex",
        "orientation": "property room",
        "amenities": "property room",
        "facilities": "complex property",
        "legal": "property",
        "condition": "property room",
        "character": "area complex property room",
        "access": "area property",
        "terms": "property",
    }


def test_what_people_insist_on_is_firm(property_pack: Pack) -> None:
    soft = {name for name, spec in property_pack.types.items() if not spec.firm}
    assert soft == {"amenities", "facilities", "condition", "character", "access"}


def test_the_examples_of_a_type_are_read_as_that_type(property_pack: Pack, reader: RuleReader) -> None:
    """Not each: they are there for what no word list knows. But the word lists must not contradict them."""
    for spec in property_pack.types.values():
        types = Counter(claim.type for text in spec.examples for claim in reader.read_query(text).claims)
        assert types.most_common(1)[0][0] == spec.name


@pytest.mark.slow
def test_every_saying_is_read_as_its_concept(property_pack: Pack, reader: RuleReader) -> None:
    for concept in property_pack.concepts.values():
        for text, denied, query in _said(concept):
            read = _claims(reader, text, query=query)
            assert any(c.concept == concept.id and c.negated == denied for c in read), (concept.id, text)


def _said(concept: Concept) -> Iterator[tuple[str, bool, bool]]:
    """Its sayings with amounts filled in, whether they deny it, and whether a query says them."""
    spec = concept.amount
    amount = AMOUNTS[f"{spec.kind}/{spec.unit}"] if spec else ""
    for words, denied, in_queries, in_listings in (
        ((*concept.says, *concept.fixed), False, True, True),
        (concept.denies, True, True, True),
        (concept.query_only, False, True, False),
        (concept.document_only, False, False, True),
    ):
        for said in words:
            text = COMPANY.get(said, said).replace("_", "5 tahun" if AGED.intersection(said.split()) else amount)
            if in_queries:
                yield text, denied, True
            if in_listings:
                yield text, denied, False


def _claims(reader: RuleReader, text: str, *, query: bool) -> Sequence[Claim | QueryClaim]:
    if query:
        return reader.read_query(text).claims
    return reader.read_document(text, about=HOUSE, source="s").claims


def test_what_we_say_back_is_read_as_what_was_meant(property_pack: Pack, reader: RuleReader) -> None:
    for concept in property_pack.concepts.values():
        if concept.amount is None:
            claims = reader.read_query(concept.wording).claims
            assert [(claim.concept, claim.negated) for claim in claims] == [(concept.id, False)], concept.wording


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("furnished", "unfurnished"),
        ("semi-furnished", "unfurnished"),
        ("for sale", "for rent"),
        ("primary market", "secondary market"),
        ("in complex", "standalone"),
        ("SHM", "HGB"),
        ("SHM", "girik"),
        ("SHM", "camat letter"),
        ("flood-free", "flood-prone"),
        ("quiet", "noisy"),
        ("safe", "unsafe"),
        ("cheap", "expensive"),
        ("spacious", "small"),
        ("new building", "old building"),
        ("ready to occupy", "needs renovation"),
        ("ready to occupy", "indent"),
        ("mortgage possible", "cash only"),
        ("negotiable", "fixed price"),
        ("main road", "alley"),
        ("city centre", "outskirts"),
        ("house", "apartment"),
        ("house", "shophouse"),
        ("house", "land"),
        ("north-facing", "south-facing"),
        ("east-facing", "northeast-facing"),
        ("southwest-facing", "northwest-facing"),
    ],
)
def test_opposites_exclude_each_other_both_ways(property_pack: Pack, one: str, other: str) -> None:
    assert _counts(property_pack, one, other, excludes=True)
    assert _counts(property_pack, other, one, excludes=True)


def test_every_direction_excludes_every_other(property_pack: Pack) -> None:
    facing = {id for id in property_pack.concepts if id.endswith("-facing")}
    assert len(facing) == 8
    for id in facing:
        steps = property_pack.concepts[id].steps
        assert {step.to for step in steps if step.excludes} == facing - {id}


@pytest.mark.parametrize(
    ("said", "implied"),
    [
        ("SHM", "certificate"),
        ("HGB", "certificate"),
        ("one gate", "in complex"),
        ("townhouse", "house"),
        ("24-hour security", "security"),
        ("basketball court", "sports facilities"),
        ("private pool", "swimming pool"),
        ("garage", "parking"),
        ("minimalist", "modern"),
        ("no down payment", "low down payment"),
    ],
)
def test_an_implication_holds_one_way_only(property_pack: Pack, said: str, implied: str) -> None:
    assert _counts(property_pack, said, implied, excludes=False)
    assert not _counts(property_pack, implied, said, excludes=False)


def _counts(pack: Pack, one: str, other: str, *, excludes: bool) -> bool:
    """Whether a step from one to the other is sure enough for the type that is asked for."""
    concepts = {str(id): concept for id, concept in pack.concepts.items()}
    threshold = pack.types[concepts[other].type].threshold
    return any(
        step.to == other and step.excludes == excludes and step.discount >= threshold for step in concepts[one].steps
    )


def test_the_twenty_one_districts_lie_in_medan(property_pack: Pack) -> None:
    districts = [name for name in property_pack.names["district"].entries if name.startswith("Medan ")]
    assert len(districts) == 21
    for name in districts:
        assert property_pack.containers(Name(kind="district", text=name)) == (Name(kind="city", text="Medan"),)


def test_places_lie_in_what_contains_them(property_pack: Pack) -> None:
    cluster = property_pack.containers(Name(kind="complex", text="Tasbi 2"))
    assert [name.text for name in cluster] == ["Taman Setia Budi Indah", "Setia Budi", "Medan"]
    street = property_pack.containers(Name(kind="street", text="Jalan Karya Wisata"))
    assert [name.text for name in street] == ["Karya Wisata", "Medan Johor", "Medan"]


def test_no_alias_names_two_places(property_pack: Pack) -> None:
    """Across kinds as well, where the loader allows it: the first kind would hide the other."""
    said = Counter(
        alias.casefold()
        for kind in property_pack.names.values()
        for name, aliases in kind.entries.items()
        for alias in {name.casefold(), *map(str.casefold, aliases)}
    )
    assert not [alias for alias, count in said.items() if count > 1]


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("rmh 3KT dkt USU hrg 900jt an", ["rumah", "3 kamar tidur", "dekat USU", "price 810000000 990000000"]),
        ("ruko 2 tingkat di gatsu", ["ruko", "2 lantai", "di Jalan Gatot Subroto"]),
        ("rumah di komplek cemara asri", ["rumah", "di Cemara Asri"]),
        ("tanah 2 rante di tuntungan", ["tanah", "luas tanah sekitar 800 m²", "di Medan Tuntungan"]),
        (
            "rumah sewa 24 juta per tahun, semi furnish",
            ["rumah", "disewakan", "rent -inf 2000000", "semi furnished"],
        ),
        ("dekat rumah sakit, jangan hadap barat", ["dekat rumah sakit", "-hadap barat"]),
        ("house in a cluster, facing north", ["rumah", "dalam komplek", "hadap utara"]),
        ("ada gudang, garasi 2 mobil", ["ruang gudang", "garasi 2"]),
        ("bebas banjir dan tidak bising", ["bebas banjir", "-bising"]),
    ],
)
def test_shorthand_and_mixed_languages_are_read(reader: RuleReader, query: str, wishes: list[str]) -> None:
    found = []
    for claim in reader.read_query(query).claims:
        money = [amount for amount in claim.amounts if amount.kind == "money"]
        said = f"{money[0].noun} {money[0].low:.0f} {money[0].high:.0f}" if money else claim.text
        # The pattern is without the word that denies it, which is the engine's.
        found.append(f"-{claim.pattern}" if claim.negated else said)
    assert found == wishes


def test_the_demo_files_hold_what_they_should(property_pack: Pack, demo_files: list[Path]) -> None:
    documents = list(read_files(demo_files, property_pack))
    assert all(isinstance(document, Document) for document in documents)
    levels = Counter(document.level for document in documents if isinstance(document, Document))
    assert levels[LevelName("area")] >= 20
    assert levels[LevelName("complex")] >= 40
    assert levels[LevelName("property")] >= 150


def test_demo_coordinates_are_in_and_around_medan(demo_files: list[Path]) -> None:
    for file in demo_files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert 3.48 < row["lat"] < 3.80, row["id"]
            assert 98.55 < row["lon"] < 98.78, row["id"]


BEST = ["md-045", "md-011", "md-018", "md-049", "md-039", "md-033", "md-024", "md-017", "md-001"]
"""The first hit of each of the pack's queries."""


def test_the_example_queries_are_read_in_full_and_answered(engine: Engine, property_pack: Pack) -> None:
    assert len(property_pack.queries) == len(BEST)
    for query, best in zip(property_pack.queries, BEST, strict=True):
        answer = engine.search(query, limit=3)
        assert isinstance(answer, Found)
        assert not notice_texts(answer), query
        assert all(claim.concept or claim.name for claim in answer.claims), query
        assert answer.hits[0].id == best, query
        assert answer.hits[0].standing.met == len(answer.without), query


@pytest.mark.parametrize(
    ("query", "never"),
    [
        ("rumah hadap utara di Cemara Asri", {"md-002", "md-004", "md-007"}),  # another direction, another complex
        ("rumah di luar komplek di Medan Johor", {"md-021", "md-022", "md-023"}),
        ("disewa rumah semi furnished", {"md-001", "md-012"}),  # for sale
        ("tanah SHM di Marelan", {"md-034"}),  # a letter from the camat
        ("rumah bisa KPR di Krakatau", {"md-029"}),  # cash only
    ],
)
def test_what_is_refuted_is_not_shown(engine: Engine, query: str, never: set[str]) -> None:
    answer = engine.search(query, limit=50)
    assert isinstance(answer, Found)
    assert answer.hits
    assert never.isdisjoint(hit.id for hit in answer.hits)


@pytest.mark.parametrize(
    ("query", "kind", "deal"),
    [
        ("rumah disewa di Marelan di bawah 5 juta per tahun", "house", "rent"),
        ("rumah disewakan 9 kamar tidur di Polonia", "house", "rent"),
        ("ruko dijual di Cemara di bawah 200 juta", "shophouse", "sale"),
        ("apartemen disewa 6 kamar hadap barat daya", "apartment", "rent"),
        ("gudang disewa 4 lantai di Johor maksimal 20 juta setahun", "warehouse", "rent"),
    ],
)
def test_where_nothing_fits_the_kind_and_the_deal_stay(engine: Engine, query: str, kind: str, deal: str) -> None:
    answer = engine.search(query, limit=3)
    assert isinstance(answer, Found)
    assert answer.hits[0].met < len(answer.without)
    assert (answer.hits[0].fields["property_type"], answer.hits[0].fields["listing_type"]) == (kind, deal)


def test_a_garden_of_its_own_does_for_a_garden(engine: Engine) -> None:
    answer = engine.search("rumah di Griya Cendana Ringroad, wajib ada taman", limit=1)
    assert isinstance(answer, Found)
    assert answer.hits[0].id == "md-017"


@pytest.mark.parametrize(
    ("query", "told", "reason"),
    [
        (
            "rumah dijual di bawah 10 juta, khusus muslim",
            ["“khusus muslim” tidak saya pakai (fair housing)", "Tidak ada yang memenuhi semua syarat wajib"],
            "terbantah dan tidak menambah nilai: Rp 2,85 miliar, Rp 2,84 miliar di atas batas Anda.",
        ),
        (
            "I want a house for sale under 10 million rupiah, muslims only",
            ["I left out “muslims only” (fair housing)", "Nothing fits everything you require"],
            "is refuted and adds nothing: Rp 2.85 billion, Rp 2.84 billion over your limit.",
        ),
    ],
)
def test_all_that_an_answer_tells_is_in_the_language_of_the_question(
    engine: Engine, query: str, told: list[str], reason: str
) -> None:
    """The reader and the engine know different facts, and tell them in one voice."""
    answer = engine.search(query, limit=1)
    codes = [notice.code for notice in answer.notices]
    assert codes == [NoticeCode.UNFAIR, NoticeCode.RELAXED_FAR]
    shown = serialization.answer(answer, took_ms=0.0)["notices"]
    assert isinstance(shown, list)
    assert all(text.startswith(start) for start, text in zip(told, shown, strict=True)), shown
    assert reason_texts(engine.explain(answer.hits[0].id, query))[-1].endswith(reason)


def test_each_type_has_words(property_pack: Pack) -> None:
    used = Counter(concept.type for concept in property_pack.concepts.values())
    assert sum(used.values()) >= 200
    assert set(used) == set(map(TypeName, property_pack.types))


def test_the_gloss_is_one_english_wording_for_each_word() -> None:
    gloss = tomllib.loads((pack_folder("property") / "gloss.toml").read_text(encoding="utf-8"))["gloss"]
    assert len(gloss) >= 600
    for word, english in gloss.items():
        assert word == word.casefold().strip()
        assert word.replace(" ", "").isalpha()
        assert english.strip() == english
        assert english
