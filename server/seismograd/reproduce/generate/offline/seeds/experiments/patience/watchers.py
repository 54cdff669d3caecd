"""Objects of the project that are told a metric in every epoch, and what they do about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.usage import Usage, usage_of
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    LONGEST,
    USUAL,
    Direction,
    direction_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import ranked

MOST_WATCHERS = 4
PATIENCE = "PATIENCE"
RATE = "0.1"
_IS_ONE = re.compile(r"early|stop|plateau|best|checkpoint|patience|keeper|saver|monitor", re.I)
_TELLS = (
    "step", "update", "__call__", "on_epoch_end", "on_validation_end", "on_validation_epoch_end",
    "after_epoch", "check", "observe", "report", "track", "add", "should_stop", "save_if_best",
    "maybe_save", "save", "record", "end_epoch", "on_eval_end", "tick",
)  # fmt: skip
_VALUE = re.compile(
    r"(?:val(?:id(?:ation)?)?_?|current_?|dev_|test_|epoch_|eval_|new_|monitored_|latest_)?"
    r"(?:loss|metric|score|value|acc(?:uracy)?|err(?:or)?|auc|f1|perplexity|wer|measure|result|"
    r"current|bleu|reward|performance|val|v|quantity)(?:_value)?"
)
_MODEL = re.compile(r"model|net|network|module")
_OPTIMISER = re.compile(r"optim(?:izer|iser)?|opt")
_EPOCH = re.compile(r"(?:current_|global_)?(?:epoch|step|iteration)(?:_idx|_index|_num)?")
_LOGS = re.compile(r"logs?|metrics|results|scores|stats|outputs|values|summary")
_TRAINER = re.compile(r"trainer|runner|learner|engine|loop|context|state|session")
_FILE = re.compile(r"(?:\w+_)?(?:path|file|filename|filepath|ckpt|checkpoint|name)")
_FOLDER = re.compile(r"(?:\w+_)?(?:dir|directory|folder|root)")
_PATIENCE = re.compile(
    r"patience|wait|max_(?:bad|waits?)(?:_epochs)?|tolerance_epochs|max_stall\w*"
)
_MONITOR = re.compile(r"monitor|metric|key|watch|metric_name|quantity|track")
_STOPS = re.compile(
    r"(?:should_)?(?:early_)?stop(?:ped|_training|_now|_early)?|done|finished|triggered|should_end"
)
_LEAST = re.compile(
    r"(?:min_|least_)?(?:delta|improvement|change)|threshold|tol(?:erance)?|eps(?:ilon)?"
)
"""What counts as better; the values that are told here differ by 0.05."""
_SMALL = 0.01
_NOT_YET = re.compile(r"warm|min_epochs|start|burn|delay|cooldown|grace")
_KEY = "val_loss"


@dataclass(frozen=True, slots=True)
class Watcher:
    symbol: Symbol
    method: Symbol
    bench: Bench
    build: tuple[str, ...]
    """Statements; the last one makes `watcher`."""
    tell: str
    """A call in `value` and `epoch`."""
    acted: str | None
    """An expression: whether it has stopped training or lowered the rate."""
    direction: Direction
    patience: int
    begins_late: bool
    """Whether it may wait for a number of epochs before it does anything."""

    @property
    def constants(self) -> dict[str, str]:
        return {PATIENCE: str(self.patience)} if PATIENCE in " ".join(self.build) else {}


def watchers(case: Case) -> Iterator[Watcher]:
    maker = Maker(case)
    found = [s for s in ranked(case) if _watches(s)]
    for symbol in found[:MOST_WATCHERS]:
        methods = methods_by_name(case, symbol)
        for name in _TELLS:
            if name in methods:
                try:
                    yield _Made(case, maker, symbol, methods[name]).watcher()
                except CannotMake:
                    continue
                break


def _watches(symbol: Symbol) -> bool:
    names = [parameter.name for parameter in symbol.parameters]
    return _IS_ONE.search(symbol.name) is not None or any(map(_PATIENCE.fullmatch, names))


def _is_small(default: str | None) -> bool:
    try:
        return default is not None and abs(float(default)) <= _SMALL
    except ValueError:
        return False


class _Made:
    """A watcher in the making."""

    def __init__(self, case: Case, maker: Maker, symbol: Symbol, method: Symbol) -> None:
        self._case, self._maker = case, maker
        self._symbol, self._method = symbol, method
        self._bench = maker.bench(symbol)
        node = maker.trees.class_of(symbol)
        self._code = ast.unparse(node) if node else ""
        self._key = self._monitored()

    def watcher(self) -> Watcher:
        patience = self._patience()
        build = self._called(self._symbol, None, self._of_constructor)
        made = tuple(self._bench.statements)
        self._bench.statements.clear()
        tell = self._called(self._method, "watcher", self._of_method)
        made = (*made, *self._bench.statements)
        acted = self._acted()
        text = f"{build} {tell} {acted}"
        before = tuple(self._things(text))
        late = any(_NOT_YET.search(p.name) and p.default not in ("0", "None", None, "False")
                   for p in self._symbol.parameters)  # fmt: skip
        direction = self._direction()
        if direction is None:
            raise CannotMake(self._symbol.name)
        return Watcher(self._symbol, self._method, self._bench,
                       (*before, *made, f"watcher = {build}"), tell, acted, direction, patience,
                       late)  # fmt: skip

    def _called(self, symbol: Symbol, on: str | None, known: object) -> str:
        assert callable(known)
        given = {p.name: made for p in symbol.parameters if (made := known(p)) is not None}
        return self._maker.call(self._bench, symbol, on=on, shared=given)

    def _of_constructor(self, parameter: Parameter) -> str | None:
        if _PATIENCE.fullmatch(parameter.name):
            return PATIENCE
        if parameter.name == "mode":
            return repr(self._mode(parameter))
        if _OPTIMISER.fullmatch(parameter.name):
            return "optimizer"
        if _LEAST.fullmatch(parameter.name) and not _is_small(parameter.default):
            return "0.0"
        if _MONITOR.fullmatch(parameter.name) and self._told_key(parameter):
            return repr(self._key)
        if parameter.default is not None:
            return None
        if _MONITOR.fullmatch(parameter.name):
            return repr(self._key)
        if _MODEL.fullmatch(parameter.name):
            return "model"
        if _FOLDER.fullmatch(parameter.name):
            return "'.'"
        return "'best.pt'" if _FILE.fullmatch(parameter.name) else None

    def _of_method(self, parameter: Parameter) -> str | None:
        name = parameter.name
        function = self._maker.trees.function(self._method)
        if _TRAINER.fullmatch(name) and f"{name}." in self._code:
            return "trainer"
        if name == "logs" and self._method.name.endswith("on_epoch_end"):
            return f"{{{self._key!r}: value}}"
        if _LOGS.fullmatch(name) and usage_of(function, name) is Usage.MAPPING:
            return f"{{{self._key!r}: value}}"
        if re.search(rf"\b{name}\[self\.\w+\]", self._code):
            return f"{{{self._key!r}: value}}"
        if _MODEL.fullmatch(name):
            return "model"
        if _VALUE.fullmatch(name):
            return "value"
        if _EPOCH.fullmatch(name):
            return "epoch"
        if _OPTIMISER.fullmatch(name):
            return "optimizer"
        return "'best.pt'" if _FILE.fullmatch(name) and parameter.default is None else None

    def _mode(self, parameter: Parameter) -> str:
        told = (self._maker.reported.value("mode") or "").strip("'\"")
        return told if told in ("min", "max") else (parameter.default or "min").strip("'\"")

    def _patience(self) -> int:
        parameter = next((p for p in self._symbol.parameters if _PATIENCE.fullmatch(p.name)), None)
        told = self._maker.reported.value(parameter.name if parameter else "patience")
        for known in (told, parameter.default if parameter else None):
            if known is not None and known.isdigit() and 0 < int(known) <= LONGEST:
                return int(known)
        return USUAL

    def _monitored(self) -> str:
        """The key under which the metric is looked up."""
        for parameter in self._symbol.parameters:
            if _MONITOR.fullmatch(parameter.name):
                told = self._told_key(parameter) or (parameter.default or "").strip("'\"")
                if told:
                    return told
        keys = re.findall(
            r"\b(?:logs?|metrics|results|scores|stats)(?:\.get\(|\[)'(\w+)'", self._code
        )
        return keys[0] if keys else _KEY

    def _told_key(self, parameter: Parameter) -> str | None:
        """What the report has watched, by the name of the parameter itself."""
        told = self._maker.reported.value(parameter.name) or ""
        return told[1:-1] if re.fullmatch(r"'[A-Za-z_]\w*'", told) else None

    def _direction(self) -> Direction | None:
        """The mode says it; else what the metric is called in the code, else in the report."""
        mode = next((p for p in self._symbol.parameters if p.name == "mode"), None)
        if mode is not None and self._mode(mode) == "auto":
            return direction_of(self._key.replace("_", " "))
        if mode is not None:
            known = {"min": Direction(falls=True), "max": Direction(falls=False)}
            return known.get(self._mode(mode))
        names = " ".join(p.name for p in self._method.parameters)
        keyed = self._key if self._key != _KEY or _KEY in self._code else ""
        report = self._case.report
        docs = f"{self._symbol.docstring} {self._method.docstring}"
        return direction_of(names, keyed, docs, report.title, report.text)

    def _acted(self) -> str | None:
        for name in re.findall(r"self\.(\w+) = ", self._code):
            if _STOPS.fullmatch(name):
                return f"watcher.{name}"
        for found in re.findall(r"\bdef (\w+)\(self\)", self._code):
            if _STOPS.fullmatch(found):
                is_property = re.search(rf"@property\s+def {found}\(", self._code)
                return f"watcher.{found}" if is_property else f"watcher.{found}()"
        for holder, name in re.findall(r"\b(\w+)\.(\w+) = True", self._code):
            if _TRAINER.fullmatch(holder) and _STOPS.fullmatch(name):
                return f"trainer.{name}"
        if re.search(r"param_groups|\['lr'\]", self._code):
            return f"optimizer.param_groups[0]['lr'] < {RATE}"
        return "answer" if self._answers() else None

    def _answers(self) -> bool:
        """Whether what the call returns says that it is time to stop."""
        node = self._maker.trees.function(self._method)
        given = [ast.unparse(one.value) for one in ast.walk(node) if isinstance(one, ast.Return)
                 and one.value] if node else []  # fmt: skip
        is_of_progress = any(re.search(r"improv|better|is_best", one) for one in given)
        stops = re.search(r"stop|patience", f"{self._symbol.name} {self._method.name}", re.I)
        return bool(given) and not is_of_progress and stops is not None

    def _things(self, text: str) -> Iterator[str]:
        """What is not the project's own in its surroundings."""
        if re.search(r"\b(?:model|optimizer|trainer)\b", text):
            self._bench.use("import torch")
            yield "model = torch.nn.Linear(1, 1)"
        if re.search(r"\b(?:optimizer|trainer)\b", text):
            yield f"optimizer = torch.optim.SGD(model.parameters(), lr={RATE})"
        if re.search(r"\btrainer\b", text):
            self._bench.use("from types import SimpleNamespace")
            yield f"trainer = SimpleNamespace({', '.join(self._fields())})"

    def _fields(self) -> Iterator[str]:
        known = {"model": "model", "optimizer": "optimizer", "net": "model"}
        found = re.findall(
            r"\b(?:trainer|runner|learner|engine|loop|context|state)\.(\w+)", self._code
        )
        for name in dict.fromkeys(found):
            yield f"{name}={known.get(name, 'False' if _STOPS.fullmatch(name) else '0')}"
