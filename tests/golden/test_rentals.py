"""The ten worked queries of the source document, and the query of the README: read, and answered on the demo data.

The golden file says for each what was read (our decisions where the document errs), the best hits with their verdicts
and words, and the ladder. The default embedder runs for real; the store is the default one. Reading the demo data with
them takes longer than any other test, so by default only what was read of the queries is compared.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from claimtree.engine import Engine
from claimtree.languages.rendering import notice_texts
from claimtree.model.answers import Finding, Found, Hit, Verdict
from claimtree.model.claims import QueryClaim
from claimtree.packs.find import pack_folder
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

GOLDEN = Path(__file__).with_name("rentals.md")
SHOWN = 5

QUERIES = {
    "README": "quiet 2BR with a modern kitchen over 12 m², south or west facing, allows dogs, no bars nearby, "
    "under $4,000",
    "1": "A quiet apartment facing a courtyard with big windows and morning sun, preferably on a higher floor.",
    "2": "Small but well-designed studio with enough kitchen space for cooking daily and a balcony large enough "
    "for two chairs.",
    "3": "Pet-friendly building near a park, not too old, with good soundproofing and natural light.",
    "4": "One-bedroom apartment with a separate corner that can be used as a home office and strong internet "
    "connection.",
    "5": "Affordable place that still feels spacious — I don't mind an older building if it's clean and bright.",
    "6": "Top-floor apartment with elevator access, good insulation, and no noisy bars or construction nearby.",
    "7": "Apartment with high ceilings, wooden floors, and an open-plan living room connected to the kitchen.",
    "8": "Modern kitchen with built-in appliances — dishwasher, oven, large fridge — and enough countertop space.",
    "9": "Area that feels safe at night, with grocery stores and coffee shops within walking distance.",
    "10": "Bright two-bedroom apartment suitable for a couple with a cat and lots of plants, facing south or west.",
}
MARKS = {Verdict.MET: "✓", Verdict.REFUTED: "✗", Verdict.UNKNOWN: "–"}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """An empty home."""
    with Workspace(Settings(home=tmp_path, store=str(tmp_path / "demo.db"))) as workspace:
        workspace.store_to_write()
        yield workspace


def test_the_worked_queries_are_read_as_a_person_would(workspace: Workspace) -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    for name, query in QUERIES.items():
        text = "\n".join(_read(name, query, workspace.engine.read(query).claims))
        assert text in golden, "if it is right: `pytest tests/golden -m slow --record`"


@pytest.mark.slow
def test_the_worked_queries_are_read_and_answered_as_a_person_would(workspace: Workspace, record: bool) -> None:
    files = [pack_folder("rentals") / name for name in workspace.pack.demo]
    assert workspace.indexer(workspace.store_to_write()).index(read_files(files, workspace.pack)).ok
    text = "\n".join(_page(workspace.engine))
    if record:
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "if it is right: `pytest tests/golden -m slow --record`"


def _read(name: str, query: str, claims: Sequence[QueryClaim]) -> Iterator[str]:
    yield f"## {name}: {query}\n"
    for claim in claims:
        yield _wish(claim)
    yield ""


def _page(engine: Engine) -> Iterator[str]:
    yield "# The worked queries on the demo data\n"
    yield "`*` marks what is required, `|` an alternative. A hit shows its verdicts in the order of the wishes.\n"
    for name, query in QUERIES.items():
        answer = engine.search(query, limit=SHOWN)
        assert isinstance(answer, Found)
        yield from _read(name, query, answer.claims)
        for hit in answer.hits:
            yield f"**{hit.id}** {hit.title}: {hit.standing.met} of {len(answer.without)}, score {hit.standing.score}\n"
            for claim, finding in zip(answer.claims, hit.findings, strict=True):
                yield f"- {MARKS[finding.verdict]} {claim.text}{_words(hit, finding)}"
            yield ""
        rungs = ", ".join(f"{count} meet {k}" for k, count in sorted(answer.ladder.met.items(), reverse=True) if count)
        yield f"{answer.ladder.total} in all: {rungs}\n"
        for relaxed in answer.without:
            if relaxed.more:
                yield f"- without {relaxed.text}: {relaxed.more} more"
        for notice in notice_texts(answer):
            yield f"- {notice}"
        yield ""


def _wish(claim: QueryClaim) -> str:
    place = f"{claim.level} {claim.facet}" if claim.facet else claim.level
    either = f" | {claim.or_group}" if claim.or_group is not None else ""
    return (
        f"- {claim.text}{'*' if claim.required else ''}{either} ({claim.type}, {place}, {claim.weight}) “{claim.quote}”"
    )


def _words(hit: Hit, finding: Finding) -> str:
    said = [piece for piece in finding.pieces if piece.claim is not None]
    if finding.verdict is Verdict.UNKNOWN or not said or said[0].claim is None:
        return ""
    where = "" if said[0].entity == hit.id else f" ({said[0].entity})"
    return f": “{said[0].claim.quote}”{where}"
