"""Cases that assistants leave open: how long, how many, and what they cost meanwhile."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import cast

import pytest

from seismograd.cancellation import Cancellation
from seismograd.cli.mcp_reproduce_sessions import MOST_OPEN, CallListener, ReproduceSessions
from seismograd.cli.mcp_reproduce_tools import ReproduceTools
from seismograd.cli.mcp_roots import Roots
from seismograd.mcp.tool import ToolCall, ToolError
from seismograd.reproduce.writer_session import WriterSession
from tests import parts
from tests.mcp.pooling_project import PATCH, REPORT, RIGHT, pooling_project
from tests.sandbox.host.processes import running, wait_until_gone

IDLE_S = 0.05


class CountedSession:
    """Counts what becomes of it."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.closed = 0

    def release(self) -> None:
        self.released.set()

    def close(self) -> None:
        self.closed += 1


def call(**arguments: object) -> ToolCall:
    return ToolCall(arguments, Cancellation(), lambda done, total: None)


def started(sessions: ReproduceSessions, session: CountedSession) -> str:
    def opened(listener: CallListener, cancel: Cancellation) -> WriterSession:
        return cast(WriterSession, session)

    with sessions.start(call(), opened) as (session_id, _):
        return session_id


def test_an_idle_case_gives_up_its_interpreters_and_stays_open() -> None:
    sessions, session = ReproduceSessions(IDLE_S), CountedSession()
    session_id = started(sessions, session)
    assert session.released.wait(10)
    session.released.clear()
    with sessions.serving(call(id=session_id)):
        assert not session.released.wait(4 * IDLE_S)
    assert session.released.wait(10)
    assert session.closed == 0


def test_the_case_that_was_not_used_for_longest_is_given_up() -> None:
    sessions, all_sessions = ReproduceSessions(), [CountedSession() for _ in range(MOST_OPEN + 1)]
    ids = [started(sessions, one) for one in all_sessions[:MOST_OPEN]]
    with sessions.serving(call(id=ids[0])):
        pass
    started(sessions, all_sessions[MOST_OPEN])
    assert [one.closed for one in all_sessions] == [0, 1, 0, 0, 0]
    with pytest.raises(ToolError, match="reproduce_start"), sessions.serving(call(id=ids[1])):
        pass
    sessions.close()
    assert all(one.closed == 1 for one in all_sessions)


def test_a_start_that_is_cancelled_leaves_nothing_open() -> None:
    sessions, session, asked = ReproduceSessions(), CountedSession(), call()
    opened = cast(WriterSession, session)
    with (
        pytest.raises(ToolError, match="cancelled"),
        sessions.start(asked, lambda listener, cancel: opened),
    ):
        asked.cancel.set()
    assert session.closed == 1


@pytest.mark.slow
def test_the_next_try_starts_the_interpreter_anew(tmp_path: Path) -> None:
    parts.program("bwrap", "bubblewrap")
    root = pooling_project(tmp_path)
    tools = ReproduceTools(Roots([str(root)]), may_run=True, sessions=ReproduceSessions(0.5))
    start, _, attempt, _ = (tool.call for tool in tools.tools())
    session_id = start(call(report=REPORT)).structured["id"]
    wait_until_gone(str(root))
    for _ in range(2):
        given = call(id=session_id, script=RIGHT, patches=[PATCH])
        assert attempt(given).structured["held"] is True
        time.sleep(0.1)
    tools.close()
    assert not running(str(root))
