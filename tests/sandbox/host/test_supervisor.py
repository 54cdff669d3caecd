"""The pieces that a supervisor is made of."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from seismograd_sandbox.host.supervised import SUPERVISOR
from seismograd_sandbox.host.supervisor import census, tree
from seismograd_sandbox.host.supervisor.cgroup import Hierarchy, own_groups
from seismograd_sandbox.host.supervisor.disk import DiskWatch
from seismograd_sandbox.host.supervisor.disk_use import DiskUse, disk_use
from seismograd_sandbox.host.supervisor.order import Order, Report
from seismograd_sandbox.host.supervisor.unlinked import unlinked_bytes
from seismograd_sandbox.host.supervisor.usage import UsageWatch

MIB = 2**20
UNIFIED = "29 22 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate"
SEPARATE = """35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
36 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
22 21 0:20 / /proc rw - proc proc rw"""


def test_orders_and_reports_arrive_as_they_were_sent() -> None:
    order = Order(["a", "\udcff ü"], "/", {"A": "b\n"}, "/scratch", wall_s=1.5, walls=["bwrap"])
    report = Report("signalled", signal=9, seconds=0.1, failure="ü")
    assert Order.read(order.line()) == order
    assert Report.read(report.line()) == report
    assert order.line().count(b"\n") == 1


def test_a_gpu_lifts_the_limit_on_what_a_process_reserves() -> None:
    order = Order([], "", {}, "", memory_bytes=5, cpu_s=0.2, pids=7, steps_to_user=3)
    assert order.process_limits()["memory_bytes"] == 5
    assert order.process_limits()["cpu_s"] == 1
    assert order.all_pids() == 10
    gpu = Order([], "", {}, "", memory_bytes=5, gpu=True)
    assert gpu.process_limits()["memory_bytes"] is None


def test_groups_in_one_tree() -> None:
    own = Hierarchy(Path("/sys/fs/cgroup/user.slice/my.scope"), unified=True)
    assert own_groups(UNIFIED, "0::/user.slice/my.scope\n") == {"memory": own, "pids": own}


def test_groups_in_trees_of_their_own_win() -> None:
    groups = own_groups(SEPARATE, "9:pids:/\n4:memory:/a/b\n2:cpu:/\n0::/\n")
    assert groups == {
        "memory": Hierarchy(Path("/sys/fs/cgroup/memory/a/b"), unified=False),
        "pids": Hierarchy(Path("/sys/fs/cgroup/pids"), unified=False),
    }


def test_there_may_be_no_groups_at_all() -> None:
    assert own_groups("22 21 0:20 / /proc rw - proc proc rw", "0::/\n") == {}


def test_descendants_are_found_whatever_session_they_are_in() -> None:
    script = "import os, time; os.fork() or os.setsid(); os.write(1, b'a\\n'); time.sleep(30)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline() == b"a\n"
        below = tree.descendants(process.pid)
        assert below == tree.at_depth(process.pid, 1)
        assert len(below) == 1
        assert tree.at_depth(process.pid, 0) == [process.pid]
        assert process.pid in tree.descendants(os.getpid())
        tree.send(9, [process.pid, *below])


def test_memory_that_is_shared_is_counted_once_where_it_matters() -> None:
    alone = "import os, time; os.fork() and time.sleep(60); "
    script = alone + "b = b'x' * 2**26; os.fork(); os.write(1, b'\\n'); time.sleep(30)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        both = tree.descendants(process.pid)
        assert census.resident_bytes(both) > 128 * MIB
        assert 64 * MIB < census.proportional_bytes(both) < 100 * MIB
        assert UsageWatch(110 * MIB, None).exceeded(process.pid) == ""
        assert UsageWatch(50 * MIB, None).exceeded(process.pid) == "memory-limit"
        assert UsageWatch(None, 1).exceeded(process.pid) == "process-limit"
        tree.send(9, [process.pid, *both])


def test_what_files_take_is_counted_not_what_they_claim(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "full").write_bytes(b"x" * MIB)
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(100 * MIB)
    os.symlink("/usr", tmp_path / "link")
    assert MIB <= disk_use([str(tmp_path)]).bytes < 2 * MIB
    assert disk_use([str(tmp_path / "missing")]) == DiskUse()


def test_files_without_a_name_are_counted_once(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file, open(os.dup(file.fileno()), "wb"):
        file.write(b"x" * MIB)
        file.flush()
        assert unlinked_bytes([os.getpid()], [str(tmp_path)]) == 0
        (tmp_path / "file").unlink()
        assert MIB <= unlinked_bytes([os.getpid()], [str(tmp_path)]) < 2 * MIB


def test_a_full_disk_wakes_the_supervisor() -> None:
    sizes = iter([5, 10, 11])
    wake = threading.Event()
    watch = DiskWatch(lambda: DiskUse(next(sizes)), 10, wake)
    assert wake.wait(10)
    assert watch.exceeded


@pytest.mark.parametrize("order", [b"", b"not json\n"])
def test_a_supervisor_without_an_order_ends(order: bytes, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(SUPERVISOR), str(tmp_path / "report")]
    done = subprocess.run(command, input=order, capture_output=True, timeout=30, check=False)
    assert done.returncode != 0
    assert not (tmp_path / "report").exists()
