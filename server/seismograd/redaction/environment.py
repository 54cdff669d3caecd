"""Secrets of this process, which may turn up in any text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from seismograd_sandbox.secret_names import Strength, strength_of

SHORTEST_VALUE = 6
_NOT_SECRETS = frozenset({"PWD", "OLDPWD"})
_COMMON_VALUES = frozenset({"true", "false", "default", "enabled", "disabled", "unset", "public"})


def secret_values(environment: Mapping[str, str]) -> Iterable[str]:
    """The values of variables whose names speak of secrets, the longest first."""
    found = {
        value
        for name, value in environment.items()
        if strength_of(name) is not Strength.NONE
        and name.upper() not in _NOT_SECRETS
        and len(value) >= SHORTEST_VALUE
        and value.lower() not in _COMMON_VALUES
    }
    return sorted(found, key=len, reverse=True)
