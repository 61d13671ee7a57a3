"""The tools entity, places and packs: look up data without a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from claimtree import presentation, serialization
from claimtree.errors import BadInput, ClaimtreeError, UnknownName
from claimtree.json_types.definition import FieldValue
from claimtree.languages.rendering import render_all
from claimtree.mcp import arguments, result_types
from claimtree.mcp.open_packs import Offer
from claimtree.mcp.search_tools import CUT_TITLES, LONGEST_NOTICE, LONGEST_TITLE, meant_ids
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Place, PlaceKind, Where, WhereRelation
from claimtree.model.templates import enumerated, fill
from claimtree.places.choices import Ambiguous, Found, Unknown
from claimtree.places.locate import name_unknown
from claimtree.ports import RelationStore, Store
from claimtree.quoting import Brief, SafeText, id_text, one_line, safe_format, sentence, trusted
from claimtree.search.links import named_links
from claimtree.text.detect import asker_language
from claimtree.workspace import Workspace

LONGEST_TEXTS: Final = 12_000
"""Characters of all source texts of a result together: ten entities are no longer than one."""
LONGEST_TEXT: Final = 4_000
MOST_SOURCES: Final = 10
MOST_PARTS: Final = 30
MOST_FIELDS: Final = 40
MOST_NEARBY: Final = 20
"""Kinds of places, the nearest first."""
MOST_RELATIONS: Final = 30
MOST_KINDS: Final = 100
DEEPEST: Final = 10
"""Ancestors of an entity that are followed; no pack has more levels."""
LONGEST_URL: Final = 500
LONGEST_QUOTE: Final = 300

CUT_TEXTS = trusted("Texts that end in … were cut; ask for fewer ids at once to see more of each.")
CUT_LISTS = trusted("Some sources, parts, relations or fields were left out.")


def entity(offer: Offer, asked: arguments.Entity) -> result_types.EntityResult:
    """Entities by id: fields, source texts, parts and ancestors."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    store: RelationStore = workspace.store
    ids = meant_ids(store, asked.ids)
    found = store.get(ids)
    known = {one.entity.id for one in found}
    unknown = tuple(id for id in ids if id not in known)
    if not found:
        raise UnknownName(
            fill("the store knows none of these ids: {ids}", ids=enumerated((id[:80] for id in unknown), each="'{}'")),
            hint=fill("Take ids from results of `search`: of hits, of evidence, of what they lie in."),
            values={"ids": unknown},
        )
    brief = Brief()
    texts = sum(len(one.entity.sources[:MOST_SOURCES]) for one in found)
    longest = max(200, min(LONGEST_TEXT, LONGEST_TEXTS // max(texts, 1)))
    return result_types.EntityResult(
        pack=name,
        entities=tuple(_known(one, store, workspace.pack, brief, longest) for one in found),
        unknown=tuple(map(id_text, unknown)),
        cut=brief.cut,
    )


def _known(one: IndexedEntity, store: RelationStore, pack: Pack, brief: Brief, longest: int) -> result_types.Known:
    about = one.entity
    own = [spec for spec in pack.fields.values() if spec.level == about.level and spec.name in about.fields]
    facts = [words for spec in own if (words := presentation.fact(spec, about.fields[spec.name], pack))]
    parts = brief.some(store.children(about.id), MOST_PARTS, CUT_LISTS)
    return result_types.Known(
        id=id_text(about.id),
        level=about.level,
        title=_title(about, brief),
        facet=_facet(about),
        facts=tuple(brief.line(words, LONGEST_TITLE, CUT_TITLES) for words in facts[:MOST_FIELDS]),
        fields={
            one_line(name, LONGEST_TITLE): _field(value, brief)
            for name, value in brief.some(list(about.fields.items()), MOST_FIELDS, CUT_LISTS)
        },
        lat=about.point.lat if about.point is not None else None,
        lon=about.point.lon if about.point is not None else None,
        lies_in=_lies_in(about, store, brief),
        parts=tuple(
            result_types.Part(
                id=id_text(part.entity.id),
                title=_title(part.entity, brief),
                level=part.entity.level,
                facet=_facet(part.entity),
            )
            for part in store.get(parts)
        ),
        nearby=tuple(
            result_types.Nearby(
                kind=one_line(near.kind, LONGEST_TITLE),
                name=one_line(near.name, LONGEST_TITLE),
                metres=round(near.metres),
            )
            for near in sorted(one.nearby, key=lambda near: (near.metres, near.kind))[:MOST_NEARBY]
        ),
        relations=_relations(about.id, store, pack, brief),
        sources=tuple(
            result_types.SourceText(
                name=one_line(source.name, LONGEST_TITLE),
                url=brief.line(source.url, LONGEST_URL, CUT_TEXTS),
                updated=one_line(source.updated, LONGEST_TITLE),
                text=brief.line(source.text, longest, CUT_TEXTS),
            )
            for source in brief.some(about.sources, MOST_SOURCES, CUT_LISTS)
        ),
    )


def _relations(id: EntityId, store: RelationStore, pack: Pack, brief: Brief) -> tuple[result_types.Related, ...]:
    links, more = named_links(store, pack, id, limit=MOST_RELATIONS)
    if more:
        brief.note(CUT_LISTS)
    return tuple(
        result_types.Related(
            kind=one.link.kind,
            direction=serialization.DIRECTIONS[one.link.direction],
            to=id_text(one.link.to),
            title=brief.line(one.title, LONGEST_TITLE, CUT_TITLES),
            quote=brief.line(one.link.quote, LONGEST_QUOTE, CUT_TEXTS),
        )
        for one in links
    )


def _lies_in(about: Entity, store: Store, brief: Brief) -> tuple[result_types.Named, ...]:
    found: list[result_types.Named] = []
    parent = about.parent
    while parent is not None and len(found) < DEEPEST:
        above = store.get([parent])
        if not above:
            break
        found.append(result_types.Named(id=id_text(parent), title=_title(above[0].entity, brief)))
        parent = above[0].entity.parent
    return tuple(found)


def _title(about: Entity, brief: Brief) -> str:
    return brief.line(about.title, LONGEST_TITLE, CUT_TITLES)


def _facet(about: Entity) -> str | None:
    return None if about.facet is None else one_line(about.facet, LONGEST_TITLE)


def _field(value: Field, brief: Brief) -> FieldValue:
    if isinstance(value, str):
        return brief.line(value, LONGEST_NOTICE, CUT_TITLES)
    if isinstance(value, tuple):
        few = brief.some(value, MOST_FIELDS, CUT_LISTS)
        return [brief.line(each, LONGEST_TITLE, CUT_TITLES) for each in few]
    return serialization.number(value) if isinstance(value, float) else value


def places(offer: Offer, asked: arguments.Places) -> result_types.PlacesResult:
    """The places that a name means in a search; without a name, the kinds, or the places of one."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    if workspace.pack.places is None:
        raise BadInput(
            fill("the pack '{name}' looks at no places", name=name),
            hint=fill("Say where in the words of the documents."),
        )
    if asked.name is None or not asked.name.strip():
        return _listed(name, workspace, asked)
    brief = Brief()
    locator = workspace.locator()
    where = Where(relation=WhereRelation.NEAR, names=(asked.name.strip(),), kind=PlaceKind(asked.kind or ""))
    choice = locator.choose(asked.name.strip(), where)
    alike = locator.gazetteer.named(asked.name.strip(), kind=asked.kind or "", limit=asked.limit)
    from_providers = workspace.providers.notices() if workspace.providers is not None else ()
    notices = list(from_providers)
    meaning: Literal["found", "ambiguous", "unknown"] = "unknown"
    meant: tuple[Place, ...] = ()
    others = tuple(one.place for one in alike)
    match choice:
        case Found():
            meaning, meant = "found", choice.places
        case Ambiguous():
            meaning, meant = "ambiguous", tuple(one.place for one in choice.candidates)
            notices.append(notice(NoticeCode.NAME_MEANS_SEVERAL, name=asked.name.strip(), count=choice.total))
        case Unknown():
            others = (*others, *choice.similar)
            notices.append(name_unknown(asked.name.strip(), ()))
    texts = render_all(notices, asker_language(workspace.pack, asked.name))
    few = brief.some(meant, asked.limit, trusted("Some places were left out; raise `limit`."))
    rest = dict.fromkeys(place for place in others if place not in meant)
    return result_types.PlacesResult(
        pack=name,
        meaning=meaning,
        places=tuple(_place(place) for place in few),
        others=tuple(_place(place) for place in list(rest)[: asked.limit]),
        kinds={},
        notices=tuple(sentence(text, LONGEST_NOTICE) for text in texts),
        cut=brief.cut,
    )


def _listed(name: str, workspace: Workspace, asked: arguments.Places) -> result_types.PlacesResult:
    brief = Brief()
    known = workspace.gazetteer().places
    counts = Counter(str(place.kind) for place in known)
    chosen = [place for place in known if place.kind == asked.kind] if asked.kind else []
    if asked.kind and not chosen:
        raise UnknownName(
            fill("no place is of kind '{kind}'", kind=asked.kind[:80]),
            hint=fill("There are {kinds}.", kinds=enumerated(sorted(counts)[:MOST_KINDS]))
            if counts
            else fill("There are no places at all."),
            values={"kind": asked.kind[:80]},
        )
    more = safe_format("{:,} places are of this kind; {} are shown.", len(chosen), min(len(chosen), asked.limit))
    kinds = brief.some(sorted(counts.items()), MOST_KINDS, trusted("Some kinds were left out."))
    return result_types.PlacesResult(
        pack=name,
        meaning="listed",
        places=tuple(_place(place) for place in brief.some(chosen, asked.limit, more)),
        others=(),
        kinds={one_line(kind, LONGEST_TITLE): count for kind, count in kinds},
        notices=() if known else (trusted("No places are loaded: `claimtree places load FILE`."),),
        cut=brief.cut,
    )


def _place(place: Place) -> result_types.PlaceKnown:
    return result_types.PlaceKnown(
        id=id_text(place.id),
        name=one_line(place.name, LONGEST_TITLE),
        kind=one_line(place.kind, LONGEST_TITLE),
        lat=round(place.centre.lat, 6),
        lon=round(place.centre.lon, 6),
        lies_in=one_line(place.parent, LONGEST_TITLE),
    )


def packs(offer: Offer, asked: arguments.Packs) -> result_types.PacksResult:
    """The packs that can be searched. A store that cannot be opened does not affect the others."""
    found: list[result_types.PackKnown] = []
    notices: list[SafeText] = []
    for name in offer.ready:
        try:
            found.append(_pack(name, offer.workspace(name)))
        except ClaimtreeError as error:
            why, hint = sentence(error.message, LONGEST_NOTICE), sentence(error.hint, LONGEST_NOTICE)
            notices.append(safe_format("{} cannot be used: {} {}", name, why, hint))
    if not offer.ready:
        notices.append(trusted("No pack has data yet: `claimtree demo`, or `claimtree index FILE`."))
    return result_types.PacksResult(
        packs=tuple(found), default=offer.usual, without_data=offer.missing, notices=tuple(notices)
    )


def _pack(name: str, workspace: Workspace) -> result_types.PackKnown:
    pack, about = workspace.pack, workspace.store.info()
    return result_types.PackKnown(
        name=name,
        title=one_line(pack.title, LONGEST_TITLE),
        languages=list(pack.languages),
        levels=list(pack.hierarchy.levels),
        answers=pack.hierarchy.answers,
        entities={str(level): count for level, count in about.entities.items()},
        claims=about.claims,
        places=about.places,
        types=tuple(
            result_types.TypeKnown(
                name=kind.name,
                about=one_line(kind.about, LONGEST_NOTICE),
                examples=_few(kind.examples, 2),
            )
            for kind in pack.types.values()
        ),
        queries=_few(pack.queries, 5),
    )


def _few(texts: Sequence[str], most: int) -> list[str]:
    return [one_line(text, LONGEST_NOTICE) for text in texts[:most]]
