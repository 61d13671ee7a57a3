"""Serves the built files of the web page, and nothing else. A name is looked up, and never made
into a path."""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import Response

from claimtree.api.problems import Problem
from claimtree.api.tiles import Tiles

MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}
START = "index.html"

router = APIRouter(include_in_schema=False)


@cache
def page_files() -> dict[str, tuple[bytes, str, str]]:
    """Returns each file with its media type and ETag, read once."""
    found: dict[str, tuple[bytes, str, str]] = {}
    folder = files("claimtree") / "web"
    if not folder.is_dir():
        return found
    for file in folder.iterdir():
        suffix = f".{file.name.rpartition('.')[2]}"
        if file.is_file() and suffix in MEDIA:
            body = file.read_bytes()
            found[file.name] = body, MEDIA[suffix], _tag(body)
    return found


def _tag(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'


@cache
def start_page(tiles: Tiles) -> tuple[bytes, str, str] | None:
    """Returns the start page with the server's tile settings filled in, built once."""
    found = page_files().get(START)
    if found is None:
        return None
    body = tiles.written(found[0])
    return body, found[1], _tag(body)


@router.get("/")
async def start(request: Request) -> Response:
    return _answer(request, start_page(request.app.state.tiles))


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    """Browsers ask for it wherever they are, and take a drawing too."""
    return _answer(request, page_files().get("icon.svg"))


@router.get("/assets/{name}")
async def asset(request: Request, name: str) -> Response:
    return _answer(request, page_files().get(name))


def _answer(request: Request, found: tuple[bytes, str, str] | None) -> Response:
    if found is None:
        raise Problem(HTTPStatus.NOT_FOUND, "no_route", "there is no such page", hint="The page is at /.")
    body, media, tag = found
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, media_type=media, headers=headers)
