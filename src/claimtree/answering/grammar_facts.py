"""Reads questions for facts: when, where, how old, how long, and how two people are related."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.grammar_base import Cursor
from claimtree.answering.grammar_clauses import ClauseReader, QuestionAt
from claimtree.answering.grammar_times import event_of
from claimtree.answering.plan import (
    Age,
    Aspect,
    Average,
    CountPeople,
    EventOf,
    Everyone,
    Facts,
    Happened,
    HowRelated,
    ListPeople,
    MarriedFor,
    Measure,
    MeasureKind,
    NameKind,
    NamesOf,
    Order,
    People,
    Span,
    Together,
)

_TWO: Final = 2
ONCE: Final = frozenset({"birth", "death", "burial", "christening", "baptism"})
"""What happens once, so that nothing need be said to tell which is meant."""


def _asked_twice(happened: Happened, aspect: Aspect) -> bool:
    """True for "when … in 1850", which asks for what it says."""
    return (bool(happened.times) and aspect is Aspect.DATE) or (bool(happened.place) and aspect is Aspect.PLACE)


def cursor_tail(cursor: Cursor, at: int) -> Iterator[int]:
    """Yields where "and where", "and when" behind a question end."""
    yield from cursor.ends("records.and_also", at + 1 if cursor.is_sign(at, ",;?") else at)


class FactQuestions(ClauseReader):
    """Questions for facts."""

    def facts(self, start: int) -> Iterator[QuestionAt]:
        """ "When was X born?", "where did X and Y marry?", "when was the wedding of X and Y?"."""
        for aspect in (Aspect.DATE, Aspect.PLACE, Aspect.WHOLE):
            table = "wh_both" if aspect is Aspect.WHOLE else f"wh.{aspect}"
            for at in self._cursor.ends(table, start):
                for happened, who, end in (*self._events(at), *self._living(at)):
                    plain = not happened.times and not happened.place
                    if plain or (happened.event not in ONCE and not _asked_twice(happened, aspect)):
                        told = None if plain else happened
                        asked = Facts(event_of(who, happened.event, happened.partner), aspect, told)
                        yield asked, end
                        # "When was X born, and where?"
                        for last in cursor_tail(self._cursor, end):
                            yield Facts(asked.of, Aspect.WHOLE, told), last
                        # "What year was X born in?"
                        yield from ((asked, last) for last in self._cursor.ends("small.place_in", end))
                for verb in ("verbs.do", "verbs.be"):
                    for did in self._cursor.ends(verb, at):
                        for event, of, end in self._times.aspects(did, None):
                            if of is Aspect.WHOLE:
                                yield from (
                                    (Facts(event, aspect), last) for last in self._cursor.ends("verbs.occur", end)
                                )
                for be in self._cursor.ends("verbs.be", at):
                    for event, of, end in self._times.aspects(be, None):
                        if of in (Aspect.WHOLE, aspect):
                            yield Facts(event, aspect), end

    def _in_place(self, start: int) -> Iterator[QuestionAt]:
        """ "the death of X: when was it?"."""
        cursor = self._cursor
        for event, of, at in self._times.aspects(start, None):
            if of is not Aspect.WHOLE or cursor.texts[at : at + 1] not in ((":",), (",",), ("-",), ("–",)):
                continue
            for aspect in (Aspect.DATE, Aspect.PLACE):
                for wh in cursor.ends(f"wh.{aspect}", at + 1):
                    for be in (*cursor.ends("verbs.be", wh), *cursor.ends("verbs.do", wh)):
                        for it in cursor.ends("small.it", be):
                            for end in (it, *cursor.ends("verbs.occur", it)):
                                yield Facts(event, aspect), end

    def _living(self, start: int) -> Iterator[tuple[Happened, People, int]]:
        """ "was X living in 1900", "was X in the 1880 census"."""
        for clause in self._clauses(start, "verbs.be"):
            for at in (*self._cursor.ends("small.alive", clause.at), *self._cursor.ends("records.counted", clause.at)):
                for happened, end in self._times.event("residence", at, clause.people):
                    if happened.times:
                        yield happened, clause.people, end

    def fact_phrases(self, start: int) -> Iterator[QuestionAt]:
        """ "What is X's birthday?", "give me the birthplace of X", "X's occupation"."""
        cursor = self._cursor
        for at in self._asked(start):
            for event, aspect, end in self._times.aspects(at, None):
                yield Facts(event, aspect), end
            for first in cursor.maybe("small.determiners", at):
                for counted in cursor.ends("small.number_of", first):
                    yield from self._counted(counted)
                for age in cursor.ends("small.age_word", first):
                    for of in cursor.ends("small.of", age):
                        for who, end in self._people.people(of, None):
                            yield from self._age_at(who, end)
            for who, end in self._people.people(at, None):
                # "What was X's mother called?", "What is X's mother's name?"
                for called in (*cursor.ends("small.called", end), *self._names_of(end)):
                    if at > start:
                        yield ListPeople(who), called
                if cursor.is_owned(end):
                    for age in cursor.ends("small.age_word", end + 1):
                        yield from self._age_at(who, age)
        yield from self._names_asked(start)
        yield from self._causes(start)
        yield from self._sources(start)
        yield from self._in_place(start)
        yield from self._censuses(start)
        # "What was X by trade?"
        for which in cursor.ends("wh.which", start):
            for clause in self._clauses(which, "verbs.be"):
                for end in cursor.ends("records.by_trade", clause.at):
                    yield Facts(EventOf(clause.people, "occupation"), Aspect.VALUE), end
            for clause in self._clauses(which, "verbs.do"):
                if cursor.texts[clause.at : clause.at + 1] == ("do",) and cursor.is_over(clause.at + 1):
                    yield Facts(EventOf(clause.people, "occupation"), Aspect.VALUE), clause.at + 1
        # "What title did X have?", "what was X's job"
        for which in cursor.ends("wh.which", start):
            for kind, at in cursor.at("attributes", which):
                for clause in self._clauses(at, "verbs.do"):
                    for end in cursor.ends("attribute_verb_lead.hold", clause.at):
                        yield Facts(EventOf(clause.people, kind), Aspect.VALUE), end
                for who, be in self._people.people(at, None):
                    for end in cursor.ends("verbs.have", be):
                        yield Facts(EventOf(who, kind), Aspect.VALUE), end
                for clause in self._clauses(at, "verbs.be"):
                    yield Facts(EventOf(clause.people, kind), Aspect.VALUE), clause.at
            for clause in self._clauses(which, "verbs.do"):
                for kind, end in cursor.at("attribute_verbs", clause.at):
                    yield Facts(EventOf(clause.people, kind), Aspect.VALUE), end

    def _causes(self, start: int) -> Iterator[QuestionAt]:
        """ "The cause of death of X", "X's cause of death", "what did X die of?", "what killed X?"."""
        cursor, death = self._cursor, "death"
        for at in self._asked(start):
            for first in cursor.maybe("small.determiners", at):
                for cause in cursor.ends("records.cause", first):
                    for of in cursor.ends("small.of", cause):
                        for who, end in self._people.people(of, None):
                            yield Facts(EventOf(who, death), Aspect.CAUSE), end
            for who, end in self._people.people(at, None):
                if cursor.is_owned(end):
                    for cause in cursor.ends("records.cause", end + 1):
                        yield Facts(EventOf(who, death), Aspect.CAUSE), cause
        for which in cursor.ends("wh.which", start):
            for killed in cursor.ends("records.killed", which):
                for who, end in self._people.people(killed, None):
                    yield Facts(EventOf(who, death), Aspect.CAUSE), end
            for clause in self._clauses(which, "verbs.do"):
                for event, end in cursor.words.events.verbs.at(cursor.texts, clause.at):
                    if event == death and cursor.texts[end : end + 1] in (("of",), ("from",)):
                        yield Facts(EventOf(clause.people, death), Aspect.CAUSE), end + 1

    def _sources(self, start: int) -> Iterator[QuestionAt]:
        """ "Which source is given for the birth of X?", "the evidence for X's birth date"."""
        cursor = self._cursor
        for at in (*self._asked(start), *cursor.ends("wh.which", start)):
            for first in cursor.many("small.determiners", at):
                for noun in cursor.ends("records.citation", first):
                    for cited in (noun, *cursor.ends("records.cited", noun)):
                        for of in (*cursor.ends("records.cited_for", cited), *([cited] if cited > noun else [])):
                            for event, aspect, end in self._times.aspects(of, None):
                                if aspect is Aspect.VALUE:
                                    continue
                                yield Facts(event, Aspect.SOURCES), end
                                for time, last in self._times.times(end, event.of):
                                    yield Facts(event, Aspect.SOURCES, Happened(event.event, times=(time,))), last

    def _censuses(self, start: int) -> Iterator[QuestionAt]:
        """ "In which census does X appear?"."""
        cursor = self._cursor
        for lead in cursor.maybe("small.place_in", start):
            for at in cursor.ends("records.which_census", lead):
                for clause in (*self._clauses(at, "verbs.do"), *self._clauses(at, "verbs.be")):
                    ends = [*cursor.ends("records.appear", clause.at), *cursor.ends("records.counted", clause.at)]
                    for end in (*ends, clause.at):
                        for last in cursor.maybe("small.place_in", end):
                            yield Facts(EventOf(clause.people, "census"), Aspect.WHOLE), last

    def _names_asked(self, start: int) -> Iterator[QuestionAt]:
        """ "What was X's maiden name?", "the maiden name of X", "what was X called before she married?"."""
        cursor = self._cursor
        for at in self._asked(start):
            for kind in NameKind:
                for first in cursor.maybe("small.determiners", at):
                    for noun in cursor.ends(f"records.{kind}", first):
                        for of in cursor.ends("small.of", noun):
                            yield from ((NamesOf(who, kind), end) for who, end in self._people.people(of, None))
                for who, end in self._people.people(at, None):
                    if cursor.is_owned(end):
                        for noun in cursor.ends(f"records.{kind}", end + 1):
                            yield NamesOf(who, kind), noun
                            yield from ((NamesOf(who, kind), last) for last in cursor.ends("verbs.be", noun))

    def _names_of(self, at: int) -> Iterator[int]:
        if self._cursor.is_owned(at):
            yield from self._cursor.ends("small.name", at + 1)

    def _asked(self, start: int) -> Iterator[int]:
        """Yields where the phrase begins that is asked for: behind "what is", "give me", or at once."""
        cursor = self._cursor
        for which in cursor.ends("wh.which", start):
            yield from cursor.ends("verbs.be", which)
        yield from cursor.ends("commands.list", start)
        yield start

    def _counted(self, start: int) -> Iterator[QuestionAt]:
        yield from ((CountPeople(who), end) for who, end in self._people.people(start, None))
        for kin, at in self._cursor.kin.kin(start):
            for who, end in self._people.people(at, None):
                for last in self._cursor.ends("verbs.have", end):
                    yield CountPeople(self._people.kin_of(kin, who)), last

    def related(self, start: int) -> Iterator[QuestionAt]:
        """ "How is X related to Y?", "what is the relationship between X and Y?", "what was X to Y?"."""
        cursor = self._cursor
        for how in cursor.ends("wh.related", start):
            for clause in self._clauses(how, "verbs.be"):
                for to in cursor.ends("small.related_to", clause.at):
                    yield from ((HowRelated(clause.people, other), end) for other, end in self._people.people(to, None))
                    if isinstance(clause.people, Together) and len(clause.people.parts) == _TWO:
                        yield HowRelated(*clause.people.parts), to
        for at in self._asked(start):
            for first in cursor.maybe("small.determiners", at):
                for word in cursor.ends("small.relationship", first):
                    for between in (*cursor.ends("small.between", word), *cursor.ends("small.of", word)):
                        for who, end in self._people.people(between, None):
                            if isinstance(who, Together) and len(who.parts) == _TWO:
                                yield HowRelated(*who.parts), end
                            for to in (*cursor.ends("small.of", end), *cursor.ends("small.with", end)):
                                yield from (
                                    (HowRelated(who, other), last) for other, last in self._people.people(to, None)
                                )
            for who, end in self._people.people(at, None):
                if cursor.is_owned(end):
                    for word in cursor.ends("small.relationship", end + 1):
                        for to in (*cursor.ends("small.of", word), *cursor.ends("small.with", word)):
                            yield from ((HowRelated(who, other), last) for other, last in self._people.people(to, None))
        for which in cursor.ends("wh.which", start):
            for word in cursor.maybe("small.relationship", which):
                for clause in self._clauses(word, "verbs.be"):
                    for to in (to for be in cursor.maybe("verbs.be", clause.at) for to in cursor.ends("small.of", be)):
                        yield from (
                            (HowRelated(clause.people, other), end) for other, end in self._people.people(to, None)
                        )

    def ages(self, start: int) -> Iterator[QuestionAt]:
        """ "How old was X when Y died?", "at what age did X marry?"."""
        cursor = self._cursor
        for how in cursor.ends("wh.age", start):
            for clause in self._clauses(how, "verbs.be"):
                yield from self._age_at(clause.people, clause.at)
            for happened, who, end in self._events(how):
                if not happened.times and not happened.place:
                    yield Age(who, event_of(who, happened.event, happened.partner)), end
            for clause in self._clauses(how, "verbs.do"):
                for end in cursor.ends("verbs.grow_old", clause.at):
                    yield Age(clause.people, EventOf(clause.people, "death")), end

    def _age_at(self, who: People, start: int) -> Iterator[QuestionAt]:
        at = start + 1 if self._cursor.is_sign(start, ",") else start
        for time, end in self._times.times(at, who):
            if time.order is Order.DURING:
                yield Age(who, time.moment), end
        if self._cursor.is_over(start):
            yield Age(who, EventOf(who, "death")), start

    def spans(self, start: int) -> Iterator[QuestionAt]:
        """ "How long did X live?", "how long were X and Y married?", "how many years after Y did X die?"."""
        cursor = self._cursor
        for how in cursor.ends("wh.span", start):
            for clause in self._clauses(how, "verbs.do"):
                for end in cursor.ends("verbs.live", clause.at):
                    yield Age(clause.people, EventOf(clause.people, "death")), end
                    for time, last in self._times.times(end, clause.people, "death"):
                        if time.order is Order.AFTER:
                            yield Span(time.moment, EventOf(clause.people, "death")), last
                for end in cursor.ends("verbs.outlive", clause.at):
                    for other, last in self._people.people(end, clause.people):
                        yield Span(EventOf(other, "death"), EventOf(clause.people, "death")), last
            yield from self._marriages(how)
            for at in (*cursor.ends("small.pass", how), how):
                yield from self._between(at)
            for table in ("small.after", "small.before"):
                for at in cursor.ends(table, how):
                    for other, end in self._people.people(at, None):
                        for happened, who, last in self._events(end):
                            pair = EventOf(other, happened.event), EventOf(who, happened.event)
                            yield Span(*(pair if table == "small.after" else pair[::-1])), last
                    for first, end in self._times.moments(at, None):
                        for happened, who, last in self._events(end):
                            second = event_of(who, happened.event, happened.partner)
                            yield Span(first, second) if table == "small.after" else Span(second, first), last
        for at in self._cursor.ends("wh.related", start):
            for much in cursor.ends("small.much", at):
                for meaning, older in cursor.at("comparatives", much):
                    for clause in self._clauses(older, "verbs.be"):
                        for than in cursor.ends("small.than", clause.at):
                            for other, end in self._people.people(than, None):
                                pair = EventOf(clause.people, "birth"), EventOf(other, "birth")
                                yield Span(*(pair if meaning.endswith("least") else pair[::-1])), end
        for at in cursor.ends("small.much", start):
            for clause in self._clauses(at, "verbs.do"):
                for end in cursor.ends("verbs.outlive", clause.at):
                    for other, last in self._people.people(end, clause.people):
                        yield Span(EventOf(other, "death"), EventOf(clause.people, "death")), last

        yield from self._apart(start)

    def _apart(self, start: int) -> Iterator[QuestionAt]:
        """ "How far apart in age were X and Y?", "the age difference between X and Y", "how many years apart did X and
        Y die?"."""
        cursor = self._cursor
        for at in cursor.ends("wh.apart", start):
            for clause in self._clauses(at, "verbs.be"):
                yield from ((_apart(pair, "birth"), end) for pair, end in self._pair(clause.people, clause.at))
            for happened, who, end in self._events(at):
                if not happened.times and not happened.place and happened.partner is None:
                    yield from ((_apart(pair, happened.event), last) for pair, last in self._pair(who, end))
        for at in self._asked(start):
            for first in cursor.maybe("small.determiners", at):
                for gap in cursor.ends("small.age_gap", first):
                    for between in (*cursor.ends("small.between", gap), *cursor.ends("small.of", gap)):
                        for who, end in self._people.people(between, None):
                            yield from ((_apart(pair, "birth"), last) for pair, last in self._pair(who, end))

    @staticmethod
    def _pair(who: People, end: int) -> Iterator[tuple[tuple[People, People], int]]:
        if isinstance(who, Together) and len(who.parts) == _TWO:
            yield (who.parts[0], who.parts[1]), end

    def _marriages(self, start: int) -> Iterator[QuestionAt]:
        cursor = self._cursor
        for verb in ("verbs.be", "verbs.have"):
            for clause in self._clauses(start, verb):
                for at in cursor.maybe("verbs.be", clause.at):
                    for event, married in cursor.words.events.participles.at(cursor.texts, at):
                        if event != "marriage":
                            continue
                        of = event_of(clause.people, event)
                        for end in (married, *self._marriage_ends(married, clause.people)):
                            yield MarriedFor(of.of, of.partner), end
                        for to in (*cursor.ends("small.of", married), *cursor.ends("small.with", married)):
                            for other, end in self._people.people(to, clause.people):
                                yield MarriedFor(clause.people, other), end

    def _marriage_ends(self, start: int, who: People) -> Iterator[int]:
        """ "before they divorced", "until his death": that to which a marriage lasts in any case."""
        for time, end in self._times.times(start, who):
            if not isinstance(time.moment, EventOf):
                continue
            if time.moment.event == "death" or (time.moment.event == "divorce" and time.order is Order.BEFORE):
                yield end

    def _between(self, start: int) -> Iterator[QuestionAt]:
        cursor = self._cursor
        for at in (*cursor.ends("small.between", start), *cursor.ends("small.of", start)):
            for first, end in self._times.moments(at, None):
                if isinstance(first, EventOf) and first.partner is None:
                    yield from ((_apart(pair, first.event), last) for pair, last in self._pair(first.of, end))
                for second in (*cursor.ends("small.and", end), *cursor.ends("small.of", end)):
                    subject = first.of if isinstance(first, EventOf) else None
                    yield from ((Span(first, last), stop) for last, stop in self._times.moments(second, subject))

    def averages(self, start: int) -> Iterator[QuestionAt]:
        """ "What was the average age at death of X's children?", "the average lifespan in the tree"."""
        cursor = self._cursor
        for at in self._asked(start):
            for first in cursor.maybe("small.determiners", at):
                for average in cursor.ends("small.average", first):
                    for event, aged in cursor.at("ages_at", average):
                        by = Measure(MeasureKind.AGE, event)
                        for of in (*cursor.ends("small.of", aged), *cursor.ends("small.among", aged)):
                            yield from ((Average(who, by), end) for who, end in self._people.people(of, None))
                        yield Average(Everyone(), by), aged


def _apart(pair: tuple[People, People], event: str) -> Span:
    return Span(EventOf(pair[0], event), EventOf(pair[1], event), either=True)
