"""Finding, reading and building a pack."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.errors import PackError, UnknownName
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, Facet, LevelName, TypeName
from claimtree.model.pack import Curve, EvidenceRule, OtherName, Pack, Step
from claimtree.model.reading_rules import Sentences
from claimtree.packs import known_packs, load_pack, pack_folder

Write = Callable[..., Path]
Message = Callable[..., str]
LAPTOPS = Path(__file__).parents[2] / "packs" / "laptops"


@pytest.fixture(scope="module")
def laptops() -> Pack:
    return load_pack(LAPTOPS)


def test_a_pack_is_found_by_folder_and_by_file(laptops: Pack) -> None:
    assert load_pack(str(LAPTOPS)) == load_pack(LAPTOPS / "pack.toml") == laptops
    assert pack_folder(LAPTOPS) == LAPTOPS


def test_shipped_packs_are_known_by_name_and_title() -> None:
    assert known_packs()["rentals"] == "Homes to rent"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"no pack 'rental' \(have: .*rentals") as caught:
        load_pack("rental")
    assert caught.value.values["pack"] == "rental"
    assert "pack.toml" in caught.value.hint


@pytest.mark.parametrize("nothing", ["", "no/such/folder", "nothing.toml"])
def test_what_is_not_there_is_unknown(nothing: str) -> None:
    with pytest.raises(UnknownName, match="no pack"):
        load_pack(nothing)


def test_a_folder_without_a_pack_says_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"no pack\.toml in this folder"):
        load_pack(tmp_path)


def test_levels_run_from_the_root_whatever_their_order_in_the_file(write: Write) -> None:
    pack = load_pack(write(change={'harbour = "", boat = "harbour"': 'boat = "harbour", harbour = ""'}))
    assert pack.hierarchy.levels == ("harbour", "boat")


def test_without_level_weights_levels_weigh_alike(write: Write) -> None:
    assert load_pack(write()).level_weights == {"harbour": 0.5, "boat": 0.5}


def test_a_concept_takes_levels_and_wording_from_its_type_and_id(write: Write) -> None:
    cabin = load_pack(write()).concepts[ConceptId("cabin")]
    assert (cabin.levels, cabin.wording, cabin.says) == (("boat",), "cabin", ("cabin",))


@pytest.mark.parametrize("id", ["cost _", "modern {facet}"])
def test_an_id_with_a_blank_is_no_saying(write: Write, id: str) -> None:
    pack = load_pack(write(f'[concepts."{id}"]\ntype = "features"'))
    assert pack.concepts[ConceptId(id)].says == ()


def test_a_concept_leads_to_what_it_implies_and_excludes(laptops: Pack) -> None:
    assert laptops.concepts[ConceptId("metal body")].steps == (
        Step(to=ConceptId("sturdy"), discount=0.8),
        Step(to=ConceptId("plastic body"), discount=0.95, excludes=True),
    )


def test_one_saying_with_a_blank_may_serve_two_kinds_of_amount(write: Write) -> None:
    pack = load_pack(
        write(
            '[concepts.masts]\ntype = "features"\nsays = ["with _"]\namount = { kind = "count" }\n'
            '[concepts.length]\ntype = "features"\nsays = ["with _"]\namount = { kind = "area", unit = "m2" }'
        )
    )
    assert pack.concepts[ConceptId("length")].says == ("length", "with _")


def test_one_saying_may_deny_several_concepts(write: Write) -> None:
    load_pack(
        write(
            '[concepts.sail]\ntype = "features"\ndenies = ["bare hull"]\n'
            '[concepts.motor]\ntype = "features"\ndenies = ["bare hull"]'
        )
    )


def test_one_saying_may_stand_under_two_types(write: Write) -> None:
    load_pack(write('[concepts.fee]\ntype = "price"\nsays = ["cabin"]'))


def test_a_facet_is_called_by_its_title_unless_it_has_words(write: Write) -> None:
    pack = load_pack(write('[facets.lower_deck]\nlevel = "boat"\ntype = "price"'))
    lower, deck = pack.facets[Facet("lower_deck")], pack.facets[Facet("deck")]
    assert (lower.title, lower.says, lower.type) == ("lower deck", ("lower deck",), "price")
    assert deck.type == pack.default_type


def test_a_name_knows_its_aliases_and_what_it_is_part_of(laptops: Pack) -> None:
    maker = laptops.names["maker"]
    assert maker.entries["Orrin"] == ("orrin labs",)
    assert maker.within["Orrin"] == ("group", "Halden")
    assert maker.other is OtherName.REFUTES


def test_a_star_stands_for_every_type(laptops: Pack) -> None:
    assert laptops.evidence[2] == EvidenceRule(
        level=LevelName("laptop"),
        types=frozenset({TypeName("service")}),
        by_level=LevelName("maker"),
        by_types=frozenset(laptops.types),
        proves=0.9,
        refutes=0.5,
    )


def test_a_field_may_carry_its_level_in_its_key(laptops: Pack) -> None:
    hours = laptops.fields["part.hours"]
    assert (hours.name, hours.level, hours.concept) == ("hours", "part", "battery life")


def test_units_bare_amounts_and_fixed_ones(laptops: Pack) -> None:
    assert (laptops.units["TB"].kind, laptops.units["TB"].factor) == (AmountKind.COUNT, 1000)
    assert laptops.bare["duration/hour"] == "battery life"
    assert laptops.concepts[ConceptId("ports")].fixed == {"no ports at all": 0}
    price = laptops.concepts[ConceptId("price")].amount
    assert price is not None
    assert (price.least, price.most) == (100, float("inf"))


def test_the_default_curve_serves_types_without_their_own(laptops: Pack) -> None:
    assert laptops.curve("hashed-256", TypeName("price")) == Curve(slope=12.0, offset=-7.0)
    assert laptops.curve("hashed-256", TypeName("service")) == Curve(slope=10.0, offset=-6.0)
    assert laptops.threshold("hashed-256", TypeName("features")) == 0.6


def test_ignored_words_of_all_files_come_together(write: Write) -> None:
    change = {"default_type": 'words = ["a.toml", "b.toml"]\nignored = ["boat"]\ndefault_type'}
    pack = load_pack(write(change=change, a='ignored = ["ship", "boat"]', b='[spellings]\nyt = "yacht"'))
    assert pack.ignored == ("boat", "ship")
    assert pack.spellings == {"yt": "yacht"}


def test_a_changed_file_is_read_again(write: Write) -> None:
    assert load_pack(write()).title == "Boats"
    assert load_pack(write(change={'"Boats"': '"Ships"'})).title == "Ships"


def test_a_byte_order_mark_is_no_part_of_the_text(write: Write) -> None:
    file = write() / "pack.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_pack(file).name == "boats"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'name = "a"\ntitle = "\xff"', "line 2: not UTF-8"),
        (b"x = " + b"[" * 20_000, "nested too deeply"),
        (b'name = "a', "line|end"),
        (b"#" * 5_000_001, "larger than 5 MB"),
        (b"x = " + b"9" * 5_000, "limit"),
    ],
    ids=["bytes", "deep", "cut off", "large", "long number"],
)
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "pack.toml"
    file.write_bytes(content)
    with pytest.raises(PackError, match=rf"pack\.toml: .*(?:{said})"):
        load_pack(file)


def test_a_number_too_large_for_a_pack_is_refused(write: Write) -> None:
    with pytest.raises(PackError, match=r"units\.ft\.factor: "):
        load_pack(write(f'[units]\nft = {{ kind = "distance", unit = "m", factor = {"9" * 400} }}'))


def test_a_relation_knows_its_inverse_from_either_side(write: Write) -> None:
    kinds = load_pack(
        write(
            '[relations.parent-of]\nabout = "a"\ninverse = "child-of"\n[relations.child-of]\nabout = "b"\n'
            '[relations.married-to]\nabout = "c"\nsymmetric = true\n[relations.cites]\nabout = "d"'
        )
    ).relations
    assert {name: (kind.inverse, kind.symmetric, kind.about) for name, kind in kinds.items()} == {
        "parent-of": ("child-of", False, "a"),
        "child-of": ("parent-of", False, "b"),
        "married-to": (None, True, "c"),
        "cites": (None, False, "d"),
    }


def test_the_switches_of_reading_are_loaded(write: Write) -> None:
    rules = load_pack(write('[reading]\nquestions = "counted"\nhearsay = "ignored"\nfree_words = false')).reading
    assert (rules.questions, rules.hearsay) == (Sentences.COUNTED, Sentences.IGNORED)
    assert (rules.free_words, rules.parts_in_text, rules.learned_scope, rules.fair_housing) == (
        False,
        True,
        True,
        False,
    )


def test_switches_that_once_stood_at_the_top_are_understood_there(write: Write) -> None:
    old = {'title = "Boats"': 'title = "Boats"\nfair_housing = true\nscope = "rules"'}
    rules = load_pack(write(change=old)).reading
    assert (rules.fair_housing, rules.learned_scope) == (True, False)


def test_a_switch_that_does_not_exist_names_those_that_do(message: Message) -> None:
    assert "reading.jokes: no such key (have: scope, questions, hearsay" in message("[reading]\njokes = true")


def test_a_switch_names_the_values_that_it_takes(message: Message) -> None:
    told = message('[reading]\nquestions = "maybe"')
    assert "reading.questions: must be 'judged', 'counted' or 'ignored', not 'maybe'" in told


def test_a_switch_is_not_given_twice(message: Message) -> None:
    old = {'title = "Boats"': 'title = "Boats"\nfair_housing = true'}
    assert "fair_housing: no such key" in message("[reading]\nfair_housing = false", change=old)


def test_regions_landmarks_and_what_has_a_distance_are_places_and_makers_are_not(laptops: Pack) -> None:
    rentals = load_pack("rentals")
    assert all(rentals.are_places(kind) for kind in ("city", "neighborhood", "landmark", "line"))
    assert not any(laptops.are_places(kind) for kind in ("maker", "group"))
