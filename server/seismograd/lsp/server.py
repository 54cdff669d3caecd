"""Put the server together and run it."""

from __future__ import annotations

import logging
import sys

from seismograd.lsp import (
    code_actions,
    commands,
    configuration,
    hover,
    lifecycle,
    pull_diagnostics,
    rule_page_request,
    synchronisation,
    watched_files,
)
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.stdio import claim_stdout
from seismograd.rules.rule import Rule

FEATURES = (
    lifecycle,
    synchronisation,
    configuration,
    watched_files,
    pull_diagnostics,
    code_actions,
    hover,
    commands,
    rule_page_request,
)


def create_server(rules: tuple[Rule, ...] | None = None) -> SeismogradServer:
    """A server with all features; other rules than the usual ones are for tests."""
    server = SeismogradServer(rules)
    for feature in FEATURES:
        feature.register(server)
    return server


def serve(tcp: tuple[str, int] | None) -> None:
    """Serve one client on the standard streams, or on a TCP port for debugging."""
    run(create_server(), tcp)


def run(server: SeismogradServer, tcp: tuple[str, int] | None = None) -> None:
    """Run until the client is gone; a client that leaves without a word makes the exit fail."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    if tcp is not None:
        server.start_tcp(*tcp)
    else:
        server.start_io(sys.stdin.buffer, claim_stdout())
    if not server.was_shut_down:
        raise SystemExit(1)
