"""Small projects that lose defaults of settings, and the same where they are kept."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_DEFAULTS = """\
DEFAULTS = {
    "epochs": 5,
    "optimizer": {"name": "adamw", "lr": 0.001, "betas": [0.9, 0.98]},
    "model": {"width": 32, "dropout": 0.3},
}
"""
_DEEP = """\
def merge(base, changes):
    merged = copy.deepcopy(base)
    for key, value in changes.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = merge(base[key], value) if both else value
    return merged
"""
_SHALLOW = """\
def merge(base, changes):
    merged = copy.deepcopy(base)
    merged.update(changes)
    return merged
"""
ALL = (
    Project(
        "by_hand",
        {"lab/settings.py": f"import copy\n\n{_DEFAULTS}\n\n{_SHALLOW}\n\n"
         "def load_settings(path=None, **by_hand):\n    return merge(DEFAULTS, by_hand)\n"},
        "# Defaults lost when only part of a section is set\n\n`load_settings(model={'width': 9})` "
        "has no dropout any more.\n",
        ((_SHALLOW, _DEEP),),
    ),
    Project(
        "yaml_file",
        {
            "configs/base.yaml": "epochs: 3\n",
            "config.py": f"import copy\nimport yaml\n\n{_DEFAULTS}\n\n{_DEEP}\n\n"
            "def load_config(path):\n    with open(path) as file:\n"
            "        given = yaml.safe_load(file)\n    return {**DEFAULTS, **given}\n",
        },
        "# Overriding one key in the yaml replaces the whole section\n\nI only set `lr` under "
        "`optimizer`, and the other keys of the section are gone. I expected the defaults there.\n",
        (("{**DEFAULTS, **given}", "merge(DEFAULTS, given)"),),
    ),
    Project(
        "dataclasses",
        {
            "conf.py": """\
from dataclasses import dataclass, field

@dataclass
class Optim:
    lr: float = 0.1
    momentum: float = 0.0

@dataclass
class Config:
    epochs: int = 3
    optim: Optim = field(default_factory=lambda: Optim(0.01, 0.9))

    @classmethod
    def from_dict(cls, values):
        config = cls(epochs=values.get("epochs", 3))
        if "optim" in values:
            config.optim = Optim(**values["optim"])
        return config
"""
        },
        "# Config.from_dict: the rest of a section is not at the defaults\n\nWith only `lr` given, "
        "momentum of the other settings is wrong, 0. Without the section it is the default 0.9.\n",
        (
            (
                "config.optim = Optim(**values[\"optim\"])",
                "config.optim = Optim(**{**vars(config.optim), **values[\"optim\"]})",
            ),
        ),
    ),
    Project(
        "object",
        {"trainer.py": f"import copy\n\n{_DEFAULTS}\n\n{_DEEP}\n\nclass Trainer:\n"
         "    def __init__(self, config=None, device='cpu'):\n"
         "        self.config = {**DEFAULTS, **(config or {})}\n        self.device = device\n"},
        "# Partial config wipes defaults\n\nIf I give the Trainer just one key of a nested dict, "
        "the remaining keys of that dict disappear.\n",
        (("{**DEFAULTS, **(config or {})}", "merge(DEFAULTS, config or {})"),),
    ),
    Project(
        "left_behind",
        {"settings.py": f"import copy\n\n{_DEFAULTS}\n\ndef make_settings(**overrides):\n"
         "    settings = dict(DEFAULTS)\n    for key, value in overrides.items():\n"
         "        if isinstance(value, dict):\n            settings[key].update(value)\n"
         "        else:\n            settings[key] = value\n    return settings\n"},
        "# DEFAULTS are modified by the first call of make_settings\n\nThe next call still has the "
        "settings of the previous one.\n",
        (("dict(DEFAULTS)", "copy.deepcopy(DEFAULTS)"),),
    ),
)  # fmt: skip
