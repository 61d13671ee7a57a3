"""Versions of entities in HTTP headers: `ETag` of a response, `If-Match` and `If-None-Match` of a
write (RFC 9110)."""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers

from claimtree.errors import BadInput
from claimtree.indexing import ANY, NONE, Wanted
from claimtree.model.claims import EntityId

MOST: Final = 50
"""Maximum number of tags in one header."""
_TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


def tag(version: str, *more: str) -> str:
    """Returns the `ETag` of a version; `more` distinguishes responses of the same version."""
    return f'"{".".join(part for part in (version, *more) if part)}"'


def wanted(headers: Headers, id: str, *, is_removing: bool = False) -> Wanted:
    """Returns the versions that the entity must have for the write; empty without such headers.

    A weak tag counts like a strong one: a compressing proxy turns strong tags into weak ones, and
    the version is the same.
    """
    match, none = (headers.getlist(name) for name in ("if-match", "if-none-match"))
    if match and none:
        raise BadInput("If-Match and If-None-Match contradict each other in one write", hint="Send one of them.")
    if none:
        if is_removing or [one.strip() for one in none] != [ANY]:
            hint = "" if is_removing else "Send `*`: only if it is not there yet."
            raise BadInput(f"If-None-Match: {none[0][:80]!r} is of no use here", hint=hint)
        return {EntityId(id): (NONE,)}
    if not match:
        return {}
    header = ",".join(match).strip()
    return {EntityId(id): (ANY,) if header == ANY else _versions(header)}


def _versions(header: str) -> tuple[str, ...]:
    tags = [_TAG.fullmatch(one.strip()) for one in header.split(",")]
    # A star in quotes is an ordinary tag that no version has.
    versions = [found[1].partition(".")[0].replace(ANY, "-") for found in tags if found is not None]
    if len(versions) < len(tags) or len(tags) > MOST or not all(versions):
        raise BadInput(
            f"If-Match: {header[:80]!r} is no version of an entity",
            hint=f"Give the ETag of an answer as it was, up to {MOST} of them, or `*`.",
        )
    return tuple(versions)
