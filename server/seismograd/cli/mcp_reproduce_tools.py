"""Tools with which an assistant reproduces a reported bug: it writes the scripts, we judge them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.cli.mcp_answers import answer, for_assistants
from seismograd.cli.mcp_reproduce_next import (
    SETTLE_OTHERS,
    after_criteria,
    after_finish,
    after_start,
    after_try,
)
from seismograd.cli.mcp_reproduce_sessions import ReproduceSessions
from seismograd.cli.mcp_roots import Roots
from seismograd.cli.mcp_run_tools import where_allowed
from seismograd.cli.mcp_sampling_model import SamplingModel
from seismograd.cli.project_settings import settings_of_any_project
from seismograd.llm.budget import Budget, Limits
from seismograd.llm.errors import Malformed
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.sampling import Sampling
from seismograd.mcp.schema import arguments_schema, number, objects, string
from seismograd.mcp.tool import Tool, ToolCall, ToolError, ToolResult
from seismograd.own_folder import NoFolder, new_folder
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Listener
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.criteria.criteria_file import criteria_document
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.review import CriteriaRefused
from seismograd.reproduce.generate.with_model.answers import MOST_PATCHES
from seismograd.reproduce.generate.with_model.conventions import RULES
from seismograd.reproduce.generate.with_model.criteria_question import language_of_checks
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.request import ReproduceRequest
from seismograd.reproduce.results.result import as_dict, departure_as_dict
from seismograd.reproduce.results.saved_results import FOLDER
from seismograd.reproduce.results.write_results import CannotWriteResults
from seismograd.reproduce.writer_session import NotNow, Stopped, WriterSession
from seismograd.runs.interpreter import NoInterpreter
from seismograd.settings import Settings
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose_for_strangers

LONGEST_REPORT = 500_000
MOST_SHOWN = 20
A_DAY_S = 86_400.0
READER_LIMITS = Limits(input_tokens=500_000, output_tokens=50_000, dollars=None)
"""Of all questions on one case; a usual one has two or three, and the client knows the price."""
ID = string("The id that reproduce_start gave")
_REFUSALS = (
    *(NoInterpreter, SandboxUnusable, GitError, NoFolder, CannotWriteResults),
    *(Malformed, NotNow, Stopped),
)
FORMS = """\
# The forms
`switches`: [{"name": "SIZE", "trigger": "1", "control": "4"}], values as Python literals in text.
`patches`: [{"file": "net.py", "first": 12, "last": 13, "text": "new lines"}], lines counted from 1.
"""
_CRITERIA = objects(
    "One to six, which must all be met together",
    {
        "quote": string("The words of the report that it rests on, to the letter"),
        "fact": string("What shall be seen, in plain words"),
        "scope": string("Where and when: with which call, input or setting"),
        "check": string("One line of the language of checks"),
    },
    ("quote", "fact", "scope", "check"),
)
_SWITCHES = objects(
    "Constants at the top of the script whose other value takes the trigger away",
    {
        "name": string("The constant"),
        "trigger": string("The Python literal that the script assigns"),
        "control": string("The Python literal with which the same script shows no bug"),
    },
    ("name", "trigger", "control"),
)
_PATCHES = objects(
    f"At most {MOST_PATCHES}, which together mend the bug: the control runs on a copy of the "
    "project with them",
    {
        "file": string("A file of the project"),
        "first": number("First line to replace, counted from 1"),
        "last": number("Last line to replace"),
        "text": string("The sound lines instead, with their indentation"),
        "what": string("What is sound about them, in a few words"),
    },
    ("file", "first", "last", "text"),
)


@dataclass(slots=True)
class ReproduceTools:
    """Keeps what was started; closed with the server."""

    roots: Roots
    may_run: bool
    options: Mapping[str, object] = field(default_factory=dict)
    """Settings by whoever started the server, before those of projects."""
    sessions: ReproduceSessions = field(default_factory=ReproduceSessions)

    def tools(self) -> list[Tool]:
        return [self._start_tool(), self._criteria_tool(), self._try_tool(), self._finish_tool()]

    def close(self) -> None:
        self.sessions.close()

    def _start_tool(self) -> Tool:
        return self._tool(
            "reproduce_start",
            "Start to reproduce a reported bug",
            "Begin with a bug report and the project that it is about. The result is JSON: an "
            "`id`, the `criteria` that a run will be held against (null where the report's words "
            "give no sure ones: then settle them with reproduce_criteria; `suggested` may be "
            "wrong), the `rules` for scripts, and where they run. Then write a small script and "
            "hand it to reproduce_try. Where the criteria do not fit the report, settle others.",
            {
                "report": string("The whole text of the report"),
                "project": string("The folder of the project (default: the first root)"),
            },
            ("report",),
            self._start,
        )

    def _criteria_tool(self) -> Tool:
        return self._tool(
            "reproduce_criteria",
            "Settle what to look for",
            "Settle other criteria, before the first script is tried. Each rests on words of the "
            "report, which are quoted to the letter, and describes the symptom, not the cause.",
            {"id": ID, "criteria": _CRITERIA, "symptom": string("The family of the symptom")},
            ("id", "criteria"),
            self._settle,
        )

    def _try_tool(self) -> Tool:
        return self._tool(
            "reproduce_try",
            "Try a script",
            "Lead a script up the ladder, in a sandbox: it must parse, use what exists, be honest, "
            "meet the criteria, come from the project's own code, have a control, and depend on "
            "nothing that neither the report nor the project has. The result is JSON: the `rung` "
            "it reached, whether it `held`, the `feedback` for the next try, what was measured, "
            "and the `departures`. Say how you would mend the project in `patches`.",
            {
                "id": ID,
                "script": string("The whole script"),
                "switches": _SWITCHES,
                "patches": _PATCHES,
                "idea": string("One sentence for people: what the script does"),
            },
            ("id", "script"),
            self._try,
        )

    def _finish_tool(self) -> Tool:
        return self._tool(
            "reproduce_finish",
            "Finish and hand over",
            "Make the script that held small, repeat it and its control in fresh interpreters, and "
            "write the files. The result is JSON, with `status` reproduced, candidate or "
            "not-reproduced, and the script's place. Where nothing held, say why: that the project "
            "as it is handles what was reported is an ordinary answer.",
            {"id": ID, "why": string("Where nothing held: why, in a sentence")},
            ("id",),
            self._finish,
        )

    def _tool(
        self,
        name: str,
        title: str,
        description: str,
        properties: JsonObject,
        required: tuple[str, ...],
        call: Callable[[ToolCall], ToolResult],
    ) -> Tool:
        schema = arguments_schema(properties, required)
        allowed = where_allowed(partial(_refused, call), self.may_run)
        return Tool(name, title, description, schema, for_assistants(allowed), runs_code=True)

    def _start(self, call: ToolCall) -> ToolResult:
        text = call.arguments["report"][:LONGEST_REPORT]
        if not text.strip():
            raise ToolError("the report is empty")
        root = Path(self.roots.resolve(call.arguments.get("project", self.roots.base)))
        if not root.is_dir():
            raise ToolError(f"{root} is no folder")
        settings = settings_of_any_project(root, self.options)
        opened = partial(_open_session, settings, root, text, call.sampling)
        with self.sessions.start(call, opened) as (session_id, session):
            return answer({"id": session_id, **_begun(session)})

    def _settle(self, call: ToolCall) -> ToolResult:
        given = {
            "analysis": "",
            "symptom": call.arguments.get("symptom", ""),
            "criteria": call.arguments["criteria"],
            "why_none": "",
        }
        with self.sessions.serving(call) as session:
            settled = _settled(session, given)
        return answer({"criteria": _criteria(settled), "next": after_criteria(settled)})

    def _try(self, call: ToolCall) -> ToolResult:
        with self.sessions.serving(call) as session:
            return answer(_told(session.attempt(call.arguments), session.fingerprint))

    def _finish(self, call: ToolCall) -> ToolResult:
        with self.sessions.serving(call) as session:
            result = session.finish(call.arguments.get("why", ""))
        self.sessions.remove(call.arguments["id"])
        return answer({**as_dict(result), "next": after_finish(result)})


def _open_session(
    settings: Settings,
    root: Path,
    text: str,
    sampling: Sampling | None,
    listener: Listener,
    cancel: Cancellation,
) -> WriterSession:
    sandbox = choose_for_strangers(settings.sandbox, root)
    request = ReproduceRequest(
        report=parse_report(text),
        root=root,
        out=new_folder(root, FOLDER),
        settings=settings,
        sandbox=sandbox,
        search_budget=SearchBudget(seconds=A_DAY_S),
        model=None if sampling is None else SamplingModel(sampling),
        budget=Budget(READER_LIMITS),
    )
    return WriterSession(request, listener, cancel)


def _begun(session: WriterSession) -> JsonObject:
    return {
        "criteria": _criteria(session.fingerprint),
        "suggested": _criteria(session.suggested),
        "rules": f"{RULES}\n{FORMS}",
        "checks": language_of_checks(),
        "environment": session.environment,
        "next": after_start(session),
    }


def _refused(call: Callable[[ToolCall], ToolResult], asked: ToolCall) -> ToolResult:
    try:
        return call(asked)
    except _REFUSALS as error:
        raise ToolError(str(error)) from error


def _settled(session: WriterSession, given: JsonObject) -> Fingerprint:
    try:
        return session.settle(given)
    except CriteriaRefused as error:
        raise ToolError(f"{error} {SETTLE_OTHERS}") from error


def _criteria(fingerprint: Fingerprint | None) -> JsonObject | None:
    return None if fingerprint is None else criteria_document(fingerprint)


def _told(attempt: Attempt, fingerprint: Fingerprint | None) -> JsonObject:
    seen = attempt.observation
    return {
        "rung": attempt.stage.name.lower(),
        "held": not attempt.feedback,
        "feedback": attempt.feedback,
        "measured": dict(list(seen.measured.items())[:MOST_SHOWN]) if seen else {},
        "departures": [departure_as_dict(one) for one in attempt.departures],
        "seconds": attempt.seconds,
        "next": after_try(attempt, fingerprint),
    }
