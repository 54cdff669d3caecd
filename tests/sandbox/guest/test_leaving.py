from __future__ import annotations

import traceback
from typing import Any

import pytest

from seismograd_sandbox.guest import leaving
from seismograd_sandbox.guest.endings import ending_of, exit_status
from seismograd_sandbox.host.sandbox import guest_folder

PROBE = str(guest_folder() / "probes" / "made_up.py")


def through_a_probe(call: Any) -> Any:
    """Call something with a frame in between that looks like one of a probe's."""
    names: dict[str, Any] = {"call": call}
    exec(compile("def between():\n    return call()\n", PROBE, "exec"), names)
    return names["between"]()


def fail() -> None:
    raise KeyError("deep")


def fail_again() -> None:
    try:
        through_a_probe(fail)
    except KeyError as error:
        raise ValueError("shallow") from error


def shown(call: Any, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever it is
        through_a_probe(call)
    assert PROBE in "".join(traceback.format_exception(caught.value))
    leaving.show_like_interpreter(caught.value)
    return capsys.readouterr().err


def test_no_frame_of_ours_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(fail_again, capsys)
    assert "KeyError: 'deep'" in text
    assert "ValueError: shallow" in text
    assert "in fail\n" in text
    assert PROBE not in text


def test_nor_in_the_members_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    def fail_together() -> None:
        try:
            through_a_probe(fail)
        except KeyError as error:
            raise ExceptionGroup("several", [error]) from None

    assert PROBE not in shown(fail_together, capsys)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (None, 0),
        (0, 0),
        (3, 3),
        (-1, 255),
        (256, 0),
        (True, 1),
        ("words", 1),
        ((1, 2), 1),
        (1.0, 1),
        (2**80, 255),
    ],
)
def test_what_becomes_of_the_argument_of_exit(code: Any, status: int) -> None:
    assert exit_status(code) == status
    assert ending_of(SystemExit(code)).exit_code == status
