"""Addresses where no Ray cluster answers get one line, and soon."""

from __future__ import annotations

import socket
import time

import pytest

from seismograd.compute import ray_connection
from seismograd.compute.compute import ComputeUnavailable
from seismograd.compute.ray_connection import require_cluster
from tests import parts

SOON_S = 20.0


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(ray_connection, "import_module", missing)
    with pytest.raises(ComputeUnavailable, match=r"pip install 'seismograd\[ray\]'"):
        require_cluster("127.0.0.1:6379")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "write HOST:PORT, ray://HOST:PORT or auto"),
        ("local", "write HOST:PORT"),
        ("127.0.0.1:99999", "no Ray cluster answers at 127.0.0.1:99999"),
        ("no-such-host.invalid:6379", "no Ray cluster answers at no-such-host.invalid:6379"),
        ("127.0.0.1:1", "Connection refused"),
        ("ray://127.0.0.1:1", "Connection refused"),
    ],
)
def test_a_dead_address_is_one_line(address: str, said: str) -> None:
    parts.module("ray")
    with pytest.raises(ComputeUnavailable) as raised:
        require_cluster(address)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_something_else_that_listens_is_not_waited_for() -> None:
    parts.module("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        started = time.monotonic()
        with pytest.raises(ComputeUnavailable, match="no answer within"):
            require_cluster(address)
    assert time.monotonic() - started < SOON_S
