"""Opens second sources by what a user calls them: an imported tree, a GEDCOM file, the address of a service."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.places.cache_db import CacheFile
from claimtree.research.record_search import RecordSearch
from claimtree.research.second_source import MOST_SOURCES, OtherTree, SecondSource
from claimtree.settings import Settings
from claimtree.sources.gedcom.archive import is_gedcom
from claimtree.sources.gedcom.source import read_tree, tree_name
from claimtree.tree_import import TreeFolder
from claimtree.tree_service.open_trees import family_index

CACHE: Final = "records.db"


@contextmanager
def second_sources(given: Iterable[str], folder: TreeFolder, settings: Settings) -> Iterator[list[SecondSource]]:
    """Context manager with the sources, in their order, then the service of the settings. Closes what it opened."""
    names = [*dict.fromkeys((*given, *filter(None, [settings.records_url])))]
    if len(names) > MOST_SOURCES:
        raise BadInput(f"{len(names)} second sources", hint=f"{MOST_SOURCES} are the most.")
    with ExitStack() as opened:
        yield [_opened(name, folder, settings, opened) for name in names]


def _opened(name: str, folder: TreeFolder, settings: Settings, opened: ExitStack) -> SecondSource:
    if name.startswith(("http://", "https://")):
        key = settings.records_key if name == settings.records_url or not settings.records_url else ""
        cache = CacheFile(settings.home / CACHE)
        opened.callback(cache.close)
        search = RecordSearch(name, cache=cache, key=key, show_living=settings.show_living)
        opened.callback(search.close)
        return search
    file = Path(name)
    if name not in folder.names() and file.is_file() and is_gedcom(file):
        return OtherTree(_index_of(file, settings.show_living))
    folder.open(name).close()
    return OtherTree(family_index(folder, name, settings.show_living))


def _index_of(file: Path, show_living: bool) -> FamilyIndex:
    with (
        tempfile.TemporaryDirectory(prefix="claimtree-") as scratch,
        read_tree(file, Path(scratch) / "second.tree", tree_name(file)) as tree,
    ):
        return FamilyIndex(
            tree.people(),
            tree.families(),
            name=tree_name(file),
            file=file.name,
            living=tree.living(),
            show_living=show_living,
        )
