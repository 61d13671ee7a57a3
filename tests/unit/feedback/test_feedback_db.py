"""The file of opinions: the latest of each counts, collections are separate, and limits hold."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.feedback.people import People

from claimtree.errors import BadInput, StoreDamaged, UnknownName
from claimtree.feedback import feedback_db
from claimtree.feedback.feedback_db import FeedbackFile
from claimtree.feedback.opinions import LONGEST_NOTE, Opinion, Thumb
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId


@pytest.fixture
def file(tmp_path: Path) -> Iterator[FeedbackFile]:
    with closing(FeedbackFile(tmp_path / "feedback.db")) as file:
        yield file


@pytest.fixture
def said(people: People) -> Opinion:
    shown = people.claim(id="c1", met=13, further=(8, 4)), people.claim(id="c2", offset=None, or_group=2)
    return people.opinion(*shown, thumb=Thumb.UP, note="the light!", edits=("must:c1", "words:c2:facing west"))


def test_what_was_said_comes_back_as_it_was(file: FeedbackFile, said: Opinion) -> None:
    one, replaced = file.keep(said)
    assert (one.id > 0, replaced) == (True, False)
    other, _ = file.keep(replace(said, thumb=None, claim=ClaimId("c2"), verdict=Verdict.MET))
    assert file.all("rentals") == (other, one)
    assert replace(one, id=0) == said


def test_later_feedback_replaces_what_the_same_person_said_before(file: FeedbackFile, said: Opinion) -> None:
    file.keep(said)
    now, replaced = file.keep(replace(said, thumb=Thumb.DOWN))
    assert replaced
    assert file.all("rentals") == (now,)
    for other in ("owner", "question"):
        assert not file.keep(replace(said, **{other: "another"}))[1]  # type: ignore[arg-type]  # each is a text
    assert not file.keep(replace(said, edits=()))[1]
    assert not file.keep(replace(said, entity=EntityId("home-2")))[1]
    assert len(file.all("rentals")) == 5


def test_collections_and_owners_are_apart(file: FeedbackFile, said: Opinion) -> None:
    mine, _ = file.keep(replace(said, owner="ada"))
    theirs, _ = file.keep(replace(said, owner="bob", collection="other"))
    assert file.all("rentals") == (mine,)
    assert file.all("other") == (theirs,)
    assert file.all("rentals", owner="bob") == ()
    with pytest.raises(UnknownName, match="no opinion"):
        file.remove("rentals", [theirs.id])
    with pytest.raises(UnknownName, match="no opinion"):
        file.remove("rentals", [mine.id], owner="bob")
    assert file.clear("rentals", owner="bob") == 0
    assert file.clear("rentals") == 1
    assert file.all("other") == (theirs,)


def test_all_numbers_are_known_or_nothing_goes(file: FeedbackFile, said: Opinion) -> None:
    one, _ = file.keep(said)
    for unknown in (999, -1, 2**80):
        with pytest.raises(UnknownName):
            file.remove("rentals", [one.id, unknown])
    assert file.all("rentals") == (one,)
    assert file.remove("rentals", [one.id, one.id]) == 1
    assert file.all("rentals") == ()


def test_nothing_is_made_by_looking(file: FeedbackFile, tmp_path: Path) -> None:
    assert file.all("rentals") == ()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"thumb": None}, "a thumb on the hit, or a verdict"),
        ({"claim": ClaimId("c1")}, "a thumb on the hit, or a verdict"),
        ({"thumb": None, "claim": ClaimId("c1")}, "a thumb on the hit, or a verdict"),
        ({"verdict": Verdict.MET}, "a thumb on the hit, or a verdict"),
        ({"thumb": None, "claim": ClaimId("c9"), "verdict": Verdict.MET}, "no claim 'c9'"),
        ({"note": "x" * (LONGEST_NOTE + 1)}, "501 characters"),
        ({"note": "a\x00b"}, "note is not text"),
        ({"question": ""}, "question is empty"),
        ({"question": "x" * 4_001}, "4,001 characters"),
        ({"owner": "x" * 300}, "300 characters"),
        ({"collection": "../rentals"}, "no collection's name"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    file: FeedbackFile, said: Opinion, changes: dict[str, object], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        file.keep(replace(said, **changes))  # type: ignore[arg-type]  # each is a field
    assert file.all("rentals") == ()


def test_there_is_a_most_of_each_owner(file: FeedbackFile, said: Opinion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback_db, "MOST_OPINIONS", 2)
    file.keep(said)
    file.keep(replace(said, entity=EntityId("home-2")))
    with pytest.raises(BadInput, match="2 is the most"):
        file.keep(replace(said, entity=EntityId("home-3")))
    file.keep(replace(said, thumb=Thumb.DOWN))  # in place of another one
    file.keep(replace(said, owner="ada"))
    assert len(file.all("rentals", most=9)) == 3


def test_a_damaged_row_is_named(file: FeedbackFile, said: Opinion, tmp_path: Path) -> None:
    one, _ = file.keep(said)
    with closing(sqlite3.connect(tmp_path / "feedback.db")) as connection:
        connection.execute("UPDATE opinion SET shown = '[{}]'")
        connection.commit()
    with pytest.raises(StoreDamaged, match=f"opinion {one.id} cannot be read"):
        file.all("rentals")
    assert file.remove("rentals", [one.id]) == 1
    assert file.all("rentals") == ()


def test_another_file_is_refused_untouched(tmp_path: Path, said: Opinion) -> None:
    other = tmp_path / "notes.db"
    other.write_text("these are my notes, and no database at all", encoding="utf-8")
    with closing(FeedbackFile(other)) as file, pytest.raises(StoreDamaged):
        file.keep(said)
    assert other.read_text(encoding="utf-8").startswith("these are my notes")
