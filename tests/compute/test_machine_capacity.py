"""What a machine or a container has to give."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest

from seismograd.compute.machine_capacity import (
    free_memory,
    machine_capacity,
    usable_cpus,
    visible_gpus,
)


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def test_this_machine_has_something() -> None:
    found = machine_capacity(["0"])
    assert 1 <= found.cpus <= (os.cpu_count() or 1)
    assert found.memory_bytes > 0
    assert found.gpus == 1


def test_a_container_may_have_less_than_its_machine(tmp_path: Path) -> None:
    write(tmp_path, meminfo="MemTotal:  900 kB\nMemAvailable:  800 kB\n")
    assert free_memory(tmp_path, tmp_path) == 800 * 1024
    write(tmp_path, memory_max="500000\n", memory_current="100000\n")
    assert free_memory(tmp_path, tmp_path) == 400_000
    write(tmp_path, memory_current="600000\n")
    assert free_memory(tmp_path, tmp_path) == 0
    write(tmp_path, memory_max="max\n", cpu_max="50000 100000\n")
    assert free_memory(tmp_path, tmp_path) == 800 * 1024
    assert usable_cpus(tmp_path) == 1
    write(tmp_path, cpu_max="max 100000\n")
    assert usable_cpus(tmp_path) == len(os.sched_getaffinity(0))


def test_a_system_that_does_not_tell_is_no_obstacle(tmp_path: Path) -> None:
    assert free_memory(tmp_path, tmp_path) == math.inf


def test_gpus_that_the_user_hid_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "2, 3")
    assert visible_gpus(tmp_path) == ["2", "3"]
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert visible_gpus(tmp_path) == []
