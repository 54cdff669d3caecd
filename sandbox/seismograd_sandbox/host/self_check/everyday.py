"""What ordinary programs expect of a machine is there."""

from __future__ import annotations

import glob
import os
import shutil
import socket
import time

from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import expect_exit, expect_output, run, told
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, expect, expect_equal

everyday = Theme("everyday")


@everyday.check()
def clock_is_right(ground: Ground) -> None:
    """The clock inside shows the time of this machine."""
    before = time.time()
    inside = told(ground.session, "import json, time; print(json.dumps(time.time()))")
    expect(before - 2 <= inside <= time.time() + 2, f"it is {inside - before:+.0f} s away")


@everyday.check()
def clock_goes_forward(ground: Ground) -> None:
    """The clock that measures durations runs, and as fast as the one on the wall."""
    script = """
        import json, time
        wall, steady = time.time(), time.monotonic()
        time.sleep(0.2)
        print(json.dumps([time.time() - wall, time.monotonic() - steady]))
    """
    for seconds in told(ground.session, script):
        expect(0.19 <= seconds < 20, f"0.2 s took {seconds:g} s")


@everyday.check()
def locale_is_utf8(ground: Ground) -> None:
    """Files and their names are read as UTF-8, and the locale can be set."""
    script = """
        import json, locale, sys
        locale.setlocale(locale.LC_ALL, "")
        names = [sys.getfilesystemencoding(), locale.getpreferredencoding(False)]
        print(json.dumps([name.lower().replace("-", "") for name in names]))
    """
    expect_equal(told(ground.session, script), ["utf8", "utf8"], "encodings")


@everyday.check()
def numbers_are_written_with_points(ground: Ground) -> None:
    """Numbers look the same whatever language the user speaks."""
    expect_output(run(ground.session, "print(f'{1234.5:n}', end='')"), b"1234.5")


@everyday.check()
def children_can_be_started(ground: Ground) -> None:
    """A script can start the interpreter again and read what it prints."""
    script = """
        import subprocess, sys
        made = subprocess.run([sys.executable, "-c", "print('child')"], capture_output=True)
        sys.stdout.buffer.write(made.stdout.strip())
    """
    expect_output(run(ground.session, script), b"child")


@everyday.check(unix_only=True)
def workers_can_share_memory(ground: Ground) -> None:
    """Worker processes, locks and shared memory work, as data loaders need them."""
    session = ground.session
    script = b"""
import multiprocessing
from multiprocessing import shared_memory

def work(name, lock):
    block = shared_memory.SharedMemory(name)
    with lock:
        block.buf[0] += 1
    block.close()

if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    block = shared_memory.SharedMemory(create=True, size=1 << 20)
    lock = context.Lock()
    workers = [context.Process(target=work, args=(block.name, lock)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(block.buf[0], end="")
    block.close()
    block.unlink()
"""
    session.write("workers.py", script)
    expect_output(session.run([session.python, "workers.py"]), b"3")


@everyday.check(unix_only=True)
def devices_of_every_day_work(ground: Ground) -> None:
    """The null device, zeros and random bytes are there."""
    script = """
        open("/dev/null", "wb").write(b"gone")
        assert open("/dev/zero", "rb").read(4) == bytes(4)
        assert len(open("/dev/urandom", "rb").read(4)) == 4
    """
    expect_exit(run(ground.session, script), 0)


@everyday.check()
def modules_beside_a_script_are_found(ground: Ground) -> None:
    """A script imports modules of its project, as it does outside."""
    session = ground.session
    session.write("uses.py", b"from models.net import WIDTH\nprint(WIDTH, end='')\n")
    expect_output(session.run([session.python, "uses.py"]), b"8")


@everyday.check(unix_only=True)
def tracebacks_show_lines_of_the_project(ground: Ground) -> None:
    """A traceback names the file by a path in the project and shows its line."""
    session = ground.session
    session.write("fails.py", b"first = 1\nraise RuntimeError('here')  # the line\n")
    outcome = session.run([session.python, f"{session.project}/fails.py"])
    expect_exit(outcome, 1)
    wanted = f'File "{session.project}/fails.py", line 2'
    expect(wanted in outcome.stderr.text, f"there is no '{wanted}'")
    expect("# the line" in outcome.stderr.text, "the line itself is not shown")


@everyday.check(unix_only=True)
def projects_may_lie_anywhere(ground: Ground) -> None:
    """A project in a folder with spaces, colons and signs of any language works."""
    project = ground.folder / "my work: 'résumé' ✓, $HOME" / "-project"
    shutil.copytree(ground.project, project)
    session = ground.open(project=project)
    expect_output(session.run([session.python, "train.py"]), b"as it was\n")


@everyday.check(unix_only=True)
def projects_may_hold_odd_things(ground: Ground) -> None:
    """Pipes, sockets, dangling links and links in a circle in a project stop nobody."""
    os.mkfifo(ground.project / "pipe")
    os.symlink("nowhere", ground.project / "dangling")
    os.symlink("circle", ground.project / "circle")
    os.symlink("..", ground.project / "models" / "above")
    with socket.socket(socket.AF_UNIX) as odd:
        odd.bind(str(ground.project / "socket"))
        session = ground.open()
        expect_output(session.run([session.python, "train.py"]), b"as it was\n")
        expect_equal(session.written(), [], "written files")


@everyday.check(unix_only=True)
def gpu_can_be_used(ground: Ground) -> None:
    """A GPU that was asked for is there inside, and its driver starts."""
    if not glob.glob("/dev/nvidia[0-9]*"):
        raise CannotBeTried("this machine has no GPU of NVIDIA's")
    script = "import ctypes; print(ctypes.CDLL('libcuda.so.1').cuInit(0))"
    expect_equal(told(ground.open(gpu=True), script), 0, "the answer of its driver")
