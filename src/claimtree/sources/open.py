"""Opens a source by its name: a shipped one, or one that another package brings as an entry point."""

from __future__ import annotations

from importlib import import_module

from claimtree.errors import SourceError, UnknownName
from claimtree.model.pack import Pack
from claimtree.ports import Source
from claimtree.source_names import GROUP, SHIPPED, installed_sources, known_sources


def open_source(pack: Pack) -> Source:
    """Returns the source that the pack names, made for one run.

    An unknown name is an `UnknownName` that lists the known ones. Third-party code that cannot be
    imported or is not a source is a `SourceError`.
    """
    name = pack.source
    if name in SHIPPED:
        module, _, attribute = SHIPPED[name].partition(":")
        return _made(name, getattr(import_module(module), attribute), pack, SHIPPED[name])
    point = installed_sources().get(name)
    if point is None:
        raise UnknownName(
            f"no source {name!r} (have: {', '.join(known_sources())})",
            hint=f"Install the package that brings it: an entry point {name!r} in the group {GROUP!r}.",
            values={"source": name, "known": known_sources()},
        )
    try:
        factory = point.load()
    except Exception as error:  # third-party code, which may raise anything
        raise SourceError(
            f"source {name!r} cannot be imported from {point.value!r}: {type(error).__name__}: {error}",
            hint="Reinstall or mend the package that brings it.",
            values={"source": name, "entry_point": point.value},
        ) from error
    return _made(name, factory, pack, point.value)


def _made(name: str, factory: object, pack: Pack, entry_point: str) -> Source:
    if not callable(factory):
        raise _no_source(name, entry_point, "is not a class or function that takes a pack")
    try:
        source = factory(pack)
        # hasattr runs a property's code, so this may raise as well.
        missing = [one for one in ("formats", "recognises", "count", "read") if not hasattr(source, one)]
        if isinstance(source, Source):
            return source
    except Exception as error:  # as above
        raise SourceError(
            f"source {name!r} ({entry_point}) failed when it was made: {type(error).__name__}: {error}",
            hint="Mend the package that brings it.",
            values={"source": name, "entry_point": entry_point},
        ) from error
    raise _no_source(name, entry_point, f"makes a {type(source).__name__} without {', '.join(missing)}")


def _no_source(name: str, entry_point: str, why: str) -> SourceError:
    return SourceError(
        f"source {name!r} ({entry_point}) is no source: it {why}",
        hint="docs/add-a-source.md says what a source has.",
        values={"source": name, "entry_point": entry_point},
    )
