"""Packages of conda by the names and versions that pip knows."""

from __future__ import annotations

import re

NOT_FOR_PIP = frozenset(
    {
        "_libgcc_mutex",
        "_openmp_mutex",
        "cpuonly",
        "cuda",
        "cuda-toolkit",
        "cudatoolkit",
        "cudnn",
        "ffmpeg",
        "libgcc-ng",
        "libstdcxx-ng",
        "mkl",
        "nodejs",
        "openssl",
        "pip",
        "python",
        "pytorch-cuda",
        "pytorch-mutex",
    }
)
OTHERWISE_NAMED = {
    "graphviz-python": "graphviz",
    "matplotlib-base": "matplotlib",
    "msgpack-python": "msgpack",
    "opencv": "opencv-python-headless",
    "py-opencv": "opencv-python-headless",
    "py-xgboost": "xgboost",
    "pytables": "tables",
    "pytorch": "torch",
    "pytorch-cpu": "torch",
    "pytorch-gpu": "torch",
    "tensorflow-base": "tensorflow",
    "tensorflow-cpu": "tensorflow",
    "tensorflow-gpu": "tensorflow",
}

_SPECIFICATION = re.compile(r"(?:[\w./-]+::)?([\w.-]+)\s*(.*)")


def pip_line(specification: str) -> str | None:
    """`numpy=1.26` as `numpy==1.26.*`; None for what is no Python package."""
    match = _SPECIFICATION.fullmatch(specification.strip())
    if match is None or match[1].lower() in NOT_FOR_PIP:
        return None
    name = OTHERWISE_NAMED.get(match[1].lower(), match[1])
    return name + _version(match[2].strip())


def _version(wish: str) -> str:
    exact = re.fullmatch(r"(={1,2})\s*([\w.*]+)(?:=[\w.*]+)?", wish)
    if exact is None:
        return wish.replace(" ", "") if wish[:1] in "<>!~" else ""
    equals, version = exact[1], exact[2]
    is_family = equals == "=" and not version.endswith("*") and version.count(".") < 2
    return f"=={version}.*" if is_family else f"=={version}"
