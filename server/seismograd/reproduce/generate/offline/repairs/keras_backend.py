"""Keras that looks for a backend which is not installed: it works with PyTorch as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.trials.preloading import BACKEND_VARIABLE

_MISSING = re.compile(r"No module named '?(?:tensorflow|jax)")
_OTHER = "torch"


def use_another_keras_backend(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if _MISSING.search(attempt.feedback) and not draft.environment:
        yield draft.changed(
            environment=((BACKEND_VARIABLE, _OTHER),),
            idea=f"{draft.idea} With {BACKEND_VARIABLE}={_OTHER}.",
        )
