"""Language models: one way to ask them, whoever provides them."""

from seismograd.llm.conversation import Completion, Message, Role, Usage
from seismograd.llm.errors import (
    Blocked,
    Cancelled,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Unreachable,
)
from seismograd.llm.language_model import LanguageModel, OnText

__all__ = [
    "Blocked",
    "Cancelled",
    "Completion",
    "LanguageModel",
    "Message",
    "ModelError",
    "NoConsent",
    "NoModel",
    "OnText",
    "Quota",
    "Role",
    "Unreachable",
    "Usage",
]
