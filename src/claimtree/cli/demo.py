"""The command `demo`: loads the pack's demo data, searches it, and suggests what to try next."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.indexing import exit_of, progress
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, flags, screen, settings_from
from claimtree.cli.screen import Screen

if TYPE_CHECKING:
    from claimtree.indexing import IndexReport
    from claimtree.model.answers import Answer
    from claimtree.model.pack import Pack
    from claimtree.ports import MovableStore, PlaceStore
    from claimtree.settings import Settings
    from claimtree.workspace import Workspace

SHOWN = 3
"""How many hits of the demo's search are shown."""


def register(app: typer.Typer) -> None:
    app.command(
        short_help="load the demo data, search it, show what to try",
        epilog=examples("claimtree demo", "claimtree demo --pack rentals --json"),
    )(demo)


def demo(
    pack: PackName = None, store: StoreAddress = None, embedder: EmbedderName = None, as_json: AsJson = False
) -> None:
    """Load the demo data of every pack (or of one), search it, and show what to try.

    It goes into stores of its own (demo-PACK.db), which `search` uses while you have none. Doing it again is
    harmless.
    """
    from claimtree import serialization
    from claimtree.packs.load import known_packs, load_pack
    from claimtree.settings import DEFAULT_PACK
    from claimtree.workspace import Workspace

    out = screen(as_json)
    # The default pack comes last, so that its searches, which need no --pack, are at the end of the
    # output.
    every = sorted(known_packs(), key=lambda name: (name == DEFAULT_PACK, name))
    names = [pack] if pack is not None or store is not None else every
    shapes: list[dict[str, object]] = []
    ended = 0
    for name in names:
        settings = settings_from(name, store, embedder)
        if not load_pack(settings.pack).demo:
            if name == pack or store is not None:
                out.say(f"The pack {settings.pack} has no demo data.")
            continue
        if not settings.store:
            settings = replace(settings, store=str(settings.demo_path))
        with Workspace(settings) as workspace:
            report = load(workspace, out)
            ended = ended or exit_of(report)
            address = workspace.store.info().address
            question = next(iter(workspace.pack.queries), "")
            started = time.perf_counter()
            found = workspace.engine.search(question, limit=SHOWN) if question and not report.interrupted else None
            took_ms = (time.perf_counter() - started) * 1000
            if as_json:
                answer = serialization.answer(found, took_ms=took_ms) if found is not None else None
                shape = {"pack": workspace.pack.name, "report": serialization.report(report, address=address)}
                shapes.append(shape | {"query": question, "answer": answer})
            else:
                named = None if workspace.pack.name == DEFAULT_PACK and pack is None else name
                tell(out, workspace, report, question, found, took_ms, given=flags(named, store, embedder))
    if as_json:
        out.result({"demos": shapes})
    if ended:
        raise typer.Exit(ended)


def load(workspace: Workspace, out: Screen) -> IndexReport:
    from claimtree.packs.find import pack_folder
    from claimtree.sources.gedcom.archive import is_gedcom
    from claimtree.sources.read import read_files

    folder = pack_folder(workspace.settings.pack)
    files = [folder / name for name in workspace.pack.demo]
    store = store_for_demo(workspace, out)
    if all(is_gedcom(file) for file in files):
        return load_trees(workspace, files, store, out)
    load_demo_places(workspace, store, folder)
    indexer = workspace.indexer(store)
    with progress(out, files, workspace.pack, verbose=False) as report_progress:
        report = indexer.index(read_files(files, workspace.pack), report_progress)
    workspace.prepare_rows(store)
    return report


def load_trees(workspace: Workspace, files: Sequence[Path], store: MovableStore, out: Screen) -> IndexReport:
    """Imports the demo trees of a pack, and returns the report on the last."""
    from claimtree.cli.progress_bars import bars
    from claimtree.cli.tree import folder_of
    from claimtree.tree_import import import_tree, names_of

    settings = workspace.settings
    indexer, folder = workspace.indexer(store), folder_of(settings)
    with bars(out) as report_progress:
        imported = [
            import_tree(file, name, folder, indexer, show_living=settings.show_living, progress=report_progress)
            for file, name in zip(files, names_of(files), strict=True)
        ]
    read_messages_of_demo(settings, names_of(files)[0])
    return imported[-1].report


def read_messages_of_demo(settings: Settings, tree: str) -> None:
    """Puts what the messages of the demo say of its tree into the review queue; what is in it stays as it is."""
    from claimtree.cli.tree import folder_of
    from claimtree.review.messages import demo_messages, has_demo_messages
    from claimtree.review.service import ReviewService
    from claimtree.tree_service.open_trees import family_index

    if not has_demo_messages(settings.pack):
        return
    folder = folder_of(settings)
    index = family_index(folder, tree, settings.show_living)
    service = ReviewService(settings.home, folder.path.name)
    try:
        for message in demo_messages(settings.pack):
            service.add(service.read(message, index), by="demo")
    finally:
        service.close()


def store_for_demo(workspace: Workspace, out: Screen) -> MovableStore:
    """Returns the store to load into. The demo's own store is created anew if it was made with
    something else, such as an earlier embedder: it contains only what is loaded here."""
    from claimtree.errors import IndexMismatch

    path = workspace.settings.demo_path
    try:
        return workspace.store_to_write()
    except IndexMismatch as error:
        if workspace.settings.store != str(path):
            raise
        out.say(f"{error.message}: the demo store is made anew.")
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        return workspace.store_to_write()


def load_demo_places(workspace: Workspace, store: PlaceStore, folder: Path) -> None:
    """Loads the demo's places before its homes, so that homes are measured as they are read; skips
    unchanged places."""
    from claimtree.errors import BadRecord
    from claimtree.indexing.load_places import load_places
    from claimtree.sources.place_files import read_places

    spec = workspace.pack.places
    if spec is None or not spec.demo:
        return
    found = list(read_places([folder / name for name in spec.demo], spec))
    known = {place.id: place for place in store.places()}
    if any(isinstance(place, BadRecord) or known.get(place.id) != place for place in found):
        load_places(found, store, workspace.pack)


def tell(
    out: Screen,
    workspace: Workspace,
    report: IndexReport,
    question: str,
    found: Answer | None,
    took_ms: float,
    *,
    given: list[str],
) -> None:
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.indexing import report_shown
    from claimtree.cli.screen import plain

    about = workspace.store.info()
    signs = show.marks(unicode=out.unicode)
    if report.skipped or report.interrupted:
        out.show(report_shown(report, about.address), "")
    counts = f" {signs.dot} ".join(f"{show.counted(count, level)}" for level, count in about.entities.items())
    loaded = f"loaded in {report.seconds:.1f} s" if report.indexed else "already loaded"
    out.show(
        Text.assemble((plain(workspace.pack.title), "bold"), f": {counts} {signs.dot} {about.claims:,} claims"),
        Text(f"{loaded}, in {plain(about.address)}", "dim"),
        "",
    )
    if found is None:
        return
    # Without --store, a search uses the pack's own store as soon as that exists.
    here = ["--store", about.address] if needs_store(workspace.settings) and "--store" not in given else []
    extra = [*given, *here]
    out.show_uncut([f"$ {show.command('search', question, *extra, '--limit', str(SHOWN))}", ""])
    out.show(show.answer(found, workspace.pack, signs, took_ms=took_ms), "", Text("Try", "bold"))
    tries = [show.command("search", query, *extra) for query in workspace.pack.queries[1:]]
    if workspace.pack.source == "gedcom":
        tries += tree_tries(workspace, *(["--store", about.address] if here or "--store" in given else []))
    hits = getattr(found, "hits", ())
    tries += [show.command("explain", hits[0].id, question, *extra)] if hits else []
    tries += [show.command("read", workspace.pack.queries[-1], "--explain", *given)]
    tries += [import_command(workspace.pack, given)]
    out.show_uncut(f"  {line}" for line in tries)


def import_command(pack: Pack, given: list[str]) -> str:
    """Returns how one's own data is loaded."""
    from claimtree.cli import show

    if pack.source == "gedcom":
        return show.command("tree", "import", "FILE.ged")
    return show.command("index", "FILE.jsonl", *given)


def tree_tries(workspace: Workspace, *extra: str) -> list[str]:
    """Returns what to try with the trees of a demo beside searches."""
    from claimtree.cli import show
    from claimtree.cli.tree import folder_of

    folder = folder_of(workspace.settings)
    with folder.open(folder.names()[0]) as tree:
        root = tree.root()
    return [
        show.command("ask", "Who had the most children?", *extra),
        *([show.command("tree", "person", root, *extra)] if root else []),
        show.command("review", "list", *extra),
    ]


def needs_store(settings: Settings) -> bool:
    return settings.own_path.exists()
