"""Start the user's command under its limits, and say exactly how it ended.

Runs inside of a sandbox with the user's interpreter, by its path: Python 3.9, nothing of ours.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress

CPU_GRACE_S = 2
"""Between the signal that can be handled and the one that cannot."""
MOST_FILES = 65536


def apply_limits(limits: dict[str, int | None]) -> None:
    """Limits of one process, which its children inherit; one that is lower already stays."""
    import resource

    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, MOST_FILES)
    _lower(resource.RLIMIT_CPU, limits.get("cpu_s"), CPU_GRACE_S)
    _lower(resource.RLIMIT_DATA, limits.get("memory_bytes"))
    _lower(resource.RLIMIT_FSIZE, limits.get("file_bytes"))
    _lower(resource.RLIMIT_NPROC, limits.get("pids"))


def _lower(kind: int, limit: int | None, grace: int = 0) -> None:
    import resource

    if limit is None:
        return
    soft, hard = resource.getrlimit(kind)
    unlimited = resource.RLIM_INFINITY
    soft = limit if soft == unlimited else min(soft, limit)
    hard = limit + grace if hard == unlimited else min(hard, limit + grace)
    with suppress(OSError, ValueError):
        resource.setrlimit(kind, (soft, hard))


def main() -> None:
    """Arguments: limits as JSON, a descriptor to report to, the command."""
    limits, report, command = json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    os.set_inheritable(report, False)
    child = os.fork()
    if child == 0:
        _become(command, limits, report)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        os.write(report, b"signal %d\n" % os.WTERMSIG(status))
    else:
        os.write(report, b"exit %d\n" % os.WEXITSTATUS(status))


def _become(command: list[str], limits: dict[str, int | None], report: int) -> None:
    try:
        apply_limits(limits)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(report, f"failure {command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


if __name__ == "__main__":
    main()
