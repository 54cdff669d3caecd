"""The networks that a repair may change."""

from __future__ import annotations

from seismograd.program.model import Network, Program


def trained_networks(program: Program) -> list[Network]:
    """Those that are trained, or all where the source does not say which."""
    optimised = [network for one in program.optimisers for network in one.networks]
    fitted = [fit.network for fit in program.fits if fit.network is not None]
    trained = {id(network) for network in [*optimised, *fitted]}
    found = [network for network in program.networks if id(network) in trained]
    return found or list(program.networks)
