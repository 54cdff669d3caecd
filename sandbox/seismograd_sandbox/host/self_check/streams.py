"""What goes in and comes out of a run."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from seismograd_sandbox.host.sandbox import Stream
from seismograd_sandbox.host.self_check.check import MODEST, Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import (
    expect_exit,
    expect_output,
    run,
    told,
)
from seismograd_sandbox.host.self_check.verdict import expect, expect_equal

streams = Theme("streams")
FLOOD = 12 * MODEST.output_bytes


@streams.check()
def unicode_output_arrives(ground: Ground) -> None:
    """Text of any language arrives as UTF-8, without anything being set for it."""
    text = "Überprüfung ✓ 漢字 العربية 😀"
    outcome = run(ground.session, f"print({text!r}, end='')")
    expect_exit(outcome, 0)
    expect_output(outcome, text.encode())


@streams.check()
def binary_output_arrives(ground: Ground) -> None:
    """Bytes of every value arrive unchanged, line ends among them."""
    outcome = run(ground.session, "import sys; sys.stdout.buffer.write(bytes(range(256)) * 64)")
    expect_output(outcome, bytes(range(256)) * 64)


@streams.check()
def streams_are_kept_apart(ground: Ground) -> None:
    """Standard output and standard error arrive each on its own."""
    outcome = run(ground.session, "import sys; print('out'); print('err', file=sys.stderr)")
    expect_equal(outcome.stdout.text.split(), ["out"], "standard output")
    expect_equal(outcome.stderr.text.split(), ["err"], "standard error")


@streams.check()
def last_line_without_an_end_arrives(ground: Ground) -> None:
    """Output that ends in the middle of a line is complete."""
    expect_output(run(ground.session, "import os; os.write(1, b'half a li')"), b"half a li")


@streams.check()
def floods_of_output_are_bounded(ground: Ground) -> None:
    """Of too much output the first bytes are kept, the rest is counted, and the run goes on."""
    script = """
        import os, sys
        block = b"0123456789abcdef" * 4096
        for _ in range(int(sys.argv[1]) // len(block)):
            for stream in (1, 2):
                rest = block
                while rest:
                    rest = rest[os.write(stream, rest):]
        sys.exit(5)
    """
    outcome = run(ground.session, script, str(FLOOD))
    expect_exit(outcome, 5)
    for captured in (outcome.stdout, outcome.stderr):
        expect_equal(len(captured.content), MODEST.output_bytes, "bytes kept")
        expect_equal(captured.dropped, FLOOD - MODEST.output_bytes, "bytes counted")


@streams.check()
def input_is_closed(ground: Ground) -> None:
    """Reading standard input gives its end at once."""
    outcome = run(ground.session, "import sys; print(repr(sys.stdin.read()))")
    expect_exit(outcome, 0)
    expect_equal(outcome.stdout.text.split(), ["''"], "standard input")


@streams.check()
def there_is_no_terminal(ground: Ground) -> None:
    """No stream of a run is a terminal, nor has the run one to talk through."""
    script = """
        import json, os
        seen = [name for name in (0, 1, 2) if os.isatty(name)]
        try:
            os.open("/dev/tty", os.O_RDWR)
            seen.append("/dev/tty")
        except OSError:
            pass
        print(json.dumps(seen))
    """
    expect_equal(told(ground.session, script), [], "terminals")


@streams.check()
def output_comes_while_it_is_made(ground: Ground) -> None:
    """A listener hears a line while the script that printed it goes on."""
    heard = threading.Event()

    def listen(stream: Stream, content: bytes) -> None:
        if stream is Stream.STDOUT and b"first" in content:
            heard.set()

    script = """
        import os, time
        print("first", flush=True)
        while not os.path.exists("go"):
            time.sleep(0.02)
    """
    session = ground.session
    with ThreadPoolExecutor(1) as others:
        running = others.submit(run, session, script, listen=listen)
        while not heard.wait(0.02) and not running.done():
            pass
        session.write("go", b"")
        outcome = running.result()
    expect(heard.is_set(), "nothing was heard before the run was over")
    expect_exit(outcome, 0)


@streams.check()
def listeners_hear_everything(ground: Ground) -> None:
    """What a listener hears is what the outcome holds, stream by stream."""
    heard = {Stream.STDOUT: b"", Stream.STDERR: b""}

    def listen(stream: Stream, content: bytes) -> None:
        heard[stream] += content

    script = "import sys\nfor i in range(999): print(i); print(-i, file=sys.stderr)"
    outcome = run(ground.session, script, listen=listen)
    expect_equal(heard[Stream.STDOUT], outcome.stdout.content, "heard of standard output")
    expect_equal(heard[Stream.STDERR], outcome.stderr.content, "heard of standard error")


@streams.check()
def closed_streams_end_nothing(ground: Ground) -> None:
    """A script that closes its own output goes on, and its end is told."""
    outcome = run(
        ground.session, "import os, time; os.close(1); os.close(2); time.sleep(0.3); os._exit(6)"
    )
    expect_exit(outcome, 6)


@streams.check(unix_only=True)
def children_that_hold_the_output_delay_nothing(ground: Ground) -> None:
    """A run is over when its script is, though a child of it still holds the output."""
    script = """
        import os, time
        if os.fork() == 0:
            time.sleep(50)
            os._exit(0)
        print("done")
    """
    started = time.monotonic()
    outcome = run(ground.session, script)
    expect_exit(outcome, 0)
    expect_equal(outcome.stdout.text.split(), ["done"], "standard output")
    expect(time.monotonic() - started < 40, "the end of the run was told only after the child's")
