"""Who may speak to the language server, and what bytes it takes for a message."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from seismograd.lsp.message_stream import LONGEST_MESSAGE
from tests.lsp.raw_server import RawServer

pytestmark = pytest.mark.slow

SERVE = (sys.executable, "-m", "seismograd.cli.main", "serve")
INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
SHUTDOWN = {"jsonrpc": "2.0", "id": 2, "method": "shutdown"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def message(content: object) -> bytes:
    body = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def post(*contents: object) -> bytes:
    """What a browser sends for `fetch("http://127.0.0.1:2087", {method: "POST", body: ...})`."""
    body = b"".join(map(message, contents))
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1:2087\r\nOrigin: https://example.org\r\n"
    return head + b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


@contextmanager
def listening() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = (*SERVE, "--tcp", f"127.0.0.1:{port}")
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            yield process, port
        finally:
            process.kill()


def connect(port: int) -> socket.socket:
    for _ in range(400):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=15)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("nobody listens")


def answer_to(port: int, sent: bytes) -> bytes:
    """All that comes back on a connection until the server closes it."""
    with connect(port) as connection:
        received = b""
        try:
            connection.sendall(sent)
            while piece := connection.recv(65536):
                received += piece
        except ConnectionError:
            # Closed with bytes of ours unread.
            pass
    return received


@pytest.mark.parametrize(
    "sent",
    [
        post(INITIALIZE, SHUTDOWN, EXIT),
        b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}",
        b"X-Header: 1\r\n" + message(INITIALIZE),
        b"Content-Length: 2\r\nOrigin: null\r\n\r\n{}",
        b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"\r\n" + message(INITIALIZE),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"C" * 100_000,
    ],
    ids=[
        "web page", "web socket", "unknown header", "unknown second header", "two lengths",
        "huge length", "empty line", "TLS", "endless line",
    ],
)  # fmt: skip
def test_what_is_no_message_is_not_answered_and_keeps_no_client_out(sent: bytes) -> None:
    with listening() as (process, port):
        assert answer_to(port, sent) == b""
        received = answer_to(port, message(INITIALIZE) + message(SHUTDOWN) + message(EXIT))
        assert b'"name": "seismograd"' in received
        assert process.wait(10) == 0
        assert process.stderr is not None
        logged = process.stderr.read().decode()
    assert "a connection was refused" in logged
    assert "Traceback" not in logged


def test_a_session_belongs_to_one_connection() -> None:
    with listening() as (process, port), connect(port) as first:
        first.sendall(message(INITIALIZE))
        assert first.recv(65536)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        first.sendall(message(SHUTDOWN) + message(EXIT))
        assert process.wait(10) == 0


def test_a_client_that_breaks_off_is_told_in_a_line() -> None:
    with listening() as (process, port):
        connection = connect(port)
        connection.sendall(message(INITIALIZE) + b"Content-Length: 1000\r\n\r\nhalf")
        assert connection.recv(65536)
        hang_up = b"\x01\0\0\0\0\0\0\0"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, hang_up)
        connection.close()
        assert process.wait(10) == 1
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.1"])
def test_other_machines_cannot_connect(host: str) -> None:
    command = (*SERVE, "--tcp", f"{host}:0")
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"seismograd: cannot listen on {host}:0: "
        "other machines could reach it; use 127.0.0.1, [::1] or localhost\n"
    )


@pytest.mark.parametrize(
    "sent",
    [b"POST / HTTP/1.1\r\n", b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", b"A" * 1_000_000],
    ids=["request line", "huge length", "endless line"],
)
def test_nonsense_on_the_standard_input_ends_the_server_with_a_line(sent: bytes) -> None:
    done = subprocess.run(SERVE, input=sent, capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    (line,) = done.stderr.decode().splitlines()
    assert "is no header of a message" in line
    assert len(line) < 300


def test_a_message_that_is_too_large_is_skipped() -> None:
    with RawServer(SERVE) as server:
        server.initialize()
        piece = b" " * 1_000_000
        length = LONGEST_MESSAGE + len(piece) - LONGEST_MESSAGE % len(piece)
        server.write(b"Content-Length: %d\r\n\r\n" % length)
        for _ in range(length // len(piece)):
            server.write(piece)
        server.leave()
        assert server.process.returncode == 0
        assert server.process.stderr is not None
        assert f"a message of {length} bytes was skipped" in server.process.stderr.read().decode()


def test_headers_may_be_written_in_any_case_and_name_a_type() -> None:
    body = json.dumps(INITIALIZE).encode()
    kind = b"content-type: application/vscode-jsonrpc; charset=utf-8\r\n"
    sent = kind + b"content-length:%d\r\n\r\n%s" % (len(body), body)
    sent += message(SHUTDOWN) + message(EXIT)
    done = subprocess.run(SERVE, input=sent, capture_output=True, timeout=20, check=False)
    assert done.returncode == 0
    assert b'"name": "seismograd"' in done.stdout
