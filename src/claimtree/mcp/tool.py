"""What a tool is: its description for agents, what it takes and returns, and the function behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from claimtree.mcp.open_packs import Offer
from claimtree.quoting import SafeText
from claimtree.serialization.request_models import Request

A = TypeVar("A", bound=Request)
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[A, R]):
    """One tool: its description, argument and result types, its function, and its text renderer."""

    name: str
    title: str
    description: str
    arguments: type[A]
    result: type[R]
    run: Callable[[Offer, A], R]
    safe_format: Callable[[R], SafeText]
    keeps: bool = False
    """True if a call changes what later calls return: a conversation goes on."""
