import json
from pathlib import Path

DEFAULTS = Path(__file__).parents[1] / "configs" / "base.json"


def merge(base, changes):
    """`changes` on top of `base`, section by section."""
    merged = dict(base)
    for key, value in changes.items():
        both_sections = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], value) if both_sections else value
    return merged


def load_config(path=None, **changes):
    config = json.loads(DEFAULTS.read_text())
    if path is not None:
        config = merge(config, json.loads(Path(path).read_text()))
    return merge(config, changes)
