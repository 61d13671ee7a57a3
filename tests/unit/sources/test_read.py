"""Which source reads the files of a pack, what may be wrong with one, and a source of another package at work."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.cli.main import main
from claimtree.column_mappings import Resume, index_mapped
from claimtree.engine import Engine
from claimtree.errors import BadInput, BadRecord, PackError, SourceError, UnknownName
from claimtree.indexing import Indexer, IndexReport
from claimtree.indexing.checkpoints import Checkpoint
from claimtree.languages.rendering import notice_texts, render_all
from claimtree.model.answers import Found, Verdict
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.columns import ColumnRule, ColumnsReport, GivenRules
from claimtree.model.documents import Document, Part, Position, SourceFile
from claimtree.model.hierarchy import Source
from claimtree.model.pack import Pack
from claimtree.model.relations import Relation, RelationName
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs import load_pack
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.sources import read as read_module
from claimtree.sources.listings import Listings
from claimtree.sources.open import open_source
from claimtree.sources.read import count_records, read_files
from claimtree.sources.record_stream import Records
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader

Install = Callable[..., None]
EMBEDDER = HashedEmbedder()


def opened(pack: Pack, address: str) -> MovableStore:
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions
    )
    return open_store(address, identity, pack.hierarchy)


def indexer(pack: Pack, store: MovableStore, batch_size: int = 200) -> Indexer:
    return Indexer(pack, store, RuleReader(pack, embedder=EMBEDDER), EMBEDDER, batch_size=batch_size)


# --- which source


def test_listings_read_where_a_pack_names_nothing_else() -> None:
    pack = shared_pack("rentals")
    assert pack.source == "listings"
    assert isinstance(open_source(pack), Listings)


def test_an_unknown_source_is_an_error_when_the_pack_is_loaded(
    install: Install, notes_pack: Callable[[str], Path]
) -> None:
    install()
    with pytest.raises(PackError, match=r"source: no source 'gedcon' \(have: listings, gedcom, markdown\)"):
        load_pack(notes_pack("gedcon"))


def test_code_of_a_source_runs_only_for_packs_that_name_it(
    install: Install, notes_pack: Callable[[str], Path], folder: Path
) -> None:
    install()
    pack = load_pack(notes_pack("markdown"))
    open_source(shared_pack("rentals"))
    assert "notes_source" not in sys.modules
    read_files([folder], pack)
    assert "notes_source" in sys.modules


@pytest.mark.parametrize(
    ("point", "module", "said"),
    [
        ("markdown = notes_source:Gone", None, "cannot be imported from 'notes_source:Gone': AttributeError"),
        ("markdown = nowhere_to_be_found:X", None, "cannot be imported from 'nowhere_to_be_found:X': ModuleNotFound"),
        ("markdown = notes_source:X", "X = 1 / 0", "cannot be imported from 'notes_source:X': ZeroDivisionError"),
        ("markdown = notes_source:BROKEN", None, "is no source: it is not a class or function that takes a pack"),
        (
            "markdown = notes_source:not_a_source",
            None,
            "is no source: it makes a object without formats, recognises, count, read",
        ),
        (
            "markdown = notes_source:X",
            "def X(pack):\n    raise RuntimeError('no licence')",
            "failed when it was made: RuntimeError: no licence",
        ),
        (
            "markdown = notes_source:X",
            "class X:\n  recognises = count = read = __init__ = lambda *_: None\n  formats = property(lambda _: 1 / 0)",
            "failed when it was made: ZeroDivisionError",
        ),
    ],
)
def test_what_is_wrong_with_a_source_of_others_is_named(
    install: Install,
    notes_pack: Callable[[str], Path],
    folder: Path,
    point: str,
    module: str | None,
    said: str,
) -> None:
    install(point, **({"module": module} if module else {}))
    pack = load_pack(notes_pack("markdown"))
    with pytest.raises(SourceError) as caught:
        read_files([folder], pack)
    assert said in caught.value.message
    assert "source 'markdown'" in caught.value.message


def test_a_source_that_is_gone_since_the_pack_was_loaded_is_named() -> None:
    pack = replace(shared_pack("rentals"), source="gone")
    with pytest.raises(UnknownName, match=r"no source 'gone' \(have: listings"):
        open_source(pack)


def test_an_installed_source_does_not_replace_one_that_ships(install: Install) -> None:
    install("listings = notes_source:MarkdownNotes")
    assert isinstance(open_source(shared_pack("rentals")), Listings)


# --- files and folders


def test_of_a_folder_all_files_it_recognises_are_read_in_order_and_the_others_are_named(
    notes: Pack, folder: Path
) -> None:
    records = read_files([folder], notes)
    assert [item.id for item in records if isinstance(item, Document)] == ["heating/boiler", "kettle"]
    assert render_all(records.notices, "en") == (
        f"{folder}: not read, since their format is not known (.md): picture.png",
    )
    assert count_records([folder], notes) == 2


def test_a_file_that_the_source_does_not_recognise_is_refused_before_anything_is_read(
    notes: Pack, folder: Path
) -> None:
    with pytest.raises(BadInput, match=r"picture\.png has no known format"):
        read_files([folder, folder / "picture.png"], notes)
    with pytest.raises(BadInput, match="does not exist"):
        read_files([folder / "gone.md"], notes)


def test_columns_can_only_be_mapped_where_there_are_some(notes: Pack, folder: Path) -> None:
    rules = GivenRules(rules={"name": ColumnRule(to="title", column="name")})
    with pytest.raises(BadInput, match="source 'markdown' of pack 'notes' has no columns that could be mapped"):
        read_files([folder], notes, columns=rules)


# --- what a source yields


class Yielding:
    """A source that yields what it is given."""

    formats = ".md"

    def __init__(self, items: Callable[[], Iterator[object]]) -> None:
        self.items = items

    def recognises(self, file: Path) -> bool:
        return True

    def count(self, files: Sequence[SourceFile]) -> int | None:
        return None

    def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
        yield from self.items()  # type: ignore[misc]  # on purpose: what a careless author may yield


def note(id: str, text: str = "Frost protection.", *, source: str = "notes", url: str = "") -> Document:
    return Document(
        id=EntityId(id), level=LevelName("note"), source=Source(name=source, text=text, url=url), place=f"{id}.md"
    )


@pytest.fixture
def yielding(monkeypatch: pytest.MonkeyPatch, notes: Pack, folder: Path) -> Callable[..., Records]:
    def records(items: Callable[[], Iterator[object]]) -> Records:
        monkeypatch.setattr(read_module, "open_source", lambda pack: Yielding(items))
        return read_files([folder], notes)

    return records


def test_a_source_that_yields_nothing_is_told(notes: Pack, yielding: Callable[..., Records]) -> None:
    with closing(opened(notes, "memory:")) as store:
        report = indexer(notes, store).index(yielding(lambda: iter(())))
    assert (report.indexed, report.skipped) == (0, 0)
    assert notice_texts(report) == ("no records were found in heating/boiler.md, kettle.md, picture.png",)


@pytest.mark.parametrize("address", ["memory:", "sqlite"])
def test_a_source_that_raises_half_way_keeps_what_came_before(
    notes: Pack, yielding: Callable[..., Records], address: str, tmp_path: Path
) -> None:
    def items() -> Iterator[object]:
        yield from (note(f"n{number}") for number in range(5))
        raise OSError("the disk is gone")

    with closing(opened(notes, address if address == "memory:" else str(tmp_path / "n.db"))) as store:
        with pytest.raises(SourceError) as caught:
            indexer(notes, store, batch_size=2).index(yielding(items))
        assert caught.value.message == (
            "source 'markdown' failed after n4.md: OSError: the disk is gone "
            "(5 records were stored before, 0 were stored already)"
        )
        assert "index again" in caught.value.hint
        assert store.info().entities[LevelName("note")] == 5
        assert store.check() == ()


def test_a_source_that_raises_after_bad_records_has_them_named_too(
    notes: Pack, yielding: Callable[..., Records]
) -> None:
    def items() -> Iterator[object]:
        yield note("a")
        yield from (replace(note(""), place=f"{number}.md") for number in range(22))
        raise OSError("the disk is gone")

    with closing(opened(notes, "memory:")) as store, pytest.raises(SourceError) as caught:
        indexer(notes, store).index(yielding(items))
    first, *skipped, more = caught.value.message.splitlines()
    assert first.endswith("(1 records were stored before, 0 were stored already, 22 were skipped)")
    assert skipped[0] == "skipped: 0.md: an id has 1 to 200 characters that can be shown, not ''"
    assert (len(skipped), more) == (20, "… and 2 more")
    assert len(caught.value.values["bad"]) == 22  # type: ignore[arg-type]


def test_what_is_no_document_is_named(yielding: Callable[..., Records]) -> None:
    def items() -> Iterator[object]:
        yield note("a")
        yield {"id": "b"}

    with pytest.raises(SourceError, match=r"yielded 'dict', which is neither a Document nor a BadRecord, after a\.md"):
        list(yielding(items))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (note(""), "an id has 1 to 200 characters that can be shown, not ''"),
        (note("x" * 201), f"an id has 1 to 200 characters that can be shown, not {'x' * 60!r}"),
        (note("a\nb"), "an id has 1 to 200 characters that can be shown, not 'a\\nb'"),
        (note("a", source="a#b"), "a source's name is a short text without '#', not 'a#b'"),
        (note("a", url="javascript:alert(1)"), "a url starts with http:// or https://, not 'javascript:alert(1)'"),
    ],
)
def test_a_document_that_no_store_should_keep_is_a_bad_record(
    yielding: Callable[..., Records], document: Document, reason: str
) -> None:
    (bad,) = list(yielding(lambda: iter([document])))
    assert isinstance(bad, BadRecord)
    assert bad.values["reason"] == reason


HALF = "half a \ud83d"


def section(text: str = "Frost.", **fields: object) -> Part:
    return Part(key="", level=LevelName("section"), facet=None, text=text, fields=fields)  # type: ignore[arg-type]


def with_fields(**fields: object) -> Document:
    document = note("a")
    return replace(document, source=replace(document.source, fields=fields))  # type: ignore[arg-type]


LINK = Relation(kind=RelationName("see"), to=EntityId("b"), quote=HALF)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (note("a", HALF), "'text' holds half a character (a lone surrogate)"),
        (replace(note("a"), title=HALF), "'title' holds half a character (a lone surrogate)"),
        (replace(note("a"), title=None), "'title' is text, not a NoneType"),  # type: ignore[arg-type]
        (with_fields(colour=HALF), "field 'colour' holds half a character (a lone surrogate)"),
        (with_fields(colour=("red", HALF)), "field 'colour' holds half a character (a lone surrogate)"),
        (with_fields(colour=("red", None)), "field 'colour' holds a NoneType; a list holds text only"),
        (with_fields(**{HALF: 1}), '"a field\'s name" holds half a character (a lone surrogate)'),
        (with_fields(pages=float("nan")), "field 'pages' is nan, not a finite number"),
        (with_fields(pages=float("-inf")), "field 'pages' is -inf, not a finite number"),
        (with_fields(pages=2**70), "field 'pages' is a number too large to keep"),
        (
            with_fields(pages=None),
            "field 'pages' is a NoneType; a field is text, a number, true or false, or a tuple of texts",
        ),
        (note("a", source="x" * 5_000), f"a source's name is a short text without '#', not {'x' * 60!r}"),
        (note("a", source="\ud83d"), "a source's name is a short text without '#', not '\\ud83d'"),
        (
            replace(note("a"), parts=(section(), section(HALF))),
            "part 2: 'text' holds half a character (a lone surrogate)",
        ),
        (replace(note("a"), relations=(LINK,)), "relation 1: 'quote' holds half a character (a lone surrogate)"),
        (replace(note("a"), relations=("b", "c")), "relation 1: a link is a Relation, not a str"),  # type: ignore[arg-type]
        (replace(note("a"), relations="b"), "'relations' is a tuple of Relation, not a str"),  # type: ignore[arg-type]
        (replace(note("a"), relations=None), "'relations' is a tuple of Relation, not a NoneType"),  # type: ignore[arg-type]
    ],
)
def test_a_document_that_cannot_be_written_down_is_a_bad_record_and_the_next_one_is_indexed(
    notes: Pack, yielding: Callable[..., Records], document: Document, reason: str
) -> None:
    with closing(opened(notes, "memory:")) as store:
        report = indexer(notes, store).index(yielding(lambda: iter([document, note("next")])))
    assert (report.indexed, [bad.values["reason"] for bad in report.bad]) == (1, [reason])
    str(report.bad[0]).encode()


@pytest.mark.parametrize("count", [3, 700])
@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (section(HALF), "part 2: 'text' holds half a character (a lone surrogate)"),
        (section(pages=float("inf")), "part 2: field 'pages' is inf, not a finite number"),
    ],
)
def test_a_streamed_part_that_cannot_be_written_down_costs_its_document_only(
    notes: Pack, yielding: Callable[..., Records], count: int, part: Part, reason: str
) -> None:
    came: list[int] = []

    def parts() -> Iterator[Part]:
        for number in range(count):
            came.append(number)
            yield part if number == 1 else section()

    documents = [replace(note("a"), part_stream=parts()), note("next")]
    with closing(opened(notes, "memory:")) as store:
        report = indexer(notes, store).index(yielding(lambda: iter(documents)))
        assert store.digests([EntityId("a")]) == {}
    assert (report.indexed, [bad.values["reason"] for bad in report.bad]) == (1, [reason])
    assert len(came) == count


def test_an_endless_source_is_ended_by_ctrl_c_and_what_it_gave_stays(
    notes: Pack, yielding: Callable[..., Records]
) -> None:
    def endless() -> Iterator[object]:
        number = 0
        while True:
            number += 1
            if number == 50:
                raise KeyboardInterrupt
            yield note(f"n{number}")

    told: list[tuple[int, int | None]] = []
    with closing(opened(notes, "memory:")) as store:
        report = indexer(notes, store, batch_size=10).index(
            yielding(endless), lambda done, total, message: told.append((done, total))
        )
        assert (report.interrupted, report.indexed) == (True, 49)
        assert store.info().entities[LevelName("note")] == 49
    assert (10, None) in told


# --- a source of another package at work


@pytest.mark.parametrize("address", ["memory:", "sqlite"])
def test_a_folder_of_markdown_is_indexed_searched_and_explained(
    notes: Pack, folder: Path, address: str, tmp_path: Path
) -> None:
    (folder / "empty.md").write_text("", encoding="utf-8")
    with closing(opened(notes, address if address == "memory:" else str(tmp_path / "n.db"))) as store:
        report = indexer(notes, store).index(read_files([folder], notes))
        assert report.indexed == 2
        assert [bad.values for bad in report.bad] == [{"place": "empty.md", "reason": "the file is empty"}]
        reader = RuleReader(notes, embedder=EMBEDDER)
        engine = Engine(pack=notes, store=store, reader=reader, embedder=EMBEDDER)
        found = engine.search("pressure valve and frost protection")
        assert isinstance(found, Found)
        (best, *_) = found.hits
        assert best.id == "heating/boiler"
        assert [finding.verdict for finding in best.findings] == [Verdict.MET, Verdict.MET]
        piece = best.findings[0].pieces[0]
        assert piece.claim is not None
        assert piece.claim.quote == "Test the relief valve once a year"
        assert piece.entity == "heating/boiler/section-1"
        cited = best.entities[piece.entity].sources[0].citation
        assert cited == "heating/boiler.md, line 3"
        explained = engine.explain(EntityId("kettle"), "descaling")
        assert explained.place == 1
        assert store.check() == ()
        assert indexer(notes, store).index(read_files([folder], notes)).unchanged == 2


def test_a_part_that_cannot_be_read_leaves_nothing_of_its_note(notes: Pack, folder: Path) -> None:
    (folder / "kettle.md").write_text("# Cleaning\nDescale it.\n# BROKEN\n", encoding="utf-8")
    with closing(opened(notes, "memory:")) as store:
        with pytest.raises(SourceError, match=r"in the parts of kettle\.md: ValueError: no section can start with"):
            indexer(notes, store).index(read_files([folder], notes))
        assert store.get([EntityId("kettle"), EntityId("heating/boiler")])[0].entity.id == "heating/boiler"
        assert store.info().entities[LevelName("note")] == 1


def refuses(*_: object) -> object:
    raise ZeroDivisionError("none left")


class Columned(Yielding):
    """A source that has columns."""

    columns = ColumnsReport()

    def mapped(self, rules: GivenRules) -> Columned:
        return self


@pytest.mark.parametrize(
    ("attribute", "value", "said"),
    [
        ("recognises", refuses, "when it was asked whether it reads boiler.md"),
        ("formats", property(refuses), "when it was asked for its formats"),
        ("mapped", refuses, "when it was given mappings of columns"),
        ("columns", property(refuses), "when it was asked for its columns"),
        ("count", refuses, "while it counted records"),
    ],
)
def test_whatever_a_source_of_others_is_asked_its_failure_is_named(
    notes: Pack,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    attribute: str,
    value: object,
    said: str,
) -> None:
    class Broken(Columned):
        def recognises(self, file: Path) -> bool:
            return file.suffix == ".md"

    setattr(Broken, attribute, value)
    monkeypatch.setattr(read_module, "open_source", lambda pack: Broken(lambda: iter(())))
    rules = {"name": ColumnRule(to="title", column="name")} if attribute == "mapped" else {}

    def everything() -> None:
        _ = read_files([folder], notes, columns=GivenRules(rules=rules)).columns
        count_records([folder], notes)

    with pytest.raises(SourceError) as caught:
        everything()
    assert caught.value.message == f"source 'markdown' failed {said}: ZeroDivisionError: none left"


# --- going on where an earlier run stopped


@pytest.fixture(autouse=True)
def worth_noting(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far a run got, from fewer records on than it is otherwise."""
    monkeypatch.setattr("claimtree.column_mappings.Checkpoint", partial(Checkpoint, least=100))


def homes(tmp_path: Path, count: int) -> Path:
    file = tmp_path / "homes.jsonl"
    rows = [f'{{"id": "h{number}", "text": "Quiet."}}' for number in range(1, count + 1)]
    rows[2] = "{broken"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


class Counting(Listings):
    """Counts the documents that it makes."""

    made = 0

    def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
        for item in super().read(files, after=after):
            type(self).made += 1
            yield item


def test_an_interrupted_run_goes_on_behind_the_record_it_got_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = shared_pack(str(Path(__file__).parents[2] / "packs" / "laptops"))
    file = homes(tmp_path, 280)
    monkeypatch.setattr(read_module, "open_source", Counting)
    store = opened(pack, str(tmp_path / "h.db"))

    def run(stop_after: int) -> tuple[int, object]:
        Counting.made = 0

        def progress(done: int, total: int | None, message: str) -> None:
            if done >= stop_after and "indexed" in message:
                raise KeyboardInterrupt

        report = index_mapped(
            indexer(pack, store, batch_size=20),
            lambda rules, after: read_files([file], pack, after=after),
            home=tmp_path,
            progress=progress,
            resume=Resume(store=store, paths=[file]),
        )
        return Counting.made, (
            report.indexed,
            report.unchanged,
            report.skipped,
            report.interrupted,
            notice_texts(report),
        )

    with closing(store):
        made, counted = run(140)
        assert made < 180
        indexed = store.info().entities[pack.hierarchy.answers]
        assert counted == (indexed, 0, 1, True, ())
        made, counted = run(10_000)
        assert made == 280 - indexed - 1
        # The bad record of the first run is told again, and its documents are counted as unchanged.
        notice = f"continued after record {indexed + 1:,} of {file}"
        assert counted == (279 - indexed, indexed, 1, False, (notice,))
        made, counted = run(10_000)
        assert (made, counted) == (280, (0, 279, 1, False, ()))


@pytest.mark.parametrize("change", ["file", "store", "rules"])
def test_what_has_changed_since_is_looked_at_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    pack = shared_pack(str(Path(__file__).parents[2] / "packs" / "laptops"))
    file = homes(tmp_path, 180)

    def stop(done: int, total: int | None, message: str) -> None:
        if done >= 120 and "indexed" in message:
            raise KeyboardInterrupt

    after: list[Position | None] = []

    def read(rules: GivenRules, position: Position | None) -> Records:
        after.append(position)
        return read_files([file], pack, columns=rules, after=position)

    with closing(opened(pack, str(tmp_path / "h.db"))) as store:
        resume = Resume(store=store, paths=[file])
        index_mapped(indexer(pack, store, batch_size=20), read, home=tmp_path, progress=stop, resume=resume)
        given: list[str] = []
        if change == "file":
            with file.open("a", encoding="utf-8") as stream:
                stream.write('{"id": "new", "text": "Loud."}\n')
        elif change == "store":
            store.remove([EntityId("h1")])
        else:
            given = ["name=title"]
        report = index_mapped(indexer(pack, store), read, home=tmp_path, given=given, resume=resume)
        assert after == [None, None]
        assert store.get([EntityId("h1")])
        assert report.indexed + report.unchanged == 179 + (change == "file")


def test_a_second_record_of_an_id_is_bad_although_the_first_was_read_by_an_earlier_run(tmp_path: Path) -> None:
    pack = shared_pack("rentals")
    file = tmp_path / "homes.jsonl"
    file.write_text('{"id": "a"}\n{"id": "b"}\n{"id": "a"}\n{"id": "c"}\n', encoding="utf-8")
    whole = list(read_files([file], pack))
    later = list(read_files([file], pack, after=Position(file=str(file), record=2)))
    assert [getattr(item, "id", None) or str(item) for item in later] == [
        getattr(item, "id", None) or str(item) for item in whole[2:]
    ]
    assert "stands already in homes.jsonl, line 1" in str(later[0])


@pytest.mark.parametrize("between", [", ", ",\n"])
def test_records_that_share_a_line_are_not_passed_over_with_the_last_one_that_was_read(
    tmp_path: Path, between: str
) -> None:
    pack = shared_pack("rentals")
    file = tmp_path / "homes.json"
    file.write_text("[" + between.join(f'{{"id": "h{number}"}}' for number in range(5)) + "]", encoding="utf-8")
    whole = [item for item in read_files([file], pack) if isinstance(item, Document)]
    assert [item.position for item in whole] == [Position(file=str(file), record=number) for number in range(1, 6)]
    for number, item in enumerate(whole, start=1):
        assert list(read_files([file], pack, after=item.position)) == whole[number:]


def test_a_table_with_blank_lines_goes_on_behind_any_of_its_records(tmp_path: Path) -> None:
    pack = shared_pack("rentals")
    file = tmp_path / "homes.csv"
    file.write_text('id,text\na,"two\nlines"\n\nb,one\n\n\nc,one\n', encoding="utf-8")
    whole = [item for item in read_files([file], pack) if isinstance(item, Document)]
    assert [item.place for item in whole] == ["homes.csv, line 2", "homes.csv, line 5", "homes.csv, line 8"]
    for number, item in enumerate(whole, start=1):
        assert list(read_files([file], pack, after=item.position)) == whole[number:]


def test_an_id_that_is_repeated_on_one_line_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "homes.json"
    file.write_text('[{"id": "a"}, {"id": "b"}, {"id": "a"}]', encoding="utf-8")
    *_, last = read_files([file], shared_pack("rentals"))
    assert isinstance(last, BadRecord)
    assert last.values["reason"] == "id 'a' from source 'homes' stands already in homes.json, line 1"


@pytest.mark.parametrize("bad_ones", [1, 3])
def test_a_bad_record_right_before_an_interruption_is_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad_ones: int
) -> None:
    pack = shared_pack(str(Path(__file__).parents[2] / "packs" / "laptops"))
    file = tmp_path / "homes.jsonl"
    rows = [f'{{"id": "h{number}", "text": "Quiet."}}' for number in range(180)]
    rows[2] = "{broken"
    rows[140 : 140 + bad_ones] = ["{broken"] * bad_ones
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")

    class Interrupted(Listings):
        def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
            for number, item in enumerate(super().read(files, after=after), start=1):
                if after is None and number == 141 + bad_ones:
                    raise KeyboardInterrupt
                yield item

    monkeypatch.setattr(read_module, "open_source", Interrupted)

    def run() -> IndexReport:
        return index_mapped(
            indexer(pack, store, batch_size=40),
            lambda rules, after: read_files([file], pack, after=after),
            home=tmp_path,
            resume=Resume(store=store, paths=[file]),
        )

    with closing(opened(pack, str(tmp_path / "h.db"))) as store:
        first = run()
        assert (first.interrupted, first.indexed, first.skipped) == (True, 139, 1 + bad_ones)
        second = run()
    assert (second.unchanged, second.indexed, second.skipped) == (139, 40 - bad_ones, 1 + bad_ones)
    places = [bad.values["place"] for bad in second.bad]
    assert places == [f"homes.jsonl, line {line}" for line in (3, *range(141, 141 + bad_ones))]


def test_after_a_source_has_failed_the_mended_one_reads_everything_again(
    tmp_path: Path, notes: Pack, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after: list[Position | None] = []

    def items(text: str, *, fails: bool) -> Iterator[object]:
        for number in range(1, 141):
            yield replace(note(f"n{number}", text), position=Position(file="notes", record=number))
        if fails:
            raise ValueError("the footer is unknown")

    def run(text: str, *, fails: bool) -> IndexReport:
        monkeypatch.setattr(read_module, "open_source", lambda pack: Yielding(lambda: items(text, fails=fails)))

        def read(rules: GivenRules, position: Position | None) -> Records:
            after.append(position)
            return read_files([folder], notes, after=position)

        resume = Resume(store=store, paths=[folder])
        return index_mapped(indexer(notes, store, batch_size=20), read, home=tmp_path, resume=resume)

    with closing(opened(notes, str(tmp_path / "n.db"))) as store:
        with pytest.raises(SourceError, match="the footer is unknown"):
            run("Descale it", fails=True)
        assert run("Descale it.", fails=False).indexed == 140
    assert after == [None, None]


# --- on the command line


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("CLAIMTREE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLAIMTREE_EMBEDDER", EMBEDDER.name)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str | Path) -> tuple[int, str]:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_the_command_line_reads_with_the_source_of_the_pack_and_shows_citations(
    install: Install, notes_pack: Callable[..., Path], folder: Path, command: Callable[..., tuple[int, str]]
) -> None:
    install()
    pack = notes_pack()
    code, said = command("index", folder, "--pack", pack)
    assert code == 0, said
    assert "picture.png" in said
    code, said = command("search", "frost protection", "--pack", pack)
    assert (code, "boiler" in said) == (0, True), said
    code, said = command("explain", "heating/boiler", "frost protection", "--pack", pack)
    assert (code, "heating/boiler.md, line 6" in said) == (0, True), said
    code, said = command("show", "heating/boiler", "--pack", pack)
    assert (code, "heating/boiler.md" in said) == (0, True), said


def test_a_source_that_fails_ends_the_command_with_the_code_for_bad_input(
    install: Install, notes_pack: Callable[..., Path], folder: Path, command: Callable[..., tuple[int, str]]
) -> None:
    install()
    (folder / "kettle.md").write_text("# Cleaning\nDescale it.\n# BROKEN\n", encoding="utf-8")
    code, said = command("index", folder, "--pack", notes_pack(), "--json")
    assert code == 2
    assert json.loads(said)["error"]["code"] == "source"
    assert "1 records were stored before" in said


def test_files_without_records_are_told_and_are_no_failure(
    tmp_path: Path, command: Callable[..., tuple[int, str]]
) -> None:
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    code, said = command("index", tmp_path / "empty.jsonl", "--pack", "rentals", "--json")
    assert (code, json.loads(said)["notices"]) == (0, ["no records were found in empty.jsonl"])
