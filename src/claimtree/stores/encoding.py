"""Compact, lossless encoding of entities, claims, phrases and places as bytes.

A claim repeats its phrase and, mostly, a span of its source text: both are left out and restored
when it is decoded. The rest of a claim is a short list; an entity is one list with all its claims,
compressed if that makes it smaller.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Area, Point
from claimtree.lazy_imports import lazy_module
from claimtree.model.amounts import MONTHS, Amount, AmountKind, Op, Slot
from claimtree.model.claims import (
    Claim,
    ClaimKind,
    ConceptId,
    EntityId,
    Facet,
    LevelName,
    Name,
    TypeName,
)
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.phrases import IndexedEntity, Phrase
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind
from claimtree.model.relations import Relation, RelationName

if TYPE_CHECKING:
    import pydantic_core
else:
    pydantic_core = lazy_module("pydantic_core")

_KINDS = tuple(ClaimKind)
_OPS = tuple(Op)
_KIND_NUMBER = {kind: number for number, kind in enumerate(_KINDS)}
_OP_NUMBER = {op: number for number, op in enumerate(_OPS)}
_PERIODS = ("", *MONTHS)
_PERIOD_NUMBER = {period: number for number, period in enumerate(_PERIODS)}
_STATED = 16
"""How the period that an amount was stated for is kept beside its wording: records of before have 0, for none."""
_WINDOW = 8_192
_DECODER = json.JSONDecoder()
_dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def pack(value: object) -> bytes:
    """Returns the value as JSON after one byte that says whether it is compressed."""
    return _packed(_json(value))


def _packed(plain: bytes) -> bytes:
    if len(plain) > 100:
        small = _compressed(plain)
        if len(small) < len(plain):
            return b"z" + small
    return b"j" + plain


def _json(value: object) -> bytes:
    """Returns the value as JSON.

    pydantic's encoder needs a third of the time of the standard library's, which is used only for
    what the former refuses: lone surrogates are not valid UTF-8.
    """
    try:
        return pydantic_core.to_json(value, inf_nan_mode="constants")
    except ValueError:
        return _dumps(value).encode()


def _compressed(plain: bytes) -> bytes:
    if len(plain) > _WINDOW:
        return zlib.compress(plain, 6)
    # zlib spends most of its time on a short text clearing tables that are never filled; a smaller
    # window gives the same bytes in half the time.
    small = zlib.compressobj(6, zlib.DEFLATED, _WINDOW.bit_length() - 1, 6)
    return small.compress(plain) + small.flush()


def pack_uncompressed(value: object) -> bytes:
    """Returns what `pack` does, but never compressed."""
    return b"j" + _json(value)


def unpack(body: bytes) -> Any:
    # The standard library decodes as fast as pydantic, which a process that only searches never imports.
    return json.loads(zlib.decompress(body[1:]) if body[:1] == b"z" else body[1:])


def encode_phrase(phrase: Phrase) -> str:
    name = [phrase.name.kind, phrase.name.text] if phrase.name else None
    slots = [[slot.kind, slot.unit, slot.noun] for slot in phrase.slots]
    wording = [phrase.pattern, int(phrase.negated), phrase.concept, name, slots]
    return _dumps([*wording, 1] if phrase.disputed else wording)


@lru_cache(maxsize=1 << 16)
def decode_phrase(level: str, type: str, wording: str) -> Phrase:
    """Returns the phrase. Cached, because phrases are read repeatedly, and so is the id computed
    from its words.
    """
    pattern, negated, concept, name, slots, *disputed = json.loads(wording)
    return Phrase(
        pattern=pattern,
        type=TypeName(type),
        level=LevelName(level),
        negated=bool(negated),
        concept=None if concept is None else ConceptId(concept),
        name=None if name is None else Name(kind=name[0], text=name[1]),
        slots=tuple(Slot(kind=AmountKind(kind), unit=unit, noun=noun) for kind, unit, noun in slots),
        disputed=bool(disputed),
    )


def pattern_of(wording: str) -> str:
    """Returns the pattern of an encoded phrase, which comes first.

    >>> pattern_of(encode_phrase(Phrase(pattern='the "big" one', type=TypeName("features"), level=LevelName("home"))))
    'the "big" one'
    """
    pattern: str = _DECODER.raw_decode(wording, len("["))[0]
    return pattern


def disputed_and_words(wordings: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Returns of encoded phrases whether their source contradicts itself, and the number of words of their patterns;
    from the bytes of all of them at once, since a store does this for every phrase that it has.

    >>> disputed, words = disputed_and_words(['["quiet at night",0,null,null,[]]', '["sunny",0,null,null,[],1]'])
    >>> disputed.tolist(), words.tolist()
    ([False, True], [3, 1])
    """
    if not wordings:
        return np.zeros(0, np.bool_), np.zeros(0, np.int64)
    # JSON has no line breaks but those between its tokens, and `_dumps` writes none there.
    letters = np.frombuffer("\n".join(wordings).encode(), np.uint8)
    ends = np.append(np.flatnonzero(letters == ord("\n")), len(letters))
    starts = np.append(0, ends[:-1] + 1)
    # The flag is the last element; otherwise the list of slots is, so that two brackets close.
    disputed = letters[ends - 2] != ord("]")
    # The pattern comes first, so it ends at the first quotation mark before a comma.
    closing = np.flatnonzero((letters[:-1] == ord('"')) & (letters[1:] == ord(",")))
    closed = closing[np.searchsorted(closing, starts)]
    words = 1 + _count_between(letters == ord(" "), starts, closed)
    for row in np.flatnonzero(_count_between(letters == ord("\\"), starts, closed)).tolist():
        words[row] = 1 + str(json.loads(wordings[row])[0]).count(" ")
    return disputed, words


def _count_between(found: NDArray[np.bool_], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    places = np.flatnonzero(found)
    return np.searchsorted(places, ends) - np.searchsorted(places, starts)


def encode_item(item: IndexedEntity, phrases: Sequence[int]) -> bytes:
    """Returns everything about an entity that its row does not hold; `phrases` are the numbers of
    its claims' phrases.
    """
    return pack(item_parts(item, phrases))


_GAP = 8_604_131_579_226
"""Stands for the number of a phrase while it is not known."""


def encode_template(item: IndexedEntity) -> bytes | None:
    """Returns what `fill_template` makes an encoded entity of, once the numbers of its claims' phrases are known;
    None in the rare case that its texts have what stands for such a number.
    """
    plain = _json(item_parts(item, [_GAP] * len(item.claims)))
    parts = plain.replace(b"%", b"%%").split(b"[%d," % _GAP)
    return b"[%d,".join(parts) if len(parts) == len(item.claims) + 1 else None


def fill_template(template: bytes, phrases: Sequence[int]) -> bytes:
    """Returns what `encode_item` does, given the numbers of the phrases."""
    return _packed(template % tuple(phrases))


def item_parts(item: IndexedEntity, phrases: Sequence[int]) -> list[Any]:
    """Returns the list that `encode_item` turns into bytes."""
    entity = item.entity
    texts = {source.name: source.text for source in entity.sources}
    found: list[Any] = [
        entity.title,
        entity.owner,
        dict(entity.fields),
        [_encode_source(source) for source in entity.sources],
        [_encode_claim(claim, phrase, texts) for claim, phrase in zip(item.claims, phrases, strict=True)],
    ]
    if entity.relations:
        found.append(encode_relations(entity.relations))
    return found


def _encode_source(source: Source) -> list[Any]:
    row = [source.name, source.text, source.url, source.updated, dict(source.fields)]
    if source.quotes:
        return [*row, source.citation, dict(source.quotes)]
    return [*row, source.citation] if source.citation else row


def decode_item(
    parts: list[Any],
    *,
    id: EntityId,
    level: LevelName,
    parent: EntityId | None,
    facet: Facet | None,
    digest: str,
    phrases: Mapping[int, Phrase],
    point: Point | None = None,
    nearby: tuple[NearbyFact, ...] = (),
) -> IndexedEntity:
    """Returns an entity from its unpacked body, with those of its claims whose phrases are given."""
    texts = texts_of(parts)
    return IndexedEntity(
        entity=decode_entity(parts, id=id, level=level, parent=parent, facet=facet, point=point),
        claims=tuple(decode_claim(row, phrases[row[0]], texts) for row in parts[4] if row[0] in phrases),
        digest=digest,
        nearby=nearby,
    )


def decode_entity(
    parts: list[Any],
    *,
    id: EntityId,
    level: LevelName,
    parent: EntityId | None,
    facet: Facet | None,
    point: Point | None,
) -> Entity:
    """Returns an entity from its unpacked body."""
    title, owner, fields, sources, *_ = parts
    return Entity(
        id=id,
        level=level,
        parent=parent,
        title=title,
        facet=facet,
        owner=owner,
        fields=_decode_fields(fields),
        sources=tuple(
            Source(
                name=name,
                text=text,
                url=url,
                updated=updated,
                fields=_decode_fields(columns),
                citation=cited[0] if cited else "",
                quotes={key: tuple(quotes) for key, quotes in cited[1].items()} if len(cited) > 1 else {},
            )
            for name, text, url, updated, columns, *cited in sources
        ),
        point=point,
        relations=relations_of(parts),
    )


def texts_of(parts: list[Any]) -> dict[str, str]:
    """Returns the texts of an unpacked body by the names of their sources; claims quote them."""
    return {name: text for name, text, *_ in parts[3]}


def _decode_fields(fields: Mapping[str, Any]) -> dict[str, Field]:
    """Returns the fields with JSON lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}


def phrases_of(parts: list[Any]) -> list[int]:
    """Returns the number of the phrase of each claim of an unpacked body, in their order."""
    return [row[0] for row in parts[4]]


def relations_of(parts: list[Any]) -> tuple[Relation, ...]:
    """Returns the relations of an unpacked body; one written before relations existed has none."""
    return decode_relations(parts[5]) if len(parts) > 5 else ()


def encode_relations(relations: Sequence[Relation]) -> list[list[str]]:
    return [[one.kind, one.to, one.quote, one.source] for one in relations]


def decode_relations(rows: Sequence[Sequence[str]]) -> tuple[Relation, ...]:
    return tuple(
        Relation(kind=RelationName(kind), to=EntityId(to), quote=quote, source=source)
        for kind, to, quote, source in rows
    )


def postings_of(parts: list[Any]) -> list[tuple[int, list[list[float]]]]:
    """Returns the phrase number and amount ends of each claim of an unpacked body."""
    return [(row[0], row[5] if len(row) > 5 else []) for row in parts[4]]


def _encode_claim(claim: Claim, phrase: int, texts: Mapping[str, str]) -> list[object]:
    """Returns [phrase, text, quote, source, place, amounts, facet, kind, against]; trailing default
    values are left out.
    """
    # Indexes hold millions of these, so fields that most claims leave empty are not examined.
    start, end, quote = claim.start, claim.end, claim.quote
    found = texts.get(claim.source)
    cut = found is not None and end > start >= 0 and found[start:end] == quote
    text = 0 if claim.text == claim.pattern else _encode_text(claim.text, claim.pattern)
    parts: list[object] = [phrase, text, 0 if cut else quote, claim.source, [start, end - start]]
    amounts, facet = claim.amounts, claim.facet
    unusual = claim.kind is not ClaimKind.BASE or bool(claim.against)
    if amounts or facet is not None or unusual:
        parts.append([_encode_amount(amount) for amount in amounts])
    if facet is not None or unusual:
        parts.append(facet)
    if unusual:
        parts.append(_KIND_NUMBER[claim.kind])
    if claim.against:
        parts.append(claim.against)
    return parts


def _encode_text(text: str, pattern: str) -> object:
    """Returns what fills the gap of the pattern if the text is the pattern filled in, otherwise the
    text.
    """
    before, gap, after = pattern.partition("_")
    fits = gap and "_" not in after and len(text) >= len(before) + len(after)
    if text and fits and text.startswith(before) and text.endswith(after):
        return [text[len(before) : len(text) - len(after)]]
    return text


def decode_claim(parts: list[Any], phrase: Phrase, texts: Mapping[str, str]) -> Claim:
    """Returns a claim of an unpacked body, given its phrase and the texts that it may quote."""
    text, quote, source, (start, length) = parts[1:5]
    amounts = parts[5] if len(parts) > 5 else []
    if text == 0:
        text = phrase.pattern
    elif isinstance(text, list):
        text = phrase.pattern.replace("_", text[0], 1)
    return Claim(
        text=text,
        pattern=phrase.pattern,
        type=phrase.type,
        level=phrase.level,
        quote=texts[source][start : start + length] if quote == 0 else quote,
        source=source,
        start=start,
        end=start + length,
        facet=parts[6] if len(parts) > 6 else None,
        concept=phrase.concept,
        name=phrase.name,
        amounts=tuple(_decode_amount(ends, slot) for ends, slot in zip(amounts, phrase.slots, strict=True)),
        negated=phrase.negated,
        kind=_KINDS[parts[7]] if len(parts) > 7 else ClaimKind.BASE,
        against=parts[8] if len(parts) > 8 else "",
        unsure=phrase.disputed and len(parts) <= 8,  # no words stand against it, and yet it does not count
    )


def _encode_amount(amount: Amount) -> list[object]:
    # Standard JSON has no infinity; Python's JSON writes it as a word and reads that back.
    wording = _OP_NUMBER[amount.op] + _STATED * _PERIOD_NUMBER[amount.stated]
    return [amount.low, amount.high, amount.low_open + 2 * amount.high_open, wording]


def _decode_amount(ends: list[Any], slot: Slot) -> Amount:
    low, high, flags, wording = ends
    stated, op = divmod(wording, _STATED)
    return Amount(
        kind=slot.kind,
        low=low,
        high=high,
        low_open=bool(flags & 1),
        high_open=bool(flags & 2),
        unit=slot.unit,
        noun=slot.noun,
        op=_OPS[op],
        stated=_PERIODS[stated],
    )


def encode_place(place: Place) -> bytes:
    shape = place.shape
    where = [shape.lat, shape.lon] if isinstance(shape, Point) else list(shape.polygons)
    # A point is short, so decompressing would cost more than it saves, and there are many points.
    write = pack if isinstance(shape, Area) else pack_uncompressed
    return write(
        [
            place.name, place.kind, where, isinstance(shape, Area), place.radius_m, list(place.aliases), place.parent,
            place.source, place.rank, place.rating, place.partial,
        ]
    )  # fmt: skip


def decode_place(id: str, body: bytes) -> Place:
    parts: list[Any] = unpack(body)
    name, kind, where, is_area, radius_m, aliases, parent, source, rank, rating, partial = parts
    shape: Point | Area
    if is_area:
        shape = Area(tuple(tuple(tuple((x, y) for x, y in ring) for ring in rings) for rings in where))
    else:
        shape = Point(*where)
    return Place(
        id=PlaceId(id),
        name=name,
        kind=PlaceKind(kind),
        shape=shape,
        radius_m=radius_m,
        aliases=tuple(aliases),
        parent=parent,
        source=source,
        rank=rank,
        rating=rating,
        partial=partial,
    )
