"""What is stored of a hit when a user gives an opinion on it."""

from datetime import UTC, datetime

import pytest

from claimtree.errors import UnknownName
from claimtree.feedback.opinions import Shown, as_shown, opinion_on
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.answers import Explanation, Finding, Judgement, Piece, Standing, Verdict
from claimtree.model.claim_edits import parse_edits
from claimtree.model.claims import ClaimId, ConceptId, EntityId, LevelName, QueryClaim, TypeName
from claimtree.model.pack import Pack
from claimtree.model.questions import Question

HOME = EntityId("home-1")
RENT = Amount(kind=AmountKind.MONEY, low=0, high=4_000, unit="USD")


def wish(type: str = "features", weight: float = 0.75, id: str = "c1", **said: object) -> QueryClaim:
    given = {"text": "quiet", "pattern": "quiet", "quote": "quiet", "level": LevelName("apartment"), **said}
    return QueryClaim(id=ClaimId(id), type=TypeName(type), weight=weight, **given)  # type: ignore[arg-type]  # each is a field


def shown(pack: Pack, *claims: QueryClaim, edits: tuple[str, ...] = ()) -> Shown:
    unknown = [Finding(verdict=Verdict.UNKNOWN) for _ in claims]
    return as_shown(claims, unknown, pack, place=1, edits=parse_edits(edits))


def test_what_the_wording_added_is_kept_apart_from_the_types_weight(rentals: Pack) -> None:
    plain, soft = shown(rentals, wish(), wish(weight=0.65, id="c2")).claims
    assert (plain.offset, soft.offset) == (0.0, -0.1)


def test_what_did_not_fit_under_the_heaviest_weight_is_not_lost(rentals: Pack) -> None:
    (rent,) = shown(rentals, wish("pricing", weight=0.95, amounts=(RENT,))).claims
    assert rentals.types[TypeName("pricing")].weight == 0.9
    assert rent.offset == pytest.approx(0.1)


def test_where_a_person_or_a_word_gave_the_weight_the_type_has_no_say(rentals: Pack) -> None:
    (by_hand,) = shown(rentals, wish(weight=0.2), edits=("weight:c1:0.2",)).claims
    assert (by_hand.weight, by_hand.offset) == (0.2, None)
    own = next(concept for concept in rentals.concepts.values() if concept.weight is not None)
    (by_word,) = shown(rentals, wish(str(own.type), concept=ConceptId(own.id))).claims
    assert by_word.offset is None


def test_further_evidence_counts_a_tenth_of_each_distinct_grade(rentals: Pack) -> None:
    pieces = [Piece(entity=HOME, grade=grade) for grade in (12, 8, 8, 4, -3)]
    doubtful = Piece(entity=HOME, grade=11, doubtful=True)
    met = Finding(verdict=Verdict.MET, grade=12, pieces=(*pieces, doubtful))
    refuted = Finding(verdict=Verdict.REFUTED, grade=3, pieces=tuple(pieces[-1:]))
    one, other = as_shown([wish(), wish(id="c2")], [met, refuted], rentals, place=1).claims
    assert (one.grade, one.further) == (12, (8, 4))
    assert one.evidence == pytest.approx((12 + 1.2) / 16)
    assert (other.grade, other.further, other.evidence) == (3, (), 0.0)


def test_an_opinion_is_checked_against_what_was_shown(rentals: Pack) -> None:
    finding = Finding(verdict=Verdict.MET, grade=16)
    why = Explanation(
        id=HOME,
        title="A home",
        claims=(wish(),),
        judgement=Judgement(
            candidate=HOME,
            findings=(finding,),
            unit_verdicts=(Verdict.MET,),
            unit_points=(0,),
            standing=Standing(required_met=0, met=1, score=0),
            refuted=(),
            closed=(),
            unmet=(),
        ),
        place=3,
        total=9,
        reasons=(),
    )
    now = datetime(2026, 11, 15, 20, 0, 0, 5, tzinfo=UTC)
    about = {"collection": "rentals", "question": Question(text=" a  quiet home "), "now": now}
    said = opinion_on(why, rentals, claim=ClaimId("c1"), verdict=Verdict.REFUTED, **about)  # type: ignore[arg-type]  # each is an argument
    assert (said.question, said.shown.place, said.agrees, said.given_at.microsecond) == ("a quiet home", 3, False, 0)
    with pytest.raises(UnknownName, match="no claim 'c7'"):
        opinion_on(why, rentals, claim=ClaimId("c7"), verdict=Verdict.MET, **about)  # type: ignore[arg-type]  # each is an argument
