"""From a bug report to fingerprints, without a language model."""

from seismograd.reproduce.criteria.derive.derivation import derive

__all__ = ["derive"]
