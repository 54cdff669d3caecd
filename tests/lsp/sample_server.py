"""A server with the sample rules, on the standard streams."""

from __future__ import annotations

from sample_rules import RULES, SampleProgram

from seismograd.lsp.assembly import create_server
from seismograd.lsp.server import run
from seismograd.rules import checker

if __name__ == "__main__":
    checker.read_program = SampleProgram  # type: ignore[assignment]
    run(create_server(RULES))
