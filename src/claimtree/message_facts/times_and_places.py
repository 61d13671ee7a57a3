"""Which event of a message a date or a place belongs to."""

from __future__ import annotations

from typing import Final

from claimtree.message_facts.message_words import OWNED
from claimtree.message_facts.people_phrases import PeoplePhrases
from claimtree.message_facts.said_dates import SaidDate
from claimtree.message_facts.said_kin import kin_word
from claimtree.message_facts.walk_state import COUPLES, SaidEvent

_BEFORE_PLACES: Final = frozenset({"the", "a", "what", "is", "now", "old", "beautiful", "nearby"})
"""Words between a preposition and a place: "in what is now Ohio"."""


class TimesAndPlaces(PeoplePhrases):
    """Gives dates and places to events."""

    def _take_date(self, found: SaidDate) -> int:
        texts = self._texts
        behind = texts[found.end] if found.end < len(texts) else ""
        if (
            behind == "census"
            or texts[found.end : found.end + 3] == ["u.s.", "census"]
            or texts[found.end : found.end + 3] == ["federal", "census"]
        ):
            self._open("census", self._subject(found.first), found.first, "noun")
            assert self._event is not None
            self._event.date = found
            return found.end + 1
        if (found.years is not None or (self._brackets and self._opens_life(found))) and self._take_life(found):
            return self._after_life(found)
        event = self._event
        if event is None:
            again = self._inherits() or self._goes_on(found.first)
            if again is None:
                self._waiting_date = found
                return found.end
            event = again
        if self._not:
            event.not_date, self._not = found.gedcom, False
            event.last = found.end
            return found.end
        if event.date is None or (event.attributed and not self._attributed):
            event.date = found
            event.hedged = event.hedged or found.hedged
            event.fault = found.fault
            event.last = found.end
            return self._bare_place(found.end)
        if self._prep == "and" and texts[found.first - 1] in ("or", "and") and not event.date.gedcom.startswith("BET"):
            event.date = either_date(event.date, found)
            event.hedged = True
            event.last = found.end
        elif event.not_date == "" and texts[found.first - 1] == "but":
            event.date = found
        else:
            self._waiting_date = found
        return found.end

    def _opens_life(self, found: SaidDate) -> bool:
        """True for "(1852 - )" and "(1852-" before an unknown year."""
        before, after = self._texts[found.first - 1 : found.first], self._texts[found.end : found.end + 1]
        return (before == ["("] and after in (["-"], ["–"])) or (before in (["-"], ["–"]) and after == [")"])

    def _take_life(self, found: SaidDate) -> bool:
        last, event = self._last, self._event
        if self._brackets:
            owner = self._bracket_owner
        else:
            owner = last.people if last is not None and last.end >= found.first - 2 else []
        if not owner or (event is not None and not event.bracket and not self._brackets):
            return False
        if self._brackets and last is not None and event is not None and event.bracket:
            return False
        birth = death = ""
        if found.years is not None:
            birth, death = found.years
        elif self._texts[found.first - 1] == "(":
            birth = found.gedcom
            after = found.end + 1
            later = self._dates.get(after)
            if later is not None:
                death = later.gedcom
                found = later
        else:
            death = found.gedcom
        for kind, when in (("birth", birth), ("death", death)):
            if when:
                self._emit(
                    kind,
                    owner[0],
                    self._last.first if self._last is not None else found.first,
                    found.end,
                    date=when,
                    hedged=self._hedged or found.hedged,
                )
        self._at = found.end
        return True

    def _after_life(self, found: SaidDate) -> int:
        return max(self._at, found.end)

    def _take_place(self, place: str, end: int) -> None:
        event = self._event
        if event is None:
            again = self._inherits()
            if again is not None:
                event = again
            elif self._be and self._subject(self._at):
                # "She was in Ohio around 1900."
                self._open("residence", self._subject(self._at), self._clause_first(), "verbs")
                event = self._event
                assert event is not None
                self._give_waiting(event)
            else:
                self._waiting_place = place
                return
        if self._not:
            event.not_place, self._not = place, False
        elif (
            not event.place
            or (event.attributed and not self._attributed)
            or (event.kind in ("residence", "immigration") and self._to)
        ):
            event.place = place
        event.last = max(event.last, end)

    def _place_after(self, at: int, prep: str = "to") -> int:
        """Takes the place that stands behind a preposition; 0 if there is none."""
        while at < len(self._texts) and self._texts[at] in _BEFORE_PLACES:
            at += 1
        if at in self._dates or at >= len(self._words):
            return 0
        if prep == "of" and self._event is None:
            return 0
        if self._words[at].text in self._table.not_names and not self._places.is_region(at):
            return 0
        if kin_word(self._texts, at) is not None and not self._places.is_region(at):
            return 0
        found = self._places.place(at)
        if found is None:
            return 0
        if prep in ("to", "of", "on") and not found.sure and self._names_person(at):
            return 0
        if found.end < len(self._texts) and self._texts[found.end] == OWNED and not found.sure:
            return 0
        if prep == "from":
            if self._event is not None and self._event.kind == "emigration" and not self._event.place:
                self._event.place = found.text
                self._event.last = found.end
            return found.end
        self._take_place(found.text, found.end)
        return found.end

    def _names_person(self, at: int) -> bool:
        """True if what begins here is rather a person than a place: "born to John Hughes"."""
        found = self._names.name(at)
        return found is not None and self._table.given.get(self._texts[at].rstrip(".")) is not None

    def _bare_place(self, at: int) -> int:
        """Takes a place that stands without a preposition right behind an event or its date."""
        if at >= len(self._words) or at in self._dates:
            return at
        event = self._event
        if event is None or event.place:
            return at
        start = at + 1 if self._texts[at] in (",", ":") else at
        if start >= len(self._words) or start in self._dates:
            return at
        found = self._places.place(start)
        if found is None:
            return at
        person = self._names.name(start)
        likely_person = person is not None and (
            self._texts[start].rstrip(".") in self._table.given or event.kind in COUPLES
        )
        if not found.sure and likely_person:
            return at
        if not found.sure and self._texts[start] in self._table.not_names:
            return at
        if not found.sure and start > at and event.form not in ("short", "nouns", "passives"):
            return at
        if not found.sure and self._finite_follows(found.end):
            return at
        # "died Jekaterinburg 1918"
        dated = event.date is not None or (event.kind not in COUPLES and found.end in self._dates)
        if not found.sure and not dated and event.form not in ("short", "nouns"):
            return at
        self._take_place(found.text, found.end)
        return found.end

    def _place_is_sure(self, at: int) -> bool:
        found = self._places.place(at)
        return found is not None and found.sure

    def _inherits(self) -> SaidEvent | None:
        """Returns an event like the last one, of which something is corrected: "It was really 1852." """
        before = self._state.event_before
        if before is None or not self._be or not before.attributed or self._attributed:
            return None
        self._event = SaidEvent(before.kind, before.people, self._clause, self._at, before.form, partner=before.partner)
        self._event.not_date = before.date.gedcom if before.date is not None else ""
        return self._event

    def _goes_on(self, at: int) -> SaidEvent | None:
        """Returns an event like the one before it of somebody else: "he was born in 1899, and George in 1901"."""
        before, last = self._state.event_before, self._last
        if before is None or last is None or self._sentence_event is not before or self._have:
            return None
        if not before.first < last.first or before.last > last.first or not last.people or last.end < at - 1:
            return None
        if "and" not in self._texts[before.last : last.first] and ";" not in self._texts[before.last : last.first]:
            return None
        self._event = SaidEvent(before.kind, last.people, last.first, self._at, before.form, hedged=self._hedged)
        return self._event

    def _corrects(self) -> None:
        """Ends what the reader is said to have; what follows is the writer's word on the same event."""
        event = self._event
        if event is None or not event.attributed:
            return
        self._attributed = False
        again = SaidEvent(event.kind, event.people, event.first, self._at, event.form, partner=event.partner)
        again.not_date = event.date.gedcom if event.date is not None else ""
        again.hedged = self._hedged
        self._state.event_before = event
        self._event = again

    def _give_waiting(self, event: SaidEvent) -> None:
        if self._waiting_date is not None and event.date is None:
            event.date, event.fault = self._waiting_date, self._waiting_date.fault
            event.hedged = event.hedged or self._waiting_date.hedged
            event.first = min(event.first, self._waiting_date.first)
        if self._waiting_place and not event.place:
            event.place = self._waiting_place
        self._waiting_date, self._waiting_place = None, ""


def either_date(one: SaidDate, other: SaidDate) -> SaidDate:
    """Returns two dates of which one holds, as a time between them."""
    if one.gedcom.isdecimal() and other.gedcom.isdecimal():
        low, high = sorted((int(one.gedcom), int(other.gedcom)))
        return SaidDate(f"BET {low} AND {high}", one.first, other.end, hedged=True)
    return one
