"""The stories of a person who talks: goes on from message to message, comes back, takes wishes away."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import urllib.request
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.stories.page.driving import SHIFTS, Visit

from claimtree.cli.chat import PROMPT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.faces

TURNS = (
    "cari rumah dalam komplek dekat mall harga 1M an",
    "yang hadap utara",
    "pilihan lain?",
    "yang 3 lantai",
    "nomor 1",
    "ada CCTV nggak?",
    "kalau yang 2 lantai?",
    "hapus filter harga",
    "cari rumah 3 kamar di Medan Johor",
    "bandingkan 1 dan 2",
    "makasih",
    "mulai dari awal",
)
CONTROLS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""What moves the cursor of a terminal."""
INDONESIAN = {"locale": "id-ID"}
FITS = """
[document.documentElement.scrollWidth, document.documentElement.scrollHeight].every(
    (size, k) => size <= [innerWidth, innerHeight][k]
) && document.getElementById("message").getBoundingClientRect().bottom <= innerHeight
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Talker:
    """Says the same over HTTP, in a session of its own."""

    def __init__(self, address: str, collection: str) -> None:
        self._address = address
        self._collection = collection
        self._session = uuid.uuid4().hex

    def says(self, message: str) -> dict[str, Any]:
        asked = {"message": message, "session": self._session, "collection": self._collection}
        request = urllib.request.Request(
            f"{self._address}/api/v1/chat", json.dumps(asked).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)  # type: ignore[no-any-return]


class Prompt:
    """A person at the prompt of `claimtree chat`, in a terminal."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._screen, end = pty.openpty()
        self._ran = subprocess.Popen(command, env=environment, stdin=end, stdout=end, stderr=end, close_fds=True)
        os.close(end)
        self._until_asked()

    def says(self, message: str) -> str:
        os.write(self._screen, f"{message}\n".encode())
        told = self._until_asked()
        # What is typed is seen first.
        return told.removeprefix(message).strip("\n")

    def ends(self) -> int:
        os.write(self._screen, b"\x04")
        try:
            return self._ran.wait(timeout=30)
        finally:
            self._ran.kill()
            os.close(self._screen)

    def _until_asked(self) -> str:
        """What the terminal shows up to the next prompt."""
        told = b""
        while not told.endswith(PROMPT.encode()):
            ready, _, _ = select.select([self._screen], [], [], 60)
            assert ready, f"no prompt within a minute after {told[-500:]!r}"
            told += os.read(self._screen, 65_536)
        text = CONTROLS.sub("", told.decode()).replace("\r", "")
        return text.removesuffix(PROMPT).strip("\n")


def test_a_conversation_is_the_same_on_every_face(visit: Visit, address: str, home: Path, tmp_path: Path) -> None:
    visit.again_as(**INDONESIAN).talks("property")
    talker = Talker(address, "property")
    environment = {**os.environ, "CLAIMTREE_HOME": str(tmp_path), "TERM": "dumb", "COLUMNS": "200"}
    command = [sys.executable, "-m", "claimtree", "chat", "--pack", "property"]
    command += ["--store", str(home / "demo-property.db")]
    prompt = Prompt([*command, "--session", "prompt"], environment)
    for message in TURNS:
        visit.says(message)
        reply = talker.says(message)
        once = subprocess.run(
            [*command, message, "--session", "once"], env=environment, capture_output=True, text=True, check=True
        )
        assert once.stdout.strip("\n") == reply["text"], message
        assert prompt.says(message) == reply["text"], message
        shown = visit.last_reply
        assert visit.criteria == [one["label"] for one in reply["criteria"]]
        told = shown.inner_text()
        if reply["move"] not in ("detail", "compare"):
            assert [int(one.inner_text()) for one in shown.locator(".talk-number").all()] == [
                hit["number"] for hit in reply["hits"]
            ]
        for hit in reply["hits"]:
            assert hit["title"] in told
            assert hit["price"] in told
            assert all(label in told for label in [*hit["missed"], *hit["unstated"], *hit["words"]])
        # All else that the reply says is said in the same words.
        for line in reply["text"].split("\n"):
            in_hit = line.startswith("   ") or any(line.startswith(f"{hit['number']}. ") for hit in reply["hits"])
            if not in_hit and reply["move"] != "compare":
                assert line in told
    assert prompt.ends() == 0
    assert visit.page.locator(".reply table").count() == 1
    assert visit.violations() == []


def test_a_conversation_is_still_there_after_a_reload(visit: Visit) -> None:
    visit.talks("rentals").says("two-bedroom in Brooklyn under $4,000").says("with a dishwasher")
    log, criteria = visit.log, visit.criteria
    visit.page.reload()
    visit.until(lambda: visit.log == log and visit.criteria == criteria)
    # The server remembers it too.
    visit.says("number 1")
    assert "Number 1: " in visit.last_reply.inner_text()
    assert visit.criteria == criteria


def test_tabs_of_one_browser_share_a_conversation_and_another_browser_has_its_own(visit: Visit) -> None:
    visit.talks("rentals").says("studio in Astoria")
    other = visit.in_another_tab()
    other.until(lambda: other.criteria == visit.criteria != [])
    other.says("with a dishwasher")
    visit.until(lambda: visit.log == other.log)
    assert visit.criteria == other.criteria
    visit.again_as().talks("rentals")
    assert visit.log == []


def test_collections_are_talked_about_apart(visit: Visit) -> None:
    visit.talks("rentals").says("studio in Astoria")
    log = visit.log
    visit.page.get_by_label("Collection").select_option("property")
    visit.until(lambda: visit.log == [])
    visit.says("rumah 3 kamar")
    visit.page.get_by_label("Collection").select_option("rentals")
    visit.until(lambda: visit.log == log)


def test_a_wish_is_taken_away_with_a_click(visit: Visit) -> None:
    visit.again_as(**INDONESIAN).talks("property").says("rumah dalam komplek hadap utara, 3 kamar tidur")
    before = visit.criteria
    visit.page.get_by_role("button", name="Hapus: hadap utara").click()
    visit.until(lambda: visit.criteria == [one for one in before if one != "hadap utara"])
    assert visit.log[-1] == "hapus filter hadap utara"
    # Whoever uses the keyboard goes on writing.
    visit.until(lambda: visit.page.evaluate("document.activeElement.id") == "message")


@pytest.mark.parametrize(
    ("collection", "sentence"),
    [
        ("property", "rumah dalam komplek di bawah 3 miliar"),
        ("property", "rumah hadap utara di Cemara Asri dengan kolam renang, 7 lantai"),
        ("rentals", "two-bedroom under $4,000, dogs allowed"),
    ],
)
def test_what_the_page_proposes_to_say_is_understood(
    visit: Visit, address: str, collection: str, sentence: str
) -> None:
    visit.talks(collection).says(sentence)
    proposed = visit.page.locator(".suggested button > span").all_inner_texts()
    assert proposed
    for message in proposed:
        talker = Talker(address, collection)
        before = talker.says(sentence)
        reply = talker.says(message)
        assert reply["move"] in ("more", "detail", "compare", "drop"), message
        if reply["move"] == "drop":
            assert len(reply["criteria"]) == len(before["criteria"]) - 1, message


def test_a_message_that_cannot_be_sent_is_not_lost(visit: Visit) -> None:
    visit.talks("rentals").says("studio in Astoria")
    visit.page.context.set_offline(True)
    visit.page.get_by_label("Your message").fill("with a dishwasher")
    visit.page.keyboard.press("Enter")
    alert = visit.page.get_by_role("alert")
    alert.wait_for()
    assert "cannot be reached" in alert.inner_text()
    assert visit.page.get_by_label("Your message").input_value() == "with a dishwasher"
    assert len(visit.log) == 1
    assert visit.violations() == []
    visit.page.context.set_offline(False)
    alert.get_by_role("button", name="Try again").click()
    visit.until(lambda: visit.log == ["studio in Astoria", "with a dishwasher"])
    assert visit.page.get_by_label("Your message").input_value() == ""
    assert alert.count() == 0


def test_where_keys_are_needed_a_conversation_ends_with_its_tab(home: Path, tmp_path: Path, browser: Browser) -> None:
    from tests.stories.http.processes import serving

    def keys(*words: str) -> str:
        environment = {**os.environ, "CLAIMTREE_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "claimtree", "keys", *words]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()

    first, second = keys("add", "first"), keys("add", "second")
    with serving(tmp_path, "--collection", f"rentals=rentals@{home / 'demo-rentals.db'}") as address:
        visit = Visit(address, browser)
        try:
            visit.goes_to(collection="rentals", chat="1")
            visit.gives_key(first)
            visit.says("studio in Astoria")
            visit.page.reload()
            visit.until(lambda: visit.log == ["studio in Astoria"])
            keys("revoke", "first")
            visit.page.locator("#message").fill("with a dishwasher")
            visit.page.keyboard.press("Enter")
            visit.gives_key(second)
            # What could not be said without a key is said with it.
            visit.until(lambda: visit.log == ["studio in Astoria", "with a dishwasher"])
            other = visit.in_another_tab()
            other.gives_key(second)
            other.page.locator("#message").wait_for()
            assert other.log == []
        finally:
            visit.end()


def test_strangers_on_a_server_that_is_open_to_all_have_conversations_of_their_own(
    home: Path, tmp_path: Path, browser: Browser
) -> None:
    from tests.stories.http.processes import serving

    named = ("--collection", f"rentals=rentals@{home / 'demo-rentals.db'}", "--open-to-all")
    with serving(tmp_path, *named) as address:
        visit = Visit(address, browser)
        try:
            visit.talks("rentals").says("studio in Astoria").says("with a dishwasher")
            criteria = visit.criteria
            assert len(criteria) == 3
            visit.page.reload()
            visit.until(lambda: visit.criteria == criteria)
            visit.again_as().talks("rentals").says("with a dishwasher")
            assert len(visit.criteria) == 1
        finally:
            visit.end()


def test_texts_that_are_out_to_break_the_conversation_are_shown_as_they_are(visit: Visit) -> None:
    visit.talks("hostile").says("quiet, sunny, dogs allowed <img src=x onerror=alert(4)>")
    assert visit.log == ["quiet, sunny, dogs allowed <img src=x onerror=alert(4)>"]
    shown = visit.last_reply.inner_text()
    # Markup in a title is left out; what is left of the listing has its id for a name.
    assert "<img src=x onerror=alert(1)>" in shown
    assert "🏡✨ Sunny 👨‍👩‍👧‍👦 flat 🐕‍🦺" in shown
    assert visit.page.locator(".reply script, .reply img, .said img").count() == 0
    links = {link.get_attribute("href") for link in visit.page.locator(".reply a").all()}
    assert links <= {"https://homes.example/1"}
    assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    # So are they when they come from where the browser keeps them, which others may have written.
    visit.page.evaluate(
        "localStorage.setItem('claimtree-chat:hostile', localStorage.getItem('claimtree-chat:hostile')"
        ".replaceAll('homes.example', '<b onclick=alert(5)>'))"
    )
    visit.page.reload()
    visit.until(lambda: len(visit.log) == 1)
    visit.page.evaluate("localStorage.setItem('claimtree-chat:hostile', '{\"version\":1}')")
    visit.page.reload()
    visit.page.get_by_label("Your message").wait_for()
    assert visit.log == []


def test_the_map_shows_the_numbers_of_the_last_reply(visit: Visit) -> None:
    visit.again_as(**INDONESIAN).talks("property").says("rumah dalam komplek di bawah 3 miliar")
    pins = visit.page.locator(".pin")
    visit.until(lambda: sorted(pins.all_inner_texts()) == ["1", "2", "3", "4", "5"])
    visit.says("pilihan lain")
    visit.until(lambda: sorted(pins.all_inner_texts()) == ["10", "6", "7", "8", "9"])
    visit.page.get_by_role("button", name="7: ").focus()
    visit.page.keyboard.press("Enter")
    visit.until(lambda: visit.page.evaluate("document.activeElement.id") == "talk-hit-7")
    visit.page.locator("#talk-hit-8").hover()
    visit.until(lambda: visit.page.locator(".pin.lit").all_inner_texts() == ["8"])


def test_a_number_that_means_another_hit_by_now_is_not_offered(visit: Visit) -> None:
    visit.talks("rentals").says("two-bedroom under $4,000")
    assert visit.page.get_by_role("button", name="Details of number 1").count() == 1
    visit.says("studio in Astoria")
    assert visit.page.get_by_role("button", name="Details of number 1").count() == 1
    visit.page.get_by_role("button", name="Details of number 1").click()
    visit.until(lambda: len(visit.log) == 3)
    assert visit.log[-1] == "number 1"


def test_the_address_says_which_of_the_two_is_seen(visit: Visit) -> None:
    visit.goes_to("quiet, dogs allowed")
    titles = visit.titles
    visit.page.get_by_role("link", name="Conversation").click()
    # What was searched for may be said at once.
    box = visit.page.get_by_label("Your message")
    visit.until(lambda: visit.asked.get("chat") == ["1"] and box.input_value() == "quiet, dogs allowed")
    visit.page.keyboard.press("Enter")
    visit.until(lambda: visit.log == ["quiet, dogs allowed"])
    visit.page.go_back()
    visit.until(lambda: visit.titles == titles and "chat" not in visit.asked)
    visit.page.go_forward()
    visit.until(lambda: visit.log == ["quiet, dogs allowed"])
    visit.page.get_by_role("link", name="Search").click()
    visit.until(lambda: visit.titles == titles)


def test_nothing_moves_while_the_conversation_opens(visit: Visit) -> None:
    visit.page.add_init_script(SHIFTS)
    visit.talks("rentals")
    visit.page.get_by_text("Talk about what").wait_for()
    assert visit.page.evaluate("window.shifted") < 0.01
    visit.says("studio in Astoria")
    visit.page.reload()
    visit.until(lambda: len(visit.log) == 1)
    visit.page.wait_for_selector(".pin")
    assert visit.page.evaluate("window.shifted") < 0.05


def test_everything_is_said_with_the_keyboard(visit: Visit) -> None:
    visit.talks("rentals")
    visit.page.keyboard.type("studio")
    visit.page.keyboard.press("Shift+Enter")
    visit.page.keyboard.type("in Astoria")
    assert visit.page.get_by_label("Your message").input_value() == "studio\nin Astoria"
    visit.page.keyboard.press("Enter")
    # What is typed meanwhile is not lost.
    visit.page.keyboard.type("number 1")
    visit.until(lambda: visit.log == ["studio\nin Astoria"])
    visit.page.keyboard.press("Enter")
    visit.until(lambda: visit.log == ["studio\nin Astoria", "number 1"])
    for _ in range(60):
        visit.page.keyboard.press("Shift+Tab")
        if visit.page.evaluate("document.activeElement.classList.contains('wish')"):
            break
    visit.page.keyboard.press("Enter")
    visit.until(lambda: len(visit.log) == 3 and visit.log[-1].startswith("drop the filter"))
    visit.page.get_by_role("log").focus()
    visit.page.keyboard.press("/")
    assert visit.page.evaluate("document.activeElement.id") == "message"


def test_starting_over_takes_two_steps_and_is_forgotten_by_the_server(visit: Visit, address: str) -> None:
    def sessions() -> set[str]:
        with urllib.request.urlopen(f"{address}/api/v1/chat/sessions?collection=rentals", timeout=60) as answer:
            return {one["session"] for one in json.load(answer)["sessions"]}

    before = sessions()
    visit.talks("rentals").says("studio in Astoria")
    assert len(sessions() - before) == 1
    visit.page.get_by_role("button", name="Start over").click()
    assert len(visit.log) == 1
    visit.page.get_by_role("button", name="Really start over?").click()
    visit.until(lambda: visit.log == [] and visit.criteria == [])
    visit.until(lambda: sessions() == before)
    visit.page.reload()
    visit.page.get_by_label("Your message").wait_for()
    assert visit.log == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_on_a_phone_the_map_is_one_tap_away_and_the_box_always_there(visit: Visit, colours: str) -> None:
    visit.again_as(**PHONE, **INDONESIAN, color_scheme=colours).talks("property")
    assert visit.violations() == []
    visit.says("rumah dalam komplek dekat mall di bawah 3 miliar")
    assert visit.violations() == []
    # On its side too, and on the smallest.
    for width, height in ((844, 390), (320, 568), (390, 844)):
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.until(lambda: visit.page.evaluate(FITS))
    visit.page.get_by_role("button", name="Peta (").click()
    visit.until(lambda: "1" in visit.page.locator(".pin").all_inner_texts())
    # The malls are on it.
    assert visit.page.locator(".leaflet-marker-icon.place").count() > 0
    assert visit.asked["view"] == ["map"]
    assert visit.violations() == []
    visit.page.get_by_role("button", name="1: ").tap()
    visit.until(lambda: visit.page.evaluate("document.activeElement.id") == "talk-hit-1")
    visit.page.get_by_role("button", name="Peta (").click()
    # The reply is read among the messages.
    visit.says("nomor 1")
    assert "Nomor 1: " in visit.last_reply.inner_text()
    visit.until(lambda: "view" not in visit.asked)


def test_what_was_called_and_why_a_hit_fits_is_folded_away(visit: Visit) -> None:
    visit.talks("rentals").says("two-bedroom under $4,000, dogs allowed")
    tools = visit.last_reply.locator("details.tools")
    assert not tools.locator("li").first.is_visible()
    tools.locator("summary").click()
    assert "search_properties" in tools.inner_text()
    reasons = visit.last_reply.locator("article details").first
    reasons.locator("summary").click()
    assert "dogs" in reasons.inner_text()
    assert visit.violations() == []


def test_criteria_are_seen_before_hits_and_hits_before_the_words(visit: Visit) -> None:
    visit.talks("property")
    # Every state of the exchange that is being answered, in the order in which it was drawn.
    visit.page.evaluate(
        """() => {
            window.drawn = [];
            const look = () => {
                const arriving = document.querySelector(".reply.arriving");
                if (!arriving) return;
                const parts = [".understood li", ".talk-hit", ".tools li"];
                window.drawn.push(parts.map((one) => (arriving.querySelector(one) ? 1 : 0)).join(""));
            };
            new MutationObserver(look).observe(document.querySelector(".talk"), { childList: true, subtree: true });
        }"""
    )
    visit.says("cari rumah dekat mall")
    drawn = list(dict.fromkeys(visit.page.evaluate("() => window.drawn")))
    # Chips, hits, tools: nothing, then what was understood (with its tools), and hits last.
    assert drawn[0] == "000"
    assert any(state.startswith("10") for state in drawn)
    assert not any(state.startswith("01") for state in drawn)
    assert visit.last_reply.locator(".talk-hit").count() > 0
