"""The tools search, read and explain: turn a sentence into claims, hits or reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from claimtree import presentation, serialization
from claimtree.engine import read_question
from claimtree.languages.rendering import joined, notice_texts, reason_texts
from claimtree.mcp import arguments, result_types
from claimtree.mcp.open_packs import Offer
from claimtree.model import answers
from claimtree.model.answers import Finding, Found, Piece
from claimtree.model.claim_edits import LONGEST_EDIT
from claimtree.model.claims import EntityId, QueryClaim, Strength, units
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Join, NoticeCode
from claimtree.model.pack import Pack
from claimtree.model.relations import Direction, Link
from claimtree.ports import Store
from claimtree.quoting import Brief, SafeText, id_meant, id_text, one_line, safe_format, sentence, trusted

LONGEST_QUOTE: Final = 160
LONGEST_TITLE: Final = 100
LONGEST_CLAIM: Final = 200
LONGEST_NOTICE: Final = 400
MOST_VERDICTS: Final = 200
"""On one page: twenty hits of ten claims. A query with more claims gets fewer hits per page."""
MOST_NOTICES: Final = 20
MOST_CLAIMS: Final = 64
QUOTES: Final = 2
"""Per verdict in a search: the deciding quote, and one that contradicts it."""
QUOTES_EXPLAINED: Final = 4

CUT_QUOTES = trusted("Quotes that end in … were cut; `entity` gives whole texts.")
CUT_TITLES = trusted("Titles, facts and claims that end in … were cut.")
CUT_NOTICES = trusted("Some notices were left out.")
CUT_EVIDENCE = safe_format("More than {} quotes speak to some claims; the strongest are shown.", QUOTES_EXPLAINED)

_SPEAKS: Final[Mapping[NoticeCode | None, Literal["decides", "but", "maybe", "maybe not", "says both"]]] = {
    None: "decides",
    NoticeCode.DOUBT_BUT: "but",
    NoticeCode.DOUBT_MAYBE: "maybe",
    NoticeCode.DOUBT_MAYBE_NOT: "maybe not",
    NoticeCode.DOUBT_SAYS_BOTH: "says both",
}


def search(offer: Offer, asked: arguments.Search) -> result_types.SearchResult:
    """A page of the hits, best first; the ladder, and the effect of dropping a claim."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    found = workspace.searcher.search(asked.question(), limit=asked.limit, offset=asked.offset)
    brief = Brief()
    pack: Pack = workspace.pack
    understood = wishes(found.claims, brief)
    notices = safe_notices(notice_texts(found), brief)
    if not isinstance(found, Found):
        return result_types.SearchResult(
            pack=name,
            understood=understood,
            hits=(),
            total=0,
            of=0,
            ladder=(),
            relaxations=(),
            wider=(),
            notices=notices,
            next_offset=None,
            cut=brief.cut,
        )
    of = len(found.without)
    shown = found.hits[: max(1, MOST_VERDICTS // max(of, 1))]
    following = found.next
    if len(shown) < len(found.hits):
        following = asked.offset + len(shown)
        brief.note(safe_format("With {} claims a page holds {} hits; go on with offset={}.", of, len(shown), following))
    hits = tuple(hit(rank, one, found, pack, brief) for rank, one in enumerate(shown, asked.offset + 1))
    if asked.offset and not hits:
        notices = (*notices, safe_format("There is no hit number {}; {} fit.", asked.offset + 1, found.ladder.total))
    return result_types.SearchResult(
        pack=name,
        understood=understood,
        hits=hits,
        total=found.ladder.total,
        of=of,
        ladder=tuple(
            result_types.Rung(meet=k, count=count)
            for k, count in sorted(found.ladder.met.items(), reverse=True)
            if count
        ),
        relaxations=relaxations(found, asked.edits, brief),
        wider=tuple(
            result_types.Wider(text=brief.line(one.text, LONGEST_CLAIM, CUT_TITLES), more=one.more)
            for one in found.wider
        ),
        notices=notices,
        next_offset=following,
        cut=brief.cut,
    )


def read(offer: Offer, asked: arguments.Read) -> result_types.ReadResult:
    """The claims of a sentence; needs no store."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    found = read_question(asked.question(), workspace.reader, workspace.pack)
    brief = Brief()
    return result_types.ReadResult(
        pack=name, claims=wishes(found.claims, brief), notices=safe_notices(notice_texts(found), brief), cut=brief.cut
    )


def explain(offer: Offer, asked: arguments.Explain) -> result_types.ExplainResult:
    """Why an entity has its rank for a sentence, or why it is missing."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    (id,) = meant_ids(workspace.store, [asked.id])
    why = workspace.engine.explain(id, asked.question())
    brief = Brief()
    judgement = why.judgement
    return result_types.ExplainResult(
        pack=name,
        id=id_text(why.id),
        title=brief.line(why.title, LONGEST_TITLE, CUT_TITLES),
        place=why.place,
        total=why.total,
        coverage=safe_format("{} of {}", judgement.standing.met, len(judgement.unit_verdicts)),
        reasons=safe_notices(reason_texts(why), brief),
        verdicts=settled(
            why.claims,
            judgement.findings,
            why.entities,
            EntityId(why.id),
            brief,
            language=why.language,
            everything=True,
        ),
        cut=brief.cut,
    )


def hit(rank: int, one: answers.Hit, found: Found, pack: Pack, brief: Brief) -> result_types.Hit:
    return result_types.Hit(
        rank=rank,
        id=id_text(one.id),
        title=brief.line(one.title, LONGEST_TITLE, CUT_TITLES),
        coverage=safe_format("{} of {}", one.standing.met, len(found.without)),
        facts=tuple(brief.line(words, LONGEST_TITLE, CUT_TITLES) for words in presentation.facts(one, pack)),
        lies_in=tuple(
            result_types.Named(id=id_text(entity.id), title=brief.line(entity.title, LONGEST_TITLE, CUT_TITLES))
            for entity in presentation.lineage(one)
        ),
        verdicts=settled(found.claims, one.findings, one.entities, one.id, brief, language=found.language),
    )


def wishes(claims: Sequence[QueryClaim], brief: Brief) -> tuple[result_types.Wish, ...]:
    few = brief.some(claims, MOST_CLAIMS, safe_format("Only the first {} claims are shown.", MOST_CLAIMS))
    return tuple(
        result_types.Wish(
            id=one.id,
            claim=brief.line(one.text, LONGEST_CLAIM, CUT_TITLES),
            words=brief.line(one.quote, LONGEST_QUOTE, CUT_QUOTES),
            type=one.type,
            level=one.level,
            facet=one.facet,
            strength=serialization.STRENGTHS[one.strength],
            weight=round(one.weight, 2),
            negated=one.negated,
            or_group=one.or_group,
        )
        for one in few
    )


def settled(
    claims: Sequence[QueryClaim],
    findings: Sequence[Finding],
    entities: Mapping[EntityId, Entity],
    candidate: EntityId,
    brief: Brief,
    *,
    language: str,
    everything: bool = False,
) -> tuple[result_types.Settled, ...]:
    """A verdict for each claim; alternatives share that of the best, unless `everything`."""
    lines = []
    for unit in units(claims):
        for members in [(i,) for i in unit] if everything else [unit]:
            best = presentation.best_of([findings[i] for i in members])
            pieces = presentation.distinct(best) if everything else presentation.deciding(best)
            few = brief.some(pieces, QUOTES_EXPLAINED if everything else QUOTES, CUT_EVIDENCE)
            wish = joined((claims[i].text for i in members), Join.OR, language)
            lines.append(
                result_types.Settled(
                    ids=tuple(claims[i].id for i in members),
                    claim=brief.line(wish, LONGEST_CLAIM, CUT_TITLES),
                    required=any(claims[i].strength is Strength.REQUIRED for i in members),
                    verdict=serialization.VERDICTS[best.verdict],
                    probability=serialization.probability(best),
                    evidence=tuple(evidence(piece, best, entities, candidate, brief) for piece in few),
                )
            )
    return tuple(lines)


def evidence(
    piece: Piece, finding: Finding, entities: Mapping[EntityId, Entity], candidate: EntityId, brief: Brief
) -> result_types.Evidence:
    entity = entities.get(piece.entity) if piece.entity != candidate else None
    return result_types.Evidence(
        speaks=_SPEAKS[presentation.doubt(piece, finding)],
        quote=brief.line(piece.claim.quote if piece.claim else "", LONGEST_QUOTE, CUT_QUOTES),
        against=brief.line(presentation.against(piece), LONGEST_QUOTE, CUT_QUOTES),
        entity=id_text(piece.entity),
        title=brief.line(entity.title, LONGEST_TITLE, CUT_TITLES) if entity is not None else "",
        # The name of the source, without the part of it.
        source=one_line(piece.claim.source.partition("#")[0] if piece.claim else "", LONGEST_TITLE),
        measured=piece.sight is not None,
        relation=_relation(piece.link) if piece.link is not None else "",
        related=id_text(piece.link.to) if piece.link is not None else "",
        stated=brief.line(piece.link.quote if piece.link is not None else "", LONGEST_QUOTE, CUT_QUOTES),
    )


def _relation(link: Link) -> str:
    return f"{link.kind}, by" if link.direction is Direction.IN else link.kind


def relaxations(found: Found, edits: Sequence[str], brief: Brief) -> tuple[result_types.Relaxation, ...]:
    """The hits gained by dropping a claim, most first; claims that gain none are left out."""
    earlier = [one_line(edit, LONGEST_EDIT) for edit in edits]
    members = {found.claims[i].id: [found.claims[j].id for j in unit] for unit in units(found.claims) for i in unit}
    return tuple(
        result_types.Relaxation(
            claim=brief.line(one.text, LONGEST_CLAIM, CUT_TITLES),
            more=one.more,
            edits=(*earlier, *(f"drop:{id}" for id in members.get(one.claim.id, [one.claim.id]))),
        )
        for one in sorted(found.without, key=lambda one: -one.more)
        if one.more
    )


def safe_notices(notices: Sequence[str], brief: Brief) -> tuple[SafeText, ...]:
    return tuple(sentence(notice, LONGEST_NOTICE) for notice in brief.some(notices, MOST_NOTICES, CUT_NOTICES))


def meant_ids(store: Store, given: Sequence[str]) -> tuple[EntityId, ...]:
    """The ids of a call, each once: as given if the store knows them so, else unescaped."""
    known = {one.entity.id for one in store.get([EntityId(id) for id in given if "\\" in id])}
    return tuple(dict.fromkeys(EntityId(id if id in known else id_meant(id)) for id in given))
