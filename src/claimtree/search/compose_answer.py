"""Composes an answer from a page of ranked candidates, their evidence, and the places that were meant."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from claimtree.languages.rendering import render_argument
from claimtree.model.answers import AskedPlace, Dossier, Found, Hit, Relaxation, Verdict, Wider
from claimtree.model.located import Located
from claimtree.model.notices import Notice
from claimtree.model.places import Near, NearKind
from claimtree.model.plans import Plan
from claimtree.model.verdicts import judge
from claimtree.ports import QueryReading
from claimtree.search.closest import Answered
from claimtree.search.cursors import Cursor
from claimtree.search.explain import unit_wording
from claimtree.search.relax import weight_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some hits of a plan, in order."""

    asked: Plan
    answered: Answered
    hits: tuple[Hit, ...]
    offset: int
    """The number of better hits."""

    @property
    def is_as_asked(self) -> bool:
        """True if nothing was relaxed or widened."""
        return self.answered.plan is self.asked


def compose(reading: QueryReading, located: Located, page: Page, *, search: str, wider: tuple[Wider, ...]) -> Found:
    """Returns the answer that shows a page. `search` identifies the search in its cursor."""
    plan, ranked = page.answered.plan, page.answered.ranked
    shown = page.offset + len(page.hits)
    more = bool(page.hits) and shown < ranked.ladder.total
    return Found(
        claims=tuple(
            replace(claim, text=wish.claim.text) for claim, wish in zip(reading.claims, plan.wishes, strict=True)
        ),
        hits=page.hits,
        ladder=ranked.ladder,
        without=tuple(
            Relaxation(
                claim=plan.wishes[unit.wishes[0]].claim,
                text=render_argument(unit_wording(plan, unit), reading.language),
                more=more,
            )
            for unit, more in zip(plan.units, ranked.ladder.more, strict=True)
        ),
        next=shown if more else None,
        cursor=str(Cursor(last=ranked.hits[-1], shown=shown, search=search)) if more else "",
        offset=page.offset,
        notices=(
            *reading.notices,
            *located.notices,
            *unknown_places(page.asked, located),
            *page.answered.notices,
        ),
        language=reading.language,
        asked_places=places_searched(located.asked, plan),
        wider=wider,
    )


def hit_of(plan: Plan, dossier: Dossier) -> Hit:
    """Returns the hit that the evidence makes of a candidate."""
    judgement = judge(plan, dossier)
    entity = dossier.entities[dossier.candidate]
    weights = [weight_of(plan, unit) for unit in plan.units]
    met = (w for w, v in zip(weights, judgement.unit_verdicts, strict=True) if v is Verdict.MET)
    return Hit(
        id=entity.id,
        level=entity.level,
        title=entity.title,
        standing=judgement.standing,
        findings=judgement.findings,
        met_weight=round(sum(met) / (sum(weights) or 1.0), 4),
        fields=entity.fields,
        entities=dossier.entities,
    )


def places_searched(asked: tuple[AskedPlace, ...], plan: Plan) -> tuple[AskedPlace, ...]:
    """The places asked about, with the radius that was actually searched."""
    by_claim = {wish.claim.id: wish for wish in plan.wishes}
    found = []
    for one in asked:
        wish = by_claim[one.claim]
        tests = [match.test for match in wish.places if isinstance(match.test, Near | NearKind)]
        radius = tests[0].asked.high if tests and math.isfinite(tests[0].asked.high) else one.radius_m
        found.append(replace(one, text=wish.claim.text, radius_m=radius))
    return tuple(found)


def unknown_places(plan: Plan, located: Located) -> tuple[Notice, ...]:
    """Notices about unknown places; where texts mention the place, one that says they decide."""
    notices = (
        missing.with_texts if plan.wishes[i].matches else missing.alone for i, missing in located.unknown.items()
    )
    return tuple(one for one in notices if one is not None)
