"""The news as an Atom feed that readers accept, whatever a listing says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from claimtree.saved import SavedSearches, feed, saved_json

Harbour = Any
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def watched(saved: SavedSearches, harbour: Harbour, clock: Any) -> SavedSearches:
    saved.add("mine", "fast, guests", collection="boats")
    saved.run(harbour.engine, "mine", collection="boats")
    clock.now += 60
    harbour.put("erna", "Fast. Guests welcome.", 300, title="<script>alert(1)</script>Erna \x0b & sons]]>")
    harbour.put("anna", "Fast and dry. Guests welcome.", 800)
    saved.run(harbour.engine, "mine", collection="boats")
    clock.now += 60
    harbour.put("berta", "Fast. No <b>guests</b>.", 700)
    saved.run(harbour.engine, "mine", collection="boats")
    return saved


def drawn(saved: SavedSearches) -> Xml.Element:
    return Xml.fromstring(
        feed(
            saved.get("mine", collection="boats"),
            saved.news("mine", collection="boats"),
            link="https://a.example/x?a=1&b=2",
        )
    )


def text(element: Xml.Element, name: str) -> str:
    (found,) = element.findall(f"{ATOM}{name}")
    return found.text or ""


def test_it_has_all_that_the_standard_requires(watched: SavedSearches) -> None:
    root = drawn(watched)
    assert root.tag == f"{ATOM}feed"
    assert text(root, "id") == f"urn:uuid:{watched.get('mine', collection='boats').id}"
    assert text(root, "title") == "mine: fast, guests"
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    entries = root.findall(f"{ATOM}entry")
    assert [text(one, "title") for one in entries] == ["1 gone", "1 new, 1 cheaper"]
    assert [text(one, "updated") for one in entries] == ["2027-01-15T08:02:00Z", "2027-01-15T08:01:00Z"]
    assert text(root, "updated") == "2027-01-15T08:02:00Z"
    assert len({text(one, "id") for one in entries}) == 2
    assert all(text(one, "id").startswith("urn:uuid:") for one in entries)


def test_ids_stay_the_same_when_it_is_drawn_again(watched: SavedSearches, harbour: Harbour) -> None:
    before = [text(one, "id") for one in drawn(watched).findall(f"{ATOM}entry")]
    harbour.put("zoe", "Fast. Guests welcome.", 300)
    watched.run(harbour.engine, "mine", collection="boats")
    assert [text(one, "id") for one in drawn(watched).findall(f"{ATOM}entry")][1:] == before


def test_what_a_listing_says_is_text_and_never_markup(watched: SavedSearches) -> None:
    newest, older = drawn(watched).findall(f"{ATOM}entry")
    content = older.find(f"{ATOM}content")
    assert content is not None
    assert content.get("type") == "html"
    assert content.text is not None
    assert "<script" not in content.text
    assert "Erna &amp; sons" in content.text
    assert "price: €900 → €800" in content.text
    assert "guests: met, now refuted <q>No guests</q>" in text(newest, "content")


def test_a_search_without_news_has_a_feed_without_entries(saved: SavedSearches) -> None:
    made = saved.add("mine", "fast", collection="boats")
    root = Xml.fromstring(feed(made, ()))
    assert text(root, "updated") == "2027-01-15T08:00:00Z"
    assert root.findall(f"{ATOM}entry") == []


def test_news_are_told_in_the_language_of_the_question(watched: SavedSearches) -> None:
    first, second = (replace(run, language="id") for run in watched.news("mine", collection="boats"))
    saved = watched.get("mine", collection="boats")
    told = feed(saved, [first, second])
    assert "1 baru, 1 lebih murah" in told
    assert "baru masuk data; memenuhi semua 2" in told
    assert "sekarang gugur" in told
    assert "tadinya terpenuhi, sekarang terbantah" in told
    assert "new in the store" not in told


def test_a_run_that_was_stored_before_runs_had_a_language_is_told_in_english(watched: SavedSearches) -> None:
    stored = dict(saved_json.run(watched.news("mine", collection="boats")[0]))
    del stored["language"]
    assert saved_json.run_from(stored, at=0.0).language == "en"
