"""The tools that assistants are offered: the commands of the same names, without their options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.check import make_report
from seismograd.cli.check_options import selectors
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.mcp_answers import FINDINGS_SCHEMA, as_text, for_assistants, without_secrets
from seismograd.cli.mcp_reproduce_tools import ReproduceTools
from seismograd.cli.mcp_roots import Roots
from seismograd.cli.mcp_run_tools import run_tools
from seismograd.cli.rule import find_rule
from seismograd.cli.show import understand
from seismograd.cli.targets import Targets, find_targets
from seismograd.cli.trouble import UsageError
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.schema import arguments_schema, string, strings
from seismograd.mcp.session import Service
from seismograd.mcp.tool import Tool, ToolCall, ToolError, ToolResult
from seismograd.reports.findings_json import as_dict
from seismograd.reports.program.placed import placed_facts
from seismograd.reports.report import Report
from seismograd.reports.rule_page import rule_as_dict, rules_table
from seismograd.reports.symptom_page import symptom_as_dict
from seismograd.rules.registry import all_rules
from seismograd.traces.symptoms import detectors_by_name

INSTRUCTIONS = (
    "Seismograd finds faults in PyTorch and Keras code by reading it, and by running it watched "
    "where the user allows that. "
    "Call check after writing or changing such code, and when a model does not train as it "
    "should. Findings are ranked, the most likely cause first; call rule with a finding's code to "
    "learn why it is a fault and how to mend it, and show to see which layers, shapes, loss, "
    "optimiser and training loop were understood of a file. Where a training runs but does not "
    "learn, call diagnose with its script: it runs it in a sandbox, and names the causes on their "
    "lines. To reproduce a reported bug, call reproduce_start with the report, write a small "
    "script by its rules, hand it to reproduce_try until it holds, and call reproduce_finish. "
    "Lines and columns count from 1."
)


def service(roots: Roots, *, may_run: bool, options: Mapping[str, object] | None = None) -> Service:
    readers = [_check_tool(roots), _show_tool(roots), _rule_tool()]
    reproducing = ReproduceTools(roots, may_run, options or {})
    tools = [*readers, *run_tools(roots, may_run=may_run, options=options), *reproducing.tools()]
    return Service(tools, INSTRUCTIONS, reproducing.close)


def _check_tool(roots: Roots) -> Tool:
    return Tool(
        name="check",
        title="Check for deep-learning faults",
        description="Find faults in PyTorch and Keras code: wrong or missing activations, losses "
        "that do not fit the output, training loops that forget a step, shapes that do not fit, "
        "and many more. Reads Python files and notebooks and runs nothing. The result is JSON: "
        "findings with code, severity, message, place, evidence and fixes, the most likely cause "
        "first, and the files that could not be read.",
        input_schema=arguments_schema(
            {
                "paths": strings("Files and folders, relative to the project; default: all of it"),
                "select": strings("Only these rules: codes, prefixes of codes, or names"),
                "ignore": strings("Not these rules"),
            }
        ),
        output_schema=FINDINGS_SCHEMA,
        call=for_assistants(partial(_check, roots)),
    )


def _show_tool(roots: Roots) -> Tool:
    return Tool(
        name="show",
        title="Show what was understood of a file",
        description="What a Python file or notebook says about networks, layers and their shapes, "
        "losses, optimisers, data and training loops, as JSON, and what could not be worked out.",
        input_schema=arguments_schema(
            {"file": string("A file, relative to the project")}, required=("file",)
        ),
        call=for_assistants(partial(_show, roots)),
    )


def _rule_tool() -> Tool:
    return Tool(
        name="rule",
        title="Explain a rule",
        description="The page of a rule: what it does, why that is bad, an example and the "
        "remedy; or, by its name, of a symptom that diagnose reports. Without a code: a table of "
        "all rules.",
        input_schema=arguments_schema({"code": string("The code or the name, such as SG101")}),
        call=for_assistants(_rule),
    )


def _check(roots: Roots, call: ToolCall) -> ToolResult:
    settings = _settings(call)
    given = call.arguments.get("paths") or roots.folders
    paths = [roots.resolve(path) for path in given]
    targets = find_targets(paths, settings)
    # A link in a folder may lead anywhere.
    targets.files = [path for path in targets.files if roots.holds(path)]
    targets.roots = sorted({roots.project_of(path) for path in paths})
    report = make_report(_results(targets, settings, call), targets)
    report.base = roots.base
    found = without_secrets(as_dict(report))
    return ToolResult(found, (as_text(found), *settings.problems))


def _settings(call: ToolCall) -> FolderSettings:
    overrides: dict[str, object] = {}
    for name in ("select", "ignore"):
        if call.arguments.get(name):
            overrides[name] = selectors(name, call.arguments[name])
    return FolderSettings(overrides)


def _results(targets: Targets, settings: FolderSettings, call: ToolCall) -> list[FileResult]:
    analysis = Analysis(targets.roots, settings)
    results: list[FileResult] = []
    for path in targets.files:
        if call.cancel:
            raise ToolError("cancelled")
        call.report(len(results), len(targets.files))
        results.append(analysis.check_file(path))
    return results


def _show(roots: Roots, call: ToolCall) -> ToolResult:
    path = roots.resolve(call.arguments["file"])
    program, source = understand(path, call.arguments["file"], [roots.project_of(path)])
    facts = placed_facts(program, Report([], base=roots.base, sources={path: source}))
    facts = without_secrets(facts)
    return ToolResult(facts, (as_text(facts),))


def _rule(call: ToolCall) -> ToolResult:
    if "code" not in call.arguments:
        rules = [_without_page(rule_as_dict(rule)) for rule in all_rules()]
        return ToolResult({"rules": rules}, (rules_table(all_rules()),))
    found = _explained(call.arguments["code"])
    return ToolResult(found, (found["page"],))


def _explained(code: str) -> JsonObject:
    """A rule, or else a symptom: a few have the same name."""
    symptom = detectors_by_name().get(code.lower())
    try:
        return rule_as_dict(find_rule(code))
    except UsageError:
        if symptom is None:
            raise
        return symptom_as_dict(symptom)


def _without_page(rule: JsonObject) -> JsonObject:
    return {name: value for name, value in rule.items() if name != "page"}
