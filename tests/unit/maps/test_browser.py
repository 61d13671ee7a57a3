"""The page in a real browser, where one is installed: it draws, it can be used, and it asks for nothing."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.unit.maps.town import PARK, STATION, near_bedford, near_one, place

from claimtree.geo import Point
from claimtree.maps import page
from claimtree.model.pack import Pack
from claimtree.model.places import Place

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
HOSTILE = "</script><img src=x onerror=document.title='owned'> & <3"

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")]

Open = Callable[..., Any]

WRITTEN = [
    ("--ink", "--paper"),
    ("--faint", "--paper"),
    ("--faint", "--warm"),
    ("--name", "--land"),
    ("--ink", "--land"),
    ("--ink", "--beyond"),
    ("--name", "--beyond"),
    ("--asked", "--land"),
    ("--unwanted", "--land"),
    ("--met", "--paper"),
    ("--refuted", "--paper"),
    ("--accent", "--paper"),
    *((f"--grade-{i}", "--paper") for i in range(4)),
]
"""What is written, and on what."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path, pack: Pack) -> Iterator[Open]:
    """Opens the map of the town; at the end nothing was asked for and nothing complained."""
    said: list[str] = []
    asked: list[str] = []
    contexts: list[Any] = []

    def open_it(
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        in_sight: Place | None = None,
        **of_first: str,
    ) -> Any:
        town = near_bedford(**of_first) if in_sight is None else near_one(in_sight)
        spots = [Point(40.70 + i % 6 * 0.004, -73.97 + i // 6 * 0.006) for i in range(36)]
        crowd = [place(f"Region {i}", "neighborhood", spot, radius_m=300) for i, spot in enumerate(spots)]
        file = tmp_path / "map.html"
        file.write_text(page(town.answer, question=HOSTILE, pack=pack, places=[*town.places, *crowd]), encoding="utf-8")
        # Without motion a click is done when it returns.
        size = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce"))
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(file.as_uri())
        return tab

    yield open_it
    for context in contexts:
        context.close()
    assert said == []
    assert {url.rpartition("/")[2] for url in asked} == {"map.html"}


def test_hits_are_markers_and_lines_of_the_list(opened: Open) -> None:
    tab = opened()
    assert tab.locator(".pin").count() == 2
    assert tab.locator("#hits .hit").count() == 2
    assert tab.locator("#nowhere .hit").count() == 1
    assert tab.locator("h1").inner_text() == HOSTILE
    legend = tab.locator("#legend li").all_inner_texts()
    assert legend[:4] == ["meets all 4 (1)", "meets none (2)", "subway station", "grocery store"]


def test_foreign_text_is_text(opened: Open) -> None:
    tab = opened(title=HOSTILE.replace("<", "‹<"))
    tab.locator("#hits .hit").first.click()
    assert tab.locator("img").count() == 0
    assert tab.title() == HOSTILE


def test_a_hit_is_chosen_from_the_keyboard_and_left_with_escape(opened: Open) -> None:
    tab = opened()
    tab.locator("#hits .hit").first.focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    card = tab.locator("#card")
    assert card.is_visible()
    assert "512 m to Bedford Av (L)" in card.inner_text()
    assert tab.locator("path.way").count() == 2
    assert tab.locator(".far").all_inner_texts() == ["510 m", "380 m"]
    assert tab.locator("path.own").count() == 1
    tab.keyboard.press("Escape")
    assert not card.is_visible()
    assert tab.locator("path.way").count() == 0
    assert tab.evaluate("document.activeElement === document.querySelector('#hits .hit')")


def test_a_marker_chooses_its_line_of_the_list(opened: Open) -> None:
    tab = opened()
    tab.locator(".pin", has_text="2").click()
    assert "chosen" in tab.locator("#hits li").nth(1).get_attribute("class")
    assert tab.locator("path.way.refuted").count() == 1


def test_a_park_that_decided_is_outlined_and_named_and_a_line_leads_to_its_border(opened: Open) -> None:
    tab = opened(in_sight=PARK)
    assert tab.locator("path.extent").count() == 1
    assert PARK.name in tab.locator(".place-name.named:not(.gone)").all_inner_texts()
    tab.locator("#hits .hit").first.click()
    assert tab.locator("path.way").count() == 1
    assert tab.locator(".far:not(.gone)").all_inner_texts() == ["630 m"]
    assert tab.locator(".deciding:not(.gone)").all_inner_texts() == [PARK.name]


def test_who_is_inside_reads_so_beside_the_name(opened: Open) -> None:
    tab = opened(in_sight=replace(PARK, radius_m=900.0, shape=Point(40.7125, -73.9570)))
    tab.locator("#hits .hit").first.click()
    assert tab.locator("path.way").count() == 0
    assert "McCarren Park · 0 m" in tab.locator(".deciding:not(.gone)").all_inner_texts()


def test_a_hit_without_coordinates_unfolds_in_the_list(opened: Open) -> None:
    tab = opened()
    tab.locator("#nowhere .hit").click()
    assert "but “quiet”" in tab.locator("#nowhere .card").inner_text()


def overlapping(tab: Any) -> list[Any]:
    boxes = tab.locator(".label:not(.gone)").evaluate_all(
        """all => all.map((label) => {
          const { left, top, right, bottom } = label.getBoundingClientRect();
          return [label.textContent, left, top, right, bottom];
        })"""
    )
    assert len(boxes) >= 3
    return [
        (one[0], other[0])
        for one, other in combinations(boxes, 2)
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
    ]


@pytest.mark.parametrize("width", [1280, 390])
def test_labels_keep_out_of_each_others_way_at_every_zoom(opened: Open, width: int) -> None:
    tab = opened(width=width)
    for _ in range(4):
        assert overlapping(tab) == []
        tab.locator(".leaflet-control-zoom-out").click()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_card_leaves_the_hit_in_sight(
    opened: Open, width: int, height: int
) -> None:
    tab = opened(width=width, height=height)
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.locator("#hits .hit").first.click()
    card, pin = tab.locator("#card").bounding_box(), tab.locator(".pin.chosen").bounding_box()
    assert pin["y"] + pin["height"] < card["y"]
    third = tab.locator("#card .wish").nth(2).bounding_box()
    assert third["y"] + third["height"] <= height


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_written_stands_out_from_what_it_is_written_on(opened: Open, scheme: str) -> None:
    tab = opened(scheme=scheme)
    names = {name for pair in WRITTEN for name in pair}
    colours = tab.evaluate(
        """(names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()]));
        }""",
        sorted(names),
    )
    contrasts = {(one, other): round(contrast(colours[one], colours[other]), 2) for one, other in WRITTEN}
    assert {pair: ratio for pair, ratio in contrasts.items() if ratio < 4.5} == {}


def contrast(one: str, other: str) -> float:
    """As WCAG has it."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_station_is_named_on_the_map(opened: Open) -> None:
    assert STATION.name in opened().locator(".place-name:not(.gone)").all_inner_texts()
