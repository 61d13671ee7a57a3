"""What a person does with family trees on the page: asks, looks at people, follows lines and paths, decides."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from tests.stories.page.driving import Visit

pytestmark = pytest.mark.faces

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
INDONESIAN: dict[str, Any] = {"locale": "id-ID"}
VIEWS: list[dict[str, str]] = [
    {"tree": "ask"},
    {"tree": "ask", "ask": "When was Thomas Hughes born?"},
    {"tree": "ask", "ask": "When was John Miller born?"},
    {"tree": "people", "ask": "smith"},
    {"tree": "person", "person": "hollow-creek:I49"},
    {"tree": "ancestors", "person": "hollow-creek:I49", "gen": "4"},
    {"tree": "descendants", "person": "hollow-creek:I1", "gen": "5"},
    {"tree": "path", "person": "hollow-creek:I49", "with": "hollow-creek:I90"},
    {"tree": "match"},
    {"tree": "review"},
    {"tree": "review", "item": "4"},
]


def opens(visit: Visit, collection: str = "family", **shown: str) -> Visit:
    """A view of a tree, when everything in it has come."""
    visit.page.goto(visit.link(c=collection, **shown))
    visit.page.locator("#family").wait_for()
    return settled(visit)


def settled(visit: Visit) -> Visit:
    visit.until(lambda: visit.page.locator("#family .skeleton, #family [aria-busy=true]").count() == 0)
    return visit


def clicks(visit: Visit, role: Any, name: str, within: str = "#family") -> Visit:
    visit.page.locator(within).get_by_role(role, name=name, exact=True).first.click()
    return settled(visit)


def heading(visit: Visit) -> str:
    return str(visit.page.locator("#family h2:visible").first.inner_text()).replace("\n", " ")


def test_a_question_is_answered_with_the_lines_that_it_rests_on(visit: Visit) -> None:
    opens(visit, tree="ask")
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("When was Thomas Hughes born?")
    visit.page.keyboard.press("Enter")
    visit.sees("born Feb 3, 1826")
    settled(visit)
    lines = visit.page.locator(".cited li").all_inner_texts()
    assert any("80" in line and "2 DATE 3 FEB 1826" in line for line in lines)
    assert visit.asked["ask"] == ["When was Thomas Hughes born?"]
    clicks(visit, "link", "Thomas Hughes 1826–1891")
    assert heading(visit) == "Thomas Hughes"
    visit.page.go_back()
    visit.sees("born Feb 3, 1826")
    visit.page.go_back()
    visit.sees("Ask about the family tree")
    assert visit.page.locator("#tree-question").input_value() == ""


@pytest.mark.parametrize(
    ("question", "word"),
    [("Did Evan Hughes die in 1867?", "Yes"), ("Did Evan Hughes die in 1801?", "No")],
)
def test_yes_and_no_are_told_in_a_word(visit: Visit, question: str, word: str) -> None:
    opens(visit, tree="ask", ask=question)
    assert visit.page.locator(".answer-card .badge").inner_text().strip() == word


def test_a_name_that_several_have_is_asked_back_with_who_may_be_meant(visit: Visit) -> None:
    opens(visit, tree="ask", ask="When was John Miller born?")
    assert visit.page.locator(".badge.asks").count() == 1
    assert visit.page.locator(".answer-card .person-link").count() == 3
    clicks(visit, "link", "John Miller 1865–1943")
    assert visit.asked["person"] == ["hollow-creek:I41"]


def test_from_a_card_to_relatives_with_the_keyboard_alone(visit: Visit) -> None:
    opens(visit, tree="person", person="hollow-creek:I49")
    visit.page.get_by_role("link", name="Sarah Hughes 1852–1931").focus()
    visit.page.keyboard.press("Enter")
    visit.until(lambda: visit.asked["person"] == ["hollow-creek:I26"])
    settled(visit)
    visit.until(lambda: heading(visit) == "Sarah Hughes")
    # Whoever goes on with the Tab key goes on in what was opened.
    assert visit.page.evaluate("document.activeElement.id") == "family"
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.innerText.trim()") == "Ancestors"
    assert visit.page.title().startswith("Sarah Hughes")


def test_a_fact_shows_its_lines_when_it_is_unfolded(visit: Visit) -> None:
    opens(visit, tree="person", person="hollow-creek:I49")
    fact = visit.page.locator(".life > li").first
    assert "May 12, 1879" in fact.inner_text()
    fact.locator("summary").click()
    assert "2 DATE 12 MAY 1879" in fact.inner_text()


def test_people_are_found_by_their_names_while_one_types(visit: Visit) -> None:
    opens(visit, tree="people")
    everybody = visit.page.locator(".person-link").count()
    visit.page.get_by_placeholder("Given name").fill("mary smith")
    visit.until(lambda: visit.asked.get("ask") == ["mary smith"])
    visit.until(lambda: 0 < visit.page.locator(".person-link").count() < everybody)
    visit.page.get_by_placeholder("Given name").fill("nobody of this name")
    visit.sees("Nobody has all these words")


def test_whoever_may_be_living_is_not_shown(visit: Visit) -> None:
    opens(visit, tree="people")
    while visit.page.get_by_role("button", name="Show more").count():
        visit.page.get_by_role("button", name="Show more").click()
        visit.page.wait_for_timeout(300)
    living = visit.page.locator(".person-link", has_text="may be living")
    assert living.count() == 14
    living.first.click()
    visit.sees("nothing is shown")
    assert visit.page.locator(".life").count() == 0


def test_ancestors_and_descendants_are_clicked_through(visit: Visit) -> None:
    opens(visit, tree="ancestors", person="hollow-creek:I49")
    assert heading(visit) == "Ancestors of Mary Ellen Smith"
    boxes = visit.page.locator(".pedigree .chart-box")
    assert boxes.count() == 11
    visit.page.locator(".pedigree").get_by_role("link", name="Thomas Hughes 1826–1891").click()
    visit.until(lambda: heading(visit) == "Ancestors of Thomas Hughes")
    clicks(visit, "link", "Descendants")
    visit.until(lambda: heading(visit) == "Descendants of Thomas Hughes")
    assert visit.page.locator(".descent").get_by_text("Mary Ellen Smith").count() == 1
    visit.page.get_by_label("Generations").select_option("1")
    visit.until(lambda: visit.page.locator(".descent").get_by_text("Mary Ellen Smith").count() == 0)
    visit.page.get_by_role("link", name="more").first.click()
    visit.until(lambda: heading(visit) == "Descendants of Sarah Hughes")
    visit.page.go_back()
    visit.page.go_back()
    visit.until(lambda: heading(visit) == "Ancestors of Thomas Hughes")
    clicks(visit, "link", "Card of Evan Hughes")
    visit.until(lambda: heading(visit) == "Evan Hughes")


def test_two_people_are_chosen_and_their_path_is_drawn(visit: Visit) -> None:
    opens(visit, tree="path", person="hollow-creek:I49")
    other = visit.page.get_by_label("The other person")
    other.fill("vera")
    visit.page.get_by_role("option", name="Vera Petrovna Sokolova").wait_for()
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("ArrowUp")
    visit.page.keyboard.press("Enter")
    visit.until(lambda: visit.asked.get("with") == ["hollow-creek:I90"])
    settled(visit)
    drawn = visit.page.locator(".kin-drawing")
    drawn.locator("text", has_text="Helen Sokolov").wait_for()
    assert visit.page.locator(".kin-steps > li").count() == 7
    # Seven links lead over eight people, and the wife of one of them stands beside.
    assert drawn.locator("a").count() == 9
    visit.page.get_by_role("button", name="Swap the two").click()
    visit.until(lambda: visit.asked.get("with") == ["hollow-creek:I49"])
    settled(visit)
    drawn.locator("a", has_text="Helen Sokolov").click()
    visit.until(lambda: heading(visit) == "Helen Sokolov")


def test_a_fact_is_rejected_with_a_reason_that_is_kept(visit: Visit, home: Path) -> None:
    trees = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in home.glob("trees/**/*.tree")}
    opens(visit, tree="review")
    row = visit.page.locator(".review-row", has_text="Jane Doe was the mother of Josiah Smith.")
    row.click()
    settled(visit)
    quotes = visit.page.locator(".two-quotes figure").all_inner_texts()
    assert "His mother was Jane Doe" in quotes[0]
    assert "1 WIFE @I9@" in quotes[1]
    item = visit.asked["item"][0]
    visit.page.get_by_label("Reason").fill("the parish book says Hannah Frost")
    visit.page.get_by_role("button", name="Reject").click()
    visit.until(lambda: visit.asked.get("item") != [item])
    visit.until(lambda: row.count() == 0)
    opens(visit, tree="review", state="rejected", item=item)
    visit.sees("the parish book says Hannah Frost")
    visit.page.get_by_role("button", name="Take the decision back").click()
    visit.until(lambda: visit.page.locator(".review-row").count() == 0)
    assert {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in trees} == trees


def test_who_is_meant_is_said_before_a_fact_is_approved(visit: Visit) -> None:
    opens(visit, tree="review")
    visit.page.locator(".review-row", has_text="teacher").click()
    settled(visit)
    approve = visit.page.get_by_role("button", name="Approve")
    assert approve.is_disabled()
    visit.page.locator(".meant .person-link", has_text="I49").click()
    visit.until(approve.is_enabled)
    assert visit.page.locator(".review-item .person-link", has_text="1879–1960").count() == 1
    approve.click()
    clicks(visit, "link", "Approved 1")
    visit.sees("teacher", ".review-list")


def test_a_reply_is_drafted_read_and_put_into_the_queue(visit: Visit) -> None:
    opens(visit, tree="ask", ask="Do you have Evan Hughes? I think Evan Hughes died in 1868.")
    visit.page.get_by_text("Reply to the message").click()
    visit.page.get_by_label("Who wrote it?").fill("Dana Whitlock")
    clicks(visit, "button", "Draft a reply")
    visit.sees("Hello Dana Whitlock,")
    assert visit.asked["ask"][-1] == "Do you have Evan Hughes? I think Evan Hughes died in 1868."
    clicks(visit, "button", "Put the draft into the review queue")
    visit.sees("It waits in the review queue")
    opens(visit, tree="review")
    row = visit.page.locator(".review-row", has_text="Reply to Dana Whitlock")
    row.click()
    settled(visit)
    assert heading(visit).startswith(("What messages say", "Reply to Dana Whitlock"))
    assert "Hello Dana Whitlock," in visit.page.locator(".review-item .letter pre").inner_text()
    clicks(visit, "button", "Approve")
    visit.until(lambda: visit.page.locator(".review-row", has_text="Reply to Dana Whitlock").count() == 0)


def test_a_card_says_what_to_look_for_next(visit: Visit) -> None:
    opens(visit, tree="person", person="hollow-creek:I1")
    visit.page.get_by_text("What to look for next").click()
    settled(visit)
    first = visit.page.locator(".tasks li strong").first
    first.wait_for()
    assert "1796" in first.inner_text()
    opens(visit, tree="person", person="hollow-creek:I113")
    assert visit.page.get_by_text("What to look for next").count() == 0


def test_a_dna_match_is_compared(visit: Visit) -> None:
    opens(visit, tree="match")
    visit.page.get_by_label("Name", exact=True).fill("Ann")
    visit.page.get_by_label("Shared DNA (cM)").fill("112")
    visit.page.get_by_label("Family names, with commas").fill("Hughes, Zook")
    clicks(visit, "button", "Compare")
    visit.page.locator(".match-evidence li").first.wait_for()
    told = visit.page.locator(".match-evidence").inner_text()
    assert "112" in told
    assert "Hughes" in told


def test_a_conflict_may_be_about_somebody_new(visit: Visit) -> None:
    opens(visit, tree="ask", ask="Do you have Clara Miller? Clara Miller died in 1870.")
    clicks(visit, "button", "Put it into the review queue")
    visit.sees("It waits in the review queue")
    opens(visit, tree="review")
    visit.page.locator(".review-row", has_text="Clara Miller: died 1870").click()
    settled(visit)
    clicks(visit, "button", "Somebody new")
    visit.until(lambda: visit.page.locator(".review-item .badge.suggestion").count() == 1)


def test_foreign_words_are_text(visit: Visit) -> None:
    name = "<img src=x onerror=alert(1)> <svg onload=alert(2)>"
    opens(visit, "foreign", tree="people")
    visit.sees(name)
    for shown in (
        {"tree": "person", "person": "hostile:I1"},
        {"tree": "ancestors", "person": "hostile:I3"},
        {"tree": "descendants", "person": "hostile:I1"},
        {"tree": "path", "person": "hostile:I1", "with": "hostile:I3"},
        {"tree": "ask", "ask": f"When was {name} born?"},
        {"tree": "ask", "ask": "How many children had <b>Ann</b>?"},
    ):
        opens(visit, "foreign", **shown)
        assert visit.page.locator("#family :is(img, script, b, [onload], [onerror])").count() == 0
        assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), shown
    opens(visit, "foreign", tree="path", person="hostile:I1", **{"with": "hostile:I3"})
    visit.page.locator(".kin-drawing text").first.wait_for()
    assert "<img" in visit.page.locator(".kin-drawing").inner_text()


@pytest.mark.parametrize("look", [{}, {**PHONE, **DARK}, {**PHONE, **INDONESIAN}])
def test_every_view_is_for_everybody_and_fits_its_window(visit: Visit, look: dict[str, Any]) -> None:
    visit.again_as(**look)
    for shown in VIEWS:
        opens(visit, **shown)
        assert visit.violations() == [], shown
        assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), shown


def test_what_is_not_there_is_told_with_the_way_on(visit: Visit) -> None:
    opens(visit, tree="person", person="hollow-creek:I9999")
    visit.sees("no person")
    opens(visit, tree="review", item="9999")
    visit.sees("no item 9999")


def test_a_collection_without_trees_offers_none(visit: Visit) -> None:
    visit.goes_to(collection="rentals")
    visit.until(lambda: visit.page.locator("header select").first.input_value() == "rentals")
    assert visit.page.get_by_role("link", name="Family tree").count() == 0
    visit.page.locator("header select").first.select_option("family")
    visit.sees("Ask about the family tree")
    visit.page.locator("header").get_by_role("link", name="Search").click()
    visit.page.locator("#sentence").wait_for()
    visit.page.go_back()
    visit.sees("Ask about the family tree")
