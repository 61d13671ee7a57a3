"""Turns labelled quotes into pointers: words in the text with a known type, level and facet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from claimtree.llm_reader.answer_schema import PLAIN, TONES
from claimtree.llm_reader.parse_answer import Labelled
from claimtree.llm_reader.quoted_amounts import amounts_in
from claimtree.llm_reader.quotes import Span, find_quote
from claimtree.model.claims import Facet, LevelName, TypeName
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import Pack

LONGEST_QUOTE = 300
"""Characters; a longer quote is not a single claim."""
_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """Words of the text, and the model's labels for them."""

    start: int
    end: int
    type: TypeName
    level: LevelName
    facet: Facet | None = None
    negated: bool = False
    tone: str = PLAIN
    either: tuple[int, int] | None = None
    """Chunk and number: alternatives of one chunk are unrelated to those of another."""

    def overlap(self, start: int, end: int) -> int:
        """The number of characters that these words share with a span."""
        return max(0, min(self.end, end) - max(self.start, start))


@dataclass(slots=True)
class Checked:
    """The part of an answer that passed the checks."""

    pointers: list[Pointer] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def check(found: Iterable[Labelled], text: str, pack: Pack, *, query: bool, piece: int, offset: int) -> Checked:
    """The valid pointers of an answer about a chunk that starts at `offset`; the rest is dropped
    with a notice."""
    checked = Checked()
    taken: set[Span] = set()
    seen: set[tuple[Span, str, bool]] = set()
    for one in found:
        shown = _shortened(one.quote)
        span = find_quote(one.quote, text, taken)
        if span is None:
            checked.notices.append(notice(NoticeCode.MODEL_QUOTE_INVENTED, quote=shown))
            continue
        unknown = _unknown(one, pack)
        if unknown is not None:
            checked.notices.append(unknown)
            continue
        if span[1] - span[0] > LONGEST_QUOTE:
            checked.notices.append(notice(NoticeCode.MODEL_QUOTE_TOO_LONG, characters=span[1] - span[0]))
            continue
        if one.amount is not None and not _states(one.amount, text[slice(*span)], pack, query=query):
            stated = _shortened(one.amount)
            checked.notices.append(notice(NoticeCode.MODEL_AMOUNT_INVENTED, quote=shown, amount=stated))
        same = (span, one.type, one.negated)
        if same in seen:
            continue  # the model returned it twice
        seen.add(same)
        taken.add(span)
        checked.pointers.append(_pointer(one, span, pack, piece=piece, offset=offset))
    return checked


def _pointer(one: Labelled, span: Span, pack: Pack, *, piece: int, offset: int) -> Pointer:
    type = pack.types[TypeName(one.type)]
    facet = pack.facets[Facet(one.facet)] if one.facet is not None else None
    level = facet.level if facet else LevelName(one.level)
    if level not in type.levels:
        # A level that the type does not allow is a mistake of the model; the usual one is a better
        # guess.
        facet, level = None, type.levels[0]
    return Pointer(
        start=span[0] + offset,
        end=span[1] + offset,
        type=type.name,
        level=level,
        facet=facet.name if facet else None,
        negated=one.negated,
        tone=one.tone if one.tone in TONES else PLAIN,
        either=(piece, one.either) if one.either is not None else None,
    )


def _unknown(one: Labelled, pack: Pack) -> Notice | None:
    """The notice about the first label that the pack does not know; None when all are known."""
    quote = _shortened(one.quote)
    if one.type not in pack.types:
        return notice(NoticeCode.MODEL_TYPE_UNKNOWN, quote=quote, type=_shortened(one.type))
    if one.level not in pack.hierarchy.levels:
        return notice(NoticeCode.MODEL_LEVEL_UNKNOWN, quote=quote, level=_shortened(one.level))
    if one.facet is not None and one.facet not in pack.facets:
        return notice(NoticeCode.MODEL_FACET_UNKNOWN, quote=quote, facet=_shortened(one.facet))
    return None


def _states(amount: str, quote: str, pack: Pack, *, query: bool) -> bool:
    """True if the quote states the amount, according to our own grammar."""
    span = find_quote(amount, quote)
    if span is None:
        return False
    return any(one.start < span[1] and span[0] < one.end for one in amounts_in(quote, pack, query=query))


def _shortened(text: str) -> str:
    """Shortens text for a notice to one line without control characters (a model may write any)."""
    text = "".join(character for character in " ".join(text.split()) if character.isprintable())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
