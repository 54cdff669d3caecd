"""What is missing for a reproduction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seismograd.reproduce.criteria.needs import Need, NeedKind, needs
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.bug_report import ReportedTraceback
from tests.reproduce.criteria.observations import on_device, raised
from tests.reproduce.criteria.reports import report

PLAIN = report("Loss is NaN")
PROJECT = ("data.py", "load")


def _kinds(found: tuple[Need, ...]) -> list[str]:
    return [need.kind.value for need in found]


@pytest.mark.parametrize(
    ("run", "kind", "missing"),
    [
        (raised("AssertionError", "Torch not compiled with CUDA enabled", PROJECT), "gpu", "CUDA"),
        (raised("RuntimeError", "No CUDA GPUs are available", PROJECT), "gpu", "No CUDA GPUs"),
        (
            raised("ModuleNotFoundError", "No module named 'timm.models'", PROJECT),
            "package",
            "timm",
        ),
        (
            raised("ImportError", "Using this needs it: pip install sentencepiece", PROJECT),
            "package",
            "sentencepiece",
        ),
        (
            raised(
                "FileNotFoundError", "[Errno 2] No such file or directory: 'data/x.csv'", PROJECT
            ),
            "data",
            "data/x.csv",
        ),
        (
            raised("RuntimeError", "Dataset not found. You can use download=True", PROJECT),
            "data",
            "",
        ),
        (
            raised("urllib.error.URLError", "<urlopen error timed out>", PROJECT),
            "data",
            "timed out",
        ),
        (
            raised("ValueError", "environment variable RANK expected, but not set", PROJECT),
            "cluster",
            "RANK",
        ),
    ],
)
def test_a_run_tells_what_it_lacks(run: Observation, kind: str, missing: str) -> None:
    (need,) = needs(PLAIN, run)
    assert need.kind.value == kind
    assert missing in need.missing


def test_a_module_of_the_project_is_no_package() -> None:
    run = raised("ModuleNotFoundError", "No module named 'net.heads'", PROJECT)
    assert needs(PLAIN, run, project_modules=["net.model", "net"]) == ()


def test_what_the_script_made_up_is_no_need() -> None:
    run = raised("ModuleNotFoundError", "No module named 'invented'")
    assert needs(PLAIN, run) == ()
    named = report("Import fails", "It wants `invented` to be there.")
    assert needs(named, run) == (Need(NeedKind.PACKAGE, "invented"),)


@pytest.mark.parametrize(
    "message",
    [
        "CUDA error: device-side assert triggered",
        "Expected all tensors to be on the same device, but found two devices, cuda:0 and cpu!",
        "CUDA out of memory. Tried to allocate 20.00 MiB",
        "cuDNN error: CUDNN_STATUS_EXECUTION_FAILED",
    ],
)
def test_errors_of_cuda_need_a_gpu_where_there_is_none(message: str) -> None:
    trace = ReportedTraceback((), "RuntimeError", message)
    told = replace(PLAIN, tracebacks=(trace,))
    assert _kinds(needs(told)) == ["gpu"]
    assert needs(told, has_gpu=True) == ()
    assert needs(told, on_device("cuda", raised("ValueError", "x", PROJECT))) == ()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("It hangs in multi-node training", ["cluster"]),
        ("It hangs with --nnodes=2 under slurm", ["cluster"]),
        ("Loss differs on multiple GPUs", ["gpu"]),
        ("It only happens on GPU", ["gpu"]),
        ("It works on CPU", ["gpu"]),
        ("NaN on the GPU, CPU is OK", ["gpu"]),
        ("It happens only when I train on cuda, not on cpu", ["gpu"]),
        ("On CPU it is not reproducible, with CUDA it happens in each run", ["gpu"]),
        ("The mps backend gives wrong results, cpu is correct", ["gpu"]),
        ("It happens on CPU and on GPU", []),
        ("First seen on a CUDA box, but the CPU shows it as well", []),
        ("It does not depend on the device", []),
        ("I have no GPU here", []),
        ("I train on an RTX 3090, the loss does not fall", []),
        ("Graph nodes are duplicated", []),
        ("The data is wrong and a package is mentioned", []),
    ],
)
def test_words_tell_hardware_and_nothing_else(text: str, kinds: list[str]) -> None:
    assert _kinds(needs(report("A bug", text))) == kinds


def test_each_kind_is_told_once_and_the_run_first() -> None:
    trace = ReportedTraceback((), "RuntimeError", "CUDA error: out of memory")
    told = replace(report("It hangs on two nodes"), tracebacks=(trace,))
    found = needs(told, raised("RuntimeError", "Found no NVIDIA driver on your system", PROJECT))
    assert _kinds(found) == ["gpu", "cluster"]
    assert "NVIDIA" in found[0].missing


def test_a_gpu_that_was_asked_for_may_not_be_there() -> None:
    trace = ReportedTraceback((), "RuntimeError", "CUDA error: device-side assert triggered")
    told = replace(PLAIN, tracebacks=(trace,))
    run = raised("RuntimeError", "No CUDA GPUs are available", PROJECT)
    assert _kinds(needs(told, run, has_gpu=True)) == ["gpu"]


@pytest.mark.parametrize(
    "message",
    [
        "No CUDA GPUs are available",
        "Torch not compiled with CUDA enabled",
        "torch.cuda.Stream requires CUDA support",
        "invalid argument to exchangeDevice",
    ],
)
def test_there_are_many_ways_to_say_that_no_gpu_is_here(message: str) -> None:
    assert _kinds(needs(PLAIN, raised("RuntimeError", message, PROJECT))) == ["gpu"]
