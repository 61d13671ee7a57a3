"""Sentences for a person: what left a candidate out, or how its score adds up."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages.rendering import render_all, render_argument
from claimtree.model.answers import Dossier, Judgement, Node, Piece
from claimtree.model.claims import Claim, ClaimId, EntityId, LevelName, QueryClaim, Strength, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.plans import Plan, Wish
from claimtree.model.verdicts import judge
from claimtree.search.explain import reasons, unit_wording

AREA, HOME = LevelName("area"), LevelName("home")
ID = EntityId("h1")


def wish(text: str, *, required: bool = False, level: LevelName = HOME, or_group: int | None = None) -> Wish:
    claim = QueryClaim(
        id=ClaimId(text), text=text, pattern=text, type=TypeName("look"), level=level, quote=text, or_group=or_group,
        strength=Strength.REQUIRED if required else Strength.PREFERRED,
    )  # fmt: skip
    return Wish(claim=claim, matches=(), points=tuple(range(0, 1700, 100)))


def judged(plan: Plan, grades: Sequence[int]) -> Judgement:
    """One home, one piece of evidence per wish; 0 says nothing."""
    pieces = tuple((Piece(entity=ID, grade=grade),) if grade else () for grade in grades)
    node = Node(id=ID, level=HOME, parent=None)
    return judge(plan, Dossier(candidate=ID, nodes={ID: node}, pieces=pieces))


def plan_of(*wishes: Wish, strict: bool = False) -> Plan:
    return Plan(hierarchy=Hierarchy(levels=(AREA, HOME), answers=HOME), wishes=wishes, strict=strict)


def reasons_of(
    plan: Plan, judgement: Judgement, *, place: int | None, total: int, language: str = "en"
) -> Sequence[str]:
    return render_all(reasons(plan, judgement, place=place, total=total), language)


def test_a_hit_is_told_its_place_and_what_each_wish_adds() -> None:
    plan = plan_of(wish("dogs", required=True), wish("sunny"), wish("quiet"))
    judgement = judged(plan, [16, 8, -4])
    said = reasons_of(plan, judgement, place=2, total=7)
    assert said == (
        (
            "Place 2 of 7: it meets 1 of 1 required wishes and 2 of 3 in all, "
            "with a score of 2,400 (one full proof of every wish makes 37,440)."
        ),
        "'dogs' adds 1,600.",
        "'sunny' adds 800.",
        "'quiet' is refuted and adds nothing.",
    )
    assert judgement.standing.score == sum(judgement.unit_points) == 2400


def test_what_a_source_says_both_ways_is_told_as_disputed() -> None:
    plan = plan_of(wish("dogs"), wish("sunny"))
    said = Claim(text="", pattern="", type=TypeName("look"), level=HOME, quote="dogs welcome", against="no dogs")
    piece = Piece(entity=ID, grade=16, claim=said, doubtful=True)
    node = Node(id=ID, level=HOME, parent=None)
    judgement = judge(plan, Dossier(candidate=ID, nodes={ID: node}, pieces=((piece,), ())))
    told = reasons_of(plan, judgement, place=1, total=1)
    assert told[1:] == (
        "'dogs' is disputed (a source says both) and adds nothing.",
        "'sunny' is unknown and adds nothing.",
    )


def test_a_refuted_required_wish_is_the_reason() -> None:
    plan = plan_of(wish("dogs", required=True), wish("sunny", required=True))
    said = reasons_of(plan, judged(plan, [-16, 16]), place=None, total=7)
    assert said == ("It is left out because 'dogs' is required and refuted.",)


def test_a_level_at_which_nothing_required_is_met_is_the_reason() -> None:
    plan = plan_of(wish("in Kiel", required=True, level=AREA), wish("calm", required=True, level=AREA), wish("sunny"))
    said = reasons_of(plan, judged(plan, [0, 0, 16]), place=None, total=7)
    assert said == ("It is left out because nothing required of the area is met (in Kiel, calm).",)


def test_strictness_is_a_reason_only_where_it_was_asked_for() -> None:
    wishes = (wish("dogs", required=True), wish("lift", required=True))
    strict, lenient = plan_of(*wishes, strict=True), plan_of(*wishes)
    assert reasons_of(strict, judged(strict, [16, 0]), place=None, total=7) == (
        "It is left out because you asked for strict answers and 'lift' is not met.",
    )
    assert reasons_of(lenient, judged(lenient, [16, 0]), place=1, total=7)[0].startswith("Place 1 of 7")


def test_what_is_no_answer_for_no_reason_of_its_own_is_told_so() -> None:
    plan = plan_of(wish("dogs"))
    assert reasons_of(plan, judged(plan, [16]), place=None, total=7) == ("It is not among the answers.",)


def test_a_refuted_wish_is_named_once_even_when_strict() -> None:
    plan = plan_of(wish("dogs", required=True), wish("lift", required=True), strict=True)
    assert len(reasons_of(plan, judged(plan, [16, -16]), place=None, total=7)) == 1


def test_alternatives_are_said_in_one_breath() -> None:
    plan = plan_of(wish("south", or_group=1), wish("west", or_group=1))
    assert render_argument(unit_wording(plan, plan.units[0]), "en") == "south or west"
    assert reasons_of(plan, judged(plan, [0, 4]), place=1, total=1)[1] == "'south or west' adds 400."


def test_reasons_are_told_in_the_language_of_the_asker() -> None:
    plan = plan_of(wish("selatan", or_group=1), wish("barat", or_group=1))
    told = reasons_of(plan, judged(plan, [0, 4]), place=1, total=1, language="id")
    assert told[1] == "'selatan atau barat' menambah 400."
