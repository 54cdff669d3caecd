from peptaff.config import ModelConfig
from peptaff.model import AffinityModel
from peptaff.residues import encode, pad

__all__ = ["AffinityModel", "ModelConfig", "encode", "pad"]
