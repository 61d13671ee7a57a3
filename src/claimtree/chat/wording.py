"""How a conversation words criteria, prices and facts, in the language of the asker.

Every value is one that the data or the message states. A rent is told as it was stated, with its
period: "Rp 140 juta per tahun" is never turned into another one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from claimtree.languages import language_of
from claimtree.languages.normalise import tokenize
from claimtree.languages.rendering import joined, render
from claimtree.languages.word_tables import SQ_FT
from claimtree.model.amounts import Amount, AmountKind, Op, as_stated, describe, number_text
from claimtree.model.claims import Claim, ClaimKind, ConceptId, QueryClaim
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.notices import Join, NoticeCode, notice
from claimtree.model.pack import DENIALS, FieldSpec, Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import CENTRE, Where, WhereRelation
from claimtree.text.markup import without_markup

LONGEST_STATED: Final = 48
"""Characters of a quote that is shown in place of a price."""
MOST_FACTS: Final = 6
_SIGNS: Final = {Op.LT: "<", Op.LTE: "≤", Op.GT: ">", Op.GTE: "≥", Op.APPROX: "±"}
_MONTHS: Final = 12
_PER: Final = {
    "day": NoticeCode.CHAT_PER_DAY,
    "week": NoticeCode.CHAT_PER_WEEK,
    "month": NoticeCode.CHAT_PER_MONTH,
    "year": NoticeCode.CHAT_PER_YEAR,
}
_WRITTEN_OUT: Final = re.compile(r"[$€£] ?[\d.,]*\d")
_SQUARE_FEET: Final = "sq ft"
_ROUNDED: Final = 100
"""Descriptions have two decimals: what has more is written in full."""
_JOINERS: Final = "\u200c\u200d"
_LONGEST_ADDRESS: Final = 160
_SCALES: Final = (1e12, 1e9, 1e6, 1e3)


def label(choice: Sequence[QueryClaim], pack: Pack, language: str) -> str:
    """Returns a criterion in a few words: "rumah", "Cemara Asri", "≤ Rp1,5 miliar"."""
    return joined([_label(claim, pack, language) for claim in choice], Join.OR, language)


def _label(claim: QueryClaim, pack: Pack, language: str) -> str:
    text = _positive(claim, pack, language)
    if not claim.negated or (claim.where is not None and claim.where.keeps_off):
        return text
    lacking, unlike = DENIALS.get(language, DENIALS["en"])
    return f"{unlike if claim.name is not None or claim.where is not None or claim.amounts else lacking} {text}"


def _positive(claim: QueryClaim, pack: Pack, language: str) -> str:
    if claim.where is not None:
        return where_text(claim.where, pack, language)
    if claim.name is not None:
        return claim.name.text
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if claim.amounts and concept is not None:
        return amount_label(claim, pack, language)
    if claim.full_wording or concept is None or claim.opposed:
        return claim.full_wording or (claim.quote if claim.opposed else claim.pattern.replace("_", "").strip())
    return concept_text(concept.id, pack, language)


def concept_text(id: ConceptId, pack: Pack, language: str) -> str:
    """Returns what a concept is called. The id of a concept is its name in English."""
    concept = pack.concepts[id]
    return concept.pattern_of() if language == concept.language else str(id)


def amount_label(claim: QueryClaim, pack: Pack, language: str) -> str:
    """Returns a wish with an amount: a price as a limit, "3 lantai" in words."""
    amount = claim.amounts[0]
    if amount.kind is AmountKind.MONEY:
        if "/" not in amount.unit or not claim.quote:
            return limit(amount, language)
        if pack.reading.rents is not None:
            return rent_limit(claim, language)
        # Where prices have one period only, the user's own words say it as well, if they are plain.
        words = " ".join(claim.quote.split())
        plain = _is_plain_limit(words, language_of(pack).conversation.limits)
        return words if plain else limit(replace(amount, unit=amount.unit.partition("/")[0]), language)
    if amount.low == amount.high == 0 and claim.quote:
        return claim.quote  # "studio"
    return amount_text(claim.concept, _as_measured(amount, claim.quote, pack), pack, language)


def _as_measured(amount: Amount, words: str, pack: Pack) -> Amount:
    """An area in square feet where the user's words measure in feet."""
    if amount.kind is not AmountKind.AREA:
        return amount
    said = " ".join(token.norm for token in tokenize(words) if token.norm != ".")  # "900 sq. ft"
    units = {**language_of(pack).amounts.units, **pack.units}
    areas = (word for word, unit in units.items() if unit.kind is AmountKind.AREA)
    named = [word for word in areas if re.search(rf"(?<!\S){re.escape(word)}s?(?!\S)", said)]
    # "Square" alone is feet in some fields, and "square metres" are none.
    if not named or units[max(named, key=len)].factor != SQ_FT:
        return amount
    return replace(amount, unit=_SQUARE_FEET, low=round(amount.low / SQ_FT, 2), high=round(amount.high / SQ_FT, 2))


def _is_plain_limit(words: str, limits: Collection[str]) -> bool:
    """True for "under $4,000": a word that limits, a currency and an amount written out."""
    first, _, rest = words.partition(" ")
    return "/" in words or (first.casefold() in limits and bool(_WRITTEN_OUT.fullmatch(rest)))


def rent_limit(claim: QueryClaim, language: str) -> str:
    """Returns a wish for a rent by the period that the user said: "≤ Rp100 juta per tahun". It is compared by
    the month, and the amount knows what it was stated for."""
    amount = claim.amounts[0]
    if not amount.stated and _is_said(claim.quote, amount, _MONTHS) and not _is_said(claim.quote, amount, 1):
        amount = replace(amount, stated="year")  # a session that was kept before amounts knew it
    return rent_text(amount, language)


def rent_text(amount: Amount, language: str) -> str:
    """Returns a rent with the period that it was stated for: "Rp100 juta per tahun"."""
    stated = as_stated(amount)
    currency, _, period = stated.unit.partition("/")
    ends = {name: getattr(stated, name) for name in ("low", "high")}
    ends = {name: float(round(end)) if math.isfinite(end) else end for name, end in ends.items()}
    code = _PER.get(period)
    if code is None:
        return limit(replace(stated, **ends), language)
    return render(notice(code, sum=limit(replace(stated, unit=currency, **ends), language)), language)


def _is_said(words: str, amount: Amount, times: int) -> bool:
    """True if the words have the digits of an amount, this many times as large."""
    ends = [end * times for end in (amount.low, amount.high) if math.isfinite(end) and end > 0]
    if amount.op is Op.APPROX:
        ends = [sum(ends) / len(ends)]
    digits = {re.sub(r"\D", "", number).strip("0") for number in re.findall(r"\d[\d.,]*", words)}
    return any(f"{end:.0f}".strip("0") in digits for end in ends)


def limit(amount: Amount, language: str) -> str:
    """Returns an amount of money as a limit: "≤ Rp1,5 miliar", "± $3,000", "Rp500 juta–Rp1 miliar"."""
    low, high = amount.low, amount.high
    if low == high:
        return money(low, amount.unit, language)
    if math.isinf(low) or math.isinf(high) or (low == 0 and amount.op in (Op.LT, Op.LTE)):
        sign = _SIGNS.get(amount.op, "≥" if math.isinf(high) else "≤")
        return f"{sign} {money(low if math.isinf(high) else high, amount.unit, language)}"
    if amount.op is Op.APPROX:
        return f"{_SIGNS[Op.APPROX]} {money((low + high) / 2, amount.unit, language)}"
    return f"{money(low, amount.unit, language)}–{money(high, amount.unit, language)}"


def money(value: float, unit: str, language: str) -> str:
    """Returns a sum of money exactly.

    >>> money(1_200_000_000, "IDR", "id"), money(1_234_567_000, "IDR", "id"), money(3890, "USD/month", "en")
    ('Rp1,2 miliar', 'Rp1.234.567.000', '$3,890/month')
    """
    scale = next((scale for scale in _SCALES if abs(value) >= scale), 1.0)
    amount = Amount(kind=AmountKind.MONEY, unit=unit, low=value, high=value)
    if unit.startswith("IDR") and not _is_whole(value / scale * _ROUNDED):
        period = unit.partition("/")[2]
        return f"Rp{number_text(round(value), language)}" + (f"/{period}" if period else "")
    return describe(amount, language).replace("Rp ", "Rp")


def _is_whole(value: float) -> bool:
    return abs(value - round(value)) < 1e-6


def amount_text(concept: ConceptId | None, amount: Amount, pack: Pack, language: str) -> str:
    """Returns an amount with what it is of: "3 lantai", "at least 3 bedrooms"."""
    if amount.kind is AmountKind.MONEY:
        return limit(amount, language)
    known = pack.concepts.get(concept) if concept is not None else None
    if known is None:
        return describe(amount, language)
    if language == known.language:
        return known.filled(known.pattern_of(with_amount=True), amount)
    stated = describe(amount, language)
    one = amount.low == amount.high == 1 and known.id.endswith("s")
    name = known.id.removesuffix("s") if one else str(known.id)
    return f"{name} {stated}" if amount.kind is AmountKind.AREA else f"{stated} {name}"


def where_text(where: Where, pack: Pack, language: str) -> str:
    """Returns a wish for a place: "Cemara Asri", "≤ 1 km dari USU", "dekat mall (≤ 1 km)"."""
    names = joined(where.names, Join.AND, language)
    match where.relation:
        case WhereRelation.IN:
            return names
        case WhereRelation.BETWEEN | WhereRelation.CLOSER:
            return render(notice(NoticeCode(where.relation.value), places=names), language)
        case WhereRelation.NEAR:
            kind = pack.places.kinds.get(where.kind) if pack.places is not None else None
            title = kind.title if kind is not None and language == pack.languages[0] else str(where.kind)
            what = names or title.replace("_", " ")
            if where.kind == CENTRE:
                what = render(notice(NoticeCode.CENTRE_OF, place=names), language)
            if where.distance is None or (not names and not where.keeps_off and not _is_measured(where, pack)):
                return render(notice(NoticeCode.NEAR, places=what), language)
            if where.keeps_off:
                return render(
                    notice(NoticeCode.BEYOND, distance=reach(where.distance.low, language), place=what), language
                )
            return render(notice(NoticeCode.UP_TO, distance=reach(where.distance.high, language), place=what), language)


def _is_measured(where: Where, pack: Pack) -> bool:
    """True if the user said how far, and did not leave it to "dekat"."""
    spec = pack.places
    if spec is None or where.distance is None:
        return True
    return where.distance.high not in {*spec.near.values(), spec.near_m(where.kind)}


def reach(metres: float, language: str) -> str:
    """Returns a radius: "1 km", "800 m", "1,5 km".

    >>> reach(1000, "id"), reach(1500, "id"), reach(800, "en")
    ('1 km', '1,5 km', '800 m')
    """
    return f"{number_text(metres / 1000, language)} km" if metres >= 1000 else f"{number_text(metres, language)} m"


def money_concepts(pack: Pack) -> tuple[ConceptId, ...]:
    """The concepts that are the price of what is offered, the first first."""
    fields = [
        spec.concept
        for spec in pack.fields.values()
        if spec.level == pack.hierarchy.answers and spec.concept is not None and _is_money(spec.concept, pack)
    ]
    rents = pack.reading.rents
    return tuple(dict.fromkeys((*fields, *((rents.price, rents.rent) if rents is not None else ()))))


def _is_money(concept: ConceptId, pack: Pack) -> bool:
    amount = pack.concepts[concept].amount
    return amount is not None and amount.kind is AmountKind.MONEY


def price_claims(item: IndexedEntity, pack: Pack) -> list[Claim]:
    """Returns what an entity states of its price, the surest first: stated with a period first,
    since a column of sums does not say for how long."""
    concepts = money_concepts(pack)
    found = [
        claim
        for claim in item.claims
        if claim.concept in concepts
        and len(claim.amounts) == 1
        and claim.counts
        and not claim.negated
        and claim.kind is ClaimKind.BASE
    ]
    return sorted(found, key=lambda claim: ("/" not in claim.amounts[0].unit, is_column(claim)))


def price_text(item: IndexedEntity, pack: Pack, language: str) -> str:
    """Returns the price of an entity; empty if it states none. A rent is shown as it is stated, and that of another
    period beside it."""
    claims = price_claims(item, pack)
    rents = [claim for claim in claims if "/" in claim.amounts[0].unit] if pack.reading.rents is not None else []
    if rents:
        # The words of the listing are in the language of the listings.
        plain = (one for one in rents if not is_column(one) and len(one.quote) <= LONGEST_STATED)
        said = next(plain, None) if language == pack.languages[0] else None
        first = said or rents[0]
        texts = [rent_text(first.amounts[0], language) if said is None else quoted(said.quote, LONGEST_STATED)]
        # What answers one period alone stands beside another.
        others = [one.amounts[0] for one in rents if "/" in one.amounts[0].noun]
        texts += [rent_text(one, language) for one in others if one.period != first.amounts[0].period]
        return " / ".join(dict.fromkeys(texts))
    spec = next((spec for spec in _own_fields(pack) if spec.concept in money_concepts(pack)), None)
    value = item.entity.fields.get(spec.name) if spec is not None else None
    if spec is not None and spec.concept is not None and isinstance(value, int | float) and not isinstance(value, bool):
        concept = pack.concepts[spec.concept]
        assert concept.amount is not None
        return money(float(value), concept.amount.unit, language)
    for claim in claims:
        amount = claim.amounts[0]
        if "/" not in amount.unit and amount.low == amount.high:
            return money(amount.low, amount.unit, language)
        if "/" in amount.unit and not pack.reading.rents:
            return describe(amount, language)
    return quoted(claims[0].quote, LONGEST_STATED) if claims else ""


def is_column(claim: Claim) -> bool:
    """True for a quote made of a column: "price: 95000000"."""
    _, column, name = claim.source.partition("#")
    return bool(column) and claim.quote.startswith(f"{name}:")


def _own_fields(pack: Pack) -> list[FieldSpec]:
    return [spec for spec in pack.fields.values() if spec.level == pack.hierarchy.answers]


def fact_texts(entity: Entity, pack: Pack, language: str, *, most: int = MOST_FACTS) -> list[str]:
    """Returns fields of an entity besides its price, in the pack's order: "3 kamar tidur"."""
    texts = [
        _fact(spec, entity.fields[spec.name], pack, language)
        for spec in _own_fields(pack)
        if spec.name in entity.fields
    ]
    return [text for text in texts if text][:most]


def stated_texts(item: IndexedEntity, pack: Pack, language: str) -> list[str]:
    """Returns what columns of text state besides the price and the address, such as the certificate, and the
    names of what the entity is in."""
    texts = []
    for spec in _own_fields(pack):
        value = item.entity.fields.get(spec.name)
        if not isinstance(value, str) or not (spec.read or spec.name_kind) or spec.name == "address":
            continue
        if ConceptId(spec.name) in money_concepts(pack):
            continue  # its claim may be that of the text, which says the same
        stated = [claim for claim in item.claims if claim.source.endswith(f"#{spec.name}") and claim.counts]
        if any(claim.concept in money_concepts(pack) for claim in stated):
            continue
        known = [claim.concept for claim in stated if claim.concept in pack.concepts and not claim.amounts]
        texts.append(concept_text(known[0], pack, language) if spec.read and known and known[0] else quoted(value, 60))
    return list(dict.fromkeys(texts))


def _fact(spec: FieldSpec, value: Field, pack: Pack, language: str) -> str:
    if isinstance(value, tuple):
        known = [_value(spec, one, pack, language) for one in value]
        return joined([one for one in known if one], Join.COMMA, language)
    if isinstance(value, str):
        return _value(spec, value, pack, language)
    concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
    if concept is None or concept.id in money_concepts(pack):
        return ""
    if isinstance(value, bool):
        return concept_text(concept.id, pack, language) if value else ""
    if concept.amount is None:
        return ""
    amount = Amount(kind=concept.amount.kind, unit=concept.amount.unit, low=float(value), high=float(value))
    return amount_text(concept.id, amount, pack, language)


def _value(spec: FieldSpec, value: str, pack: Pack, language: str) -> str:
    """The text of a value that the pack knows ("utara": "hadap utara"); empty for others."""
    concept = spec.values.get(value.casefold())
    if concept is not None and concept in pack.concepts:
        return concept_text(concept, pack, language)
    return ""


def address(entity: Entity, pack: Pack) -> str:
    """Returns where an entity is, as its fields say: the address, else the names of its places."""
    stated = entity.fields.get("address")
    if isinstance(stated, str) and stated.strip():
        return quoted(stated, _LONGEST_ADDRESS)
    names = [
        str(entity.fields[spec.name])
        for spec in _own_fields(pack)
        if spec.name_kind and isinstance(entity.fields.get(spec.name), str)
    ]
    return quoted(", ".join(dict.fromkeys(name for name in names if name)), _LONGEST_ADDRESS)


def quoted(words: str, most: int) -> str:
    """Returns words of a source on one line, without remnants of HTML, cut at a word.

    >>> quoted("Dua AC\\ndan water heater", 12)
    'Dua AC dan…'
    """
    line = re.sub(r"\s+", " ", without_markup(words))
    # Escape sequences and signs that turn the direction of writing would change the text around them.
    line = "".join(sign for sign in line if sign.isprintable() or sign in _JOINERS).strip()
    return line if len(line) <= most else line[:most].rsplit(" ", 1)[0] + "…"
