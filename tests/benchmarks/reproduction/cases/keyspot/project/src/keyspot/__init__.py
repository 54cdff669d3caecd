"""Keyword spotting on log-mel features."""

from keyspot.frontend import Frontend
from keyspot.network import KeywordNet

__all__ = ["Frontend", "KeywordNet"]
