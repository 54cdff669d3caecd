"""What the project's papers promise is there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import yaml

from seismograd import __version__
from seismograd.cli.main import COMMANDS
from seismograd.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_names_only_commands_that_exist() -> None:
    named = set(re.findall(r"\bseismograd (?!serve\b|\d)([a-z]+)\b", "\n".join(_code(README))))
    assert named <= COMMANDS.keys()


def test_the_readme_names_only_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", "\n".join(_code(README)))) <= targets


def test_the_readme_names_every_setting() -> None:
    assert [field.name for field in fields(Settings) if f"`{field.name}`" not in README] == []


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_hooks_run_commands_that_exist() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in hooks} == {"seismograd", "seismograd-fix"}
    assert all(hook["entry"].split()[:2] == ["seismograd", "check"] for hook in hooks)
    assert all("--force-exclude" in hook["entry"] for hook in hooks)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__


def _code(markdown: str) -> list[str]:
    return [
        *re.findall(r"```\w*\n(.*?)```", markdown, re.DOTALL),
        *re.findall(r"`([^`\n]+)`", markdown),
    ]
