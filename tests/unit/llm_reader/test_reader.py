"""Whatever goes wrong with the model, the query is read, and the answer says by whom and why."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimtree.languages.rendering import notice_texts, why_text
from claimtree.llm_reader import Budget, CompletionCache, LanguageModelReader
from claimtree.llm_reader.budget import Limits
from claimtree.llm_reader.metered_model import MOST_FAILURES, REST_S
from claimtree.llm_reader.prompts import Prompt
from claimtree.llm_reader.reader import MOST_NOTICES
from claimtree.model.pack import Pack
from claimtree.models.completions import Completion, estimated_tokens
from claimtree.ports import Reader

TEXT = "dishwasher, dogs allowed, under $4,000"
Opener = Callable[..., LanguageModelReader]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ({"status": 429, "body": b"slow down"}, "status 429: slow down"),
        ({"status": 500, "body": b"oops"}, "status 500: oops"),
        ({"status": 401, "body": b"who are you"}, "status 401: who are you"),
        ({"hang_up": True}, "no connection"),
        ({"content": '{"claims": []}', "half": True}, "no connection"),
        ({"content": "{}", "wait_s": 0.5}, "no answer within 0.1 s"),
        ({"body": b"<html>"}, "the reply is not JSON"),
        ({"body": b'{"choices": [1]}'}, "not a chat completion"),
        ({"body": b" " * 1_000_001}, "longer than 1,000,000 bytes"),
        ({"content": "I cannot help with that."}, "its answer is not JSON"),
        ({"content": '{"claims": [{"quote": "dishw'}, "its answer is not JSON"),
        ({"content": '{"claims": [{"quote": "dish', "finish": "length"}, "its answer was cut off after"),
        ({"content": '{"wishes": []}'}, "its answer has no list of claims"),
        ({"content": '{"claims": [{"wish": "dishwasher"}]}'}, "none of its claims has the shape"),
        ({"content": '{"claims": []}'}, "it pointed at nothing that the text says"),
        (
            {"content": '{"claims": [{"quote": "sauna", "type": "features", "level": "apartment"}]}'},
            "it pointed at nothing that the text says",
        ),
    ],
)
def test_when_the_model_fails_the_built_in_reader_reads_and_says_why(
    chat: Any, open_reader: Opener, rules: Reader, reply: dict[str, Any], why: str
) -> None:
    content = reply.pop("content", None)
    chat.says(content, content, **reply)
    reading = open_reader(endpoint={"timeout_s": 0.1}).read_query(TEXT)
    assert reading.claims == rules.read_query(TEXT).claims
    (notice,) = [notice for notice in notice_texts(reading) if why in notice]
    assert notice.startswith("The built-in reader read this, not the language model: ")
    assert chat.key not in notice


def test_a_model_that_is_down_is_left_alone_for_a_while(chat: Any, open_reader: Opener) -> None:
    now = [0.0]
    reader = open_reader(endpoint={"retries": 0}, now=lambda: now[0])
    chat.says(*["oops"] * MOST_FAILURES, status=500)
    for _ in range(MOST_FAILURES):
        reader.read_query(TEXT)
    assert "left alone for a while" in notice_texts(reader.read_query(TEXT))[-1]
    assert len(chat.asked) == MOST_FAILURES
    now[0] += REST_S + 1
    chat.claims({"quote": "dishwasher"})
    assert why_text(reader.read_query(TEXT).claims[0], "en").startswith("pointed at")


def test_a_spent_budget_is_not_overspent(chat: Any, open_reader: Opener, rules: Reader) -> None:
    budget = Budget(Limits(tokens=16_000))
    reader = open_reader(budget=budget, endpoint={"max_tokens": 100})
    chat.claims({"quote": "dishwasher"}, usage={"prompt_tokens": 15_000, "completion_tokens": 50})
    reader.read_query(TEXT)
    assert budget.spent()[0] == 15_050
    reading = reader.read_query(f"{TEXT}, elevator")
    assert "its budget for today (UTC) is spent" in notice_texts(reading)[-1]
    assert reading.claims == rules.read_query(f"{TEXT}, elevator").claims
    assert len(chat.asked) == 1


SLOW, DOWN, GARBLED = {"wait_s": 1.0}, {"status": 500}, {"body": b"<html>"}


@pytest.mark.parametrize(
    ("replies", "charged"),
    [
        ([DOWN], 0),
        ([SLOW], 1),
        ([{"hang_up": True}], 1),
        ([GARBLED], 1),
        ([DOWN, DOWN, DOWN], 0),
        pytest.param([SLOW, SLOW, SLOW], 3, marks=pytest.mark.slow),
        ([SLOW, DOWN, SLOW], 2),
        pytest.param([SLOW, SLOW, DOWN], 2, marks=pytest.mark.slow),
        ([SLOW, {"status": 400}, GARBLED], 2),
    ],
)
def test_each_request_that_may_be_billed_is_counted(
    chat: Any, open_reader: Opener, pack: Pack, rules: Reader, replies: list[dict[str, Any]], charged: int
) -> None:
    budget = Budget()
    for reply in replies:
        chat.says("{}", **reply)
    retries = len(replies) - 1
    open_reader(budget=budget, endpoint={"timeout_s": 0.3, "retries": retries}).read_query(TEXT)
    assert budget.spent()[0] == charged * question(pack, rules)
    assert len(chat.asked) == len(replies)


def question(pack: Pack, rules: Reader) -> int:
    """The tokens of what is asked about `TEXT`."""
    messages = Prompt(pack, rules, query=True).messages(TEXT)
    return sum(estimated_tokens(message["content"]) for message in messages)


def test_an_answer_does_not_hide_the_requests_before_it(
    chat: Any, open_reader: Opener, pack: Pack, rules: Reader
) -> None:
    budget = Budget()
    chat.says("{}", **SLOW)
    chat.claims({"quote": "dishwasher"}, usage={"prompt_tokens": 70, "completion_tokens": 5})
    open_reader(budget=budget, endpoint={"timeout_s": 0.3}).read_query(TEXT)
    assert budget.spent()[0] == 75 + question(pack, rules)


def test_all_attempts_are_reserved_so_that_none_overspends(
    chat: Any, open_reader: Opener, pack: Pack, rules: Reader
) -> None:
    budget = Budget(Limits(tokens=2 * question(pack, rules) + 50))
    reading = open_reader(budget=budget, endpoint={"retries": 2, "max_tokens": 50}).read_query(TEXT)
    assert "its budget for today (UTC) is spent" in notice_texts(reading)[-1]
    assert chat.asked == []


def test_a_question_that_was_never_sent_costs_nothing(open_reader: Opener) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # and does not listen
        url = f"http://127.0.0.1:{reserved.getsockname()[1]}/v1"
        budget = Budget()
        reading = open_reader(budget=budget, endpoint={"base_url": url}).read_query(TEXT)
    assert any("no connection" in notice for notice in notice_texts(reading))
    assert budget.spent() == (0, 0.0)


def test_a_question_that_got_no_turn_costs_nothing(chat: Any, open_reader: Opener, pack: Pack, rules: Reader) -> None:
    budget = Budget()
    chat.says(*["{}"] * 4, **SLOW)
    reader = open_reader(budget=budget, endpoint={"timeout_s": 0.2, "retries": 3, "concurrency": 1})
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(reader.read_query, TEXT)
        while not chat.asked:
            time.sleep(0.001)
        assert any("none ends" in notice for notice in notice_texts(reader.read_query(TEXT)))
        first.result()
    assert budget.spent()[0] == 4 * question(pack, rules)


def test_the_same_text_is_asked_about_once(chat: Any, open_reader: Opener, tmp_path: Path) -> None:
    chat.claims({"quote": "dishwasher"})
    first = open_reader(kept=CompletionCache(tmp_path / "answers.db")).read_query(TEXT)
    second = open_reader(kept=CompletionCache(tmp_path / "answers.db")).read_query(TEXT)
    assert first == second
    assert len(chat.asked) == 1


def test_another_model_or_kind_of_text_is_asked_anew(chat: Any, open_reader: Opener, tmp_path: Path) -> None:
    kept = tmp_path / "answers.db"
    chat.claims({"quote": "dishwasher"})
    open_reader(kept=CompletionCache(kept)).read_query(TEXT)
    chat.claims({"quote": "dishwasher"})
    open_reader(kept=CompletionCache(kept), endpoint={"model": "large"}).read_query(TEXT)
    assert len(chat.asked) == 2


@pytest.mark.parametrize(
    "content",
    [
        "no JSON",
        '{"claims": [{"wish": 1}]}',
        '{"claims": []}',
        '{"claims": [{"quote": "sauna", "type": "features", "level": "apartment"}]}',
    ],
)
def test_a_failure_is_not_kept(chat: Any, open_reader: Opener, tmp_path: Path, content: str) -> None:
    reader = open_reader(kept=CompletionCache(tmp_path / "answers.db"))
    chat.says(content)
    reader.read_query(TEXT)
    chat.claims({"quote": "dishwasher"})
    assert why_text(reader.read_query(TEXT).claims[0], "en").startswith("pointed at")


def test_neither_key_nor_prompt_nor_text_stands_in_the_cache(chat: Any, open_reader: Opener, tmp_path: Path) -> None:
    chat.says(f'{{"note": "{chat.key}", "claims": [{{"quote": "dishwasher", "type": "features", "level": "room"}}]}}')
    path = tmp_path / "answers.db"
    with closing(open_reader(kept=CompletionCache(path))) as reader:
        reader.read_query(TEXT)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT key, row FROM rows").fetchall()
    assert len(rows) == 1
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"dishwasher" in written
    for secret in (chat.key, "dogs allowed", "You find the wishes"):
        assert secret.encode() not in written


def test_a_cache_that_is_damaged_is_said_and_not_used(chat: Any, open_reader: Opener, tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    path.write_bytes(b"no database " * 100)
    chat.claims({"quote": "dishwasher"})
    reading = open_reader(kept=CompletionCache(path)).read_query(TEXT)
    assert why_text(reading.claims[0], "en").startswith("pointed at")
    assert any("is not used" in notice for notice in notice_texts(reading))


def test_a_row_that_rotted_is_asked_about_again(chat: Any, open_reader: Opener, tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    chat.claims({"quote": "dishwasher"})
    with closing(open_reader(kept=CompletionCache(path))) as reader:
        reader.read_query(TEXT)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE rows SET row = replace(row, 'dishwasher', 'dishwashes')")
    chat.claims({"quote": "dishwasher"})
    open_reader(kept=CompletionCache(path)).read_query(TEXT)
    assert len(chat.asked) == 2


def test_a_blank_text_asks_nobody(chat: Any, reader: LanguageModelReader) -> None:
    assert reader.read_query(" \n").claims == ()
    assert chat.asked == []


def test_a_model_that_finds_nothing_where_nothing_is_known_is_believed(chat: Any, reader: LanguageModelReader) -> None:
    reading = reader.read_query("gargoyles greet dragons")
    assert reading.claims == ()
    assert notice_texts(reading) == ("I found nothing to look for in these words.",)


def test_the_version_tells_models_apart(open_reader: Opener, rules: Reader) -> None:
    small, large = open_reader(), open_reader(endpoint={"model": "large"})
    assert small.version == open_reader().version
    assert len({small.version, large.version, rules.version}) == 3


def test_notices_are_few_and_one_line_each(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dishwasher"}, *({"quote": f"sauna\n\x1b[31m{n}" + "x" * 500} for n in range(60)))
    reading = reader.read_query(TEXT)
    assert len(notice_texts(reading)) == MOST_NOTICES
    assert all(len(notice) < 200 and notice.isprintable() for notice in notice_texts(reading))


class Babbling:
    """A model that answers whatever a test gives it."""

    name = "babbling"
    max_tokens = 100
    concurrency = 1
    attempts = 1

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def complete(self, messages: object, *, schema: object) -> Completion:
        return Completion(text=self.answer, tokens_in=1, tokens_out=1)

    def close(self) -> None: ...


words = st.sampled_from(["dishwasher", "no bars nearby", "under $4,000", "south or west", "quiet", "\ud800", "kitchen"])
labels = st.fixed_dictionaries(
    {
        "quote": words | st.text(max_size=6),
        "type": st.sampled_from(["features", "pricing", "size", "x"]),
        "level": st.sampled_from(["room", "apartment", "neighborhood", "y"]),
        "facet": st.sampled_from([None, "kitchen", "bedroom", "z"]),
        "negated": st.booleans(),
        "amount": st.none() | words,
        "tone": st.sampled_from(["must", "plain", "soft", "loud"]),
        "either": st.none() | st.integers(0, 2),
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(words, max_size=5), found=st.lists(labels, max_size=6))
def test_whatever_a_model_answers_every_claim_quotes_the_query_and_fits_the_pack(
    pack: Pack, rules: Reader, said: list[str], found: list[dict[str, Any]]
) -> None:
    text = ", ".join(said)
    reading = LanguageModelReader(pack, rules, Babbling(json.dumps({"claims": found}))).read_query(text)
    known = rules.read_query(text).claims
    for claim in reading.claims:
        assert claim.quote == text[claim.start : claim.end]
        assert claim.type in pack.types
        assert claim.level in pack.hierarchy.levels
        assert claim.facet is None or pack.facets[claim.facet].level == claim.level
        assert 0 < claim.weight <= 1
        # What is known keeps its identity: no concept and no name comes from the model.
        identities = {(one.concept, one.name) for one in known} | {(None, None)}
        assert (claim.concept, claim.name) in identities
    firm = [one for one in known if one.concept and (one.amounts or one.negated)]
    assert {one.concept for one in firm} <= {one.concept for one in reading.claims}
