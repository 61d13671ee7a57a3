"""Labelled listings: read with their texts, indexed, asked, and held against their labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.answers import Verdict
from claimtree.model.claims import Claim, EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.plans import Basis
from evals.judge_evidence import evidence
from evals.judge_labels import (
    COLUMNS,
    DEMO,
    SETS,
    Label,
    LabelledListing,
    check_sum,
    documents_of,
    is_text,
    labelled,
)
from evals.judge_listings import Asked, Shown, ask_all, combined_verdict, overlap, shown
from evals.judge_rooms import Rooms
from evals.judge_shown import listing_figures, listing_misses, listing_tables, precision, recall

MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN
NAME, ABOUT, AROUND = "Sunny 2BR", "No dogs. There is a dishwasher and a gym downstairs.", "Close to the subway."
TEXT = {"id": "7", "name": NAME, "description": ABOUT, "neighborhood_overview": AROUND}


def golden(folder: Path, *wishes: dict[str, Any], sha: str = "") -> Path:
    """A folder of labels: no demo homes, and one listing of Boston."""
    row = {"id": "7", "sha": sha or check_sum((NAME, ABOUT, AROUND)), "wishes": list(wishes)}
    for name in SETS:
        lines = [json.dumps(row)] if name == "boston" else []
        (folder / f"judge-{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def wish(said: str, verdict: str, at: list[Any] | None = None) -> dict[str, Any]:
    return {"wish": said, "verdict": verdict, "at": at}


DOGS = wish("dogs allowed", "refuted", ["description", 0, 7])
SUBWAY = wish("near the subway", "met", ["neighborhood_overview", 0, 19])
NAMED = wish("two bedrooms", "met", ["name", 6, 9])


@pytest.fixture(scope="module")
def rooms() -> Iterator[Rooms]:
    with closing(Rooms(embedder="hashed-256")) as opened:
        yield opened


def test_the_words_of_a_label_stand_where_it_says(tmp_path: Path) -> None:
    assert is_text(TEXT)
    found, skipped = labelled([TEXT], golden(tmp_path, DOGS, SUBWAY, wish("a sauna", "unknown")))
    assert [label.words for label in found[0].labels] == ["No dogs", "Close to the subway", ""]
    assert (found[0].set, found[0].pack, found[0].id) == ("boston", "rentals", "7")
    assert [line for line in skipped if "boston" in line] == []


def test_a_listing_whose_text_was_changed_is_left_out_and_named(tmp_path: Path) -> None:
    found, skipped = labelled([TEXT], golden(tmp_path, DOGS, sha="0" * 16))
    assert found == []
    assert any(line == "boston 7: its text is not the one that was labelled" for line in skipped)


def test_without_the_texts_only_the_demo_homes_are_there(tmp_path: Path) -> None:
    found, skipped = labelled([], golden(tmp_path, DOGS))
    assert found == []
    assert any(line.startswith("1 labelled listings of boston") for line in skipped)


def test_every_shipped_label_is_sound() -> None:
    """Twelve wishes for each of at least 60 homes, words for what is met or refuted, none for what is unknown."""
    found, _ = labelled([])
    assert {listing.set for listing in found} == {DEMO}
    for listing in found:
        assert len({label.wish for label in listing.labels}) == 12, listing.id
        assert all(bool(label.words) == (label.verdict is not UNKNOWN) for label in listing.labels), listing.id
    rows = 0
    for name in SETS:
        file = Path(__file__).parents[3] / "evals/golden" / f"judge-{name}.jsonl"
        rows += len(file.read_text(encoding="utf-8").splitlines())
    assert rows >= 60


def test_listings_of_one_description_fall_into_one_half(tmp_path: Path) -> None:
    (listing,), _ = labelled([TEXT], golden(tmp_path, DOGS))
    assert replace(listing, id=EntityId("8")).half is listing.half


def test_a_listing_becomes_a_home_in_an_area_of_its_own() -> None:
    area, home = documents_of(EntityId("7"), {column: TEXT[column] for column in COLUMNS})
    assert (area.level, home.level, home.parent) == ("neighborhood", "apartment", area.id)
    assert home.title == NAME
    assert home.source.text == f"{NAME}\n\n{ABOUT}"
    (alone,) = documents_of(EntityId("7"), {**{column: TEXT[column] for column in COLUMNS}, COLUMNS[2]: " "})
    assert alone.parent is None


def test_from_the_text_to_the_verdict(tmp_path: Path, rooms: Rooms) -> None:
    labels = (DOGS, SUBWAY, NAMED, wish("dishwasher", "refuted", ["description", 9, 36]), wish("a sauna", "unknown"))
    found, _ = labelled([TEXT], golden(tmp_path, *labels))
    asked = list(ask_all(found, rooms))
    said = {one.label.wish: one for one in map(shown, asked)}
    assert {wish: one.verdict for wish, one in said.items()} == {
        "dogs allowed": REFUTED,
        "near the subway": MET,
        "two bedrooms": MET,
        "dishwasher": MET,
        "a sauna": UNKNOWN,
    }
    assert said["dogs allowed"].overlaps
    assert said["near the subway"].overlaps
    assert said["dishwasher"].spoke == Basis.CONCEPT
    assert said["two bedrooms"].spoke == Basis.AMOUNT
    assert not said["dishwasher"].right
    (miss,) = listing_misses(list(said.values()), 5)
    assert (miss.text, miss.expected, miss.read) == ("dishwasher", "refuted", "met, by word")
    assert "dishwasher" in miss.quoted
    assert "There is" not in f"{miss.text} {miss.expected} {miss.read}", "words of the host go to no page"


def test_evidence_is_everything_that_may_answer_with_nothing_decided(tmp_path: Path, rooms: Rooms) -> None:
    found, _ = labelled([TEXT], golden(tmp_path, DOGS, wish("barbecue spot", "unknown")))
    first, second = list(ask_all(found, rooms))
    pieces = evidence(first, rooms)
    denied = next(piece for piece in pieces if piece.stated.quote.startswith("No dogs"))
    assert denied.match is not None
    assert denied.match.holds < 0
    assert denied.match.by is Basis.CONCEPT
    assert (denied.doubtful, denied.overlaps, denied.by_meaning) == (False, True, False)
    assert denied.logits is None, "the embedder is no judge"
    # Nothing is said of a barbecue, and still the home's amenities are held against it.
    others = evidence(second, rooms)
    assert others
    assert all(piece.match is None for piece in others)
    assert {piece.label.wish for piece in others} == {"barbecue spot"}


@pytest.mark.slow
def test_a_demo_home_is_asked_among_all_of_its_pack(rooms: Rooms) -> None:
    listing = LabelledListing(
        set=DEMO, pack="rentals", id=EntityId("bk-008"), key="x",
        labels=(Label(wish="cats welcome", verdict=REFUTED, words="no cats, no exceptions"),
                Label(wish="rent under $3,500", verdict=REFUTED, words="$3,975")),
    )  # fmt: skip
    cats, rent = map(shown, ask_all([listing], rooms))
    assert (cats.verdict, rent.verdict) == (REFUTED, REFUTED)
    assert rent.overlaps, "price: 3975 is $3,975"


@pytest.mark.slow
def test_a_home_that_is_not_there_is_an_error(rooms: Rooms) -> None:
    label = Label(wish="cats welcome", verdict=UNKNOWN)
    nowhere = LabelledListing(set=DEMO, pack="rentals", id=EntityId("nowhere"), key="x", labels=(label,))
    with pytest.raises(LookupError, match="nowhere"):
        list(ask_all([nowhere], rooms))


def test_a_wish_that_the_reader_drops_is_unknown_and_marked() -> None:
    listing = LabelledListing(set=DEMO, pack="rentals", id=EntityId("x"), key="x", labels=())
    asked = Asked(listing=listing, label=Label(wish="?", verdict=MET, words="x"), claims=(), plan=None, dossier=None)
    dropped = shown(asked)
    assert (dropped.verdict, dropped.read, dropped.maybe) == (UNKNOWN, False, False)


@given(st.lists(st.sampled_from(list(Verdict)), min_size=1, max_size=5))
def test_a_wish_in_parts_is_met_by_all_and_refuted_by_one(verdicts: list[Verdict]) -> None:
    said = combined_verdict(verdicts)
    assert (said is MET) == all(one is MET for one in verdicts)
    assert (said is REFUTED) == any(one is REFUTED for one in verdicts)


def claim_at(start: int, end: int, text: str, source: str = "s") -> Claim:
    return Claim(
        text="", pattern="", type=TypeName("t"), level=LevelName("l"), quote=text[start:end], source=source,
        start=start, end=end,
    )  # fmt: skip


def test_words_overlap_where_they_stand_not_by_what_they_say() -> None:
    text = "no cats here, and no dogs either"
    home = [Entity(id=EntityId("x"), level=LevelName("l"), sources=(Source(name="s", text=text),))]
    assert overlap(claim_at(0, 7, text), "cats here", home)
    assert not overlap(claim_at(0, 7, text), "no dogs", home), "both say no, in two places"
    assert not overlap(claim_at(0, 7, text), "", home)
    column = replace(claim_at(0, 0, text, "s#price"), quote="price: 3975")
    assert overlap(column, "$3,975", home)
    assert not overlap(column, "$3,250", home)


def counted(label: Verdict, verdict: Verdict, half: str = "a") -> Shown:
    said = Label(wish="w", verdict=label, words="x")
    listing = LabelledListing(set="boston", pack="rentals", id=EntityId("1"), key=half, labels=(said,))
    return Shown(listing=listing, label=said, verdict=verdict, type="features", spoke="judge")


def test_precision_and_recall_by_hand() -> None:
    found = [
        counted(MET, MET), counted(MET, REFUTED), counted(MET, UNKNOWN), counted(REFUTED, REFUTED),
        counted(UNKNOWN, MET), counted(UNKNOWN, UNKNOWN),
    ]  # fmt: skip
    assert precision(found) == 2 / 4
    assert recall(found) == 2 / 4
    assert (precision(found, MET), recall(found, MET)) == (1 / 2, 1 / 3)
    assert (precision(found, REFUTED), recall(found, REFUTED)) == (1 / 2, 1.0)
    figures = {figure.key: figure for figure in listing_figures(found)}
    assert figures["shown precision"].bar == 0.92
    assert figures["shown recall"].values == {found[0].listing.half.value: 0.5}
    speakers = next(table for table in listing_tables(found) if table.heads[0] == "spoke")
    assert speakers.rows == (("judge", "4", "2", "2", ".500", ".500", ".500", ".500"),)
