"""Opens an embedder by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from claimtree.errors import BadInput, UnknownName
from claimtree.models.cached import Computed, cached
from claimtree.models.encoder import NAME as OWN
from claimtree.models.encoder import OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.models.remote import Endpoint, RemoteEmbedder
from claimtree.ports import Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The options for opening an embedder; each embedder uses those that apply to it."""

    threads: int = 1
    endpoint: Endpoint | None = None


def open_remote(choice: Choice) -> Embedder:
    if choice.endpoint is None:
        raise BadInput(
            "the embedder 'remote' was named without an endpoint",
            hint="set its base URL, model and dimensions",
        )
    return RemoteEmbedder(choice.endpoint)


EMBEDDERS: Mapping[str, Callable[[Choice], Embedder]] = {
    OWN: lambda choice: OwnEncoder(threads=choice.threads),
    "bge-small": lambda choice: LocalEmbedder(threads=choice.threads),
    "hashed-256": lambda choice: HashedEmbedder(256),
    "remote": open_remote,
}


def open_embedder(
    name: str,
    *,
    threads: int = 1,
    endpoint: Endpoint | None = None,
    cache: Path | None = None,
    computed: Computed | None = None,
) -> Embedder:
    """The embedder of that exact name; with `cache`, its vectors are cached in that file, by this
    process or by the one that gets what is `computed`."""
    try:
        opened = EMBEDDERS[name]
    except KeyError:
        raise UnknownName(f"no embedder {name!r} (have: {', '.join(EMBEDDERS)})", values={"embedder": name}) from None
    embedder = opened(Choice(threads=threads, endpoint=endpoint))
    return embedder if cache is None else cached(embedder, cache, computed=computed)
