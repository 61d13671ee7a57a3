"""The address of a cluster and the credentials for it: hosts, certificates and secrets.

    elasticsearch://host:9200/prefix                      one node, plain
    elasticsearch://one:9200,two:9200,three:9200/prefix   several nodes, for failover
    elasticsearch+https://host:9243/prefix                encrypted
    opensearch://host:9200/prefix?shards=4&replicas=1     how new indices are laid out
    elasticsearch://host:9200/prefix?phrases=2000000      how many phrases a client keeps in memory

Secrets never stand in an address, because addresses are shown, logged and stored. They come from
the environment
(`CLAIMTREE_STORE_API_KEY`, or `CLAIMTREE_STORE_USER` and `CLAIMTREE_STORE_PASSWORD`), or from the files that the same
names with `_FILE` point to. `CLAIMTREE_STORE_CA` names the file of a certificate authority.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from claimtree.credentials import read_secret
from claimtree.errors import BadInput
from claimtree.model.hosts import host_text, read_host
from claimtree.model.redaction import shown

PORT = 9200
MOST_PREFIX = 80
"""Characters; an index name has at most 255 bytes, which include the suffixes that we add."""
MOST_SHARDS = 1024
MOST_PHRASES = 500_000
"""How many phrases a client keeps in memory by default: some 600 MB."""


class Dialect(StrEnum):
    """The kind of server."""

    ELASTICSEARCH = "elasticsearch"
    OPENSEARCH = "opensearch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A cluster, the prefix of our indices in it, and the settings of new indices."""

    dialect: Dialect
    hosts: tuple[tuple[str, int], ...]
    prefix: str
    encrypted: bool = False
    shards: int = 1
    replicas: int = 0
    timeout_s: float = 30.0
    phrases: int = MOST_PHRASES
    """How many phrases a client keeps in memory; the others are read again for every search."""

    def __str__(self) -> str:
        scheme = f"{self.dialect.value}{'+https' if self.encrypted else ''}"
        hosts = ",".join(host_text(host, port) for host, port in self.hosts)
        options = [
            f"{name}={value:.15g}"
            for name, value, usual in (
                ("shards", self.shards, 1), ("replicas", self.replicas, 0), ("timeout", self.timeout_s, 30.0),
                ("phrases", self.phrases, MOST_PHRASES),
            )
            if value != usual
        ]  # fmt: skip
        return f"{scheme}://{hosts}/{self.prefix}{'?' + '&'.join(options) if options else ''}"

    @property
    def urls(self) -> list[str]:
        scheme = "https" if self.encrypted else "http"
        return [f"{scheme}://{host_text(host, port)}" for host, port in self.hosts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The credentials for a cluster. The secret fields are left out of its repr."""

    api_key: str = field(default="", repr=False)
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    ca: str = ""
    """The path of a certificate authority's file."""

    @property
    def header(self) -> str:
        """Returns the value of the Authorization header; empty without a secret."""
        if self.api_key:
            return f"ApiKey {self.api_key}"
        if not self.user:
            return ""
        return f"Basic {base64.b64encode(f'{self.user}:{self.password}'.encode()).decode('ascii')}"

    @property
    def words(self) -> tuple[str, ...]:
        """Returns the strings that must not appear in a message."""
        return tuple(word for word in (self.api_key, self.password) if word)


def read_address(text: str) -> Address:
    """Parses an address; an invalid part raises an error that names it."""
    parts = urlsplit(text)
    scheme, _, security = parts.scheme.partition("+")
    if scheme not in set(Dialect) or security not in ("", "https"):
        raise _bad(
            text, f"no such scheme: {parts.scheme!r}", "Begin with elasticsearch:// or opensearch://, or +https."
        )
    if "@" in text:
        raise _bad(
            text,
            "a user or password stands in it",
            "Set CLAIMTREE_STORE_USER and CLAIMTREE_STORE_PASSWORD, or CLAIMTREE_STORE_API_KEY, instead.",
        )
    if parts.fragment:
        raise _bad(text, "there is something behind a '#'", "Leave it out.")
    options = _options(text, parts.query)
    return Address(
        dialect=Dialect(scheme),
        hosts=tuple(_host(text, host) for host in parts.netloc.split(",")),
        prefix=_prefix(text, parts.path.strip("/")),
        encrypted=security == "https",
        shards=_integer(text, options, "shards", 1, least=1),
        replicas=_integer(text, options, "replicas", 0, least=0),
        timeout_s=float(_integer(text, options, "timeout", 30, least=1)),
        phrases=_integer(text, options, "phrases", MOST_PHRASES, least=1, most=1_000_000_000),
    )


def read_secrets(environment: Mapping[str, str] = os.environ) -> Secrets:
    """Reads the credentials from the environment, or from the files that it names."""
    found = {name: _secret(environment, name) for name in ("API_KEY", "USER", "PASSWORD")}
    if bool(found["PASSWORD"]) != bool(found["USER"]):
        one, other = ("PASSWORD", "USER") if found["PASSWORD"] else ("USER", "PASSWORD")
        raise BadInput(f"CLAIMTREE_STORE_{one} is set and CLAIMTREE_STORE_{other} is not", hint="Set both, or neither.")
    if found["API_KEY"] and found["USER"]:
        raise BadInput("CLAIMTREE_STORE_API_KEY and CLAIMTREE_STORE_USER are both set", hint="Set one of them.")
    if ":" in found["USER"]:
        raise BadInput("CLAIMTREE_STORE_USER has a colon, which ends a name", hint="Set the name without it.")
    if not found["API_KEY"].isascii():
        raise BadInput("CLAIMTREE_STORE_API_KEY has letters that no key has", hint="Set the key as the server gave it.")
    ca = environment.get("CLAIMTREE_STORE_CA", "")
    if ca and not Path(ca).is_file():
        raise BadInput(
            f"CLAIMTREE_STORE_CA names {ca!r}, which is no file",
            hint="Name the file of the authority's certificate, or unset it.",
            values={"file": ca},
        )
    return Secrets(api_key=found["API_KEY"], user=found["USER"], password=found["PASSWORD"], ca=ca)


def _secret(environment: Mapping[str, str], name: str) -> str:
    variable = f"CLAIMTREE_STORE_{name}"
    found = read_secret(environment, variable)
    if any(sign < " " or sign == "\x7f" for sign in found):
        source = f"{variable}_FILE" if environment.get(f"{variable}_FILE") else variable
        raise BadInput(
            f"{source} holds more than one line, or invisible characters",
            hint="Give the secret alone.",
        )
    return found


def _host(text: str, host: str) -> tuple[str, int]:
    found = read_host(host, port=PORT)
    if found is None:
        raise _bad(text, f"{host!r} is no host", "Write HOST:PORT; several with commas between.")
    return found


def _prefix(text: str, prefix: str) -> str:
    """Returns the prefix if it is a valid index name without wildcards; raises otherwise."""
    if not prefix:
        raise _bad(text, "it names no prefix", "End it with /PREFIX: our indices are named PREFIX-….")
    if re.search(r"[A-Z]", prefix):
        raise _bad(text, f"the prefix {prefix!r} has capitals", f"Index names are lower case: try {prefix.lower()!r}.")
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", prefix):
        raise _bad(text, f"the prefix {prefix!r} cannot be", "Use a-z, 0-9, - and _, beginning with a letter or digit.")
    if len(prefix) > MOST_PREFIX:
        raise _bad(text, f"the prefix has {len(prefix)} characters", f"Use {MOST_PREFIX} at the most.")
    return prefix


def _options(text: str, query: str) -> dict[str, str]:
    listed = parse_qsl(query, keep_blank_values=True)
    found = dict(listed)
    if len(found) < len(listed):
        raise _bad(text, "an option stands in it twice", "Give each once.")
    for name in found:
        if name not in ("shards", "replicas", "timeout", "phrases"):
            raise _bad(text, f"no option {name!r}", "There are shards, replicas, timeout (in seconds) and phrases.")
    return found


def _integer(
    text: str, options: Mapping[str, str], name: str, usual: int, *, least: int, most: int = MOST_SHARDS
) -> int:
    value = options.get(name, str(usual))
    if not re.fullmatch(r"[0-9]{1,12}", value) or not least <= int(value) <= most:
        raise _bad(text, f"{name} is {value!r}", f"Give a whole number from {least} to {most}.")
    return int(value)


def _bad(text: str, what: str, hint: str) -> BadInput:
    address = shown(text)
    return BadInput(f"the store's address {address!r} cannot be used: {what}", hint=hint, values={"address": address})
