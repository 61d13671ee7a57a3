"""Answers in a file: given again, never for too long, and never in the way."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.unit.places.servers.google import KEY, GoogleServer, Known
from tests.unit.places.servers.kinds import KINDS

from claimtree.errors import BadInput, PlacesUnavailable
from claimtree.geo import Area, Point
from claimtree.http_client.rate_limit import RateLimit
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.places import Candidate, Place, PlaceId, PlaceKind
from claimtree.places.answer_cache import Kept
from claimtree.places.cache_db import CacheFile
from claimtree.places.google import Google
from claimtree.places.provider_notices import Notes
from claimtree.places.rate_limit import SharedRateLimit

HOME = Point(40.7172, -73.9568)
DAY_S = 86_400.0
SPOT = Place(
    id=PlaceId("a"),
    name="Café “Ü”",
    kind=PlaceKind("cafe"),
    shape=Point(40.7, -73.9),
    aliases=("x", "y"),
    parent="Brooklyn",
    source="here",
    rank=7.5,
    rating=4.5,
)
RING = ((98.6, 3.5), (98.7, 3.5), (98.7, 3.6), (98.6, 3.5))
REGION = Place(id=PlaceId("b"), name="Medan", kind=PlaceKind("city"), shape=Area(((RING,),)), radius_m=2.0)


@dataclass
class Asked:
    """A provider that counts how often it is asked."""

    places: tuple[Place, ...] = (SPOT, REGION)
    name: str = "asked"
    fingerprint: str = "asked 1"
    count: int = 0
    fails: bool = False
    note: Notice | None = None
    notes: Notes = field(default_factory=Notes)

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        return tuple(Candidate(place=place, likeness=0.75) for place in self._answered()[:limit])

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        return None if kind == "unknown" else self._answered()[:limit]

    def notices(self) -> tuple[Notice, ...]:
        return self.notes.drain()

    def _answered(self) -> tuple[Place, ...]:
        self.count += 1
        if self.fails:
            raise PlacesUnavailable("down")
        if self.note is not None:
            self.notes.add(self.note)
        return self.places


@dataclass
class Clock:
    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "places.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def kept(asked: Asked, file: Path, clock: Clock) -> Iterator[Kept]:
    with closing(Kept(asked, file, clock=clock)) as kept:
        yield kept


def test_a_question_is_asked_once_and_the_answer_stays_the_same(kept: Kept, asked: Asked) -> None:
    first = (kept.named("Café"), kept.of_kind("cafe", around=HOME, radius_m=500))
    again = (kept.named("Café"), kept.of_kind("cafe", around=HOME, radius_m=500))
    assert first == again
    assert first[1] == (SPOT, REGION)
    assert asked.count == 2
    assert kept.notice == ""


def test_another_process_finds_the_answer(kept: Kept, file: Path, asked: Asked, clock: Clock) -> None:
    kept.named("Café")
    kept.close()
    with closing(Kept(asked, file, clock=clock)) as other:
        assert other.named("Café")[0].place == SPOT
    assert asked.count == 1


def test_whatever_changes_the_answer_makes_another_question(kept: Kept, asked: Asked, file: Path, clock: Clock) -> None:
    kept.named("Café")
    kept.named("Cafe")
    kept.named("Café", near=HOME)
    kept.named("Café", kind="cafe")
    kept.named("Café", limit=1)
    kept.of_kind("Café", around=HOME, radius_m=500)
    kept.of_kind("Café", around=HOME, radius_m=501)
    kept.of_kind("Café", around=HOME, radius_m=500, limit=1)
    kept.of_kind("Café", around=Point(40.7173, -73.9568), radius_m=500)
    with closing(Kept(Asked(fingerprint="asked 2"), file, clock=clock)) as other:
        other.named("Café")
        assert isinstance(other.provider, Asked)
        assert other.provider.count == 1
    assert asked.count == 9


def test_an_answer_is_good_for_thirty_days(kept: Kept, asked: Asked, clock: Clock) -> None:
    kept.named("Café")
    clock.now += 29.9 * DAY_S
    kept.named("Café")
    assert asked.count == 1
    clock.now += 0.2 * DAY_S
    kept.named("Café")
    assert asked.count == 2


def test_an_empty_answer_is_good_for_a_day(kept: Kept, asked: Asked, clock: Clock) -> None:
    asked.places = ()
    for hours in (0, 23, 2):
        clock.now += hours * DAY_S / 24
        assert kept.named("Xanadu") == ()
    assert asked.count == 2


def test_an_answer_that_lacks_something_says_so_again_and_is_good_for_a_day(
    kept: Kept, asked: Asked, clock: Clock
) -> None:
    asked.note = notice(NoticeCode.PROVIDER_LISTS_SOME, provider="asked", kind="café", metres=1_200)
    for hours in (0, 23):
        clock.now += hours * DAY_S / 24
        kept.of_kind("cafe", around=HOME, radius_m=500)
        assert kept.notices() == (asked.note,)
        assert kept.notices() == ()
    assert asked.count == 1
    clock.now += DAY_S / 12
    kept.of_kind("cafe", around=HOME, radius_m=500)
    assert asked.count == 2


def test_a_failure_is_not_kept(kept: Kept, asked: Asked) -> None:
    asked.fails = True
    with pytest.raises(PlacesUnavailable):
        kept.named("Café")
    asked.fails = False
    assert kept.named("Café")[0].place == SPOT


def test_what_a_provider_does_not_know_stays_unknown(kept: Kept) -> None:
    assert kept.of_kind("unknown", around=HOME, radius_m=500) is None
    assert kept.of_kind("unknown", around=HOME, radius_m=500) is None


def test_with_no_days_nothing_is_kept(asked: Asked, file: Path) -> None:
    with closing(Kept(asked, file, days=0)) as kept:
        kept.named("Café")
        kept.named("Café")
    assert asked.count == 2
    with pytest.raises(BadInput):
        Kept(asked, file, days=-1)


def test_when_there_is_too_much_the_oldest_goes(asked: Asked, file: Path, clock: Clock) -> None:
    with closing(Kept(asked, file, clock=clock, most_bytes=1_500)) as kept:
        for name in "abcdef":
            kept.named(name)
            clock.now += 1
        asked.count = 0
        kept.named("f")
        assert asked.count == 0
        kept.named("a")
        assert asked.count == 1
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT sum(length(answer)) FROM answers").fetchone()[0] <= 1_500


def test_a_clock_that_was_set_back_makes_answers_of_unknown_age(kept: Kept, asked: Asked, clock: Clock) -> None:
    kept.named("Café")
    clock.now -= 400 * DAY_S
    kept.named("Café")
    assert asked.count == 2


@pytest.mark.parametrize("content", [b"not a database at all" * 300, b"SQLite format 3\x00" + b"\xff" * 5_000])
def test_a_broken_file_is_moved_aside_and_begun_anew(asked: Asked, file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with closing(Kept(asked, file)) as kept:
        assert kept.named("Café") == kept.named("Café")
        assert asked.count == 1
        assert "begun anew" in kept.notice
    (aside,) = file.parent.glob("*.broken-*")
    assert aside.read_bytes() == content


def test_a_file_that_breaks_while_it_is_used_fails_no_search(kept: Kept, asked: Asked, file: Path) -> None:
    for number in range(200):
        kept.named(f"Café {number}")
    kept.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xee" * (len(whole) - 100))
    assert kept.named("Café 7")[0].place == SPOT
    assert kept.named("Café 7")[0].place == SPOT
    assert asked.count == 201


def test_somebody_elses_file_is_left_alone(asked: Asked, file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE homes (id)")
        other.commit()
    before = file.read_bytes()
    with closing(Kept(asked, file)) as kept:
        kept.named("Café")
        kept.named("Café")
        assert "is not used" in kept.notice
    assert asked.count == 2
    assert file.read_bytes() == before


def test_where_nothing_can_be_written_nothing_is_kept(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    with closing(Kept(asked, tmp_path / "taken" / "places.db")) as kept:
        assert kept.named("Café")[0].place == SPOT
        assert "is not used" in kept.notice


@pytest.mark.parametrize("answer", ["", "null", "[]", '{"found": 7}', '{"found": [{}]}', '{"found": [7]}', "{" * 9])
def test_an_answer_that_cannot_be_read_is_asked_for_again(kept: Kept, asked: Asked, file: Path, answer: str) -> None:
    kept.named("Café")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE answers SET answer = ?", (answer,))
        connection.commit()
    assert kept.named("Café")[0].place == SPOT
    assert asked.count == 2


def test_the_key_is_not_in_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    known = Known(id="bed", name="Bedford Av", lat=40.7173, lon=-73.9566, types=("subway_station",))
    with closing(GoogleServer([known])) as server:
        kept = Kept(Google(KINDS, key=KEY, url=server.url), file)
        first = kept.named("Bedford Av", near=HOME)
        assert kept.named("Bedford Av", near=HOME) == first
        assert len(server.asked) == 1
        kept.close()
        other = Kept(Google(KINDS, key="another", url=server.url), file)
        assert other.named("Bedford Av", near=HOME) == first  # an answer belongs to the question, not to the key
        other.close()
    for part in file.parent.iterdir():
        assert b"secret" not in part.read_bytes()


# --- turns ---------------------------------------------------------------------------------------------------------


def test_turns_are_so_far_apart_and_too_long_a_queue_is_refused() -> None:
    pace = RateLimit(1.0)
    assert [pace.take(100.0, 3.0) for _ in range(5)] == [100.0, 101.0, 102.0, 103.0, None]
    assert pace.take(200.0, 3.0) == 200.0


def test_processes_share_their_turns(file: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from claimtree.places.cache_db import CacheFile;"
        "from claimtree.places.rate_limit import SharedRateLimit;"
        "pace = SharedRateLimit(0.0625, CacheFile(Path(sys.argv[1])), 'host');"
        "print('ready', flush=True); sys.stdin.readline();"
        "print(*(pace.take(100.0, 99.0) for _ in range(300)))"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"  # so that they begin together
    with ThreadPoolExecutor(3) as together:
        said = together.map(lambda process: process.communicate("go\n", timeout=60)[0], running)
    turns = [float(turn) for one in said for turn in one.split()]
    assert sorted(turns) == [100.0 + i * 0.0625 for i in range(900)]


def test_hosts_have_turns_of_their_own(file: Path) -> None:
    with closing(CacheFile(file)) as shared:
        one, other = SharedRateLimit(1.0, shared, "one"), SharedRateLimit(1.0, shared, "other")
        assert (one.take(100.0, 9.0), other.take(100.0, 9.0), one.take(100.0, 9.0)) == (100.0, 100.0, 101.0)
        assert one.take(100.0, 1.5) is None
        assert one.take(100.0, 2.0) == 102.0


def test_a_turn_from_before_the_clock_was_set_back_holds_nobody_up(file: Path) -> None:
    with closing(CacheFile(file)) as shared:
        pace = SharedRateLimit(1.0, shared, "host")
        pace.take(1_000_000.0, 9.0)
        assert pace.take(100.0, 9.0) == 100.0


def test_without_a_file_a_process_paces_itself(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    pace = SharedRateLimit(1.0, CacheFile(tmp_path / "taken" / "places.db"), "host")
    assert [pace.take(100.0, 9.0) for _ in range(3)] == [100.0, 101.0, 102.0]
