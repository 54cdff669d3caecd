from orbitgps.model import OrbitModel
from orbitgps.trainer import Trainer

__all__ = ["OrbitModel", "Trainer"]
