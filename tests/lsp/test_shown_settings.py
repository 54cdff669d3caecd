"""What a bug report says of the settings."""

from __future__ import annotations

import pytest

from seismograd.lsp.shown_settings import shown_settings
from seismograd.settings import Settings


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://models.example/v1", "https://models.example/v1"),
        ("https://ada:secret@models.example:8080/v1", "https://…@models.example:8080/v1"),
        ("https://models.example/v1?key=secret#secret", "https://models.example/v1?…"),
        ("https://[secret", "…"),
    ],
)
def test_an_address_is_shown_without_its_secrets(address: str, shown: str) -> None:
    settings = Settings(llm={"provider": "anthropic", "baseUrl": address})
    assert shown_settings(settings)["llm"] == {"provider": "anthropic", "baseUrl": shown}
