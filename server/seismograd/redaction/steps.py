"""All that is done to a text, in order."""

from __future__ import annotations

import os
from collections.abc import Mapping

from seismograd.redaction import REDACTED
from seismograd.redaction.addresses import redact_addresses
from seismograd.redaction.assignments import redact_assignments
from seismograd.redaction.commands import redact_commands
from seismograd.redaction.credential_files import redact_credential_files
from seismograd.redaction.data_lines import redact_data_lines
from seismograd.redaction.environment import secret_values
from seismograd.redaction.headers import redact_headers
from seismograd.redaction.key_blocks import redact_key_blocks
from seismograd.redaction.positional_arguments import redact_positional_arguments
from seismograd.redaction.prose import redact_prose
from seismograd.redaction.tables import redact_tables
from seismograd.redaction.token_shapes import redact_shapes

_STEPS = (
    # Known shapes first: what is left of them would confuse the others.
    redact_shapes,
    redact_addresses,
    redact_headers,
    redact_credential_files,
    redact_commands,
    redact_assignments,
    redact_positional_arguments,
    redact_data_lines,
    redact_tables,
    redact_prose,
)


def redact_text(
    text: str, environment: Mapping[str, str] | None = None, *, keep_lines: bool = False
) -> str:
    for value in secret_values(os.environ if environment is None else environment):
        text = text.replace(value, REDACTED)
    text = redact_key_blocks(text, keep_lines=keep_lines)
    for step in _STEPS:
        text = step(text)
    return text
