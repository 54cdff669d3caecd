from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.lsp.conftest import SERVER
from tests.lsp.raw_server import RawServer

# Heavy work lasts three seconds: whoever waits for it is too late, on a busy machine too.
EXIT_LIMIT = 2.0
PUBLISH = "textDocument/publishDiagnostics"


def test_nothing_but_messages_is_written_to_the_standard_output() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///a.py", "PRINT = BAD")
        found = server.wait_for(PUBLISH)
        assert [item["code"] for item in found["params"]["diagnostics"]] == ["SGT01"]
        server.leave()
        server.read_to_end()
        assert server.process.stderr is not None
        printed = server.process.stderr.read()
    for word in (b"printed", b"written", b"echoed"):
        assert word + b" on purpose" in printed


def test_it_ends_at_once_when_told() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///a.py", "BAD")
        server.wait_for(PUBLISH)
        assert server.leave() < EXIT_LIMIT
        assert server.process.returncode == 0


def test_it_answers_and_ends_during_heavy_work() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///slow.py", "SLOW")
        time.sleep(0.3)
        start = time.monotonic()
        server.request("seismograd/rulePage", {"code": "SGT01"})
        assert time.monotonic() - start < EXIT_LIMIT
        assert server.leave() < EXIT_LIMIT
        assert server.process.returncode == 0


def test_a_request_can_be_cancelled_during_heavy_work() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///slow.py", "SLOW")
        hover = server.send_request(
            "textDocument/hover",
            {"textDocument": {"uri": "file:///slow.py"}, "position": {"line": 0, "character": 0}},
        )
        time.sleep(0.3)
        start = time.monotonic()
        server.notify("$/cancelRequest", {"id": hover})
        server.answer(hover)
        assert time.monotonic() - start < EXIT_LIMIT


@pytest.mark.parametrize("text", ["BAD", "SLOW"])
def test_it_ends_when_the_client_is_gone(text: str) -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///a.py", text)
        time.sleep(0.5)
        assert server.process.stdin is not None
        start = time.monotonic()
        server.process.stdin.close()
        assert server.process.wait(5) == 1
        assert time.monotonic() - start < EXIT_LIMIT


def test_it_ends_when_interrupted() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.open("file:///slow.py", "SLOW")
        time.sleep(0.3)
        start = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(5) == -signal.SIGINT
        assert time.monotonic() - start < EXIT_LIMIT
        assert server.process.stderr is not None
        assert server.process.stderr.read() == b""


def test_it_ends_when_nobody_reads() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        assert server.process.stdin is not None
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.open("file:///a.py", "BAD")
        time.sleep(0.5)
        server.process.stdin.close()
        server.process.wait(5)


def test_garbage_on_the_wire_is_survived() -> None:
    with RawServer(SERVER) as server:
        server.initialize()
        server.write(b"Content-Length: 9\r\n\r\nnot json!")
        server.write(b'Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}')
        server.notify("textDocument/didOpen", {"textDocument": 3})
        server.notify("textDocument/didChange", {})
        server.notify("no/such/thing", [1, 2])
        server.request("textDocument/hover", {"position": "here"})
        server.request("textDocument/codeAction", None)
        server.request("no/such/request", {"class": 1})
        server.open("file:///a.py", "BAD")
        assert server.wait_for(PUBLISH)["params"]["diagnostics"]
        popups = [m for m in server.notifications if m.get("method") == "window/showMessage"]
        assert len(popups) <= 1
        assert server.leave() < EXIT_LIMIT


def test_nonsense_is_logged_in_a_line_each_even_if_nobody_reads_them() -> None:
    nowhere = {"range": {"start": {"line": "a"}, "end": {"line": -1}}, "text": ""}
    with RawServer(SERVER) as server:
        server.initialize()
        for version in range(100):
            server.notify(
                "textDocument/didChange",
                {
                    "textDocument": {"uri": "file:///a.py", "version": version},
                    "contentChanges": [nowhere],
                },
            )
        server.open("file:///a.py", "BAD")
        assert server.wait_for(PUBLISH)["params"]["diagnostics"]
        server.leave()
        assert server.process.stderr is not None
        logged = server.process.stderr.read().splitlines()
    assert 0 < len(logged) <= 200
    assert not any(b"Traceback" in line for line in logged)


def test_a_request_that_is_refused_is_logged_in_a_line() -> None:
    missing = [{"uri": "file:///missing.py"}]
    command = {"command": "seismograd.showProgram", "arguments": missing}
    with RawServer(SERVER) as server:
        server.initialize()
        server.request("workspace/executeCommand", command)
        server.leave()
        assert server.process.stderr is not None
        (line,) = server.process.stderr.read().splitlines()
    assert b"outside of the open folders" in line


def test_it_serves_on_a_socket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    code = f"from seismograd.lsp.server import serve; serve(('127.0.0.1', {port}))"
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        connection = connect(port)
        for body in (
            b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
            b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}',
            b'{"jsonrpc":"2.0","method":"exit"}',
        ):
            connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        received = b"".join(iter(lambda: connection.recv(65536), b""))
        connection.close()
        assert process.wait(10) == 0
    assert b'"name": "seismograd"' in received


def connect(port: int) -> socket.socket:
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nobody listens")
