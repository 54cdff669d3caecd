"""What a client says about itself in `initializationOptions`, beside settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TRUSTED = "trusted"
LANGUAGE_MODEL = "languageModel"
BRIEF_HOVER = "briefHover"
OWN_BASE_URL = "baseUrlIsMachineScoped"


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """Answers that only clients which know this server give; others get the defaults."""

    trusted: bool = True
    """Whether the user trusts the workspace; if not, code is read and nothing else."""
    language_model: bool = False
    """Whether `seismograd/complete` will be answered."""
    brief_hover: bool = False
    """Whether hovers leave out what the client shows itself: messages, and pages on a click."""
    shows_jobs: bool = False
    """Whether jobs are to be told by `seismograd/job`, and not as work-done progress."""

    vouches_for_base_url: bool = False
    """Whether only the user's own settings can hold `llm.baseUrl`, and no folder's."""

    @classmethod
    def of(cls, options: object) -> ClientOptions:
        given = options if isinstance(options, Mapping) else {}
        return cls(
            # Whoever says anything but yes about trust has not said yes.
            trusted=given.get(TRUSTED, True) is True,
            language_model=given.get(LANGUAGE_MODEL) is True,
            brief_hover=given.get(BRIEF_HOVER) is True,
            shows_jobs=LANGUAGE_MODEL in given,
            vouches_for_base_url=given.get(OWN_BASE_URL) is True,
        )
