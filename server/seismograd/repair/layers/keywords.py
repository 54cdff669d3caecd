"""What the libraries call the settings of their layers."""

from __future__ import annotations

from seismograd.program.keras.layers import spec_of as keras_spec
from seismograd.program.torch.layers import spec_of as torch_spec


def keyword_of(path: str, setting: str) -> str:
    """The argument of a layer class, by the neutral name of a setting."""
    of_torch = torch_spec(path)
    if of_torch is not None and setting in of_torch.parameters:
        return of_torch.parameters[setting][1]
    of_keras = keras_spec(path)
    if of_keras is not None and setting in of_keras.parameters:
        return of_keras.parameters[setting].names[0]
    return setting
