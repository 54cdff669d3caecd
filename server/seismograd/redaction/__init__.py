"""Secrets, taken out of texts before they are stored, logged, or sent anywhere.

What is known by its shape goes wherever it stands: tokens with a prefix, private keys. What is
random only (forty hexadecimal digits may be a key or a commit) goes where a name or a sentence
calls it a secret. Code must still run afterwards, so what is merely named like a secret stays.
Every pattern is bounded, so that no text, however hostile, takes long. E-mail addresses stay.
"""

from __future__ import annotations

from seismograd.redaction.steps import redact, redact_strings
from seismograd.redaction.values import REDACTED

__all__ = ["REDACTED", "redact", "redact_strings"]
