"""YAML of a project, which may be written to do harm.

Deep nesting crashes or stalls the parsers; aliases and merges make a small text enormous. Events
come one by one: who counts them as they come never gets as far.
"""

from __future__ import annotations

import yaml

MAX_DEPTH = 40
MAX_EVENTS = 60_000
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TooMuchYaml(ValueError):
    """The text nests deeper or says more than any settings do."""


def check_yaml(text: str, *, aliases: bool) -> None:
    """Raise `TooMuchYaml` for a text that must not be loaded, `YAMLError` for one that is broken.

    Without `aliases` a text that uses any is refused as well: it can be loaded as it is.
    """
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=LOADER)):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH or count > MAX_EVENTS:
            raise TooMuchYaml(f"more than {MAX_DEPTH} levels or {MAX_EVENTS} parts")
        if isinstance(event, yaml.AliasEvent) and not aliases:
            raise TooMuchYaml("aliases are not followed here")


def load_yaml(text: str) -> object:
    """The data of a text without aliases."""
    check_yaml(text, aliases=False)
    return yaml.safe_load(text)
