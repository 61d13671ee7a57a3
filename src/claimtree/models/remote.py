"""An embedder behind an OpenAI-shaped endpoint: POST {base_url}/embeddings.

What may pass is tried again, a bounded number of times: no connection, 429, 5xx. Everything else is an
error at once. The reply is not trusted: count, order, dimensions and finiteness are checked before a number
is used.

The key is sent in one header and appears nowhere else: not in `repr`, not in an error; redirects, which
might carry it elsewhere, are not followed.

Whether equal texts get equal rows in different requests is up to the server: one that batches on a GPU may
differ in the last bits. `CachedEmbedder` around it settles that: the first answer stays.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from claimtree.errors import BadInput, MissingExtra, ModelError
from claimtree.model.phrases import Floats, Vectors

if TYPE_CHECKING:
    import httpx

LONGEST_WAIT_S = 30.0
"""A server that asks for more patience than this is treated as down."""
SHOWN_CHARACTERS = 200
"""Of what a server says about an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a remote model answers, and what it is called there."""

    base_url: str
    """With the version: "http://localhost:8080/v1"."""
    model: str
    dimensions: int
    """What the model gives. Another number in a reply is an error: the store was built with this one."""
    api_key: str = field(default="", repr=False)
    timeout_s: float = 30.0
    batch: int = 64
    """Texts in one request."""
    retries: int = 3
    """After the first attempt."""
    pause_s: float = 0.5
    """Before the first retry; doubled before each further one, unless the server says how long."""

    def __post_init__(self) -> None:
        address = urlsplit(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise BadInput("an embedding endpoint's base URL starts with http:// or https:// and names a host")
        if address.username or address.password or address.query or address.fragment:
            # Not quoted: it may hold a secret, and addresses appear in errors.
            raise BadInput("an embedding endpoint's base URL holds no user, password or query", hint="use api_key")
        if not all(33 <= ord(character) <= 126 for character in self.api_key):
            # Checked here, since the HTTP library would quote the whole header in its complaint.
            raise BadInput("the API key holds a space, a line break or a character outside ASCII")
        if not self.model or self.dimensions < 1 or self.batch < 1 or self.retries < 0 or self.timeout_s <= 0:
            raise BadInput(f"not an embedding endpoint: {self!r}")


class RemoteEmbedder:
    """A model behind an OpenAI-shaped endpoint."""

    def __init__(self, endpoint: Endpoint, *, sleep: Callable[[float], None] = time.sleep) -> None:
        if importlib.util.find_spec("httpx") is None:
            raise MissingExtra(
                "a remote embedder needs the package 'httpx', which is not installed",
                hint="pip install 'claimtree[remote]'",
                values={"package": "httpx"},
            )
        self.endpoint = endpoint
        self.name = f"remote:{endpoint.model}"
        self.dimensions = endpoint.dimensions
        self._url = f"{endpoint.base_url.rstrip('/')}/embeddings"
        self._sleep = sleep

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; a blank text says nothing, is not sent and gets a zero row."""
        # Half a surrogate pair is no text to a server.
        sent = [text.encode("utf-8", "replace").decode() for text in texts]
        # Each distinct text once: cheaper, and equal texts are equal rows.
        distinct = [text for text in dict.fromkeys(sent) if text.strip()]
        found: dict[str, Floats] = {}
        for start in range(0, len(distinct), self.endpoint.batch):
            batch = distinct[start : start + self.endpoint.batch]
            found.update(zip(batch, self._rows(self._ask(batch), len(batch)), strict=True))
        silence = np.zeros(self.dimensions, np.float32)
        rows = [found.get(text, silence) for text in sent]
        return Vectors.from_floats(np.stack(rows)) if rows else Vectors.empty(self.dimensions)

    def close(self) -> None:
        """Let go of open connections; the next text opens new ones."""
        client = self.__dict__.pop("_client", None)
        if client is not None:
            client.close()

    @cached_property
    def _client(self) -> httpx.Client:
        # Imported by the first request: whoever finds all vectors in a cache pays nothing.
        import httpx

        headers = {"Authorization": f"Bearer {self.endpoint.api_key}"} if self.endpoint.api_key else {}
        return httpx.Client(headers=headers, timeout=self.endpoint.timeout_s)

    def _ask(self, batch: list[str]) -> Any:
        """The reply to one batch, as JSON; tries again where that may help."""
        import httpx

        failure = ""
        for attempt in range(self.endpoint.retries + 1):
            wait_s = self.endpoint.pause_s * 2**attempt
            try:
                reply = self._client.post(self._url, json={"model": self.endpoint.model, "input": batch})
            except httpx.TimeoutException:
                failure = f"no answer within {self.endpoint.timeout_s:g} s"
            except httpx.TransportError as error:
                failure = f"no connection: {error}"
            else:
                if reply.status_code == 200:
                    return self._json(reply)
                failure = f"status {reply.status_code}: {self._said(reply)}"
                if reply.status_code != 429 and reply.status_code < 500:
                    raise self._error(failure, hint="check the address, the model and the key")
                wait_s = retry_after_s(reply.headers.get("Retry-After", "")) or wait_s
            if attempt == self.endpoint.retries or wait_s > LONGEST_WAIT_S:
                break
            self._sleep(wait_s)
        raise self._error(failure, hint="try again later, or use a local embedder")

    def _json(self, reply: httpx.Response) -> Any:
        try:
            return reply.json()
        except ValueError as error:
            raise self._error("the reply is not JSON") from error

    def _rows(self, reply: Any, count: int) -> Floats:
        """The vectors of a reply in the order of the texts, checked."""
        try:
            vectors = {int(item["index"]): item["embedding"] for item in reply["data"]}
            listed = len(reply["data"])
            with np.errstate(over="ignore"):  # what float32 cannot hold becomes infinite, and is caught below
                rows = [np.asarray(vectors[index], dtype=np.float32) for index in sorted(vectors)]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise self._error("the reply is not a list of embeddings") from error
        if listed != count or sorted(vectors) != list(range(count)):
            raise self._error(f"{count} texts were sent, {listed} vectors came back, not one each")
        for row in rows:
            if row.shape != (self.dimensions,):
                shape = " × ".join(map(str, row.shape)) or "no"
                raise self._error(
                    f"the model gives {shape} dimensions, not {self.dimensions}",
                    hint="set the endpoint's dimensions to what the model gives",
                )
            if not np.isfinite(row).all():
                raise self._error("a vector holds a number that is not finite")
        return np.stack(rows)

    def _said(self, reply: httpx.Response) -> str:
        """What the server says about an error, shortened, and without the key, which some quote back."""
        text = reply.text
        if self.endpoint.api_key:
            text = text.replace(self.endpoint.api_key, "…")
        text = " ".join(text.split())
        return text[:SHOWN_CHARACTERS] or "nothing more was said"

    def _error(self, what: str, *, hint: str = "") -> ModelError:
        return ModelError(
            f"embedding with {self.endpoint.model!r} at {self._url} failed: {what}",
            hint=hint,
            values={"url": self._url, "model": self.endpoint.model},
        )


def retry_after_s(header: str) -> float:
    """How long a server asks us to wait: seconds or a date; 0 when it does not say.

    >>> retry_after_s("2"), retry_after_s(""), retry_after_s("soon")
    (2.0, 0.0, 0.0)
    """
    if header.strip().isdecimal():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return 0.0
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
