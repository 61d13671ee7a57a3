"""Readers on the rentals pack, with a model that is a server of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.shared_packs import Kept, shared_pack

from claimtree.llm_reader import LanguageModelReader
from claimtree.llm_reader.prompts import Prompt
from claimtree.model.pack import Pack
from claimtree.models.completions import ChatEndpoint, ChatModel
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Reader
from claimtree.text.rule_reader import RuleReader


@pytest.fixture(scope="session")
def pack() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="session")
def rules(pack: Pack) -> Reader:
    return RuleReader(pack, embedder=HashedEmbedder())


@pytest.fixture(scope="module", autouse=True)
def prompts_made_once() -> Iterator[None]:
    """Every reader reads the examples of its pack for the prompt, which takes longer than most tests."""
    kept = Kept()

    def prompt(pack: Pack, rules: Reader, *, query: bool) -> Prompt:
        _, made = kept.get(pack, (id(rules), query), lambda: (rules, Prompt(pack, rules, query)))
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("claimtree.llm_reader.reader.Prompt", prompt)
        yield


@pytest.fixture
def open_reader(pack: Pack, rules: Reader, chat: Any) -> Iterator[Callable[..., LanguageModelReader]]:
    """Opens readers that ask the test's server; what belongs to the endpoint goes there, the rest to the reader."""
    with ExitStack() as closing:

        def opened(*, endpoint: dict[str, Any] | None = None, **changes: Any) -> LanguageModelReader:
            settings = {"base_url": chat.url, "model": "small", "api_key": chat.key, "pause_s": 0.001, "retries": 1}
            model = ChatModel(ChatEndpoint(**settings | {"timeout_s": 5.0} | (endpoint or {})))
            reader = LanguageModelReader(pack, rules, model, **changes)
            closing.callback(reader.close)
            return reader

        yield opened


@pytest.fixture
def reader(open_reader: Callable[..., LanguageModelReader]) -> LanguageModelReader:
    return open_reader()
