"""What `seismograd doctor` found, for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seismograd.reports.style import printable

_GIB = 1 << 30


def as_text(facts: dict[str, Any]) -> str:
    lines: list[str] = []
    for key, value in facts.items():
        section = _SECTIONS.get(key, _plain)
        lines += map(printable, section(key.replace("_", " "), value))
    return "\n".join(lines)


def _plain(title: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield f"{title}:"
        yield from (f"  {name}: {_shown(item)}" for name, item in value.items())
    elif isinstance(value, list):
        if value:
            yield f"{title}:"
            yield from (f"  {item}" for item in value)
    else:
        yield f"{title}: {_shown(value)}"


def _sandboxes(title: str, value: dict[str, Any]) -> Iterator[str]:
    yield f"{title}:"
    for name, state in value.items():
        version = f" {state['version']}" if state["version"] else ""
        if state["usable"]:
            yield f"  {name}{version}: works; {'; '.join(state['promises'])}"
        else:
            yield f"  {name}{version}: does not work; {state['reason']}"


def _cards(_title: str, value: list[dict[str, Any]]) -> Iterator[str]:
    if not value:
        yield "GPU: none"
    for card in value:
        memory = f", {card['memory_bytes'] / _GIB:.0f} GiB" if card["memory_bytes"] else ""
        driver = f", driver {card['driver']}" if card["driver"] else ""
        yield f"GPU: {card['name']}{memory}{driver}"


def _environment(_title: str, value: dict[str, Any] | None) -> Iterator[str]:
    if value is None:
        yield "your interpreter: none"
        return
    yield f"your interpreter: {value['interpreter']} ({value['why']})"
    yield f"  python: {_shown(value['python'])}"
    yield from (f"  {name}: {version}" for name, version in value["packages"].items())
    if "torch" in value["packages"]:
        yield f"  CUDA of torch: {_shown(value['torch_cuda'])}"


def _disk(title: str, value: dict[str, Any]) -> Iterator[str]:
    free = value["free_bytes"]
    amount = "unknown" if free is None else f"{free / _GIB:.1f} GiB free"
    yield f"{title}: {amount} in {value['folder']}"


def _gaps(title: str, value: list[dict[str, str]]) -> Iterator[str]:
    if value:
        yield f"{title}, and what to do about them:"
    for gap in value:
        yield f"  {gap['reason']}"
        yield f"    -> {gap['remedy']}"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key}={item}" for key, item in value.items()) or "none"
    return str(value)


_SECTIONS: dict[str, Callable[[str, Any], Iterator[str]]] = {
    "sandboxes": _sandboxes,
    "gpus": _cards,
    "environment": _environment,
    "disk": _disk,
    "gaps": _gaps,
}
