"""On Windows a job holds all processes of a run together, and ends them with the supervisor."""

from __future__ import annotations

import ctypes
import sys

LIMIT_PROCESSES = 0x8
LIMIT_MEMORY = 0x200
END_WHEN_CLOSED = 0x2000
EXTENDED_LIMITS = 9


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("per_process_time", ctypes.c_int64),
        ("per_job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("smallest_working_set", ctypes.c_size_t),
        ("largest_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class _Limits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("input_output", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def join_a_job(memory_bytes: int | None, processes: int | None) -> None:
    """Put this process into a new job; its children are born into it, and end when it ends."""
    if sys.platform != "win32":
        return
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = _limits(memory_bytes, processes)
    place, size = ctypes.byref(limits), ctypes.sizeof(limits)
    if not (
        kernel.SetInformationJobObject(job, EXTENDED_LIMITS, place, size)
        and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
    ):
        raise ctypes.WinError(ctypes.get_last_error())


def _limits(memory_bytes: int | None, processes: int | None) -> _Limits:
    limits = _Limits()
    limits.basic.flags = END_WHEN_CLOSED
    if memory_bytes is not None:
        limits.basic.flags |= LIMIT_MEMORY
        limits.job_memory = memory_bytes
    if processes is not None:
        limits.basic.flags |= LIMIT_PROCESSES
        limits.basic.processes = processes + 1
    return limits
