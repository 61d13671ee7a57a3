"""The endpoint of a service: URL, key, contact and timeouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from urllib.parse import urlsplit

from claimtree.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The endpoint of a service: its URL, our credentials, and timeouts and retries."""

    provider: str
    """The name of the service, for messages."""
    base_url: str
    key: str = field(default="", repr=False)
    key_param: str = ""
    """The name of the query parameter for the key."""
    key_header: str = ""
    """The name of the header for the key."""
    key_prefix: str = ""
    """What stands before the key in that header: "Bearer "."""
    contact: str = ""
    """How the service can reach the operator: a mail or web address."""
    timeout_s: float = 10.0
    """Limit for one call, from the first byte sent to the last one read, and its retries; where timeouts are retried,
    for each attempt."""
    retries: int = 2
    """Number of attempts after the first."""
    pause_s: float = 0.5
    """Pause before the first retry; doubled before each further one, unless the server says how
    long."""
    retries_timeouts: bool = False
    """True where nobody waits for the answer, so that a timeout is tried again as well."""
    longest_wait_s: float = 5.0
    """If a server asks for a longer pause than this, it counts as busy."""
    most_bytes: int = 8_000_000

    def __post_init__(self) -> None:
        _check_address(self.provider, self.base_url)
        if not all(33 <= ord(character) <= 126 for character in self.key):
            # Checked here, because the HTTP library would quote the whole header in its error.
            raise BadInput(f"the key for {self.provider} holds a space, a line break or a character outside ASCII")
        if len(self.contact) > 200 or not all(32 <= ord(character) <= 126 for character in self.contact):
            raise BadInput(
                f"the contact for {self.provider} is longer than 200 characters, or not all of it is plain ASCII",
                hint="Give an address by mail or on the web, as in me@example.org.",
            )
        if not 0 < self.timeout_s < float("inf") or self.retries < 0 or self.pause_s < 0 or self.most_bytes < 1:
            raise BadInput(f"not a site that can be asked: {self!r}", hint="Give a time-out in seconds, above 0.")

    @property
    def agent(self) -> str:
        """The User-Agent header."""
        return f"claimtree/{version('claimtree')}" + (f" ({self.contact})" if self.contact else "")


def _check_address(provider: str, url: str) -> None:
    """Rejects an invalid URL without quoting it: it may contain a secret."""
    hint = "Write it as in http://localhost:8080."
    if not all(33 <= ord(character) <= 126 for character in url):
        raise BadInput(f"the address of {provider} holds a blank or a character outside ASCII", hint=hint)
    try:
        address = urlsplit(url)
        _ = address.port  # raises ValueError for a bad port
        (address.hostname or "").encode("idna")  # raises ValueError for a label that is empty or too long
    except ValueError:
        raise BadInput(f"the host or the port in the address of {provider} cannot be read", hint=hint) from None
    if address.scheme not in ("http", "https") or not address.hostname or len(url) > 2_000:
        raise BadInput(f"the address of {provider} starts with http:// or https:// and names a host", hint=hint)
    if address.username or address.password or address.query or address.fragment:
        raise BadInput(f"the address of {provider} holds no user, password or query", hint="Give the key on its own.")
