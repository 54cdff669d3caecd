"""Ask the interpreter inside whether names exist and take the keyword arguments they are given."""

from __future__ import annotations

import json
from collections.abc import Mapping

from seismograd.reproduce.observation import Observation

_ANSWER = "resolved"
_SCRIPT = """
import importlib, inspect, json

def look_up(dotted):
    parts = dotted.split(".")
    found, done = importlib.import_module(parts[0]), parts[0]
    for part in parts[1:]:
        done += "." + part
        if hasattr(found, part):
            found = getattr(found, part)
            continue
        try:  # a package may have taken a module of its own out of its names
            found = importlib.import_module(done)
        except ImportError:
            raise AttributeError(done + " does not exist") from None
    return found

def complaint(dotted, keywords):
    try:
        found = look_up(dotted)
    except Exception as error:
        return str(error) or type(error).__name__
    try:
        parameters = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    known = {p.name for p in parameters if p.kind is not p.POSITIONAL_ONLY}
    unknown = [keyword for keyword in keywords if keyword not in known]
    return dotted + " takes no argument " + ", ".join(unknown) if unknown else None

asked = json.loads(%r)
answers = {name: complaint(name, keywords) for name, keywords in asked.items()}
print("MEASURED %s", json.dumps({name: text for name, text in answers.items() if text}))
"""


def question(names: Mapping[str, tuple[str, ...]]) -> str:
    """A script that answers for each name and its keywords."""
    return _SCRIPT % (json.dumps({name: list(words) for name, words in names.items()}), _ANSWER)


def complaints(seen: Observation) -> dict[str, str]:
    """What the script found wrong; nothing where it could not answer."""
    found = seen.measured.get(_ANSWER)
    if not isinstance(found, dict):
        return {}
    return {str(name): str(text) for name, text in found.items()}
