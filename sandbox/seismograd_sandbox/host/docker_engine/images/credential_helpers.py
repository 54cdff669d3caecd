"""Programs that the Docker client asks for passwords of registries: none of the project's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.programs import find_program

if TYPE_CHECKING:
    from docker import APIClient

PREFIX = "docker-credential-"


class NoPasswords:
    """Stands in for a helper that is not installed: registries are asked without a password."""

    def list(self) -> dict[str, str]:
        return {}

    def get(self, server: str) -> dict[str, str]:
        from docker.credentials.errors import CredentialsNotFound

        raise CredentialsNotFound(server)


def look_up_credential_helpers(client: APIClient, project: Path) -> None:
    """Those that the user's settings name; the client itself would take any on the PATH."""
    settings: Any = client._auth_configs  # type: ignore[attr-defined]
    for name in filter(None, {settings.creds_store, *settings.cred_helpers.values()}):
        program = find_program(f"{PREFIX}{name}", project)
        if program is None:
            settings._stores[name] = NoPasswords()
        else:
            settings._get_store_instance(name).exe = program
