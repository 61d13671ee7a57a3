"""The protocol server for the tools: the only module that uses the SDK's message types."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from typing import Any, Final

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server

from claimtree.errors import ClaimtreeError
from claimtree.mcp.catalogue import INSTRUCTIONS, TOOLS, answer, input_schema, output_schema
from claimtree.mcp.open_packs import Offer
from claimtree.quoting import MARK, joined, safe_format, sentence, trusted

AT_ONCE: Final = 8
"""Concurrent calls; others wait. More would only compete for the CPU."""
LONGEST_ERROR: Final = 1_000

READ_ONLY = types.ToolAnnotations(readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False)
KEEPING = types.ToolAnnotations(readOnlyHint=False, destructiveHint=False, idempotentHint=False, openWorldHint=False)


def build(offer: Offer) -> Server[Any, Any]:
    """A server with the tools; each call runs in a thread, since the engine is synchronous."""
    server: Server[Any, Any] = Server("claimtree", version=version("claimtree"), instructions=INSTRUCTIONS)
    limits: list[anyio.CapacityLimiter] = []

    async def listed(_: types.ListToolsRequest | None) -> types.ServerResult:
        return types.ServerResult(types.ListToolsResult(tools=tools(offer)))

    async def called(request: types.CallToolRequest) -> types.ServerResult:
        if not limits:  # it belongs to the event loop, which does not run during the build
            limits.append(anyio.CapacityLimiter(AT_ONCE))
        run = partial(answer, offer, request.params.name, request.params.arguments or {})
        try:
            reply = await anyio.to_thread.run_sync(run, limiter=limits[0])
        except ClaimtreeError as error:
            return types.ServerResult(failed(error))
        content = types.TextContent(type="text", text=reply.text)
        return types.ServerResult(types.CallToolResult(content=[content], structuredContent=reply.structured))

    # Registered without the SDK's decorators: they validate calls and use error messages of their
    # own.
    server.request_handlers[types.ListToolsRequest] = listed
    server.request_handlers[types.CallToolRequest] = called
    return server


def tools(offer: Offer) -> list[types.Tool]:
    return [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            inputSchema=input_schema(tool, offer),
            outputSchema=output_schema(tool),
            annotations=KEEPING if tool.keeps else READ_ONLY,
        )
        for tool in TOOLS
    ]


def failed(error: ClaimtreeError) -> types.CallToolResult:
    """An error result that an agent can act on: the message and the hint."""
    lines = [safe_format("Error ({}): {}", trusted(error.code), sentence(error.message, LONGEST_ERROR))]
    lines += [safe_format("Hint: {}", sentence(error.hint, LONGEST_ERROR))] if error.hint else []
    lines.append(trusted(MARK))
    return types.CallToolResult(content=[types.TextContent(type="text", text=joined("\n", lines))], isError=True)
