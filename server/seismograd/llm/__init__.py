"""Language models: one way to ask them, whoever provides them."""

from seismograd.llm.conversation import Completion, Message, Prompt, Role, Schema, Usage
from seismograd.llm.errors import (
    Blocked,
    BudgetSpent,
    Cancelled,
    ContextTooLong,
    Malformed,
    ModelError,
    NoConsent,
    NoModel,
    NotRecorded,
    Quota,
    Truncated,
    Unreachable,
)
from seismograd.llm.language_model import LanguageModel, OnText

__all__ = [
    "Blocked",
    "BudgetSpent",
    "Cancelled",
    "Completion",
    "ContextTooLong",
    "LanguageModel",
    "Malformed",
    "Message",
    "ModelError",
    "NoConsent",
    "NoModel",
    "NotRecorded",
    "OnText",
    "Prompt",
    "Quota",
    "Role",
    "Schema",
    "Truncated",
    "Unreachable",
    "Usage",
]
