"""The program that refuses calls decides as it should, for processors that are not here as well."""

from __future__ import annotations

import errno
import stat
import struct

import pytest

from seismograd_sandbox.host.bubblewrap.seccomp import (
    ALLOW,
    ARCHITECTURES,
    CHANGING_MODES,
    FAMILIES,
    KILL,
    OPENAT2,
    OPENING,
    REFUSE,
    REFUSED,
    SOCKET,
    X32,
    seccomp_program,
)

EPERM, ENOSYS = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
READ_ONLY, CREATE, TEMPORARY = 0, 0o100, 0o20200000
MODES = {0o644: ALLOW, 0o1777: ALLOW, stat.S_IFREG | 0o644: ALLOW}
SET_ID_MODES = {0o4755: EPERM, 0o2755: EPERM, 0o6000: EPERM, stat.S_IFREG | 0o4755: EPERM}
machines = pytest.mark.parametrize("machine", ARCHITECTURES)


def decision(machine: str, number: int, *arguments: int, audit: int | None = None) -> int:
    """What the kernel would read from the program; a small part of its interpreter."""
    program = seccomp_program(machine)
    assert program is not None
    lines = list(struct.iter_unpack("<HBBI", program))
    known = ARCHITECTURES[machine].audit if audit is None else audit
    data = struct.pack("<iIQ6Q", number, known, 0, *arguments, *[0] * (6 - len(arguments)))
    value, line = 0, 0
    while True:
        operation, yes, no, constant = lines[line]
        line += 1
        match operation:
            case 0x06:
                return int(constant)
            case 0x20:
                (value,) = struct.unpack_from("<I", data, constant)
            case 0x15:
                line += yes if value == constant else no
            case 0x35:
                line += yes if value >= constant else no
            case 0x45:
                line += yes if value & constant else no
            case _:
                pytest.fail(f"operation {operation} is not known")


def column(machine: str) -> int:
    return ARCHITECTURES[machine].column


@machines
def test_refused_calls(machine: str) -> None:
    seen = {name: decision(machine, each[column(machine)] or 0) for name, each in REFUSED.items()}
    assert seen == dict.fromkeys(REFUSED, EPERM)


@machines
def test_all_other_calls_are_allowed(machine: str) -> None:
    place = column(machine)
    special = {each[place] for each in (*REFUSED.values(), SOCKET, OPENAT2)}
    others = set(range(600)) - special
    assert {number for number in others if decision(machine, number) != ALLOW} == set()


@machines
def test_programs_of_another_architecture_are_ended(machine: str) -> None:
    assert decision(machine, 0, audit=0x40000003) == KILL


def test_short_pointers_are_no_way_around() -> None:
    assert decision("x86_64", X32) == decision("x86_64", X32 | 41, 1) == EPERM


@machines
@pytest.mark.parametrize("name", CHANGING_MODES)
def test_rights_of_the_owner_are_given_to_no_file(machine: str, name: str) -> None:
    numbers, place = CHANGING_MODES[name]
    if (number := numbers[column(machine)]) is None:
        pytest.skip("there is no such call")
    for mode, wanted in (MODES | SET_ID_MODES).items():
        assert decision(machine, number, *[0] * place, mode) == wanted


@machines
@pytest.mark.parametrize("name", OPENING)
def test_rights_of_the_owner_are_given_to_no_new_file(machine: str, name: str) -> None:
    numbers, place = OPENING[name]
    if (number := numbers[column(machine)]) is None:
        pytest.skip("there is no such call")
    for mode, wanted in (MODES | SET_ID_MODES).items():
        assert decision(machine, number, *[0] * place, CREATE, mode) == wanted
        assert decision(machine, number, *[0] * place, TEMPORARY, mode) == wanted
        assert decision(machine, number, *[0] * place, READ_ONLY, mode) == ALLOW


@machines
def test_callers_of_what_cannot_be_looked_into_fall_back(machine: str) -> None:
    assert decision(machine, OPENAT2[column(machine)] or 0) == ENOSYS


@machines
def test_families_of_sockets(machine: str) -> None:
    number = SOCKET[column(machine)]
    assert number is not None
    allowed = {family for family in range(64) if decision(machine, number, family) == ALLOW}
    assert allowed == set(FAMILIES)


def test_other_processors_have_none() -> None:
    assert seccomp_program("riscv64") is None
