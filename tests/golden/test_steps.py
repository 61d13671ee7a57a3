"""Every opposite and implication of the shipped packs, shown by a listing and a wish, from text to verdict.

The golden files list the steps one by one. All listings of a pack lie in one store; each is a home of its own, so that
none speaks for another.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.shared_packs import shared_pack

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Source
from claimtree.model.pack import Pack
from claimtree.model.phrases import Phrase
from claimtree.model.verdicts import judge
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.ports import StoreIdentity
from claimtree.stores.memory import MemoryStore
from claimtree.text.implications import expand
from claimtree.text.rule_reader import RuleReader

PACKS = ("rentals", "property")
Line = Mapping[str, Any]

pytestmark = pytest.mark.parametrize("name", [pytest.param("rentals", marks=pytest.mark.slow), "property"])


@cache
def lines(name: str) -> Mapping[str, Sequence[Any]]:
    return tomllib.loads(Path(__file__).with_name(f"steps-{name}.toml").read_text(encoding="utf-8"))


@cache
def pack_of(name: str) -> Pack:
    return shared_pack(name, guesses=False)


@cache
def engine_of(name: str) -> tuple[Engine, Mapping[str, EntityId]]:
    """A store with every listing of the file, and which home each of them is."""
    pack, embedder = pack_of(name), HashedEmbedder()
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    store, reader = MemoryStore(identity, pack.hierarchy), RuleReader(pack, scope=shipped_scope())
    texts = dict.fromkeys(line["listing"] for kind in ("steps", "denials") for line in lines(name)[kind])
    homes = {text: EntityId(f"home-{number}") for number, text in enumerate(texts)}
    report = Indexer(pack, store, reader, embedder).index(
        [
            Document(id=home, level=pack.hierarchy.answers, source=Source(name="listing", text=text))
            for text, home in homes.items()
        ]
    )
    assert report.ok
    return Engine(pack=pack, store=store, reader=reader, embedder=embedder), homes


def verdict(name: str, line: Line, wished: str) -> str:
    """What a search for the wish shows for the listing; which wishes were read if this concept is none of them.

    A wish may say more: "sewa tahunan" also asks for what is for rent.
    """
    engine, homes = engine_of(name)
    claims = engine.read(line["wish"]).claims
    at = [k for k, claim in enumerate(claims) if (claim.concept, claim.negated, claim.amounts) == (wished, False, ())]
    if len(at) != 1:
        return f"wishes: {', '.join(claim.text for claim in claims)}"
    plan = engine.plan(claims)
    (dossier,) = engine.store.dossiers(plan, [homes[line["listing"]]])
    return judge(plan, dossier).findings[at[0]].verdict.value


def is_shown(name: str, line: Line) -> bool:
    """Whether a step comes to its verdict, and for no other reason: the listing says what it starts from, and not what
    it leads to."""
    engine, homes = engine_of(name)
    home = homes[line["listing"]]
    family = engine.store.get([home, *engine.store.children(home)])
    said = {claim.concept for entity in family for claim in entity.claims if not claim.negated}
    start, end, _ = what(line)
    return start in said and end not in said and verdict(name, line, end) == line["verdict"]


def what(line: Line) -> tuple[str, str, bool]:
    """The step that a line shows: from what, to what, and whether it excludes."""
    return line["from"], line.get("excludes") or line["implies"], "excludes" in line


def test_every_step_has_one_line_and_every_line_a_step(name: str) -> None:
    steps = {
        (concept.id, step.to, step.excludes): step.discount
        for concept in pack_of(name).concepts.values()
        for step in concept.steps
    }
    listed = Counter(what(line) for line in lines(name)["steps"])
    assert set(steps) - set(listed) == set(), "steps without a line"
    assert set(listed) - set(steps) == set(), "lines without a step"
    assert [step for step, times in listed.items() if times > 1] == []
    assert {what(line): line["discount"] for line in lines(name)["steps"]} == steps


@pytest.mark.slow
def test_every_line_comes_to_its_verdict(name: str) -> None:
    """A line that is not read as it should be says so ("missed"), until it is."""
    assert [line for line in lines(name)["steps"] if is_shown(name, line) is line.get("missed", False)] == []


def test_an_implication_meets_an_exclusion_refutes_and_what_is_too_weak_says_nothing(name: str) -> None:
    pack = pack_of(name)
    for line in lines(name)["steps"]:
        concept = pack.concepts[line.get("excludes") or line["implies"]]
        sure = line["discount"] >= pack.types[concept.type].threshold
        assert line["verdict"] == (("refuted" if "excludes" in line else "met") if sure else "unknown"), line


def test_what_follows_in_two_steps_was_read_by_a_person(name: str) -> None:
    """A new step may chain with an old one; the author of a step reviews the chains, and lists
    them.
    """
    assert sorted(chains(pack_of(name))) == sorted(lines(name)["chains"])


def chains(pack: Pack) -> Iterator[str]:
    """What each concept, said or denied, comes to by two steps, in words."""
    single = {(c.id, True, step.to, step.excludes) for c in pack.concepts.values() for step in c.steps}
    single |= {(to, excludes, id, True) for id, _, to, excludes in single}
    for concept in pack.concepts.values():
        level = concept.levels[0]
        type = concept.type_at.get(level, concept.type)
        for negated in (False, True):
            base = Phrase(pattern=concept.pattern_of(), type=type, level=level, concept=concept.id, negated=negated)
            derived, edges = expand([base], pack)
            reached = {phrase.id: phrase.concept for phrase in derived}
            for to, excludes, discount in {(reached[e.derived], e.excludes, e.discount) for e in edges}:
                if to is not None and (concept.id, not negated, to, excludes) not in single:
                    how = "excludes" if excludes else "implies"
                    yield f"{'no ' if negated else ''}{concept.id} {how} {to} {discount:.2f}"


def test_every_denial_has_a_line(name: str) -> None:
    denials = {(concept.id, words) for concept in pack_of(name).concepts.values() for words in concept.denies}
    assert {(line["concept"], line["says"]) for line in lines(name)["denials"]} == denials


@pytest.mark.slow
def test_every_denial_has_a_line_that_refutes(name: str) -> None:
    shown = [(line, verdict(name, line, line["concept"])) for line in lines(name)["denials"]]
    wrong = [one for one in shown if (one[1] == one[0]["verdict"]) is one[0].get("missed", False)]
    assert wrong == []


def test_a_sure_opposite_stands_at_both_its_ends(name: str) -> None:
    """Whoever reads one of two opposites finds the other there, and as sure.

    What can be wished only with an amount is no end: an amount is never carried along a step.
    """
    concepts = pack_of(name).concepts
    excluded = {(c.id, step.to): step.discount for c in concepts.values() for step in c.steps if step.excludes}
    for (one, other), discount in excluded.items():
        back = excluded.get((other, one))
        if back is not None:
            assert back == discount, (one, other)
        elif discount >= 0.9:
            assert concepts[one].amount is not None, (one, other)


def test_nothing_is_implied_and_excluded_at_once(name: str) -> None:
    concepts = pack_of(name).concepts
    implied = {(c.id, step.to) for c in concepts.values() for step in c.steps if not step.excludes}
    excluded = {frozenset((c.id, step.to)) for c in concepts.values() for step in c.steps if step.excludes}
    both = {pair for pair in implied if frozenset(pair) in excluded}
    # A small dog is welcome where large ones are, but "small dogs allowed" means: no large ones.
    assert both <= {("large dogs allowed", "small dogs allowed")}
