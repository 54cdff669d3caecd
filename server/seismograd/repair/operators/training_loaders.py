"""Which loaders of a program give training data."""

from __future__ import annotations

from seismograd.program.model import Loader, Program


def training_loaders(program: Program) -> list[Loader]:
    """Those that are known to; where none is, all that are not known to give other data."""
    fitted = {id(fit.inputs) for fit in program.fits}
    known = [one for one in program.loaders if one.role == "train" or id(one.value) in fitted]
    held_out = {
        id(setting.value)
        for fit in program.fits
        if (setting := fit.settings.get("validation_data")) is not None
    }
    rest = [one for one in program.loaders if one.role is None and id(one.value) not in held_out]
    return known or rest
