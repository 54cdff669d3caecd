from mixexperts.layer import MixtureOfExperts
from mixexperts.router import Router

__all__ = ["MixtureOfExperts", "Router"]
