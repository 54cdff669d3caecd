"""A container that the engine does not let go at once."""

from __future__ import annotations

from typing import Any

import pytest

from seismograd_sandbox.host.docker_engine import reaping
from tests import parts

parts.module("docker")

from docker.errors import APIError, NotFound  # noqa: E402


class Refusing:
    """An engine that is busy with a container a few times."""

    def __init__(self, *answers: Exception | None) -> None:
        self.answers = list(answers)

    def remove_container(self, _identity: str, **_options: Any) -> None:
        answer = self.answers.pop(0)
        if answer is not None:
            raise answer


BUSY = APIError("could not kill: it is being restored")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaping, "PAUSES_S", (0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("answers", "removed"),
    [
        ([None], True),
        ([BUSY, BUSY, None], True),
        ([BUSY, NotFound("no such container")], False),
        ([BUSY, BUSY, BUSY], False),
    ],
)
def test_it_is_tried_again_until_the_container_is_gone(
    answers: list[Exception | None], removed: bool
) -> None:
    engine = Refusing(*answers)
    assert reaping.remove_container(engine, "0883f525721d") is removed  # type: ignore[arg-type]
    assert engine.answers == []
