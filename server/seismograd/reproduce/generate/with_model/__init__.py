"""A generator that asks a language model: it proposes text, and nothing of it is run here."""

from seismograd.reproduce.generate.with_model.contexts import Contexts, Part
from seismograd.reproduce.generate.with_model.model_generator import Limits, ModelGenerator

__all__ = ["Contexts", "Limits", "ModelGenerator", "Part"]
