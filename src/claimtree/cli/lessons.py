"""Computes what a lesson changes: in the file, and in the verdicts of the store's phrases on the
wish."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimtree.cli.screen import plain
from claimtree.cli.show import counted
from claimtree.errors import StoreError, UnknownName
from claimtree.languages.rendering import render_argument
from claimtree.model.claims import Facet, LevelName, TypeName
from claimtree.model.notices import Join, several
from claimtree.model.taught import KINDS, LONGEST_TEXT, TaughtConcept, extended, folded, taught

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.engine import Engine
    from claimtree.model.claims import QueryClaim
    from claimtree.model.phrases import Phrase, PhraseId
    from claimtree.workspace import Workspace

UNKNOWN = "unknown"
VERDICTS = ("met", "refuted", UNKNOWN)
MOST_SHOWN = 8
"""The most lines of one kind that are shown to a person."""
MOST_LOOKED_AT = 20
"""The most concepts of one file whose effect on the store is computed."""
_LONGEST_ID = 60
_DIGITS = 8
"""Digits of the hash at the end of a shortened id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A concept before (if it was known) and after a lesson."""

    before: TaughtConcept | None
    after: TaughtConcept

    @property
    def added(self) -> dict[str, int]:
        """Returns how many wishes, and how many phrases of each kind, are new."""
        old = self.before.phrases if self.before else dict.fromkeys(self.after.phrases, ())
        counts = {"wish": len(self.after.wishes) - (len(self.before.wishes) if self.before else 0)}
        return counts | {
            kind: len(self.after.phrases[says]) - len(old[says]) for kind, says in zip(KINDS, old, strict=True)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A phrase of the store whose verdict on the wish has changed."""

    phrase: Phrase
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The verdicts of the store's relevant phrases on a wish, before and after."""

    wish: str
    before: Mapping[str, int]
    after: Mapping[str, int]
    changes: tuple[Change, ...]


def labels(
    workspace: Workspace,
    wishes: Sequence[str],
    *,
    type: str | None,
    level: str | None,
    facet: str | None,
    language: str | None,
) -> TaughtConcept:
    """Returns a concept with only type, level, facet and language: as given and checked against the
    pack, else as the wish is read."""
    pack = workspace.pack
    if type is not None:
        pack.type(TypeName(type))
    if level is not None:
        pack.hierarchy.depth_of(LevelName(level))
    if facet is not None and facet not in pack.facets:
        raise UnknownName(f"pack {pack.name!r} has no facet {facet!r} (have: {', '.join(pack.facets)})")
    found = TaughtConcept(
        id="",
        wishes=(),
        type=TypeName(type) if type else None,
        level=LevelName(level) if level else None,
        facet=Facet(facet) if facet else None,
        language=language or pack.languages[0],
    )
    if not wishes:
        return found
    claims = workspace.reader.read_query(wishes[0][:LONGEST_TEXT]).claims
    if len(claims) != 1:
        return found
    return replace(found, type=found.type or claims[0].type, level=found.level or claims[0].level)


def given(
    known: Sequence[TaughtConcept],
    id: str | None,
    wishes: tuple[str, ...],
    kinds: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
    kind_of: TaughtConcept,
) -> TaughtConcept:
    """Returns the concept from the command line. Without an id, it is the known one with that wish,
    or named after it."""
    words = {folded(wish): concept for concept in known for wish in concept.wishes}
    meant = next((each for each in known if each.id == id), None)
    if id is None and wishes:
        meant = words.get(folded(wishes[0]))
        id = meant.id if meant else _called(wishes[0])
    if meant is not None:
        # Adding phrases to a known concept does not require repeating its wishes, nor the other way
        # round.
        wishes = (*meant.wishes, *wishes)
        kinds = kinds if any(kinds) else (meant.met, meant.refuted, meant.silent)
    met, refuted, silent = kinds
    return taught(replace(kind_of, id=id or "", wishes=wishes, met=met, refuted=refuted, silent=silent))


def _called(wish: str) -> str:
    """Returns an id for a wish; for a long one, its start and a hash that distinguishes it from
    others."""
    name = folded(wish).replace(" ", "-")
    if len(name) <= _LONGEST_ID:
        return name
    return f"{name[: _LONGEST_ID - _DIGITS - 1]}-{hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]}"


def learn(known: Sequence[TaughtConcept], new: Sequence[TaughtConcept]) -> list[Lesson]:
    """Returns, for each new concept, the known one and the result of extending it."""
    held = {concept.id: concept for concept in known}
    found = []
    for concept in new:
        old = held.get(concept.id)
        found.append(Lesson(before=old, after=concept if old is None else extended(old, concept)))
    return found


def effects(
    workspace: Workspace, before: Sequence[TaughtConcept], ids: Sequence[str]
) -> tuple[list[Effect], list[str]]:
    """Returns the store's verdicts on the first wish of each concept, before and after the lesson;
    and notices."""
    if not workspace.has_store:
        return [], ["There is no store yet; it counts as soon as there is one."]
    now = {concept.id: concept for concept in workspace.read_taught()}
    try:
        engines = workspace.engine_taught(before), workspace.engine_taught(tuple(now.values()))
    except StoreError as error:
        return [], [f"It was not held against the store: {error.message}."]
    found: list[Effect] = []
    notices: list[str] = []
    for id in ids[:MOST_LOOKED_AT]:
        concept = now[id]
        claims = workspace.reader.read_query(concept.wishes[0]).claims
        meant = [claim for claim in claims if _asks_for(claim, concept)]
        found += [_effect(workspace, claim, engines) for claim in meant]
        if not meant:
            understood = several((claim.text for claim in claims), join=Join.AND, quoted=True)
            read = render_argument(understood, "en") or "nothing"
            notices.append(f"'{concept.wishes[0]}' is read as {read}; give that as a wish too if you mean it.")
    if len(ids) > MOST_LOOKED_AT:
        notices.append(f"Only the first {MOST_LOOKED_AT} of {len(ids):,} concepts were held against the store.")
    return found, notices


def _asks_for(claim: QueryClaim, concept: TaughtConcept) -> bool:
    texts = {folded(claim.pattern), folded(claim.text), folded(claim.quote)}
    return any(folded(wish) in texts for wish in concept.wishes)


def _effect(workspace: Workspace, claim: QueryClaim, engines: tuple[Engine, Engine]) -> Effect:
    rules = workspace.pack.answered_by[claim.level, claim.type]
    keys = {(rule.by_level, type) for rule in rules for type in rule.by_types}
    phrases = {phrase.id: phrase for partition in workspace.store.partitions(keys) for phrase in partition.phrases}
    before, after = (_verdicts_on_phrases(engine, claim) for engine in engines)
    changes = [
        Change(phrase=phrase, before=before.get(id, UNKNOWN), after=after.get(id, UNKNOWN))
        for id, phrase in phrases.items()
        if before.get(id) != after.get(id)
    ]
    return Effect(
        wish=claim.text,
        before=Counter(before.get(id, UNKNOWN) for id in phrases),
        after=Counter(after.get(id, UNKNOWN) for id in phrases),
        changes=tuple(sorted(changes, key=lambda change: (change.after, change.phrase.pattern))),
    )


def _verdicts_on_phrases(engine: Engine, claim: QueryClaim) -> dict[PhraseId, str]:
    """Returns the phrases that meet or refute the wish."""
    (wish,) = engine.plan((claim,)).wishes
    return {match.phrase: "met" if match.holds > 0 else "refuted" for match in wish.matches if match.holds}


def shape(learned: Sequence[Lesson], found: Sequence[Effect]) -> dict[str, object]:
    """Returns the result as JSON."""
    return {
        "concepts": [concept_shape(lesson.after) | {"added": lesson.added} for lesson in learned],
        "effects": [
            {
                "wish": effect.wish,
                "before": {verdict: effect.before.get(verdict, 0) for verdict in VERDICTS},
                "after": {verdict: effect.after.get(verdict, 0) for verdict in VERDICTS},
                "changes": [
                    {"phrase": _words(change.phrase), "before": change.before, "after": change.after}
                    for change in effect.changes
                ],
            }
            for effect in found
        ],
    }


def concept_shape(concept: TaughtConcept) -> dict[str, object]:
    """Returns a concept in the form of the file."""
    kinds = {kind: list(texts) for kind, texts in zip(KINDS, concept.phrases.values(), strict=True)}
    kind_of = {"lang": concept.language, "type": concept.type, "level": concept.level, "facet": concept.facet}
    return {"id": concept.id, **kind_of, "wish": list(concept.wishes), **kinds}


def line(lesson: Lesson) -> str:
    """Returns a line about what was added to one concept."""
    wishes, *phrases = lesson.added.items()
    parts = [f"{wishes[1]} wish{'es' if wishes[1] > 1 else ''}"] if wishes[1] else []
    parts += [f"{count} {kind}" for kind, count in phrases if count]
    new = f"{', '.join(parts)} added" if parts else "nothing new"
    return f"{lesson.after.id}: {new}; it has {counted(lesson.after.size, 'phrase')}"


def shown(effect: Effect) -> list[RenderableType]:
    """Returns the counts before and after, and the phrases that changed."""
    from rich.table import Table
    from rich.text import Text

    wish = f"“{plain(effect.wish)}”"
    if not effect.changes:
        return ["", Text(f"No phrase of the store says another thing about {wish} than before.")]
    many = f"{counted(len(effect.changes), 'phrase')} of the store now {'say' if len(effect.changes) > 1 else 'says'}"
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for title in ("before", "after"):
        table.add_column(title, justify="right")
    for verdict in VERDICTS:
        table.add_row(f"  {verdict}", f"{effect.before.get(verdict, 0):,}", f"{effect.after.get(verdict, 0):,}")
    lines = [
        Text(f"  “{plain(_words(change.phrase))}” was {change.before} and is {change.after}")
        for change in effect.changes[:MOST_SHOWN]
    ]
    if len(effect.changes) > MOST_SHOWN:
        lines.append(Text(f"  and {len(effect.changes) - MOST_SHOWN:,} more"))
    return ["", Text(f"{many} another thing about {wish}:"), table, *lines]


def listed(concepts: Sequence[TaughtConcept]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("concept", no_wrap=True)
    table.add_column("wishes", ratio=1, overflow="fold")
    for kind in KINDS:
        table.add_column(kind, justify="right")
    for concept in concepts:
        counts = [f"{len(texts)}" for texts in concept.phrases.values()]
        table.add_row(Text(plain(concept.id)), Text(plain("; ".join(concept.wishes))), *counts)
    return table


def _words(phrase: Phrase) -> str:
    return f"not {phrase.pattern}" if phrase.negated else phrase.pattern
