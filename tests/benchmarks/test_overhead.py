from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks import overhead


@pytest.mark.parametrize(
    ("device", "wrong", "known"),
    [
        ("cpu", "cnn", ("'MLP'", "'CNN'", "'Keras MLP'", "'peers'")),
        ("cuda", "MLP", ("'transformer, 83 M parameters'",)),
        ("cuda", "peers", ("'transformer, 83 M parameters'",)),
    ],
)
def test_an_unknown_network_is_an_error_that_lists_those_of_the_device(
    device: str,
    wrong: str,
    known: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "overhead.json"
    with pytest.raises(SystemExit) as ended:
        overhead.main(["--device", device, "--only", wrong, "--out", str(out)])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert repr(wrong) in said
    assert all(name in said for name in known)
    assert not out.exists()


def test_a_known_name_is_measured_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def figures(comparison: overhead._Comparison) -> list[overhead.Figure]:
        asked.append(comparison._workload.name)
        return []

    monkeypatch.setattr(overhead._Comparison, "figures", figures)
    monkeypatch.setattr(overhead._Comparison, "_calibrated", lambda _: 100)
    overhead.main(["--only", "MLP", "--out", str(tmp_path / "overhead.json")])
    assert asked == ["MLP"]
