"""Opens the language-model reader from settings."""

from __future__ import annotations

import math

from claimtree.errors import BadInput, UnknownName
from claimtree.llm_reader.budget import Budget, Limits
from claimtree.llm_reader.completion_cache import CompletionCache
from claimtree.llm_reader.reader import LanguageModelReader
from claimtree.model.pack import Pack
from claimtree.models.completions import ChatEndpoint, ChatModel
from claimtree.ports import Reader
from claimtree.settings import DEFAULT_READER, Settings

NAME = "llm"
ANSWERS = "answers.db"
SPENDING = "spending.db"


def open_reader(settings: Settings, pack: Pack, rules: Reader) -> LanguageModelReader:
    """The language-model reader that the settings describe, with `rules` as its fallback."""
    if settings.reader != NAME:
        raise UnknownName(
            f"no reader {settings.reader!r} (have: {DEFAULT_READER}, {NAME})", values={"reader": settings.reader}
        )
    if not settings.reader_url or not settings.reader_model:
        raise BadInput(
            "the reader 'llm' was named without an endpoint",
            hint="Set CLAIMTREE_READER_URL (as in http://localhost:8080/v1) and CLAIMTREE_READER_MODEL.",
        )
    endpoint = ChatEndpoint(
        base_url=settings.reader_url,
        model=settings.reader_model,
        api_key=settings.reader_key,
        timeout_s=settings.number("reader_timeout_s", 30.0),
        retries=whole_number(settings, "reader_retries", 2),
        concurrency=whole_number(settings, "reader_concurrency", 4),
        max_tokens=whole_number(settings, "reader_max_tokens", 2_000),
    )
    limits = spending_limits(settings, "reader")
    return LanguageModelReader(
        pack,
        rules,
        ChatModel(endpoint),
        kept=CompletionCache(settings.home / ANSWERS),
        budget=Budget(limits, settings.home / SPENDING),
    )


def spending_limits(settings: Settings, owner: str) -> Limits:
    """The budget of a day of the reader or the assistant."""
    return Limits(
        tokens=settings.number(f"{owner}_tokens_per_day", math.inf),
        cost=settings.number(f"{owner}_cost_per_day", math.inf),
        price_in=settings.number(f"{owner}_price_in", 0.0),
        price_out=settings.number(f"{owner}_price_out", 0.0),
    )


def whole_number(settings: Settings, name: str, default: int) -> int:
    value = settings.number(name, default)
    if not value.is_integer():
        raise BadInput(f"{name} is {value:g}, not a whole number", hint=f"Set CLAIMTREE_{name.upper()} to one.")
    return int(value)
