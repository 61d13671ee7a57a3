"""Words of kinship in a message: "second wife", "great-grandpa", "half brothers", "mother-in-law"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.kinship.graph import Sex
from claimtree.kinship.patterns import ANY_NUMBER
from claimtree.kinship.phrase_words import PhraseWords, phrase_words
from claimtree.kinship.terms import Relation

_PLURALS: Final = frozenset(
    {"children", "wives", "grandchildren", "kids", "folks", "offspring", "grandkids", "grannies"}
)
_AGES: Final = ("eldest", "youngest", "elder", "younger", "last", "skipped")
_NEAR: Final = {
    "parent": ("father", "mother", "parent"),
    "child": ("son", "daughter", "child"),
    "sibling": ("brother", "sister", "sibling"),
    "spouse": ("husband", "wife", "spouse"),
}
"""Relations that a family record states, of a man, a woman, anybody."""
_ALIASES: Final = {
    "widow": "wife",
    "widower": "husband",
    "dau": "daughter",
    "dau.": "daughter",
    "bros": "brothers",
    "hubby": "husband",
    "mum": "mother",
    "relict": "wife",
    "groom": "husband",
}
_TWINS: Final = frozenset({"twin", "baby", "infant", "little", "future", "widowed", "only", "other", "first", "second"})


@dataclass(frozen=True, slots=True)
class KinWord:
    """A word for a relative with what stands before and behind it."""

    base: str
    """"parent", "child", "sibling", "spouse"; "other" for all that is further away."""
    sex: Sex
    text: str
    """As one says it: "mother", "second cousin", "stepfather"."""
    plural: bool
    near: bool
    """True for parents, children, siblings and spouses by birth or marriage, without "step" and the like."""
    end: int

    @property
    def word(self) -> str:
        """The plain word of a near relation: "mother"; else the text."""
        if not self.near:
            return self.text
        return _NEAR[self.base][{Sex.MALE: 0, Sex.FEMALE: 1}.get(self.sex, 2)]


def kin_word(texts: Sequence[str], at: int) -> KinWord | None:
    """Returns the word for a relative that stands here, with the marks before it."""
    table = phrase_words()
    texts = [_ALIASES.get(text, text) for text in texts[: at + 14]]
    start = at
    marks: list[str] = []
    said: list[str] = []
    while at < len(texts) and at - start < 12:
        text = texts[at]
        parts = table.unglued(text)
        head = table.head(parts[-1])
        following = texts[at + 1] if at + 1 < len(texts) else ""
        if head is not None and not (text in table.marks["younger"] and table.head(following) is not None):
            return _made(table, head.pattern, [*marks, *parts[:-1]], [*said, text], texts, at + 1)
        taken = _mark(table, texts, at)
        if taken is None:
            if text in _TWINS or text == "-":
                at += 1
                said.append(text)
                continue
            return None
        name, length = taken
        if name:
            marks.append(name)
        said += texts[at : at + length]
        at += length
    return None


def _mark(table: PhraseWords, texts: Sequence[str], at: int) -> tuple[str, int] | None:
    if table.ordinal(texts[at]) is not None:
        return "", 1
    if table.count(texts[at]) is not None and at + 1 < len(texts):
        if texts[at + 1] in table.great:
            return "", 1
        if texts[at + 1] in table.time and texts[at + 2 : at + 3] and texts[at + 2] in table.great:
            return "", 2
        return None
    for name, wordings in table.marks.items():
        for wording in wordings:
            parts = wording.split()
            if [text.rstrip(".") for text in texts[at : at + len(parts)]] == parts:
                return name, len(parts)
    return None


def _made(
    table: PhraseWords, pattern: object, marks: Sequence[str], said: Sequence[str], texts: Sequence[str], end: int
) -> KinWord:
    from claimtree.kinship.patterns import KinPattern

    assert isinstance(pattern, KinPattern)
    far = {"great", "grand", "half", "step", "adopted", "foster"} & set(marks) or any(
        one in table.great or one in table.marks["grand"] for one in marks
    )
    far = bool(far) or bool({"half", "step", "foster", "adopted"} & set(marks))
    base = "other"
    if pattern.relation is Relation.SPOUSE:
        base = "spouse"
    elif (pattern.up, pattern.down) == (1, 0):
        base = "parent"
    elif (pattern.up, pattern.down) == (0, 1):
        base = "child"
    elif (pattern.up, pattern.down) == (1, 1):
        base = "sibling"
    behind = 0
    for wording in (*table.after["in_law"], *table.after["by_marriage"]):
        parts = wording.split()
        if list(texts[end : end + len(parts)]) == parts:
            behind = max(behind, len(parts))
    sex = pattern.sex or Sex.UNKNOWN
    near = base != "other" and not far and not behind
    word = said[-1]
    plural = word in _PLURALS or (word.endswith("s") and table.head(word[:-1]) is not None)
    kept = [one for one in said if one not in _SKIPPED]
    text = "-".join(kept) if far else " ".join(kept)
    if behind:
        text = "-".join([*kept, *texts[end : end + behind]])
    # The numbers of cousins belong to the word, those of wives and sons only tell which.
    if near:
        text = _NEAR[base][{Sex.MALE: 0, Sex.FEMALE: 1}.get(sex, 2)]
    open_line = ANY_NUMBER in (pattern.up, pattern.down)
    return KinWord(base, sex, text, plural, near and not open_line, end + behind)


_SKIPPED: Final = frozenset(
    {"late", "own", "only", "full", "beloved", "dear", "deceased", "dead", "living", "all", "any", "both", "-", "other"}
)
