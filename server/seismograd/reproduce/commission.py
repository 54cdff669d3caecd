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
from seismograd.reproduce.case import Case
from seismograd.reproduce.commits.bisecting import demand_range
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.commits.worktrees import worktree
from seismograd.reproduce.context.gather import ContextPart, gather_context
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.with_model.model_generator import ModelGenerator
from seismograd.reproduce.generate.with_model.model_sceptic import ModelSceptic
from seismograd.reproduce.laboratory import QUICK_S
from seismograd.reproduce.listener import Listener
from seismograd.reproduce.loop import Patience
from seismograd.reproduce.model_words import with_model_words
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.reproducing import Order, reproduce
from seismograd.reproduce.results.follow_up import FollowUp, Wishes
from seismograd.reproduce.results.result import Cost, Reproduction, Status
from seismograd.reproduce.results.saved_results import findings_document
from seismograd.reproduce.results.write_results import Destination, hand_over
from seismograd.reproduce.trials.sandboxed import SandboxedLaboratory
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
STOPPED = "It was stopped; what was tried until then is kept."


@dataclass(frozen=True, slots=True)
class Commission:
    report: BugReport
    root: Path
    out: Path
    settings: Settings
    sandbox: Choice
    patience: Patience
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
    wishes: Wishes = field(default_factory=Wishes)
    readable: tuple[Path, ...] = ()
    """What scripts may read outside of the project."""
    used: set[str] = field(default_factory=set)
    """Names of the sandboxes that were started."""

    @property
    def sandbox_name(self) -> str:
        """Where scripts ran, or would have run."""
        return ", ".join(sorted(self.used)) or self.sandbox.sandbox.name


def carry_out(commission: Commission, listen: Listener, cancel: Cancellation) -> Reproduction:
    """Raises `NoInterpreter`, `SandboxUnusable`, `GitError` and `CannotHandOver`."""
    if commission.wishes.bisect is not None:
        demand_range(commission.root, commission.wishes.bisect)
    budget = commission.budget or Budget()
    asking = Cancellation()
    cancel.when_set(asking.set)
    ask = asked_model(commission, budget)
    tell = partial(_tell, budget, listen)
    model = None if ask is None else ModelGenerator(ask, _parts, cancel=asking, on_question=tell)
    sceptic = None if ask is None else ModelSceptic(ask, cancel, tell)
    with ExitStack() as stack:
        opened = open_commission(commission, listen, cancel, stack)
        order = replace(
            opened.order, model=model, adviser=model, sceptic=sceptic, stop_asking=asking.set
        )
        result = _with_costs(reproduce(order, listen, cancel), model, budget)
        return opened.deliver(result, listen, cancel)


@dataclass(frozen=True, slots=True)
class Opened:
    """A commission whose trees and laboratories are there."""

    commission: Commission
    order: Order
    """Without anybody who writes."""
    commit: str | None
    began: float

    def deliver(self, result: Reproduction, listen: Listener, cancel: Cancellation) -> Reproduction:
        """With all that was wished for, in its folder; raises `CannotHandOver`."""
        commission, order = self.commission, self.order
        result = replace(result, commit=self.commit)
        again = partial(_laboratory, commission, cancel=cancel)
        after = FollowUp(commission.root, order.root, order.laboratory, again, listen, cancel)
        result = after.complete(result, commission.wishes)
        result = replace(result, sandbox=commission.sandbox_name)
        shown = findings_document(result.findings, commission.root, self.began)
        to = Destination(commission.out, commission.root, commission.wishes.test_file)
        return hand_over(result, to, shown)


def open_commission(
    commission: Commission, listen: Listener, cancel: Cancellation, stack: ExitStack
) -> Opened:
    """Raises `NoInterpreter`, `SandboxUnusable` and `GitError`; the stack closes it again."""
    root, commit = _tree(commission, listen, stack)
    fixed_root = _fixed(commission, listen, stack)
    fixed = None
    if fixed_root is not None:
        laboratory = _laboratory(commission, fixed_root, cancel, shown_as=root)
        fixed = stack.enter_context(laboratory)
    order = Order(
        report=commission.report,
        root=root,
        laboratory=stack.enter_context(_laboratory(commission, root, cancel)),
        patience=commission.patience,
        fixed=fixed,
        fingerprint=commission.fingerprint,
        has_gpu=commission.settings.gpu,
        environment=_environment(commission),
    )
    return Opened(commission, order, commit, time.time())


def cost_of(budget: Budget) -> Cost:
    return Cost(budget.used.all_input_tokens, budget.used.output_tokens)


def _with_costs(result: Reproduction, model: ModelGenerator | None, budget: Budget) -> Reproduction:
    result = replace(result, cost=cost_of(budget))
    if model is not None:
        result = with_model_words(result, model, budget)
    return replace(result, why=STOPPED) if result.status is Status.CANCELLED else result


def _tree(commission: Commission, listen: Listener, opened: ExitStack) -> tuple[Path, str | None]:
    """Where the search goes on, and at which commit. A report's commit may be unknown here."""
    if commission.commit is not None:
        made = opened.enter_context(worktree(commission.root, commission.commit))
        return made.root, made.commit
    if commission.report.commit is not None:
        try:
            made = opened.enter_context(worktree(commission.root, commission.report.commit))
        except GitError as error:
            listen.stage(f"The files are taken as they are: {error}")
        else:
            return made.root, made.commit
    return commission.root, None


def _fixed(commission: Commission, listen: Listener, opened: ExitStack) -> Path | None:
    if commission.fixed is not None:
        folder = Path(os.path.abspath(os.path.expanduser(commission.fixed)))
        if folder.is_dir():
            return folder
        return opened.enter_context(worktree(commission.root, commission.fixed)).root
    if commission.report.fixed_commit is not None:
        try:
            return opened.enter_context(
                worktree(commission.root, commission.report.fixed_commit)
            ).root
        except GitError as error:
            listen.stage(f"There is no fixed version to compare with: {error}")
    return None


def _laboratory(
    commission: Commission, root: Path, cancel: Cancellation, shown_as: Path | None = None
) -> SandboxedLaboratory:
    settings = commission.settings
    tree = Tree(
        root=root,
        python=find_interpreter(settings.python, commission.root).path,
        sandbox=commission.sandbox,
        environment=_backend(root),
        gpu=settings.gpu,
        build_image=settings.build_image,
        readable=commission.readable,
        shown_as=shown_as,
        cancel=cancel,
        used=commission.used,
    )
    return SandboxedLaboratory(tree)


def _environment(commission: Commission) -> str:
    """What whoever writes scripts has to know of the place where they run."""
    python = find_interpreter(commission.settings.python, commission.root).path
    names = {*SHOWN_PACKAGES, *commission.report.versions}
    versions = installed_versions(python, names)
    told = ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))
    device = "with a GPU" if commission.settings.gpu else "on a CPU, without a GPU"
    limit = f"A run should take a few seconds; it is ended after {QUICK_S:.0f} on a quiet machine."
    return f"{told or 'The versions are not known'}; {device}, without a network. {limit}"


def _backend(root: Path) -> dict[str, str]:
    """Keras must not be loaded ahead with another backend than the user's or the project's."""
    chosen = chosen_backend(root, os.environ)
    return {BACKEND_VARIABLE: chosen} if chosen else {}


def asked_model(commission: Commission, budget: Budget) -> LanguageModel | None:
    """One for all questions: they are counted together."""
    if commission.replay is not None:
        return replayed(commission.replay, budget)
    if commission.model is not None:
        return equipped(commission.model, budget, _transcript(commission))
    return None


def _tell(budget: Budget, listen: Listener, wanted: str) -> None:
    spent = f" (so far {budget.summary()})" if budget.used.all_input_tokens else ""
    listen.stage(f"Asking the language model for {wanted}{spent}")


def _transcript(commission: Commission) -> Transcript | None:
    file = commission.transcript
    return None if file is None else Transcript(file, within=commission.root)


def _parts(case: Case) -> list[ContextPart]:
    return gather_context(case.project, case.report, budget=ALL_CONTEXT)
