"""A program as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seismograd.program.model import Program
from seismograd.reports.program.facts import Facts
from seismograd.reports.program.placed import placed_facts
from seismograd.reports.program.table import table
from seismograd.reports.report import Report

NOTHING = "No deep-learning code was recognised.\n"
OVERRIDABLE = "*"
_IGNORED = frozenset({"learning_rate"})


def program_text(program: Program, report: Report) -> str:
    """What was understood, one table a topic."""
    facts = placed_facts(program, report)
    writer = _Writer(facts["file"])
    blocks = [
        "\n".join([title, *lines])
        for title, lines in writer.blocks(facts)
        if lines
    ]  # fmt: skip
    if any(OVERRIDABLE in block for block in blocks):
        blocks.append(f"{OVERRIDABLE} can be overridden when the program runs")
    return "\n\n".join(blocks) + "\n" if blocks else NOTHING


class _Writer:
    """Writes the parts of one file; places in other files are shown with their names."""

    def __init__(self, path: str) -> None:
        self._path = path

    def blocks(self, facts: Any) -> Iterator[tuple[str, list[str]]]:
        for network in facts["networks"]:
            yield self._network(network)
        topics: list[tuple[str, str, list[str], Callable[[Any], list[object]]]] = [
            ("Losses", "losses", ["line", "loss", "expects", "gets", "labels", "network"],
             self._loss),
            ("Optimisers", "optimisers",
             ["line", "optimiser", "learning rate", "from line", "settings", "networks"],
             self._optimiser),
            ("Schedulers", "schedulers", ["line", "scheduler", "optimiser", "settings"],
             self._scheduler),
            ("Data loaders", "loaders", ["line", "role", "settings"], self._loader),
            ("Training loops", "training_loops",
             ["line", "framework", "epochs", "steps", "before", "after"], self._loop),
            ("Evaluation loops", "evaluation_loops",
             ["line", "networks", "no gradients", "evaluation mode"], self._evaluation),
            ("Compiled", "compiles", ["line", "network", "loss", "optimiser", "metrics"],
             self._compile),
            ("Fits", "fits", ["line", "framework", "network", "samples", "settings"], self._fit),
            ("Shapes that cannot meet", "shape_mismatches",
             ["line", "expected", "got", "declared on", "made on", "what"], self._mismatch),
            ("Read in part only", "gaps", ["line", "what", "why"], self._gap),
        ]  # fmt: skip
        for title, name, heads, row in topics:
            found = facts[name]
            yield title, table(heads, [row(item) for item in found]) if found else []

    def _line(self, at: Facts | None) -> object:
        if at is None:
            return None
        line = f"cell {at['cell']}:{at['line']}" if "cell" in at else at["line"]
        return line if at["file"] == self._path else f"{at['file']}:{line}"

    def _network(self, network: Any) -> tuple[str, list[str]]:
        known = "" if network["complete"] else ", not understood in full"
        output = network["output_function"]
        title = (
            f"Network {network['name']} ({network['framework']}, line "
            f"{self._line(network['at'])}{known})" + (f", output {output}" if output else "")
        )
        heads = ["#", "layer", "class", "output shape", "activation", "settings", "line"]
        rows = [self._layer(layer) for layer in network["layers"]]
        rows += [["unused", *self._layer(layer)[1:]] for layer in network["unused"]]
        return title, table(heads, rows) if rows else ["  no layers"]

    def _layer(self, layer: Any) -> list[object]:
        name = layer["class"].rpartition(".")[2]
        return [str(layer["index"]), layer["kind"], name, layer["output_shape"],
                layer["activation"], _settings(layer["settings"]),
                self._line(layer["at"])]  # fmt: skip

    def _loss(self, loss: Any) -> list[object]:
        return [self._line(loss["at"]), loss["kind"], loss["expects"], loss["output_function"],
                loss["labels"], loss["network"]]  # fmt: skip

    def _optimiser(self, optimiser: Any) -> list[object]:
        rate = optimiser["settings"].get("learning_rate")
        source = None if rate is None or rate["default"] else self._line(rate["at"])
        return [self._line(optimiser["at"]), optimiser["kind"],
                None if rate is None else _value(rate), source,
                _settings(optimiser["settings"]), optimiser["networks"]]  # fmt: skip

    def _scheduler(self, scheduler: Any) -> list[object]:
        return [self._line(scheduler["at"]), scheduler["kind"], scheduler["optimiser"],
                _settings(scheduler["settings"])]  # fmt: skip

    def _loader(self, loader: Any) -> list[object]:
        return [self._line(loader["at"]), loader["role"], _settings(loader["settings"])]

    def _loop(self, loop: Any) -> list[object]:
        steps = [step["kind"] for step in loop["steps"]]
        epochs = loop["epochs"]
        return [self._line(loop["at"]), loop["framework"], None if epochs is None
                else _value(epochs), steps, loop["before"], loop["after"]]  # fmt: skip

    def _evaluation(self, found: Any) -> list[object]:
        return [self._line(found["at"]), found["networks"], found["no_grad"], found["eval_mode"]]

    def _compile(self, found: Any) -> list[object]:
        return [self._line(found["at"]), found["network"], found["loss"], found["optimiser"],
                found["metrics"]]  # fmt: skip

    def _fit(self, fit: Any) -> list[object]:
        return [self._line(fit["at"]), fit["framework"], fit["network"], fit["samples"],
                _settings(fit["settings"])]  # fmt: skip

    def _gap(self, gap: Any) -> list[object]:
        return [self._line(gap["at"]), gap["name"] or "statement", gap["reason"]]

    def _mismatch(self, found: Any) -> list[object]:
        return [self._line(found["at"]), found["expected"], found["got"],
                self._line(found["declared_at"]), self._line(found["made_at"]),
                found["what"]]  # fmt: skip


def _settings(settings: Any) -> str:
    """What the program sets itself."""
    given = {name: setting for name, setting in settings.items()
             if not setting["default"] and name not in _IGNORED}  # fmt: skip
    return " ".join(f"{name}={_value(setting)}" for name, setting in given.items())


def _value(setting: Any) -> str:
    if not setting["known"]:
        return "?"
    return f"{setting['value']}{OVERRIDABLE if setting['can_be_overridden'] else ''}"
