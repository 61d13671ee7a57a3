"""The first set: written before there was anything that could read a question."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from evals.family.gold import (
    Asks,
    Dates,
    Gold,
    Kin,
    Number,
    People,
    Places,
    Q,
    Texts,
    age,
    always,
    anybody_else,
    at_least,
    count,
    earlier,
    exists,
    extreme,
    fixed,
    has,
    inside,
    lacks,
    named,
    of_event,
    pairs,
    people,
    place_is,
    sorted_out,
    span,
    truth,
)
from evals.family.raw_tree import Days, RawTree, read_days

Some = Callable[[RawTree, str], Collection[str]]
T = RawTree
kids: Some = T.own_children
wed: Some = T.partners


def sons(t: T, a: str) -> set[str]:
    return t.sons(t.children(a))


def daughters(t: T, a: str) -> set[str]:
    return t.daughters(t.children(a))


def brothers(t: T, a: str) -> set[str]:
    return t.sons(t.siblings(a))


def sisters(t: T, a: str) -> set[str]:
    return t.daughters(t.siblings(a))


def father(t: T, a: str) -> set[str]:
    return t.sons(t.parents(a))


def mother(t: T, a: str) -> set[str]:
    return t.daughters(t.parents(a))


def dated_kids(t: T, a: str) -> list[str]:
    return [one for one in t.children(a) if t.days(one, "BIRT")]


def then(*steps: Some) -> Some:
    """Several steps of kin, one after the other."""

    def go(t: T, a: str) -> set[str]:
        found = {a}
        for step in steps:
            found = {to for one in found for to in step(t, one)}
        return found

    return go


def born(t: T, a: str) -> object:
    return t.days(a, "BIRT")


def died(t: T, a: str) -> object:
    return t.days(a, "DEAT")


def wed_once(t: T, a: str) -> bool:
    return len(t.partners(a)) == 1 and has("MARR")(t, a)


def nth_wife(t: T, a: str, at: int) -> set[str]:
    """The partner of the marriage that is the nth by date; none unless all are dated."""
    found = [(days.low, two) for two in t.partners(a) for one in t.weddings(a, two)[:1] if (days := _days(one.date))]
    return {sorted(found)[at][1]} if len(found) == len(t.partners(a)) and len(found) > at else set()


def _days(text: str) -> Days | None:
    return read_days(text)


def wedding_dates(t: T, a: str, b: str) -> Gold:
    return Dates(frozenset(one.date for one in t.weddings(a, b)) - {""})


def wedding_places(t: T, a: str, b: str) -> Gold:
    return Places(frozenset(one.place for one in t.weddings(a, b)) - {""})


def every(t: T, holds: Callable[[str], bool | None]) -> Gold:
    return sorted_out(t.everybody(), holds)


def born_at(t: T, one: str, part: str) -> bool:
    return place_is(t, one, "BIRT", part)


def born_in(t: T, one: str, low: str, high: str) -> bool | None:
    return inside(t.days(one, "BIRT"), low, high)


def certain(gold: Gold) -> Gold:
    return People(gold.certain) if isinstance(gold, People) else gold


def all_of(*said: bool | None) -> bool | None:
    return False if False in said else None if None in said else True


def longer(t: T, a: str, b: str) -> People:
    one, two = age(t, a), age(t, b)
    if one.low > two.high:
        return People(frozenset([a]))
    return People(frozenset([b])) if two.low > one.high else People(frozenset(), frozenset((a, b)))


FIRST: Final = (
    # Facts of one person.
    Q("fact", "When was {a} born?", named(has("BIRT")), of_event("BIRT")),
    Q("fact", "What is the date of birth of {a}?", named(has("BIRT")), of_event("BIRT")),
    Q("fact", "What is {a}'s birthday?", named(has("BIRT")), of_event("BIRT")),
    Q("fact", "When was {a} born?", named(lacks("BIRT"), at_least(1, kids)), of_event("BIRT")),
    Q("fact", "When did {a} die?", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "In what year did {a} pass away?", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "What was the date of {a}'s death?", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "Where was {a} born?", named(has("BIRT", "place")), of_event("BIRT", "place")),
    Q("fact", "What's the birthplace of {a}?", named(has("BIRT", "place")), of_event("BIRT", "place")),
    Q("fact", "In which town was {a} born?", named(lacks("BIRT", "place")), of_event("BIRT", "place")),
    Q("fact", "Where did {a} die?", named(has("DEAT", "place")), of_event("DEAT", "place")),
    Q("fact", "Where is {a} buried?", named(has("BURI", "place")), of_event("BURI", "place")),
    Q("fact", "Please tell me where {a} was laid to rest.", named(has("BURI", "place")), of_event("BURI", "place")),
    Q("fact", "When did {a} get married?", named(wed_once), of_event("MARR")),
    Q("fact", "When did {a} marry {b}?", pairs(wed, has("MARR")), wedding_dates),
    Q("fact", "On what day did {a} and {b} marry?", pairs(wed, has("MARR")), wedding_dates),
    Q("fact", "Where did {a} and {b} get married?", pairs(wed, has("MARR", "place")), wedding_places),
    Q("fact", "When was the wedding of {a} and {b}?", pairs(wed, has("MARR")), wedding_dates),
    Q(
        "fact",
        "When were {a} and {b} divorced?",
        pairs(wed, has("DIV")),
        lambda t, a, b: Dates(frozenset(one.date for one in t.between(a, b, "DIV")) - {""}),
    ),
    Q("fact", "When was {a} christened?", named(has("CHR")), of_event("CHR")),
    Q(
        "fact",
        "What title did {a} have?",
        named(lambda t, a: len(t.attribute(a, "TITL")) == 1),
        lambda t, a: Texts(frozenset(t.attribute(a, "TITL"))),
    ),
    # One step of kin.
    Q("kin", "Who was the father of {a}?", named(at_least(1, father)), people(father)),
    Q("kin", "Who was {a}'s mother?", named(at_least(1, mother)), people(mother)),
    Q("kin", "Who were {a}'s parents?", named(at_least(2, T.parents)), people(T.parents)),
    Q("kin", "Who are the parents of {a}?", named(lambda t, a: not t.parents(a)), people(T.parents)),
    Q("kin", "Who did {a} marry?", named(at_least(1, wed)), people(wed)),
    Q("kin", "Whom did {a} marry?", named(at_least(2, wed)), people(wed)),
    Q("kin", "Who was {a} married to?", named(at_least(1, wed)), people(wed)),
    Q(
        "kin",
        "What was the name of {a}'s wife?",
        named(lambda t, a: t.sex(a) == "M" and len(t.partners(a)) == 1),
        people(wed),
    ),
    Q(
        "kin",
        "Who was the husband of {a}?",
        named(lambda t, a: t.sex(a) == "F" and len(t.partners(a)) == 1),
        people(wed),
    ),
    Q("list", "List the children of {a}.", named(at_least(2, kids)), people(kids)),
    Q("list", "What children did {a} have?", named(at_least(2, kids)), people(kids)),
    Q("list", "Name all of {a}'s sons.", named(at_least(1, sons)), people(sons)),
    Q("list", "Who were the daughters of {a}?", named(at_least(1, daughters)), people(daughters)),
    Q("list", "What were the names of {a}'s brothers and sisters?", named(at_least(2, T.siblings)), people(T.siblings)),
    Q("list", "Show me {a}'s grandchildren", named(at_least(2, T.grandchildren)), people(T.grandchildren)),
    Q("list", "Who were the grandparents of {a}?", named(at_least(2, T.grandparents)), people(T.grandparents)),
    Q("list", "Who were {a}'s aunts and uncles?", named(at_least(2, T.aunts_and_uncles)), people(T.aunts_and_uncles)),
    Q("list", "Who are the first cousins of {a}?", named(at_least(2, T.cousins)), people(T.cousins)),
    Q(
        "list",
        "Which nieces did {a} have?",
        named(at_least(2, T.nieces_and_nephews)),
        people(lambda t, a: t.daughters(t.nieces_and_nephews(a))),
    ),
    Q(
        "list",
        "What children did {a} and {b} have together?",
        pairs(wed, at_least(2, kids)),
        people(lambda t, a, b: t.children(a) & t.children(b)),
    ),
    Q("list", "Who were the siblings of {a}?", named(at_least(1, T.siblings)), people(T.siblings)),
    # Several steps.
    Q(
        "hops",
        "Who was the mother of {a}'s father?",
        named(at_least(1, then(father, mother))),
        people(then(father, mother)),
    ),
    Q(
        "hops",
        "Who was {a}'s maternal grandfather?",
        named(at_least(1, then(mother, father))),
        people(then(mother, father)),
    ),
    Q(
        "hops",
        "Who was the paternal grandmother of {a}?",
        named(at_least(1, then(father, mother))),
        people(then(father, mother)),
    ),
    Q(
        "hops",
        "Where was the wife of {a} born?",
        named(
            lambda t, a: (
                t.sex(a) == "M" and len(t.partners(a)) == 1 and has("BIRT", "place")(t, next(iter(t.partners(a))))
            )
        ),
        lambda t, a: of_event("BIRT", "place")(t, next(iter(t.partners(a)))),
    ),
    Q(
        "hops",
        "When did {a}'s mother die?",
        named(lambda t, a: len(mother(t, a)) == 1 and died(t, next(iter(mother(t, a))))),
        lambda t, a: of_event("DEAT")(t, next(iter(mother(t, a)))),
    ),
    Q(
        "hops",
        "Who were the grandchildren of {a}'s second wife?",
        named(lambda t, a: then(lambda t, a: nth_wife(t, a, 1), T.grandchildren)(t, a) if t.sex(a) == "M" else False),
        people(then(lambda t, a: nth_wife(t, a, 1), T.grandchildren)),
    ),
    Q(
        "hops",
        "Who was the second wife of {a}?",
        named(lambda t, a: t.sex(a) == "M" and nth_wife(t, a, 1)),
        people(lambda t, a: nth_wife(t, a, 1)),
    ),
    Q("hops", "Who did {a}'s brothers marry?", named(at_least(1, then(brothers, wed))), people(then(brothers, wed))),
    Q(
        "hops",
        "Who were the children of {a}'s sisters?",
        named(at_least(2, then(sisters, kids))),
        people(then(sisters, kids)),
    ),
    Q("hops", "Who was the father-in-law of {a}?", named(at_least(1, then(wed, father))), people(then(wed, father))),
    Q(
        "hops",
        "Who were {a}'s great-grandparents?",
        named(at_least(3, then(T.parents, T.grandparents))),
        people(then(T.parents, T.grandparents)),
    ),
    # Counts.
    Q("count", "How many children did {a} have?", named(at_least(1, kids)), count(kids)),
    Q(
        "count",
        "How many kids did {a} and {b} have?",
        pairs(wed, at_least(2, kids)),
        count(lambda t, a, b: t.children(a) & t.children(b)),
    ),
    Q("count", "How many sons did {a} have?", named(at_least(1, kids)), count(sons)),
    Q("count", "How many brothers did {a} have?", named(at_least(1, T.siblings)), count(brothers)),
    Q("count", "How many times was {a} married?", named(at_least(2, wed)), count(wed)),
    Q(
        "count",
        "What is the number of {a}'s grandchildren?",
        named(at_least(2, T.grandchildren)),
        count(T.grandchildren),
    ),
    Q("count", "How many descendants of {a} are in the tree?", named(at_least(5, T.descendants)), count(T.descendants)),
    Q(
        "count",
        "How many people were born in Paris?",
        fixed(),
        lambda t: Number(
            sum(born_at(t, x, "Paris") for x in t.people), sum("paris" in _birth_place(t, x) for x in t.people)
        ),
    ),
    Q("count", "How many of {a}'s children were girls?", named(at_least(2, kids)), count(daughters)),
    Q("count", "How many people are there in this tree?", fixed(), count(T.everybody)),
    # Lists by place and time.
    Q(
        "filter",
        "Who was born in Berlin before 1800?",
        fixed(),
        lambda t: every(t, lambda x: all_of(born_at(t, x, "Berlin"), born_in(t, x, "1", "1799"))),
    ),
    Q(
        "filter",
        "Which people died in Scotland?",
        fixed(),
        lambda t: every(t, lambda x: place_is(t, x, "DEAT", "Scotland")),
    ),
    Q(
        "filter",
        "List everyone who was born in Denmark after 1850 and before 1900",
        fixed(),
        lambda t: every(t, lambda x: all_of(born_at(t, x, "Denmark"), born_in(t, x, "1851", "1899"))),
    ),
    Q("filter", "Who was born in 1819?", fixed(), lambda t: certain(every(t, lambda x: born_in(t, x, "1819", "1819")))),
    Q(
        "filter",
        "Which women were born in Athens?",
        fixed(),
        lambda t: every(t, lambda x: t.sex(x) == "F" and born_at(t, x, "Athens")),
    ),
    Q(
        "filter",
        "Which children of {a} were born after 1500?",
        named(at_least(3, dated_kids), lambda t, a: born_in(t, a, "1450", "1600")),
        lambda t, a: sorted_out(t.children(a), lambda x: born_in(t, x, "1501", "9000")),
    ),
    Q(
        "filter",
        "Which of {a}'s children were born in England?",
        named(lambda t, a: any(born_at(t, x, "England") for x in t.children(a))),
        lambda t, a: certain(sorted_out(t.children(a), lambda x: born_at(t, x, "England"))),
    ),
    Q(
        "filter",
        "Who was buried in Westminster?",
        fixed(),
        lambda t: every(t, lambda x: place_is(t, x, "BURI", "Westminster")),
    ),
    Q(
        "filter",
        "Who died between 1536 and 1542 in England?",
        fixed(),
        lambda t: every(
            t, lambda x: all_of(place_is(t, x, "DEAT", "England"), inside(t.days(x, "DEAT"), "1536", "1542"))
        ),
    ),
    Q(
        "filter",
        "Which people in the tree had more than 15 children?",
        fixed(),
        lambda t: every(t, lambda x: len(t.children(x)) > 15),
    ),
    # Superlatives.
    Q(
        "superlative",
        "Who was the oldest child of {a}?",
        named(at_least(3, dated_kids)),
        lambda t, a: extreme(t, t.children(a), "BIRT"),
    ),
    Q(
        "superlative",
        "Who was {a}'s youngest daughter?",
        named(lambda t, a: sum(1 for x in daughters(t, a) if t.days(x, "BIRT")) > 1),
        lambda t, a: extreme(t, daughters(t, a), "BIRT", last=True),
    ),
    Q(
        "superlative",
        "Which of {a}'s children died first?",
        named(lambda t, a: sum(1 for x in kids(t, a) if died(t, x)) > 2),
        lambda t, a: extreme(t, kids(t, a), "DEAT"),
    ),
    Q(
        "superlative",
        "Which of {a}'s sons was born last?",
        named(lambda t, a: sum(1 for x in sons(t, a) if born(t, x)) > 1),
        lambda t, a: extreme(t, sons(t, a), "BIRT", last=True),
    ),
    Q(
        "superlative",
        "Who had the most children?",
        fixed(),
        lambda t: People(
            frozenset(x for x in t.people if len(t.children(x)) == max(len(t.children(y)) for y in t.people))
        ),
    ),
    Q(
        "superlative",
        "Which child of {a} had the most children?",
        named(lambda t, a: sum(1 for x in kids(t, a) if t.children(x)) > 1),
        lambda t, a: People(
            frozenset(x for x in kids(t, a) if len(t.children(x)) == max(len(t.children(y)) for y in kids(t, a)))
        ),
    ),
    Q(
        "superlative",
        "When was the eldest son of {a} born?",
        named(
            lambda t, a: (
                sum(1 for x in sons(t, a) if born(t, x)) > 1 and len(extreme(t, sons(t, a), "BIRT").certain) == 1
            )
        ),
        lambda t, a: of_event("BIRT")(t, next(iter(extreme(t, sons(t, a), "BIRT").certain))),
    ),
    # Ages and spans.
    Q("age", "How old was {a} when she died?", named(lambda t, a: t.sex(a) == "F", born, died), age),
    Q("age", "At what age did {a} die?", named(born, died), age),
    Q("age", "How long did {a} live?", named(born, died), age),
    Q(
        "age",
        "How old was {a} when his father died?",
        named(
            lambda t, a: t.sex(a) == "M",
            born,
            lambda t, a: (
                len(father(t, a)) == 1
                and died(t, next(iter(father(t, a))))
                and earlier(t.days(a, "BIRT"), t.days(next(iter(father(t, a))), "DEAT"))
            ),
        ),
        lambda t, a: age(t, a, "DEAT", next(iter(father(t, a)))),
    ),
    Q(
        "age",
        "How old was {a} in 1550?",
        named(lambda t, a: born_in(t, a, "1480", "1540"), lambda t, a: inside(t.days(a, "DEAT"), "1551", "1650")),
        lambda t, a: span(t.days(a, "BIRT"), _days("1550")),
    ),
    Q(
        "age",
        "How old was {a} when {b} was born?",
        pairs(kids, born),
        lambda t, a, b: age(t, a, "BIRT", b) if born(t, b) else Number(-1, -1),
    ),
    Q(
        "age",
        "How old was {a} at her wedding?",
        named(wed_once, born, lambda t, a: t.sex(a) == "F"),
        lambda t, a: span(t.days(a, "BIRT"), _days(t.happenings(a, "MARR")[0].date)),
    ),
    Q("age", "What age was {a} at the birth of {b}?", pairs(kids, born), lambda t, a, b: age(t, a, "BIRT", b)),
    Q(
        "age",
        "How many years passed between the birth of {a} and the birth of {b}?",
        pairs(lambda t, a: [x for x in t.siblings(a) if earlier(t.days(a, "BIRT"), t.days(x, "BIRT"))], born),
        lambda t, a, b: span(t.days(a, "BIRT"), t.days(b, "BIRT")),
    ),
    # Comparisons.
    Q("compare", "Who lived longer, {a} or {b}?", anybody_else(born, died), longer),
    Q(
        "compare",
        "Who was older, {a} or {b}?",
        pairs(T.siblings, born),
        lambda t, a, b: extreme(t, [a, b], "BIRT") if born(t, b) else People(frozenset()),
    ),
    Q(
        "compare",
        "Was {a} older than {b}?",
        pairs(T.siblings, born),
        truth(lambda t, a, b: earlier(t.days(a, "BIRT"), t.days(b, "BIRT"))),
    ),
    Q(
        "compare",
        "Did {a} die before {b}?",
        pairs(wed, died),
        truth(lambda t, a, b: earlier(t.days(a, "DEAT"), t.days(b, "DEAT"))),
    ),
    Q(
        "compare",
        "Who had more children, {a} or {b}?",
        pairs(T.siblings, at_least(1, kids)),
        lambda t, a, b: People(
            frozenset(x for x in (a, b) if len(kids(t, x)) == max(len(kids(t, a)), len(kids(t, b))))
        ),
    ),
    # Yes or no.
    Q(
        "yesno",
        "Was {a} born in France?",
        named(lambda t, a: place_is(t, a, "BIRT", "France")),
        truth(lambda t, a: True),
    ),
    Q(
        "yesno",
        "Was {a} born in France?",
        named(lambda t, a: place_is(t, a, "BIRT", "England")),
        truth(lambda t, a: False),
    ),
    Q("yesno", "Was {a} born in France?", named(lacks("BIRT", "place")), truth(lambda t, a: None)),
    Q("yesno", "Did {a} have any children?", named(at_least(1, kids)), exists(kids)),
    Q("yesno", "Did {a} have any brothers?", named(lambda t, a: not brothers(t, a)), exists(brothers)),
    Q("yesno", "Did {a} have a sister?", named(at_least(1, T.siblings)), exists(sisters)),
    Q("yesno", "Was {a} the son of {b}?", pairs(T.parents, lambda t, a: t.sex(a) == "M"), truth(lambda t, a, b: True)),
    Q(
        "yesno",
        "Is {a} the daughter of {b}?",
        anybody_else(lambda t, a: t.sex(a) == "F" and len(t.parents(a)) == 2),
        truth(lambda t, a, b: b in t.parents(a)),
    ),
    Q("yesno", "Was {a} married to {b}?", pairs(wed), truth(lambda t, a, b: True)),
    Q(
        "yesno",
        "Is {a} an ancestor of {b}?",
        pairs(T.descendants, at_least(8, T.descendants)),
        truth(lambda t, a, b: True),
    ),
    Q(
        "yesno",
        "Was {a} alive in 1700?",
        named(born, died, lambda t, a: born_in(t, a, "1640", "1760")),
        truth(lambda t, a: all_of(inside(t.days(a, "BIRT"), "1", "1700"), inside(t.days(a, "DEAT"), "1700", "9000"))),
    ),
    Q("yesno", "Did {a} die before 1600?", named(died), truth(lambda t, a: inside(t.days(a, "DEAT"), "1", "1599"))),
    Q("yesno", "Was {a} ever married?", named(at_least(1, wed)), truth(lambda t, a: True)),
    Q("yesno", "Are {a} and {b} siblings?", pairs(T.siblings), truth(lambda t, a, b: True)),
    # Lines.
    Q("lines", "Who are the ancestors of {a}?", named(lambda t, a: 2 < len(t.ancestors(a)) < 60), people(T.ancestors)),
    Q(
        "lines",
        "List all descendants of {a}",
        named(lambda t, a: 2 < len(t.descendants(a)) < 60),
        people(T.descendants),
    ),
    Q(
        "lines",
        "Which ancestors do {a} and {b} have in common?",
        pairs(T.cousins, lambda t, a: len(t.ancestors(a)) < 60),
        people(lambda t, a, b: t.ancestors(a) & t.ancestors(b)),
    ),
    Q(
        "lines",
        "Who are the common ancestors of {a} and {b}?",
        pairs(T.cousins, lambda t, a: len(t.ancestors(a)) < 60),
        people(lambda t, a, b: t.ancestors(a) & t.ancestors(b)),
    ),
    Q(
        "related",
        "How is {a} related to {b}?",
        pairs(T.grandparents),
        lambda t, a, b: Kin(frozenset([{"M": "grandson", "F": "granddaughter"}[t.sex(a)]])),
    ),
    Q(
        "related",
        "What is the relationship between {a} and {b}?",
        pairs(kids),
        lambda t, a, b: Kin(
            frozenset([{"M": "father", "F": "mother"}[t.sex(a)], {"M": "son", "F": "daughter"}[t.sex(b)]])
        ),
    ),
    # What has to be asked back.
    Q("back", "When was Zebulon Crabtree born?", fixed(), always(Asks())),
    Q("back", "What was {a}'s favourite colour?", named(), always(Asks())),
    Q("back", "Was {a} happy?", named(), always(Asks())),
    Q("back", "Where did {a} go to school?", named(), always(Asks())),
    Q("back", "Who did {a} marry before the war?", named(at_least(1, wed)), always(Asks())),
    Q("back", "How tall was {a}?", named(), always(Asks())),
    Q("back", "asdf qwer zxcv", fixed(), always(Asks())),
)

ROYAL: Final = (
    Q("back", "Why did Henry VIII break with Rome?", fixed(), always(Asks())),
    Q("back", "Who was Mary's father?", fixed(), always(Asks())),
    Q("back", "When was Elizabeth born?", fixed(), always(Asks())),
    # As people say it.
    Q("famous", "When was Anne Boleyn born?", fixed(), lambda t: of_event("BIRT")(t, "I848")),
    Q(
        "famous",
        "How many wives did Henry VIII have?",
        fixed(),
        lambda t: Number(len(t.partners("I828")), len(t.partners("I828"))),
    ),
    Q("famous", "Who were the wives of Henry VIII?", fixed(), lambda t: People(frozenset(t.partners("I828")))),
    Q("famous", "Where did King Henry VIII die?", fixed(), lambda t: of_event("DEAT", "place")(t, "I828")),
    Q("famous", "How old was Queen Victoria when she died?", fixed(), lambda t: age(t, "I1")),
    Q("famous", "How many grandchildren did Queen Victoria have?", fixed(), lambda t: count(T.grandchildren)(t, "I1")),
    Q("famous", "Who was the mother of Elizabeth of York?", fixed(), lambda t: People(frozenset(mother(t, "I774")))),
)


def _birth_place(t: T, id: str) -> str:
    found = t.first(id, "BIRT")
    return found.place.lower() if found is not None else ""
