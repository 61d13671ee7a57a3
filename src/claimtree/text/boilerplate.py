"""Parts of a listing that give no claims, and parts that state something, but not as a plain fact.

Contact data, slogans and legal lines say nothing of the home. Hearsay ("the former zoo") and conditions ("can be
furnished on request") do say something, but not that it is so. Both are found as spans of the text with the reason,
so that a reading can be explained; what to do about them is for the reader to decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from claimtree.text.boilerplate_words import SILENT, WORDINGS, Reach, Reason
from claimtree.text.markup import without_markup
from claimtree.text.normalise import Token, tokenize

_ADDRESSES: Final = re.compile(
    r"""
      (?:https?://|(?<!\w)www\.) [^\s<>"]{1,500}+
    | (?<![\w.+-]) [\w.+-]{1,64}+ @ [\w-]{1,63}+ (?: \.[\w-]{1,63}+ ){1,4}+
    | (?<![\w.-]) [a-z0-9-]{2,63}+ \. (?: com | net | org | co\.(?:id|uk) | my\.id ) (?!\w) (?: /[^\s<>"]{0,300}+ )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"(?<![\w.,$€£#-])[+(]?\d(?:[ ().\-/]{0,2}\d){7,14}+(?![\w,]|[.]\d)")
_HASHTAGS: Final = re.compile(r"(?<!\w)#[^\W\d_]\w{1,60}+(?:\s{0,3}+#[^\W\d_]\w{1,60}+){1,60}+")
_COPYRIGHT: Final = re.compile(r"(?:©|\(c\)(?=\s?\d{4}))[^\r\n]{0,200}+", re.IGNORECASE)
_AMERICAN: Final = re.compile(r"\(?\d{3}\)?[ .\-/]{1,2}\d{3}[ .\-/]\d{4}")

_SENTENCE_ENDS: Final = frozenset({".", "!", "?", ";", "•", "*", "|"})
_CLAUSE_ENDS: Final = _SENTENCE_ENDS | {",", "(", ")", ":", "-", "&", "+", "but", "however", "tapi", "tetapi", "namun"}
_TALK_ENDS: Final = _SENTENCE_ENDS | {",", ")", ":", "-", "but", "tapi", "tetapi", "then", "there", "there's", "you'll"}
"""Where "if you want quiet" is over and the home comes in again."""
_NAME_ENDS: Final = _CLAUSE_ENDS | frozenset(
    {"and", "or", "with", "has", "have", "is", "was", "are", "now", "that", "which", "who", "in", "on", "at", "near"}
    | {"dan", "atau", "dengan", "yang", "yg", "di", "sekarang", "kini", "dekat", "ada"}
)
_JOINS: Final = frozenset({"and", "plus", "dan", "serta"})
"""Before these another statement ends: "rents are moderate and most buildings are old"."""
_COMPARING: Final = frozenset({"than", "in", "like", "unlike", "dibanding", "daripada"})
"""Right before a wording these only compare: "more counter than in most houses"."""
_LONGEST_NAME: Final = 2
_LONGEST_CODE: Final = 8
_FARTHEST_BACK: Final = 12
_FARTHEST: Final = 60
"""How many tokens a sentence may reach; a text without punctuation is not silenced as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The characters start…end-1, why they give no plain claim, and the wording that tells."""

    start: int
    end: int
    reason: Reason
    cue: str


def silent_spans(text: str, languages: Sequence[str], *, tokens: Sequence[Token] | None = None) -> list[Span]:
    """Contact data, legal lines and slogans, in the order of the text.

    >>> [(span.reason.value, span.cue) for span in silent_spans("Sunny. Call us at 617-555-0123", ["en"])]
    [('contact', 'Call us'), ('contact', '617-555-0123')]
    """
    plain = without_markup(text)
    found = [*_patterned(plain), *(span for span in _worded(plain, languages, tokens) if span.reason in SILENT)]
    return sorted(found, key=lambda span: (span.start, -span.end))


def hedged_spans(text: str, languages: Sequence[str], *, tokens: Sequence[Token] | None = None) -> list[Span]:
    """Hearsay and conditions, in the order of the text.

    >>> [(span.reason.value, span.cue) for span in hedged_spans("5 min from the former zoo", ["en"])]
    [('hearsay', 'former')]
    """
    return [span for span in _worded(without_markup(text), languages, tokens) if span.reason not in SILENT]


def aside_spans(text: str, languages: Sequence[str], *, tokens: Sequence[Token] | None = None) -> list[Span]:
    """All of them, silent and hedged, found in one walk and in no order.

    >>> [span.reason.value for span in aside_spans("5 min from the former zoo. Call us", ["en"])]
    ['hearsay', 'contact']
    """
    plain = without_markup(text)
    return [*_patterned(plain), *_worded(plain, languages, tokens)]


_PATTERNS: Final = (
    (_ADDRESSES, Reason.CONTACT, ("://", "www.", "@", ".com", ".net", ".org", ".co.", ".my.id")),
    (_DIGITS, Reason.CONTACT, ()),
    (_HASHTAGS, Reason.SLOGAN, ("#",)),
    (_COPYRIGHT, Reason.LEGAL, ("©", "(c)")),
)
"""Each with marks of which one has to stand in the lower-cased text: most texts have none and are not searched."""
_SHOWN: Final = 60


def _patterned(text: str) -> Iterator[Span]:
    lowered = text.lower()
    for pattern, reason, marks in _PATTERNS:
        if marks and not any(mark in lowered for mark in marks):
            continue
        for match in pattern.finditer(text):
            if pattern is not _DIGITS or _is_phone(match.group()):
                yield Span(start=match.start(), end=match.end(), reason=reason, cue=match.group()[:_SHOWN])


def _is_phone(digits: str) -> bool:
    """A row of digits that is no price, size or date: it starts as phone numbers do."""
    count = sum(c.isdigit() for c in digits)
    if digits[0] == "+" or (digits[0] == "0" and digits[1] != "0") or digits.startswith(("(0", "00")):
        return count >= 9
    return _AMERICAN.fullmatch(digits) is not None


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    meant: tuple[Reason, Reach] | None = None


@lru_cache(maxsize=16)
def _cues(codes: tuple[str, ...]) -> _Node:
    """The wordings of these languages as one trie."""
    root = _Node()
    for code in codes:
        for wordings in WORDINGS.get(code, ()):
            for line in wordings.phrases.split("\n"):
                for words in product(*map(_choices, line.split())):
                    node = root
                    for word in filter(None, words):
                        node = node.children.setdefault(word, _Node())
                    if node is not root:
                        node.meant = wordings.reason, wordings.reach
    return root


def _choices(word: str) -> list[str]:
    """ "a/b?" is "a", "b" or nothing."""
    return [piece.removesuffix("?") for piece in word.split("/")] + [""] * word.endswith("?")


def _worded(text: str, languages: Sequence[str], tokens: Sequence[Token] | None) -> Iterator[Span]:
    if tokens is None:
        tokens = tokenize(text)
    root = _cues(tuple(languages))
    # What an earlier wording of the same kind covers already is neither walked nor told again.
    covered: dict[tuple[Reason, Reach], int] = {}
    i = 0
    while i < len(tokens):
        if tokens[i].norm not in root.children:
            i += 1
            continue
        after, meant = i, None
        node: _Node | None = root
        for j in range(i, len(tokens)):
            node = node.children.get(tokens[j].norm) if node else None
            if node is None:
                break
            if node.meant:
                after, meant = j + 1, node.meant
        if meant is None or (i and tokens[i - 1].norm in _COMPARING):
            i += 1
            continue
        if covered.get(meant, 0) < after:
            reason, reach = meant
            first, last = _covered(text, tokens, i, after, reach)
            cue = text[tokens[i].start : tokens[after - 1].end]
            yield Span(start=tokens[first].start, end=tokens[last - 1].end, reason=reason, cue=cue)
            covered[meant] = last
        i = after


def _covered(text: str, tokens: Sequence[Token], first: int, after: int, reach: Reach) -> tuple[int, int]:
    """The tokens that a wording at first…after-1 takes with it."""
    if reach is Reach.NAMED:
        return first, _forward(text, tokens, after, _NAME_ENDS, _LONGEST_NAME)
    if reach is Reach.CODE:
        last = after
        while last < min(len(tokens), after + _LONGEST_CODE) and _is_code(tokens[last]):
            last += 1
        return first, last
    if reach is Reach.AMOUNT:
        return first, _forward(text, tokens, after, _CLAUSE_ENDS, 1)
    if reach is Reach.TALK:
        return first, _forward(text, tokens, after, _TALK_ENDS, _FARTHEST)
    if reach is Reach.ONWARD:
        return first, _forward(text, tokens, after, _SENTENCE_ENDS, _FARTHEST)
    if reach in (Reach.CLAUSE, Reach.SENTENCE):
        ends = _CLAUSE_ENDS if reach is Reach.CLAUSE else _SENTENCE_ENDS
        return _backward(text, tokens, first, ends), _forward(text, tokens, after, ends, _FARTHEST)
    return first, after


def _forward(text: str, tokens: Sequence[Token], after: int, ends: frozenset[str], most: int) -> int:
    last = after
    while last < min(len(tokens), after + most) and not _ends_before(text, tokens, last, ends):
        last += 1
    return last


def _backward(text: str, tokens: Sequence[Token], first: int, ends: frozenset[str]) -> int:
    """Where the clause or sentence begins; a wording in brackets is about what stands before them."""
    start = first
    while start > max(0, first - _FARTHEST_BACK) and not _ends_before(text, tokens, start, frozenset()):
        norm = tokens[start - 1].norm
        if norm in _JOINS or (norm in ends and norm != "("):
            break
        start -= 1
    return start


def _ends_before(text: str, tokens: Sequence[Token], at: int, ends: frozenset[str]) -> bool:
    """Whether a mark stands here, or a gap before it: a line break, an emoji, spaces where a line break was."""
    gap = text[tokens[at - 1].end : min(tokens[at].start, tokens[at - 1].end + 2)]
    return tokens[at].norm in ends or len(gap) > 1 or gap in ("\n", "\r")


def _is_code(token: Token) -> bool:
    """A sign, a number, or letters in capitals as in "STR"."""
    return not token.norm.isalpha() or (token.text.isupper() and len(token.text) <= 4) or token.norm == "exempt"
