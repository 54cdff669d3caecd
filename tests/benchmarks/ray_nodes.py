"""The same trials on clusters of one, two and four Ray nodes, all of them on this machine.

Trainings that compute share the cores of the machine, so they gain no more than it has cores.
Trainings that only wait show what Ray and the watching cost, whatever the machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.compute.local_ray import local_ray

from seismograd.cancellation import Cancellation
from seismograd.compute.ray_cluster import RayCluster
from seismograd.compute.slots import Needs
from seismograd.compute.trial_setup import THREADS, TrialSetup
from seismograd.runs.entry import script_entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial
from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.selection import choose

COMPUTING = """
import torch

torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(512, 256)
model = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
for step in range(300):
    optimizer.zero_grad()
    loss = (model(x) - x[:, :1]).square().mean()
    loss.backward()
    optimizer.step()
print("loss", loss.item())
"""
WAITING = """
import time

for epoch in range(20):
    time.sleep(0.1)
    print("epoch", epoch, "loss", 1 / (epoch + 1))
"""
PROGRAMS = {"computing": COMPUTING, "waiting": WAITING}
NEEDS = Needs(256 * MIB, threads=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--trials", type=int, default=12)
    arguments = parser.parse_args()
    os.environ[THREADS] = "1"
    print(f"{os.cpu_count()} cores, {arguments.trials} trials")
    first: dict[str, float] = {}
    for nodes in arguments.nodes:
        with local_ray(nodes) as cluster:
            for kind, program in PROGRAMS.items():
                opening_s, trials_s = _measured(cluster.address, program, nodes, arguments.trials)
                ratio = first.setdefault(kind, trials_s) / trials_s
                print(
                    f"{nodes} nodes, {kind}: {trials_s:.1f} s for the trials, "
                    f"{ratio:.2f} times as fast, {opening_s:.1f} s before the first",
                    flush=True,
                )


def _measured(address: str, program: str, nodes: int, trials: int) -> tuple[float, float]:
    """Seconds until every node has run a trial, and seconds of the trials after that."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        setup = _setup(Path(folder), program)
        with (
            RayCluster(address, setup, NEEDS, nodes, Cancellation(), lambda line: None) as compute,
            ThreadPoolExecutor(compute.at_once) as pool,
        ):
            list(pool.map(compute.run, [Trial()] * nodes))
            opened = time.perf_counter()
            list(pool.map(compute.run, [Trial(shift_seeds=seed) for seed in range(trials)]))
            return opened - began, time.perf_counter() - opened


def _setup(folder: Path, program: str) -> TrialSetup:
    (folder / "pyproject.toml").write_text("")
    (folder / "train.py").write_text(program)
    plan = Plan(script_entry("train.py", folder), Path(sys.executable))
    packages = ("torch",) if "import torch" in program else ()
    return TrialSetup(plan, choose("process", folder), packages, 120.0)


if __name__ == "__main__":
    main()
