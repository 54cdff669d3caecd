"""What a user asks for, from the settings of their project to the folder with the result."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped, replayed
from seismograd.llm.language_model import LanguageModel
from seismograd.llm.transcripts import Transcript
from seismograd.reproduce.case import Case, Listener
from seismograd.reproduce.commits.bisect import demand_range
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.commits.worktrees import Worktree, worktree
from seismograd.reproduce.context.gather import ContextPart, gather_context
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.with_model.model_generator import ModelGenerator
from seismograd.reproduce.generate.with_model.needs_answers import needed
from seismograd.reproduce.generate.with_model.second_reader import SecondReader
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.results.follow_up import FollowUp, OutputOptions
from seismograd.reproduce.results.result import Cost, Reproduction, Status
from seismograd.reproduce.results.saved_results import findings_document
from seismograd.reproduce.results.write_results import Destination, write_results
from seismograd.reproduce.search import NEEDS_MORE, SearchInputs, reproduce
from seismograd.reproduce.trial_runner import QUICK_S
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.runs.installed_versions import installed_versions
from seismograd.runs.interpreter import find_interpreter
from seismograd.runs.keras_backend import VARIABLE as BACKEND_VARIABLE
from seismograd.runs.keras_backend import chosen_backend
from seismograd.settings import Settings
from seismograd_sandbox.host.selection import Choice

ALL_CONTEXT = 120_000
"""Tokens of the project that a model may get to see, one view after the other."""
SHOWN_PACKAGES = (
    "jax", "keras", "lightning", "numpy", "pytorch-lightning", "scikit-learn", "scipy",
    "tensorflow", "torch", "torchvision", "transformers",
)  # fmt: skip
BY_ITS_WORD = "A language model says that something is missing here; no run has shown that it is."
STOPPED = "It was stopped; what was tried until then is kept."


@dataclass(frozen=True, slots=True)
class ReproduceRequest:
    report: BugReport
    root: Path
    out: Path
    settings: Settings
    sandbox: Choice
    search_budget: SearchBudget
    fingerprint: Fingerprint | None = None
    commit: str | None = None
    """Where the bug is; else the commit that the report names, else the files as they are."""
    fixed: str | None = None
    """A commit, or a folder, in which the bug is gone; else what the report says about it."""
    model: LanguageModel | None = None
    budget: Budget | None = None
    transcript: Path | None = None
    """Where what the model is asked and answers is recorded."""
    replay: Path | None = None
    """A transcript that answers in the model's place."""
    outputs: OutputOptions = field(default_factory=OutputOptions)
    readable: tuple[Path, ...] = ()
    """What scripts may read outside of the project."""
    used: set[str] = field(default_factory=set)
    """Names of the sandboxes that were started."""

    @property
    def sandbox_name(self) -> str:
        """Where scripts ran, or would have run."""
        return ", ".join(sorted(self.used)) or self.sandbox.sandbox.name


def run_request(request: ReproduceRequest, listen: Listener, cancel: Cancellation) -> Reproduction:
    """Raises `NoInterpreter`, `SandboxUnusable`, `GitError` and `CannotWriteResults`."""
    if request.outputs.bisect is not None:
        demand_range(request.root, request.outputs.bisect)
    asking = Cancellation()
    cancel.when_set(asking.set)
    budget = request.budget or Budget()
    writer, reader = _writer_and_reader(request, budget, listen, asking, cancel)
    with ExitStack() as stack:
        opened = open_request(request, listen, cancel, stack)
        inputs = replace(
            opened.inputs, writer=writer, script_reviewer=reader, stop_asking=asking.set
        )
        result = replace(reproduce(inputs, listen, cancel), cost=cost_of(budget))
        if writer is not None and reader is not None:
            result = with_model_summary(result, writer, budget)
            result = replace(result, second_reader=reader.reading(result))
        if result.status is Status.CANCELLED:
            result = replace(result, why=STOPPED)
        return opened.deliver(result, listen, cancel)


def _writer_and_reader(
    request: ReproduceRequest,
    budget: Budget,
    listen: Listener,
    asking: Cancellation,
    cancel: Cancellation,
) -> tuple[ModelGenerator | None, SecondReader | None]:
    model = asked_model(request, budget)
    if model is None:
        return None, None

    def tell(wanted: str) -> None:
        spent = f" (so far {budget.summary()})" if budget.used.all_input_tokens else ""
        listen.stage(f"Asking the language model for {wanted}{spent}")

    writer = ModelGenerator(model, _ranked_parts, cancel=asking, on_question=tell)
    return writer, SecondReader(model, cancel, tell)


@dataclass(frozen=True, slots=True)
class Opened:
    """A request whose trees and runners are there."""

    request: ReproduceRequest
    inputs: SearchInputs
    """Without anybody who writes."""
    commit: str | None
    began: float

    def deliver(self, result: Reproduction, listen: Listener, cancel: Cancellation) -> Reproduction:
        """With all that was wished for, in its folder; raises `CannotWriteResults`."""
        request, inputs = self.request, self.inputs
        result = replace(result, commit=self.commit)
        again = partial(_runner, request, cancel=cancel)
        after = FollowUp(request.root, inputs.root, again, listen, cancel)
        result = after.complete(result, request.outputs)
        result = replace(result, sandbox=request.sandbox_name)
        shown = findings_document(result.findings, request.root, self.began)
        to = Destination(request.out, request.root, request.outputs.test_file)
        return write_results(result, to, shown)


def open_request(
    request: ReproduceRequest, listen: Listener, cancel: Cancellation, stack: ExitStack
) -> Opened:
    """Raises `NoInterpreter`, `SandboxUnusable` and `GitError`; the stack closes it again."""
    root, commit = _tree(request, listen, stack)
    fixed_root = _fixed(request, listen, stack)
    fixed = None
    if fixed_root is not None:
        runner = _runner(request, fixed_root, cancel, shown_as=root)
        fixed = stack.enter_context(runner)
    inputs = SearchInputs(
        report=request.report,
        root=root,
        runner=stack.enter_context(_runner(request, root, cancel)),
        search_budget=request.search_budget,
        fixed=fixed,
        fingerprint=request.fingerprint,
        has_gpu=request.settings.gpu,
        environment=_environment(request),
    )
    return Opened(request, inputs, commit, time.time())


def cost_of(budget: Budget) -> Cost:
    return Cost(budget.used.all_input_tokens, budget.used.output_tokens)


def with_model_summary(
    result: Reproduction, writer: ModelGenerator, budget: Budget
) -> Reproduction:
    """What was asked for and what it cost; what a model says is missing, as its word."""
    if not (budget.used.all_input_tokens or writer.ended):
        return result
    result = replace(result, spent=budget.summary(), model_said=writer.ended)
    kind = needed(writer.needs)
    if kind is None or kind.value in result.needs:
        return result
    if result.status not in (Status.NOT_REPRODUCED, Status.NEEDS):
        return result
    return replace(
        result,
        status=Status.NEEDS,
        why=NEEDS_MORE if result.needs else BY_ITS_WORD,
        needs=(*result.needs, kind.value),
        missing=(*result.missing, f"by the language model's word: {writer.needs}"),
    )


def _tree(request: ReproduceRequest, listen: Listener, stack: ExitStack) -> tuple[Path, str | None]:
    """Where the search goes on, and at which commit."""
    if request.commit is not None:
        made = stack.enter_context(worktree(request.root, request.commit))
    else:
        why = "The files are taken as they are"
        found = _reported(request, request.report.commit, why, listen, stack)
        if found is None:
            return request.root, None
        made = found
    return made.root, made.commit


def _fixed(request: ReproduceRequest, listen: Listener, stack: ExitStack) -> Path | None:
    if request.fixed is not None:
        folder = Path(os.path.abspath(os.path.expanduser(request.fixed)))
        if folder.is_dir():
            return folder
        return stack.enter_context(worktree(request.root, request.fixed)).root
    why = "There is no fixed version to compare with"
    made = _reported(request, request.report.fixed_commit, why, listen, stack)
    return None if made is None else made.root


def _reported(
    request: ReproduceRequest, commit: str | None, why: str, listen: Listener, stack: ExitStack
) -> Worktree | None:
    """A commit that the report names; it may be unknown here."""
    if commit is None:
        return None
    try:
        return stack.enter_context(worktree(request.root, commit))
    except GitError as error:
        listen.stage(f"{why}: {error}")
        return None


def _runner(
    request: ReproduceRequest, root: Path, cancel: Cancellation, shown_as: Path | None = None
) -> SandboxedTrialRunner:
    settings = request.settings
    tree = Tree(
        root=root,
        python=find_interpreter(settings.python, request.root).path,
        sandbox=request.sandbox,
        environment=_backend(root),
        gpu=settings.gpu,
        build_image=settings.build_image,
        readable=request.readable,
        shown_as=shown_as,
        cancel=cancel,
        used=request.used,
    )
    return SandboxedTrialRunner(tree)


def _environment(request: ReproduceRequest) -> str:
    """What whoever writes scripts has to know of the place where they run."""
    python = find_interpreter(request.settings.python, request.root).path
    names = {*SHOWN_PACKAGES, *request.report.versions}
    versions = installed_versions(python, names)
    told = ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))
    device = "with a GPU" if request.settings.gpu else "on a CPU, without a GPU"
    limit = f"A run should take a few seconds; it is ended after {QUICK_S:.0f} on a quiet machine."
    return f"{told or 'The versions are not known'}; {device}, without a network. {limit}"


def _backend(root: Path) -> dict[str, str]:
    """Keras must not be loaded ahead with another backend than the user's or the project's."""
    chosen = chosen_backend(root, os.environ)
    return {BACKEND_VARIABLE: chosen} if chosen else {}


def asked_model(request: ReproduceRequest, budget: Budget) -> LanguageModel | None:
    """One for all questions: they are counted together."""
    if request.replay is not None:
        return replayed(request.replay, budget)
    if request.model is None:
        return None
    file = request.transcript
    record = None if file is None else Transcript(file, within=request.root)
    return equipped(request.model, budget, record)


def _ranked_parts(case: Case) -> list[ContextPart]:
    return gather_context(case.project, case.report, budget=ALL_CONTEXT)
