"""What a reproduction needs that is not here: a GPU, data, a package, a cluster."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.seen_failure import SeenFailure, failures
from seismograd.reproduce.criteria.derive.clauses import Where, clauses_of
from seismograd.reproduce.criteria.matching.names import same_file
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.bug_report import BugReport


class NeedKind(StrEnum):
    """As the JSON of a reproduction has them."""

    GPU = "gpu"
    DATA = "data"
    PACKAGE = "package"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True)
class Need:
    kind: NeedKind
    missing: str
    """What exactly, in words for people."""


_ACCELERATORS = {"cuda", "xpu", "mps", "gpu", "tpu"}


_NO_GPU = re.compile(
    r"not compiled with CUDA enabled|No CUDA GPUs are available|Found no NVIDIA driver|"
    r"CUDA driver version is insufficient|no CUDA-capable device|Invalid device string: 'cuda|"
    r"deserialize object on a CUDA device|No HIP GPUs|libcuda(?:rt)?\.so|"
    r"ProcessGroupNCCL is only|CUDA is not available|requires CUDA support|"
    r"invalid argument to exchangeDevice|requires (?:a |an )?(?:NVIDIA )?GPU|"
    r"only supported (?:on|with) (?:CUDA|GPU)",
    re.I,
)
_NO_GROUP = re.compile(
    r"environment variable (?:RANK|WORLD_SIZE|MASTER_ADDR|MASTER_PORT) expected|"
    r"process group has not been initialized|The client socket has (?:failed|timed out)",
    re.I,
)
_NO_MODULE = re.compile(r"No module named '([\w.]{1,120})'")
_WANTS_PACKAGE = re.compile(
    r"(?:pip|conda) install (?:-U |--upgrade )?['\"`]?([A-Za-z][\w.-]{0,60})|"
    r"requires (?:the )?['\"`]?([A-Za-z][\w-]{1,60})['\"`]? (?:library|package|module)|"
    r"['\"`]?([A-Za-z][\w-]{1,60})['\"`]? is not installed",
    re.I,
)
_NO_FILE = re.compile(
    r"No such file or directory: ['\"]?([^'\"\n]{1,300})|File not found: (\S{1,300})", re.I
)
_NO_DATA = re.compile(
    r"Dataset not found|download=True|couldn't (?:reach|connect to|find)|"
    r"could not (?:resolve|download)|offline mode is enabled|Max retries exceeded|"
    r"Name or service not known|Network is unreachable|Temporary failure in name resolution|"
    r"Failed to download|Connection (?:refused|error)|"
    r"is not a local folder and is not a valid model identifier",
    re.I,
)
_NETWORK_ERRORS = (
    "URLError",
    "HTTPError",
    "gaierror",
    "ConnectionError",
    "ConnectTimeout",
    "MaxRetryError",
    "LocalEntryNotFoundError",
    "OfflineModeIsEnabled",
)


def needs(
    report: BugReport,
    observation: Observation | None = None,
    *,
    has_gpu: bool = False,
    project_modules: Collection[str] = (),
) -> tuple[Need, ...]:
    """What is missing, once a kind: what a run said is surer than what the report does.

    `project_modules` are the importable names of the project, for a module of its own that cannot
    be imported is no package to install.
    """
    gpu = _has_gpu(observation, asked_for=has_gpu)
    found: dict[NeedKind, Need] = {}
    seen = _seen(report, observation, project_modules) if observation else iter(())
    for need in (*seen, *reported_needs(report)):
        if not (gpu and need.kind is NeedKind.GPU):
            found.setdefault(need.kind, need)
    return tuple(found.values())


def lacks_gpu(observation: Observation) -> bool:
    """Whether a run wanted a GPU and had none."""
    return any(says_no_gpu(f"{one.type}: {one.message}") for one in failures(observation))


def says_no_gpu(text: str) -> bool:
    return _NO_GPU.search(text) is not None


def _has_gpu(observation: Observation | None, *, asked_for: bool) -> bool:
    """One that was asked for may not be there: then a run says so."""
    if observation is None:
        return asked_for
    return not lacks_gpu(observation) and (asked_for or _has_accelerator(observation))


def _seen(
    report: BugReport, observation: Observation, project_modules: Collection[str]
) -> Iterator[Need]:
    for failure in failures(observation):
        text = f"{failure.type}: {failure.message}"
        if says_no_gpu(text):
            yield Need(NeedKind.GPU, f"a GPU with CUDA: {shortened(text, 160)}")
        if _NO_GROUP.search(text):
            yield Need(NeedKind.CLUSTER, f"several processes: {shortened(text, 160)}")
        if _is_the_scripts(failure, observation.script) and not _mentions(report, failure):
            continue
        yield from _packages(failure, project_modules)
        yield from _data(failure)


def _packages(failure: SeenFailure, project_modules: Collection[str]) -> Iterator[Need]:
    """Only an import that failed: other errors mention packages in passing."""
    if not failure.type.endswith(("ImportError", "ModuleNotFoundError")):
        return
    own = {name.partition(".")[0] for name in project_modules}
    missing = _NO_MODULE.search(failure.message)
    if missing:
        package = missing[1].partition(".")[0]
        if package not in own:
            yield Need(NeedKind.PACKAGE, package)
        return
    wanted = _WANTS_PACKAGE.search(failure.message)
    if wanted:
        yield Need(NeedKind.PACKAGE, wanted[1] or wanted[2] or wanted[3])


def _data(failure: SeenFailure) -> Iterator[Need]:
    missing = _NO_FILE.search(failure.message)
    if failure.type.endswith("FileNotFoundError") and missing:
        yield Need(NeedKind.DATA, f"the file {missing[1] or missing[2]}")
    elif failure.type.endswith(_NETWORK_ERRORS) or _NO_DATA.search(failure.message):
        yield Need(NeedKind.DATA, f"a download: {shortened(str(failure), 160)}")


def _is_the_scripts(failure: SeenFailure, script: str) -> bool:
    """Whether the script itself asked for what is missing: that may be an invention of its own."""
    frames = [frame for frame in failure.frames if not frame.file.startswith("<frozen")]
    return bool(script and frames) and same_file(frames[-1].file, script)


def _mentions(report: BugReport, failure: SeenFailure) -> bool:
    """Whether the report speaks of the module or file that is missing."""
    match = _NO_MODULE.search(failure.message) or _NO_FILE.search(failure.message)
    name = (match[1] or "").strip() if match else ""
    return bool(name) and name in report.text


def _has_accelerator(observation: Observation) -> bool:
    return any((device.type or "") in _ACCELERATORS for device in observation.told.devices)


MOST_CLAUSES = 400
_CUDA_ERROR = re.compile(
    r"\bCUDA (?:error|out of memory|kernel)|\bCUBLAS_|\bCUDNN_|\bcuDNN error|\bNCCL\b|"
    r"device-side assert|\bcuda:\d|\bcuda device|"
    r"cuda\.\w*(?:FloatTensor|HalfTensor|LongTensor)|illegal memory access",
    re.I,
)
_RIGHT = r"(?:works?|fine|ok|okay|right|correct|good)\b"
_ON_CPU = r"\bon (?:the |my |a |any )?cpu\b"
_ON_GPU_ONLY = re.compile(
    r"\bonly (?:\w+ ){0,4}(?:on|with|under|using) (?:an? |the |my )?`?(?:gpus?|cuda|mps|tpus?)\b|"
    rf"\b{_RIGHT}.{{0,20}}{_ON_CPU}|{_ON_CPU}.{{0,30}}\b{_RIGHT}|"
    rf"\bcpu (?:is|are|works?|looks?|gives?)\b.{{0,15}}\b{_RIGHT}|"
    rf"(?:\bnever|\bnot|n't) (?:\w+ ){{0,3}}(?<!only ){_ON_CPU}|"
    rf"{_ON_CPU}.{{0,20}}(?:\b(?:not|never|cannot)|n't)\b.{{0,20}}\b(?:reproduc|happen|see|occur)",
    re.I,
)
_ANYWHERE = re.compile(
    r"\b(?:also|same|too|even|likewise)\b.{0,20}\bcpu\b|"
    r"\bcpu\b.{0,25}\b(?:as well|too|also|likewise|same)\b|\b(?:any|whatever|which) device\b",
    re.I,
)
_SEVERAL_GPUS = re.compile(
    r"\b(?:multi-?|multiple |several |two |four |eight |[2-9] ?x? ?)gpus?\b", re.I
)
_NODES = re.compile(
    r"\bmulti-?node\b|\b(?:multiple|several|two|across) (?:nodes|machines|hosts)\b|"
    r"--nnodes[= ][2-9]|\b[2-9] nodes\b|\bslurm\b",
    re.I,
)


def reported_needs(report: BugReport) -> Iterator[Need]:
    for trace in report.tracebacks:
        if _CUDA_ERROR.search(trace.message[:2_000]) or "cuda" in trace.exception.lower():
            yield Need(NeedKind.GPU, f"a GPU: the report has {shortened(trace.message, 160)}")
    clauses = [c for c in clauses_of(report)[:MOST_CLAUSES] if c.where is not Where.EXPECTED]
    anywhere = any(_ANYWHERE.search(clause.text) for clause in clauses)
    for clause in clauses:
        yield from _said(clause.text, anywhere)


def _said(text: str, anywhere: bool) -> Iterator[Need]:
    said = shortened(text, 160)
    if _NODES.search(text):
        yield Need(NeedKind.CLUSTER, f"several machines: {said}")
    if _SEVERAL_GPUS.search(text):
        yield Need(NeedKind.GPU, f"several GPUs: {said}")
    is_of_gpu = _CUDA_ERROR.search(text) or (not anywhere and _ON_GPU_ONLY.search(text))
    if is_of_gpu:
        yield Need(NeedKind.GPU, f"a GPU: {said}")
