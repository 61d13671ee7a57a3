"""Reads files and folders into documents, with the source that the pack names.

A source yields documents and bad records. This module finds its files, checks what it yields and
names it in errors, so that a third-party source can be as short as a generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from claimtree.errors import BadInput, BadRecord, ClaimtreeError, SourceError
from claimtree.model.columns import GivenRules
from claimtree.model.documents import MAX_ID, Document, Part, Position, SourceFile
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.ports import ColumnSource, Source
from claimtree.sources.document_checks import document_fault, part_fault
from claimtree.sources.failures import failed, named_failures
from claimtree.sources.open import open_source
from claimtree.sources.record_stream import Records, listed


def read_files(
    paths: Iterable[Path | str], pack: Pack, *, columns: GivenRules | None = None, after: Position | None = None
) -> Records:
    """Returns the documents of files and folders, in order; a faulty record comes as a BadRecord.

    They are read by the source that the pack names. `columns` maps columns to fields; `after` is
    the last record that an earlier run read. A path that does not exist or that the source does not
    recognise raises before anything is read; of a folder all files that it recognises are read, in
    the order of their names, and the others are named in `notices`.
    """
    source = _mapped(open_source(pack), pack, columns)
    files, notices = files_of(paths, source, pack.source)
    items = _checked(source, files, pack, after)
    return Records(items, source, files if after is None else (), notices, name=pack.source)


def count_records(paths: Iterable[Path | str], pack: Pack) -> int | None:
    """Returns roughly how many records `read_files` will yield, for a progress bar; None if the
    source cannot tell.
    """
    source = open_source(pack)
    files, _ = files_of(paths, source, pack.source)
    with named_failures(pack.source, "while it counted records"):
        return source.count(files)


def files_of(paths: Iterable[Path | str], source: Source, name: str) -> tuple[list[SourceFile], list[Notice]]:
    """Returns the files under the paths that a source recognises, and a notice for each folder with
    files that it does not.

    `name` is what the pack calls the source.
    """
    found: list[SourceFile] = []
    notices: list[Notice] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file())
            known = [file for file in inside if _recognises(source, name, file)]
            if not known:
                raise BadInput(
                    f"no file in {path} has a known format",
                    hint=f"Known: {_formats(source, name)}.",
                    values={"path": str(path)},
                )
            found += [SourceFile(path=file, name=file.relative_to(path).as_posix()) for file in known]
            notices += _passed_over(path, sorted(set(inside) - set(known)), source, name)
            continue
        if not path.exists():
            raise BadInput(f"{path} does not exist", hint="Check the path.", values={"path": str(path)})
        if not _recognises(source, name, path):
            hint = f"Known: {_formats(source, name)}."
            raise BadInput(f"{path} has no known format", hint=hint, values={"path": str(path)})
        found.append(SourceFile(path=path, name=path.name))
    return found, notices


def _recognises(source: Source, name: str, file: Path) -> bool:
    with named_failures(name, f"when it was asked whether it reads {file.name}"):
        return source.recognises(file)


def _formats(source: Source, name: str) -> str:
    with named_failures(name, "when it was asked for its formats"):
        return str(source.formats)


def _passed_over(folder: Path, files: Sequence[Path], source: Source, name: str) -> Iterator[Notice]:
    if files:
        named = listed([file.relative_to(folder).as_posix() for file in files])
        formats = _formats(source, name)
        yield notice(NoticeCode.FILES_NOT_READ, folder=str(folder), formats=formats, files=named)


def _mapped(source: Source, pack: Pack, columns: GivenRules | None) -> Source:
    if columns is None or not columns.rules:
        return source
    with named_failures(pack.source, "when it was given mappings of columns"):
        if isinstance(source, ColumnSource):
            return source.mapped(columns)
    raise BadInput(
        f"source {pack.source!r} of pack {pack.name!r} has no columns that could be mapped",
        hint="Leave the mappings out.",
        values={"source": pack.source},
    )


def _checked(
    source: Source, files: Sequence[SourceFile], pack: Pack, after: Position | None
) -> Iterator[Document | BadRecord]:
    """Yields the usable items of a source; anything that it raises becomes a `SourceError`."""
    last = ""
    try:
        for item in source.read(files, after=after):
            if isinstance(item, Document):
                last = item.place or item.id
                yield _checked_document(_with_named_failures(item, pack.source, last))
            elif isinstance(item, BadRecord):
                last = str(item.values.get("place", "")) or item.message
                yield item
            else:
                raise SourceError(
                    f"source {pack.source!r} yielded {type(item).__name__!r}, which is neither a Document nor a "
                    f"BadRecord, {_after(last)}",
                    hint="docs/add-a-source.md says what a source yields.",
                    values={"source": pack.source, "last": last},
                )
    except ClaimtreeError:
        raise
    except Exception as error:  # third-party code, which may raise anything
        raise failed(pack.source, _after(last), error) from error


def _with_named_failures(document: Document, name: str, last: str) -> Document:
    """Returns the document with its part stream wrapped, so that failures of the stream name the
    source.

    A part that no store could keep makes the document a BadRecord, which is raised after the last
    part: a source may rely on all its parts being consumed before the next document is requested.
    """
    stream = document.part_stream
    if stream is None:
        return document

    def parts() -> Iterator[Part]:
        fault = ""
        try:
            for number, part in enumerate(stream, start=len(document.parts) + 1):
                if not isinstance(part, Part):
                    raise TypeError(f"a part is a Part, not a {type(part).__name__}")
                if fault:
                    continue
                fault = part_fault(part)
                if fault:
                    fault = f"part {number}: {fault}"
                else:
                    yield part
            if fault:
                raise _bad(document, fault)
        except ClaimtreeError:
            raise
        except Exception as error:  # third-party code, which may raise anything
            raise failed(name, f"in the parts of {last}", error) from error

    return replace(document, part_stream=parts())


def _after(last: str) -> str:
    return f"after {last}" if last else "before its first record"


def _checked_document(document: Document) -> Document | BadRecord:
    """Returns the document, or a BadRecord that says what cannot be stored or shown."""
    reason = document_fault(document)
    return _bad(document, reason) if reason else document


def _bad(document: Document, reason: str) -> BadRecord:
    id = _shown(document.id)[:MAX_ID]
    place = _shown(document.place) or id[:60]
    return BadRecord(f"{place}: {reason}", values={"place": place, "reason": reason, "id": id})


def _shown(text: str) -> str:
    """Returns a text that can be printed: lone surrogates are escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
