"""Limits and validation of queries, and the place wish that is given beside the sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimtree.errors import BadInput, BadQuery, UnknownName
from claimtree.languages.rendering import render
from claimtree.model.claims import ClaimId, LevelName, QueryClaim, Strength, asked_of_related
from claimtree.model.notices import Distance, Join, NoticeCode, notice, several
from claimtree.model.pack import Pack
from claimtree.model.places import Where
from claimtree.model.questions import Question
from claimtree.model.templates import fill

LONGEST_QUERY = 4_000
MOST_HITS = 1_000
MOST_CLAIMS = 64
"""More wishes than real queries have; the score's grid and the order leave no room for many
more."""


def place_claim(asked: Where, pack: Pack) -> QueryClaim:
    """Returns a required place wish that is given as a parameter, not in the sentence."""
    if pack.places is None:
        raise BadInput(f"pack {pack.name!r} looks at no places", hint="Give it a [places] table.")
    regions = [pack.names[name].type for name in pack.places.regions if name in pack.names]
    names = several(asked.names, join=Join.AND)
    wording = notice(NoticeCode(asked.relation.value), places=names)
    if asked.distance is not None:
        wording = notice(NoticeCode.WITHIN, distance=Distance(asked.distance.high), place=names)
    text = render(wording, pack.languages[0])
    return QueryClaim(
        id=ClaimId("near"),
        text=text,
        pattern=text,
        type=regions[0] if regions else pack.default_type,
        level=pack.hierarchy.answers,
        quote="",
        strength=Strength.REQUIRED,
        weight=0.95,
        where=asked,
        why=notice(NoticeCode.ASKED_BESIDE),
    )


def check_question(question: Question, pack: Pack) -> None:
    """Raises an error for a question that cannot be read, or that names a level that the pack does
    not have. Its wishes are checked when they are known: see `check_claims`."""
    if question.claims is None and (question.near is None or question.text.strip()):
        check_query(question.text)
    check_weights(question.level_weights)
    for level in question.level_weights:
        pack.hierarchy.depth_of(level)


def check_weights(level_weights: Mapping[LevelName, float]) -> None:
    """Raises BadQuery for a weight of a level that is not between 0 and 1."""
    for level, weight in level_weights.items():
        if not 0 <= weight <= 1:
            raise BadQuery(
                f"weight {weight} of level {level!r} is not between 0 and 1", values={"level": level, "weight": weight}
            )


def check_claims(claims: Sequence[QueryClaim], pack: Pack) -> None:
    """Raises an error for wishes, made or edited by hand, that do not fit the pack."""
    for claim in (*claims, *asked_of_related(claims)):
        pack.type(claim.type)
        pack.hierarchy.depth_of(claim.level)
        if claim.through is not None:
            pack.relation_query([claim.through.relation])
            if claim.level != pack.hierarchy.answers:
                raise BadQuery(
                    f"{claim.text!r} asks through a relation at level {claim.level!r}",
                    hint=f"Ask it at level {pack.hierarchy.answers!r}: relations of ancestors and parts count there.",
                    values={"claim": claim.text, "level": claim.level},
                )
        if claim.facet is not None and claim.facet not in pack.facets:
            raise UnknownName(
                f"pack {pack.name!r} has no facet {claim.facet!r} (have: {', '.join(pack.facets)})",
                values={"facet": claim.facet},
            )
        if not 0 <= claim.weight <= 1:
            raise BadQuery(
                f"weight {claim.weight} of {claim.text!r} is not between 0 and 1", values={"weight": claim.weight}
            )
    for claim in asked_of_related(claims):
        if claim.through is not None:
            raise BadQuery(
                f"{claim.text!r} asks through a relation of what another relation leads to",
                hint="Ask through one relation at a time.",
                values={"claim": claim.text},
            )
    count = len(claims) + len(asked_of_related(claims))
    if count > MOST_CLAIMS:
        raise BadQuery(f"{count} wishes are too many", hint=f"Ask for at most {MOST_CLAIMS} at once.")


def first_claims(claims: Sequence[QueryClaim], most: int) -> tuple[QueryClaim, ...]:
    """Returns the first wishes up to a number, what they ask of related entities included."""
    kept: list[QueryClaim] = []
    for claim in claims:
        most -= 1 + len(asked_of_related([claim]))
        if most < 0:
            break
        kept.append(claim)
    return tuple(kept)


def check_query(question: str) -> None:
    """Raises BadQuery if the query is empty, too long or not valid text."""
    if "\x00" in question or any("\ud800" <= character <= "\udfff" for character in question):
        raise BadQuery(
            fill("the query is not text: it holds bytes that are not UTF-8"), hint=fill("Give plain text, as UTF-8.")
        )
    if not question.strip():
        raise BadQuery(fill("the query is empty"), hint=fill("Say in a sentence what you want."))
    check_length(question)


def check_length(question: str) -> None:
    """Raises BadQuery if the text is too long for a query; a text of that length is a listing."""
    if len(question) > LONGEST_QUERY:
        raise BadQuery(
            fill(f"the query has {len(question):,} characters; {LONGEST_QUERY:,} is the most"),
            hint=fill("Shorten it, or index a long text and search with a sentence."),
            values={"length": len(question)},
        )


def check_page(limit: int, offset: int) -> None:
    if not 1 <= limit <= MOST_HITS or offset < 0:
        raise BadQuery(
            f"limit {limit} at offset {offset} is out of range",
            hint=f"Ask for 1 to {MOST_HITS} hits a page, from offset 0 on.",
            values={"limit": limit, "offset": offset},
        )
