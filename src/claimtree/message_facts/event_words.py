"""Words of a message that open an event: "was born", "b.", "her death", "worked as a miller"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.message_facts.said import NAME, SaidFact
from claimtree.message_facts.times_and_places import TimesAndPlaces
from claimtree.message_facts.walk_state import Phrase

_WEAK_VERBS: Final = frozenset(
    {
        "live",
        "living",
        "left",
        "passed",
        "arrived",
        "landed",
        "settled",
        "stayed",
        "served",
        "fought",
        "retired",
        "came",
        "moved",
        "ended",
    }
)
"""Verbs that tell an event only of a subject: to live well is no residence."""
_AROUND_NAMES: Final = frozenset(
    {
        "was",
        "is",
        ":",
        "being",
        "of",
        "actually",
        "really",
        "probably",
        "likely",
        "may",
        "have",
        "been",
        '"',
        "i",
        "think",
        "believe",
    }
)


class EventWords(TimesAndPlaces):
    """Reads words that say that something happened, that somebody is called something, or does something."""

    def _take_event(self, at: int) -> int:
        """Opens the event that is named here; 0 if there is none."""
        table, texts = self._table, self._texts
        short = table.event("short", texts, at)
        if short is not None and self._fits_short(at, short[1]):
            return self._begin(*short, at, "short")
        passive = table.event("passives", texts, at)
        if passive is not None:
            kind, end = passive
            if kind == "adoption" and not self._be:
                return 0
            return self._begin(kind, end, at, "passives")
        verb = table.event("verbs", texts, at)
        if verb is not None and self._fits_verb(*verb, at):
            return self._begin(*verb, at, "verbs")
        noun = table.event("nouns", texts, at)
        if noun is not None and self._fits_noun(*noun, at):
            return self._begin(*noun, at, "nouns")
        return 0

    def _fits_short(self, at: int, end: int) -> bool:
        """True if an abbreviation stands before a date, a place or, of a wedding, a name."""
        word = self._words[at]
        if len(word.text.rstrip(".")) == 1 and word.raw.isupper() and not word.text.endswith("."):
            return end in self._dates
        if end >= len(self._words):
            return False
        while end < len(self._texts) and self._texts[end] in (":", "in", "on", "at"):
            end += 1
        if end >= len(self._words):
            return False
        if end in self._dates or self._places.place(end) is not None:
            return word.raw[:1].islower() or end in self._dates
        return self._table.event("short", self._texts, at) is not None and self._names.name(end) is not None

    def _fits_verb(self, kind: str, end: int, at: int) -> bool:
        texts = self._texts
        if texts[at] in _WEAK_VERBS:
            if kind == "emigration":
                return bool(self._subject(at)) and self._place_at(end) and any(one >= end for one in self._dates)
            if not self._subject(at):
                return False
            if texts[at] == "passed" and texts[end - 1] == "passed":
                return end in self._dates or texts[end : end + 1] in ([], [","], ["in"], ["on"], [")"])
        return True

    def _place_at(self, at: int) -> bool:
        while at < len(self._texts) and self._texts[at] in ("for", "the"):
            at += 1
        return self._places.place(at) is not None if at < len(self._words) else False

    def _fits_noun(self, kind: str, end: int, at: int) -> bool:
        """True if a noun tells an event of somebody: an owner before it, or "of" behind it, or a colon."""
        behind = self._texts[end : end + 1]
        if kind in ("residence", "occupation"):
            return bool(behind) and behind[0] in ("was", "is", ":") and self._owner_before(at) is not None
        if kind == "census":
            return False
        return (
            self._owner_before(at) is not None
            or behind in ([":"], ["of"], ["to"])
            or end in self._dates
            or (behind == ["was"] and bool(self._main))
        )

    def _begin(self, kind: str, end: int, at: int, form: str) -> int:
        subject = self._subject_of_event(at, form, kind)
        first = self._clause_first()
        self._open(kind, subject, min(first, at), form)
        event = self._event
        assert event is not None
        event.last = end
        event.denied = self._not
        self._not = False
        self._give_waiting(event)
        self._be = self._have = self._who = self._comma = self._to = False
        self._prep = ""
        self._of_noun = form == "nouns" and self._texts[end : end + 1] in (["of"], ["between"])
        if form == "nouns":
            if self._texts[end : end + 1] == ["place"]:
                end += 1
            return end
        if kind == "birth" and form == "passives" and end < len(self._words):
            found = self._names.name(end)
            # "Born Sarah Hughes": what she was called before.
            given = self._texts[end].rstrip(".") in self._table.given
            if found is not None and given and not self._place_is_sure(end):
                self._add_name(subject, found.full, "maiden", at, found.end)
                return found.end
        return self._bare_place(end)

    def _subject_of_event(self, at: int, form: str, kind: str) -> list[int]:
        last = self._last
        if form == "nouns":
            return self._owner_before(at) or self._main
        if self._brackets and self._bracket_owner and form in ("short", "passives"):
            if last is not None and last.first > self._open_bracket(at) and self._near(last.end, at):
                return last.people
            return self._bracket_owner
        if self._who and last is not None:
            return last.beside or last.people
        finite = form == "verbs" or (form == "passives" and self._be)
        if finite:
            if last is not None and self._adjacent(last.end, at) and self._is_subject(last, at):
                return last.people
            return self._main
        return last.people if last is not None else self._main

    def _is_subject(self, last: Phrase, at: int) -> bool:
        """True unless an event between the phrase and the verb has taken it: "married Ann and moved"."""
        between = self._texts[last.end : at]
        event = self._event
        taken = event is not None and event.last >= last.end and event.partner in last.people
        return not (taken and ("and" in between or "then" in between)) and not (
            "and" in between and last.people != self._main and event is not None
        )

    def _name_of(self, kind: str, at: int) -> int:
        """Takes "her maiden name was Hughes"; `at` is behind the words for a name."""
        texts = self._texts
        who = self._last.people if self._last is not None and self._last.owned else self._main
        start = at
        while start < len(texts) and texts[start] in _AROUND_NAMES:
            start += 1
        found = self._names.name(start) if start < len(texts) else None
        if found is None or not who or start == at:
            return at
        if self._last is not None and self._last.owned and kind == "other" and texts[at - 1] == "name":
            # "Her name was Sarah": who is meant, and no other name.
            one = self._people.people[who[0]]
            if not one.name:
                self._people._know(one, found, self._table.sex_of(found.full.split()[0]))
                if one.kin is not None:
                    one.start, one.end = self._where(self._last.first, found.end)
                return found.end
        self._add_name(who, found.full, kind, self._clause_first(), found.end)
        return found.end

    def _add_name(self, who: Sequence[int], name: str, kind: str, first: int, end: int) -> None:
        if not who or self._attributed:
            return
        one = self._people.people[who[0]]
        if kind == "maiden":
            one.maiden = one.maiden or name.split()[-1]
        start, stop = self._where(min(first, end - 1), end)
        self.facts.append(
            SaidFact(
                kind=NAME, person=who[0], value=name, relation=kind, hedged=self._hedged,
                quote=self._text[start:stop], start=start, end=stop,
            )
        )  # fmt: skip

    def _take_occupation(self, at: int) -> int:
        """Takes "was a blacksmith", "worked as a hired hand"; 0 if there is none."""
        texts, table = self._texts, self._table
        led = table.has("occupations.lead", texts, at)
        start = led or at
        if not led and not (self._be and texts[at] in ("a", "an", "the")):
            return 0
        while start < len(texts) and texts[start] in ("a", "an", "the", "was", ":", "as"):
            start += 1
        end = start
        while (
            end < len(texts)
            and end - start < 4
            and self._words[end].text[0].isalpha()
            and not self._words[end].is_capital
        ):
            word = texts[end]
            if any(
                table.has(f"small.{name}", texts, end)
                for name in ("at", "from", "to", "with", "and", "who", "be", "on")
            ):
                break
            end += 1
            if word in table.occupations:
                break
        said = texts[start:end]
        if not said or not (said[-1] in table.occupations or (led and said)):
            return 0
        who = self._subject(at)
        if not who:
            return 0
        first = self._clause_first()
        self._open("occupation", who, min(first, at), "verbs")
        assert self._event is not None
        self._event.value = " ".join(word.raw for word in self._words[start:end])
        self._event.last = end
        self._event.denied, self._not = self._not, False
        self._give_waiting(self._event)
        return end
