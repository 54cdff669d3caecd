"""What else a program may do with its modules: all of it works as it does without a probe."""

from __future__ import annotations

import warnings
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import plain, watched

BEFORE = """
    import copy, io, pickle
    import torch
    from torch import nn
    import torch.nn.functional as F

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 6)
            self.second = nn.Linear(6, 2)
            self.drop = nn.Dropout(0.3)

        def forward(self, x):
            return self.second(self.drop(F.relu(self.first(x))))

    network = Network()
    optimizer = torch.optim.Adam(network.parameters())
    inputs = torch.randn(5, 4)

    def step(network=network):
        optimizer.zero_grad()
        loss = F.mse_loss(network(inputs), torch.zeros(5, 2))
        loss.backward()
        optimizer.step()
        return loss.item()

    step()
"""
AFTER = {
    "state": "result = [network.state_dict(), optimizer.state_dict(), vars(network).keys()]",
    "copies": "copied = copy.deepcopy(network)\nresult = [copied.state_dict(), step(copied)]",
    "optimiser copied": "result = copy.deepcopy(optimizer).state_dict()",
    "pickled": """
whole = io.BytesIO()
torch.save([network.state_dict(), nn.Linear(2, 2), F.mse_loss], whole)
pickle.loads(pickle.dumps([optimizer.state_dict(), F.cross_entropy, nn.utils.clip_grad_norm_]))
result = [len(whole.getvalue())]
""",
    "scripted": """
scripted = torch.jit.script(nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)))
loss = torch.jit.script(nn.CrossEntropyLoss())
function = torch.jit.script(F.mse_loss)
result = [step(scripted), loss(torch.ones(2, 3), torch.zeros(2, dtype=torch.long))]
result += [function(inputs, inputs + 1), type(function), len(function.code)]
""",
    "traced": """
with torch.no_grad():
    traced = torch.jit.trace(network.eval(), inputs)
import re
result = [re.sub("___torch_mangle_[0-9]+[.]", "", str(traced.graph)), step(traced)]
""",
    "symbolic": """
import torch.fx
whole = torch.fx.symbolic_trace(network.eval())
def loss(x, y):
    return F.mse_loss(x, y)
result = [whole.code, step(whole), torch.fx.symbolic_trace(loss).code]
""",
    "compiled": """
compiled = torch.compile(network, backend="aot_eager", fullgraph=True)
result = [step(compiled), step(compiled), network.state_dict()]
torch._dynamo.reset()
""",
    "compiled loss": """
@torch.compile(backend="eager", fullgraph=True)
def loss(x, y):
    return F.cross_entropy(network(x), y) + F.mse_loss(x, x)
for _ in range(2):
    loss(inputs, torch.zeros(5, dtype=torch.long)).backward()
    optimizer.step()
result = [network.state_dict()]
torch._dynamo.reset()
""",
    "compiled in place": """
network.compile(backend="eager")
result = [step(), step(), network.state_dict()]
torch._dynamo.reset()
""",
    "compiled step": """
optimizer.zero_grad()
network(inputs).sum().backward()
torch.compile(optimizer.step, backend="eager")()
result = [network.state_dict()]
torch._dynamo.reset()
""",
    "exported": """
program = torch.export.export(network.eval(), (inputs,))
result = [str(program.graph), step()]
""",
    "on no device": """
from torch._subclasses import FakeTensorMode
with FakeTensorMode():
    fake = nn.Linear(3, 2)(torch.randn(2, 3))
with torch.device("meta"):
    meta = nn.Linear(3, 2)
meta(torch.randn(4, 3, device="meta"))
lazy = nn.LazyLinear(3)
lazy(inputs)
result = [str(fake), step(), lazy.weight.shape]
""",
    "hooked": """
calls = []
network.first.register_forward_hook(lambda module, args, out: calls.append("forward") or out * 2)
network.first.register_full_backward_hook(lambda module, i, o: calls.append("backward"))
optimizer.register_step_pre_hook(lambda o, args, kwargs: calls.append(len(args)))
optimizer.register_step_post_hook(lambda o, args, kwargs: calls.append(sorted(kwargs)))
result = [step(), calls]
""",
    "failing": """
errors = []
for wrong in (torch.randn(5, 3), torch.randn(4)):
    try:
        network(wrong)
    except RuntimeError as error:
        errors.append(str(error))
for scores, labels in ((torch.randn(3, 2), torch.tensor([0, 1])), (torch.randn(3), None)):
    try:
        F.cross_entropy(scores, labels)
    except Exception as error:
        errors.append((type(error), str(error)))
try:
    loss = network(inputs).sum()
    loss.backward()
    loss.backward()
except RuntimeError as error:
    errors.append(str(error))
result = [errors, step()]
""",
}


@pytest.mark.parametrize("name", AFTER)
@pytest.mark.parametrize("probes", ["auto", "every-step"])
def test_works_as_before(tmp_path: Path, name: str, probes: str) -> None:
    source = dedent(BEFORE) + dedent(AFTER[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = _told(plain(tmp_path, source)["result"])
        seen = watched(tmp_path, source, probes=probes)
    assert _told(seen.names["result"]) == expected


def test_compiled_code_is_told_and_its_modules_are_not_hooked(tmp_path: Path) -> None:
    seen = watched(tmp_path, dedent(BEFORE) + dedent(AFTER["compiled"]), probes="every-step")
    (setting,) = seen.of_kind("setting")
    assert (setting["name"], setting["place"]) == ("compile", seen.place("torch.compile("))
    last = seen.of_kind("layers")[-1]["layers"][0]
    assert "grad" in last
    assert "activation" not in last
    assert len(seen.of_kind("step")) == 3


def test_warnings_come_from_the_line_that_caused_them(tmp_path: Path) -> None:
    source = """
    import torch
    import torch.nn.functional as F
    F.mse_loss(torch.zeros(3, 1), torch.zeros(3))  # broadcasts
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        seen = watched(tmp_path, source)
    assert [(Path(one.filename).name, one.lineno) for one in caught] == [
        ("train.py", seen.line("# broadcasts"))
    ]


def test_everything_is_put_back(tmp_path: Path) -> None:
    import torch
    from torch.optim import lr_scheduler
    from torch.utils.data import DataLoader, dataloader

    watched_names = [
        (torch.nn.Module, "__init__"),
        (torch.optim.Optimizer, "__init__"),
        (torch.autograd, "backward"),
        (torch.nn.functional, "cross_entropy"),
        (torch.nn.utils, "clip_grad_norm_"),
        (torch.amp.GradScaler, "step"),
        (DataLoader, "__iter__"),
        (dataloader._BaseDataLoaderIter, "__next__"),
        (lr_scheduler.LRScheduler, "step"),
        (torch, "compile"),
    ]
    before = [vars(owner)[name] for owner, name in watched_names]
    watched(tmp_path, "import torch\nduring = torch.nn.functional.cross_entropy")
    assert [vars(owner)[name] for owner, name in watched_names] == before
    assert not torch.nn.modules.module._has_any_global_hook()


def test_a_probe_that_fails_does_not_break_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seismograd_sandbox.guest.probes.torch_probe import losses, modules, report, window

    def fail(*arguments: Any, **options: Any) -> None:
        raise ValueError("what a mess")

    for owner, name in (
        (modules.Modules, "meet_layer"),
        (losses.Losses, "send"),
        (report.Report, "step"),
        (window.Window, "add"),
    ):
        monkeypatch.setattr(owner, name, fail)
    source = dedent(BEFORE) + "result = [step() for _ in range(10)]"
    expected = plain(tmp_path, source)["result"]
    seen = watched(tmp_path, source, probes="every-step", troubled=True)
    assert seen.names["result"] == expected
    assert 1 <= len(seen.of_kind("trouble")) <= 12


def _told(value: Any) -> Any:
    import torch

    if isinstance(value, torch.Tensor):
        return value.tolist() if value.device.type == "cpu" else str(value.shape)
    if isinstance(value, dict):
        return {str(name): _told(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_told(item) for item in value]
    return str(value)
