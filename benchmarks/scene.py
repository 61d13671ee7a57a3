"""A world with coordinates and places: its stores, an engine on them, and the place wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.city import OUTLINED, City
from benchmarks.generator import HOME_LEVEL, phrases_of
from benchmarks.measure import Bench, Job, Progress, Remembering
from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.phrases import Batch, PhraseId
from claimtree.models.scope import open_scope
from claimtree.places.gazetteer import Gazetteer
from claimtree.places.locate import Locator
from claimtree.ports import PlaceStore
from claimtree.text.rule_reader import RuleReader

WISHES = (
    ("near a landmark", "near {museum}"),
    ("near a landmark with an outline", "near {park}"),
    ("near a kind, a distance given", "within 500 m of a subway station"),
    ("in a region of 500 corners", f"in {OUTLINED}"),
    ("a kind not nearby", "no bars nearby"),
    ("near the well-rated of a kind", "near good coffee shops"),
)
"""The place wishes added to a query: a label, and the words of a user."""


class Scene:
    """A world with coordinates, its store, and an engine on it."""

    def __init__(self, job: Job) -> None:
        self.bench = Bench(job)
        self.city = City(self.bench.world, job.places)
        self.pack = replace(self.bench.pack, places=self.city.spec)
        self.embedder = Remembering(self.bench.embedder)

    def fill(self, *stores: PlaceStore, progress: Progress) -> Counter[PhraseId]:
        """Writes the world, without places; returns the frequency of each phrase."""
        counts: Counter[PhraseId] = Counter()
        homes = self.bench.world.homes
        for number, block in enumerate(self.city.entities()):
            phrases = list(phrases_of(block))
            fresh = tuple({phrase.id: phrase for phrase in phrases if phrase.id not in counts}.values())
            counts.update(phrase.id for phrase in phrases)
            vectors = self.bench.embedder.embed([phrase.pattern for phrase in fresh])
            for store in stores:
                store.put(Batch(entities=block, phrases=fresh, vectors=vectors))
            progress(f"building {homes:,} homes with coordinates", min(homes, number * 1000), homes)
        for store in stores:
            store.compact()
        return counts

    def engine(self, store: PlaceStore) -> tuple[Engine, Locator]:
        _, around = store.positions(HOME_LEVEL)
        gazetteer = Gazetteer(store.places(), spec=self.pack.places, languages=self.pack.languages, around=around)
        locator = Locator(gazetteer, self.city.spec, around=around)
        reader = RuleReader(self.pack, embedder=self.embedder, places=gazetteer, scope=open_scope(self.pack.languages))
        engine = Engine(pack=self.pack, store=store, reader=reader, embedder=self.embedder, locator=lambda: locator)
        return engine, locator

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yields the place wishes, with names of this city filled in."""
        names = {place.kind: place.name for place in reversed(self.city.places())}
        for label, sentence in WISHES:
            yield label, sentence.format(**names)

    def wishes(self, engine: Engine) -> Iterator[tuple[str, QueryClaim]]:
        """Yields each of the wishes as the reader reads it."""
        for label, text in self.texts():
            found = [claim for claim in engine.read(text).claims if claim.where is not None]
            if len(found) != 1:
                raise BadInput(f"{text!r} is read as {len(found)} wishes about places, not as one")
            yield label, replace(found[0], id=ClaimId("place"))
