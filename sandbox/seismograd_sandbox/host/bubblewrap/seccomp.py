"""Calls of the kernel that are refused inside: no training needs them, and some reach the host.

The program is for the kernel's seccomp, in classic BPF. Where this machine's processor is not one
of `ARCHITECTURES` there is none, and the namespaces hold alone.
"""

from __future__ import annotations

import errno
import stat
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where the kernel puts them in what the program looks at."""
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X32 = 0x40000000
"""From this number on they are the same calls again, for programs with short pointers."""

SET_ID = stat.S_ISUID | stat.S_ISGID
CREATING = 0o100 | 0o20000000
"""`O_CREAT`, and `O_TMPFILE` without the bits that it shares with other flags."""
UNSPECIFIED, UNIX, INTERNET, INTERNET_6, NETLINK = 0, 1, 2, 10, 16
FAMILIES = (UNSPECIFIED, UNIX, INTERNET, INTERNET_6, NETLINK)
"""Of sockets: those that namespaces confine. By others a virtual machine talks to its host."""


@dataclass(frozen=True)
class Architecture:
    audit: int
    """The kernel's name for it, which tells its own programs from those of another one."""
    column: int
    """In the tables below."""
    has_x32: bool = False


ARCHITECTURES = {
    "x86_64": Architecture(0xC000003E, 0, has_x32=True),
    "aarch64": Architecture(0xC00000B7, 1),
}
Numbers = tuple[int | None, int | None]
"""Of a call, by architecture; None where there is no such call."""

REFUSED: dict[str, Numbers] = {
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "ptrace": (101, 117),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "open_by_handle_at": (304, 265),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "syslog": (103, 116),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
}
CHANGING_MODES: dict[str, tuple[Numbers, int]] = {
    "chmod": ((90, None), 1),
    "fchmod": ((91, 52), 1),
    "fchmodat": ((268, 53), 2),
    "fchmodat2": ((452, 452), 2),
    "creat": ((85, None), 1),
    "mknod": ((133, None), 1),
    "mknodat": ((259, 33), 2),
}
"""With the place of the mode among the arguments."""
OPENING: dict[str, tuple[Numbers, int]] = {"open": ((2, None), 1), "openat": ((257, 56), 2)}
"""With the place of the flags; the mode comes after them."""
SOCKET: Numbers = (41, 198)
OPENAT2: Numbers = (437, 437)
"""Its mode lies in memory, where no program can look: callers fall back to `openat`."""


@cache
def seccomp_program(machine: str) -> bytes | None:
    """What `bwrap --seccomp` reads; None for a processor whose calls are not known here."""
    known = ARCHITECTURES.get(machine)
    return None if known is None or sys.byteorder != "little" else _assembled(_lines(known))


Line = tuple[int, int, int | str, int]
"""Operation, value, how many lines are skipped where it holds (or `refuse`), and where not."""


def _lines(known: Architecture) -> list[Line]:
    lines: list[Line] = [
        (LOAD, ARCHITECTURE, 0, 0),
        (JUMP_EQUAL, known.audit, 1, 0),
        (RETURN, KILL, 0, 0),
        (LOAD, NUMBER, 0, 0),
    ]
    if known.has_x32:
        lines.append((JUMP_AT_LEAST, X32, "refuse", 0))
    for numbers, place in OPENING.values():
        lines += _for_call(numbers[known.column], _creation(place))
    for numbers, place in CHANGING_MODES.values():
        lines += _for_call(numbers[known.column], _mode(place))
    lines += _for_call(SOCKET[known.column], _families())
    lines += _for_call(OPENAT2[known.column], [(RETURN, REFUSE | errno.ENOSYS, 0, 0)])
    refused = (numbers[known.column] for numbers in REFUSED.values())
    lines += [(JUMP_EQUAL, number, "refuse", 0) for number in refused if number is not None]
    return [*lines, (RETURN, ALLOW, 0, 0)]


def _for_call(number: int | None, lines: list[Line]) -> list[Line]:
    return [] if number is None else [(JUMP_EQUAL, number, 0, len(lines)), *lines]


def _mode(place: int) -> list[Line]:
    return [_argument(place), (JUMP_ANY_BIT, SET_ID, "refuse", 0), (RETURN, ALLOW, 0, 0)]


def _creation(flags: int) -> list[Line]:
    """Without these flags the mode is whatever a register held."""
    return [
        _argument(flags),
        (JUMP_ANY_BIT, CREATING, 1, 0),
        (RETURN, ALLOW, 0, 0),
        *_mode(flags + 1),
    ]


def _families() -> list[Line]:
    tests: list[Line] = [
        (JUMP_EQUAL, family, len(FAMILIES) - index, 0) for index, family in enumerate(FAMILIES)
    ]
    ends: list[Line] = [(RETURN, REFUSE | errno.EAFNOSUPPORT, 0, 0), (RETURN, ALLOW, 0, 0)]
    return [_argument(0), *tests, *ends]


def _argument(place: int) -> Line:
    """The lower half: modes, flags and families have no other."""
    return LOAD, ARGUMENTS + 8 * place, 0, 0


def _assembled(lines: Iterable[Line]) -> bytes:
    """With the refusal as the last line, to which the others lead."""
    whole = [*lines, (RETURN, REFUSE | errno.EPERM, 0, 0)]
    last = len(whole) - 1
    return b"".join(
        struct.pack("<HBBI", operation, last - index - 1 if yes == "refuse" else yes, no, value)
        for index, (operation, value, yes, no) in enumerate(whole)
    )
