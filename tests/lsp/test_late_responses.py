"""Responses to requests of the server that it has given up meanwhile."""

from __future__ import annotations

import logging
from concurrent.futures import Future

import pytest

from seismograd.lsp.assembly import create_server


def test_a_response_to_a_cancelled_request_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    protocol = create_server(rules=()).protocol
    cancelled = protocol._request_futures["1"] = Future()
    cancelled.cancel()
    with caplog.at_level(logging.WARNING):
        protocol._handle_response("1", None)
    assert "1" not in protocol._request_futures
    assert not caplog.records


def test_other_responses_arrive() -> None:
    protocol = create_server(rules=()).protocol
    waiting = protocol._request_futures["1"] = Future()
    protocol._handle_response("1", "here")
    assert waiting.result(timeout=0) == "here"
