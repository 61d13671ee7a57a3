"""Which thumbs are compared with which, and what is left out."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.feedback.people import People

from claimtree.feedback.comparisons import can_be_ordered, counting, lessons_from
from claimtree.feedback.opinions import Opinion, ShownClaim, Thumb
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId, Strength
from claimtree.model.plans import GRADES


@pytest.fixture
def hits(people: People) -> dict[str, tuple[ShownClaim, ...]]:
    """Answers to "a quiet street and a bright bedroom": one meets the first, one the second, one both."""
    street, bedroom = people.claim("neighborhood", "neighborhood", id="c1"), people.claim("features", "room", id="c2")
    return {
        "street": (met(street), bedroom),
        "bedroom": (street, met(bedroom)),
        "both": (met(street), met(bedroom)),
    }


def met(claim: ShownClaim) -> ShownClaim:
    return replace(claim, verdict=Verdict.MET, grade=GRADES)


def thumb(people: People, claims: tuple[ShownClaim, ...], entity: str, up: bool, **said: object) -> Opinion:
    given: dict[str, Any] = {"thumb": Thumb.UP if up else Thumb.DOWN, "entity": EntityId(entity), **said}
    return people.opinion(*claims, **given)


def test_a_thumb_up_is_compared_with_every_thumb_down(people: People, hits: dict[str, tuple[ShownClaim, ...]]) -> None:
    found = lessons_from(
        [
            thumb(people, hits["bedroom"], "a", True, place=3),
            thumb(people, hits["street"], "b", False, place=1),
            thumb(people, hits["street"], "c", False, place=7),
        ]
    )
    assert [(pair.better, pair.worse) for pair in found.pairs] == [(hits["bedroom"], hits["street"])] * 2
    assert (found.thumbs, found.people, found.decided) == (3, 1, 0)
    # Three thumbs count half as much as three hits, however many pairs they make.
    assert sum(pair.weight for pair in found.pairs) == pytest.approx(1.5)


def test_thumbs_of_others_or_on_other_questions_are_not_compared(
    people: People, hits: dict[str, tuple[ShownClaim, ...]]
) -> None:
    up, down = thumb(people, hits["bedroom"], "a", True), thumb(people, hits["street"], "b", False)
    assert len(lessons_from([up, down]).pairs) == 1
    for other in ({"owner": "ada"}, {"question": "a quiet street"}, {"edits": ("must:c1",)}):
        assert not lessons_from([up, replace(down, **other)]).pairs
    assert not lessons_from([up]).pairs
    assert not lessons_from([up, replace(down, thumb=Thumb.UP)]).pairs


def test_what_meets_more_is_first_whatever_the_weights_are(
    people: People, hits: dict[str, tuple[ShownClaim, ...]]
) -> None:
    found = lessons_from([thumb(people, hits["street"], "a", True), thumb(people, hits["both"], "b", False)])
    assert (found.pairs, found.decided) == ((), 1)
    required = tuple(replace(claim, strength=Strength.REQUIRED) for claim in hits["street"][:1]) + hits["street"][1:]
    same = required[0], replace(hits["bedroom"][1], verdict=Verdict.UNKNOWN, grade=0)
    assert not can_be_ordered(required, (replace(same[0], verdict=Verdict.UNKNOWN), hits["bedroom"][1]))


def test_who_was_not_among_the_answers_is_not_compared(people: People, hits: dict[str, tuple[ShownClaim, ...]]) -> None:
    up = thumb(people, hits["bedroom"], "a", True, place=None)
    assert not lessons_from([up, thumb(people, hits["street"], "b", False)]).pairs


def test_a_question_that_was_read_otherwise_then_is_not_compared(
    people: People, hits: dict[str, tuple[ShownClaim, ...]]
) -> None:
    other = (hits["street"][0], replace(hits["street"][1], type=hits["street"][0].type))
    assert not can_be_ordered(hits["bedroom"], other)
    assert not can_be_ordered(hits["bedroom"], hits["street"][:1])


def test_wishes_that_weigh_the_same_cannot_be_told_apart(people: People) -> None:
    one, two = people.claim(id="c1"), people.claim(id="c2")
    assert not can_be_ordered((met(one), two), (one, met(two)))
    surer = (replace(one, verdict=Verdict.MET, grade=GRADES // 2), two)
    assert can_be_ordered((met(one), two), surer)


def test_a_corrected_verdict_counts_as_the_person_says(people: People, hits: dict[str, tuple[ShownClaim, ...]]) -> None:
    up, down = thumb(people, hits["bedroom"], "a", True), thumb(people, hits["both"], "b", False)
    assert not lessons_from([up, down]).pairs
    noisy = people.opinion(
        *hits["both"], entity=EntityId("b"), claim=ClaimId("c2"), verdict=Verdict.UNKNOWN, note="no, it is dark"
    )
    (pair,) = lessons_from([up, down, noisy]).pairs
    assert [claim.verdict for claim in pair.worse] == [Verdict.MET, Verdict.UNKNOWN]
    assert pair.worse[1].evidence == 0.0
    assert lessons_from([up, down, noisy]).corrections == 1
    # What others say of it does not change what this person compared.
    assert not lessons_from([up, down, replace(noisy, owner="ada")]).pairs


def test_whom_a_correction_puts_out_is_not_compared(people: People) -> None:
    must = people.claim(id="c1", strength=Strength.REQUIRED, met=GRADES)
    room, street = (
        people.claim("features", "room", id="c2", met=16),
        people.claim("neighborhood", "neighborhood", id="c3"),
    )
    up = people.opinion(must, room, street, thumb=Thumb.UP)
    other = (must, replace(room, verdict=Verdict.UNKNOWN, grade=0), replace(street, verdict=Verdict.MET, grade=16))
    down = people.opinion(*other, thumb=Thumb.DOWN, entity=EntityId("b"))
    assert len(lessons_from([up, down]).pairs) == 1
    out = people.opinion(*other, entity=EntityId("b"), claim=ClaimId("c1"), verdict=Verdict.REFUTED)
    assert not lessons_from([up, down, out]).pairs
    # Nor are two that are both out: neither would be shown.
    both = people.opinion(must, room, street, claim=ClaimId("c1"), verdict=Verdict.REFUTED)
    assert not lessons_from([up, down, out, both]).pairs


def test_of_alternatives_only_the_best_counts(people: People) -> None:
    either = people.claim(id="c1", met=8, or_group=1), people.claim(id="c2", met=16, or_group=1)
    assert counting((*either, people.claim(id="c3", met=12))) == (0.0, 1.0, 0.75)
