"""The backend of Keras: a script that loads Keras itself must say which, as the project does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.runs.keras_backend import VARIABLE, chosen_backend

_MISSING = re.compile(r"No module named '?(?:tensorflow|jax)")
_LOADS_KERAS = re.compile(r"^(?:import|from) keras\b")
_OTHER = "torch"


def use_another_keras_backend(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Keras that looks for a backend which is not installed works with PyTorch as well."""
    if _MISSING.search(attempt.feedback) and not draft.environment:
        yield draft.changed(
            environment=((VARIABLE, _OTHER),),
            idea=f"{draft.idea} With {VARIABLE}={_OTHER}.",
        )


def with_own_backend(case: Case, draft: Draft) -> Draft:
    """Where a script loads Keras before the project can choose its backend."""
    if draft.environment or not any(map(_LOADS_KERAS.match, draft.imports)):
        return draft
    chosen = chosen_backend(case.root, os.environ)
    return draft.changed(environment=((VARIABLE, chosen),)) if chosen else draft
