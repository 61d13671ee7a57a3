"""Places from the file to the answer, in a small harbour town: measured, contradicted, searched, widened, unknown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from claimtree.engine import Engine
from claimtree.geo import Area, Point
from claimtree.indexing import Indexer
from claimtree.indexing.load_places import load_places, measure, remove_places
from claimtree.indexing.report import IndexReport
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.answers import Found, Hit, Verdict
from claimtree.model.claims import ClaimId, ConceptId, EntityId, LevelName, Name, QueryClaim, Strength, TypeName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Field, Hierarchy, Source
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import (
    AmountSpec,
    Concept,
    FieldSpec,
    NameKind,
    OtherName,
    Pack,
    PlaceKindSpec,
    PlacesSpec,
    TypeSpec,
)
from claimtree.model.places import Place, PlaceId, PlaceKind, Where, WhereRelation
from claimtree.model.questions import Question
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.places.gazetteer import Gazetteer
from claimtree.places.locate import Locator
from claimtree.ports import PlaceStore, StoreIdentity
from claimtree.search.grouping import ELSEWHERE, by_place
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore
from claimtree.text.rule_reader import RuleReader

TOWN, HOME = LevelName("town"), LevelName("home")
SPOT, LOOK = TypeName("spot"), TypeName("look")
PUB, TOWN_KIND = PlaceKind("pub"), PlaceKind("town")
NEAR_PUB = ConceptId("near pub")
MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN

PACK = Pack(
    name="coast",
    version=1,
    languages=("en",),
    title="Coast",
    default_type=LOOK,
    hierarchy=Hierarchy(levels=(TOWN, HOME), answers=HOME),
    level_weights={},
    types={
        SPOT: TypeSpec(name=SPOT, about="", levels=(TOWN, HOME), examples=(), firm=True),
        LOOK: TypeSpec(name=LOOK, about="", levels=(HOME,), examples=()),
    },
    concepts={
        NEAR_PUB: Concept(
            id=NEAR_PUB, type=SPOT, levels=(HOME, TOWN), wording="near pub", says=("near pub", "pub"),
            amount=AmountSpec(kind=AmountKind.DISTANCE, unit="m", noun="pub"),
        ),
        ConceptId("sunny"): Concept(id=ConceptId("sunny"), type=LOOK, levels=(HOME,), wording="sunny", says=("sunny",)),
    },
    names={
        "town": NameKind(name="town", type=SPOT, level=TOWN, wording="in {name}", other=OtherName.REFUTES,
                         entries={"Kiel": (), "Laboe": ()}),
    },
    fields={"title": FieldSpec(name="title", level=TOWN, name_kind="town")},
    places=PlacesSpec(
        levels={HOME: 1.0},
        stand_in={TOWN: 0.5},
        kinds={PUB: PlaceKindSpec(name=PUB, title="pub", concept=NEAR_PUB)},
        regions=("town",),
        near={"": 500.0},
        reach_m=20_000,
    ),
)  # fmt: skip

STEP = 0.009
"""Degrees of latitude: about a kilometre."""


def box(west: float, south: float, east: float, north: float) -> Area:
    return Area.of(shapely.box(west, south, east, north))


ANCHOR = Place(id=PlaceId("anchor"), name="The Anchor", kind=PUB, shape=Point(STEP, STEP), rating=4.5)
BELL = Place(id=PlaceId("bell"), name="The Bell", kind=PUB, shape=Point(5 * STEP, STEP), rating=3.0)
KIEL = Place(id=PlaceId("kiel"), name="Kiel", kind=TOWN_KIND, shape=box(0, 0, 3 * STEP, 3 * STEP))
LABOE = Place(id=PlaceId("laboe"), name="Laboe", kind=TOWN_KIND, shape=box(0, 3 * STEP, 3 * STEP, 9 * STEP))
PLACES = (ANCHOR, BELL, KIEL, LABOE)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PlaceStore]:
    identity = StoreIdentity(pack="coast", pack_version=1, embedder="hashed-16", dimensions=16)
    if request.param == "memory":
        yield MemoryStore(identity, PACK.hierarchy)
        return
    with closing(SqliteStore(tmp_path / "coast.db", identity, PACK.hierarchy)) as opened:
        yield opened


def home(id: str, text: str = "sunny", *, parent: str | None = None, **fields: Field) -> Document:
    return Document(
        id=EntityId(id),
        level=HOME,
        parent=EntityId(parent) if parent is not None else None,
        source=Source(name="site", text=text, fields=fields),
    )


def town(id: str, title: str, lat: float, lon: float) -> Document:
    return Document(
        id=EntityId(id), level=TOWN, title=title, source=Source(name="site", fields={"lat": lat, "lon": lon})
    )


def index(store: PlaceStore, *documents: Document) -> IndexReport:
    reader = RuleReader(PACK, scope=shipped_scope())
    return Indexer(PACK, store, reader, HashedEmbedder(16)).index(documents)


def engine(store: PlaceStore) -> Engine:
    spec = PACK.places
    assert spec is not None

    def locator() -> Locator:
        _, around = store.positions(HOME)
        return Locator(Gazetteer(store.places(), spec=spec, around=around), spec, around=around)

    return Engine(
        pack=PACK,
        store=store,
        reader=RuleReader(PACK, scope=shipped_scope()),
        embedder=HashedEmbedder(16),
        locator=locator,
    )


def asks(
    where: Where, *, id: str = "w", negated: bool = False, required: bool = False, concept: bool = False
) -> QueryClaim:
    return QueryClaim(
        id=ClaimId(id), text=id, pattern="near pub" if concept else id, type=SPOT, level=HOME, quote=id,
        concept=NEAR_PUB if concept else None, negated=negated,
        strength=Strength.REQUIRED if required else Strength.PREFERRED, where=where,
    )  # fmt: skip


def metres(high: float) -> Amount:
    return Amount(kind=AmountKind.DISTANCE, high=high, unit="m")


def search(store: PlaceStore, *claims: QueryClaim, limit: int = 10) -> Found:
    found = engine(store).search(Question(claims=claims), limit=limit)
    assert isinstance(found, Found)
    return found


def verdicts(found: Found) -> dict[str, list[Verdict]]:
    return {hit.id: [finding.verdict for finding in hit.findings] for hit in found.hits}


def said(hit: Hit, wish: int = 0) -> list[str]:
    return [piece.claim.quote for piece in hit.findings[wish].pieces if piece.claim is not None]


A, FAR = (STEP, STEP * 1.1), (STEP * 2.5, STEP)
"""Some 100 m from The Anchor; and some 1.5 km."""
NEAR_A_PUB = Where(relation=WhereRelation.NEAR, kind=PUB, distance=metres(500))


@pytest.fixture
def coast(store: PlaceStore) -> PlaceStore:
    load_places(PLACES, store, PACK)
    index(
        store,
        home("a", lat=A[0], lon=A[1]),
        home("far", "near pub; sunny", lat=FAR[0], lon=FAR[1]),
        home("nowhere", "near pub; sunny"),
        home("silent"),
    )
    return store


# While indexing


def test_homes_are_given_the_nearest_of_each_kind_and_the_region_they_lie_in(coast: PlaceStore) -> None:
    (item,) = coast.get([EntityId("a")])
    assert [(fact.kind, fact.name, round(fact.metres)) for fact in item.nearby] == [
        ("pub", "The Anchor", 100),
        ("town", "Kiel", 0),
    ]


def test_a_claim_of_nearness_is_verified_or_contradicted(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    report = index(
        store,
        home("true", "near pub", lat=A[0], lon=A[1]),
        home("false", "near pub", lat=FAR[0], lon=FAR[1]),
    )
    assert (report.verified, report.contradicted) == (1, 1)
    assert notice_texts(report) == ('false: says "near pub"; the nearest is The Anchor, 1.5 km',)


def test_a_listing_that_names_one_town_and_lies_in_another_is_reported(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    report = index(
        store,
        town("laboe", "Laboe", 6 * STEP, STEP),
        home("lost", parent="laboe", lat=STEP, lon=STEP),
        home("found", parent="laboe", lat=6 * STEP, lon=STEP),
    )
    assert notice_texts(report) == ("lost: says Laboe, but its coordinates lie in Kiel, 2.0 km outside Laboe",)


def test_a_home_that_names_no_town_hangs_on_the_one_that_it_lies_in(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    index(store, town("kiel-town", "Kiel", STEP, STEP))
    index(store, home("a", lat=A[0], lon=A[1]), home("sea", lat=-STEP, lon=STEP), home("told", parent="kiel-town"))
    found = store.get([EntityId(id) for id in ("a", "sea", "told")])
    parents = {item.entity.id: item.entity.parent for item in found}
    assert parents == {"a": "kiel-town", "sea": None, "told": "kiel-town"}


@pytest.mark.parametrize(
    ("lat", "lon", "complaint"),
    [
        (91.0, 10.0, "lie outside"),
        (98.67, 3.58, "They look swapped"),
        ("NaN", 3.0, "not both numbers"),
        ("north", 3.0, "not both numbers"),
        (0, 0, "0, 0 are left out"),
        (4.0, None, "without a longitude"),
    ],
)
def test_coordinates_that_are_nowhere_are_left_out_and_told(
    store: PlaceStore, lat: Field, lon: Field | None, complaint: str
) -> None:
    fields: dict[str, Field] = {"lat": lat} if lon is None else {"lat": lat, "lon": lon}
    report = index(
        store, Document(id=EntityId("a"), level=HOME, source=Source(name="site", text="sunny", fields=fields))
    )
    assert report.indexed == 1
    assert complaint in notice_texts(report)[0]
    assert store.positions(HOME)[0] == ()


def test_new_places_change_what_is_known_of_stored_homes(coast: PlaceStore) -> None:
    new = Place(id=PlaceId("new"), name="The New", kind=PUB, shape=Point(*FAR))
    assert load_places([new], coast, PACK).measured == 2
    assert coast.measured_version() == coast.places_version()
    assert verdicts(search(coast, asks(NEAR_A_PUB)))["far"] == [MET]
    remove_places(coast, PACK, [PlaceId("new")])
    assert verdicts(search(coast, asks(NEAR_A_PUB)))["far"] == [REFUTED]


def test_where_no_place_of_a_kind_is_within_reach_nothing_is_known(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    index(store, home("inland", lat=2.0, lon=2.0))
    assert verdicts(search(store, asks(NEAR_A_PUB))) == {"inland": [UNKNOWN]}


def test_a_store_that_was_loaded_and_not_measured_says_so_until_it_is(coast: PlaceStore) -> None:
    coast.put_places([replace(ANCHOR, shape=Point(*FAR))])
    assert coast.measured_version() != coast.places_version()
    assert measure(coast, PACK) == 2
    assert coast.measured_version() == coast.places_version()


# Searching


def test_a_kind_is_met_refuted_and_unknown_with_the_distance(coast: PlaceStore) -> None:
    found = search(coast, asks(NEAR_A_PUB))
    assert verdicts(found) == {"a": [MET], "far": [REFUTED], "nowhere": [UNKNOWN], "silent": [UNKNOWN]}
    assert said(found.hits[0]) == ["100 m to The Anchor"]
    sight = found.hits[0].findings[0].pieces[0].sight
    assert sight is not None
    assert (sight.name, sight.point) == ("The Anchor", ANCHOR.shape)


def test_a_fact_outweighs_what_the_listing_says_and_both_are_shown(coast: PlaceStore) -> None:
    found = search(coast, asks(NEAR_A_PUB, concept=True))
    assert verdicts(found) == {"a": [MET], "nowhere": [MET], "far": [REFUTED], "silent": [UNKNOWN]}
    far = next(hit for hit in found.hits if hit.id == "far")
    assert said(far) == ["1.5 km to The Anchor", "near pub"]


def test_a_negated_kind_is_met_by_distance_and_refuted_by_nearness(coast: PlaceStore) -> None:
    found = search(coast, asks(NEAR_A_PUB, negated=True))
    assert verdicts(found)["far"] == [MET]
    assert verdicts(found)["a"] == [REFUTED]


def test_a_named_place_is_found_with_a_typo_and_told_for_what_it_was_taken(coast: PlaceStore) -> None:
    near = Where(relation=WhereRelation.NEAR, names=("the anchr",), distance=metres(500))
    found = search(coast, asks(near))
    assert verdicts(found)["a"] == [MET]
    assert [place.name for place in found.asked_places[0].places] == ["The Anchor"]


def test_a_place_that_nobody_knows_stays_in_the_answer_as_unknown(coast: PlaceStore) -> None:
    lost = Where(relation=WhereRelation.NEAR, names=("Atlantis Plaza",), distance=metres(500))
    found = search(coast, asks(lost, required=True), asks(NEAR_A_PUB, id="pub"))
    assert found.asked_places[0].unknown
    assert any("Unknown place" in notice and "Atlantis Plaza" in notice for notice in notice_texts(found))
    assert all(hit.findings[0].verdict is UNKNOWN for hit in found.hits)
    assert found.hits[0].id == "a"


def test_a_name_that_several_places_have_counts_for_each_and_is_told(coast: PlaceStore) -> None:
    ways = PlaceKind("mark")
    twins = [
        Place(id=PlaceId(f"twin {i}"), name="Lighthouse", kind=ways, shape=Point(STEP * i, STEP), parent=f"Bay {i}")
        for i in (1, 4)
    ]
    load_places(twins, coast, PACK)
    near = Where(relation=WhereRelation.NEAR, names=("Lighthouse",), distance=metres(500))
    found = search(coast, asks(near))
    assert verdicts(found)["a"] == [MET]
    assert any("'Lighthouse' names 2 places" in notice and "Bay 4" in notice for notice in notice_texts(found))


def test_a_name_that_exists_three_hundred_times_is_not_guessed(coast: PlaceStore) -> None:
    many = [
        Place(id=PlaceId(f"p{i}"), name="Main Street", kind=PlaceKind("road"), shape=Point(0.01 * i, 0.01))
        for i in range(300)
    ]
    load_places(many, coast, PACK)
    found = search(coast, asks(Where(relation=WhereRelation.NEAR, names=("Main Street",), distance=metres(500))))
    assert found.asked_places[0].unknown
    assert any("'Main Street' names" in notice and "Say more" in notice for notice in notice_texts(found))


def test_each_of_several_namesakes_counts(coast: PlaceStore) -> None:
    mark = PlaceKind("mark")
    twins = [Place(id=PlaceId(f"t{i}"), name="Mill", kind=mark, shape=Point(STEP * i, STEP)) for i in (1, 2.5)]
    load_places(twins, coast, PACK)
    found = search(coast, asks(Where(relation=WhereRelation.NEAR, names=("Mill",), distance=metres(300))))
    assert (verdicts(found)["a"], verdicts(found)["far"]) == ([MET], [MET])
    compared = search(coast, asks(Where(relation=WhereRelation.CLOSER, names=("Mill", "The Bell"))))
    assert compared.asked_places[0].unknown
    assert any("'Mill' names 2 places" in notice for notice in notice_texts(compared))


def test_a_wider_circle_names_the_wish_that_it_widens(coast: PlaceStore) -> None:
    bell = Where(relation=WhereRelation.NEAR, names=("The Bell",), distance=metres(500))
    anchor = Where(relation=WhereRelation.NEAR, names=("The Anchor",), distance=metres(800))
    wider = search(coast, asks(bell, id="no bell", negated=True), asks(anchor, id="anchor")).wider
    assert [(one.claim, one.more) for one in wider] == [("anchor", 1)]


def test_what_was_loaded_and_not_measured_is_told(coast: PlaceStore) -> None:
    coast.put_places([replace(ANCHOR, shape=Point(*FAR))])
    spec = PACK.places
    assert spec is not None
    behind = Locator(
        Gazetteer(coast.places(), spec=spec), spec, around=coast.positions(HOME)[1], is_behind=lambda: True
    )
    assert notice(NoticeCode.DISTANCES_OUTDATED) in behind.locate([asks(NEAR_A_PUB)]).notices


def test_in_and_not_in_a_region_are_never_both_met(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    index(store, town("laboe", "Laboe", 6 * STEP, STEP), home("lost", parent="laboe", lat=STEP, lon=STEP))
    name = Name(kind="town", text="Laboe")
    inside = replace(asks(Where(relation=WhereRelation.IN, names=("Laboe",))), level=TOWN, name=name)
    found = verdicts(search(store, inside, replace(inside, id=ClaimId("not"), negated=True)))
    assert found["lost"] == [REFUTED, MET]


def test_too_near_the_border_the_map_says_nothing(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    index(store, home("edge", lat=-0.001, lon=STEP), home("out", lat=-STEP, lon=STEP), home("in", lat=STEP, lon=STEP))
    found = verdicts(search(store, asks(Where(relation=WhereRelation.IN, names=("Kiel",)))))
    assert found == {"in": [MET], "edge": [UNKNOWN], "out": [REFUTED]}


def test_where_one_is_unrated_no_good_one_nearby_proves_nothing(coast: PlaceStore) -> None:
    load_places([Place(id=PlaceId("new"), name="New", kind=PUB, shape=Point(*FAR))], coast, PACK)
    found = search(coast, asks(replace(NEAR_A_PUB, well_rated=True)))
    assert verdicts(found)["far"] == [UNKNOWN]


def test_areas_outlines_and_homes_may_come_in_any_order(store: PlaceStore) -> None:
    index(store, home("a", "sunny", lat=A[0], lon=A[1]))
    load_places(PLACES, store, PACK)
    index(store, town("kiel-town", "Kiel", STEP, STEP), town("far-kiel", "Kiel", 50.0, 50.0))
    assert store.get([EntityId("a")])[0].entity.parent == "kiel-town"
    assert store.get([EntityId("a")])[0].claims
    assert index(store, home("a", "sunny", lat=A[0], lon=A[1])).unchanged == 1


def test_the_shops_of_a_chain_are_namesakes_of_which_any_will_do(coast: PlaceStore) -> None:
    chain = [Place(id=PlaceId(f"c{i}"), name="Joe's", kind=PUB, shape=Point(STEP * i, STEP)) for i in range(9)]
    load_places(chain, coast, PACK)
    found = search(coast, asks(Where(relation=WhereRelation.NEAR, names=("Joe's",), distance=metres(500))))
    assert verdicts(found)["a"] == [MET]
    assert len(found.asked_places[0].places) == 9
    assert notice_texts(found) == ("'Joe's' names 9 places; the nearest one counts.",)


def test_a_region_holds_what_lies_inside_it(coast: PlaceStore) -> None:
    index(coast, home("north", lat=6 * STEP, lon=STEP))
    found = search(coast, asks(Where(relation=WhereRelation.IN, names=("Laboe",)), required=True))
    assert [hit.id for hit in found.hits] == ["north"]
    assert said(found.hits[0]) == ["in Laboe"]


def test_next_to_the_region_is_offered_and_counts_at_a_discount_when_asked(coast: PlaceStore) -> None:
    index(coast, home("north", lat=6 * STEP, lon=STEP))
    found = search(coast, asks(Where(relation=WhereRelation.IN, names=("Laboe",)), required=True))
    assert [(one.text, one.more) for one in found.wider] == [("next to Laboe (Kiel)", 2)]
    both = search(coast, asks(Where(relation=WhereRelation.IN, names=("Laboe",), with_neighbours=True), required=True))
    assert [hit.id for hit in both.hits] == ["north", "a", "far"]
    assert said(both.hits[1]) == ["in Kiel, next to Laboe"]
    assert both.hits[0].standing.score > both.hits[1].standing.score


def test_few_hits_bring_what_a_wider_circle_would(coast: PlaceStore) -> None:
    near = Where(relation=WhereRelation.NEAR, names=("The Anchor",), distance=metres(600))
    wider = search(coast, asks(near)).wider
    assert [(one.text, one.more) for one in wider] == [("within 1.5 km of The Anchor", 1)]


def test_when_nothing_is_near_enough_the_circle_is_widened_and_told(coast: PlaceStore) -> None:
    near = Where(relation=WhereRelation.NEAR, names=("The Bell",), distance=metres(1_500))
    found = search(coast, asks(near, required=True))
    assert [hit.id for hit in found.hits] == ["far"]
    assert notice_texts(found) == ("Nothing fits where you asked; these are within 3.0 km of The Bell.",)
    assert found.claims[0].text == "within 3.0 km of The Bell"
    assert found.asked_places[0].radius_m == 3_000


def test_between_and_closer_compare_two_places(coast: PlaceStore) -> None:
    between = Where(relation=WhereRelation.BETWEEN, names=("The Anchor", "The Bell"))
    closer = Where(relation=WhereRelation.CLOSER, names=("The Anchor", "The Bell"))
    found = verdicts(search(coast, asks(between), asks(closer, id="c")))
    assert found["far"] == [MET, MET]
    assert found["a"] == [MET, MET]
    assert found["silent"] == [UNKNOWN, UNKNOWN]


def test_well_rated_means_the_well_rated_ones(coast: PlaceStore) -> None:
    index(coast, home("b", lat=5 * STEP, lon=STEP))
    good = replace(NEAR_A_PUB, well_rated=True)
    found = search(coast, asks(good))
    assert verdicts(found)["a"] == [MET]
    assert verdicts(found)["b"] == [REFUTED]


def test_hits_are_grouped_by_the_place_they_are_near_to(coast: PlaceStore) -> None:
    index(coast, home("b", lat=5 * STEP, lon=STEP))
    groups = [(name, [hit.id for hit in hits]) for name, hits in by_place(search(coast, asks(NEAR_A_PUB)))]
    assert groups == [("The Anchor", ["a"]), ("The Bell", ["b"]), (ELSEWHERE, ["far", "nowhere", "silent"])]


def test_coordinates_are_a_place_too(coast: PlaceStore) -> None:
    where = Where(relation=WhereRelation.NEAR, names=(f"{A[0]}, {A[1]}",), distance=metres(50))
    found = engine(coast).search(Question(text="sunny", near=where))
    assert [hit.id for hit in found.hits] == ["a"]


def test_a_home_without_coordinates_is_as_near_as_its_town_and_one_with_them_is_not(store: PlaceStore) -> None:
    load_places(PLACES, store, PACK)
    index(
        store,
        town("k", "Kiel", *A),
        town("l", "Laboe", 8 * STEP, STEP),
        home("own", parent="k", lat=A[0], lon=A[1]),
        home("away", parent="k", lat=FAR[0], lon=FAR[1]),
        home("somewhere", parent="k"),
        home("elsewhere", parent="l"),
    )
    anchor = Where(relation=WhereRelation.NEAR, names=("The Anchor",), distance=metres(500))
    found = search(store, asks(anchor))
    # That the middle of Laboe is far off proves nothing of a home in it.
    assert verdicts(found) == {"own": [MET], "somewhere": [MET], "elsewhere": [UNKNOWN], "away": [REFUTED]}
    assert [hit.id for hit in found.hits][:2] == ["own", "somewhere"]
    (piece,) = found.hits[1].findings[0].pieces
    assert (piece.entity, piece.claim is not None and piece.claim.quote) == ("k", "100 m to The Anchor")
    assert verdicts(search(store, asks(anchor, negated=True)))["somewhere"] == [UNKNOWN]
    assert [hit.id for hit in engine(store).search(Question(near=anchor)).hits] == ["own", "somewhere"]


def test_the_explanation_says_what_was_measured(coast: PlaceStore) -> None:
    why = engine(coast).explain(EntityId("far"), "near pub")
    quotes = [piece.claim.quote for piece in why.judgement.findings[0].pieces if piece.claim is not None]
    assert quotes == ["1.5 km to The Anchor", "near pub"]
    assert "It is left out because 'near pub' is required and refuted." in reason_texts(why)
