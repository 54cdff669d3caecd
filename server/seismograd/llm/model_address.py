"""Addresses to which a key may be sent."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def why_unsafe(address: str) -> str | None:
    """What speaks against sending a key to an address, as a sentence."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    if parts.scheme not in ("https", "http") or not host:
        return "The setting llm.baseUrl must be an address that begins with https://."
    if parts.scheme == "http" and not _is_this_machine(host):
        return (
            f"The setting llm.baseUrl names {host} without encryption, so that others could read "
            "your key on its way: use https:// (http:// is for this machine only)."
        )
    return None


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
