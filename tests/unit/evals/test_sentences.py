"""Annotated sentences held against claims: what words are taken for, every strict check, every construction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimtree.calibration.halves import Split
from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ClaimId, Facet, LevelName, QueryClaim, Strength, TypeName
from claimtree.ports import QueryReading
from claimtree.text.rule_reader import RuleReader
from evals import sentences
from evals.golden import ReadClaim
from evals.reading import Reading
from evals.scores import Case, Result
from evals.sentence_checks import amount_fits, host_fits
from evals.sentence_constructions import constructions_of
from evals.sentence_report import GROUPS
from evals.sentence_rows import Annotation, Bounds, Sentence, occurrences, sentence_of
from evals.sentences import case_of, run_sentences


def query(text: str, *wishes: dict[str, Any], nothing: tuple[str, ...] = (), field: str = "homes-en") -> dict[str, Any]:
    return {
        "id": text[:20],
        "kind": "query",
        "field": field,
        "text": text,
        "wishes": list(wishes),
        "nothing": [*nothing],
    }


def listing(text: str, *facts: dict[str, Any], field: str = "homes-en") -> dict[str, Any]:
    return {"id": text[:20], "kind": "listing", "field": field, "text": text, "facts": list(facts)}


def amount(low: float | None, high: float | None) -> dict[str, Any]:
    return {"unit": "m2", "min": low, "max": high}


def wanted(words: str, text: str, *, claim: str = "", required: bool = False, **more: Any) -> QueryClaim:
    """A claim of a query over some of its words."""
    start, end = occurrences(text, words)[0]
    more = {"type": TypeName("feature"), "level": LevelName("apartment")} | more
    strength = Strength.REQUIRED if required else Strength.PREFERRED
    said = claim or words
    return QueryClaim(
        id=ClaimId("c1"), text=said, pattern=said, quote=words, start=start, end=end, strength=strength, **more
    )


def said(words: str, text: str, **more: Any) -> Claim:
    start, end = occurrences(text, words)[0]
    more = {"type": TypeName("feature"), "level": LevelName("apartment")} | more
    return Claim(text=words, pattern=words, quote=words, start=start, end=end, **more)


def scored(row: dict[str, Any], *claims: ReadClaim) -> Case:
    sentence = sentence_of("rows.jsonl:1", row)
    group = next(one for one in GROUPS if (one.field, one.kind) == (sentence.field, sentence.kind))
    return case_of(sentence, group, claims)


def marks(case: Case) -> dict[str, tuple[int, int]]:
    """Right and wrong by figure."""
    found: dict[str, tuple[int, int]] = {}
    for mark in case.marks:
        right, wrong = found.get(mark.figure, (0, 0))
        found[mark.figure] = right + mark.right, wrong + mark.missed + mark.extra
    return found


def test_a_query_read_as_it_was_meant_is_whole() -> None:
    text = "must have a balcony, no carpet, tile or hardwood, stairs are fine"
    row = query(
        text,
        {"words": "balcony", "want": "must"},
        {"words": "carpet", "not": True},
        {"words": "tile", "or": "a"},
        {"words": "hardwood", "or": "a"},
        nothing=("stairs",),
    )
    case = scored(
        row,
        wanted("balcony", text, required=True),
        wanted("no carpet", text, negated=True),
        wanted("tile", text, or_group=1),
        wanted("hardwood", text, or_group=1),
    )
    assert case.faults == 0
    assert case.details == ()
    assert marks(case) == {
        "found": (4, 0),
        "polarity": (4, 0),
        "strength": (1, 0),
        "alternatives": (1, 0),
        "nothing": (1, 0),
        "taken": (5, 0),
        "taken wanted": (3, 0),
        "taken denied": (1, 0),
        "taken nothing": (1, 0),
        "whole": (1, 0),
        "invented": (0, 0),
    }


def test_every_fault_of_a_query_is_named_with_its_words() -> None:
    text = "must have a balcony, no carpet, tile or hardwood, stairs are fine, I am a nurse, a gym"
    row = query(
        text,
        {"words": "balcony", "want": "must"},
        {"words": "carpet", "not": True},
        {"words": "tile", "or": "a"},
        {"words": "hardwood", "or": "a"},
        {"words": "gym"},
        nothing=("stairs",),
    )
    case = scored(
        row,
        wanted("balcony", text),
        wanted("carpet", text),
        wanted("tile", text, or_group=1),
        wanted("hardwood", text, or_group=2),
        wanted("stairs", text),
        wanted("nurse", text, required=True),
        wanted("I am a", text),
    )
    assert [(fault.check, fault.words, fault.expected, fault.read) for fault in case.details] == [
        ("strength", "balcony", "must", "preferred"),
        ("polarity", "carpet", "denied", "carpet (wanted)"),
        ("found", "gym", "a claim", "nothing"),
        ("alternatives", "tile / hardwood", "alternatives", "no shared group"),
        ("nothing", "stairs", "nothing", "stairs (wanted)"),
        ("invented", "nurse", "nothing", "nurse (required)"),
    ]
    assert marks(case)["whole"] == (0, 1)
    assert marks(case)["taken"] == (3, 3)


def test_one_required_claim_that_nobody_asked_for_spoils_a_query() -> None:
    text = "a gym, I am a nurse"
    row = query(text, {"words": "gym"})
    assert marks(scored(row, wanted("gym", text), wanted("nurse", text)))["whole"] == (1, 0)
    spoiled = marks(scored(row, wanted("gym", text), wanted("nurse", text, required=True)))
    assert (spoiled["whole"], spoiled["invented"], spoiled["found"]) == ((0, 1), (0, 1), (1, 0))


def test_a_denial_may_stand_in_the_words_of_a_claim() -> None:
    text = "not furnished, no smokers"
    row = query(text, {"words": "furnished", "not": True}, {"words": "smokers", "not": True})
    case = scored(row, wanted("furnished", text, claim="unfurnished"), wanted("smokers", text, claim="no smoking"))
    assert marks(case)["polarity"] == (2, 0)
    # What words are taken for is stricter: only a whole word of denial counts there.
    assert marks(case)["taken denied"] == (1, 1)
    assert [fault.check for fault in case.details] == ["taken denied"]


def test_far_is_denied_however_it_is_read() -> None:
    text = "far from the highway"
    row = query(text, {"words": "highway", "where": "far"})
    assert marks(scored(row, wanted("highway", text, negated=True)))["polarity"] == (1, 0)
    assert marks(scored(row, wanted("highway", text)))["polarity"] == (1, 0)
    assert marks(scored(row, wanted("highway", text)))["taken denied"] == (0, 1)


def test_of_claims_that_disagree_an_affirmed_one_serves_a_wish_and_a_denied_one_a_denial() -> None:
    text = "a gym"
    both = (wanted("gym", text), wanted("gym", text, negated=True))
    assert marks(scored(query(text, {"words": "gym"}), *both))["taken wanted"] == (1, 0)
    assert marks(scored(query(text, {"words": "gym", "not": True}), *both))["taken denied"] == (1, 0)


def test_a_long_claim_may_mention_what_is_nothing() -> None:
    text = "a home that is ten minutes from where my sister lives"
    case = scored(query(text, nothing=("sister",)), wanted(text, text))
    assert marks(case)["nothing"] == (1, 0)
    assert marks(case)["taken nothing"] == (0, 1)


def test_facts_of_a_listing_are_yes_no_or_unsure() -> None:
    text = "gym, no pool, elevator planned"
    row = listing(
        text, {"words": "gym", "is": "yes"}, {"words": "pool", "is": "no"}, {"words": "elevator", "is": "unsure"}
    )
    right = scored(row, said("gym", text), said("no pool", text, negated=True))
    assert marks(right) == {
        "fact yes": (1, 0),
        "fact no": (1, 0),
        "fact unsure": (1, 0),
        "taken": (3, 0),
        "taken yes": (1, 0),
        "taken no": (1, 0),
        "taken unsure": (1, 0),
        "whole": (1, 0),
    }
    wrong = scored(row, said("gym", text, negated=True), said("pool", text), said("elevator", text))
    assert marks(wrong)["taken"] == (0, 3)
    assert [(fault.check, fault.expected, fault.read) for fault in wrong.details] == [
        ("fact yes", "yes", "gym (no)"),
        ("fact no", "no", "pool (yes)"),
        ("fact unsure", "unsure", "elevator (yes)"),
    ]


def test_amount_and_host_of_a_fact_are_only_asked_once_it_is_found() -> None:
    text = "kitchen 12 m2"
    of_kitchen = {"words": "12 m2", "of": "kitchen", "is": "yes", "amount": {"unit": "m2", "min": 12, "max": 12}}
    row = listing(text, of_kitchen)
    assert not {"amount", "host"} & marks(scored(row)).keys()
    area = Amount(kind=AmountKind.AREA, low=12, high=12, unit="m2")
    found = marks(scored(row, said("12 m2", text, amounts=(area,))))
    assert (found["amount"], found["host"], found["whole"]) == ((1, 0), (0, 1), (0, 1))


INF = float("inf")


@pytest.mark.parametrize(
    ("unit", "low", "high", "about", "read", "fits"),
    [
        ("m2", 12, None, False, (12, INF), True),
        ("m2", 12, None, False, (12.1, INF), True),
        ("m2", 12, None, False, (12.2, INF), False),
        ("m2", 12, None, False, (12, 12), False),
        ("m2", None, 12, False, (0, 12), True),
        ("m2", 0, 12, False, (-INF, 12), True),
        ("count", 2, 2, False, (2, 2), True),
        ("count", 2, 2, False, (1.9, 2.1), False),
        ("usd/month", 2000, 2000, False, (1800, 2200), True),
        ("usd/month", 2000, 2000, False, (1500, 2500), False),
        ("usd/year", None, 24000, False, (-INF, 2000), True),
        ("usd/week", None, 300, False, (-INF, 1300), True),
        ("gbp/week", None, 300, False, (-INF, 1300), False),
        ("m2", 100, 100, True, (90, 110), True),
        ("m2", 100, 100, True, (60, 140), False),
        ("m2", 100, 100, True, (100, INF), False),
        ("min", None, 10, False, (-INF, 800), True),
        ("min", None, 10, False, (-INF, INF), False),
        ("min", 10, 10, True, (-INF, 800), False),
    ],
)
def test_amounts_agree_within_a_hundredth_and_with_reason(
    unit: str, low: float | None, high: float | None, about: bool, read: tuple[float, float], fits: bool
) -> None:
    was = Amount(
        kind=AmountKind.AREA,
        low=read[0],
        high=read[1],
        low_open=read[0] == -INF,
        high_open=read[1] == INF,
    )
    assert amount_fits(Bounds(unit=unit, low=low, high=high, about=about), was) is fits


@pytest.mark.parametrize(
    ("of", "level", "facet", "fits"),
    [
        ("", "apartment", None, True),
        ("", "room", None, True),
        ("", "room", "kitchen", False),
        ("", "room", "gas", True),
        ("area", "neighborhood", None, True),
        ("area", "apartment", None, False),
        ("building", "apartment", None, True),
        ("building", "room", "kitchen", False),
        ("home", "property", None, True),
        ("home", "building", None, False),
        ("kitchen", "room", "kitchen", True),
        ("kitchen", "room", None, True),
        ("kitchen", "apartment", None, False),
        ("kitchen", "room", "bathroom", False),
        ("second bedrooms", "room", "bedroom", True),
        ("deposit", "apartment", None, True),
    ],
)
def test_a_claim_is_about_what_it_is_said_of(of: str, level: str, facet: str | None, fits: bool) -> None:
    text = "a kitchen with a gas stove"
    claim = wanted("gas stove", text, level=LevelName(level), facet=Facet(facet) if facet else None)
    assert host_fits(Annotation(words="gas stove", start=17, end=26, of=of), claim, text) is fits
    assert host_fits(Annotation(words="gas stove", start=17, end=26, of=of, where="near"), claim, text)


def sentence(row: dict[str, Any]) -> Sentence:
    return sentence_of("rows.jsonl:1", row)


@pytest.mark.parametrize(
    ("row", "has", "has_not"),
    [
        (
            query("no carpet, stairs or pets", *({"words": w, "not": True} for w in ("carpet", "stairs", "pets"))),
            {"negated", "negated list"},
            {"exception", "plain"},
        ),
        (
            query("no carpet and no stairs", *({"words": w, "not": True} for w in ("carpet", "stairs"))),
            {"negated"},
            {"negated list"},
        ),
        (query("anything but a basement", {"words": "basement", "not": True}), {"exception"}, {"negated list"}),
        (
            query("2 bedrooms, no wait, three", {"words": "three"}, nothing=("2 bedrooms",)),
            {"correction"},
            {"tolerated", "background talk"},
        ),
        (query("I don't mind stairs", nothing=("stairs",)), {"tolerated"}, {"correction", "background talk"}),
        (query("gudangnya gapapa kecil", nothing=("kecil",)), {"tolerated"}, {"background talk"}),
        (query("my old place had mould", nothing=("mould",)), {"background talk"}, {"tolerated", "correction"}),
        (query("tile or wood", {"words": "tile", "or": "a"}, {"words": "wood", "or": "a"}), {"alternative"}, {"plain"}),
        (query("a gym is a must", {"words": "gym", "want": "must"}), {"strength said"}, {"plain"}),
        (query("Musts:\n- gym\n- pool", {"words": "gym"}), {"heading or list"}, {"no punctuation"}),
        (query("gym 6:30 to 9", {"words": "gym"}), {"plain"}, {"heading or list"}),
        (
            query("a kitchen over 12 m2", {"words": "12 m2", "of": "kitchen", "amount": amount(12, None)}),
            {"room-bound amount"},
            {"room-bound", "range or about"},
        ),
        (query("a bright kitchen", {"words": "bright", "of": "kitchen"}), {"room-bound"}, {"room-bound amount"}),
        (query("a quiet street", {"words": "quiet", "of": "area"}), {"of building or area"}, {"room-bound"}),
        (query("2 to 3 beds", {"words": "beds", "amount": amount(2, 3)}), {"range or about"}, set()),
        (query("near a park", {"words": "park", "where": "near"}), {"place"}, {"distance"}),
        (
            query("5 min to a park", {"words": "park", "where": "within", "amount": amount(None, 5)}),
            {"place", "distance"},
            {"room-bound amount"},
        ),
        (query("gym " * 40, {"words": "gym", "nth": 1}), {"long text", "no punctuation"}, {"plain"}),
        (query("a gym, a pool, a sauna and a very large roof", {"words": "gym"}), {"plain"}, {"no punctuation"}),
        (listing("elevator planned", {"words": "elevator", "is": "unsure"}), {"planned, past or doubtful"}, {"plain"}),
        (query("2BR", {"words": "2BR"}), {"plain"}, set()),
    ],
)  # fmt: skip
def test_constructions_are_told_from_annotation_and_words(
    row: dict[str, Any], has: set[str], has_not: set[str]
) -> None:
    found = set(constructions_of(sentence(row)))
    assert has <= found
    assert not has_not & found


ROWS = (
    query("a gym and no carpet", {"words": "gym"}, {"words": "carpet", "not": True}),
    query("dijual rumah di Medan", {"words": "dijual"}, {"words": "rumah"}, field="homes-id"),
    listing("gym, but no pool", {"words": "gym", "is": "yes"}, {"words": "pool", "is": "no"}),
    listing(
        "rumah 3KT, tanpa garasi", {"words": "3KT", "is": "yes"}, {"words": "garasi", "is": "no"}, field="homes-id"
    ),
    query("a diesel hatchback", {"words": "diesel"}, field="cars-en"),
    {"id": "r", "kind": "query", "field": "homes-en", "ref": "elsewhere/1", "wishes": [{"at": [0, 3]}]},
    query("a roof", {"words": "attic"}),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return file


def keys(result: Result) -> set[str]:
    return {figure.key.split()[0] for figure in result.figures}


def test_each_field_is_read_with_the_reader_of_its_pack(data: Path) -> None:
    result = run_sentences(data, embedder="none")
    assert keys(result) == {"all", "queries_en", "queries_id", "listings_en", "listings_id"}
    assert result.pack == "rentals and property"
    assert {figure.key: figure.counts for figure in result.figures}["all taken"]["all"] == 4
    by_pack = {figure.key: figure.values["all"] for figure in result.figures}
    assert by_pack["queries_id found"] == by_pack["listings_id fact no"] == by_pack["queries_en polarity"] == 1.0
    assert any("1 texts are of fields without a pack and were not read: cars-en 1" in note for note in result.notes)
    assert any("1 rows name a text that lies elsewhere" in note for note in result.notes)
    assert result.bad_rows == ("rows.jsonl:7: 'attic': not in the text",)
    assert {table.name for table in result.tables} == {"group", "check", "construction"}


def test_a_pack_a_half_and_a_limit_leave_out_the_rest(data: Path) -> None:
    assert keys(run_sentences(data, embedder="none", pack="property")) == {"all", "queries_id", "listings_id"}
    assert run_sentences(data, embedder="none", limit=1).figures[0].counts in ({"tune": 1}, {"report": 1})
    halves = [run_sentences(data, embedder="none", split=split) for split in (Split.TUNE, Split.REPORT)]
    assert sum(max(half.figures[1].counts.values()) for half in halves) == 4
    assert all(list(half.figures[0].values) == [split] for half, split in zip(halves, ("tune", "report"), strict=True))


def test_lines_of_a_text_are_read_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def read(self: Reading, text: str) -> QueryReading:
        seen.append(text)
        return QueryReading(claims=())

    monkeypatch.setattr(Reading, "query", read)
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(query("Musts:\n- gym", {"words": "gym"})), encoding="utf-8")
    run_sentences(file, embedder="none")
    assert seen == ["Musts: - gym"]


def test_a_text_that_the_reader_fails_on_is_missed_even_where_silence_was_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: RuleReader, text: str) -> QueryReading:
        raise KeyError("forgot")

    monkeypatch.setattr(RuleReader, "read_query", fail)
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(query("my old place had mould", nothing=("mould",))), encoding="utf-8")
    result = run_sentences(file, embedder="none")
    assert {value for figure in result.figures if figure.measure == "accuracy" for value in figure.values.values()} == {
        0.0
    }
    assert any("forgot" in note for note in result.notes)


def test_without_data_it_takes_our_own_or_says_what_is_missing(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences, "HELD_OUT", tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="brings no held-out sentences"):
        run_sentences(None, embedder="none")
    monkeypatch.setattr(sentences, "HELD_OUT", data)
    assert run_sentences(None, embedder="none").figures


def test_data_without_a_sentence_to_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROWS[4]), encoding="utf-8")
    with pytest.raises(BadInput, match="cars-en 1"):
        run_sentences(file, embedder="none")
    file.write_text(json.dumps(ROWS[6]), encoding="utf-8")
    with pytest.raises(BadInput, match=r"the first fault: rows\.jsonl:1"):
        run_sentences(file, embedder="none")
