"""What of a listing says nothing of the home, and what is hearsay or depends on something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.text.boilerplate import Span, hedged_spans, silent_spans
from claimtree.text.boilerplate_words import SILENT, Reason

BOTH = ("en", "id")
PIECES = ["call us", "may", "be", "former", "on request", ".", ",", "(", ")", "#ab", "0812", "3456", "7890", "a@b.com"]


def cut(text: str, spans: list[Span]) -> list[str]:
    """The outermost spans, as they stand in the text."""
    return [
        text[span.start : span.end]
        for span in spans
        if not any(o is not span and o.start <= span.start and span.end <= o.end for o in spans)
    ]


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("Sunny loft. Call us at 617-555-0123. Two baths.", ["Call us at 617-555-0123"]),
        ("Akses tol, Hub 0812 9793 7575", ["0812 9793 7575"]),
        ("WA +62 812-3456-7890", ["+62 812-3456-7890"]),
        ("Phone (718) 555-0199 for info", ["(718) 555-0199"]),
        ("mail anna.b+rent@mail.example.com please", ["anna.b+rent@mail.example.com"]),
        ("see https://homes.example/7?x=1 and www.homes.example", ["https://homes.example/7?x=1", "www.homes.example"]),
        ("Garden flat, #dreamhome #jakarta #forsale", ["#dreamhome #jakarta #forsale"]),
        ("License number STR-423691\nCozy bedroom", ["License number STR-423691"]),
        ("© 2026 Homes Ltd\nBig yard", ["© 2026 Homes Ltd"]),
        ("Equal Housing Opportunity. Big yard.", ["Equal Housing Opportunity"]),
        ("Big yard. Prices are subject to change without notice.", ["Prices are subject to change without notice"]),
        ("Photos may be of a similar unit. Gym.", ["Photos may be of a similar unit"]),
        ("A must see! Three bedrooms", ["A must see"]),
        ("Three bedrooms, won't last long", ["won't last long"]),
        ("Rumah 2 lantai, siapa cepat dia dapat", ["siapa cepat dia dapat"]),
        ("Buruan, rumah murah", ["Buruan"]),
        ("Rumah murah. Untuk info lebih lanjut hubungi kami. SHM", ["Untuk info lebih lanjut hubungi kami"]),
        ("Foto hanya ilustrasi. Kolam renang.", ["Foto hanya ilustrasi"]),
        ("Please contact the agent 🏠 garage", ["Please contact the agent"]),
    ],
)
def test_what_says_nothing_of_the_home_is_silenced_and_nothing_more(text: str, silent: list[str]) -> None:
    assert cut(text, silent_spans(text, BOTH)) == silent


@pytest.mark.parametrize(
    "text",
    [
        "Rent 1.500.000.000 or $2,500,000",
        "Built 1998, renovated 2012-2014",
        "LT 120 LB 250, 3 kamar tidur, 2 kamar mandi",
        "harga 1,45 M nego, dijual cepat",
        "a phone line and a text-friendly desk",
        "contactless check-in",
        "Unit #7 on the second floor",
        "angsuran Rp.11,651,229/bln",
        "12 x 20 m, 4400 watt, 2.200 kwh",
    ],
)
def test_facts_are_not_silenced(text: str) -> None:
    assert silent_spans(text, BOTH) == []


@pytest.mark.parametrize(
    ("text", "reason", "hedged"),
    [
        ("5 min from the former zoo, near a park", Reason.HEARSAY, ["former zoo"]),
        ("A former warehouse with high ceilings", Reason.HEARSAY, ["former warehouse"]),
        ("It used to be a bakery, now a gym", Reason.HEARSAY, ["It used to be a bakery"]),
        ("Most buildings here have elevators. Ours is small.", Reason.HEARSAY, ["Most buildings here have elevators"]),
        ("The area is said to be quiet", Reason.HEARSAY, ["The area is said to be quiet"]),
        ("bekas bengkel di depan", Reason.HEARSAY, ["bekas bengkel"]),
        ("katanya bebas banjir, dekat tol", Reason.HEARSAY, ["katanya bebas banjir"]),
        ("Can be furnished on request. Gym.", Reason.CONDITION, ["Can be furnished on request"]),
        ("Dogs welcome upon approval", Reason.CONDITION, ["Dogs welcome upon approval"]),
        ("Rooftop pool coming soon! Doorman", Reason.CONDITION, ["Rooftop pool coming soon"]),
        ("carport, bisa ditambah kolam", Reason.CONDITION, ["bisa ditambah kolam"]),
        ("akan dibangun mall, dekat sekolah", Reason.CONDITION, ["akan dibangun mall"]),
    ],
)
def test_what_is_no_plain_fact_is_told_with_its_reason(text: str, reason: Reason, hedged: list[str]) -> None:
    spans = hedged_spans(text, BOTH)
    assert cut(text, spans) == hedged
    assert {span.reason for span in spans} == {reason}


@pytest.mark.parametrize(
    "text",
    [
        "no broker or extra fees",
        "bisa KPR, bisa nego",
        "garasi bisa untuk 4 mobil",
        "parking is available if needed",
        "a two bedroom apartment available for rent",
        "master-planned community",
    ],
)
def test_plain_facts_are_not_hedged(text: str) -> None:
    assert hedged_spans(text, BOTH) == []


def test_markup_moves_nothing() -> None:
    text = "<p>Big&nbsp;yard.</p><p>Call us now</p>"
    assert cut(text, silent_spans(text, BOTH)) == ["Call us now"]


def test_a_text_without_punctuation_is_not_silenced_as_a_whole() -> None:
    text = "word " * 200 + "may be " + "word " * 200
    (span,) = hedged_spans(text, ["en"])
    assert span.end - span.start < 400


def test_the_cue_is_shown() -> None:
    (span,) = hedged_spans("parking on request", ["en"])
    assert (span.cue, span.reason) == ("on request", Reason.CONDITION)


def test_only_the_wordings_of_the_given_languages_count() -> None:
    assert hedged_spans("bisa ditambah kolam", ["en"]) == []
    assert hedged_spans("parking on request", []) == []


@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_spans_lie_inside_any_text(text: str) -> None:
    silent, hedged = silent_spans(text, BOTH), hedged_spans(text, BOTH)
    assert all(0 <= span.start < span.end <= len(text) for span in (*silent, *hedged))
    assert all((span.reason in SILENT) == (span in silent) for span in (*silent, *hedged))
    assert [span.start for span in silent] == sorted(span.start for span in silent)
