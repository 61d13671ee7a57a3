"""Relationships in words: what a term of kinship is called in a language.

The words and forms are data (`languages/*/kinship.toml`). Numbers follow what genealogists write:
great-grandmother, great-great-grandmother, 3rd great-grandmother; second cousin twice removed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from claimtree.kinship.graph import Sex
from claimtree.kinship.terms import KinTerm, Relation, Tie
from claimtree.languages import data_of


@dataclass(frozen=True, slots=True, kw_only=True)
class KinshipWords:
    """What a language says of kinship."""

    words: Mapping[str, Sequence[str]]
    """Each of a man, of a woman, of anybody."""
    forms: Mapping[str, str]
    doubles: Sequence[str]
    links: Mapping[str, str]
    sentences: Mapping[str, str]
    suffixes: Mapping[str, str]
    degrees: Sequence[str]
    removed: Sequence[str]
    removed_numbered: str


@cache
def kinship_words(code: str = "en") -> KinshipWords:
    """Returns the words of a language."""
    table = tomllib.loads(data_of(code, "kinship.toml").read_text("utf-8"))
    numbers, forms = table["numbers"], table["forms"]
    return KinshipWords(
        words=table["words"],
        forms={name: form for name, form in forms.items() if isinstance(form, str)},
        doubles=forms["double"],
        links=table["links"],
        sentences=table["sentences"],
        suffixes=numbers["ordinal_suffixes"],
        degrees=numbers["degrees"],
        removed=numbers["removed"],
        removed_numbered=numbers["removed_numbered"],
    )


_COLUMN = {Sex.MALE: 0, Sex.FEMALE: 1, Sex.OTHER: 2, Sex.UNKNOWN: 2}


def said(terms: Sequence[KinTerm], code: str = "en") -> str:
    """Returns what a chain of terms is called.

    >>> said([KinTerm(up=3, down=1, sex=Sex.FEMALE)])
    'great-aunt'
    >>> said([KinTerm(up=5, sex=Sex.MALE), KinTerm(relation=Relation.SPOUSE, sex=Sex.FEMALE)])
    "3rd great-grandfather's wife"
    """
    table = kinship_words(code)
    result = ""
    for term in terms:
        word = _term(table, term)
        result = table.forms["of"].format(owner=result, word=word) if result else word
    return result


def said_of(terms: Sequence[KinTerm], ways: int, code: str = "en") -> str:
    """Returns the same for people who are related so in several ways: "double first cousin"."""
    word = said(terms, code)
    if ways < 2:
        return word
    doubles = kinship_words(code).doubles
    cousins = len(terms) == 1 and terms[0].degree > 0
    form = doubles[min(ways - 2, len(doubles) - 1)] if cousins else doubles[-1]
    return form.format(word=word, count=ways)


def not_related(code: str = "en") -> str:
    return kinship_words(code).forms["none"]


def link_word(name: str, code: str = "en") -> str:
    """Returns what is written beside a line of a drawing."""
    return kinship_words(code).links[name]


def sentence(name: str, code: str = "en", **values: str) -> str:
    """Returns a sentence about kinship with these values in it."""
    return kinship_words(code).sentences[name].format_map(values)


def _term(table: KinshipWords, term: KinTerm) -> str:
    words = table.words[_root(term)][_COLUMN[term.sex]].split("|")
    spoken = [_qualified(table, term, _numbered(table, term, word)) for word in words]
    return spoken[0] if len(spoken) == 1 else table.forms["or"].format(one=spoken[0], other=spoken[1])


def _root(term: KinTerm) -> str:
    """Returns the entry of the table for a term, before great-, half- and the like."""
    if term.relation is not Relation.LINE:
        return term.relation.value
    match term.up, term.down:
        case 0, 0:
            return "self"
        case up, 0:
            return "parent" if up == 1 else "grandparent"
        case 0, down:
            return "child" if down == 1 else "grandchild"
        case 1, 1:
            return "sibling"
        case _, 1:
            return "uncle"
        case 1, _:
            return "nephew"
        case _:
            return "cousin"


def _numbered(table: KinshipWords, term: KinTerm, word: str) -> str:
    if term.degree:
        degree = _nth(table, term.degree)
        if not term.removed:
            return table.forms["cousin"].format(degree=degree, word=word)
        return table.forms["cousin_removed"].format(degree=degree, word=word, removed=_removed(table, term.removed))
    greats = max(term.up, term.down) - 2
    match greats:
        case 1:
            return table.forms["great"].format(word=word)
        case 2:
            return table.forms["great_great"].format(word=word)
        case _ if greats > 2:
            return table.forms["great_numbered"].format(ordinal=_ordinal(table, greats), word=word)
        case _:
            return word


def _qualified(table: KinshipWords, term: KinTerm, word: str) -> str:
    def form(name: str) -> str:
        return table.forms[name].format(word=word)

    if term.half:
        word = form("half_counted" if _counted(term) else "half")
    if term.tie is not Tie.BIRTH:
        word = _tied(term, form)
    if term.in_law:
        near = 0 in (term.up, term.down) or (term.up, term.down) == (1, 1)
        word = form("in_law" if near else "by_marriage")
    return form("ex") if term.ex else word


def _tied(term: KinTerm, form: Callable[[str], str]) -> str:
    match term.tie:
        case Tie.STEP:
            if _counted(term):
                return form("step_counted")
            return form("step_near" if max(term.up, term.down) == 1 else "step")
        case Tie.FOSTER:
            return form("by_fostering" if term.degree else "foster")
        case _ if term.degree:
            return form("by_adoption")
        case _:
            return form("adopted" if (term.up, term.down) == (0, 1) else "adoptive")


def _counted(term: KinTerm) -> bool:
    """True if its word begins with a number or a degree: "3rd great-aunt", "first cousin"."""
    return term.degree > 0 or max(term.up, term.down) > 4


def _ordinal(table: KinshipWords, number: int) -> str:
    suffixes = table.suffixes
    ending = suffixes["other"] if number % 100 in (11, 12, 13) else suffixes.get(str(number % 10), suffixes["other"])
    return f"{number}{ending}"


def _nth(table: KinshipWords, number: int) -> str:
    return table.degrees[number - 1] if number <= len(table.degrees) else _ordinal(table, number)


def _removed(table: KinshipWords, count: int) -> str:
    return table.removed[count - 1] if count <= len(table.removed) else table.removed_numbered.format(count=count)
