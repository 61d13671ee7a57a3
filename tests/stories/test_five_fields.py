"""A museum and a shelf of manuals, two more fields as data alone: relations, dates, long documents."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.fields import PACKS, PASSAGES, STATIONS, Loaded, demo_files, long_manuals, pages

from claimtree.engine import Engine
from claimtree.indexing import IndexReport
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.answers import Found, Hit, Verdict
from claimtree.model.claims import EntityId
from claimtree.moving import copy_store
from claimtree.ports import MovableStore
from claimtree.presentation import facts

Cli = Callable[..., Any]
Rows = Callable[..., Path]

STORES = ("memory", "sqlite", "copy")
SIGNS = {Verdict.MET: "+", Verdict.REFUTED: "-", Verdict.UNKNOWN: "?"}

MUSEUM = {
    "made before 1790": ["coin +", "dawn +", "dusk +", "hunt +", "orlen +", "chair +", "clock +"],
    "made around 1780": ["dawn +", "dusk +", "chair +", "clock +"],
    "made around 1770": ["chair +", "clock +", "coin +"],
    "made after 1910": ["bather +", "etching +", "woodcut +", "vase-blue +", "vase-white +"],
    "made between 1900 and 1910, bronze": ["dancer ++", "bust +?", "lamp +?", "vase-blue +?", "vase-white +?"],
    "made of metal, made c. 1905": ["dancer ++", "lamp ++", "bust ?+", "vase-blue ?+"],
    "made on 4 April 1682": ["hunt +", "orlen +"],
    "made in the 18th century, of wood": ["chair ++", "clock ++", "barbara +?", "coin +?", "dawn +?", "dusk +?"],
    "not restored, made in the 17th century": ["hunt ++"],
    "bronze, not gilded": ["dancer ++", "bather +?"],
    "porcelain or silver, intact": ["coin ?++", "vase-blue +?+", "bowl ?+?", "vase-white +?-"],
    "by Aalbers, unsigned, acquired in 1934": ["dusk +++"],
    "by Ines Corvalo, taller than 50 cm": ["bather ++", "bust ++"],
    "by a maker born before 1760": ["barbara +", "dawn +", "dusk +"],
    "maker died after 1900": ["bather +", "bust +", "dancer +", "etching +", "woodcut +"],
    "depicts Lake Vessin": ["etching +", "woodcut +"],
}
MANUALS = {
    "error E04": ["brava/fault-1 +", "torrent/fault-2 +"],
    "error E04 on the Torrent 300": ["torrent/fault-2 ++"],
    "error E04, not for the Torrent 300": ["brava/fault-1 ++"],
    "error E10 or E12": ["calor/fault-1 +?", "calor/fault-2 ?+"],
    "change the filter without tools": [
        *("torrent/upkeep-1 ++", "brava/upkeep-1 ?+", "calor/upkeep-2 ?+", "loom/upkeep-2 ?+", "brava/upkeep-2 +?"),
    ],
    "change the filter, interval of at most 3 months": ["brava/upkeep-2 ++", "brava/upkeep-1 ?+", "loom/upkeep-1 ?+"],
    "torque over 310 Nm": [f"atlas/upkeep-{number} +" for number in range(211, 221)],
    "not for the Atlas 9, torque over 30 Nm": ["ridge/upkeep-1 ++"],
    "pressure over 100 bar": ["torrent/data-1 +"],
    "edition since 2020, every 12 months": ["calor/upkeep-1 ++"],
    "cool for at least 15 minutes": ["loom/warning-1 +", "torrent/fault-2 +"],
    "cool for 10 minutes, for the Brava 20": ["brava/warning-1 ++"],
}
COMES = "A technician comes every 12 months"
QUESTIONS = {"museum": MUSEUM, "manuals": MANUALS}
ASKED = [(field, question) for field, questions in QUESTIONS.items() for question in questions]


@dataclass(frozen=True, kw_only=True)
class Field:
    """A pack, and its records in three stores."""

    loaded: Loaded
    report: IndexReport
    file: Path
    """The store in sqlite."""
    stores: dict[str, MovableStore]
    engines: dict[str, Engine]


def opened(name: str, files: Sequence[Path], folder: Path, stack: ExitStack) -> Field:
    loaded = Loaded.of(name)
    memory = stack.enter_context(closing(loaded.store("memory:")))
    report = loaded.index(memory, files)
    with closing(loaded.store(folder / "first.db")) as first, closing(loaded.store(folder / "copy.db")) as copy:
        loaded.index(first, files)
        copied = copy_store(first, copy, loaded.pack.hierarchy)
        assert (copied.problems, copied.relations) == ((), first.info().relations)
    stores = {
        "memory": memory,
        "sqlite": stack.enter_context(closing(loaded.store(folder / "first.db"))),
        "copy": stack.enter_context(closing(loaded.store(folder / "copy.db"))),
    }
    engines = {kind: loaded.engine(store) for kind, store in stores.items()}
    return Field(loaded=loaded, report=report, file=folder / "first.db", stores=stores, engines=engines)


@pytest.fixture(scope="module")
def fields(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Field]]:
    """Both fields, indexed in memory and in sqlite, copied to another file, and opened again."""
    shelf = tmp_path_factory.mktemp("shelf")
    with ExitStack() as stack:
        yield {
            "museum": opened("museum", demo_files("museum"), tmp_path_factory.mktemp("museum"), stack),
            "manuals": opened("manuals", [long_manuals(shelf)], shelf, stack),
        }


@pytest.fixture
def museum(fields: dict[str, Field]) -> Field:
    return fields["museum"]


@pytest.fixture
def manuals(fields: dict[str, Field]) -> Field:
    return fields["manuals"]


def ask(engine: Engine, question: str) -> Found:
    answer = engine.search(question, limit=500)
    assert isinstance(answer, Found), answer
    return answer


def short(hit: Hit) -> str:
    return f"{hit.id} {''.join(SIGNS[finding.verdict] for finding in hit.findings)}"


def quotes(engine: Engine, question: str, id: str) -> list[str | None]:
    """The words that decide each wish for one hit."""
    (hit,) = (hit for hit in ask(engine, question).hits if hit.id == id)
    first = (finding.pieces[0].claim if finding.pieces else None for finding in hit.findings)
    return [claim.quote if claim else None for claim in first]


def test_every_record_and_every_passage_is_stored(museum: Field, manuals: Field) -> None:
    for engine in museum.engines.values():
        assert engine.store.info().entities == {"maker": 6, "object": 19}
        assert engine.store.info().relations == 23
    for engine in manuals.engines.values():
        assert engine.store.info().entities == {"manual": 6, "passage": STATIONS + 5 * PASSAGES}
    assert (museum.report.indexed, museum.report.notices) == (25, ())
    assert manuals.report.indexed == 6


@pytest.mark.parametrize(("field", "question"), ASKED)
def test_a_question_has_the_same_answer_in_every_store(fields: dict[str, Field], field: str, question: str) -> None:
    answers = {store: ask(engine, question) for store, engine in fields[field].engines.items()}
    told = [short(hit) for hit in answers["memory"].hits]
    met = [one for one in told if "+" in one]
    assert met == QUESTIONS[field][question]
    assert told[: len(met)] == met, "those of which nothing is known come behind"
    for answer in answers.values():
        assert [short(hit) for hit in answer.hits] == told
        assert answer.ladder == answers["memory"].ladder
        assert answer.notices == answers["memory"].notices
    standings = {store: [hit.standing for hit in answer.hits] for store, answer in answers.items()}
    assert standings["copy"] == standings["sqlite"]


@pytest.mark.parametrize(
    ("field", "question", "id", "words"),
    [
        ("museum", "made around 1780", "dawn", ["made: 1781"]),
        ("museum", "made around 1780", "dusk", ["Painted c. 1780"]),
        ("museum", "made on 4 April 1682", "hunt", ["made: @#DJULIAN@ 25 MAR 1681/82"]),
        ("museum", "made after 1910", "vase-blue", ["made: ABT 1912"]),
        ("museum", "made after 1910", "vase-white", ["Made in the 1910s"]),
        ("museum", "not restored", "hunt", ["Never restored"]),
        ("museum", "bronze, not gilded", "bather", ["Bronze", None]),
        ("museum", "by a maker born before 1760", "dusk", ["born: 12 MAR 1741"]),
        (
            "manuals",
            "change the filter without tools",
            "torrent/upkeep-1",
            ["Change the filter every 6 months", "without tools"],
        ),
        ("manuals", "error E04 on the Torrent 300", "torrent/fault-2", ["E04", "title: Torrent 300"]),
        ("manuals", "torque over 310 Nm", "atlas/upkeep-220", ["Tighten to 320 Nm"]),
        ("manuals", "edition since 2020, every 12 months", "calor/upkeep-1", ["edition: 2023", COMES]),
    ],
)
@pytest.mark.parametrize("store", STORES)
def test_a_verdict_shows_the_words_that_decide_it(
    fields: dict[str, Field], field: str, question: str, id: str, words: list[str | None], store: str
) -> None:
    assert quotes(fields[field].engines[store], question, id) == words


@pytest.mark.parametrize("store", STORES)
def test_an_explanation_counts_the_years(museum: Field, store: str) -> None:
    explanation = museum.engines[store].explain(EntityId("clock"), "made before 1700, signed")
    assert explanation.place is None
    assert reason_texts(explanation)[0] == (
        "It is left out because 'made before 1700' is required and refuted: 1767–1800, 67 years over your limit."
    )


@pytest.mark.parametrize("store", STORES)
def test_an_explanation_of_a_passage_names_its_manual(manuals: Field, store: str) -> None:
    engine = manuals.engines[store]
    explanation = engine.explain(EntityId("brava/fault-1"), "error E04 on the Torrent 300")
    assert reason_texts(explanation)[0] == "It is left out because 'for the Torrent 300' is required and refuted."
    assert engine.explain(EntityId("torrent/fault-2"), "error E04 on the Torrent 300").place == 1


@pytest.fixture
def show(cli: Cli, fields: dict[str, Field]) -> Callable[[str, str], Any]:
    """What the command line shows of an entity in sqlite."""

    def shown(field: str, id: str) -> Any:
        ran = cli("show", id, "--pack", PACKS / field, "--store", fields[field].file, "--json")
        assert ran.code == 0, ran.err
        return ran.json

    return shown


def links(shown: Any) -> list[tuple[str, str, str]]:
    return [(one["kind"], one["direction"], one["to"]) for one in shown["relations"]]


def test_relations_are_shown_from_both_ends_by_their_own_names(show: Callable[[str, str], Any]) -> None:
    assert links(show("museum", "dawn")) == [
        ("copied-by", "out", "copy"),
        ("made-by", "out", "aalbers"),
        ("part-of-set", "out", "dusk"),
    ]
    assert links(show("museum", "dusk")) == [("made-by", "out", "aalbers"), ("part-of-set", "out", "dawn")]
    assert links(show("museum", "copy")) == [("copy-of", "out", "dawn")]
    assert links(show("museum", "aalbers")) == [
        ("depicts", "in", "bust"),
        *(("maker-of", "out", id) for id in ("barbara", "dawn", "dusk")),
    ]
    assert ("teacher-of", "out", "lindqvist") in links(show("museum", "corvalo"))
    assert ("pupil-of", "out", "corvalo") in links(show("museum", "lindqvist"))
    (quote,) = {one["quote"] for one in show("museum", "dawn")["relations"] if one["kind"] == "copied-by"}
    assert quote == "Catalogue of 1902, no. 14"


def test_a_long_manual_is_shown_in_parts(show: Callable[[str, str], Any]) -> None:
    shown = show("manuals", "atlas")
    assert len(shown["parts"]) + shown["more_parts"] == STATIONS
    passage = show("manuals", "atlas/upkeep-220")
    assert (passage["parent"], passage["title"]) == ("atlas", "Station 220")
    assert [claim["quote"] for claim in passage["claims"]][:2] == ["Tighten to 320 Nm", "Check it every 8 months"]


def test_a_relation_waits_for_the_object_that_it_leads_to(
    cli: Cli, museum: Field, tmp_path: Path, write_rows: Rows
) -> None:
    shutil.copy(museum.file, tmp_path / "waiting.db")

    def run(command: str, *arguments: str | Path) -> Any:
        ran = cli(command, *arguments, "--pack", PACKS / "museum", "--store", "waiting.db", "--json")
        assert ran.code == 0, ran.err
        return ran.json

    waits = "1 relation leads to an entity that is not stored, and waits for it: 'etching' part-of-set 'spring'."
    assert run("info")["notices"] == [waits]
    assert ("part-of-set", "out", "spring") not in links(run("show", "etching"))
    spring = {"id": "spring", "parent": "lindqvist", "title": "Spring", "text": "An etching, printed in 1927."}
    run("index", write_rows("spring.jsonl", spring))
    assert run("info")["notices"] == []
    assert ("part-of-set", "out", "spring") in links(run("show", "etching"))
    assert links(run("show", "spring")) == [("part-of-set", "out", "etching")]
    copied = run("copy", "--to", "with-spring.db")
    assert (copied["verified"], copied["relations"]) == (True, 23)
    found = run("search", "made in 1927")
    assert [hit["id"] for hit in found["hits"]] == ["spring", "bather"]


def test_a_long_manual_that_is_cut_short_loses_its_other_passages(manuals: Field, tmp_path: Path) -> None:
    file = tmp_path / "manuals.jsonl"  # the same source
    *_, atlas = pages()
    file.write_text(json.dumps({**atlas, "passages": atlas["passages"][:3]}), encoding="utf-8")
    with closing(manuals.loaded.store("memory:")) as store:
        assert copy_store(manuals.stores["copy"], store, manuals.loaded.pack.hierarchy).problems == ()
        assert manuals.loaded.index(store, [file]).indexed == 1
        assert store.info().entities == {"manual": 6, "passage": 5 * PASSAGES + 3}


INSTRUCTIONS = {
    ("manuals", "how do I change the filter"): ["brava/upkeep-2 +", "ridge/upkeep-3 +", "torrent/upkeep-1 +"],
    ("manuals", "change the filter, without tools"): MANUALS["change the filter without tools"],
    ("manuals", "descale the coffee machine"): ["brava/upkeep-1 ++"],
    ("manuals", "drain or bleed"): [
        *("calor/upkeep-2 ?+", "ridge/upkeep-2 +?", "torrent/fault-1 ?+", "torrent/upkeep-2 +?"),
    ],
    ("manuals", "pull the plug, every 3 months or less"): [
        *("brava/upkeep-2 ++", "loom/upkeep-1 ++", "brava/upkeep-1 ?+"),
    ],
    ("manuals", "press reset, not for a technician"): ["calor/upkeep-2 ?+", "brava/fault-1 +?", "calor/fault-1 +?"],
    ("manuals", "over winter, disconnect the power"): [
        *("ridge/upkeep-2 ++", "brava/upkeep-2 ?+", "loom/upkeep-1 ?+", "ridge/warning-1 ?+", "torrent/upkeep-2 +?"),
    ],
    ("manuals", "tighten to 20 Nm"): ["torrent/upkeep-3 +"],
}


def first(engine: Engine, question: str, number: int) -> list[str]:
    """So many of the hits that meet a wish, best first."""
    return [told for told in map(short, engine.search(question, limit=500).hits) if "+" in told][:number]


@pytest.mark.parametrize(("field", "question"), INSTRUCTIONS)
def test_plain_rules_read_what_the_learned_scope_takes_for_denials(
    fields: dict[str, Field], field: str, question: str
) -> None:
    expected = INSTRUCTIONS[field, question]
    assert first(fields[field].engines["memory"], question, len(expected)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("signed", ["dancer +", "dawn +", "etching +", "mantel +"]),
        ("acquired before 1950, on display", ["dawn ++", "bowl +?", "dusk +?", "etching +?"]),
    ],
)
def test_what_the_learned_scope_passes_over_is_a_wish(museum: Field, question: str, expected: list[str]) -> None:
    assert first(museum.engines["memory"], question, len(expected)) == expected


def test_the_day_itself_comes_before_what_may_be_that_day(museum: Field) -> None:
    assert first(museum.engines["memory"], "printed on 3 February 1931", 2) == ["woodcut +", "bather +"]


def test_no_manual_contradicts_itself(manuals: Field) -> None:
    assert [text for text in notice_texts(manuals.report) if "jet" in text] == []


def test_what_is_to_be_done_with_a_thing_does_not_deny_it(manuals: Field) -> None:
    stored = manuals.engines["memory"].store.get([EntityId("calor/upkeep-2"), EntityId("torrent/upkeep-2")])
    assert [claim.text for item in stored for claim in item.claims if claim.negated] == [
        *("not for a technician", "no tools needed"),
    ]


def test_a_claim_has_a_type_of_its_level(museum: Field) -> None:
    store = museum.engines["memory"].store
    strange = [
        (claim.text, claim.type)
        for item in store.get([EntityId("dawn"), EntityId("hunt")])
        for claim in item.claims
        if claim.level not in museum.loaded.pack.types[claim.type].levels
    ]
    assert strange == []


def test_a_hit_is_shown_with_the_year_of_its_column(museum: Field) -> None:
    (hit,) = (hit for hit in ask(museum.engines["memory"], "made in 1781").hits if hit.id == "dawn")
    assert facts(hit, museum.loaded.pack)[0] == "made 1781"


def test_a_hit_is_shown_with_what_it_is(museum: Field) -> None:
    (hit,) = (hit for hit in ask(museum.engines["memory"], "made in 1781").hits if hit.id == "dawn")
    assert "signed" in facts(hit, museum.loaded.pack)


def test_a_denied_quality_is_worded_with_not(museum: Field) -> None:
    assert [claim.text for claim in ask(museum.engines["memory"], "bronze, not gilded").claims] == [
        "bronze",
        "not gilded",
    ]
