"""The API reference as an HTML page, generated from the OpenAPI document, without scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

from claimtree.languages.rendering import joiner
from claimtree.model.notices import Join

router = APIRouter(include_in_schema=False)

Json = Mapping[str, Any]
_OR = joiner(Join.OR, "en")


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    return HTMLResponse(page(request.app))


@cache
def page(app: FastAPI) -> str:
    described = app.openapi()
    about = described["info"]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Claimtree API</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="stylesheet" href="/assets/docs.css"></head><body><main>',
        f"<h1>{escape(about['title'])} API <small>{escape(about['version'])}</small></h1>",
        *(f"<p>{_words(text)}</p>" for text in about["description"].split("\n\n")),
        f"<p>For programs: {_link(app.openapi_url or '')}. The page for people who search: {_link('/')}.</p>",
        *_contents(described),
        *_routes(described),
        "</main></body></html>",
    ]
    return "\n".join(parts)


def _contents(described: Json) -> Iterator[str]:
    yield "<nav><ul>"
    for method, path, about in _operations(described):
        yield f'<li><a href="#{escape(about["operationId"])}"><code>{method} {escape(path)}</code></a></li>'
    yield "</ul></nav>"


def _routes(described: Json) -> Iterator[str]:
    for method, path, about in _operations(described):
        yield f'<section id="{escape(about["operationId"])}"><h2><code>{method} {escape(path)}</code></h2>'
        yield f"<p>{_words(about.get('description', about.get('summary', '')))}</p>"
        if about.get("parameters"):
            yield "<table><thead><tr><th>parameter</th><th>in</th><th>kind</th><th>what</th></tr></thead><tbody>"
            for one in about["parameters"]:
                kind = one["schema"]
                words = one.get("description") or kind.get("description", "")
                name = f"<code>{escape(one['name'])}</code>{' *' if one.get('required') else ''}"
                yield f"<tr><td>{name}</td><td>{one['in']}</td><td>{_kind(kind)}</td><td>{_words(words)}</td></tr>"
            yield "</tbody></table>"
        for media, content in about.get("requestBody", {}).get("content", {}).items():
            yield f"<p>Body, <code>{escape(media)}</code>:</p>"
            yield from _fields(content.get("schema", {}), described)
        statuses = ", ".join(
            f"{escape(status)} {_words(response['description'])}"
            for status, response in about["responses"].items()
            if status.startswith("2")
        )
        yield f"<p>Answers {statuses}; errors are problem details.</p></section>"


def _fields(schema: Json, described: Json) -> Iterator[str]:
    """Yields the fields of a body, if it is one of the schemas."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    known = described["components"]["schemas"].get(name, schema)
    fields: Json = known.get("properties", {})
    if not fields:
        return
    yield "<table><thead><tr><th>field</th><th>kind</th><th>what</th></tr></thead><tbody>"
    for field, kind in fields.items():
        needed = " *" if field in known.get("required", ()) else ""
        words = _words(kind.get("description", ""))
        yield f"<tr><td><code>{escape(field)}</code>{needed}</td><td>{_kind(kind)}</td><td>{words}</td></tr>"
    yield "</tbody></table>"


def _kind(schema: Json) -> str:
    """Describes a value in a few words ("number, 0 to 1", "list of text, at most 40")."""
    if "anyOf" in schema:
        return _OR.join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return _OR.join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    kind = {"string": "text", "integer": "whole number", "null": "null", "array": "list", "boolean": "true or false"}
    words = kind.get(schema.get("type", ""), str(schema.get("type", "")))
    if schema.get("type") == "array":
        words += f" of {_kind(schema.get('items', {})).partition(',')[0]}"
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength", schema.get("maxItems")))
    if low is not None and high is not None:
        words += f", {low:,} to {high:,}"
    elif high is not None:
        words += f", at most {high:,}"
    return words


def _operations(described: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            yield method.upper(), path, about


def _link(path: str) -> str:
    return f'<a href="{escape(path)}">{escape(path)}</a>'


def _words(text: str) -> str:
    """Escapes text and marks its `code`."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))
