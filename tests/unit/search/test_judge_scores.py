"""What a judge says where no rule does: which chances count, which are only shown, and which are never asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import ClaimId, ConceptId, LevelName, Name, QueryClaim, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.judging import Bars, JudgedWishes, Says, chances
from claimtree.model.pack import Curve, EvidenceRule, NameKind, OtherName, Pack, TypeSpec
from claimtree.model.phrases import Edge, Floats, Partition, Phrase, PhraseId, Vectors
from claimtree.model.plans import Basis, PhraseMatch, Wish, grade
from claimtree.ports import Store
from claimtree.search.judge_scores import Grading, alike
from claimtree.search.judged_rows import judged_edges
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve

HOME, ROOM = LevelName("home"), LevelName("room")
LOOK, RULE = TypeName("look"), TypeName("rule")
BARS = Bars(met=0.9, refuted=0.8, maybe=0.5)

PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny", default_type=LOOK,
    hierarchy=Hierarchy(levels=(HOME, ROOM), answers=HOME),
    level_weights={HOME: 0.5, ROOM: 0.5},
    types={t: TypeSpec(name=t, about="", levels=(HOME, ROOM), examples=(), threshold=0.75) for t in (LOOK, RULE)},
    names={"town": NameKind(name="town", type=LOOK, level=HOME, wording="in {name}", other=OtherName.REFUTES)},
    evidence=(
        EvidenceRule(level=HOME, types=frozenset({LOOK}), by_level=ROOM, by_types=frozenset({LOOK}), proves=0.5),
    ),
    judged={"planted": {LOOK: BARS}},
    curves={"alike": {LOOK: Curve(slope=10, offset=-5)}},
)  # fmt: skip

SourcedClaim = Mapping[tuple[str, str], tuple[float, float]]
"""By wish and phrase: the chances that the one is met and refuted by the other."""


SILENCE = np.array([0.0, 0.0, 3.0], np.float32)
"""The bias: all that speaks of a text that was not planted."""


class Alike:
    """An embedder that knows each text apart from every other."""

    name = "alike"
    dimensions = 32

    def __init__(self, said: SourcedClaim | None = None) -> None:
        self.said = said or {}
        self.asked: list[str] = []
        self._texts = sorted({text for pair in self.said for text in pair})

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Each planted text stands on an axis of its own; of any other nothing is known."""
        self.asked += texts
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            if text in self._texts:
                rows[row, self._texts.index(text)] = 1.0
        return Vectors.from_floats(rows)


class Planted(Alike):
    """A judge that gives the planted chances, and for every other pair silence."""

    name = "planted"

    def judge(self, wishes: Vectors) -> JudgedWishes:
        three = np.zeros((len(wishes), 3, self.dimensions), np.float32)
        for row in np.flatnonzero(wishes.scales).tolist():
            wish = self._texts[int(wishes.codes[row].argmax())]
            for at, phrase in enumerate(self._texts):
                met, refuted = self.said.get((wish, phrase), (0.001, 0.001))
                three[row, :, at] = np.log([met, refuted, 1 - met - refuted]) - SILENCE
        lengths = np.linalg.norm(three, axis=-1).astype(np.float32)
        return JudgedWishes(vectors=Vectors.from_floats(three.reshape(-1, 32)), lengths=lengths, bias=SILENCE)


class Shelves:
    """A store that has phrases and edges, and nothing to rank."""

    def __init__(self, phrases: Sequence[Phrase], edges: Sequence[Edge], embedder: Alike) -> None:
        self._edges = edges
        by_key: dict[tuple[LevelName, TypeName], list[Phrase]] = {}
        for phrase in sorted(phrases, key=lambda phrase: phrase.id):
            by_key.setdefault((phrase.level, phrase.type), []).append(phrase)
        self._partitions = {
            (level, type): Partition(
                level=level, type=type, phrases=tuple(found), vectors=embedder.embed([one.pattern for one in found])
            )
            for (level, type), found in by_key.items()
        }

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        return [self._partitions[key] for key in sorted(keys) if key in self._partitions]

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return [edge for edge in self._edges if edge.derived in derived]


def phrase(
    pattern: str,
    concept: str | None = None,
    *,
    negated: bool = False,
    level: LevelName = HOME,
    type: TypeName = LOOK,
    name: Name | None = None,
) -> Phrase:
    id = ConceptId(concept) if concept else None
    return Phrase(pattern=pattern, type=type, level=level, negated=negated, concept=id, name=name)


def wish(
    pattern: str, concept: str | None = None, *, whole: str = "", negated: bool = False, type: TypeName = LOOK
) -> QueryClaim:
    id = ConceptId(concept) if concept else None
    return QueryClaim(
        id=ClaimId("c1"), text=pattern, pattern=pattern, type=type, level=HOME, quote=pattern, concept=id,
        negated=negated, full_wording=whole,
    )  # fmt: skip


def resolved(
    claim: QueryClaim,
    *phrases: Phrase,
    said: SourcedClaim | None = None,
    edges: Sequence[Edge] = (),
    pack: Pack = PACK,
    embedder: Alike | None = None,
) -> Wish:
    chosen = embedder or Planted(said)
    store = cast(Store, Shelves(phrases, edges, chosen))
    return resolve([claim], pack, Vocabulary(store), chosen).wishes[0]


def one(matches: Sequence[PhraseMatch]) -> PhraseMatch:
    (match,) = matches
    return match


def answered(found: Wish, stored: Phrase) -> tuple[int, Basis, bool] | None:
    """What one phrase says: its grade, its basis, and whether it is doubtful."""
    match = found.says(stored.id)
    assert match is None or match.doubtful is (match in found.doubtful)
    return None if match is None else (match.holds, match.by, match.doubtful)


# --- which chances count --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("met", "refuted", "holds", "doubtful"),
    [
        (0.97, 0.01, grade(0.97), False),
        (0.01, 0.97, -grade(0.97), False),
        (0.84, 0.01, grade(0.84), True),
        (0.01, 0.84, -grade(0.84), False),
        (0.01, 0.65, -grade(0.65), True),
        (0.6, 0.2, grade(0.6), True),
    ],
)
def test_a_chance_counts_from_its_bar_on_and_is_doubtful_from_maybe_on(
    met: float, refuted: float, holds: int, doubtful: bool
) -> None:
    stored = phrase("peaceful at night")
    found = resolved(wish("quiet"), stored, said={("quiet", "peaceful at night"): (met, refuted)})
    assert answered(found, stored) == (holds, Basis.JUDGE, doubtful)
    assert (len(found.matches), len(found.doubtful)) == (int(not doubtful), int(doubtful))


@pytest.mark.parametrize(("met", "refuted"), [(0.4, 0.4), (0.45, 0.01), (0.01, 0.45), (0.01, 0.01)])
def test_a_chance_below_maybe_is_not_even_shown(met: float, refuted: float) -> None:
    found = resolved(wish("quiet"), phrase("peaceful here"), said={("quiet", "peaceful here"): (met, refuted)})
    assert found.matches == found.doubtful == ()


def test_the_judge_tells_phrases_and_wishes_apart() -> None:
    said = {
        ("quiet", "peaceful here"): (0.98, 0.01),
        ("quiet", "by the tram"): (0.01, 0.98),
        ("sunny", "bright all day"): (0.9, 0),
    }
    stored = [phrase("peaceful here"), phrase("by the tram"), phrase("bright all day")]
    found = resolved(
        wish("quiet"), *stored, said={pair: (met, refuted or 0.001) for pair, (met, refuted) in said.items()}
    )
    assert [answered(found, each) for each in stored] == [(16, Basis.JUDGE, False), (-16, Basis.JUDGE, False), None]


def test_silence_that_is_expected_takes_a_chance_below_its_bar() -> None:
    stored, said = phrase("peaceful here"), {("quiet", "peaceful here"): (0.93, 0.01)}
    quieter = replace(PACK, judged={"planted": {LOOK: replace(BARS, silence=2.0)}})
    assert answered(resolved(wish("quiet"), stored, said=said), stored) == (15, Basis.JUDGE, False)
    found = answered(resolved(wish("quiet"), stored, said=said, pack=quieter), stored)
    assert found is not None
    assert found[2]


def test_a_negated_wish_turns_what_the_judge_says_round() -> None:
    met, refuted = phrase("bar downstairs"), phrase("no bar for miles")
    said = {("bars", "bar downstairs"): (0.98, 0.01), ("bars", "no bar for miles"): (0.01, 0.98)}
    found = resolved(wish("bars", negated=True), met, refuted, said=said)
    assert answered(found, met) == (-16, Basis.JUDGE, False)
    assert answered(found, refuted) == (16, Basis.JUDGE, False)


def test_a_negation_that_was_lifted_out_of_a_phrase_turns_its_chance_round() -> None:
    denied, doubly = phrase("peace at night", negated=True), phrase("din all day", negated=True)
    said = {("quiet", "peace at night"): (0.98, 0.01), ("quiet", "din all day"): (0.01, 0.98)}
    found = resolved(wish("quiet"), denied, doubly, said=said)
    assert answered(found, denied) == (-16, Basis.JUDGE, False)
    assert answered(found, doubly) == (16, Basis.JUDGE, False)


@pytest.mark.parametrize(
    ("refused", "stored", "doubtful"),
    [
        ("basement", "lower", True),
        ("basement", "top to bottom", False),
        ("basement", "basement level", False),
        ("shared space", "sharing", False),
        ("bars", "of course", True),
    ],
)
def test_a_word_or_two_unlike_the_wish_do_not_speak_against_it(refused: str, stored: str, doubtful: bool) -> None:
    found = resolved(wish(refused, negated=True), phrase(stored), said={(refused, stored): (0.98, 0.01)})
    assert answered(found, phrase(stored)) == (-16, Basis.JUDGE, doubtful)


def test_a_word_or_two_that_a_list_knows_speak_against_a_wish() -> None:
    known, said = phrase("walk-up", "walk-up"), {("no climbing", "walk-up"): (0.01, 0.98)}
    assert answered(resolved(wish("no climbing"), known, said=said), known) == (-16, Basis.JUDGE, False)


def test_what_meets_a_refused_thing_has_to_be_as_sure_as_a_refutation() -> None:
    strict = replace(PACK, judged={"planted": {LOOK: Bars(met=0.8, refuted=0.95, maybe=0.5)}})
    stored, said = phrase("a bar on each side"), {("bars", "a bar on each side"): (0.9, 0.01)}
    assert answered(resolved(wish("bars"), stored, said=said, pack=strict), stored) == (14, Basis.JUDGE, False)
    refused = resolved(wish("bars", negated=True), stored, said=said, pack=strict)
    assert answered(refused, stored) == (-14, Basis.JUDGE, True)


def test_what_a_negated_phrase_denies_has_to_be_as_sure_as_a_refutation() -> None:
    strict = replace(PACK, judged={"planted": {LOOK: Bars(met=0.8, refuted=0.95, maybe=0.5)}})
    stored, said = phrase("bar on our street", negated=True), {("bars", "bar on our street"): (0.9, 0.01)}
    assert answered(resolved(wish("bars"), stored, said=said, pack=strict), stored) == (-14, Basis.JUDGE, True)


def test_a_negation_leaves_a_doubt_a_doubt() -> None:
    denied = phrase("peace", negated=True)
    found = resolved(wish("quiet"), denied, said={("quiet", "peace"): (0.7, 0.01)})
    assert answered(found, denied) == (-grade(0.7), Basis.JUDGE, True)


def test_what_the_judge_says_takes_the_discount_of_the_level_it_is_said_at() -> None:
    stored = phrase("peaceful here", level=ROOM)
    found = resolved(wish("quiet"), stored, said={("quiet", "peaceful here"): (0.98, 0.01)})
    assert answered(found, stored) == (grade(0.98 * 0.5), Basis.JUDGE, False)


# --- who is asked ---------------------------------------------------------------------------------------------------


def test_what_a_rule_answers_is_not_left_to_the_judge() -> None:
    calm, same = phrase("calm", "quiet"), phrase("serene all day")
    contrary = {("quiet", "calm"): (0.01, 0.98), ("serene", "serene all day"): (0.01, 0.98)}
    assert answered(resolved(wish("quiet", "quiet"), calm, said=contrary), calm) == (16, Basis.CONCEPT, False)
    assert answered(resolved(wish("serene all day"), same, said=contrary), same) == (16, Basis.WORDING, False)


def test_what_a_step_answers_is_not_left_to_the_judge() -> None:
    own, base = phrase("quiet", "quiet"), phrase("soundproof")
    edge = Edge(base=base.id, derived=own.id, excludes=False, discount=0.8)
    found = resolved(wish("quiet", "quiet"), own, base, said={("quiet", "soundproof"): (0.01, 0.98)}, edges=[edge])
    assert answered(found, base) == (grade(0.8), Basis.STEP, False)


def test_two_known_concepts_are_never_held_against_each_other() -> None:
    found = resolved(wish("dogs", "dogs"), phrase("cats", "cats"), said={("dogs", "cats"): (0.98, 0.01)})
    assert found.matches == found.doubtful == ()


@pytest.mark.parametrize(("asked", "stored"), [("dogs", None), (None, "pets"), (None, None)])
def test_the_judge_speaks_where_one_side_has_no_concept(asked: str | None, stored: str | None) -> None:
    said = {("dogs", "pets welcome"): (0.98, 0.01)}
    found = resolved(wish("dogs", asked), phrase("pets welcome", stored), said=said)
    assert one(found.matches).by is Basis.JUDGE


def test_names_are_never_judged() -> None:
    kiel = Name(kind="town", text="Kiel")
    found = resolved(wish("harbour"), phrase("in Kiel", name=kiel), said={("harbour", "in Kiel"): (0.98, 0.01)})
    assert found.matches == found.doubtful == ()
    named = replace(wish("in Kiel"), name=kiel)
    judge = Planted({("in Kiel", "harbour"): (0.98, 0.01)})
    assert resolved(named, phrase("harbour"), embedder=judge).matches == ()
    assert "in Kiel" not in judge.asked


def test_an_asked_amount_is_never_judged() -> None:
    amount = Amount(kind=AmountKind.AREA, low=10, high=20, unit="m2")
    judge = Planted({("area _", "spacious"): (0.98, 0.01)})
    found = resolved(replace(wish("area _"), amounts=(amount,)), phrase("spacious"), embedder=judge)
    assert found.matches == found.doubtful == ()
    assert "area _" not in judge.asked


def test_what_the_judge_says_is_not_carried_along_steps() -> None:
    sure, base = phrase("peaceful here"), phrase("soundproof")
    edge = Edge(base=base.id, derived=sure.id, excludes=False, discount=1.0)
    found = resolved(wish("quiet"), sure, base, said={("quiet", "peaceful here"): (0.98, 0.01)}, edges=[edge])
    assert [match.phrase for match in found.matches] == [sure.id]
    assert found.doubtful == ()


def test_where_a_pack_has_no_bars_the_judge_is_silent_and_not_asked() -> None:
    bare = replace(PACK, judged={}, curves={"planted": {LOOK: Curve(slope=10, offset=-5)}})
    judge = Planted({("quiet", "peaceful here"): (0.98, 0.01), ("quiet", "quiet"): (0.98, 0.01)})
    found = resolved(wish("quiet"), phrase("peaceful here"), phrase("quiet"), embedder=judge, pack=bare)
    assert one(found.matches).by is Basis.WORDING
    assert judge.asked == ["peaceful here", "quiet"] or judge.asked == ["quiet", "peaceful here"]  # the store's own


def test_a_type_without_bars_is_not_judged_unless_there_are_bars_for_all_others() -> None:
    stored, said = phrase("leash required", type=RULE), {("dogs", "leash required"): (0.98, 0.01)}
    asked = wish("dogs", type=RULE)
    assert resolved(asked, stored, said=said).matches == ()
    every = replace(PACK, judged={"planted": {TypeName(""): BARS}})
    assert answered(resolved(asked, stored, said=said, pack=every), stored) == (16, Basis.JUDGE, False)


def test_any_other_embedder_knows_likeness_only_and_no_doubt() -> None:
    same, other = phrase("quiet", "calm"), phrase("peaceful here")
    alike = Alike({("quiet", "peaceful here"): (0, 0)})
    found = resolved(wish("quiet"), same, other, embedder=alike)
    assert answered(found, same) == (16, Basis.LIKENESS, False)
    assert answered(found, other) is None


# --- a wish that says more than its concept -------------------------------------------------------------------------

COVERED = wish("parking", "parking", whole="covered parking")
NARROW: SourcedClaim = {("covered parking", "parking"): (0.4, 0.05)}


def test_a_narrow_wish_is_not_met_by_its_concept_alone() -> None:
    plain = phrase("parking", "parking")
    found = resolved(COVERED, plain, said=NARROW)
    assert answered(found, plain) == (16, Basis.CONCEPT, True)
    assert found.matches == ()


def test_a_narrow_wish_is_refuted_by_the_denial_of_its_concept() -> None:
    none = phrase("parking", "parking", negated=True)
    assert answered(resolved(COVERED, none, said=NARROW), none) == (-16, Basis.CONCEPT, False)


def test_what_implies_the_concept_of_a_narrow_wish_is_doubtful_and_what_excludes_it_refutes() -> None:
    plain, garage, pedestrian = phrase("parking", "parking"), phrase("garage", "garage"), phrase("car-free", "car-free")
    edges = [
        Edge(base=garage.id, derived=plain.id, excludes=False, discount=0.9),
        Edge(base=pedestrian.id, derived=plain.id, excludes=True, discount=0.9),
    ]
    found = resolved(COVERED, plain, garage, pedestrian, said=NARROW, edges=edges)
    assert answered(found, garage) == (grade(0.9), Basis.STEP, True)
    assert answered(found, pedestrian) == (-grade(0.9), Basis.STEP, False)


def test_the_judge_may_be_sure_where_the_concept_of_a_narrow_wish_is_not() -> None:
    roofed, open_air = phrase("roofed parking", "parking"), phrase("open-air parking", "parking")
    said = {
        **NARROW,
        ("covered parking", "roofed parking"): (0.97, 0.01),
        ("covered parking", "open-air parking"): (0.01, 0.97),
    }
    found = resolved(COVERED, roofed, open_air, said=said)
    assert answered(found, roofed) == (grade(0.97), Basis.JUDGE, False)
    assert answered(found, open_air) == (-grade(0.97), Basis.JUDGE, False)


def test_a_doubt_of_the_judge_does_not_replace_that_of_the_concept() -> None:
    plain = phrase("parking lot", "parking")
    said = {**NARROW, ("covered parking", "parking lot"): (0.05, 0.7)}
    assert answered(resolved(COVERED, plain, said=said), plain) == (16, Basis.CONCEPT, True)


def test_where_the_judge_is_content_with_the_concept_it_counts() -> None:
    plain = phrase("parking", "parking")
    found = resolved(
        wish("parking", "parking", whole="convenient parking"),
        plain,
        said={("convenient parking", "parking"): (0.95, 0.01)},
    )
    assert answered(found, plain) == (16, Basis.CONCEPT, False)


def test_a_negated_narrow_wish_is_met_by_the_denial_of_its_concept() -> None:
    plain, none = phrase("parking", "parking"), phrase("parking", "parking", negated=True)
    found = resolved(replace(COVERED, negated=True), plain, none, said=NARROW)
    assert answered(found, none) == (16, Basis.CONCEPT, False)
    assert answered(found, plain) == (-16, Basis.CONCEPT, True)


def test_the_words_of_the_whole_wish_are_what_the_judge_is_asked() -> None:
    stored = phrase("carport beside it")
    said = {
        **NARROW,
        ("covered parking", "carport beside it"): (0.97, 0.01),
        ("parking", "carport beside it"): (0.01, 0.97),
    }
    assert answered(resolved(COVERED, stored, said=said), stored) == (grade(0.97), Basis.JUDGE, False)


def test_without_a_judge_or_without_bars_no_wish_is_narrow() -> None:
    plain = phrase("parking", "parking")
    assert answered(resolved(COVERED, plain, embedder=Alike(NARROW)), plain) == (16, Basis.CONCEPT, False)
    assert answered(resolved(COVERED, plain, said=NARROW, pack=replace(PACK, judged={})), plain) == (
        16, Basis.CONCEPT, False,
    )  # fmt: skip


# --- the scan -------------------------------------------------------------------------------------------------------

SURENESS = st.floats(0.02, 1.0)


@given(
    arrays(
        np.float32, st.tuples(st.integers(0, 6), st.just(3)), elements=st.floats(-12, 12, width=32) | st.just(np.nan)
    ),
    SURENESS,
    SURENESS,
    SURENESS,
    st.floats(-4, 4),
    st.booleans(),
)
def test_the_short_cut_finds_what_looking_at_every_row_finds(
    logits: Floats, met: float, refuted: float, maybe: float, silence: float, turned: bool
) -> None:
    bars = Bars(met=met, refuted=refuted, maybe=maybe, silence=silence)
    lifted = logits.copy()
    lifted[:, Says.NOTHING] += silence
    wanted = []
    for at, row in enumerate(lifted):
        if np.isnan(row).any():
            continue
        for_it, against, _ = chances(row).tolist()
        sure, bar = (against, refuted) if against > for_it else (for_it, met)
        bar = max(bar, refuted) if (against > for_it) is not turned else bar
        sure = float(np.float32(sure))  # as it is kept
        if sure >= bar or sure >= maybe:
            wanted.append((at, sure, against > for_it, sure < bar))
    assert spoken(logits, bars, turned=turned) == wanted


def spoken(logits: Floats, bars: Bars, *, turned: bool = False) -> list[tuple[int, float, bool, bool]]:
    """Position, probability, whether it denies, and whether it is in doubt."""
    edges = judged_edges(logits[:, None], silence=np.array([bars.silence], np.float32), least=np.array([bars.least]))
    edges["negated"] = turned
    key, looks = (HOME, LOOK), frozenset({LOOK})
    rule = EvidenceRule(level=HOME, types=looks, by_level=HOME, by_types=looks, proves=1.0, refutes=1.0)
    said = Grading([wish("quiet")], [bars], [{key: rule}], [key]).grade(edges)
    by_row = {row: (sure, denied) for _, row, _, sure, denied, _ in edges.tolist()}
    counts = zip(said.phrases.tolist(), said.counts.tolist(), strict=True)
    return [(row, *by_row[row], not is_sure) for row, is_sure in counts]


@pytest.mark.parametrize("says", Says)
def test_a_logit_that_is_no_number_never_passes(says: Says) -> None:
    logits = np.array([[9, -9, -9], [-9, 9, -9]], np.float32)
    logits[:, says] = np.nan
    assert spoken(logits, Bars(met=0.0, refuted=0.0, maybe=0.0)) == []


def test_what_is_as_likely_refuted_as_met_is_not_taken_for_refuted() -> None:
    ((_, _, denied, doubtful),) = spoken(np.array([[3, 3, -9]], np.float32), Bars(met=0.9, refuted=0.9, maybe=0.4))
    assert (denied, doubtful) == (False, True)


CERTAIN = np.array([[900, 0, 0], [0, 900, 0]], np.float32)
"""One meets and one refutes, both with a chance that is 1 to the last bit."""


def test_bars_of_one_let_nothing_pass() -> None:
    assert [sure for _, sure, _, _ in spoken(CERTAIN, BARS)] == [1.0, 1.0]
    assert spoken(CERTAIN, Bars(met=1.0, refuted=1.0, maybe=1.0)) == []
    curve = Curve(slope=1_000, offset=0)
    assert alike(np.ones(1, np.float32), curve, 0.99)[1].tolist() == [1.0]
    assert not len(alike(np.ones(1, np.float32), curve, 1.0)[0])


@pytest.mark.parametrize(
    ("bars", "passed"),
    [
        (Bars(met=1.0, refuted=0.8, maybe=1.0), [(1, False)]),
        (Bars(met=0.8, refuted=1.0, maybe=1.0), [(0, False)]),
        (Bars(met=1.0, refuted=1.0, maybe=0.5), [(0, True), (1, True)]),
    ],
)
def test_each_bar_of_one_holds_by_itself(bars: Bars, passed: list[tuple[int, bool]]) -> None:
    assert [(at, doubtful) for at, _, _, doubtful in spoken(CERTAIN, bars)] == passed


@pytest.mark.parametrize(
    ("pattern", "met", "refuted", "doubtful"),
    [
        ("elevated", 0.98, 0.01, True),
        ("lofts", 0.98, 0.01, False),
        ("elevated bed", 0.98, 0.01, False),
        ("elevated bed", 0.01, 0.98, True),
        ("all on one level", 0.01, 0.98, False),
    ],
)
def test_one_strange_word_decides_nothing_and_two_cross_nothing_out(
    pattern: str, met: float, refuted: float, doubtful: bool
) -> None:
    stored = phrase(pattern)
    found = answered(resolved(wish("loft"), stored, said={("loft", pattern): (met, refuted)}), stored)
    assert found is not None
    assert found[2] is doubtful


@pytest.mark.parametrize("in_vain", [0, 1_000], ids=["one by one", "together"])
def test_wishes_are_answered_alike_in_blocks_of_rows_and_one_by_one(
    monkeypatch: pytest.MonkeyPatch, in_vain: int
) -> None:
    said = {
        ("quiet", "peaceful street"): (0.97, 0.01),
        ("bright", "sunny rooms"): (0.96, 0.01),
        ("bright", "gloomy rooms"): (0.01, 0.97),
    }
    phrases = [phrase(words) for words in ("peaceful street", "sunny rooms", "gloomy rooms", "red bricks")]
    planted = Planted(said)
    store = cast(Store, Shelves(phrases, (), planted))

    def answers() -> list[list[tuple[int, Basis, bool] | None]]:
        found = resolve([wish("quiet"), wish("bright")], PACK, Vocabulary(store), planted).wishes
        return [[answered(one, stored) for stored in phrases] for one in found]

    at_once = answers()
    monkeypatch.setattr("claimtree.search.judge_scores._BLOCK", 1)
    monkeypatch.setattr("claimtree.search.judged_rows._MOST_IN_VAIN", in_vain)
    assert answers() == at_once
    assert at_once[1] == [None, (grade(0.96), Basis.JUDGE, False), (-grade(0.97), Basis.JUDGE, True), None]
