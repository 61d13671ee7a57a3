"""How well one person of a tree fits one clue: the verdict, the reason in words, and the lines.

Each clue gets a *weight*: how much likelier it is said of this person than of anybody else, as a
logarithm. A year that is missed by two speaks against somebody, but not for certain: people
misremember and files are wrong. What is not on record says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.ask_result import Clue, ClueKind, ClueVerdict, EvidenceBlock, SourceType
from claimtree.answering.evaluated import evidence_of
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.kin_steps import KinSteps
from claimtree.answering.name_forms import NameForms
from claimtree.answering.people_names import words_of
from claimtree.answering.place_agreement import closeness
from claimtree.answering.plan import Base, Relation
from claimtree.family_trees.tree import Event, Evidence
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.model.amounts import Amount
from claimtree.model.answers import Verdict

DAYS_A_YEAR: Final = 365.2425
SIMILAR_EVENTS: Final = {
    "birth": ("birth", "christening", "baptism"),
    "death": ("death", "burial"),
    "christening": ("christening", "baptism", "birth"),
    "baptism": ("baptism", "christening", "birth"),
    "burial": ("burial", "death"),
}
"""Events that are soon after one another, the one that is meant first."""
_OLDEST: Final = 110
_ANY_YEAR: Final = 60.0
"""Years over which the people of one name are spread."""
_ERROR: Final = 4.0
"""Years by which even an exact date may be off; added to what dates leave open."""
_A_YEAR_OFF: Final = 0.55
_A_FAR_YEAR_OFF: Final = 0.8
_NEAR: Final = 3.0
"""Years by which dates are often off."""
_WORST: Final = -7.0
_PLACE: Final = 1.8
_OTHER_PLACE: Final = -1.3
_RELATIVE: Final = 4.0
_OTHER_RELATIVE: Final = -2.0
_FAR_RELATIVE: Final = -0.5
_LIKE: Final = 0.25
"""The least probability with which a relative may be the one who is named."""
_WAS_ALIVE: Final = 0.8
_AGREES: Final = 0.75
"""How close a place is that counts as the one that was said."""
_SURE_SOURCES: Final = frozenset({"2", "3"})


class Fit(NamedTuple):
    """A clue, what a tree says to it, and how much that counts."""

    verdict: ClueVerdict
    weight: float


class ClueFit:
    """Clues against the people of one tree."""

    def __init__(self, index: FamilyIndex, forms: NameForms, code: str = "en", *, tells: bool = True) -> None:
        """Without `tells` there are weights and verdicts alone: reasons and lines are made for those who are shown."""
        self._index = index
        self._forms = forms
        self._tells = tells
        self._kin = KinSteps(index)
        self._text = AnswerText(index, code)

    def of(self, clue: Clue, id: str) -> Fit:
        match clue.kind:
            case ClueKind.SEX:
                return self._sex(clue, id)
            case ClueKind.RELATIVE:
                return self._relative(clue, id)
            case ClueKind.VALUE:
                return self._value(clue, id)
            case ClueKind.EVENT if clue.event:
                return self._event(clue, id)
            case _:
                return self._presence(clue, id)

    def _fit(
        self,
        clue: Clue,
        verdict: Verdict,
        weight: float,
        fit: float,
        because: Callable[[], str] = str,
        evidence: Callable[[], Iterable[EvidenceBlock]] = tuple,
    ) -> Fit:
        why, blocks = (because(), tuple(evidence())) if self._tells else ("", ())
        return Fit(ClueVerdict(clue=clue, verdict=verdict, fit=fit, because=why, evidence=blocks), weight)

    def _sex(self, clue: Clue, id: str) -> Fit:
        own = self._index.sex(id)
        if clue.sex is None or Sex.UNKNOWN in (own, clue.sex):
            return self._fit(clue, Verdict.UNKNOWN, 0.0, 0.5)
        same = own is clue.sex
        verdict = Verdict.MET if same else Verdict.REFUTED
        return self._fit(clue, verdict, 0.3 if same else -4.0, float(same), lambda: self._text.say("why_sex", sex=own))

    def _value(self, clue: Clue, id: str) -> Fit:
        asked = set(words_of(clue.value))
        known = [one for kind in ("occupation", "title", clue.event) for one in self._index.people[id].all(kind)]
        for event in known:
            if asked and asked & set(words_of(event.value)):
                return self._fit(
                    clue,
                    Verdict.MET,
                    1.5,
                    1.0,
                    partial(self._text.say, "why_value", value=event.value.strip()),
                    partial(self._blocks, id, KnownEvent(event)),
                )
        return self._fit(clue, Verdict.UNKNOWN, -0.3 if known else 0.0, 0.5)

    def _relative(self, clue: Clue, id: str) -> Fit:
        relatives = self._relatives(clue.relation, id)
        if not clue.name:
            met = bool(relatives)
            return self._fit(clue, Verdict.MET if met else Verdict.UNKNOWN, 0.3 if met else 0.0, 0.6 if met else 0.5)
        shown = [one for one in relatives if one not in self._index.hidden]
        likely = max(((self._forms.probability(clue.name, one), one) for one in shown), default=(0.0, ""))
        if likely[0] >= _LIKE:
            weight = _RELATIVE + max(math.log(likely[0]), -2.0)
            why = partial(self._why_relative, clue, likely[1])
            block = partial(self._linked, clue, id, likely[1], relatives[likely[1]])
            return self._fit(clue, Verdict.MET, weight, likely[0], why, block)
        if shown:
            near = clue.relation is not None and clue.relation.base in (Base.PARENT, Base.SPOUSE)
            weight = _OTHER_RELATIVE if near else _FAR_RELATIVE
            return self._fit(clue, Verdict.REFUTED, weight, 0.0, partial(self._why_relative, clue, *shown[:2]))
        return self._fit(clue, Verdict.UNKNOWN, 0.0, 0.5)

    def _relatives(self, relation: Relation | None, id: str) -> dict[str, tuple[Evidence, ...]]:
        if relation is not None:
            # Whoever writes of a mother may mean one who was none by birth, or a partner.
            meant = [relation]
            if relation.kind is None and relation.base in (Base.PARENT, Base.CHILD):
                meant += [
                    replace(relation, kind=kind) for kind in (ParentKind.ADOPTED, ParentKind.STEP, ParentKind.FOSTER)
                ]
            if relation.base is Base.SPOUSE:
                meant = [replace(relation, base=Base.PARTNER)]
            kin = [one for step in meant for one in self._kin.follow(id, step)]
            return {one.id: one.because for one in reversed(kin)}
        links = (self._index.parents, self._index.partners, self._index.children)
        found = {link.to: link.evidence for kind in links for link in kind[id]}
        siblings = self._kin.follow(id, Relation(base=Base.SIBLING))
        return {**{one.id: one.because for one in siblings}, **found}

    def _why_relative(self, clue: Clue, *relatives: str) -> str:
        names = ", ".join(map(self._text.name, relatives))
        return self._text.say("why_relative", word=self._word(clue), name=names)

    def _linked(self, clue: Clue, id: str, other: str, lines: tuple[Evidence, ...]) -> Iterator[EvidenceBlock]:
        names = {"name": self._text.name(id), "other": self._text.name(other)}
        yield EvidenceBlock(
            source_type=SourceType.GEDCOM,
            source_id=self._index.node(other),
            summary=self._text.say("block_relative", word=self._word(clue), **names),
            confidence=_LINKED,
            lines=lines,
        )

    def _word(self, clue: Clue) -> str:
        relation = clue.relation
        if relation is None:
            return self._text.say("word_relative")
        return self._text.kin(relation)

    def _event(self, clue: Clue, id: str) -> Fit:
        """Returns how an event of a kind fits: the best of those that are on record."""
        kinds = SIMILAR_EVENTS.get(clue.event, (clue.event,))
        # What is near in time counts only where the event itself is not on record.
        known = next((found for kind in kinds if (found := list(self._index.events(id, kind)))), [])
        fits = [self._one_event(clue, id, one) for one in known]
        if fits:
            return max(fits, key=lambda one: one.weight)
        if clue.when is not None:
            return self._within_life(clue, id)
        if clue.place:
            return self._some_place(clue, id)
        return self._fit(clue, Verdict.UNKNOWN, 0.0, 0.5)

    def _one_event(self, clue: Clue, id: str, known: KnownEvent) -> Fit:
        weight, fit, said = 0.0, 1.0, list[Verdict]()
        gap = None
        if clue.when is not None and known.event.when is not None:
            gap = years_apart(clue.when, known.event.when)
            own = SIMILAR_EVENTS.get(clue.event, (clue.event,))[0]
            if known.event.kind != own and gap and abs(gap) <= 1.5:
                # A child is baptised some time after it is born.
                gap = 0.0
            weight += date_weight(clue.when, known.event.when, gap)
            fit *= math.exp(-abs(gap) / _NEAR)
            said.append(Verdict.REFUTED if gap else Verdict.MET)
        if clue.place and known.event.place.strip():
            close = closeness(known.event.place, clue.place)
            weight += place_weight(close)
            fit *= max(close, 0.2)
            said.append(Verdict.MET if close >= _AGREES else Verdict.REFUTED)
        elif clue.place:
            weight += 0.4 * max(0.0, self._best_place(clue, id)[0])
        if not said:
            return self._fit(clue, Verdict.UNKNOWN, weight, 0.5)
        verdict = Verdict.REFUTED if Verdict.REFUTED in said else Verdict.MET
        why = partial(self._why_event, known, gap or 0.0)
        return self._fit(clue, verdict, weight, fit, why, partial(self._blocks, id, known))

    def _why_event(self, known: KnownEvent, gap: float) -> str:
        fact = self._text.happened(known)
        return self._text.say("why_gap", fact=fact, gap=self._text.gap(gap)) if gap else fact

    def _within_life(self, clue: Clue, id: str) -> Fit:
        """Holds a time that the tree has no event for against the life that it tells."""
        assert clue.when is not None
        gap = self._out_of_life(clue.when, id)
        if gap > 2:
            weight = max(_WORST, -1.0 - _A_YEAR_OFF * gap)
            return self._fit(clue, Verdict.REFUTED, weight, math.exp(-gap / _NEAR), partial(self._life, id))
        extra = 0.4 * max(0.0, self._best_place(clue, id)[0]) if clue.place else 0.0
        return self._fit(clue, Verdict.UNKNOWN, extra, 0.5)

    def _out_of_life(self, when: Amount, id: str) -> float:
        """Returns by how many years a time is before or after a life; 0 if it may be within."""
        person = self._index.people[id]
        birth, death = person.first(*SIMILAR_EVENTS["birth"]), person.first(*SIMILAR_EVENTS["death"])
        born = birth.when if birth is not None else None
        died = death.when if death is not None else None
        gaps = [0.0]
        if born is not None:
            gaps += [(born.low - when.high) / DAYS_A_YEAR, (when.low - born.high) / DAYS_A_YEAR - _OLDEST]
        if died is not None:
            gaps.append((when.low - died.high) / DAYS_A_YEAR)
        return max(gaps)

    def _presence(self, clue: Clue, id: str) -> Fit:
        """Returns how being somewhere at a time fits, of which the message does not say what happened there."""
        weight, fit, verdict, why = 0.0, 0.6, Verdict.UNKNOWN, list[str]()
        blocks: tuple[EvidenceBlock, ...] = ()
        if clue.when is not None:
            gap = self._out_of_life(clue.when, id)
            if gap > 0:
                weight = max(_WORST, -1.0 - _A_YEAR_OFF * gap)
                return self._fit(clue, Verdict.REFUTED, weight, math.exp(-gap / _NEAR), partial(self._life, id))
            if self._lived(clue.when, id):
                weight += _WAS_ALIVE
                verdict = Verdict.MET if not clue.place else verdict
                why.append(self._life(id))
        if clue.place:
            found = self._some_place(clue, id)
            weight += found.weight
            verdict, fit, blocks = found.verdict.verdict, found.verdict.fit, found.verdict.evidence
            why.append(found.verdict.because)
        said = "; ".join(one for one in why if one)
        return self._fit(clue, verdict, weight, fit, lambda: said, lambda: blocks)

    def _life(self, id: str) -> str:
        return self._text.say("why_alive", years=self._index.years(id)) if self._tells else ""

    def _lived(self, when: Amount, id: str) -> bool:
        person = self._index.people[id]
        birth, death = person.first(*SIMILAR_EVENTS["birth"]), person.first(*SIMILAR_EVENTS["death"])
        born = birth.when if birth is not None else None
        died = death.when if death is not None else None
        if born is None or born.low > when.high:
            return False
        return died.high >= when.low if died is not None else when.low - born.high < 60 * DAYS_A_YEAR

    def _some_place(self, clue: Clue, id: str) -> Fit:
        weight, best = self._best_place(clue, id)
        if best is None:
            return self._fit(clue, Verdict.UNKNOWN, 0.0, 0.5)
        why = partial(self._text.happened, best)
        if weight > 0:
            fit = min(1.0, weight / _PLACE)
            return self._fit(clue, Verdict.MET, weight, fit, why, partial(self._blocks, id, best))
        # That other places are on record does not prove that somebody was never there.
        return self._fit(clue, Verdict.UNKNOWN, weight, 0.3, why)

    def _best_place(self, clue: Clue, id: str) -> tuple[float, KnownEvent | None]:
        """Returns how an event of any kind fits a place, one near the time that is said most, and that event."""
        best: tuple[float, KnownEvent | None] = (-math.inf, None)
        for known, worth in self._all_events(id):
            if not known.event.place.strip():
                continue
            weight = place_weight(closeness(known.event.place, clue.place))
            if weight > 0:
                when = known.event.when
                near = clue.when is None or when is None or abs(years_apart(clue.when, when)) <= 15
                weight *= worth * (1.0 if near else 0.8)
            else:
                weight *= 0.6
            if weight > best[0]:
                best = weight, known
        return best if best[1] is not None else (0.0, None)

    def _all_events(self, id: str) -> Iterator[tuple[KnownEvent, float]]:
        """Yields the events of a person, of the person's marriages, and the births of children, with what a place of
        them counts."""
        for event in self._index.people[id].events:
            yield KnownEvent(event), 1.0
        for link in self._index.partners[id]:
            family = self._index.families.get(link.family)
            yield from ((KnownEvent(one, link.to), 1.0) for one in (family.events if family is not None else ()))
        for link in self._index.children[id]:
            if link.to not in self._index.hidden:
                birth = self._index.people[link.to].first(*SIMILAR_EVENTS["birth"])
                if birth is not None:
                    yield KnownEvent(birth, link.to), 0.7

    def _blocks(self, id: str, known: KnownEvent) -> tuple[EvidenceBlock, ...]:
        return (self.block(id, known),)

    def block(self, id: str, known: KnownEvent) -> EvidenceBlock:
        """Returns an event as a block of evidence."""
        return EvidenceBlock(
            source_type=SourceType.GEDCOM,
            source_id=self._index.node(id),
            summary=self._text.fact(id, known),
            confidence=trust(known.event),
            lines=evidence_of(known),
        )


_LINKED: Final = 85
"""How far a link between two records of a file is to be trusted."""


def trust(event: Event) -> int:
    """Returns how far an event of a file is to be trusted, 0 to 100: by its sources, and how exact its date is."""
    found = 75
    if event.sources:
        found = 95 if any(one.quality in _SURE_SOURCES for one in event.sources) else 88
    when = event.when
    if event.date.strip() and (when is None or when.high - when.low > 2 * DAYS_A_YEAR):
        found -= 15
    return found


def years_apart(said: Amount, known: Amount) -> float:
    """Returns by how many years a known time is later than the one that is said; 0 if they may be the same."""
    if said.high < known.low:
        return (known.low - said.high) / DAYS_A_YEAR
    return -(said.low - known.high) / DAYS_A_YEAR if said.low > known.high else 0.0


def years_of_fit(fit: float) -> float:
    """Returns the years by which a date is off that has so little of a fit."""
    return -_NEAR * math.log(max(fit, 1e-30))


def date_weight(said: Amount, known: Amount, gap: float) -> float:
    """Returns what a date counts: the more the narrower both are, and less by each year that lies between."""
    width = max(_years_wide(said), _years_wide(known))
    return max(_WORST, math.log(_ANY_YEAR / (min(width, _ANY_YEAR - _ERROR - 5) + _ERROR)) - gap_cost(abs(gap)))


def gap_cost(gap: float) -> float:
    return _A_YEAR_OFF * min(gap, _NEAR) + _A_FAR_YEAR_OFF * max(0.0, gap - _NEAR)


def _years_wide(when: Amount) -> float:
    return (when.high - when.low) / DAYS_A_YEAR


def place_weight(close: float) -> float:
    """Returns what a place counts that is so close to the one that was said."""
    return _OTHER_PLACE + (_PLACE - _OTHER_PLACE) * close
