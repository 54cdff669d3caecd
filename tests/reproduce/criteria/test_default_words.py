"""Defaults that get lost, in many words; and defaults that are just spoken of."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.report.parse import parse_report


def checks(text: str) -> list[str]:
    return [found.criteria[0].check for found in derive(parse_report(text))]


@pytest.mark.parametrize(
    "text",
    [
        "# Defaults lost when only part of a section is set",
        "# Partial override drops the other keys\n\nSetting one key of `optimizer` in the yaml "
        "replaces the whole section, the defaults of the rest are gone.",
        "# Config merge is shallow\n\nNested keys that I do not override lose their defaults.",
        "# weight decay 0 with my config\n\nI just set `lr`. The other optimizer settings are not "
        "the documented defaults any more.",
        "# load_config changes DEFAULTS\n\nAfter the first call the defaults are modified, the "
        "next call starts with the values of the previous one.",
        "# Overrides leak\n\nOverrides of one experiment leak into the next one: the defaults of "
        "the settings are changed by the first.",
    ],
)
def test_lost_defaults(text: str) -> None:
    assert "changed_defaults" in checks(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "# The default learning rate is too high\n\nWith the default settings the loss is NaN.",
        "# dropout is ignored\n\nThe option has no effect, the default is always used.",
        "# Crash with default config\n\n`train.py` crashes with the default settings.",
        "# Document the defaults of all settings",
        "# Accuracy drops after loading\n\nI trained with the defaults and saved the model.",
    ],
)
def test_defaults_that_are_only_spoken_of(text: str) -> None:
    assert not any("changed_defaults" in check for check in checks(text)[:1])
