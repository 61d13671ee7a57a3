"""What a person does with an answer: weighs, narrows, joins wishes, looks at much of it, and at the map."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.stories.page.driving import CROWD, QUERY, SHIFTS, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.faces

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def test_a_level_that_counts_for_nothing_changes_the_order_and_the_link(visit: Visit) -> None:
    visit.goes_to("quiet street, dogs allowed, modern kitchen, under $4,000")
    before = visit.titles
    slider = visit.page.get_by_role("slider", name="neighborhood").first
    slider.focus()
    for _ in range(10):
        visit.page.keyboard.press("ArrowLeft")
    visit.until(lambda: visit.asked.get("w") == ["neighborhood:0"])
    visit.until(lambda: visit.titles != before)
    visit.waits()
    link, titles = visit.page.url, visit.titles
    visit.again_as()
    visit.page.goto(link)
    visit.until(lambda: visit.titles == titles)
    assert visit.page.get_by_role("slider", name="neighborhood").first.input_value() == "0"


def test_facets_narrow_what_is_shown_and_say_how_many_there_are(visit: Visit) -> None:
    visit.goes_to("dogs allowed, under $4,000")
    everything = visit.titles
    group = visit.page.get_by_role("group", name="Only those that meet").first
    wish = group.locator("label").first
    count = int(wish.locator(".count").inner_text())
    wish.locator("input").check()
    visit.until(lambda: len(visit.titles) == count)
    assert set(visit.titles) <= set(everything)
    assert visit.violations() == []
    visit.page.get_by_role("button", name="Clear filters").click()
    visit.until(lambda: visit.titles == everything)


def test_two_wishes_become_one_of_which_either_will_do_and_two_again(visit: Visit) -> None:
    visit.goes_to("balcony, dishwasher, quiet")
    before = visit.chips
    visit.chip("balcony").click()
    visit.page.get_by_role("dialog").get_by_role("button", name="dishwasher").click()
    visit.until(lambda: visit.asked.get("e", [""])[0].startswith("or:"))
    visit.until(lambda: visit.page.locator(".either").count() == 1)
    visit.chip("balcony").click()
    visit.page.get_by_role("dialog").get_by_role("button", name="On its own").click()
    visit.until(lambda: visit.page.locator(".either").count() == 0 and visit.chips == before)


def test_a_wish_is_weighed(visit: Visit) -> None:
    visit.goes_to("quiet, dogs allowed")
    visit.chip("quiet").click()
    slider = visit.page.get_by_role("dialog").get_by_role("slider")
    slider.focus()
    visit.page.keyboard.press("Home")
    visit.until(lambda: "weight:c1:0" in visit.asked.get("e", []))


def test_pointing_at_a_chip_shows_its_words_in_the_sentence(visit: Visit) -> None:
    visit.goes_to("quiet, dogs allowed, under $4,000")
    visit.chip("dogs").hover()
    visit.page.wait_for_selector("mark.lit, .mark.lit")
    assert "dogs" in visit.page.locator("mark.lit, .mark.lit").first.inner_text()


def test_a_place_that_was_asked_for_has_its_distance_on_the_card(visit: Visit) -> None:
    visit.goes_to("near a park, dogs allowed")
    cards = visit.page.locator("article").all_text_contents()
    # A home across the street has no distance to go.
    assert any(re.search(r"\d\s(m|km|ft|mi) to \w", card) for card in cards)


def test_two_hundred_hits_are_all_there_and_nothing_moves(visit: Visit) -> None:
    visit.page.add_init_script(SHIFTS)
    visit.goes_to("quiet, sunny, under $4,000", collection="crowd")
    while len(visit.titles) < 200:
        shown = len(visit.titles)
        visit.page.get_by_role("button", name="Show more").click()
        visit.until(lambda shown=shown: len(visit.titles) > shown)  # type: ignore[misc]
    assert len(set(visit.titles)) == len(visit.titles) <= len(CROWD)
    visit.page.locator("article").last.scroll_into_view_if_needed()
    assert visit.page.evaluate("window.shifted") < 0.05
    assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_nothing_moves_while_the_first_answer_comes(visit: Visit) -> None:
    visit.page.add_init_script(SHIFTS)
    visit.goes_to(QUERY)
    visit.page.wait_for_selector(".leaflet-marker-icon")
    assert visit.page.evaluate("window.shifted") < 0.05


@pytest.fixture
def tiles() -> Iterator[tuple[str, list[str]]]:
    """A server of tiles, and what it was asked for."""
    asked: list[str] = []

    class Tile(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("content-type", "image/png")
            self.end_headers()
            self.wfile.write(PIXEL)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Tile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{{z}}/{{x}}/{{y}}.png", asked
    server.shutdown()
    server.server_close()


def test_tiles_are_drawn_where_the_server_names_them(
    home: Path, tmp_path: Path, browser: Browser, tiles: tuple[str, list[str]]
) -> None:
    from tests.stories.http.processes import serving

    address, asked = tiles
    named = ("--collection", f"rentals=rentals@{home / 'demo-rentals.db'}")
    with serving(tmp_path, *named, "--tiles", address, "--tiles-by", "Somebody <b>bold</b>") as server:
        visit = Visit(server, browser)
        try:
            visit.goes_to(QUERY)
            visit.page.wait_for_selector("img.leaflet-tile-loaded")
            assert asked
            visit.sees("Somebody <b>bold</b>")
        finally:
            visit.end()
