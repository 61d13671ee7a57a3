"""From settings and flags to a reader that asks a model, through the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claimtree.cli.main import main
from claimtree.errors import BadInput, UnknownName
from claimtree.llm_reader.open import open_reader as opened
from claimtree.model.pack import Pack
from claimtree.ports import Reader
from claimtree.settings import Settings

ENDPOINT = {"reader": "llm", "reader_url": "http://localhost:1/v1", "reader_model": "small"}


def settings(home: Path, **changes: str) -> Settings:
    return Settings(home=home, **ENDPOINT | changes)


def test_the_settings_reach_the_reader(tmp_path: Path, pack: Pack, rules: Reader) -> None:
    chosen = {"reader_timeout_s": "2.5", "reader_concurrency": "1", "reader_max_tokens": "77", "reader_key": "sesame"}
    limits = {"reader_tokens_per_day": "1e6", "reader_cost_per_day": "2", "reader_price_in": "0.15"}
    reader = opened(settings(tmp_path, **chosen, **limits), pack, rules)
    assert "small" in reader.version
    reader.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"reader": "oracle"}, UnknownName, "no reader 'oracle' (have: rules, llm)"),
        ({"reader_url": ""}, BadInput, "without an endpoint"),
        ({"reader_model": ""}, BadInput, "without an endpoint"),
        ({"reader_url": "localhost"}, BadInput, "starts with http://"),
        ({"reader_timeout_s": "soon"}, BadInput, "reader_timeout_s is 'soon', not a number"),
        ({"reader_timeout_s": "nan"}, BadInput, "not a number"),
        ({"reader_retries": "1.5"}, BadInput, "reader_retries is 1.5, not a whole number"),
        ({"reader_retries": "inf"}, BadInput, "not a whole number"),
        ({"reader_cost_per_day": "5"}, BadInput, "needs prices"),
        ({"reader_tokens_per_day": "-1"}, BadInput, "below zero"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(
    tmp_path: Path, pack: Pack, rules: Reader, changed: dict[str, str], error: type[BadInput], said: str
) -> None:
    with pytest.raises(error) as caught:
        opened(settings(tmp_path, reader_key="sesame", **changed), pack, rules)
    assert said in caught.value.message
    assert "sesame" not in f"{caught.value!r} {caught.value.hint} {caught.value.values}"


class TestCommandLine:
    @pytest.fixture
    def run(
        self, chat: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> Iterator[Callable[..., tuple[int, str]]]:
        monkeypatch.setenv("CLAIMTREE_HOME", str(tmp_path / "home"))
        monkeypatch.setenv("CLAIMTREE_EMBEDDER", "hashed-256")
        monkeypatch.setenv("CLAIMTREE_READER_URL", chat.url)
        monkeypatch.setenv("CLAIMTREE_READER_MODEL", "small")
        monkeypatch.setenv("CLAIMTREE_READER_KEY_ENV", "MY_KEY")
        monkeypatch.setenv("MY_KEY", chat.key)
        monkeypatch.setenv("COLUMNS", "200")

        def ran(*arguments: str) -> tuple[int, str]:
            code = main(list(arguments))
            captured = capsys.readouterr()
            assert chat.key not in captured.out + captured.err
            return code, captured.out

        yield ran
        for file in (tmp_path / "home").rglob("*"):
            assert file.is_dir() or chat.key.encode() not in file.read_bytes()

    def test_read_explain_says_which_claims_came_from_the_model(self, chat: Any, run: Any) -> None:
        chat.claims({"quote": "gargoyles"}, {"quote": "dishwasher"}, {"quote": "sauna"})
        code, out = run(
            "read",
            "--reader",
            "llm",
            "--explain",
            "--json",
            "gargoyles, a dishwasher, under $4,000",
            "--pack",
            "rentals",
        )
        assert code == 0
        found = json.loads(out)
        assert [claim["why"].split(";")[0] for claim in found["claims"]] == [
            "found by the language model small",
            "pointed at by the language model small",
            "the language model passed over it",
        ]
        assert any("“sauna”" in notice for notice in found["notices"])
        assert chat.keys == [f"Bearer {chat.key}"]

    def test_a_fall_back_is_shown(self, chat: Any, run: Any) -> None:
        chat.says(status=401, body=f"wrong key: {chat.key}".encode())
        code, out = run("read", "--reader", "llm", "a dishwasher, under $4,000")
        assert code == 0
        assert "The built-in reader read this, not the language model" in " ".join(out.split())
        assert "dishwasher" in out

    def test_without_the_flag_nobody_is_asked(self, chat: Any, run: Any) -> None:
        assert run("read", "a dishwasher")[0] == 0
        assert chat.asked == []

    def test_an_unknown_reader_is_refused(self, run: Any) -> None:
        code, out = run("read", "--reader", "oracle", "--json", "a dishwasher")
        assert code != 0
        assert json.loads(out)["error"]["code"] == "unknown_name"
