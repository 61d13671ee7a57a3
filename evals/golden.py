"""golden: our own queries and listings, scored claim by claim.

A claim is right when its quote overlaps the golden words and when type, level, facet where given,
polarity, strength, amounts and alternatives all agree. Otherwise the golden claim counts as missed
and the claim read in its place as extra. Fresh queries have separate figures, because the other
queries were looked at while the reader was being built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimtree.calibration.data_rows import Row
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import Claim, LevelName, QueryClaim
from claimtree.model.hierarchy import Hierarchy
from evals.adapters import Adapter
from evals.golden_file import GoldClaim, gold_claim, load_golden, show_amount
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark, Measure

ReadClaim = QueryClaim | Claim

FRESH = "fresh "
"""Prefix of the figures of fresh rows."""


def differences(gold: GoldClaim, read: ReadClaim) -> list[tuple[str, str, str]]:
    """Returns the differences as (what, expected, read) from the golden claim; empty if it is
    right."""
    found: list[tuple[str, str, str]] = []

    def hold(what: str, fine: bool, expected: str, was: str) -> None:
        if not fine:
            found.append((what, expected, was))

    hold("type", read.type in gold.types, " or ".join(gold.types), read.type)
    hold("level", read.level in gold.levels, " or ".join(gold.levels), read.level)
    hold("facet", gold.facet is None or read.facet == gold.facet, gold.facet or "", read.facet or "none")
    hold("polarity", read.negated == gold.negated, _polarity(gold.negated), _polarity(read.negated))
    if isinstance(read, QueryClaim):
        hold("strength", not gold.strength or read.strength == gold.strength, gold.strength, read.strength.value)
        hold(
            "alternatives",
            (read.or_group is None) == (gold.or_group is None),
            "a choice" if gold.or_group is not None else "no choice",
            "a choice" if read.or_group is not None else "no choice",
        )
    amounts = read.amounts
    if gold.amount is None:
        hold("amount", not amounts, "none", ", ".join(map(show_amount, amounts)))
    else:
        agrees = len(amounts) == 1 and gold.amount.agrees(amounts[0])
        hold("amount", agrees, str(gold.amount), ", ".join(map(show_amount, amounts)) or "none")
        noun = amounts[0].noun if amounts else ""
        hold("amount of", not gold.of or not amounts or noun == gold.of, gold.of, noun or "nothing")
    return found


def _polarity(negated: bool) -> str:
    return "denied" if negated else "affirmed"


def _overlaps(gold: GoldClaim, read: ReadClaim) -> bool:
    return any(read.start < end and start < read.end for start, end in gold.spans)


def pair(gold: Sequence[GoldClaim], read: Sequence[ReadClaim]) -> dict[int, int]:
    """Returns a maximum matching of golden claims to correct claims that were read (index → index).

    Pairs whose alternatives or groups differ are then dropped.
    """
    edges = {
        g: [r for r, claim in enumerate(read) if _overlaps(one, claim) and not differences(one, claim)]
        for g, one in enumerate(gold)
    }
    taken: dict[int, int] = {}

    def place(g: int, seen: set[int]) -> bool:
        for r in edges[g]:
            if r in seen:
                continue
            seen.add(r)
            if r not in taken or place(taken[r], seen):
                taken[r] = g
                return True
        return False

    for g in edges:
        place(g, set())
    pairs = {g: r for r, g in taken.items()}
    for grouping, grouped in (
        ({g: one.or_group for g, one in enumerate(gold)}, [getattr(one, "or_group", None) for one in read]),
        ({g: one.group for g, one in enumerate(gold)}, [getattr(one, "group", None) for one in read]),
    ):
        pairs = _same_groups(pairs, grouping, grouped)
    return pairs


def _same_groups(
    pairs: Mapping[int, int], wanted: Mapping[int, int | None], read: Sequence[int | None]
) -> dict[int, int]:
    """Drops pairs whose claim was read into a different group than the other claims of its
    group."""
    fellows: dict[int, Counter[int | None]] = {}
    for g, r in pairs.items():
        number = wanted[g]
        if number is not None:
            fellows.setdefault(number, Counter())[read[r]] += 1
    chosen: dict[int, int | None] = {}
    used: set[int | None] = {None}
    for number, counted in sorted(fellows.items()):
        chosen[number] = next((group for group, _ in counted.most_common() if group not in used), None)
        used.add(chosen[number])
    kept: dict[int, int] = {}
    for g, r in pairs.items():
        number = wanted[g]
        if number is None or (read[r] is not None and read[r] == chosen[number]):
            kept[g] = r
    return kept


def score(where: str, row: Row, reading: Reading) -> Case | None:
    text, kind = str(row["text"]), str(row["kind"])
    if not is_for(row, reading):
        return None
    gold = [gold_claim(one, text) for one in row["claims"]]
    rules = [str(rule) for rule in row.get("rules", ())] or ["plain"]
    never = [(text.index(str(words)), len(words)) for words in row.get("never", ())]
    expected_notice = str(row.get("notice", ""))
    fresh = FRESH if row.get("fresh") else ""
    if kind == "listing":
        gold = [replace(one, levels=_levels(one.levels, row.get("level"), reading.pack.hierarchy)) for one in gold]
    read: Sequence[ReadClaim]
    notices: tuple[str, ...] = ()
    if kind == "query":
        answer = reading.query(text)
        read, notices = answer.claims, notice_texts(answer)
    else:
        read = _distinct(reading.document(text, row.get("level")))
    pairs = pair(gold, read)
    missed = [one for g, one in enumerate(gold) if g not in pairs]
    extra: list[ReadClaim] = [read[r] for r in range(len(read)) if r not in pairs.values()]
    figure = f"{fresh}{'claims' if kind == 'query' else 'listings'}"
    marks = [Mark(figure=figure, group=gold[g].types[0], right=1) for g in pairs]
    marks += [Mark(figure=figure, group=one.types[0], missed=1) for one in missed]
    marks += [Mark(figure=figure, group=one.type, extra=1) for one in extra]
    marks += [
        Mark(figure=f"{fresh}rules", group=rule, right=len(pairs), missed=len(missed), extra=len(extra))
        for rule in rules
    ]
    all_right = not missed and not extra
    marks.append(Mark(figure=f"{fresh}whole", group=kind, right=int(all_right), missed=int(not all_right)))
    for start, length in never:
        silent = not any(one.start < start + length and start < one.end for one in extra)
        marks.append(Mark(figure="never", group="words", right=int(silent), missed=int(not silent)))
    if expected_notice:
        given = any(expected_notice.casefold() in notice.casefold() for notice in notices)
        marks.append(Mark(figure=f"{fresh}notices", group=expected_notice, right=int(given), missed=int(not given)))
    return Case(
        id=where,
        text=text,
        marks=tuple(marks),
        expected="; ".join(_show_gold(one) for one in missed),
        read="; ".join(_show_read(one) for one in extra),
        confusions=tuple(replace(one, slot=f"{fresh}{one.slot}") for one in _confusions(missed, extra)),
    )


def is_for(row: Row, reading: Reading) -> bool:
    """True if the row belongs to the pack in use, or to no pack."""
    return row["pack"] in ("", reading.pack.name)


def _levels(wanted: tuple[str, ...], level: str | None, hierarchy: Hierarchy) -> tuple[str, ...]:
    """Returns the accepted levels; adds the listing's own where a higher one is wanted.

    A listing's claims about its surroundings are stored with the home, because a text creates no
    entity above its own level.
    """
    own = LevelName(level or hierarchy.answers)
    above = hierarchy.levels[: hierarchy.depth_of(own)]
    return (*wanted, own) if any(one in above for one in wanted) else wanted


def _distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Removes duplicate claims of a listing, as an index does."""
    return list(
        {(c.pattern, c.type, c.level, c.facet, c.negated, c.amounts, c.name): c for c in reversed(claims)}.values()
    )


def _show_gold(one: GoldClaim) -> str:
    parts = [
        one.says,
        "|".join(one.types),
        "|".join(one.levels),
        one.facet or "",
        one.strength,
        "denied" if one.negated else "",
        str(one.amount or ""),
        f"or {one.or_group}" if one.or_group is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _show_read(one: ReadClaim) -> str:
    query = one if isinstance(one, QueryClaim) else None
    parts = [
        one.quote,
        one.type,
        one.level,
        one.facet or "",
        query.strength.value if query else "",
        "denied" if one.negated else "",
        ", ".join(map(show_amount, one.amounts)),
        f"or {query.or_group}" if query and query.or_group is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _confusions(missed: Sequence[GoldClaim], extra: Sequence[ReadClaim]) -> tuple[Confusion, ...]:
    """Compares each missed claim with the nearest claim that was read."""
    found: list[Confusion] = []
    left = list(extra)
    for gold in missed:
        near = sorted((one for one in left if _overlaps(gold, one)), key=lambda one: len(differences(gold, one)))
        if not near:
            found.append(Confusion(slot="claim", expected=f"a claim of {gold.types[0]}", read=""))
            continue
        left.remove(near[0])
        wrong = differences(gold, near[0]) or [("alternatives", "its own fellows", "others")]
        found += [Confusion(slot=what, expected=expected, read=was) for what, expected, was in wrong]
    found += [Confusion(slot="claim", expected="", read=f"a claim of {one.type}") for one in left]
    return tuple(found)


GOLDEN = Adapter(
    name="golden",
    title="Golden queries and listings",
    data="TOML files with [[query]] and [[listing]] tables (our own when left out)",
    pack="rentals",
    goals=(
        Goal(key="claims", title="claims of queries", measure=Measure.F1, bar=0.92, by="type"),
        Goal(key=f"{FRESH}claims", title="claims of fresh queries", measure=Measure.F1, bar=0.92, by="type"),
        Goal(key="listings", title="claims of listings", measure=Measure.F1, by="type"),
        Goal(key="whole", title="texts with every claim right"),
        Goal(key=f"{FRESH}whole", title="fresh queries with every claim right"),
        Goal(key="never", title="words of listings that give no claim"),
        Goal(key="notices", title="notices given"),
        Goal(key=f"{FRESH}notices", title="notices given, fresh queries"),
        Goal(key="rules", title="claims by rule", measure=Measure.F1, by="rule", only_table=True),
        Goal(
            key=f"{FRESH}rules", title="claims of fresh queries by rule", measure=Measure.F1, by="rule", only_table=True
        ),
    ),
    is_ours=lambda row: "claims" in row,
    key=lambda row: str(row["text"]),
    score=score,
    load=load_golden,
)
