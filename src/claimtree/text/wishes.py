"""Which of a query's mentions and claims are wishes of their own: stressed, real choices, said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.model.claims import ClaimId, QueryClaim, Strength
from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.seen import Mention

_INSISTENTLY = 3
"""Said so many times, a wish is meant: "quiet quiet quiet"."""


def is_stressed(
    items: Sequence[Item], mention: Mention, or_group: int | None, mentions: Sequence[Mention], language: Language
) -> bool:
    """False for a word that goes without saying, unless the query makes a point of it."""
    if mention.concept is None or not mention.concept.only_stressed:
        return True
    before = mention.first - 1
    skipped = (language.fillers | language.own) - language.being
    while before >= 0 and items[before].norm in skipped:
        before -= 1
    being = language.being
    said_to_be = before >= 0 and items[before].norm in being | language.commands
    kind = mention.after < len(items) and items[mention.after].norm in being - language.fillers
    long = mention.after - mention.first > 1
    denied = before >= 0 and mention.negated and items[before].norm in language.negations
    return denied or or_group is not None or said_to_be or kind or long or len(mentions) == 1


def without_bare_parts(mentions: Sequence[Mention]) -> list[Mention]:
    """Naming a part is a wish of its own only where nothing else is asked of that part."""
    spoken_of = {m.target.part.facet.name for m in mentions if m.facet_named is None and m.target.part is not None}
    return [m for m in mentions if m.facet_named is None or m.negated or m.facet_named.name not in spoken_of]


def only_real_choices(claims: Sequence[QueryClaim]) -> list[QueryClaim]:
    """An alternative to nothing is none: or-groups of one claim are dissolved, the others numbered from 1."""
    sizes: dict[int, int] = {}
    for claim in claims:
        if claim.or_group is not None:
            sizes[claim.or_group] = sizes.get(claim.or_group, 0) + 1
    numbers: dict[int, int] = {}
    found: list[QueryClaim] = []
    for claim in claims:
        group = claim.or_group
        if group is None or sizes[group] < 2:
            found.append(replace(claim, or_group=None))
        else:
            found.append(replace(claim, or_group=numbers.setdefault(group, len(numbers) + 1)))
    return found


def once(claims: Sequence[QueryClaim]) -> list[QueryClaim]:
    """The same wish said twice counts once; the firmer saying stays."""
    kept: dict[object, QueryClaim] = {}
    times: dict[object, int] = {}
    for claim in claims:
        what = (claim.pattern, claim.whole.casefold(), claim.amounts, claim.name)
        key = (what, claim.level, claim.facet, claim.group, claim.negated)
        known = kept.get(key)
        times[key] = times.get(key, 0) + 1
        if known is None or (claim.required and not known.required):
            kept[key] = claim
        if times[key] == _INSISTENTLY:
            kept[key] = replace(kept[key], strength=Strength.REQUIRED)
    return [replace(claim, id=ClaimId(f"c{k}")) for k, claim in enumerate(kept.values(), 1)]
