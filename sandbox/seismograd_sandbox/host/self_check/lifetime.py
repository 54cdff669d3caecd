"""Sandboxes begin, are cancelled, live side by side and end; nothing is left of them."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from textwrap import dedent

from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import Promise, SandboxUnusable, Session
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.heartbeat import (
    BEATING,
    ONE_BEAT,
    expect_beat,
    expect_silence,
)
from seismograd_sandbox.host.self_check.scripts import (
    described,
    expect_ending,
    expect_exit,
    expect_output,
    run,
)
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, expect, expect_equal, fail
from seismograd_sandbox.host.self_check.wish import Wish

lifetime = Theme("lifetime")
AT_ONCE = 3


@lifetime.check()
def running_can_be_cancelled(ground: Ground) -> None:
    """A wish to cancel ends a run soon, with everything that it started."""
    wish = Wish()
    with _beating(ground, cancel=wish) as running:
        wish.make()
        expect_ending(running.result(30), Ending.CANCELLED)
    expect_silence(ground.outbox / "beat", "the wish to cancel")
    expect_exit(run(ground.session, "pass"), 0)


@lifetime.check()
def cancelled_runs_do_not_begin(ground: Ground) -> None:
    """With a wish to cancel that was made before, nothing is run at all."""
    wish = Wish()
    wish.make()
    outcome = run(ground.session, "open('began', 'w')", cancel=wish)
    expect_ending(outcome, Ending.CANCELLED)
    expect_equal(ground.session.written(), [], "files that were written")


@lifetime.check()
def starting_can_be_cancelled(ground: Ground) -> None:
    """A wish to cancel that comes while a sandbox starts ends the start, or the first run."""
    for delay in (0.0, 0.01, 0.1):
        wish = Wish()
        timer = threading.Timer(delay, wish.make)
        timer.start()
        try:
            session = ground.open(cancel=wish)
            timer.join()
            expect_ending(run(session, "pass", cancel=wish), Ending.CANCELLED)
        except SandboxUnusable:
            expect(wish, "the start was given up before anybody wished for it")
    expect_exit(run(ground.session, "pass"), 0)


@lifetime.check(unix_only=True)
def children_end_with_their_run(ground: Ground) -> None:
    """Processes that a script leaves behind in the background end with its run."""
    script = f"""{BEATING}
    import os
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            beat(sys.argv[1])
        os._exit(0)
    while not os.path.exists(sys.argv[1]):
        time.sleep(0.02)
    """
    expect_exit(run(ground.session, script, f"{ground.session.outbox}/beat"), 0)
    expect_silence(ground.outbox / "beat", "the end of its run")


@lifetime.check()
def closing_ends_a_run(ground: Ground) -> None:
    """Closing a sandbox while a run goes on ends that run."""
    with _beating(ground) as running:
        ground.session.close()
        with suppress(SandboxUnusable):
            expect(not running.result(30).succeeded, "the run was told as a success")
    expect_silence(ground.outbox / "beat", "closing")


@lifetime.check()
def closing_twice_is_fine(ground: Ground) -> None:
    """A sandbox can be closed more than once, and runs nothing afterwards."""
    session = ground.open()
    session.close()
    session.close()
    try:
        outcome = run(session, "pass")
    except SandboxUnusable:
        return
    fail(f"a closed sandbox ran something: {described(outcome)}")


@lifetime.check()
def copies_go_with_their_sandbox(ground: Ground) -> None:
    """The copy of the project is gone once its sandbox was closed."""
    session = ground.open()
    copy = session.project
    session.close()
    if copy != str(ground.project):
        expect(not os.path.exists(copy), f"{copy} is still there")
    expect(ground.project.exists(), "the user's project is gone")


@lifetime.check()
def runs_can_go_on_at_once(ground: Ground) -> None:
    """Runs of one sandbox at the same time each have their own output and end."""
    script = """
        import os, sys, time
        number = sys.argv[1]
        open(f"there-{number}", "w").close()
        while not all(os.path.exists(f"there-{other}") for other in range(3)):
            time.sleep(0.02)
        print(number * 1000, end="")
        sys.exit(int(number))
    """
    session = ground.session
    with ThreadPoolExecutor(AT_ONCE) as others:
        outcomes = list(others.map(lambda n: run(session, script, str(n)), range(AT_ONCE)))
    for number, outcome in enumerate(outcomes):
        expect_exit(outcome, number)
        expect_output(outcome, str(number).encode() * 1000)


@lifetime.check()
def sandboxes_can_live_at_once(ground: Ground) -> None:
    """Sandboxes at the same time do not see one another's files."""
    with ThreadPoolExecutor(AT_ONCE) as others:
        sessions = list(others.map(lambda _: ground.open(), range(AT_ONCE)))
        list(others.map(_mark, sessions, range(AT_ONCE)))
    for number, session in enumerate(sessions):
        expect_equal(session.written(), [f"of-{number}"], "files of one of them")


def _mark(session: Session, number: int) -> None:
    expect_exit(run(session, f"open('of-{number}', 'w').close()"), 0)


@lifetime.check(unix_only=True)
def runs_end_with_their_owner(ground: Ground) -> None:
    """When the owner is killed, the next start at the latest removes what it left."""
    with _owner(ground) as owner:
        owner.kill()
        owner.wait()
    ground.sandbox.reap()
    expect_silence(ground.outbox / "beat", "its owner's death and tidying up")


@lifetime.check(needs=Promise.NO_ORPHANS, unix_only=True)
def nothing_survives_its_owner(ground: Ground) -> None:
    """When the owner is killed, its run ends by itself."""
    with _owner(ground) as owner:
        owner.kill()
        owner.wait()
    expect_silence(ground.outbox / "beat", "its owner's death")
    ground.sandbox.reap()


@lifetime.check(needs=Promise.NO_ORPHANS, unix_only=True)
def nothing_survives_its_supervisor(ground: Ground) -> None:
    """A child that hides in the background and kills the process above its run ends with it."""
    script = """
        import os, signal, sys, time
        beat = sys.argv[1]
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                command = [sys.executable, "-I", "-B", "-c", sys.argv[2], beat]
                os.execve(sys.executable, command, {})
            os._exit(0)
        while not os.path.exists(beat):
            time.sleep(0.02)
        if os.getppid() != int(sys.argv[3]):
            os.kill(os.getppid(), signal.SIGKILL)
    """
    beat = f"{ground.session.outbox}/beat"
    # Where nothing is between the run and its owner, the owner is spared.
    run(ground.session, script, beat, dedent(ONE_BEAT), str(os.getpid()))
    ground.session.close()
    expect_silence(ground.outbox / "beat", "its run was over")


@lifetime.check()
def nothing_is_left_to_reap_twice(ground: Ground) -> None:
    """After tidying up there is nothing more to tidy."""
    # Another owner on this machine may die meanwhile, but hardly again and again.
    left = [ground.sandbox.reap() for _ in range(4)][1:]
    expect([] in left, f"there was always something left: {left[-1]}")


@lifetime.check()
def reaping_spares_the_living(ground: Ground) -> None:
    """Tidying up after dead owners leaves sandboxes of living ones alone."""
    session = ground.session
    session.write("mine", b"still here")
    with _beating(ground) as running:
        ground.sandbox.reap()
        expect_equal(session.read("mine"), b"still here", "a file of a living sandbox")
        time.sleep(0.2)
        expect(not running.done(), "the run of a living owner was ended")
        session.close()


@lifetime.check(most_s=120.0)
def engine_can_be_restarted(ground: Ground) -> None:
    """When the engine goes away in the middle, the run is lost, and the next sandbox works."""
    if ground.restart_engine is None:
        raise CannotBeTried("nobody has said that the engine may be restarted")
    with _beating(ground) as running:
        # A run begins to write before its engine has answered that it was started.
        time.sleep(3)
        ground.restart_engine()
        expect_ending(running.result(60), Ending.LOST)
    expect_silence(ground.outbox / "beat", "the engine's restart")
    expect_exit(run(ground.open(), "pass"), 0)


@contextmanager
def _beating(ground: Ground, cancel: Wish | None = None) -> Iterator[Future[Outcome]]:
    """A run that goes on until somebody ends it."""
    session = ground.session
    beat = f"{session.outbox}/beat"
    with ThreadPoolExecutor(1) as others:
        running = others.submit(run, session, ONE_BEAT, beat, cancel=cancel)
        try:
            expect_beat(ground.outbox / "beat")
            yield running
        finally:
            if not running.done():
                session.close()


@contextmanager
def _owner(ground: Ground) -> Iterator[subprocess.Popen[bytes]]:
    """Another process with a sandbox of its own, in which a run goes on."""
    module = "seismograd_sandbox.host.self_check.another_owner"
    with subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE) as owner:
        try:
            assert owner.stdin is not None
            owner.stdin.write(pickle.dumps((ground.sandbox, ground.workplace)))
            owner.stdin.close()
            expect_beat(ground.outbox / "beat")
            yield owner
        finally:
            owner.kill()
