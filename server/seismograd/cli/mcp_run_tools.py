"""The tools that run code, where whoever started the server allows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from seismograd.cli.mcp_answers import FINDINGS_SCHEMA, answer, for_assistants
from seismograd.cli.mcp_roots import Roots
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.localise.diagnose_training import EmptyTrace, diagnose_summary, run_experiments
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.kept_diagnosis import keep_diagnosis
from seismograd.mcp.schema import arguments_schema, number, string, strings
from seismograd.mcp.tool import Tool, ToolCall, ToolError, ToolResult
from seismograd.own_folder import NAME, NoFolder
from seismograd.repair.deadline import Deadline
from seismograd.repair.objective import NoObjective, require_objective
from seismograd.repair.options import RepairOptions
from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.repair_run import repair_run
from seismograd.repair.repair_training import Listener
from seismograd.repair.search import UnknownStrategy, require_strategy
from seismograd.repair.search.strategy import StrategyUnavailable
from seismograd.repair.search_loop import useful_at_once
from seismograd.reports.diagnosis_json import diagnosis_json
from seismograd.reports.diagnosis_text import diagnosis_sentence
from seismograd.reports.repair_json import repair_json
from seismograd.reports.report import Report
from seismograd.runs.entry import Entry, NoSuchEntry, script_entry
from seismograd.runs.execute import execute, first_record
from seismograd.runs.folder import new_run_folder
from seismograd.runs.history import find_run, prune
from seismograd.runs.interpreter import NoInterpreter
from seismograd.runs.prepare import Wishes, prepare
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd.runs.summary_json import summary_as_dict
from seismograd.runs.told import told_by_trace
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings
from seismograd_sandbox.host.limits import UnknownLimit
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose

NOT_ALLOWED = (
    "running code is not allowed here. The user can allow it by starting this server with "
    "--allow-run: seismograd mcp --allow-run. Until then, check and show read the code"
)
ENTRY = string("The script, relative to the project")
ARGUMENTS = strings("Arguments of the script")
_REFUSALS = (
    *(NoSuchEntry, NoInterpreter, NoFolder, UnknownLimit, SandboxUnusable, EmptyTrace),
    *(StrategyUnavailable, UnknownStrategy, NoObjective),
)


def run_tools(
    roots: Roots, *, may_run: bool, options: Mapping[str, object] | None = None
) -> list[Tool]:
    """`options` are settings by whoever started the server, before those of projects."""
    makers = (_run_tool, _diagnose_tool, _repair_tool)
    return [make(_Projects(roots, options or {}), may_run) for make in makers]


@dataclass(frozen=True, slots=True)
class _Projects:
    """What may be run, and how."""

    roots: Roots
    options: Mapping[str, object]

    def settings_of(self, root: Path) -> Settings:
        return settings_of_own_project(root, self.options)


def _run_tool(projects: _Projects, may_run: bool) -> Tool:
    return Tool(
        name="run",
        title="Run a training, watched",
        description="Run a Python script in a sandbox without network and on a copy of the "
        "project, and measure what PyTorch and Keras do in it. The result is JSON: how it ended, "
        "steps, losses, epochs, the exception with its line, alarms and warnings.",
        input_schema=arguments_schema(
            {"entry": ENTRY, "arguments": ARGUMENTS}, required=("entry",)
        ),
        runs_code=True,
        call=where_allowed(partial(_run, projects), may_run),
    )


def _diagnose_tool(projects: _Projects, may_run: bool) -> Tool:
    return Tool(
        name="diagnose",
        title="Diagnose a training",
        description="Run a training script as the tool run does, and name what is wrong with it. "
        "Short experiments with other seeds test the causes. The result is JSON: findings as "
        "check has them, the most likely cause first, each with its evidence and `confirmed`, "
        "and the symptoms of the run. This takes several times as long as the training.",
        input_schema=arguments_schema(
            {
                "entry": ENTRY,
                "arguments": ARGUMENTS,
                "run": string("The id of an earlier run, instead of a script: no experiments"),
                "budget": number("Seconds for experiments; 0 makes none"),
            }
        ),
        output_schema=FINDINGS_SCHEMA,
        runs_code=True,
        call=where_allowed(partial(_diagnose, projects), may_run),
    )


def _repair_tool(projects: _Projects, may_run: bool) -> Tool:
    return Tool(
        name="repair",
        title="Search a verified patch",
        description="Search a patch of hyperparameters or code that makes a training better: many "
        "trainings with changed source in a sandbox; the best patches are verified with fresh "
        "seeds. Changes no file. The result is JSON: `status`, and `patches` with their measured "
        "values, p, and `edits` to apply. This takes some thirty times as long as the training; "
        "`seconds` ends it earlier.",
        input_schema=arguments_schema(
            {
                "entry": ENTRY,
                "arguments": ARGUMENTS,
                "budget": number("Trainings of the search (default 20)"),
                "seconds": number("End after so many seconds"),
                "objective": string("What to improve, such as val_accuracy:max (default: found)"),
                "strategy": string("auto (default), random, halving, tpe, gp, bohb, hebo"),
            },
            required=("entry",),
        ),
        runs_code=True,
        call=where_allowed(partial(_repair, projects), may_run),
    )


def where_allowed(
    call: Callable[[ToolCall], ToolResult], may_run: bool
) -> Callable[[ToolCall], ToolResult]:
    def called(asked: ToolCall) -> ToolResult:
        if not may_run:
            raise ToolError(NOT_ALLOWED)
        try:
            return call(asked)
        except _REFUSALS as error:
            raise ToolError(str(error)) from error

    return for_assistants(called)


def _run(projects: _Projects, call: ToolCall) -> ToolResult:
    watched, _ = _watched_run(projects, call)
    return answer(summary_as_dict(watched.summary))


def _diagnose(projects: _Projects, call: ToolCall) -> ToolResult:
    if "run" in call.arguments and "entry" in call.arguments:
        raise ToolError("give either a script (entry) or the id of a run (run), not both")
    if "run" in call.arguments:
        summary = _earlier_run(projects.roots, call.arguments["run"])
        settings = projects.settings_of(Path(summary.record.root))
        return _told(diagnose_summary(summary, settings), summary)
    if "entry" not in call.arguments:
        raise ToolError("the argument 'entry' is missing: a script, or 'run' with the id of a run")
    watched, settings = _watched_run(projects, call, check_network=True)
    found = diagnose_summary(watched.summary, settings)
    budget = call.arguments.get("budget")
    tested = run_experiments(found, watched, budget, call.cancel, call.tell)
    sentence = diagnosis_sentence(tested, watched.summary)
    keep_diagnosis(watched.summary, tested.causes, sentence)
    return _told(tested, watched.summary)


def _repair(projects: _Projects, call: ToolCall) -> ToolResult:
    options = _repair_options(call.arguments)
    listener = Listener(call.tell, trial=lambda record: call.tell(f"trial {record.number}"))
    with Deadline(options.seconds, call.cancel) as deadline:
        watched, settings = _watched_run(projects, replace(call, cancel=deadline.cancel))
        diagnose = partial(diagnose_summary, watched.summary, settings)
        root = watched.summary.record.root
        snapshot = Snapshot(Path(root))
        result = repair_run(watched, diagnose, settings, options, snapshot, deadline, listener)
    return answer(repair_json(result, root))


def _repair_options(given: Mapping[str, Any]) -> RepairOptions:
    usual = RepairOptions()
    trainings = max(1, int(given.get("budget", usual.trainings)))
    options = RepairOptions(
        trainings,
        given.get("seconds") or math.inf,
        given.get("strategy", usual.strategy),
        given.get("objective"),
        at_once=useful_at_once(trainings),
    )
    require_strategy(options.strategy)
    if options.objective is not None:
        require_objective(options.objective)
    return options


def _watched_run(
    projects: _Projects, call: ToolCall, *, check_network: bool = False
) -> tuple[WatchedRun, Settings]:
    """Also the settings that hold for its project."""
    entry = _entry(projects.roots, call)
    settings = projects.settings_of(entry.root)
    plan = prepare(entry, settings, Wishes(live=False, check_network=check_network))
    choice = choose(settings.sandbox, entry.root)
    prune(entry.root)
    folder = new_run_folder(entry.root)
    call.tell(f"{entry.title} runs in {choice.sandbox.name}")
    record = first_record(plan, folder, choice)
    ended = execute(plan, record, folder, choice, cancel=call.cancel)
    return WatchedRun(RunSummary(folder, ended, told_by_trace(folder)), plan, choice), settings


def _entry(roots: Roots, call: ToolCall) -> Entry:
    """Of a project inside of what may be looked at: code sees all of its project."""
    path = roots.resolve(call.arguments["entry"])
    root = Path(roots.project_of(path))
    return script_entry(path, root, call.arguments.get("arguments", ()), root)


def _earlier_run(roots: Roots, run_id: str) -> RunSummary:
    projects = [own.parent for root in roots.folders for own in _own_folders(Path(root))]
    found = (find_run(project, run_id) for project in projects)
    folder = next((folder for folder in found if folder is not None), None)
    summary = summarise_run(folder) if folder else None
    if summary is None:
        raise ToolError(f"there is no run {run_id} of this project")
    return summary


def _own_folders(root: Path) -> list[Path]:
    """Of the folder itself, and of projects right below it."""
    return [root / NAME, *sorted(root.glob(f"*/{NAME}"))]


def _told(diagnosis: Diagnosis, summary: RunSummary) -> ToolResult:
    causes = [cause.finding for cause in diagnosis.causes]
    return answer(diagnosis_json(diagnosis, summary, Report(causes, base=summary.record.root)))
