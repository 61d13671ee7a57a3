"""The background tiles of the page's map, from a tile server if one is configured; otherwise no
third party learns what is looked at."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from claimtree.errors import BadInput

LONGEST = 2_000
_ADDRESS = re.compile(r"(?P<scheme>https?)://(?P<shard>\{s\}\.)?(?P<host>[A-Za-z0-9.-]+(?::\d+)?)/[^\s\"'<>;,]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """The URL of the tiles, and their attribution."""

    address: str = ""
    by: str = ""

    @property
    def source(self) -> str:
        """The source that the content security policy has to allow; empty without tiles."""
        found = _ADDRESS.fullmatch(self.address)
        if found is None:
            return ""
        return f"{found['scheme']}://{'*.' if found['shard'] else ''}{found['host']}"

    def written(self, page: bytes) -> bytes:
        """Returns the page with the tile settings for its map filled in."""
        for name, value in ((b"claimtree-tiles", self.address), (b"claimtree-tiles-by", self.by)):
            empty = b'<meta name="%s" content=""' % name
            page = page.replace(empty, empty[:-1] + html.escape(value).encode() + b'"')
        return page


NO_TILES = Tiles()


def parse_tiles(address: str, by: str) -> Tiles:
    """Parses the flags for tiles; rejects a URL that cannot be used, or that would break the page's
    content security policy."""
    if not address:
        if by:
            raise BadInput(
                "--tiles-by names who made the tiles, and there are none", hint="Say where they are with --tiles."
            )
        return Tiles()
    if len(address) > LONGEST or len(by) > LONGEST:
        raise BadInput(f"--tiles is longer than {LONGEST:,} characters", hint="Give the address of one tile server.")
    wanting = [part for part in ("{z}", "{x}", "{y}") if part not in address]
    if wanting or _ADDRESS.fullmatch(address) is None:
        raise BadInput(
            f"--tiles {address!r} is no address of tiles"
            + (f": it has no {' and no '.join(wanting)}" if wanting else ""),
            hint="As in https://tiles.example.org/{z}/{x}/{y}.png",
        )
    return Tiles(address=address, by=by)
