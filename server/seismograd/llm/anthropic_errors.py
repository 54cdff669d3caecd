"""What Anthropic's SDK raises, as errors that people understand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seismograd.llm.errors import (
    ContextTooLong,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Unreachable,
    is_about_length,
)
from seismograd.whole_sentences import whole_sentences

if TYPE_CHECKING:
    import anthropic

KEY_VARIABLE = "ANTHROPIC_API_KEY"
PASSING_TROUBLES = frozenset({"overloaded_error", "api_error", "rate_limit_error", "timeout_error"})
"""Kinds of errors within a stream after which the same question may well be answered."""
_NO_SUCH_FORM = re.compile(
    r"(?i)output_config|output_format|output format|structured output|schema"
)
_LONGEST_QUOTE = 200


@contextmanager
def told_to_people() -> Iterator[None]:
    """Let what the SDK raises pass as a `ModelError`."""
    import anthropic

    try:
        yield
    except anthropic.APIStatusError as error:
        raise of_status(error) from error
    except anthropic.APIConnectionError as error:
        raise Unreachable("Anthropic's service could not be reached.") from error
    except anthropic.APIError as error:
        raise ModelError(f"Anthropic's service broke off: {error.message}") from error


def of_status(error: anthropic.APIStatusError) -> ModelError:
    """Errors within a stream come with the status 200, so their kind is asked as well."""
    status, kind = error.status_code, str(error.type)
    if 300 <= status < 400:
        return Unreachable("The address of the model redirects elsewhere. Your key was not sent.")
    if status in (401, 403):
        return NoConsent(f"Anthropic's service refused the key in {KEY_VARIABLE}.")
    if status == 404:
        return NoModel("Anthropic's service has no such model. Look at the setting llm.model.")
    if status == 413 or (status == 400 and is_about_length(error.message)):
        return ContextTooLong()
    if status == 429 or kind == "rate_limit_error" or _lacks_credit(error):
        return Quota()
    if status >= 500 or kind in PASSING_TROUBLES:
        return Unreachable(f"Anthropic's service is overloaded or down ({_label(status, kind)}).")
    return ModelError(
        f"Anthropic's service did not accept the question ({_label(status, kind)}){_quoted(error)}."
    )


def is_passing(error: anthropic.APIStatusError) -> bool:
    return str(error.type) in PASSING_TROUBLES


def knows_no_forms(error: anthropic.APIStatusError) -> bool:
    """Whether it was the wish for a form of the answer that this model or service turned down."""
    return error.status_code in (400, 422) and bool(_NO_SUCH_FORM.search(error.message))


def _lacks_credit(error: anthropic.APIStatusError) -> bool:
    return error.status_code in (400, 402) and "credit balance" in error.message


def _label(status: int, kind: str) -> str:
    return f"status {status}" if status != 200 else kind


def _quoted(error: anthropic.APIStatusError) -> str:
    words = whole_sentences(error.api_message or "", _LONGEST_QUOTE).rstrip(".")
    return f": {words}" if words else ""
