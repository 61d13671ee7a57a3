"""Runs the eval `property`: indexes the listings, asks every question by every method, and holds the conversations."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.chat import Conversation, Reply
from claimtree.cli.demo import load_demo_places
from claimtree.cli.eval_names import PROPERTY
from claimtree.cli.tables import Table
from claimtree.errors import BadInput
from claimtree.geo import Point
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.moving.scan import pages
from claimtree.packs.find import pack_folder
from claimtree.settings import DEFAULT_EMBEDDER, Settings
from claimtree.sources.read import read_files
from claimtree.structured.open_source import spec_of
from claimtree.workspace import Workspace
from evals.property.constraints import Result as Checked
from evals.property.constraints import Surroundings, check, pass_ratio
from evals.property.conversations import Held, hold, speaks, tool_is_right
from evals.property.gold import Asked, Gold, Script, read_gold
from evals.property.invented import invented
from evals.property.listing import Listing, listings_of
from evals.property.methods import (
    HYBRID,
    METHODS,
    SEMANTIC,
    STRUCTURED,
    VECTORS,
    PlainVectors,
    by_api,
    by_conversation,
)
from evals.property.scoring import Figures, Scored, by_category, figures, share
from evals.property.served import served
from evals.scores import Case, Fault, Figure, Mark, Result, worst

PACK = "property"
_PAGE = 500
"""Listings that are fetched at once."""


@dataclass(frozen=True, kw_only=True)
class _Said:
    """What was noticed of the assistant's replies to single questions."""

    asked: Asked
    tool: bool | None
    language: bool
    invented: tuple[str, ...]
    astray: bool
    """The first home that is shown, fitting or merely close, is of another kind or deal than asked for."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class _Data:
    """The indexed listings, and how to look at them."""

    workspace: Workspace
    listings: Mapping[str, Listing]
    around: Surroundings
    places: tuple[str, ...]

    def entities(self, ids: Sequence[str]) -> list[Entity]:
        """The listings of these ids, and what is above them."""
        found = {one.id: one for id in ids if id in self.listings for one in self._family(id)}
        return list(found.values())

    def _family(self, id: str) -> tuple[Entity, ...]:
        return (self.listings[id].entity, *self.listings[id].above)

    def invents(self, reply: Reply, shown: Sequence[str], said: Sequence[str]) -> list[str]:
        """What a reply makes up, given the homes that were shown and the messages so far."""
        items = self.workspace.store.get([EntityId(id) for id in shown])
        metres = [fact.metres for item in items for fact in item.nearby]
        examples = self.workspace.pack.queries
        return invented(reply, self.entities(shown), [*said, *examples], self.places, metres)


def run_property(
    path: Path | None,
    *,
    embedder: str | None = None,
    pack: str | None = None,
    misses: int = 20,
    limit: int | None = None,
    progress: Progress = lambda what, done, of: None,
    name: str = PROPERTY,
) -> Result:
    """Returns the figures of every method on the questions under a path; by default our own, on the demo."""
    if pack not in (None, PACK):
        raise BadInput(f"the questions are about the pack {PACK!r}, not {pack!r}", hint="Leave --pack out.")
    gold = read_gold(path)
    questions = gold.questions[:limit] if limit else gold.questions
    embedder = embedder or DEFAULT_EMBEDDER
    held = [turn for other in _other_packs(gold) for turn in _held_with(other, gold, embedder)]
    with _indexed(PACK, gold.listings, gold.price_tolerance, embedder) as data:
        scored, said = _asked(questions, data, progress)
        held = [*_held([one for one in gold.scripts if one.pack in ("", PACK)], data), *held]
        return _result(name, gold, scored, said, held, embedder=embedder, data=data, misses=misses)


@contextmanager
def _indexed(pack: str, listings: Sequence[Path], price_tolerance: float, embedder: str) -> Iterator[_Data]:
    """Yields listings, or the demo of a pack, in a store of their own, with the demo places of the pack."""
    folder = pack_folder(pack)
    with TemporaryDirectory(prefix="claimtree-eval-") as home:
        settings = Settings(home=Path(home), store=str(Path(home) / "homes.db"), pack=pack, embedder=embedder)
        with Workspace(settings) as workspace:
            store = workspace.store_to_write()
            load_demo_places(workspace, store, folder)
            files = listings or tuple(folder / name for name in workspace.pack.demo)
            report = workspace.indexer(store).index(read_files(list(files), workspace.pack))
            if not report.ok or not report.indexed:
                raise BadInput(
                    f"no listing could be read from {', '.join(map(str, files))}",
                    hint="Put the listings beside the questions, as JSON lines or CSV that `claimtree index` reads.",
                )
            ids = _ids(workspace)
            found = {
                id: listing
                for at in range(0, len(ids), _PAGE)
                for id, listing in listings_of(
                    ids[at : at + _PAGE], lambda some: [one.entity for one in store.get([EntityId(id) for id in some])]
                ).items()
            }
            places = tuple(store.places())
            kinds: dict[str, list[Point]] = {}
            for place in places:
                kinds.setdefault(str(place.kind), []).append(place.centre)
            yield _Data(
                workspace=workspace,
                listings=found,
                around=Surroundings(kinds=kinds, price_tolerance=price_tolerance),
                places=tuple(name for place in places for name in (place.name, *place.aliases)),
            )


def _ids(workspace: Workspace) -> list[str]:
    level = workspace.pack.hierarchy.answers
    return [str(id) for page in pages(workspace.store, level) for id in page]


def _asked(questions: Sequence[Asked], data: _Data, progress: Progress) -> tuple[dict[str, list[Scored]], list[_Said]]:
    """Asks every question by every method."""
    with served(data.workspace.settings) as address:
        return _asked_of(address, questions, data, progress)


def _asked_of(
    address: str, questions: Sequence[Asked], data: _Data, progress: Progress
) -> tuple[dict[str, list[Scored]], list[_Said]]:
    """Asks by every method, of which two ask the service at an address."""
    workspace = data.workspace
    hybrid = workspace.source_searcher(address)
    talks = {
        HYBRID: Conversation(workspace.engine, searcher=hybrid),
        SEMANTIC: Conversation(workspace.engine),
    }
    texts = [
        f"{one.entity.title}. {' '.join(source.text for source in one.entity.sources)}"
        for one in data.listings.values()
    ]
    vectors = PlainVectors.of(list(data.listings), texts, workspace.embedder)
    scored: dict[str, list[Scored]] = {method: [] for method in METHODS}
    said = []
    for number, asked in enumerate(questions, 1):
        expects = _expects(asked, data)
        returned: dict[str, tuple[str, ...]] = {}
        for method, talk in talks.items():
            began = time.perf_counter()
            reply, returned[method] = by_conversation(talk, asked.question, session=f"eval {asked.id}")
            if method == HYBRID:
                said.append(_noticed(asked, reply, data, time.perf_counter() - began))
        returned[STRUCTURED] = by_api(workspace.engine, hybrid.source, spec_of(workspace.pack), asked.question)
        returned[VECTORS] = vectors.nearest(asked.question)
        for method in METHODS:
            scored[method].append(_scored(asked, returned[method], expects, data))
        progress(PROPERTY, number, len(questions))
    return scored, said


def _expects(asked: Asked, data: _Data) -> bool:
    """Whether there is such a home: as the question says, else as the listings do."""
    if asked.expects is not None:
        return asked.expects
    checks = (check(one, asked.constraints, data.around) for one in data.listings.values())
    return any(pass_ratio(found) == 1 for found in checks)


def _scored(asked: Asked, ids: Sequence[str], expects: bool, data: _Data) -> Scored:
    hits = tuple(check(data.listings[id], asked.constraints, data.around) for id in ids)
    if not asked.searches:
        # Homes are no answer to small talk.
        hits = tuple({"no search": Checked.FAIL} for _ in ids)
    return Scored(asked=asked, expects=expects, hits=hits, ids=tuple(ids))


def _noticed(asked: Asked, reply: Reply, data: _Data, seconds: float) -> _Said:
    wanted = asked.tool or ("" if asked.searches else "none")
    shown = [str(hit.id) for hit in reply.hits]
    return _Said(
        asked=asked,
        tool=tool_is_right(reply, wanted) if wanted else None,
        language=speaks(reply, asked.language),
        invented=tuple(data.invents(reply, shown, [asked.question])),
        astray=bool(shown) and _is_astray(asked, data.listings[shown[0]], data),
        seconds=seconds,
    )


def _is_astray(asked: Asked, first: Listing, data: _Data) -> bool:
    firm = {name: asked.constraints[name] for name in ("property_type", "listing_type") if name in asked.constraints}
    return Checked.FAIL in check(first, firm, data.around).values()


def _held(scripts: Sequence[Script], data: _Data) -> list[Held]:
    workspace = data.workspace
    searcher = workspace.source_searcher("store:") if workspace.pack.api is not None else None
    return hold(scripts, Conversation(workspace.engine, searcher=searcher), workspace.pack, data.invents)


def _other_packs(gold: Gold) -> list[str]:
    return sorted({one.pack for one in gold.scripts} - {"", PACK})


def _held_with(pack: str, gold: Gold, embedder: str) -> list[Held]:
    """The conversations that are about the demo of another pack."""
    with _indexed(pack, (), gold.price_tolerance, embedder) as data:
        return _held([one for one in gold.scripts if one.pack == pack], data)


# --- the result ---------------------------------------------------------------------------------------------------


def _result(
    name: str,
    gold: Gold,
    scored: Mapping[str, Sequence[Scored]],
    said: Sequence[_Said],
    held: Sequence[Held],
    *,
    embedder: str,
    data: _Data,
    misses: int,
) -> Result:
    pack = data.workspace.pack
    of_method = {method: figures(rows) for method, rows in scored.items()}
    homes = f"{len(data.listings):,} listings"
    return Result(
        name=name,
        title=f"Property assistant: {len(said):,} questions and {len({one.script for one in held}):,} conversations",
        pack=pack.name,
        pack_version=pack.version,
        embedder=embedder,
        version=f"{version('claimtree')} reader {data.workspace.reader.version}",
        figures=tuple(_figures(of_method[HYBRID], said, held)),
        tables=(
            _methods_table(of_method, homes),
            _category_table(by_category(scored[HYBRID])),
            _constraint_table(of_method),
            _act_table(held),
        ),
        misses=worst([*_question_cases(scored[HYBRID], said, data), *_turn_cases(held)], misses),
        bad_rows=gold.bad,
    )


def _figures(hybrid: Figures, said: Sequence[_Said], held: Sequence[Held]) -> Iterator[Figure]:
    def figure(
        key: str, title: str, value: float, count: int, bar: float | None = None, measure: str = "share"
    ) -> Figure:
        all_rows = Split.ALL.value
        return Figure(
            key=key, title=title, measure=measure, values={all_rows: value}, counts={all_rows: count}, bar=bar
        )

    yield figure("pass ratio", "constraints that homes pass", hybrid.pass_ratio, hybrid.returned, 0.98, "mean")
    yield figure("strict", "homes that pass every constraint", hybrid.strict, hybrid.returned, 0.95)
    for key, title, value in (
        ("precision", "questions", hybrid.precision),
        ("recall", "questions", hybrid.recall),
        ("F1", "questions", hybrid.f1),
        ("specificity", "questions without an answer that got none", hybrid.specificity),
    ):
        yield figure(key, title, value, hybrid.questions, measure=key)
    tools = [*(one.tool for one in said), *(one.tool for one in held)]
    stated = [one for one in tools if one is not None]
    yield figure("tool", "tool chosen", share(sum(stated), len(stated)), len(stated), 0.95)
    later = [one for one in held if one.number > 1 and (one.turn.criteria is not None or one.turn.act)]
    yield figure("follow-ups", "follow-ups", share(sum(not one.faults for one in later), len(later)), len(later), 0.95)
    first = [one for one in held if one.number == 1 and one.turn.criteria is not None]
    yield figure(
        "openings",
        "first messages of conversations",
        share(sum(not one.faults for one in first), len(first)),
        len(first),
    )
    spoken = [*(one.language for one in said if one.asked.language), *(one.language for one in held)]
    yield figure(
        "language", "replies in the language of the message", share(sum(spoken), len(spoken)), len(spoken), 1.0
    )
    replies = [*(one.invented for one in said), *(one.invented for one in held)]
    yield Figure(
        key="invented",
        title="numbers and names that nothing says",
        measure="count",
        values={Split.ALL.value: float(sum(map(len, replies)))},
        counts={Split.ALL.value: len(replies)},
        bar=0.0,
        unit="in all",
        at_most=True,
    )
    yield Figure(
        key="astray",
        title="first homes of another kind or deal, also where nothing fits",
        measure="count",
        values={Split.ALL.value: float(sum(one.astray for one in said))},
        counts={Split.ALL.value: len(said)},
        bar=0.0,
        unit="in all",
        at_most=True,
    )
    waits = sorted(one.seconds for one in said)
    yield Figure(
        key="reply",
        title="time of a reply",
        measure="median",
        values={Split.ALL.value: waits[len(waits) // 2] * 1000 if waits else math.nan},
        counts={Split.ALL.value: len(waits)},
        unit="ms",
        at_most=True,
    )


def _methods_table(of_method: Mapping[str, Figures], homes: str) -> Table:
    columns = (
        "homes", "pass ratio", "as stated", "strict", "precision", "recall", "F1", "specificity",
        "TP", "FN", "FP", "TN",
    )  # fmt: skip
    numbers: dict[str, dict[str, float | None]] = {}
    for method, one in of_method.items():
        shares = (
            one.pass_ratio, one.lenient_ratio, one.strict, one.precision, one.recall, one.f1, one.specificity,
        )  # fmt: skip
        values = (float(one.returned), *shares, *(float(one.outcomes[name]) for name in ("TP", "FN", "FP", "TN")))
        numbers[method] = {
            key: None if math.isnan(value) else value for key, value in zip(columns, values, strict=True)
        }
    return Table(
        title="Methods side by side",
        name="method",
        heads=("method", *columns),
        rows=tuple((method, *(_cell(key, value) for key, value in row.items())) for method, row in numbers.items()),
        note=f"{homes}; as stated: without constraints that a listing does not state, which fail otherwise",
        numbers=numbers,
    )


def _cell(key: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if key in ("homes", "TP", "FN", "FP", "TN") else f"{value:.3f}".removeprefix("0")


def _category_table(found: Mapping[str, Figures]) -> Table:
    numbers: dict[str, dict[str, float | None]] = {}
    for category, one in found.items():
        row = {"questions": float(one.questions), "homes": float(one.returned), "pass ratio": one.pass_ratio}
        row |= {"strict": one.strict, "right": share(one.outcomes["TP"] + one.outcomes["TN"], one.questions)}
        numbers[category] = {key: None if math.isnan(value) else value for key, value in row.items()}
    return Table(
        title="By category, hybrid",
        name="category",
        heads=("category", "questions", "homes", "pass ratio", "strict", "questions right"),
        rows=tuple(
            (name, *(_cell("homes" if key in ("questions", "homes") else key, value) for key, value in row.items()))
            for name, row in numbers.items()
        ),
        numbers=numbers,
    )


def _constraint_table(of_method: Mapping[str, Figures]) -> Table:
    names = sorted({name for one in of_method.values() for name in one.constraints})
    numbers: dict[str, dict[str, float | None]] = {}
    for name in names:
        numbers[name] = {}
        for method, one in of_method.items():
            passed, of = one.constraints.get(name, (0, 0))
            numbers[name][method] = passed / of if of else None
    return Table(
        title="By constraint: homes that pass it",
        name="constraint",
        heads=("constraint", *of_method),
        rows=tuple((name, *(_cell("", value) for value in row.values())) for name, row in numbers.items()),
        numbers=numbers,
    )


def _act_table(held: Sequence[Held]) -> Table:
    acts = list(dict.fromkeys(one.turn.act for one in held if one.turn.act))
    rows = []
    for act in acts:
        turns = [one for one in held if one.turn.act == act]
        right = sum(not one.faults for one in turns)
        rows.append((act.replace("_", " "), f"{len(turns):,}", f"{right:,}", _cell("", share(right, len(turns)))))
    return Table(
        title="Turns of conversations, by what the message asks for",
        name="act",
        heads=("what", "turns", "right", "share"),
        rows=tuple(rows),
    )


def _question_cases(scored: Sequence[Scored], said: Sequence[_Said], data: _Data) -> Iterator[Case]:
    """The questions that went wrong, and each home with what it does not pass."""
    for row, noticed in zip(scored, said, strict=True):
        faults = [
            Fault(
                words=data.listings[id].entity.title,
                check="home",
                expected="every constraint",
                read=", ".join(f"{name}: {result}" for name, result in hit.items() if result is not Checked.PASS),
            )
            for id, hit in zip(row.ids, row.hits, strict=True)
            if pass_ratio(hit) < 1
        ]
        if row.expects and not row.hits:
            faults.append(Fault(words="", check="homes", expected="some", read="none"))
        if not row.expects and row.hits:
            faults.append(Fault(words="", check="homes", expected="none", read=str(len(row.hits))))
        if noticed.tool is False:
            faults.append(Fault(words="", check="tool", expected=row.asked.tool or "none", read="another"))
        if not noticed.language:
            faults.append(Fault(words="", check="language", expected=row.asked.language, read="another"))
        faults += [Fault(words=one, check="said", expected="what the data say", read=one) for one in noticed.invented]
        if noticed.astray:
            faults.append(Fault(words="", check="first home", expected="of the kind and deal", read="another"))
        yield _case(row.asked.id, row.asked.question, faults)


def _turn_cases(held: Sequence[Held]) -> Iterator[Case]:
    for one in held:
        faults = [Fault(words="", check="turn", expected="", read=fault) for fault in one.faults]
        if one.tool is False:
            faults.append(Fault(words="", check="tool", expected=one.turn.tool, read="another"))
        if not one.language:
            faults.append(Fault(words="", check="language", expected=one.turn.language, read=one.reply.language))
        faults += [Fault(words=word, check="said", expected="what the data say", read=word) for word in one.invented]
        yield _case(f"{one.script} turn {one.number}", one.turn.user, faults)


def _case(id: str, text: str, faults: Sequence[Fault]) -> Case:
    marks = (Mark(figure="right", group="", right=int(not faults), missed=len(faults)),)
    read = "; ".join(f"{one.check}: {one.read}" if one.check != "turn" else one.read for one in faults)
    return Case(id=id, text=text, marks=marks, details=tuple(faults), read=read)
