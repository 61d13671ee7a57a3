"""The third set: questions as people type them, written last and asked once before anything was changed."""

from __future__ import annotations

from typing import Final

from evals.family.first_questions import (
    T,
    all_of,
    born,
    born_at,
    born_in,
    brothers,
    certain,
    dated_kids,
    daughters,
    died,
    every,
    father,
    kids,
    longer,
    mother,
    sisters,
    sons,
    then,
    wed,
    wed_once,
    wedding_dates,
)
from evals.family.gold import (
    Asks,
    Kin,
    Number,
    People,
    Q,
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
    named,
    of_event,
    pairs,
    people,
    place_is,
    sorted_out,
    span,
    truth,
)
from evals.family.raw_tree import read_days


def in_laws(t: T, a: str) -> set[str]:
    """Parents and siblings of the husband or wife, and whom siblings married."""
    return ({*then(wed, T.parents)(t, a), *then(wed, T.siblings)(t, a), *then(T.siblings, wed)(t, a)}) - {a}


THIRD: Final = (
    Q("fact", "birth date of {a}?", named(has("BIRT")), of_event("BIRT")),
    Q("fact", "I'd like to know when {a} passed away.", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "when exactly did {a} die", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "In which country was {a} born?", named(has("BIRT", "place")), of_event("BIRT", "place")),
    Q("fact", "Where did {a} come into the world?", named(has("BIRT", "place")), of_event("BIRT", "place")),
    Q("fact", "What is the resting place of {a}?", named(has("BURI", "place")), of_event("BURI", "place")),
    Q("fact", "Do we know where {a} died?", named(has("DEAT", "place")), of_event("DEAT", "place")),
    Q("fact", "The death of {a}: when was it?", named(has("DEAT")), of_event("DEAT")),
    Q("fact", "Can you tell me the year of birth of {a}?", named(has("BIRT")), of_event("BIRT")),
    Q("fact", "What day did {a} wed {b}?", pairs(wed, has("MARR")), wedding_dates),
    Q("fact", "Since when was {a} married to {b}?", pairs(wed, has("MARR")), wedding_dates),
    Q("fact", "When and where was {a} born?", named(has("BIRT")), of_event("BIRT")),
    Q("kin", "whose son was {a}", named(lambda t, a: t.sex(a) == "M" and t.parents(a)), people(T.parents)),
    Q("kin", "{a}'s mother was who?", named(at_least(1, mother)), people(mother)),
    Q("kin", "Which woman was {a} married to?", named(lambda t, a: t.sex(a) == "M" and t.partners(a)), people(wed)),
    Q("kin", "What was {a}'s mother called?", named(at_least(1, mother)), people(mother)),
    Q("kin", "Who raised a family with {a}?", named(at_least(1, wed)), always(Asks())),
    Q("kin", "Who is the parent of {a}?", named(at_least(1, T.parents)), people(T.parents)),
    Q("list", "Did {a} have any children, and who were they?", named(at_least(1, kids)), people(kids)),
    Q("list", "All children of {a}", named(at_least(1, kids)), people(kids)),
    Q("list", "I am looking for the siblings of {a}.", named(at_least(1, T.siblings)), people(T.siblings)),
    Q(
        "list",
        "Who are all the known descendants of {a}?",
        named(lambda t, a: 2 < len(t.descendants(a)) < 80),
        people(T.descendants),
    ),
    Q(
        "list",
        "Which people descend from {a}?",
        named(lambda t, a: 2 < len(t.descendants(a)) < 80),
        people(T.descendants),
    ),
    Q("list", "What do you have on the brothers of {a}?", named(at_least(1, brothers)), people(brothers)),
    Q(
        "list",
        "give me {a}'s half-brothers",
        named(lambda t, a: len(t.parents(a)) == 2 and any(len(t.parents(x)) == 2 for x in t.siblings(a))),
        people(
            lambda t, a: {x for x in brothers(t, a) if len(t.parents(x)) == 2 and len(t.parents(x) & t.parents(a)) == 1}
        ),
    ),
    Q(
        "list",
        "How many full siblings did {a} have?",
        named(
            lambda t, a: t.siblings(a) and len(t.parents(a)) == 2 and all(len(t.parents(x)) == 2 for x in t.siblings(a))
        ),
        count(lambda t, a: {x for x in t.siblings(a) if t.parents(x) == t.parents(a)}),
    ),
    Q("hops", "Who are the in-laws of {a}?", named(at_least(1, wed)), people(in_laws)),
    Q(
        "hops",
        "In what year did the father of {a}'s mother die?",
        named(
            lambda t, a: len(then(mother, father)(t, a)) == 1 and has("DEAT")(t, next(iter(then(mother, father)(t, a))))
        ),
        lambda t, a: of_event("DEAT")(t, next(iter(then(mother, father)(t, a)))),
    ),
    Q(
        "hops",
        "Who were the maternal uncles of {a}?",
        named(at_least(1, then(mother, brothers))),
        people(then(mother, brothers)),
    ),
    Q(
        "hops",
        "How many children did the sisters of {a} have?",
        named(at_least(1, then(sisters, kids))),
        count(then(sisters, kids)),
    ),
    Q(
        "hops",
        "Whom did {a}'s eldest daughter marry?",
        named(lambda t, a: extreme(t, daughters(t, a), "BIRT").certain),
        lambda t, a: People(frozenset(t.partners(next(iter(extreme(t, daughters(t, a), "BIRT").certain))))),
    ),
    Q(
        "hops",
        "Where were {a}'s parents married?",
        named(
            lambda t, a: (
                len(t.parents(a)) == 2
                and has("MARR", "place")(t, next(iter(t.parents(a))))
                and len(t.partners(next(iter(t.parents(a))))) == 1
            )
        ),
        lambda t, a: of_event("MARR", "place")(t, next(iter(t.parents(a)))),
    ),
    Q(
        "hops",
        "When did {a}'s parents marry?",
        named(lambda t, a: len(t.parents(a)) == 2 and all(wed_once(t, x) for x in t.parents(a))),
        lambda t, a: of_event("MARR")(t, next(iter(t.parents(a)))),
    ),
    Q("hops", "Who was {a}'s brother's wife?", named(at_least(1, then(brothers, wed))), people(then(brothers, wed))),
    Q("count", "how many kids had {a}?", named(at_least(1, kids)), count(kids)),
    Q(
        "count",
        "How many people in the tree died in London?",
        fixed(),
        lambda t: Number(
            sum(place_is(t, x, "DEAT", "London") for x in t.people),
            sum("london" in one.place.lower() for x in t.people if (one := t.first(x, "DEAT"))),
        ),
    ),
    Q("count", "How many women are in this tree?", fixed(), count(lambda t: t.daughters(t.people))),
    Q("count", "What's the total number of children of {a}?", named(at_least(1, kids)), count(kids)),
    Q(
        "count",
        "How many wives did {a} marry?",
        named(lambda t, a: t.sex(a) == "M" and len(t.partners(a)) > 1),
        count(wed),
    ),
    Q("count", "{a} had how many brothers?", named(at_least(1, T.siblings)), count(brothers)),
    Q("filter", "Everyone born in London", fixed(), lambda t: certain(every(t, lambda x: born_at(t, x, "London")))),
    Q(
        "filter",
        "people who died in 1848",
        fixed(),
        lambda t: certain(every(t, lambda x: inside(t.days(x, "DEAT"), "1848", "1848"))),
    ),
    Q(
        "filter",
        "Show me the women who were born before 1200",
        fixed(),
        lambda t: certain(every(t, lambda x: all_of(t.sex(x) == "F", born_in(t, x, "1", "1199")))),
    ),
    Q(
        "filter",
        "Who in the family was born in England and died in France?",
        fixed(),
        lambda t: certain(every(t, lambda x: born_at(t, x, "England") and place_is(t, x, "DEAT", "France"))),
    ),
    Q(
        "filter",
        "Which of {a}'s children outlived {a}?",
        named(lambda t, a: died(t, a) and any(earlier(t.days(a, "DEAT"), t.days(x, "DEAT")) for x in kids(t, a))),
        lambda t, a: certain(sorted_out(kids(t, a), lambda x: earlier(t.days(a, "DEAT"), t.days(x, "DEAT")))),
    ),
    Q(
        "filter",
        "Which children of {a} died before their father?",
        named(
            lambda t, a: (
                t.sex(a) == "M"
                and died(t, a)
                and any(earlier(t.days(x, "DEAT"), t.days(a, "DEAT")) for x in kids(t, a))
            )
        ),
        lambda t, a: certain(sorted_out(kids(t, a), lambda x: earlier(t.days(x, "DEAT"), t.days(a, "DEAT")))),
    ),
    Q(
        "filter",
        "Were there people who lived to be over 95?",
        fixed(),
        exists(lambda t: [x for x in t.people if age(t, x).low > 95]),
    ),
    Q(
        "filter",
        "Which sisters of {a} were married?",
        named(lambda t, a: any(t.partners(x) for x in sisters(t, a))),
        people(lambda t, a: {x for x in sisters(t, a) if t.partners(x)}),
    ),
    Q(
        "superlative",
        "Who's the oldest of {a}'s sons?",
        named(lambda t, a: sum(1 for x in sons(t, a) if born(t, x)) > 1),
        lambda t, a: extreme(t, sons(t, a), "BIRT"),
    ),
    Q(
        "superlative",
        "the last-born child of {a}",
        named(lambda t, a: len(dated_kids(t, a)) > 1),
        lambda t, a: extreme(t, kids(t, a), "BIRT", last=True),
    ),
    Q(
        "superlative",
        "Which grandchild of {a} was born first?",
        named(lambda t, a: sum(1 for x in T.grandchildren(t, a) if born(t, x)) > 1),
        lambda t, a: extreme(t, T.grandchildren(t, a), "BIRT"),
    ),
    Q(
        "superlative",
        "What was the name of {a}'s second son?",
        named(lambda t, a: len(sons(t, a)) > 2 and len(_by_birth(t, a)) == len(sons(t, a))),
        lambda t, a: People(frozenset(_by_birth(t, a)[1:2])),
    ),
    Q("age", "How many years old was {a} when she died?", named(born, died, lambda t, a: t.sex(a) == "F"), age),
    Q("age", "What age did {a} reach?", named(born, died), age),
    Q(
        "age",
        "How old was {a} on the day of the wedding to {b}?",
        pairs(wed, born, wed_once),
        lambda t, a, b: span(t.days(a, "BIRT"), read_days(t.weddings(a, b)[0].date)),
    ),
    Q(
        "age",
        "What was the age of {a} when {b} was born?",
        pairs(kids, born),
        lambda t, a, b: span(t.days(a, "BIRT"), t.days(b, "BIRT")),
    ),
    Q(
        "age",
        "How long did {b} live after {a} died?",
        pairs(lambda t, a: [x for x in wed(t, a) if earlier(t.days(a, "DEAT"), t.days(x, "DEAT"))], died),
        lambda t, a, b: span(t.days(a, "DEAT"), t.days(b, "DEAT")),
    ),
    Q(
        "compare",
        "Of {a} and {b}, who was born earlier?",
        pairs(T.siblings, born),
        lambda t, a, b: extreme(t, [a, b], "BIRT") if born(t, b) else People(frozenset()),
    ),
    Q(
        "compare",
        "Did {a} live longer than {b}?",
        anybody_else(born, died),
        truth(lambda t, a, b: True if a in longer(t, a, b).certain else False if longer(t, a, b).certain else None),
    ),
    Q(
        "compare",
        "who of {a} and {b} died last",
        pairs(wed, died),
        lambda t, a, b: extreme(t, [a, b], "DEAT", last=True) if died(t, b) else People(frozenset()),
    ),
    Q(
        "compare",
        "Was {b} the older brother of {a}?",
        pairs(brothers, born),
        truth(lambda t, a, b: earlier(t.days(b, "BIRT"), t.days(a, "BIRT")) if born(t, b) else None),
    ),
    Q(
        "yesno",
        "Is it true that {a} was born in England?",
        named(lambda t, a: born_at(t, a, "England")),
        truth(lambda t, a: True),
    ),
    Q("yesno", "Was {a} a child of {b}?", pairs(T.parents), truth(lambda t, a, b: True)),
    Q("yesno", "Were {a} and {b} cousins?", pairs(T.cousins), truth(lambda t, a, b: True)),
    Q(
        "yesno",
        "Did {a} and {b} have any children?",
        pairs(wed, at_least(2, kids)),
        exists(lambda t, a, b: t.children(a) & t.children(b)),
    ),
    Q("yesno", "Had {a} died by 1500?", named(died), truth(lambda t, a: inside(t.days(a, "DEAT"), "1", "1500"))),
    Q(
        "yesno",
        "Is there anyone in the tree who was born in Rome?",
        fixed(),
        exists(lambda t: [x for x in t.people if born_at(t, x, "Rome")]),
    ),
    Q(
        "yesno",
        "Was {a} {b}'s grandmother?",
        pairs(T.grandchildren, lambda t, a: t.sex(a) == "F"),
        truth(lambda t, a, b: True),
    ),
    Q("yesno", "Are {a} and {b} related?", pairs(T.cousins), truth(lambda t, a, b: True)),
    Q(
        "lines",
        "common ancestors of {a} and {b}",
        pairs(T.cousins, lambda t, a: len(t.ancestors(a)) < 60),
        people(lambda t, a, b: t.ancestors(a) & t.ancestors(b)),
    ),
    Q(
        "lines",
        "Do {a} and {b} have any common ancestors?",
        pairs(T.cousins, lambda t, a: len(t.ancestors(a)) < 60),
        exists(lambda t, a, b: t.ancestors(a) & t.ancestors(b)),
    ),
    Q(
        "related",
        "What kin is {a} to {b}?",
        pairs(T.grandparents),
        lambda t, a, b: Kin(frozenset([{"M": "grandson", "F": "granddaughter"}[t.sex(a)]])),
    ),
    Q(
        "related",
        "Explain the relationship of {a} and {b}",
        pairs(kids),
        lambda t, a, b: Kin(frozenset([{"M": "father", "F": "mother"}[t.sex(a)]])),
    ),
    Q("back", "Is {a} still famous?", named(), always(Asks())),
    Q("back", "Which of {a}'s children was the cleverest?", named(at_least(2, kids)), always(Asks())),
    Q("back", "How did {a} die?", named(), always(Asks())),
    Q("back", "How much money did {a} leave to {b}?", pairs(kids), always(Asks())),
    Q("back", "Who was {a} in love with?", named(), always(Asks())),
    Q("back", "When did {a} first meet {b}?", pairs(wed), always(Asks())),
    Q("back", "Who betrayed {a}?", named(), always(Asks())),
    Q("back", "Which language did {a} speak with {b}?", pairs(wed), always(Asks())),
)


def _by_birth(t: T, id: str) -> list[str]:
    """The sons in the order of their births, of those whose day of birth is known."""
    born_on = {x: days.low for x in sons(t, id) if (days := t.days(x, "BIRT")) and days.low == days.high}
    return sorted(born_on, key=lambda x: born_on[x])
