"""Namespaces of Linux through bubblewrap: no network, private folders, the project as a copy."""

from __future__ import annotations

from seismograd_sandbox.host.bubblewrap.sandbox import BubblewrapSandbox as BubblewrapSandbox
