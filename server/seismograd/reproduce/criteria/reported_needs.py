"""What it takes to see a bug, by the words of the report."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.derive.clauses import Where, clauses_of
from seismograd.reproduce.criteria.need import Need, NeedKind
from seismograd.reproduce.report.bug_report import BugReport

MOST_CLAUSES = 400
_CUDA_ERROR = re.compile(
    r"\bCUDA (?:error|out of memory|kernel)|\bCUBLAS_|\bCUDNN_|\bcuDNN error|\bNCCL\b|"
    r"device-side assert|\bcuda:\d|\bcuda device|"
    r"cuda\.\w*(?:FloatTensor|HalfTensor|LongTensor)|illegal memory access",
    re.I,
)
_ACCELERATOR = r"(?:gpus?|cuda|mps|tpus?|--device[= ]cuda|a100|h100|v100|rtx ?\d+\w*)\b"
_RIGHT = r"(?:works?|fine|ok|okay|right|correct|good|no (?:problem|issue|error)s?|as expected)\b"
_ON_CPU = r"\bon (?:the |my |a |any )?cpu\b"
_ON_GPU_ONLY = re.compile(
    rf"\bonly (?:\w+ ){{0,4}}(?:on|with|under|for|using) (?:an? |the |my )?`?{_ACCELERATOR}|"
    rf"\b{_RIGHT}.{{0,20}}{_ON_CPU}|{_ON_CPU}.{{0,30}}\b{_RIGHT}|"
    rf"\bcpu\b.{{0,15}}\b(?:is|are|works?|looks?|gives?|results?)\b.{{0,15}}\b{_RIGHT}|"
    rf"(?:\bnever|\bnot|n't) (?:\w+ ){{0,3}}(?<!only )on (?:the |my |a )?cpu\b|"
    rf"{_ON_CPU}.{{0,20}}\b(?:not|n't|never|cannot|can't)\b.{{0,20}}\b(?:reproduc|happen|see|occur)|"
    rf"\bwithout (?:an? |any )?(?:gpu|cuda)\b.{{0,40}}\b{_RIGHT}|"
    r"(?:\b(?:not|fine|gone|disappears?|away)\b|n't).{0,30}\bCUDA_VISIBLE_DEVICES=|"
    r"\bCUDA_VISIBLE_DEVICES=\S*.{0,30}\b(?:fine|gone|disappears?|away|works?)\b|"
    r"\btorch\.cuda\.(?:synchronize|[Ss]tream|Event|graph|CUDAGraph)\b|\btriton\b.{0,20}\bkernel",
    re.I,
)
_ANYWHERE = re.compile(
    r"\b(?:also|same|too|even|likewise)\b.{0,20}\bcpu\b|"
    r"\bcpu\b.{0,25}\b(?:as well|too|also|likewise|same)\b|\bboth devices\b|"
    r"\b(?:not|n't) depend on the device|\b(?:any|whatever|which) device\b",
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
