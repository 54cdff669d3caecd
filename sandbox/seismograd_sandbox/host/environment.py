"""The variables that a run gets: a short list, never what the owner happens to have."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from seismograd_sandbox.secret_names import may_be_secret

INHERITED = frozenset(
    {
        "CONDA_PREFIX",
        "CUBLAS_WORKSPACE_CONFIG",
        "LANG",
        "LANGUAGE",
        "LD_LIBRARY_PATH",
        "NUMEXPR_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "PYTHONDEVMODE",
        "PYTHONFAULTHANDLER",
        "PYTHONHASHSEED",
        "PYTHONINTMAXSTRDIGITS",
        "PYTHONIOENCODING",
        "PYTHONMALLOC",
        "PYTHONNOUSERSITE",
        "PYTHONOPTIMIZE",
        "PYTHONSAFEPATH",
        "PYTHONTRACEMALLOC",
        "PYTHONUNBUFFERED",
        "PYTHONUTF8",
        "PYTHONWARNINGS",
        "PYTHON_GIL",
        "PYTHON_JIT",
        "TZ",
        "VIRTUAL_ENV",
    }
)
"""They change where libraries are found and how they compute, and say nothing about anybody.

PYTHONPATH is not here: whoever starts a run has to say where its folders are inside.
"""

# Not TF_ as a whole: other tools keep secrets under it.
INHERITED_FAMILIES = (
    "CUDA_",
    "CUDNN_",
    "HIP_",
    "JAX_",
    "KERAS_",
    "KMP_",
    "LC_",
    "MKL_",
    "NCCL_",
    "NVIDIA_",
    "OMP_",
    "PYTORCH_",
    "ROCR_",
    "TF_CPP_",
    "TF_CUDNN_",
    "TF_DETERMINISTIC_",
    "TF_ENABLE_",
    "TF_FORCE_",
    "TF_GPU_",
    "TF_NUM_",
    "TF_USE_",
    "TF_XLA_",
    "TORCH_",
    "XLA_",
)
WINDOWS_NEEDS = frozenset(
    {
        "COMSPEC",
        "NUMBER_OF_PROCESSORS",
        "OS",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "WINDIR",
    }
)
SYSTEM_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin")

_SECRET = re.compile(r"API|AUTH|CREDENTIAL|KEY|PASS|SECRET|TOKEN", re.IGNORECASE)


def scrubbed_environment(
    owner: Mapping[str, str],
    *,
    home: str,
    temporary: str,
    python: str,
    wanted: Mapping[str, str],
) -> dict[str, str]:
    """What is harmless of the owner's, private folders, and what was asked for by name."""
    kept = harmless_variables(owner)
    private = {
        "HOME": home,
        "PATH": os.pathsep.join(_search_path(owner, python)),
        "TMPDIR": temporary,
        "LANG": _utf8(kept.get("LANG", "")),
        "USER": "user",
        "LOGNAME": "user",
    }
    if sys.platform == "win32":
        private |= _windows_folders(home, temporary)
    return {**kept, **private, **wanted}


def harmless_variables(owner: Mapping[str, str]) -> dict[str, str]:
    """What is inherited: by the name, and nothing whose name or value smells of a secret."""
    return {name: value for name, value in owner.items() if _is_harmless(name, value)}


def _is_harmless(name: str, value: str) -> bool:
    if _SECRET.search(name) or may_be_secret(name):
        return False
    if sys.platform == "win32" and name.upper() in WINDOWS_NEEDS:
        return True
    is_of_family = name.startswith(INHERITED_FAMILIES) and not _names_user(value)
    return name in INHERITED or is_of_family


def _names_user(value: str) -> bool:
    """`user:password@host`, and whatever else stands before the host of an address."""
    return any(":" in word.rpartition("@")[0] for word in value.split())


def _search_path(owner: Mapping[str, str], python: str) -> list[str]:
    """The interpreter's own folder first, as in an activated environment."""
    beside = str(Path(python).parent)
    if sys.platform == "win32":
        root = owner.get("SYSTEMROOT", r"C:\Windows")
        return [beside, str(Path(beside, "Scripts")), rf"{root}\System32", root]
    return [beside, *SYSTEM_FOLDERS]


def _utf8(language: str) -> str:
    return language if re.search(r"utf-?8", language, re.IGNORECASE) else "C.UTF-8"


def _windows_folders(home: str, temporary: str) -> dict[str, str]:
    return {
        "USERPROFILE": home,
        "APPDATA": str(Path(home, "AppData", "Roaming")),
        "LOCALAPPDATA": str(Path(home, "AppData", "Local")),
        "TEMP": temporary,
        "TMP": temporary,
    }
