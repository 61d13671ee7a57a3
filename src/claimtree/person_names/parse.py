"""Takes a person's name apart: given names, family name, former name, titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from claimtree.person_names.letters import in_latin
from claimtree.person_names.name_data import name_words

_QUOTED: Final = re.compile('["“”„«»]([^"“”„«»]{1,40})["“”„«»]')
_IN_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{1,60})[)\]]")
_WORD: Final = re.compile(r"[^\W_]+(?:['’ʼ‘`´][^\W_]+)*")
_ORDINAL: Final = re.compile(r"([2-9])(?:nd|rd|th)")
_NUMERALS: Final = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_PLAIN: Final = re.compile(r"[A-Z]?[a-z]+(?: [A-Z]?[a-z]+)*")
"""Plain words, and neither signs nor initials."""
_MOST_INITIALS: Final = 3
_FULL_NAME: Final = 2
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonName:
    """A name in its parts, in lower case and Latin letters."""

    given: tuple[str, ...]
    """Given and middle names in order, as words or initials."""
    family: tuple[str, ...]
    """The family name without particles; the only word of a name that has one."""
    particles: str = ""
    """What stands before the family name, joined: "vander"."""
    former: tuple[str, ...] = ()
    """The name before a marriage."""
    called: tuple[str, ...] = ()
    """What the person is called, in quotes or brackets."""
    generation: str = ""
    """Father or son of the same name; "3" for the third of it."""
    sex: str = ""
    """By the title: "man", "woman", "wife" (before a husband's name), or nothing."""
    ordered: bool = False
    """A comma tells which part is the family name."""

    @property
    def is_single(self) -> bool:
        """True if it is one word, which may be a given or a family name."""
        return not self.given and len(self.family) == 1

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.given, *self.family)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    raw: str
    text: str
    hyphen: bool = False
    """Joined with the word before it."""


@lru_cache(maxsize=1 << 14)
def parse(name: str) -> PersonName:
    """Returns the parts of a name; a name without letters has none.

    >>> parse("Dr. Mary Ann van der Berg (née Smith)").given, parse("van Gogh, Vincent").family
    (('mary', 'ann'), ('gogh',))
    """
    return _plainly(name) or _taken_apart(name)


def _plainly(name: str) -> PersonName | None:
    """Returns the parts of a name of plain words, none of which means more than itself, as of nearly everybody."""
    if len(name) > _LONGEST or not _PLAIN.fullmatch(name):
        return None
    words = tuple(name.lower().split(" "))
    if not name_words().every_word.isdisjoint(words) or words[-1] in _NUMERALS:
        return None
    return PersonName(given=words[:-1], family=words[-1:])


def _taken_apart(name: str) -> PersonName:
    text = name[:_LONGEST]
    called = [found for one in _QUOTED.findall(text) for found in _texts(_words(one))]
    text = _QUOTED.sub(" ", text)
    former: list[str] = []
    for inside in _IN_BRACKETS.findall(text):
        words = _texts(_words(inside))
        after = _after_former(words)
        former += words[after:] if after else words
        called += [] if after else words
    segments = [found for one in _IN_BRACKETS.sub(" ", text).split(",") if (found := _words(one))]
    return _put_together(segments, former, called)


def _put_together(segments: list[list[_Word]], former: list[str], called: list[str]) -> PersonName:
    generation = ""
    while len(segments) > 1 and (after := _after_name(segments[-1], sum(map(len, segments[:-1])))) is not None:
        generation, segments = after or generation, segments[:-1]
    ordered = len(segments) > 1
    family, words = (
        (segments[0], [word for one in segments[1:] for word in one])
        if ordered
        else ([], [*segments[0]] if segments else [])
    )
    words, sex = _without_titles(words, least=0 if ordered else 1)
    words, ending = _without_endings(words, least=0 if ordered else 1)
    generation = ending or generation
    texts = _texts(words)
    cut = next((i for i in range(1, len(texts)) if _after_former(texts[i:])), None)
    if cut is not None:
        former, words = [*former, *texts[cut + _after_former(texts[cut:]) :]], words[:cut]
    if not ordered:
        start = _start_of_family(words)
        words, family = words[:start], words[start:]
    particles, family = _split_particles(family)
    return PersonName(
        given=tuple(word.text for word in words if not _is_particle(word, words)),
        family=tuple(_texts(family)),
        particles="".join(particles),
        former=tuple(former),
        called=tuple(called),
        generation=generation,
        sex=sex,
        ordered=ordered,
    )


def _words(text: str) -> list[_Word]:
    found: list[_Word] = []
    end = -1
    for match in _WORD.finditer(text):
        raw = match.group()
        hyphen = match.start() == end + 1 and text[end] in "-‐‑–" if found else False
        end = match.end()
        latin = in_latin(raw)
        if raw.isupper() and 1 < len(raw) <= _MOST_INITIALS and not text.isupper() and not _is_word(latin):
            found += [_Word(raw=letter, text=in_latin(letter)) for letter in raw]
        elif latin:
            found.append(_Word(raw=raw, text=latin, hyphen=hyphen))
    return found


def _is_word(text: str) -> bool:
    """True if capitals are not initials: a title, an ending, or a pronounceable name (LEE)."""
    known = name_words()
    listed = known.all_titles | known.credentials | known.generations.keys() | _NUMERALS.keys() | known.particles
    return text in listed or (len(text) > 2 and any(letter in "aeiouy" for letter in text))


def _texts(words: Sequence[_Word]) -> list[str]:
    return [word.text for word in words]


def _after_former(texts: Sequence[str]) -> int:
    """Returns how many words introduce a former name at the beginning."""
    known = name_words().former
    return next((n for n in (2, 1) if " ".join(texts[:n]) in known and len(texts) > n), 0)


def _generation(text: str) -> str:
    ordinal = _ORDINAL.fullmatch(text)
    return name_words().generations.get(text) or _NUMERALS.get(text) or (ordinal.group(1) if ordinal else "")


def _after_name(words: Sequence[_Word], before: int) -> str | None:
    """Returns the generation in a part behind a comma; None if the part belongs to the name.

    `before` is the number of words before it: behind one word stand given names ("Douglas, M. M.").
    """
    texts = _texts(words)
    if len(texts) == 1 and (generation := _generation(texts[0])):
        return generation
    known = name_words().credentials
    if before < _FULL_NAME:
        return None
    return "" if " ".join(texts) in known or all(text in known for text in texts) else None


def _without_titles(words: list[_Word], *, least: int) -> tuple[list[_Word], str]:
    """Returns the words after the titles, and the sex that they tell; `least` words are left."""
    known, sex = name_words(), ""
    while True:
        size = next((n for n in (2, 1) if " ".join(_texts(words[:n])) in known.all_titles), 0)
        title, rest = " ".join(_texts(words[:size])), words[size:]
        full = sum(len(word.text) > 1 for word in rest)
        if not size or len(rest) < least or (title in known.also_names and full < 2) or (not rest and size):
            return words, sex
        sex = "wife" if title in known.wives else "woman" if title in known.women else sex
        sex = "man" if title in known.men else sex
        words = rest


def _without_endings(words: list[_Word], *, least: int) -> tuple[list[_Word], str]:
    """Returns the words before credentials and generation, and the generation."""
    known, generation = name_words(), ""
    while len(words) > max(1, least):
        last = words[-1]
        found = _generation(last.text)
        if found and not last.hyphen and (len(last.text) > 1 or last.raw.isupper()):
            generation, words = found, words[:-1]
        elif last.text in known.credentials and len(words) > 2 and last.raw != last.raw.capitalize():
            words = words[:-1]
        else:
            return words, generation
    return words, generation


def _is_particle(word: _Word, words: Sequence[_Word]) -> bool:
    if word.text not in name_words().particles:
        return False
    return len(word.text) > 1 or (word.raw.islower() and any(not one.raw.islower() for one in words))


def _start_of_family(words: Sequence[_Word]) -> int:
    """Returns where the family name begins in a name without a comma."""
    start = len(words) - 1
    while start > 1 and words[start].hyphen:
        start -= 1
    while start > 1 and _is_particle(words[start - 1], words):
        start -= 1
    return max(start, 0)


def _split_particles(family: Sequence[_Word]) -> tuple[list[str], list[_Word]]:
    first = next((i for i, word in enumerate(family) if not _is_particle(word, family) or i == len(family) - 1), 0)
    return _texts(family[:first]), [
        word for word in family[first:] if not _is_particle(word, family) or len(family) == 1
    ]
