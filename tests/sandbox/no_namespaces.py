"""As on a machine that grants no namespaces to its users."""

from __future__ import annotations

import pytest

from seismograd_sandbox.host import process


class RefusedTrial:
    def succeeded(self) -> bool:
        return False


def refuse_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "namespace_trial", RefusedTrial)
