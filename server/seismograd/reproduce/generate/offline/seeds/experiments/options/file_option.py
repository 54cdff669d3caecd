"""Settings in a file that a command is given: the same command with two values in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import Setting, settings_in_files
from seismograd.reproduce.context.project_view import EntryPoint, Option, Parameter
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.reported import plain_name
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import two_values
from seismograd.reproduce.generate.offline.seeds.experiments.stage import commands
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted
from seismograd.reproduce.suspicion.unheard_options import option_names

NAME = "difference_with_option"
MOST_SETTINGS = 2
_SPOKEN = re.compile(r"\b(?:ya?ml|json|files?|configs?|configuration|cfg|settings)\b", re.I)
_TAKES_FILE = r"^(?:\w+_)?(?:config|cfg|conf|settings|options|params|hparams|yaml|json)(?:_\w+)?$"
_SHOWS_LATE = re.compile(
    r"step|epoch|warm|patien|every|interval|freq|mileston|total|max|gamma|cool|anneal|start|end|"
    r"after|until|period|cycle|restart",
    re.I,
)
_CHANGED = '''\
def changed_file(value):
    """A copy of {file} with another {name}."""
    settings = {read}(Path({file!r}).read_text())
    settings{place} = value
    Path({changed!r}).write_text({write}(settings))
    return {changed!r}
'''


def experiments(case: Case) -> Iterator[Draft]:
    if not _SPOKEN.search(case.report.text):
        return
    for entry in commands.entries(case):
        taking = next(commands.options_like(entry, _TAKES_FILE), None)
        if taking is None or not taking.takes_value:
            continue
        for setting in _spoken(case):
            for first, second in two_values(case, Parameter(setting.name, setting.value)):
                yield from _compared(case, entry, taking, setting, (first, second))


def _spoken(case: Case) -> list[Setting]:
    """Of files that the report names first."""
    names = option_names(case)
    found = [one for one in settings_in_files(case.root) if one.name in names]
    text = case.report.text
    ranked = sorted(found, key=lambda one: (one.file not in text, names.index(one.name)))
    return ranked[:MOST_SETTINGS]


def _compared(
    case: Case, entry: EntryPoint, taking: Option, setting: Setting, values: tuple[str, str]
) -> Iterator[Draft]:
    body = (
        f"one = command(*ARGUMENTS, {taking.flag!r}, changed_file(VALUE))",
        "assert any(one), 'the command does nothing'",
        f"other = command(*ARGUMENTS, {taking.flag!r}, changed_file(OTHER_VALUE))",
        f"{NAME} = float(one != other)",
    )
    constants = (
        Constant("ARGUMENTS", repr(_arguments(entry, taking, setting))),
        Constant("VALUE", values[0]),
        Constant("OTHER_VALUE", values[1]),
    )
    bench = commands.bench_for_commands()
    bench.use("from pathlib import Path")
    bench.use("import json" if _is_json(setting) else "import yaml")
    idea = f"Run {entry.file} with two values of {setting.name} in {setting.file}."
    setup = (*commands.helpers(entry, setting.name), _changed_file(setting))
    yield from drafted(case, bench, idea, body, NAME, setup=setup, constants=constants)


def _arguments(entry: EntryPoint, taking: Option, setting: Setting) -> list[str]:
    """What makes the run short, unless it would be over before the setting shows."""
    if _SHOWS_LATE.search(setting.name):
        return []
    same = [option for option in entry.options if plain_name(option.flag) == setting.name]
    return commands.small_arguments(entry, taking, *same)


def _is_json(setting: Setting) -> bool:
    return setting.file.endswith(".json")


def _changed_file(setting: Setting) -> str:
    read, write = "yaml.safe_load", "yaml.safe_dump"
    if _is_json(setting):
        read, write = "json.loads", "json.dumps"
    place = "".join(f"[{key!r}]" for key in setting.keys)
    changed = f"changed.{setting.file.rpartition('.')[2]}"
    return _CHANGED.format(
        file=setting.file, name=setting.name, read=read, write=write, place=place, changed=changed
    )
