"""Address and API key of an engine's server.

A key is never part of an address, since addresses are shown and logged: it comes from
`CLAIMTREE_VECTORS_API_KEY`, or from the file that `CLAIMTREE_VECTORS_API_KEY_FILE` names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from claimtree.credentials import read_secret
from claimtree.errors import StoreError, StoreUnavailable
from claimtree.model.hosts import host_text

TIMEOUT_S = 30.0
KEY = "CLAIMTREE_VECTORS_API_KEY"


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server of another engine."""

    host: str
    port: int
    encrypted: bool = False
    timeout_s: float = TIMEOUT_S
    api_key: str = field(default="", repr=False)

    @property
    def url(self) -> str:
        return f"{'https' if self.encrypted else 'http'}://{self._place}"

    def address(self, scheme: str, collection: str) -> str:
        """The address in the form that `open_index` takes; without the key."""
        options = f"?timeout={self.timeout_s:g}" if self.timeout_s != TIMEOUT_S else ""
        return f"{scheme}{'+https' if self.encrypted else ''}://{self._place}/{collection}{options}"

    def cleaned(self, message: str) -> str:
        """A message without the key."""
        return message.replace(self.api_key, "…") if self.api_key else message

    @property
    def _place(self) -> str:
        return host_text(self.host, self.port)


def read_key(environment: Mapping[str, str] = os.environ) -> str:
    """The key from the environment or from the file it names; empty if there is none."""
    return read_secret(environment, KEY, called="key")


def meaning_of(status: int) -> tuple[type[StoreError], str]:
    """The error class and hint for an HTTP status."""
    if status in (401, 403):
        return StoreError, f"Set {KEY} to a key that the server knows."
    if status in (408, 429) or status >= 500:
        return StoreUnavailable, "Try again later."
    return StoreError, "Is it the right server, and a version that we know?"
