"""What every sandbox sees of the machine: programs, libraries, and nothing about anybody."""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path

from seismograd_sandbox.host.bubblewrap.mounts import Mounts

PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/gnu")
VENDORS = ("amdgpu*", "cuda*", "hpcx*", "intel*", "nvidia*", "rocm*")
"""In `/opt`, where anybody may have put anything: libraries for processors and GPUs alone."""
SETTINGS = (
    "OpenCL",
    "alternatives",
    "fonts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "localtime",
    "mime.types",
    "os-release",
    "pki/tls/certs",
    "protocols",
    "python3",
    "services",
    "ssl/certs",
    "ssl/openssl.cnf",
    "timezone",
    "vulkan",
)
HARDWARE = ("/sys/devices/system", "/sys/fs/cgroup")
"""Libraries ask how many cores there are, of what kind, and how many they may use."""
KEYS = ("keys", "key-users")
GPU_DEVICES = ("nvidia*", "dxg", "kfd", "dri")
GPU_HARDWARE = ("bus/pci", "class/drm", "class/kfd", "devices/pci*", "module/nvidia*")
HOST = "sandbox"


def add_system(mounts: Mounts) -> None:
    vendors = (place for pattern in VENDORS for place in sorted(Path("/opt").glob(pattern)))
    for place in (*map(Path, PROGRAMS), *vendors):
        if place.is_symlink():
            mounts.link(os.readlink(place), place)
        elif place.is_dir():
            mounts.read_only(place)
    for place in (*(Path("/etc", name) for name in SETTINGS), *map(Path, HARDWARE)):
        if place.exists():
            mounts.read_only(place)
    mounts.special("--proc", "/proc")
    for place in _root_only_files():
        mounts.hidden(place)
    mounts.special("--dev", "/dev")


@cache
def _root_only_files() -> list[Path]:
    """What only root may read of the machine, and the names of keys."""
    return [
        Path(entry.path)
        for entry in _kernel_entries()
        if not entry.is_dir() and (entry.name in KEYS or not entry.stat().st_mode & stat.S_IROTH)
    ]


@cache
def _kernel_entries() -> list[os.DirEntry[str]]:
    """What `/proc` holds about the machine rather than about a process."""
    with os.scandir("/proc") as entries:
        found = [entry for entry in entries if not (entry.name.isdecimal() or entry.is_symlink())]
    return sorted(found, key=lambda entry: entry.name)


def add_gpu(mounts: Mounts) -> None:
    _open_own_processes(mounts)
    for pattern in GPU_DEVICES:
        for device in sorted(Path("/dev").glob(pattern)):
            mounts.device(device)
    for pattern in GPU_HARDWARE:
        for place in sorted(Path("/sys").glob(pattern)):
            mounts.read_only(place)


def _open_own_processes(mounts: Mounts) -> None:
    """CUDA names its threads in `/proc/self/task` and does not start where it cannot."""
    mounts.leave_open("/proc")
    for entry in _kernel_entries():
        if Path(entry.path) not in _root_only_files():
            mounts.read_only(Path(entry.path))


def add_names(mounts: Mounts, folder: Path, user: int, group: int, home: str) -> None:
    """Names of the user and of this machine, without those of anybody else."""
    files = {
        "passwd": f"user:x:{user}:{group}:user:{home}:/bin/sh\n",
        "group": f"user:x:{group}:\n",
        "hosts": f"127.0.0.1 localhost {HOST}\n::1 localhost\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, "ascii")
        mounts.read_only(folder / name, f"/etc/{name}")
