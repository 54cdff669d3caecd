"""Why a training script raised: the line of the project at fault, the tensors, the cause."""

from seismograd.localise.crashes.crash import Crash, RelatedPlace
from seismograd.localise.crashes.explain import explain_crash

__all__ = ["Crash", "RelatedPlace", "explain_crash"]
