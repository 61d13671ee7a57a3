"""What a phrase that names people is in its clause: subject, partner, complement, apposition."""

from __future__ import annotations

from typing import Final

from claimtree.message_facts.event_words import EventWords
from claimtree.message_facts.said import PersonSource
from claimtree.message_facts.walk_state import COUPLES, Phrase, SaidEvent, parent_word

_AROUND_BE: Final = frozenset(
    {
        "was",
        "is",
        "were",
        "are",
        "be",
        "been",
        "'s",
        "actually",
        "really",
        "not",
        "n't",
        "also",
        "named",
        "called",
        "the",
        "probably",
        "likely",
        "perhaps",
        "maybe",
        "indeed",
        "in",
        "fact",
        "a",
        "an",
        "one",
        "of",
        ":",
        "became",
        "possibly",
        "might",
        "may",
        "have",
        "must",
        "could",
        "definitely",
        "certainly",
        "apparently",
        "supposedly",
        "-",
        "as",
        "i",
        "think",
        "believe",
        ",",
        "it",
        "but",
    }
)
"""Words that may stand beside "was" between a subject and what it is."""


class ClauseRoles(EventWords):
    """Gives phrases their role in the clause."""

    def _take_phrase(self, at: int) -> int:
        """Takes the phrase that names people here; 0 if there is none."""
        phrase = self._phrase(at)
        if phrase is None:
            return 0
        self._place_phrase(phrase)
        return phrase.end

    def _place_phrase(self, phrase: Phrase) -> None:
        """Gives a phrase its role in the clause: partner, complement, apposition, owner, subject."""
        self._who = False
        last, event = self._last, self._event
        if phrase.owned:
            self._last = phrase
            return
        gap = self._texts[last.end : phrase.first] if last is not None else []
        if self._listing is not None and phrase.people and not phrase.owners and self._goes_on_listing(phrase):
            return
        if event is not None and self._is_argument(event, phrase):
            return
        if phrase.bare and not phrase.people:
            # "A blacksmith's son", "three children": names may follow.
            self._last = (
                Phrase(self._main, phrase.first, phrase.end, kin=phrase.kin, bare=True) if self._have else self._last
            )
            return
        if self._be and last is not None and self._complement(phrase, last):
            return
        if last is not None and last.bare and last.kin is not None and phrase.people:
            self._children_of_have(phrase, last)
            return
        if (
            last is not None
            and gap in ([","], ["("], ["-"], [",", "the"], [",", "or"])
            and self._apposition(phrase, last)
        ):
            return
        joined = gap in (["and"], ["&"], [",", "and"]) and event is None
        if last is not None and joined and not (last.told and self._finite_follows(phrase.end)):
            self._last = Phrase([*last.people, *phrase.people], last.first, phrase.end)
            self._main = self._last.people
            return
        self._last = phrase
        if self._have and phrase.owners and phrase.owners == self._main:
            return
        if self._prep in ("with", "from", "at", "on", "of") and self._main and not self._fresh:
            self._prep = ""
            return
        self._become_subject(phrase)

    def _goes_on_listing(self, phrase: Phrase) -> bool:
        """Takes a further name of a list of relatives."""
        assert self._listing is not None
        kin, owners = self._listing
        joined = self._texts[phrase.first - 1] in ("and", "&", ",", ";")
        open_event = self._event is not None and self._event.form == "verbs"
        if not joined or open_event or self._finite_follows(phrase.end):
            return False
        self._close()
        for number in phrase.people:
            for owner in owners[:2]:
                self._relate(owner, number, kin, phrase.first, phrase.end)
        self._last = phrase
        return True

    def _become_subject(self, phrase: Phrase) -> None:
        if any(self._people.people[one].source is PersonSource.WRITER for one in phrase.people):
            self._last = phrase
            if self._words[phrase.first].text != "we":
                self._main = phrase.people
            return
        if self._event is not None and not self._event.bracket:
            self._close()
        self._main = phrase.people
        self._fresh = False
        self._be = self._have = False
        self._clause = phrase.first

    def _is_argument(self, event: SaidEvent, phrase: Phrase) -> bool:
        """Takes a phrase as the partner of a wedding, the parents of a birth, or whose an event is."""
        between = self._texts[event.last : phrase.first]
        if not phrase.people:
            return False
        if event.kind == "census" and {"has", "shows", "lists", "finds", "says", "show", "with"} & set(between):
            event.people = phrase.people
            event.last = phrase.end
            self._last, self._main, self._fresh = phrase, phrase.people, False
            return True
        if event.kind in COUPLES and event.partner is None and event.people != phrase.people:
            plain = not any(text in ("(", ")", ":") for text in between) and "and" not in between
            commas = between.count(",")
            verb_follows = self._finite_follows(phrase.end)
            if (
                plain
                and not (commas and verb_follows)
                and not (commas and event.form != "short" and not {"to", "with"} & set(between))
            ):
                if event.form == "nouns" and not ({"to", "with", "of", "between"} & set(between)):
                    return False
                event.last = phrase.end
                self._last = phrase
                if event.form == "nouns" and {"of", "between"} & set(between) and not self._owner_before(event.first):
                    event.people = phrase.people
                    self._main = phrase.people
                    self._of_noun = False
                    return True
                event.partner = phrase.people[0]
                if phrase.kin is None and len(phrase.people) == 1 and phrase.owners == event.people[:1]:
                    return True
                return True
        if event.kind == "birth" and between and between[-1] in ("to", "of") and event.form != "nouns":
            for number in phrase.people:
                for child in event.people:
                    self._relate(child, number, parent_word(self._people.people[number].sex), event.first, phrase.end)
            event.last = phrase.end
            self._last = phrase
            return True
        if event.form == "nouns" and self._of_noun:
            event.people = phrase.people
            event.last = phrase.end
            self._of_noun = False
            self._last = phrase
            self._main = phrase.people
            self._fresh = False
            return True
        return False

    def _complement(self, phrase: Phrase, last: Phrase) -> bool:
        """Takes a phrase behind "is": "her mother was Sarah Hughes", "Joe was the son of Tom"."""
        subject = last.people or self._main
        if not subject or not phrase.people or not self._be_between(last.end, phrase.first):
            return False
        self._be = False
        if self._not:
            self._not = False
            self._deny(phrase, last, subject)
            return True
        if last.kin is not None and phrase.kin is None and not phrase.owners:
            self._name_relatives(phrase, last)
            return True
        if phrase.owners:
            # "Joe was the son of Tom": what the subject is to the owner.
            for number, said in zip(subject, phrase.people * len(subject), strict=False):
                kin = self._people.people[said].kin or phrase.kin
                if kin is None:
                    continue
                if self._people.people[said].name and said != number:
                    # "My grandfather was Joe's brother Tom".
                    self._people.same(number, said)
                    continue
                for owner in phrase.owners[:2]:
                    self._relate(owner, number, kin, last.first, phrase.end)
            # "Tom was the father of Evan, born 1801" speaks of Evan, "Evan was the son of Tom, born 1801" too.
            is_parent = phrase.kin is not None and phrase.kin.base == "parent"
            about = phrase.owners if is_parent else subject
            self._last = Phrase(about, last.first, phrase.end, told=True, beside=phrase.owners)
            return True
        return False

    def _be_between(self, end: int, at: int) -> bool:
        between = self._texts[end:at]
        if any(one in self._dates for one in range(end, at)):
            return False
        return bool(between) and all(text in _AROUND_BE for text in between)

    def _name_relatives(self, phrase: Phrase, last: Phrase) -> None:
        """Gives relatives their names: "her mother was Sarah", "his parents were John and Ann"."""
        kin = last.kin
        assert kin is not None
        kept: list[int] = []
        for at, number in enumerate(phrase.people):
            owners: list[int | None] = [*last.owners] or [self._people.people[one].owner for one in last.people[:1]]
            if at == 0 and len(phrase.people) == 1 and last.people:
                keep = self._same(last.people[0], number)
                self._people.people[keep].start, self._people.people[keep].end = self._where(last.first, phrase.end)
                self._people.people[keep].hedged = self._hedged
                kept.append(keep)
                continue
            for owner in owners:
                if owner is not None:
                    self._relate(owner, number, kin, last.first, phrase.end)
            kept.append(number)
        self._last = Phrase(kept, last.first, phrase.end, told=True)
        self._main = kept
        self._fresh = False
        self._people.touch(kept[-1])

    def _same(self, one: int, other: int) -> int:
        keep = self._people.same(one, other)
        gone = other if keep == one else one
        if gone in self._people.recent:
            self._people.recent.remove(gone)
        self._people.touch(keep)
        self._people.people[gone].kin = None
        self._merge(gone, keep)
        return keep

    def _merge(self, gone: int, keep: int) -> None:
        self._main = [keep if one == gone else one for one in self._main]
        for phrase in (self._last,):
            if phrase is not None:
                phrase.people = [keep if one == gone else one for one in phrase.people]
        if self._event is not None:
            self._event.people = [keep if one == gone else one for one in self._event.people]

    def _deny(self, phrase: Phrase, last: Phrase, subject: list[int]) -> None:
        """Notes that somebody is not somebody's relative."""
        if last.kin is not None and last.owners:
            self._emit_relation(last.owners[0], phrase.people[0], last.kin, last.first, phrase.end, denied=True)
        elif phrase.owners and (kin := self._people.people[phrase.people[0]].kin or phrase.kin) is not None:
            self._emit_relation(phrase.owners[0], subject[0], kin, last.first, phrase.end, denied=True)
        self._last = Phrase(subject, last.first, phrase.end, kin=last.kin, owners=last.owners)

    def _children_of_have(self, phrase: Phrase, last: Phrase) -> None:
        kin = last.kin
        assert kin is not None
        for number in phrase.people:
            for owner in self._main[:2]:
                if owner != number:
                    self._relate(owner, number, kin, last.first, phrase.end)
        self._last = Phrase(phrase.people, phrase.first, phrase.end, kin=kin if kin.plural else None, bare=kin.plural)
        if kin.plural:
            return

    def _apposition(self, phrase: Phrase, last: Phrase) -> bool:
        """Takes "Sarah Hughes, daughter of John" and "her mother, Sarah Hughes"."""
        if not last.people or not phrase.people:
            return False
        if (
            last.kin is not None
            and not last.kin.plural
            and phrase.kin is None
            and not phrase.owners
            and len(phrase.people) == 1
        ):
            keep = self._same(last.people[0], phrase.people[0])
            self._people.people[keep].start, self._people.people[keep].end = self._where(last.first, phrase.end)
            self._last = Phrase([keep], last.first, phrase.end)
            return True
        if phrase.owners and phrase.kin is not None and len(last.people) == 1 and last.kin is None:
            if phrase.owners == last.people:
                return False
            for owner in phrase.owners[:2]:
                self._relate(owner, last.people[0], phrase.kin, last.first, phrase.end)
            self._last = Phrase(last.people, last.first, phrase.end)
            return True
        return False
