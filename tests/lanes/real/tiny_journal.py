"""A Journal's MCP server with one tool, as small as the protocol allows."""

from __future__ import annotations

import json
import os
import sys

TOOL = {
    "name": "journal_search",
    "description": "Search the Journal.",
    "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}},
}


def answer(method: str, params: dict) -> dict:
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "journal", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        query = params["arguments"]["query"]
        text = f"{os.getenv('LUMINAIR_SESSION')} knows {query}"
        return {"content": [{"type": "text", "text": text}], "isError": False}
    return {}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        result = answer(asked["method"], asked.get("params") or {})
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\n")
        sys.stdout.flush()
