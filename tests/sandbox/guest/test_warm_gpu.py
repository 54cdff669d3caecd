"""What is loaded ahead must not start a GPU: a forked child could not use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd_sandbox.guest import warm


@pytest.mark.parametrize(
    ("name", "has_gpu", "devices", "expected"),
    [
        ("keras", True, None, True),
        ("keras", True, "0", True),
        ("keras", True, "", False),
        ("keras", False, None, False),
        ("torch.nn", True, None, False),
    ],
)
def test_keras_is_not_loaded_ahead_where_a_gpu_is_seen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    has_gpu: bool,
    devices: str | None,
    expected: bool,
) -> None:
    device = tmp_path / "device"
    if has_gpu:
        device.touch()
    monkeypatch.setattr(warm, "GPU", str(device))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if devices is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", devices)
    assert warm._may_start_gpu(name) is expected
