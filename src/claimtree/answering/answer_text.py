"""What an answer says, in the language of the asker: templates of `languages/*/family_answers.toml`."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.intervals import Interval
from claimtree.answering.plan import Relation
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.model.amounts import describe
from claimtree.model.plans import Basis

_IN_FULL: Final = "en"
"""The language that has all templates."""
_MOST_NAMES: Final = 25
"""Names that one sentence tells."""


@cache
def _templates(code: str) -> Mapping[str, str | Mapping[str, str]]:
    """Returns what a language says; in English what it has no words for yet."""
    file = resources.files("claimtree.languages") / code / "family_answers.toml"
    own = tomllib.loads(file.read_text(encoding="utf-8"))
    if code == _IN_FULL:
        return own
    return {
        key: {**said, **own.get(key, {})} if isinstance(said, Mapping) else own.get(key, said)
        for key, said in _templates(_IN_FULL).items()
    }


class AnswerText:
    """Sentences about people of one tree."""

    def __init__(self, index: FamilyIndex, code: str) -> None:
        self._index = index
        self._code = code

    def say(self, template: str, **values: object) -> str:
        text = _templates(self._code)[template]
        assert isinstance(text, str)
        return text.format(**values)

    def name(self, id: str) -> str:
        """Returns a person with the years: "Victoria Hanover (1819–1901)"."""
        years = self._index.years(id)
        return f"{self._index.shown(id)} ({years})" if years else self._index.shown(id)

    def names(self, ids: Sequence[str]) -> str:
        shown = ", ".join(self.name(id) for id in ids[:_MOST_NAMES])
        more = len(ids) - _MOST_NAMES
        return self.say("and_more", names=shown, count=more) if more > 0 else shown

    def event(self, kind: str) -> str:
        return self._words("events").get(kind, kind)

    def _words(self, table: str) -> Mapping[str, str]:
        words = _templates(self._code)[table]
        assert not isinstance(words, str)
        return words

    def kin(self, relation: Relation) -> str:
        """Returns a word of kinship: "mother", "great-grandfather", "half-sister"."""
        words = self._words("kin")
        base = words.get(f"{relation.base} {relation.sex}" if relation.sex else str(relation.base), relation.base)
        before = [words["half"]] if relation.half else []
        before += [words[str(relation.kind)]] if relation.kind is not None and str(relation.kind) in words else []
        great = words["great"] * relation.great
        side = words["maternal" if relation.side is Sex.FEMALE else "paternal"] if relation.side is not None else ""
        after = words["in_law"] if relation.in_law else ""
        return f"{side}{''.join(before)}{great}{base}{after}"

    def child(self, sex: Sex, kind: ParentKind) -> str:
        """Returns what somebody is to a parent: "son", "adopted daughter", "stepchild"."""
        words, told = self._words("kin"), self._words("children")
        base = words[f"child {sex}" if sex is not Sex.UNKNOWN else "child"]
        return f"{told.get(str(kind), '')}{base}"

    def happened(self, known: KnownEvent) -> str:
        """Returns an event without its person: "born 1880, Ohio"."""
        event = self.event(known.event.kind)
        if known.partner:
            event = self.say("with_partner", event=event, partner=self.name(known.partner))
        date, place = self.date(known), known.event.place.strip()
        return ", ".join(part for part in (f"{event} {date}".strip(), place) if part)

    def gap(self, years: float) -> str:
        """Returns by how much one time is later than another: "2 years later"."""
        whole = max(1, round(abs(years)))
        template = "later" if years > 0 else "earlier"
        return self.say(template if whole > 1 else f"{template}_one", years=whole)

    def how(self, basis: Basis) -> str:
        """Returns by what two names are tied: "a nickname"; empty if they are the same."""
        return self._words("how").get(basis.value, "")

    def date(self, known: KnownEvent) -> str:
        """Returns a date in words: "about 1878"; one that cannot be read as it is written."""
        when = known.event.when
        return describe(when, self._code) if when is not None else known.event.date.strip()

    def fact(self, id: str, known: KnownEvent) -> str:
        """Returns one event in a sentence."""
        event, name = self.event(known.event.kind), self.name(id)
        if known.partner:
            event = self.say("with_partner", event=event, partner=self.name(known.partner))
        date, place = self.date(known), known.event.place.strip()
        if known.event.value.strip() and known.event.value.strip() != "Y" and not date and not place:
            return self.say("fact_value", name=name, event=event, value=known.event.value.strip())
        template = {(True, True): "fact_on_in", (True, False): "fact_on", (False, True): "fact_in"}
        shown = template.get((bool(date), bool(place)), "fact_plain")
        return self.say(shown, name=name, event=event, date=date, place=place)

    def years(self, years: Interval) -> str:
        """Returns a number of years that may be known only roughly."""
        low, high = years
        if high < 0:
            return self.say("age_before", high=-int(high))
        if math.isinf(high):
            return self.say("age_least", low=int(low))
        if low == high:
            return self.say("age_exact", low=int(low))
        return self.say("age_most", high=int(high)) if low <= 0 else self.say("age_range", low=int(low), high=int(high))
