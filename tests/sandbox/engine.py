"""A real Docker engine for tests: its own socket, its data in a cache folder, one base image.

No registry is needed: the base image is made of Debian packages, once. The engine is shared by
all test processes of a machine; the last one to leave stops it. `python -m tests.sandbox.engine`
prepares everything beforehand.
"""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tests import parts

PART = "docker"
CACHE_VARIABLE = "SEISMOGRAD_ENGINE_CACHE"
BASE_IMAGE = "seismograd-test-base:1"
BASE_PACKAGES = "python3,python3-pip"
START_LIMIT_S = 90.0
START_ATTEMPTS = 3
STOP_LIMIT_S = 60.0
COMMAND_LIMIT_S = 300.0
BUILD_LIMIT_S = 900.0


class EngineFailed(Exception):
    """The engine did not come up, or the base image could not be made."""


class Engine:
    """A dockerd that changes nothing of the machine outside of its folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.url = f"unix://{root / 'docker.sock'}"

    @property
    def pid(self) -> int | None:
        try:
            return int((self.root / "docker.pid").read_text())
        except (OSError, ValueError):
            return None

    def docker(self, *arguments: str) -> str:
        command = ["docker", "-H", self.url, *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_LIMIT_S)
        except subprocess.TimeoutExpired as late:
            raise EngineFailed(f"docker {' '.join(arguments)}: no answer") from late
        if done.returncode != 0:
            raise EngineFailed(f"docker {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout.strip()

    def answers(self) -> bool:
        try:
            self.docker("version", "--format", "{{.Server.Version}}")
        except EngineFailed:
            return False
        return True

    def start(self) -> None:
        """A busy machine may need more patience than the daemon has with its own parts."""
        for attempt in range(1, START_ATTEMPTS + 1):
            if self._start():
                return
            if attempt == START_ATTEMPTS:
                raise EngineFailed(f"the Docker engine did not start: {self._last_words()}")

    def _start(self) -> bool:
        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / "dockerd.log").open("wb") as log:
            daemon = subprocess.Popen(self._command(), stdout=log, stderr=log, process_group=0)
        _wait(lambda: self.answers() or daemon.poll() is not None, START_LIMIT_S)
        if self.answers():
            return True
        daemon.kill()
        daemon.wait()
        return False

    def stop(self) -> None:
        self._end("-TERM")

    def freeze(self) -> None:
        """It takes what it is asked, and answers nothing."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGSTOP)

    def kill(self) -> None:
        self._end("-KILL")
        # Its own containerd dies with it; where nobody buries that one it would pass for alive.
        (self.root / "exec" / "containerd" / "containerd.pid").unlink(missing_ok=True)

    def remove(self) -> None:
        """Its folders, which are mounts of their own while a daemon that was killed had them."""
        self._end_shims()
        subprocess.run(["umount", "--lazy", str(self.root / "data")], capture_output=True)
        shutil.rmtree(self.root, ignore_errors=True)

    def has_image(self, name: str = BASE_IMAGE) -> bool:
        return bool(self.docker("images", "-q", name))

    def _command(self) -> list[str]:
        return [
            *("dockerd", "--host", self.url),
            *("--data-root", str(self.root / "data")),
            *("--exec-root", str(self.root / "exec")),
            *("--pidfile", str(self.root / "docker.pid")),
            *("--bridge", "none", "--iptables=false", "--ip6tables=false"),
        ]

    def _end(self, how: str) -> None:
        pid = self.pid
        if pid is None:
            return
        subprocess.run(["kill", how, str(pid)], capture_output=True)
        _wait(lambda: not _runs(pid), STOP_LIMIT_S)
        (self.root / "docker.sock").unlink(missing_ok=True)

    def _end_shims(self) -> None:
        """One that was starting a container when its engine was killed waits for ever."""
        for place in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                command = place.read_bytes()
                if b"containerd-shim" in command and os.fsencode(self.root) in command:
                    os.kill(int(place.parent.name), signal.SIGKILL)

    def _last_words(self) -> str:
        lines = (self.root / "dockerd.log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it wrote nothing"


def cache() -> Path:
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path.home() / ".cache" / "seismograd-engine"


def gap() -> str | None:
    """What this machine lacks for an engine of its own."""
    if platform.system() != "Linux" or os.geteuid() != 0:
        return "a Docker engine of the tests' own needs Linux and root"
    for command, package in (("dockerd", "docker.io"), ("docker", "docker.io")):
        if shutil.which(command) is None:
            return f"{command} is not installed (apt-get install {package})"
    if not _archive().exists() and shutil.which("mmdebstrap") is None:
        return "no base image, and mmdebstrap is not installed (apt-get install mmdebstrap)"
    return None


@contextmanager
def shared_engine() -> Iterator[Engine]:
    """The engine of all tests, with the base image in it; ends the test where there is none."""
    lacking = gap()
    if lacking is not None:
        parts.missing(lacking, PART)
    engine = Engine(cache())
    try:
        with _used(engine):
            yield engine
    except EngineFailed as failure:
        parts.missing(str(failure), PART)


@contextmanager
def private_engine(root: Path, *, with_base: bool = True) -> Iterator[Engine]:
    """An engine for one test, which may stop and kill it as it likes."""
    lacking = gap()
    if lacking is not None:
        parts.missing(lacking, PART)
    engine = Engine(root)
    try:
        engine.start()
    except EngineFailed as failure:
        parts.missing(str(failure), PART)
    try:
        if with_base:
            import_base(engine)
        yield engine
    finally:
        if not engine.answers():
            engine.start()  # so that it ends what it left running
        engine.stop()
        engine.remove()


def import_base(engine: Engine) -> None:
    if engine.has_image():
        return
    if not _archive().exists():
        _make_archive()
    engine.docker("import", str(_archive()), BASE_IMAGE)


@contextmanager
def _used(engine: Engine) -> Iterator[None]:
    engine.root.mkdir(parents=True, exist_ok=True)
    with (engine.root / "users.lock").open("w") as users:
        with _alone(engine.root / "start.lock"):
            fcntl.flock(users, fcntl.LOCK_SH)
            if not engine.answers():
                engine.start()
            import_base(engine)
        try:
            yield
        finally:
            _leave(engine, users)


def _leave(engine: Engine, users: IO[str]) -> None:
    with _alone(engine.root / "start.lock"):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        engine.stop()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _archive() -> Path:
    return cache() / "base.tar"


def _make_archive() -> None:
    _archive().parent.mkdir(parents=True, exist_ok=True)
    unfinished = _archive().with_suffix(".unfinished.tar")
    sources = Path("/etc/apt/sources.list.d/debian.sources")
    command = ["mmdebstrap", "--variant=minbase", f"--include={BASE_PACKAGES}"]
    command += [_release(), str(unfinished), *([str(sources)] if sources.exists() else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_LIMIT_S)
    if done.returncode != 0:
        raise EngineFailed(f"no base image could be made: {done.stderr.strip()[-500:]}")
    unfinished.rename(_archive())


def _release() -> str:
    return platform.freedesktop_os_release().get("VERSION_CODENAME", "stable")


def _wait(until: Callable[[], bool], limit_s: float) -> None:
    deadline = time.monotonic() + limit_s
    while not until() and time.monotonic() < deadline:
        time.sleep(0.2)


def _runs(pid: int) -> bool:
    """A daemon that is over stays as a zombie until the test process that started it looks."""
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    with suppress(OSError):
        state = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    return False


if __name__ == "__main__":
    with shared_engine() as prepared:
        print(f"{BASE_IMAGE} is in the engine at {prepared.root}")
