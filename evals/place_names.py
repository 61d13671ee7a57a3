"""names: checks that listings that name a place are found by that name, without a file of places.

Each query is "apartment in X" ("rumah di X"), for the names that occur most often in the place
columns of a set, or after an "in" in its prose. A listing names X where a column holds it, or where
its text locates it there: the nearest place word before the name, in the same sentence, is "in" and
not "from", "near" or "minutes". All of these have to be met and none may be refuted. A listing that
is only said to be near X, or minutes away from it, must not be met.

Where no place word precedes a name ("Back Bay is full of shops") the right verdict is undecidable:
such listings are counted separately.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from claimtree.calibration.data_rows import Row, Rows, read_rows
from claimtree.engine import Engine
from claimtree.errors import BadRecord
from claimtree.indexing import Indexer
from claimtree.languages import CODES, language
from claimtree.languages.words import words
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId, Name
from claimtree.model.documents import Document
from claimtree.model.name_folding import plain
from claimtree.model.verdicts import judge
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.ports import StoreIdentity
from claimtree.sources.listings import read_records
from claimtree.stores.memory import MemoryStore
from claimtree.text.known_words import everyday_words
from claimtree.text.rule_reader import RuleReader
from claimtree.text.unlisted_places import is_strange
from evals.adapters import Adapter
from evals.reading import TODAY, Reading
from evals.scores import Case, Goal, Mark

MOST_NAMES: Final = 80
"""How many names are asked for: the most frequent."""
LEAST_TIMES: Final = 3
"""How often a name has to occur in the set."""
_WORDLESS: Final = "hashed-256"
"""Names are matched as strings, so no embedder that knows words is needed."""
_ID: Final = "asked"
_COLUMNS: Final = "columns"
"""All names of the set's columns: a store that has them recognises them in a query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """How the listings of one set are indexed and queried."""

    question: str
    columns: Mapping[str, str]
    """Maps the set's place columns to those of the pack."""
    prose: tuple[str, ...]
    title: str
    placing: frozenset[str]
    """Before a name, these words locate the listing there..."""
    passing: frozenset[str]
    """...and these say that it is elsewhere."""
    after: str
    """The word after which prose names places."""


class Naming(StrEnum):
    """How a listing names a place."""

    FIELD = "field"
    TITLE = "title"
    TEXT = "text"
    BARE = "bare"
    PAST = "past"


ENGLISH = Set(
    question="apartment in {name}",
    columns={"neighbourhood_cleansed": "neighborhood_name", "neighbourhood": "city"},
    prose=("description", "neighborhood_overview"),
    title="name",
    placing=words("in at of located situated"),
    passing=words(
        "to from near nearby close by minute minutes min mins mile miles block blocks stop stops step steps walk "
        "walking drive ride away between toward towards outside across next adjacent beyond via visit explore beside "
        "around past border borders bordering connects bus train line access into through opposite like than"
    ),
    after="in",
)
INDONESIAN = Set(
    question="rumah di {name}",
    columns={"district": "district", "city": "city", "address": "address"},
    prose=("title",),
    title="",
    placing=words("di daerah kawasan lokasi wilayah komplek kompleks perumahan cluster area"),
    passing=words(
        "dekat dkt deket dekt menit mnt mt m km ke dari akses menuju sebelah samping sekitar seberang belakang jarak "
        "near to selangkah depan tol stasiun pintu gerbang exit"
    ),
    after="di",
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE = re.compile(r"[.!?\n•*|;]+")
_PARTS = re.compile(r"\s*(?:[,/;|]|\(.*?\))\s*")
"""Text in brackets is about the place and is not part of its name: "Ward C (councilmember ...)"."""
_NO_PLACE = frozenset({"neighborhood highlights"})
"""Placeholders found in scraped pages where no place was filled in."""
_LONGEST_NAME = 4
_FARTHEST = 3
"""Maximum number of words between a name and the word that places it ("in Boston's lively South
End")."""


def rows_of(path: Path, how: Set, what: str) -> Rows:
    """Returns the listings, each with the names that it is asked for."""
    rows = read_rows(path, lambda row: {*how.columns, *how.prose} <= row.keys(), what=what)
    texts = {where: _text(row, how) for where, row in rows.found}
    names = _frequent(rows, texts, how)
    columns = tuple(sorted({name for _, row in rows.found for name in _fields(row, how)}))
    found: list[tuple[str, Row]] = []
    for where, row in rows.found:
        asked = dict(_asked(row, texts[where], names, how))
        if asked:
            found.append((where, {**row, _ID: asked, _COLUMNS: columns}))
    rows.found = found
    return rows


def _text(row: Row, how: Set) -> str:
    return "\n".join(str(row[key]) for key in how.prose if row[key])


def _frequent(rows: Rows, texts: Mapping[str, str], how: Set) -> list[str]:
    """Returns the most frequent names in columns or, if written like names, after the set's place
    word."""
    fields = Counter(name for _, row in rows.found for name in _fields(row, how))
    behind = re.compile(rf"\b{how.after} ((?:[A-Z][a-z]+)(?: [A-Z][a-z]+){{0,{_LONGEST_NAME - 1}}})(?![\w'])")
    prose = Counter(name for text in texts.values() for name in behind.findall(text))
    written = "\n".join(texts.values())
    once: dict[str, str] = {}
    for counted in (fields, prose):
        for name, times in counted.most_common(MOST_NAMES // 2):
            if times >= LEAST_TIMES and (counted is fields or _is_name(name, written)):
                once.setdefault(plain(name), name)
    # "Downtown Boston" and "Jatiasih Bekasi" combine two names, one of which is asked for anyway.
    return [name for key, name in once.items() if name in fields or not any(key.endswith(f" {tail}") for tail in once)]


def _is_name(name: str, written: str) -> bool:
    """True if words after an "in" in prose are a name: neither "in July" nor "in Living Room"."""
    everyday = any(name.casefold() in everyday_words(code) for code in CODES)
    return not everyday and 2 * written.count(name.lower()) < written.count(name)


def _fields(row: Row, how: Set) -> Iterator[str]:
    """Yields every name in the place columns."""
    for column in how.columns:
        value = str(row[column] or "").strip()
        if value.casefold() not in _NO_PLACE:
            yield from (part for part in _PARTS.split(value) if part)


def _asked(row: Row, text: str, names: Sequence[str], how: Set) -> Iterator[tuple[str, Naming]]:
    fields = {plain(name) for name in _fields(row, how)}
    title = str(row[how.title] or "") if how.title else ""
    for name in names:
        if plain(name) in fields:
            yield name, Naming.FIELD
            continue
        ways = {_led(sentence, start, how) for sentence, start in _places(text, name)}
        if Naming.TEXT in ways:
            yield name, Naming.TEXT
        elif any(_led(sentence, start, how) is not Naming.PAST for sentence, start in _places(title, name)):
            yield name, Naming.TITLE
        elif ways:
            yield name, Naming.PAST if Naming.PAST in ways else Naming.BARE


def _places(text: str, name: str) -> Iterator[tuple[str, int]]:
    """Yields where a text has a name that is not part of a longer one ("East Boston" is not
    Boston)."""
    if name.casefold() not in text.casefold():
        return
    for sentence in _SENTENCE.split(text):
        shouting = sentence.upper() == sentence
        for found in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", sentence, re.IGNORECASE):
            before, behind = sentence[: found.start()], sentence[found.end() :]
            neighbours = [*_WORD.findall(before)[-1:], *_WORD.findall(behind)[:1]]
            joined = [before[-1:] == " ", behind[:1] == " " or behind[:2] in ("'s", "’s")]
            longer = any(word[0].isupper() and near for word, near in zip(neighbours, joined, strict=False))
            if not found[0][0].isupper() or (longer and not shouting) or behind[:2] in ("'s", "’s"):
                continue
            yield sentence, found.start()


def _led(sentence: str, start: int, how: Set) -> Naming:
    """Classifies a name by the nearest place word before it; a word too far away is ignored."""
    for i, word in enumerate(reversed(_WORD.findall(sentence[:start].casefold()))):
        if word in how.passing:
            return Naming.PAST
        if word in how.placing and i <= _FARTHEST:
            # "in the heart of" places it; "a view of" and "one block of" are undecidable.
            return Naming.TEXT if word != "of" else _led_by_of(sentence[:start].casefold())
    return Naming.BARE


def _led_by_of(before: str) -> Naming:
    return (
        Naming.TEXT
        if re.search(r"\bin the (?:very )?(?:heart|middle|center|centre) of(?: \w+)?\s*$", before)
        else Naming.BARE
    )


def _document(row: Row, how: Set, reading: Reading) -> Document:
    record: dict[str, object] = {"id": _ID, "description": _text(row, how), "title": str(row.get(how.title) or "")}
    for column, field in how.columns.items():
        record[field] = str(row[column] or "").strip()
    found = next(iter(read_records([record], reading.pack, source="listing")))
    if isinstance(found, BadRecord):
        raise ValueError(str(found))
    return found


def score(where: str, row: Row, reading: Reading, how: Set) -> Case | None:
    document = _document(row, how, reading)
    asked: Mapping[str, Naming] = row[_ID]
    reader = _query_reader(reading.pack_name, row[_COLUMNS])
    none: dict[str, Verdict] = {}
    verdicts = reading.attempt(lambda: _verdicts(document, asked, reading, reader, how), none)
    marks: list[Mark] = []
    wrong: list[str] = []
    for name, naming in asked.items():
        verdict = verdicts.get(name, Verdict.UNKNOWN)
        right = verdict is not Verdict.MET if naming is Naming.PAST else verdict is Verdict.MET
        figure = {Naming.PAST: "past", Naming.BARE: "bare"}.get(naming, "met")
        marks.append(Mark(figure=figure, group=naming.value, right=int(right), missed=int(not right)))
        if figure == "met":
            refuted = verdict is Verdict.REFUTED
            marks.append(Mark(figure="standing", group=naming.value, right=int(not refuted), missed=int(refuted)))
        if not right:
            wrong.append(f"{name} ({naming.value}): {verdict.value}")
    return Case(
        id=where,
        text=str(row.get(how.title) or document.source.text)[:80],
        marks=tuple(marks),
        expected=", ".join(asked),
        read="; ".join(wrong),
        quoted=" … ".join(_excerpt(document.source.text, name) for name in asked if name in "".join(wrong)),
    )


def _excerpt(text: str, name: str) -> str:
    at = text.casefold().find(name.casefold())
    return " ".join(text[max(0, at - 50) : at + len(name) + 20].split()) if at >= 0 else ""


@lru_cache(maxsize=1)
def _query_reader(pack_name: str, columns: tuple[str, ...]) -> RuleReader:
    """Returns the reader for queries, with the names from the columns."""
    pack = load_pack(pack_name)
    kind = next(kind for kind in pack.places.regions if not pack.names[kind].open) if pack.places is not None else ""
    spoken = language(*pack.languages)
    names = (Name(kind=kind, text=name) for name in columns if " " in name or is_strange(name, spoken))
    return RuleReader(pack, names=names, today=TODAY, scope=open_scope(pack.languages))


def _verdicts(
    document: Document, asked: Mapping[str, Naming], reading: Reading, reader: RuleReader, how: Set
) -> dict[str, Verdict]:
    """Returns the verdict on each query, in a store with only this listing."""
    pack, embedder = reading.pack, open_embedder(_WORDLESS)
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    store = MemoryStore(identity, pack.hierarchy)
    Indexer(pack, store, reading.reader, embedder).index([document])
    engine = Engine(pack=pack, store=store, reader=reader, embedder=embedder)
    return {name: _verdict(engine, how.question.format(name=name), name, asked[name]) for name in asked}


def _verdict(engine: Engine, question: str, name: str, naming: Naming) -> Verdict:
    """Returns the verdict on the wishes that the name is read as.

    "Downtown" is also an ordinary word for such a place, so "close to downtown" meets it.
    """
    read = engine.read(question).claims
    claims = tuple(claim for claim in read if claim.name or (name in claim.quote and naming is not Naming.PAST))
    if not claims:
        return Verdict.UNKNOWN
    plan = engine.plan(claims)
    verdicts = judge(plan, engine.store.dossiers(plan, [EntityId(_ID)])[0]).unit_verdicts
    if Verdict.REFUTED in verdicts:
        return Verdict.REFUTED
    return Verdict.MET if all(verdict is Verdict.MET for verdict in verdicts) else Verdict.UNKNOWN


def _adapter(name: str, title: str, data: str, pack: str, folder: str, how: Set) -> Adapter:
    return Adapter(
        name=name,
        title=title,
        data=data,
        pack=pack,
        folder=folder,
        goals=(
            Goal(key="met", title="listings that name a place, met by its name", bar=0.95, by="naming"),
            Goal(key="standing", title="of these, not refuted", bar=1.0),
            Goal(key="past", title="only near it, and not met"),
            Goal(key="bare", title="named by the way, and met"),
        ),
        is_ours=lambda row: {*how.columns, *how.prose} <= row.keys(),
        key=lambda row: str(row.get("id") or row.get("url") or row),
        score=lambda where, row, reading: score(where, row, reading, how),
        load=lambda path: rows_of(path, how, data),
        most=300,
    )


PLACE_NAMES = _adapter(
    "names",
    "Places by name alone",
    "listings with neighbourhood, neighbourhood_cleansed, description (Inside Airbnb)",
    "rentals",
    "airbnb",
    ENGLISH,
)
PLACE_NAMES_PROPERTY = _adapter(
    "names-property",
    "Places by name alone, Indonesian",
    "listings with title, district, city and address (Rumah123)",
    "property",
    "indonesia-listings",
    INDONESIAN,
)
