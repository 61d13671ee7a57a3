"""The algebra of what is different: nothing between equals, what came and went undone by going back."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree as Xml

from hypothesis import given
from hypothesis import strategies as st

from claimtree.languages.rendering import render_all
from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Standing, Verdict
from claimtree.model.claims import ClaimId, EntityId
from claimtree.model.questions import Question
from claimtree.saved import saved_json
from claimtree.saved.diffs import (
    ArrivalReason,
    Counts,
    Departure,
    DepartureReason,
    Diff,
    VerdictChange,
    bounded,
    compare,
    read_anew,
)
from claimtree.saved.feed import feed
from claimtree.saved.news_text import summary
from claimtree.saved.searches import Run, SavedSearch
from claimtree.saved.snapshots import Figure, RunHit, RunVerdict, Snapshot

SEARCH = "0b5c1f6e-5a0e-4a57-9d3e-8f6b0f6f0a11"
CLAIMS = ("quiet", "pets allowed")
WORDS = st.sampled_from(["", "quiet", "<b>&amp;]]>", "no\x00 \x1b[31m\ud800", "\u202eפה 🐶"])


@st.composite
def a_hit(draw: st.DrawFn, id: str, place: int, claims: tuple[str, ...]) -> RunHit:
    told = tuple(
        RunVerdict(
            id=ClaimId(f"c{number}"),
            claim=claim,
            verdict=draw(st.sampled_from(Verdict)),
            quote=draw(WORDS),
            required=draw(st.booleans()),
            measured=draw(st.booleans()),
        )
        for number, claim in enumerate(claims)
    )
    prices = draw(st.lists(st.sampled_from([900.0, 1000.0, 1100.5]), max_size=1))
    return RunHit(
        id=EntityId(id),
        title=draw(WORDS),
        place=place,
        of=len(claims),
        standing=Standing(required_met=0, met=draw(st.integers(0, 2)), score=draw(st.integers(0, 9))),
        verdicts=told,
        figures=tuple(Figure(name="price", kind=AmountKind.MONEY, value=one, text=f"${one:g}") for one in prices),
    )


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    ids = draw(st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6))
    claims = CLAIMS[: draw(st.integers(1, 2))]
    return Snapshot(
        hits=tuple(draw(a_hit(id, place, claims)) for place, id in enumerate(ids, 1)),
        claims=tuple((ClaimId(f"c{number}"), claim) for number, claim in enumerate(claims)),
        limit=6,
        total=len(ids) + draw(st.integers(0, 1)),
    )


def became_of(one: RunHit) -> Departure:
    """Something else for each of three."""
    if one.id in "abc":
        return Departure(hit=one, why=DepartureReason.DELETED)
    if one.id in "def":
        return Departure(hit=one, why=DepartureReason.PUSHED_DOWN, place=one.place + 10)
    return Departure(
        hit=one,
        why=DepartureReason.RULED_OUT,
        claims=tuple(VerdictChange(now=verdict, before=None) for verdict in one.verdicts),
    )


def difference(old: Snapshot, new: Snapshot) -> Diff:
    return compare(old, new, is_new=lambda id: id in "abc", why_gone=became_of)


def ids(taken: Snapshot) -> set[str]:
    return {one.id for one in taken.hits}


@given(snapshots())
def test_nothing_is_different_between_a_snapshot_and_itself(taken: Snapshot) -> None:
    assert difference(taken, taken) == Diff()
    assert not difference(taken, taken)


@given(snapshots(), snapshots())
def test_the_diff_leads_from_the_old_list_to_the_new_one(old: Snapshot, new: Snapshot) -> None:
    diff = difference(old, new)
    gone, came = {one.hit.id for one in diff.gone}, {one.hit.id for one in diff.new}
    assert gone <= ids(old)
    assert not came & ids(old)
    assert (ids(old) - gone) | came == ids(new)
    assert {one.hit.id for one in diff.changed} <= ids(old) & ids(new)


@given(snapshots(), snapshots())
def test_what_came_on_the_way_there_goes_on_the_way_back(old: Snapshot, new: Snapshot) -> None:
    there, back = difference(old, new), difference(new, old)
    assert [one.hit for one in there.new] == [one.hit for one in back.gone]
    assert {one.hit.id for one in there.changed} == {one.hit.id for one in back.changed}
    assert (there.counts.cheaper, there.counts.dearer) == (back.counts.dearer, back.counts.cheaper)
    turned = {
        (one.hit.id, turn.now.id, turn.before, turn.now.verdict)
        for one in there.changed
        for turn in one.verdict_changes
    }
    assert turned == {
        (one.hit.id, turn.now.id, turn.now.verdict, turn.before) for one in back.changed for turn in one.verdict_changes
    }


@given(snapshots(), st.randoms(use_true_random=False))
def test_a_change_of_rank_alone_is_no_news(taken: Snapshot, random: object) -> None:
    mixed = list(taken.hits)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    moved = tuple(
        replace(one, place=place, standing=replace(one.standing, score=one.standing.score + place))
        for place, one in enumerate(mixed, 1)
    )
    assert not difference(taken, replace(taken, hits=moved))


@given(snapshots(), snapshots())
def test_the_counts_are_of_everything_however_little_is_told(old: Snapshot, new: Snapshot) -> None:
    diff = difference(old, new)
    short = bounded(diff, 1)
    assert short.counts == diff.counts
    assert len(short.new) <= 1
    assert diff.counts.new == len(diff.new)
    assert diff.counts.gone == len(diff.gone)
    assert diff.counts.cheaper + diff.counts.dearer + diff.counts.changed == len(diff.changed)


@given(snapshots(), snapshots())
def test_only_what_the_store_did_not_have_is_new_to_it(old: Snapshot, new: Snapshot) -> None:
    for one in difference(old, new).new:
        assert (one.why is ArrivalReason.NEW) is (one.hit.id in "abc")
        if one.why is ArrivalReason.MOVED_UP:
            assert old.full


def run_of(old: Snapshot, new: Snapshot) -> Run:
    return Run(
        search=SEARCH, name="mine", collection="rentals", question="quiet", number=2, at=1_800_000_000.25,
        hit_count=len(new.hits), total=new.total, diff=difference(old, new), notices=("said",),
    )  # fmt: skip


@given(snapshots(), snapshots())
def test_what_is_written_as_json_is_read_back_the_same(old: Snapshot, new: Snapshot) -> None:
    done = run_of(old, new)
    assert saved_json.run_from(json.loads(json.dumps(saved_json.run(done))), at=done.at) == done
    assert saved_json.snapshot_from(json.loads(json.dumps(saved_json.snapshot(new)))) == new


@given(snapshots(), snapshots(), st.text(max_size=20))
def test_a_feed_of_anything_is_xml(old: Snapshot, new: Snapshot, question: str) -> None:
    saved = SavedSearch(id=SEARCH, name="mine", collection="rentals", question=Question(text=question), created=0)
    entry = Xml.fromstring(feed(saved, [run_of(old, new)]).encode("utf-8"))[-1]
    assert entry.tag.endswith("entry")


def test_a_question_that_is_understood_otherwise_is_told_and_not_compared() -> None:
    told = RunVerdict(id=ClaimId("c0"), claim="in Oslo", verdict=Verdict.UNKNOWN)
    seen = RunHit(
        id=EntityId("a"), title="A", place=1, of=1, standing=Standing(required_met=0, met=0, score=0), verdicts=(told,)
    )
    old = Snapshot(hits=(seen,), claims=((ClaimId("c0"), "in Oslo"),), limit=5, total=1)
    named = replace(told, claim="in Oslo, Norway", verdict=Verdict.MET)
    new = replace(old, hits=(replace(seen, verdicts=(named,)),), claims=((ClaimId("c0"), "in Oslo, Norway"),))
    diff = difference(old, new)
    assert not diff
    (changed,) = render_all(read_anew(old, new), "en")
    assert changed.endswith("than before: 'in Oslo, Norway' is new; 'in Oslo' is gone.")
    assert read_anew(old, old) == ()
    shifted = replace(old, claims=((ClaimId("c1"), "in Soho"), *((ClaimId(f"{id}x"), text) for id, text in old.claims)))
    (changed,) = render_all(read_anew(old, shifted), "en")
    assert changed.endswith("than before: 'in Soho' is new.")


def test_the_summary_is_a_sentence_of_what_there_is() -> None:
    assert summary(Counts(new=3, gone=1, cheaper=1), "en") == "3 new, 1 gone, 1 cheaper"
    assert summary(Counts(dearer=2, changed=1_000), "en") == "2 dearer, 1,000 changed"
    assert summary(Counts(dearer=2, changed=1_000), "id") == "2 lebih mahal, 1.000 berubah"
