"""What was approved is written beside the GEDCOM file; the file and the tree stay as they are, byte by byte."""

import hashlib
import io
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.answering.conftest import index_of

from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.review.items import Origin, ReviewState
from claimtree.review.service import ReviewService
from claimtree.sources.gedcom.insertions import GedcomCopy, Insertions, write_copy
from claimtree.sources.gedcom.source import read_tree
from claimtree.sources.gedcom.tree_file import TreeFile

MESSAGE = (
    "Josiah Smith's sister Jerusha Smith was born in 1830. Evan Hughes died in 1868. Josiah Smith's mother was Jane "
    "Doe. Gwen Pritchard's nickname was Winnie. Jerusha Smith married Amos Ward in 1851 in Knox County."
)


def sha(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ReviewService]:
    made = ReviewService(tmp_path / "home", "claims")
    yield made
    made.close()


@pytest.fixture
def approved(service: ReviewService, demo_tree: FamilyIndex) -> list[int]:
    found = service.propose(MESSAGE, demo_tree, Origin(source_id="m1", author="Dana @Home@\n0 @I1@ INDI"))
    ids = [one.id for one in service.add(found, by="Ann")]
    service.decide(ids, ReviewState.APPROVED, by="Ann")
    return ids


def test_neither_the_file_nor_the_tree_is_written_by_anything_the_queue_does(
    service: ReviewService, approved: list[int], demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    before = sha(demo_file), sha(tree_file.path)
    service.export(tree_file, demo_tree, demo_file, by="Ann")
    service.export(tree_file, demo_tree, demo_file, by="Ann", as_patch=True)
    service.decide(approved[:1], ReviewState.REJECTED, by="Ben")
    assert (sha(demo_file), sha(tree_file.path)) == before


def test_the_new_file_has_every_line_of_the_old_one_in_its_order(
    service: ReviewService, approved: list[int], demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    done = service.export(tree_file, demo_tree, demo_file, by="Ann")
    assert done.path == demo_file.with_name("hollow-creek.reviewed.ged")
    old, new = demo_file.read_text("utf-8").splitlines(), iter(done.path.read_text("utf-8").splitlines())
    assert all(line in new for line in old), "a line is missing or moved"
    assert len(done.path.read_text("utf-8").splitlines()) == len(old) + done.lines


def test_the_new_file_is_a_tree_with_what_was_approved(
    service: ReviewService,
    approved: list[int],
    demo_tree: FamilyIndex,
    demo_file: Path,
    tree_file: TreeFile,
    tmp_path: Path,
) -> None:
    done = service.export(tree_file, demo_tree, demo_file, by="Ann")
    with read_tree(done.path, tmp_path / "again.tree", "again") as again:
        assert again.problems() == tree_file.problems()
        assert again.info.people == tree_file.info.people + 3
    index = index_of(done.path, tmp_path / "..", show_living=False)
    (jerusha,) = index.names.find("Jerusha Smith")
    assert [one.event.date for one in index.events(jerusha, "birth")] == ["1830"]
    assert [link.to for link in index.parents[jerusha]] == ["I8", "I9"]
    assert [index.shown(link.to) for link in index.partners[jerusha]] == ["Amos Ward"]
    # What the file preferred before stays the first.
    assert [one.event.date for one in index.events("I1", "death")] == ["14 MAR 1867", "1868"]
    assert "Jane Doe" in [index.shown(link.to) for link in index.parents["I10"]]
    assert "Winnie Pritchard" in [name.shown for name in index.people["I2"].names]


def test_each_addition_tells_the_words_and_who_approved_it_and_no_line_is_smuggled_in(
    service: ReviewService, approved: list[int], demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    text = service.export(tree_file, demo_tree, demo_file, by="Ann").path.read_text("utf-8")
    assert 'From a message of Dana @@Home@@ 0 @@I1@@ INDI: "Evan Hughes died in 1868". Approved by Ann, ' in text
    assert text.count("0 @I1@ INDI") == 1
    assert all(len(line) <= 255 for line in text.splitlines())


def test_the_patch_makes_the_same_file(
    service: ReviewService,
    approved: list[int],
    demo_tree: FamilyIndex,
    demo_file: Path,
    tree_file: TreeFile,
    tmp_path: Path,
) -> None:
    whole = service.export(tree_file, demo_tree, demo_file, by="Ann").path
    patch = service.export(tree_file, demo_tree, demo_file, by="Ann", as_patch=True).path
    folder = tmp_path / "other"
    folder.mkdir()
    copy = folder / demo_file.name
    copy.write_bytes(demo_file.read_bytes())
    done = subprocess.run(["git", "apply", "-p0", patch], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert copy.read_bytes() == whole.read_bytes()


def test_a_file_that_is_another_one_by_now_is_refused_and_nothing_is_left_behind(
    service: ReviewService, approved: list[int], demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    demo_file.write_bytes(demo_file.read_bytes().replace(b"1 OCCU milliner", b"1 OCCU hatter"))
    files = sorted(demo_file.parent.iterdir())
    with pytest.raises(BadInput, match="is not the file that the tree"):
        service.export(tree_file, demo_tree, demo_file, by="Ann")
    assert sorted(demo_file.parent.iterdir()) == files


def test_nothing_is_written_over(
    service: ReviewService, approved: list[int], demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    with pytest.raises(BadInput, match="nothing is written over"):
        service.export(tree_file, demo_tree, demo_file, by="Ann", to=demo_file)
    service.export(tree_file, demo_tree, demo_file, by="Ann")
    with pytest.raises(BadInput, match="nothing is written over"):
        service.export(tree_file, demo_tree, demo_file, by="Ann")


def test_without_an_approval_there_is_nothing_to_write(
    service: ReviewService, demo_tree: FamilyIndex, demo_file: Path, tree_file: TreeFile
) -> None:
    service.add(service.propose(MESSAGE, demo_tree, Origin()), by="Ann")
    with pytest.raises(BadInput, match="nothing of this tree is approved"):
        service.export(tree_file, demo_tree, demo_file, by="Ann")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("codec", "head"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("cp1252", b""),
    ],
)
def test_lines_are_put_in_with_the_character_set_and_the_line_ends_of_the_file(
    codec: str, head: bytes, end: str
) -> None:
    charset = {"cp1252": "ANSI"}.get(codec, "UTF-8" if codec == "utf-8" else "UNICODE")
    lines = ["0 HEAD", f"1 CHAR {charset}", "0 @I1@ INDI", "1 NAME Hans /Gro\u00df/", "0 TRLR", ""]
    data = head + end.join(lines).encode(codec)
    out = io.BytesIO()
    copy = GedcomCopy(io.BytesIO(data))
    added = Insertions(after={4: ["1 NOTE Stra\u00dfe"]}, records=["0 @R1@ INDI"])
    assert write_copy(copy, added, out) == 2
    expected = [*lines[:4], "1 NOTE Stra\u00dfe", "0 @R1@ INDI", *lines[4:]]
    assert out.getvalue() == head + end.join(expected).encode(codec)
    assert copy.sha256 == hashlib.sha256(data).hexdigest()


def test_ansel_is_written_as_ansel() -> None:
    data = b"0 HEAD\n1 CHAR ANSEL\n0 @I1@ INDI\n1 NAME J\xe8urgen /M\xe8uller/\n0 TRLR\n"
    out = io.BytesIO()
    write_copy(GedcomCopy(io.BytesIO(data)), Insertions(after={4: ["1 NOTE Zo\u00eb \u0141"]}, records=[]), out)
    assert out.getvalue() == data.replace(b"0 TRLR", b"1 NOTE Zo\xe8e \xa1\n0 TRLR")


def test_a_file_without_trailer_and_last_line_end_gets_both_right() -> None:
    out = io.BytesIO()
    write_copy(
        GedcomCopy(io.BytesIO(b"0 HEAD\n0 @I1@ INDI")), Insertions(after={2: ["1 SEX F"]}, records=["0 @R1@ INDI"]), out
    )
    assert out.getvalue() == b"0 HEAD\n0 @I1@ INDI\n1 SEX F\n0 @R1@ INDI\n"
