"""Runs one command inside of a container: says exactly how it ended, and never outlives its owner.

Started by path with the Python of the image: 3.9 or later, standard library only. Its input is
the lifeline: when that ends, the owner is gone, and the container ends with this process.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading

ORPHANED = 125
NOT_STARTED = 127
MOST_FILES = 65536
"""Open at once. Set here, because an engine fails where it has less itself."""
OOM_COUNTERS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")


def main(report: str, command: list[str]) -> int:
    limit_open_files()
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    except OSError as error:
        write(report, {"failure": f"{command[0]}: {error.strerror}"})
        return NOT_STARTED
    signal.signal(signal.SIGTERM, lambda number, frame: child.send_signal(number))
    threading.Thread(target=end_with_owner, daemon=True).start()
    status = child.wait()
    write(report, {"status": status, "oom_kills": oom_kills(), **spent()})
    return status if status >= 0 else 128 - status


def limit_open_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def end_with_owner() -> None:
    while os.read(0, 4096):
        pass
    os._exit(ORPHANED)


def spent() -> dict[str, int]:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = usage.ru_utime + usage.ru_stime
    return {"peak_memory_bytes": usage.ru_maxrss * 1024, "cpu_s": round(seconds)}


def oom_kills() -> int:
    """How many processes were killed because memory had run out, as the kernel counts them."""
    for place in OOM_COUNTERS:
        try:
            with open(place) as counters:
                pairs = [line.split() for line in counters]
        except OSError:
            continue
        return sum(int(pair[1]) for pair in pairs if pair[0] == "oom_kill")
    return 0


def write(place: str, report: dict[str, object]) -> None:
    """All at once: a reader never sees half of it."""
    with open(place + ".half", "w") as file:
        json.dump(report, file)
    os.replace(place + ".half", place)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
