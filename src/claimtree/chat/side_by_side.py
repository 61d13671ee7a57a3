"""Hits side by side: price, facts in which they differ, and what each says to the criteria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimtree.chat.reply import HitAnswer, ShownHit
from claimtree.chat.wording import concept_text, fact_texts
from claimtree.languages.rendering import render
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import FieldSpec, Pack
from claimtree.model.phrases import IndexedEntity

_SIGNS = {Verdict.MET: "✓", Verdict.REFUTED: "✗", Verdict.UNKNOWN: "–"}
_BETWEEN = " | "
_NOTHING = "–"


def comparison_lines(
    items: Sequence[IndexedEntity],
    hits: Sequence[ShownHit],
    verdicts: Mapping[EntityId, Sequence[tuple[HitAnswer, Notice]]],
    pack: Pack,
    language: str,
) -> list[str]:
    """Returns the comparison as lines: each row names what is compared, then a value for each hit."""
    numbers = ", ".join(str(hit.number) for hit in hits)
    lines: list[str] = [render(notice(NoticeCode.CHAT_COMPARE, numbers=numbers), language)]
    lines += [render(notice(NoticeCode.CHAT_HIT, number=hit.number, title=hit.title), language) for hit in hits]
    price = render(notice(NoticeCode.CHAT_ROW_PRICE), language)
    lines.append(_row(price, [hit.price for hit in hits], language))
    for spec in pack.fields.values():
        if spec.level != pack.hierarchy.answers or not any(spec.name in item.entity.fields for item in items):
            continue
        values = [_value(item, spec.name, pack, language) for item in items]
        if any(values) and len(set(values)) > 1:
            lines.append(_row(_name(spec, pack, language), values, language))
    answered = [verdicts.get(item.entity.id, ()) for item in items]
    for told in zip(*answered, strict=False):
        signs = [_SIGNS[answer.verdict or Verdict.UNKNOWN] for answer, _ in told]
        lines.append(_row(told[0][0].asked, signs, language))
    return lines


def _name(spec: FieldSpec, pack: Pack, language: str) -> str:
    """What a row compares: the amount or the claim type, as users call it."""
    if spec.concept is not None:
        return concept_text(spec.concept, pack, language)
    concept = next((pack.concepts[one] for one in spec.values.values() if one in pack.concepts), None)
    called = pack.types[concept.type].called if concept is not None else ()
    return called[0] if called and language == pack.languages[0] else spec.name.replace("_", " ")


def _value(item: IndexedEntity, name: str, pack: Pack, language: str) -> str:
    value = item.entity.fields.get(name)
    if value is None:
        return ""
    alone = replace(item.entity, fields={name: value})
    return "".join(fact_texts(alone, pack, language, most=1))


def _row(name: str, values: Sequence[str], language: str) -> str:
    told = _BETWEEN.join(value or _NOTHING for value in values)
    return render(notice(NoticeCode.CHAT_ROW, name=name, values=told), language)
