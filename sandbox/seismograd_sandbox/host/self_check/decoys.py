"""Things of this machine that code inside must not reach, put there for one check."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from seismograd_sandbox.host.self_check.verdict import CannotBeTried

DECOY = "seismograd-decoy-"


def new_secret() -> str:
    """A text that occurs nowhere else."""
    return f"{DECOY}{secrets.token_hex(12)}"


@contextmanager
def folders_outside(*parents: Path) -> Iterator[list[Path]]:
    """New folders in those parents that can be written to; they go with the check."""
    made = []
    try:
        for parent in dict.fromkeys(parents):
            with suppress(OSError):
                made.append(Path(tempfile.mkdtemp(prefix=f".{DECOY}", dir=parent)))
        if not made:
            raise CannotBeTried(f"nothing can be written to {', '.join(map(str, parents))}")
        yield made
    finally:
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)


def common_places() -> tuple[Path, ...]:
    """Where files of users lie: temporary ones, their own, and those that survive a reboot."""
    return (Path(tempfile.gettempdir()), *homes(), Path("/var/tmp"), Path("/dev/shm"))


def homes() -> tuple[Path, ...]:
    """The user's home as the environment and as the system name it."""
    found = [Path.home()]
    if sys.platform != "win32":
        import pwd

        with suppress(KeyError):
            found.append(Path(pwd.getpwuid(os.getuid()).pw_dir))
    return tuple(dict.fromkeys(found))


@contextmanager
def variables(values: dict[str, str]) -> Iterator[None]:
    """Set variables of this process for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


HARMLESS_SIGNAL = "SIGURG"
"""Whoever has not asked for it does not notice it: it may reach the wrong process."""
_BYSTANDER = f"""
import os, signal, sys
if hasattr(signal, "{HARMLESS_SIGNAL}"):
    signal.signal(signal.{HARMLESS_SIGNAL}, lambda *_: os._exit(0))
print("ready", flush=True)
sys.stdin.read()
"""


@contextmanager
def bystander(secret: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the user's, with a secret in its command and environment.

    It ends by `HARMLESS_SIGNAL`, and with this process.
    """
    command = [sys.executable, "-I", "-c", _BYSTANDER, secret]
    variables = {**os.environ, "SEISMOGRAD_DECOY": secret}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=variables, stdin=pipe, stdout=pipe) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield process
        finally:
            process.kill()


@dataclass
class Ear:
    """A socket of this machine, and whether anybody reached it."""

    socket: socket.socket
    reached: threading.Event = field(default_factory=threading.Event)

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def listen(self) -> None:
        """Until the socket is closed."""
        with suppress(OSError):
            if self.socket.type == socket.SOCK_DGRAM:
                self.socket.recv(64)
            else:
                self.socket.accept()[0].close()
            self.reached.set()


@contextmanager
def listening(*addresses: tuple[int, int, object]) -> Iterator[list[Ear]]:
    """Sockets (family, type, address) that wait for somebody; those that cannot be are left out."""
    with ExitStack() as ends:
        ears = []
        for family, kind, address in addresses:
            ear = Ear(ends.enter_context(socket.socket(family, kind)))
            try:
                ear.socket.bind(address)  # type: ignore[arg-type]
            except OSError:
                continue
            if kind == socket.SOCK_STREAM:
                ear.socket.listen()
            # Closing alone does not wake a thread that waits.
            ends.callback(_shut, ear.socket)
            threading.Thread(target=ear.listen, daemon=True).start()
            ears.append(ear)
        if not ears:
            raise CannotBeTried("this machine has no such socket")
        yield ears


def _shut(ear: socket.socket) -> None:
    with suppress(OSError):
        ear.shutdown(socket.SHUT_RDWR)


def own_address() -> str:
    """An address by which other machines would reach this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: connecting a datagram socket only chooses the way.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            raise CannotBeTried("this machine is in no network") from None
        return str(asking.getsockname()[0])
