"""The networks that were found, asked for by what they are and by what they made."""

from __future__ import annotations

from seismograd.program.model import Network
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.values import Value


class Networks:
    """The networks of one run, and which network made which value."""

    def __init__(self, found: list[Network], made: dict[int, Network]) -> None:
        self.found = found
        self._made = made
        self._by_value = {id(network.value): network for network in found}

    def behind(self, value: Value | None) -> Network | None:
        """The network that a value was computed by."""
        for tensor in ancestors(value):
            network = self._made.get(id(tensor))
            if network is not None:
                return network
        return None

    def of(self, value: Value | None) -> Network | None:
        """The network that a value is."""
        return self._by_value.get(id(value))
