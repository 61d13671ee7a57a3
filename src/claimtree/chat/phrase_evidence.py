"""What a wording of a reply may say: the evidence of the reply, home by home, as texts.

A reply is parted into what may be worded anew (the head of a search, the hits, answers about hits)
and lines that stay as they are (what was not used, what was dropped, what else there is), so that
nothing of these can get lost. Words of others, such as a title, count whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.chat.moves import SEARCHES, Move
from claimtree.chat.reply import SEPARATOR, Reply, ShownHit
from claimtree.chat.reply_text import distance_text, hit_lines
from claimtree.chat.selection import Fit
from claimtree.languages.rendering import codes_of, render
from claimtree.model.answers import Verdict
from claimtree.model.claims import QueryClaim
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.templates import Filled


class Standing(StrEnum):
    """How a text of the evidence stands to its home."""

    STATED = "stated"
    DENIED = "denied"
    UNKNOWN = "unknown"
    """Nothing is known of it."""
    PLACE = "place"
    """A place that stands beside its distance."""
    NAME = "name"
    """Says nothing by itself: a title, a link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A text that a wording may have, and what it means there."""

    text: str
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeEvidence:
    """What may be said of one hit."""

    number: int
    texts: tuple[Stated, ...]
    required: tuple[str, ...] = ()
    """Texts that may not get lost."""
    price: str = ""
    """As the reply has it; it may be written in another way, and may not get lost."""
    distances: tuple[str, ...] = ()
    answers: frozenset[Standing] = frozenset()
    """Of a question: what the hit says to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyEvidence:
    """What a wording of a reply may say, and what stays beside it."""

    language: str
    before: tuple[str, ...]
    body: tuple[str, ...]
    """The lines that are worded anew."""
    after: tuple[str, ...]
    homes: tuple[HomeEvidence, ...]
    general: tuple[Stated, ...]
    """Of the reply as a whole: its criteria."""
    heads: tuple[str, ...] = ()
    """Lines of the body that are about no hit."""
    order: tuple[str | int, ...] = ()
    """The numbers of the hits, and the heads of their groups: none may get lost or move."""
    numbers: tuple[float, ...] = ()
    """Counts of the reply as a whole, in their order."""
    criteria: tuple[QueryClaim, ...] = ()
    fits: bool = False
    """True if there are hits that fit all criteria."""
    all_fit: bool = False
    """True if all hits do, so that what was asked for may be said of all of them."""
    asks: bool = False
    """True for an answer to a question about hits."""


_HEADS: Final = {
    NoticeCode.CHAT_ONE_HIT,
    NoticeCode.CHAT_HITS,
    NoticeCode.CHAT_HITS_SHOWN,
    NoticeCode.CHAT_MORE,
}
_GROUPS: Final = {
    NoticeCode.CHAT_NEAR_PLACE,
    NoticeCode.CHAT_ELSEWHERE,
    NoticeCode.CHAT_MAYBE,
    NoticeCode.CHAT_CLOSE,
}
_DETAILS: Final = {
    NoticeCode.CHAT_PRICE: "price",
    NoticeCode.CHAT_FACTS: "facts",
    NoticeCode.CHAT_ADDRESS: "address",
    NoticeCode.CHAT_NEARBY: "places",
    NoticeCode.CHAT_TEXT: "text",
    NoticeCode.CHAT_LINK: "link",
}
_ANSWERS: Final = {
    NoticeCode.CHAT_YES: Standing.STATED,
    NoticeCode.CHAT_NO: Standing.DENIED,
    NoticeCode.CHAT_UNSAID: Standing.UNKNOWN,
    NoticeCode.CHAT_STATES: Standing.STATED,
}
_PHRASED: Final = SEARCHES | {Move.DETAIL, Move.ASK}


def evidence_of(reply: Reply) -> ReplyEvidence | None:
    """Returns what a wording of a reply may say; None for a reply that is not worded anew: small talk, a
    comparison, an answer that is not plain yes, no or unknown."""
    if reply.move not in _PHRASED or not (reply.hits or reply.answers):
        return None
    if reply.move in SEARCHES:
        return _of_search(reply)
    return _of_detail(reply) if reply.move is Move.DETAIL else _of_answers(reply)


def _of_search(reply: Reply) -> ReplyEvidence | None:
    codes = codes_of(reply.lines, reply.language)
    own = {line for hit in reply.hits for line in hit_lines(hit, reply.language)}
    worded = [code in _HEADS | _GROUPS or line in own for line, code in zip(reply.lines, codes, strict=True)]
    first = worded.index(True) if True in worded else -1
    if first < 0:
        return None
    heads = [line for line, code in zip(reply.lines, codes, strict=True) if code in _HEADS]
    groups = [line for line, code in zip(reply.lines, codes, strict=True) if code in _GROUPS]
    # Where none fits, nothing general may be said of what was asked for.
    labels = (reply.label, *reply.labels) if reply.fitting else ()
    general = [Stated(text=label, standing=Standing.STATED) for label in labels if label]
    return ReplyEvidence(
        language=reply.language,
        before=tuple(line for k, line in enumerate(reply.lines) if k < first),
        body=tuple(line for k, line in enumerate(reply.lines) if worded[k]),
        after=tuple(line for k, line in enumerate(reply.lines) if k > first and not worded[k]),
        homes=tuple(_of_hit(hit, reply.language) for hit in reply.hits),
        general=tuple(general),
        heads=(*heads, *groups),
        order=tuple(_order(reply, codes)),
        numbers=tuple(number for line, code in zip(reply.lines, codes, strict=True) for number in _counts(line, code)),
        criteria=reply.criteria,
        fits=bool(reply.fitting),
        all_fit=len(reply.fitting) == len(reply.hits),
    )


def _order(reply: Reply, codes: Sequence[NoticeCode | None]) -> Iterator[str | int]:
    by_line = {hit_lines(hit, reply.language)[0]: hit.number for hit in reply.hits}
    for line, code in zip(reply.lines, codes, strict=True):
        if code in _GROUPS:
            yield head_of(line)
        elif line in by_line:
            yield by_line[line]


def head_of(line: str) -> str:
    """Returns a line as heads are compared."""
    return line.strip(" :").casefold()


def _counts(line: str, code: NoticeCode | None) -> Iterator[float]:
    """The counts that a head states, in their order."""
    if code is NoticeCode.CHAT_ONE_HIT:
        yield 1.0
    if code not in _HEADS or not isinstance(line, Filled):
        return
    for name in ("count", "shown"):
        digits = re.sub(r"[.,]", "", str(line.values.get(name, "")))
        if digits.isdecimal():
            yield float(digits)


def _of_hit(hit: ShownHit, language: str) -> HomeEvidence:
    distances = tuple(str(distance_text(one.place, one.metres, language)) for one in hit.distances)
    texts = [
        *_stated([hit.price, *hit.facts, SEPARATOR.join(hit.facts), hit.address, *distances, *hit.words]),
        *_stated([hit.title, hit.link], Standing.NAME),
        *_listed(hit.unstated, Standing.UNKNOWN),
        *_listed(hit.missed, Standing.DENIED),
    ]
    # Beside several distances it could be that of another place.
    if len(hit.distances) == 1 and hit.distances[0].metres > 0:
        texts += _stated([hit.distances[0].place], Standing.PLACE)
    for told in hit.verdicts:
        if told.verdict is Verdict.MET:
            texts += _stated([told.criterion])
    return HomeEvidence(
        number=hit.number,
        texts=tuple(texts),
        required=(hit.title, *(hit.unstated if hit.fit is Fit.MAYBE else ()), *hit.missed),
        price=hit.price,
        distances=distances,
    )


def _of_detail(reply: Reply) -> ReplyEvidence | None:
    codes = codes_of(reply.lines, reply.language)
    homes: list[HomeEvidence] = []
    texts: list[Stated] = []
    head: Filled | None = None
    price = ""

    def close() -> None:
        if head is not None:
            required = (str(head.values["title"]),)
            number = int(str(head.values["number"]))
            homes.append(HomeEvidence(number=number, texts=tuple(texts), required=required, price=price))

    for line, code in zip(reply.lines, codes, strict=True):
        if not isinstance(line, Filled) or (code is not NoticeCode.CHAT_HIT and code not in _DETAILS):
            return None
        if code is NoticeCode.CHAT_HIT:
            close()
            head, price = line, ""
            texts = [Stated(text=str(line.values["title"]), standing=Standing.NAME)]
            continue
        assert code is not None
        value = str(line.values[_DETAILS[code]])
        price = value if code is NoticeCode.CHAT_PRICE else price
        # A whole text says many things; it may be quoted.
        whole = code in (NoticeCode.CHAT_LINK, NoticeCode.CHAT_TEXT)
        standing = Standing.NAME if whole else Standing.STATED
        texts += _stated([value, *value.split(SEPARATOR)], standing)
    close()
    return ReplyEvidence(language=reply.language, before=(), body=reply.lines, after=(), homes=tuple(homes), general=())


def _of_answers(reply: Reply) -> ReplyEvidence | None:
    codes = codes_of(reply.lines, reply.language)
    if any(code not in _ANSWERS for code in codes):
        return None
    texts: dict[int, list[Stated]] = {}
    required: dict[int, list[str]] = {}
    for line, code, answer in zip(reply.lines, codes, reply.answers, strict=True):
        assert isinstance(line, Filled)
        assert code is not None
        standing = _ANSWERS[code]
        own = texts.setdefault(answer.number, [])
        needed = required.setdefault(answer.number, [])
        values = {name: str(value) for name, value in line.values.items()}
        own += _stated([values[name] for name in ("wish", "facts") if name in values], standing)
        # What is quoted says by itself whether it denies.
        own += _stated([values[name] for name in ("quote",) if name in values], Standing.NAME)
        if code is NoticeCode.CHAT_STATES:
            own += _stated([answer.asked, *values["facts"].split("; ")])
            needed.append(values["facts"])
        else:
            needed.append(values["wish"])
    homes = [
        HomeEvidence(
            number=number,
            texts=tuple(own),
            required=tuple(required[number]),
            answers=frozenset(one.standing for one in own if one.standing is not Standing.NAME),
        )
        for number, own in texts.items()
    ]
    return ReplyEvidence(
        language=reply.language, before=(), body=reply.lines, after=(), homes=tuple(homes), general=(), asks=True
    )


def _stated(texts: Iterable[str], standing: Standing = Standing.STATED) -> Iterator[Stated]:
    return (Stated(text=text, standing=standing) for text in dict.fromkeys(texts) if text.strip())


def _listed(labels: Sequence[str], standing: Standing) -> Iterator[Stated]:
    """Labels one by one, and as the reply lists them."""
    return _stated([", ".join(labels), *labels], standing)


def frame_words(language: str, *, asks: bool) -> Iterator[str]:
    """The texts of ours that stand around what is said of hits, or of the answers to a question."""
    codes = {*_DETAILS, NoticeCode.CHAT_HIT}
    if asks:
        codes |= {NoticeCode.CHAT_YES, NoticeCode.CHAT_STATES}
    return _texts(codes, language)


def head_words(language: str) -> Iterator[str]:
    """The texts of ours that stand around counts and criteria."""
    return _texts(_HEADS, language)


def denial_words(language: str) -> Iterator[str]:
    """The texts of ours that stand before what is not met."""
    return _texts({NoticeCode.CHAT_MISSED}, language)


def _texts(codes: Iterable[NoticeCode], language: str) -> Iterator[str]:
    return (str(render(notice(code, **dict.fromkeys(code.arguments, "")), language)) for code in codes)
