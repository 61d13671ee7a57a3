"""The stories of somebody who answers messages about a family tree on the page, from the question to the queue."""

from __future__ import annotations

import pytest
from tests.stories.page.driving import Visit
from tests.stories.page.test_family import heading, opens, settled

pytestmark = pytest.mark.faces

INBOUND = (
    "Do you have Mary Ellen Smith in your tree? She was in Ohio around 1900. "
    "My cousin's Bible says she was buried in Gambier, Ohio."
)


def test_a_match_asks_about_a_person_and_what_she_states_waits_for_a_person(visit: Visit) -> None:
    opens(visit, tree="ask", ask=INBOUND)
    first = visit.page.locator(".candidates > li").first
    assert "1879–1960" in first.inner_text()
    assert "census 1900" in first.inner_text()
    assert 1 <= visit.page.locator(".candidates > li").count() <= 3
    first.locator("summary").click()
    assert "1 NAME Mary Ellen /Smith/" in first.inner_text()
    visit.page.get_by_role("button", name="Put it into the review queue").click()
    visit.page.get_by_role("link", name="It waits in the review queue").click()
    settled(visit)
    visit.sees("Gambier", ".review-list")


def test_how_we_are_related_is_explained_with_a_path(visit: Visit) -> None:
    opens(visit, tree="ask", ask="How is Vera Petrovna Sokolova related to Thomas Hughes?")
    visit.page.locator(".kin-drawing text", has_text="Helen Sokolov").wait_for()
    steps = visit.page.locator(".kin-steps > li")
    assert steps.count() == 9
    steps.first.locator("summary").click()
    assert "FAMC" in steps.first.inner_text()


def test_candidates_are_listed_with_their_sources(visit: Visit) -> None:
    opens(visit, tree="ask", ask="Find candidates for John H. Miller born 1878 Indiana; list top 3 with sources.")
    candidates = visit.page.locator(".candidates > li")
    assert 2 <= candidates.count() <= 3
    assert "1878–1952" in candidates.first.inner_text()
    candidates.first.locator("summary").click()
    assert "1 NAME John H. /Miller/" in candidates.first.inner_text()
    candidates.first.get_by_role("link").click()
    visit.until(lambda: heading(visit) == "John H. Miller")


def test_a_question_back_is_answered_with_a_button_or_in_own_words(visit: Visit) -> None:
    opens(visit, tree="ask", ask="Do you have a John Miller?")
    assert 1 <= visit.page.locator(".questions-back li").count() <= 3
    visit.page.get_by_role("button", name="1943", exact=True).click()
    visit.sees("That is John Miller (1865–1943)")
    assert visit.page.locator(".said").inner_text() == "1943"
    assert visit.violations() == []
    opens(visit, tree="ask", ask="Do you have a John Miller?")
    visit.page.get_by_label("Your reply").fill("he died in 1943")
    visit.page.keyboard.press("Enter")
    visit.sees("That is John Miller (1865–1943)")
