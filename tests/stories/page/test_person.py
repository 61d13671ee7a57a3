"""The stories of a person who searches: finds, loosens, shares, compares; by mouse, by keyboard, on a phone."""

from __future__ import annotations

import pytest
from tests.stories.page.driving import QUERY, Visit

pytestmark = pytest.mark.faces


def test_the_first_look_says_what_to_do_and_an_example_is_one_click_away(visit: Visit) -> None:
    visit.goes_to()
    assert visit.violations() == []
    visit.page.get_by_role("button", name="quiet 2BR with a modern kitchen").first.click()
    visit.until(lambda: len(visit.titles) >= 3)
    assert visit.asked["q"][0].startswith("quiet 2BR")


def test_claims_appear_while_typing_and_hits_when_asked(visit: Visit) -> None:
    visit.goes_to().types("quiet two-bedroom, dogs allowed")
    visit.until(lambda: "quiet" in visit.chips)
    visit.page.keyboard.press("Enter")
    visit.until(lambda: len(visit.titles) > 0)


def test_a_search_shows_verdicts_the_ladder_and_the_words(visit: Visit) -> None:
    visit.goes_to(QUERY)
    first = visit.page.locator("article").first
    assert "kitchen area over 12 m²" in first.inner_text()
    assert "meet all" in visit.page.locator(".ladder").inner_text()
    first.get_by_role("button", name="quiet").first.click()
    visit.sees("“", within="body")
    first.get_by_role("button", name="Why here?").click()
    visit.sees("Place 1 of", within="article >> nth=0")
    assert visit.violations() == []


def test_one_click_loosens_and_the_back_button_takes_it_back(visit: Visit) -> None:
    visit.goes_to(QUERY)
    before = visit.chips
    visit.page.get_by_role("button", name="Without").first.click()
    visit.until(lambda: len(visit.chips) < len(before))
    visit.until(lambda: visit.asked.get("e", [""])[0].startswith("drop:"))
    visit.page.go_back()
    visit.until(lambda: visit.chips == before and "e" not in visit.asked)


def test_a_chip_is_edited_and_the_link_shows_the_same_to_somebody_else(visit: Visit) -> None:
    visit.goes_to("quiet, dogs allowed, under $4,000")
    visit.chip("quiet").click()
    menu = visit.page.get_by_role("dialog")
    menu.get_by_role("button", name="Must have").click()
    visit.until(lambda: "must" in visit.page.url)
    menu.get_by_role("button", name="Want the opposite").click()
    visit.until(lambda: "negate" in visit.page.url and "not quiet" in visit.chips)
    visit.waits()
    link, chips, titles = visit.page.url, visit.chips, visit.titles
    visit.again_as()
    visit.page.goto(link)
    visit.waits()
    visit.until(lambda: visit.chips == chips and visit.titles == titles)


def test_a_claim_is_said_in_other_words(visit: Visit) -> None:
    visit.goes_to("quiet, dogs allowed")
    visit.chip("quiet").click()
    visit.page.get_by_label("In other words").fill("dishwasher")
    visit.page.get_by_role("button", name="Apply").click()
    visit.until(lambda: "dishwasher" in visit.chips and "quiet" not in visit.chips)


def test_everything_can_be_done_with_the_keyboard(visit: Visit) -> None:
    visit.goes_to()
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("quiet, dogs allowed")
    visit.page.keyboard.press("Enter")
    visit.waits()
    for _ in range(30):
        visit.page.keyboard.press("Tab")
        if visit.page.evaluate("document.activeElement.className.includes('chip')"):
            break
    visit.page.keyboard.press("Enter")
    visit.page.get_by_role("dialog").wait_for()
    visit.page.keyboard.press("Escape")
    visit.until(lambda: visit.page.evaluate("document.activeElement.className.includes('chip')"))
    visit.page.keyboard.press("Delete")
    visit.until(lambda: len(visit.chips) == 1)


def test_two_homes_are_compared_claim_by_claim(visit: Visit) -> None:
    visit.goes_to(QUERY)
    for box in visit.page.get_by_role("checkbox", name="Compare").all()[:2]:
        box.check()
    visit.page.get_by_role("button", name="Compare 2").click()
    visit.page.wait_for_selector("table")
    table = visit.page.locator("table").first.inner_text()
    assert "kitchen area over 12 m²" in table
    assert visit.violations() == []
    # The link shows the same two; closing it returns to the search.
    visit.until(lambda: len(visit.asked.get("compare", [])) == 2)
    link = visit.page.url
    visit.again_as()
    visit.page.goto(link)
    visit.page.wait_for_selector("dialog table")
    assert visit.page.locator("table").first.inner_text() == table
    visit.page.keyboard.press("Escape")
    visit.until(lambda: "compare" not in visit.asked)


def test_a_search_is_kept_and_opened_again(visit: Visit) -> None:
    visit.goes_to(QUERY, e="drop:c3")
    visit.page.get_by_role("button", name="Save", exact=True).first.click()
    visit.page.get_by_label("Save this search as").fill("Quiet ones")
    visit.page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    visit.page.get_by_role("button", name="What is new?").click()
    visit.page.get_by_text("Nothing new").wait_for()
    assert visit.violations() == []
    kept = visit.titles
    visit.goes_to()
    visit.page.get_by_role("button", name="Saved searches").click()
    visit.page.get_by_role("button", name="Quiet ones", exact=False).first.click()
    visit.until(lambda: visit.titles == kept and visit.asked.get("e") == ["drop:c3"])


def test_a_thumb_and_a_doubt_are_kept_and_can_be_taken_back(visit: Visit) -> None:
    visit.goes_to(QUERY)
    card = visit.page.locator("article").first
    up = card.locator(".thumb-up")
    up.click()
    visit.until(lambda: up.get_attribute("aria-pressed") == "true")
    visit.page.reload()
    visit.waits()
    visit.until(lambda: up.get_attribute("aria-pressed") == "true")
    # Of another question it is another opinion.
    visit.goes_to(QUERY, e="drop:c3")
    visit.until(lambda: up.get_attribute("aria-pressed") == "false")
    visit.goes_to(QUERY)
    visit.until(lambda: up.get_attribute("aria-pressed") == "true")
    up.click()
    visit.until(lambda: up.get_attribute("aria-pressed") == "false")


def test_hits_on_the_map_and_in_the_list_belong_together(visit: Visit) -> None:
    visit.goes_to(QUERY)
    visit.page.wait_for_selector(".leaflet-marker-icon")
    assert visit.page.locator(".leaflet-marker-icon").count() >= 3
    visit.page.locator("article").first.hover()
    visit.page.wait_for_selector(".leaflet-marker-icon.lit, .leaflet-marker-icon .lit")


def test_nothing_found_and_nothing_understood_are_told_kindly(visit: Visit) -> None:
    visit.goes_to().searches("hello there")
    visit.page.get_by_role("heading", name="We found no wish in this").wait_for()
    assert visit.violations() == []


def test_a_server_that_fails_is_told_and_asked_again(visit: Visit) -> None:
    visit.goes_to()
    visit.page.route("**/api/v1/search*", lambda route: route.fulfill(status=503, body="{}"))
    visit.types("quiet")
    visit.page.keyboard.press("Enter")
    retry = visit.page.get_by_role("button", name="Try again")
    retry.wait_for()
    assert visit.violations() == []
    visit.page.unroute("**/api/v1/search*")
    retry.click()
    visit.page.wait_for_selector("article")


def test_offline_is_told_and_what_is_there_stays(visit: Visit) -> None:
    visit.goes_to("quiet")
    titles = visit.titles
    visit.page.context.set_offline(True)
    visit.page.get_by_text("You are offline").first.wait_for()
    assert visit.titles == titles
    visit.page.context.set_offline(False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_same_in_light_and_dark(visit: Visit, scheme: str) -> None:
    visit.again_as(viewport={"width": 360, "height": 740}, color_scheme=scheme, has_touch=True, is_mobile=True)
    visit.goes_to(QUERY)
    assert visit.titles
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert visit.violations() == []


def test_the_interface_speaks_indonesian(visit: Visit) -> None:
    visit.again_as(locale="id-ID")
    visit.goes_to("rumah dekat USU maksimal 1,5 miliar", collection="property")
    assert visit.page.evaluate("document.documentElement.lang") == "id"
    assert visit.page.get_by_role("button", name="Cari").first.is_visible()
    assert visit.titles
    assert visit.violations() == []


def test_texts_that_are_out_to_break_the_page_are_shown_as_they_are(visit: Visit) -> None:
    visit.goes_to("quiet, sunny, dogs allowed", collection="hostile")
    shown = visit.page.locator("main").inner_text()
    assert "<script>alert('title')</script>" in shown
    assert len(visit.titles) == 5
    assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    links = [link.get_attribute("href") or "" for link in visit.page.locator("article a").all()]
    assert links == ["https://homes.example/1"]
    for place, card in enumerate(visit.page.locator("article").all()):
        card.get_by_role("button", name="Why here?").click()
        visit.sees(f"Place {place + 1} of", within=f"article >> nth={place}")
    assert visit.violations() == []


def test_nothing_is_loaded_from_elsewhere_and_the_whole_is_small(visit: Visit) -> None:
    seen: list[tuple[str, int]] = []
    visit.page.on(
        "response",
        lambda answer: seen.append((answer.url, int(answer.headers.get("content-length", "0")))),
    )
    visit.goes_to("quiet")
    origin = visit.page.url.split("/?")[0]
    assert all(url.startswith(origin) for url, _ in seen)
    assert sum(size for url, size in seen if "/assets/" in url and "map" not in url) <= 250_000
