"""Phrases of a message that name people: "her second husband John", "Robert and Ann Hughes", "she"."""

from __future__ import annotations

from claimtree.kinship.graph import Sex
from claimtree.message_facts.message_words import OWNED
from claimtree.message_facts.said import PersonSource
from claimtree.message_facts.said_kin import KinWord, kin_word
from claimtree.message_facts.said_names import SaidName
from claimtree.message_facts.walk_state import PEOPLE_AT_ONCE, Phrase, WalkState


class PeoplePhrases(WalkState):
    """Reads phrases that name people."""

    def _phrase(self, at: int) -> Phrase | None:
        """Returns the phrase that begins here."""
        texts, table = self._texts, self._table
        first = at
        owners: list[int] | None = None
        determined = False
        if table.has("small.writers", texts, at):
            owners, at = [self._people.writer()], at + 1
        elif table.has("small.yours", texts, at):
            if kin_word(texts, at + 1) is None:
                return None
            owners, at = [], at + 1
        elif table.has("small.whose", texts, at) and self._last is not None:
            owners, at = self._last.people, at + 1
        elif (sex := self._possessive(at)) is not None:
            owners, at = self._owner_of_pronoun(sex), at + 1
        elif end := table.has("small.determiners", texts, at):
            determined = True
            at = end
            while (end := table.has("small.determiners", texts, at)) != 0:
                at = end
        if at >= len(texts):
            return None
        kin = kin_word(texts, at)
        if kin is not None:
            return self._relative(kin, owners, first, determined=determined)
        if owners is not None:
            # "Her birth", "my records": whose, and no person.
            if owners and not table.has("small.writers", texts, first):
                return Phrase(owners, first, at, owned=True)
            return None
        if determined:
            return None
        sex = self._personal(at)
        if sex is not None:
            return self._pronoun(at, sex)
        if table.has("small.writer", texts, at):
            return Phrase([self._people.writer()], at, at + 1)
        return self._named(at)

    def _possessive(self, at: int) -> Sex | None:
        texts, table = self._texts, self._table
        for name, sex in (("female", Sex.FEMALE), ("male", Sex.MALE), ("unknown", Sex.UNKNOWN)):
            if table.has(f"pronouns.possessive_{name}", texts, at):
                if texts[at] != "her":
                    return sex
                # "Her" is also "him": possessive where something that can be owned follows.
                following = texts[at + 1] if at + 1 < len(texts) else ""
                owns = kin_word(texts, at + 1) is not None if following else False
                noun = bool(following) and (
                    table.event("nouns", texts, at + 1) is not None
                    or any(table.has(f"names.{one}", texts, at + 1) for one in ("maiden", "middle", "other"))
                )
                plain = (
                    following[:1].isalpha()
                    and not any(
                        table.has(f"small.{one}", texts, at + 1)
                        for one in ("at", "from", "to", "of", "on", "with", "and", "or", "be", "who")
                    )
                    and table.event("passives", texts, at + 1) is None
                    and table.event("verbs", texts, at + 1) is None
                )
                return sex if owns or noun or (plain and at + 1 not in self._dates) else None
        return None

    def _owner_of_pronoun(self, sex: Sex) -> list[int]:
        if sex is Sex.UNKNOWN and self._couple():
            return self._couple()
        if (
            self._main
            and not self._fresh
            and self._fits_sex(self._main[0], sex)
            and len(self._main) == 1
            and self._last is not None
            and self._last.people == self._main
        ):
            return [self._people.touch(self._main[0])]
        return [self._people.pronoun(sex)]

    def _fits_sex(self, number: int, sex: Sex) -> bool:
        one = self._people.people[number]
        return one.source is not PersonSource.WRITER and (one.sex in (sex, Sex.UNKNOWN) or sex is Sex.UNKNOWN)

    def _personal(self, at: int) -> Sex | None:
        for name, sex in (("male", Sex.MALE), ("female", Sex.FEMALE), ("unknown", Sex.UNKNOWN)):
            if self._table.has(f"pronouns.{name}", self._texts, at):
                return sex
        return None

    def _pronoun(self, at: int, sex: Sex) -> Phrase:
        if sex is Sex.UNKNOWN and (couple := self._couple()):
            return Phrase(couple, at, at + 1)
        subject = self._texts[at] in ("he", "she")
        if subject and self._main and self._fits_sex(self._main[0], sex) and len(self._main) == 1:
            number = self._main[0]
            one = self._people.people[number]
            if one.sex is sex or self._nobody_else(sex):
                one.sex = sex
                return Phrase([self._people.touch(number)], at, at + 1)
        return Phrase([self._people.pronoun(sex)], at, at + 1)

    def _nobody_else(self, sex: Sex) -> bool:
        return not any(one.sex is sex and one.source is not PersonSource.WRITER for one in self._people.people)

    def _named(self, at: int) -> Phrase | None:
        found = self._names.name(at)
        if found is None:
            return None
        if self._is_place_here(at, found):
            return None
        others = self._and_names(found)
        names = [found, *others]
        names = self._with_shared_surname(names)
        end = names[-1].end
        people = [self._people.named(one, self._where(at, one.end)) for one in names]
        owned = end < len(self._texts) and (
            self._texts[end] == OWNED or (self._texts[end] == "'" and names[-1].full.endswith("s"))
        )
        phrase = Phrase(people, at, end + int(owned), owned=owned)
        if owned and len(names) == 1:
            kin = kin_word(self._texts, end + 1)
            if kin is not None:
                return self._relative(kin, people, at)
        for one, number in zip(names, people, strict=True):
            if one.maiden:
                self._people.people[number].maiden = one.maiden
        return phrase

    def _is_place_here(self, at: int, found: SaidName) -> bool:
        """True if words with capitals are rather a place: behind a preposition of places, or a region."""
        place = self._places.place(at)
        return (
            place is not None
            and place.sure
            and place.end >= found.end
            and self._texts[at].rstrip(".") not in self._table.given
        )

    def _and_names(self, first: SaidName) -> list[SaidName]:
        """Returns the names that are joined to one: "John and Mary Smith", "Ann, Will and Tom"."""
        found: list[SaidName] = []
        at = first.end
        listing = self._last is not None and self._last.kin is not None and self._last.kin.plural
        while at < len(self._texts) and len(found) < PEOPLE_AT_ONCE:
            comma = self._texts[at] == "," and listing
            joined = self._texts[at] in ("and", "&") or (comma and self._texts[at + 1 : at + 2] == ["and"])
            if not joined and not comma:
                break
            following = at + 1 + (comma and joined)
            if following >= len(self._texts):
                break
            one = self._names.name(following)
            if one is None:
                break
            found.append(one)
            at = one.end
        return found

    def _with_shared_surname(self, names: list[SaidName]) -> list[SaidName]:
        """Returns "John and Mary Smith" with both called Smith."""
        last = names[-1].full.split()
        if len(names) < 2 or len(last) < 2:
            return names
        return [
            SaidName(f"{one.full} {last[-1]}", one.end, one.maiden, one.titles)
            if len(one.full.split()) == 1 and self._table.given.get(one.full.casefold()) is not None
            else one
            for one in names
        ]

    def _relative(
        self, kin: KinWord, owners: list[int] | None, first: int, *, determined: bool = False
    ) -> Phrase | None:
        """Returns a phrase of kinship with what belongs to it: the name, "of" and its owner, further kin."""
        texts = self._texts
        at = kin.end
        if at < len(texts) and texts[at] == OWNED:
            # "My mother's father": further on from the relative.
            if owners is None:
                owners = self._bare_owner(kin)
            numbers = [self._people.relative(one, kin, None, self._where(first, at)) for one in owners[:1]]
            further = kin_word(texts, at + 1)
            if further is not None and numbers:
                return self._relative(further, numbers, first)
            # "My cousin's Bible says she was born in 1878": nobody speaks of the cousin.
            self._people.recent[:] = [one for one in self._people.recent if one not in numbers]
            return Phrase(numbers, first, at + 1, owned=True) if numbers else None
        names, end = self._names_behind(kin, at)
        if (owners is None and end < len(texts) and texts[end] == "of") or (
            owners is None and not names and texts[at : at + 1] == ["of"]
        ):
            inner = self._phrase(end + 1) if end + 1 < len(texts) else None
            if inner is not None and inner.people:
                inner = self._with_second(inner)
                owners, end = inner.people, inner.end
        if owners is None and (names or not determined):
            # "Aunt Rose", "Grandpa died": the writer's; "a daughter Ann": of the subject.
            if not determined and (kin.base == "other" or not self._have):
                owners = self._bare_owner(kin)
            elif self._have or self._be:
                owners = self._main
        if owners is None:
            return Phrase([], first, end, kin=kin, bare=True)
        people: list[int] = []
        where = self._where(first, end)
        called: list[SaidName | None] = [*names] if names else [None]
        for one in called:
            number = self._people.named(one, where) if one is not None and not owners else -1
            for owner in owners[:2]:
                if number < 0:
                    number = self._people.relative(owner, kin, one, where, apart=owners)
                    self._people.people[number].hedged = self._hedged
                elif one is not None:
                    self._relate(owner, number, kin, first, end)
            if number >= 0:
                people.append(number)
        if kin.plural and names:
            self._listing = (kin, list(owners))
        owned = end < len(texts) and texts[end] == OWNED
        phrase = Phrase(
            people, first, end + int(owned), kin=kin if not names else None, owners=list(owners), owned=owned
        )
        if owned and people:
            further = kin_word(texts, end + 1)
            if further is not None:
                return self._relative(further, people[:1], first)
        return phrase

    def _with_second(self, phrase: Phrase) -> Phrase:
        """Returns a phrase with the name that "and" joins to it: "son of John and his wife Ann"."""
        end = phrase.end
        if self._texts[end : end + 1] in (["and"], ["&"]) and len(phrase.people) == 1:
            other = self._phrase(end + 1)
            if (
                other is not None
                and len(other.people) == 1
                and not other.bare
                and self._table.event("verbs", self._texts, other.end) is None
            ):
                return Phrase([*phrase.people, *other.people], phrase.first, other.end)
        return phrase

    def _bare_owner(self, kin: KinWord) -> list[int]:
        """Returns whose relative one without an owner is: of the writer."""
        return [self._people.writer()]

    def _names_behind(self, kin: KinWord, at: int) -> tuple[list[SaidName], int]:
        """Returns the names right behind a word of kinship: "her mother Sarah", "a son named John", "kids: A, B"."""
        texts = self._texts
        start = self._table.has("small.named", texts, at) or at
        if start < len(texts) and texts[start] in (":", ",") and kin.plural:
            start += 1
        if start >= len(texts):
            return [], at
        found = self._names.name(start)
        if found is None or (start in self._dates):
            return [], at
        if self._is_place_here(start, found):
            return [], at
        names = [found]
        if kin.plural:
            kept, self._last = self._last, Phrase([], at, at, kin=kin)
            names += self._and_names(found)
            self._last = kept
            names = self._with_shared_surname(names) if kin.base == "parent" else names
        return names, names[-1].end
