"""Posts JSON to an OpenAI-compatible endpoint: `http_client.client` with the errors of models.

Embedders and language models use it. Here timeouts are retried as well, each attempt has the whole
time, and what an error cost is told: `values` has the attempts that were sent, and those refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from claimtree.errors import BadInput, ModelError
from claimtree.http_client.client import Attempts, Failures, HttpClient
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit

LONGEST_WAIT_S = 30.0
"""A server whose Retry-After is longer than this is treated as down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Address, name and timeouts of a remote model."""

    base_url: str
    """With the version, as in "http://localhost:8080/v1"."""
    model: str
    api_key: str = field(default="", repr=False)
    timeout_s: float = 30.0
    """For one attempt."""
    retries: int = 3
    """After the first attempt."""
    pause_s: float = 0.5
    """Before the first retry; doubled for each further one, unless the server sends Retry-After."""

    def __post_init__(self) -> None:
        if not self.model or self.retries < 0 or not 0 < self.timeout_s < float("inf") or self.pause_s < 0:
            raise BadInput(f"not an endpoint that can be asked: {self!r}")
        self.site(1)  # raises BadInput for an address or a key that cannot be used

    def site(self, most_bytes: int) -> Site:
        """Returns the endpoint for the HTTP client."""
        return Site(
            provider=f"the endpoint of {self.model!r}",
            base_url=self.base_url,
            key=self.api_key,
            key_header="Authorization",
            key_prefix="Bearer ",
            timeout_s=self.timeout_s,
            retries=self.retries,
            pause_s=self.pause_s,
            retries_timeouts=True,
            longest_wait_s=LONGEST_WAIT_S,
            most_bytes=most_bytes,
        )


class Poster:
    """Posts to one path of an endpoint. Threads may share it."""

    def __init__(
        self,
        connection: Connection,
        path: str,
        *,
        doing: str,
        instead: str,
        most_bytes: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`doing` ("embedding") begins an error; `instead` ("use a local embedder") ends it."""
        failures = Failures(unavailable=ModelError, refused=ModelError, wanted=doing, instead=instead)
        self._http = HttpClient(connection.site(most_bytes), failures=failures, pace=RateLimit(0.0), sleep=sleep)
        self.connection = connection
        self.url = self._http.url(path)
        self._path = path
        self._doing = doing
        self._instead = instead

    def post(
        self, body: Mapping[str, object], attempts: Attempts | None = None, *, timeout_s: float | None = None
    ) -> Any:
        """The reply as JSON; retries temporary failures. Each attempt is counted in `attempts`, and may take
        as long as the connection allows, or `timeout_s` if that is less.

        An error's `values` hold the status, if there was one, and the attempts.
        """
        attempts = Attempts() if attempts is None else attempts
        try:
            return self._http.post(self._path, body=body, timeout_s=timeout_s, attempts=attempts)
        except ModelError as error:
            status = error.values.get("status")
            is_refusal = "refused" in error.values
            hint = "check the address, the model and the key" if is_refusal else f"try again later, or {self._instead}"
            raise self.error(
                str(error.values.get("what")),
                hint=hint,
                status=status if isinstance(status, int) else 0,
                attempts=attempts,
            ) from None
        except BadInput as error:
            raise BadInput(error.message, hint=error.hint, values=_values(attempts)) from None

    def error(self, what: str, *, hint: str = "", status: int = 0, attempts: Attempts | None = None) -> ModelError:
        """A `ModelError` that names this endpoint's model and address."""
        values: dict[str, object] = {"url": self.url, "model": self.connection.model, "status": status, "what": what}
        return ModelError(
            f"{self._doing} with {self.connection.model!r} at {self.url} failed: {what}",
            hint=hint,
            values=values | (_values(attempts) if attempts is not None else {}),
        )

    def close(self) -> None:
        """Close the open connections; the next request opens new ones."""
        self._http.close()


def _values(attempts: Attempts) -> dict[str, object]:
    """The attempts as values of an error."""
    return {"attempts_sent": attempts.sent, "attempts_refused": attempts.rejected}
