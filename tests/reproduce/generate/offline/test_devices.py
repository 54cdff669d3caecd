"""Code that names a device: shown on the meta device, with the CPU for a control."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.repairs.other_devices import change_devices
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.test_crashes import POSITIONS

CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")
LACKS_GPU = "Torch not compiled with CUDA enabled"
TWO_DEVICES = "Tensor on device cpu is not on the expected device meta!"
SWITCH = [("DEVICE", "'meta'", "'cpu'")]


def failed(message: str) -> Observation:
    told = replace(TraceSummary(), exception=Raised(type="RuntimeError", message=message))
    return Observation(Ending.EXITED, 1, "", "", told)


def changed(
    root: Path, *exercise: str, seen: Observation, rung: Rung = Rung.DRY_RUN
) -> list[Draft]:
    draft = Draft("Run it.", exercise=exercise, seed="snippet")
    attempt = Attempt(Candidate("", "offline", ""), rung, "", seen)
    return list(change_devices(POSITIONS.case(root), draft, attempt))


def switches(draft: Draft) -> list[tuple[str, str, str]]:
    return [(one.name, one.trigger, one.control) for one in draft.switches]


def test_what_shows_it_on_the_meta_device_has_the_cpu_for_a_control(tmp_path: Path) -> None:
    seen = failed(TWO_DEVICES)
    (found,) = changed(tmp_path, "Coder().to('meta')", seen=seen, rung=Rung.PROVENANCE)
    assert switches(found) == SWITCH
    assert found.exercise == ("Coder().to(DEVICE)",)


@pytest.mark.parametrize(
    ("statement", "meant"),
    [
        ("x = torch.ones(2).cuda()", "x = torch.ones(2).to(DEVICE)"),
        ("x = torch.ones(2, device='cuda:0')", "x = torch.ones(2, device=DEVICE)"),
        ("model.to(torch.device('mps'))", "model.to(torch.device(DEVICE))"),
    ],
)
def test_an_accelerator_that_is_not_here_is_another_device(
    statement: str, meant: str, tmp_path: Path
) -> None:
    (found,) = changed(tmp_path, statement, seen=failed(LACKS_GPU))
    assert found.exercise == (meant,)
    assert switches(found) == SWITCH


def test_whatever_would_be_available_is_not_waited_for(tmp_path: Path) -> None:
    statement = "device = 'cuda' if torch.cuda.is_available() else 'cpu'"
    (found,) = changed(tmp_path, statement, seen=CLEAN)
    assert found.exercise == ("device = DEVICE",)


def test_other_failures_say_nothing_about_devices(tmp_path: Path) -> None:
    on_meta = "Coder().to('meta')"
    other = failed("Cannot copy out of meta tensor; no data!")
    assert changed(tmp_path, on_meta, seen=other, rung=Rung.PROVENANCE) == []
    assert changed(tmp_path, "Coder()", seen=failed(TWO_DEVICES), rung=Rung.PROVENANCE) == []
    assert changed(tmp_path, "Coder().cuda()", seen=failed("shapes do not match")) == []
