"""The tools that the extension contributes are those of the server, under other names."""

from __future__ import annotations

import json
from pathlib import Path

from seismograd.cli.mcp_reproduce_tools import ReproduceTools
from seismograd.cli.mcp_roots import Roots

MANIFEST = Path(__file__).parents[2] / "client-vscode" / "package.json"
PREFIX = "seismograd_"


def test_the_extension_takes_what_the_server_takes() -> None:
    contributed = json.loads(MANIFEST.read_text())["contributes"]["languageModelTools"]
    of_editor = {tool["name"].removeprefix(PREFIX): tool for tool in contributed}
    of_server = ReproduceTools(Roots(["/"]), may_run=True).tools()
    assert of_editor.keys() == {"check", *(tool.name for tool in of_server)}
    for tool in of_server:
        assert of_editor[tool.name]["inputSchema"] == tool.input_schema
        described = of_editor[tool.name]["modelDescription"]
        assert described.replace(f"{PREFIX}reproduce_", "reproduce_") == tool.description
