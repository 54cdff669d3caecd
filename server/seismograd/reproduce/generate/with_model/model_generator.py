"""The generator itself: asks, corrects by what the validator says, changes its view, gives up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Blocked,
    Cancelled,
    ContextTooLong,
    LanguageModel,
    Malformed,
    ModelError,
    Truncated,
)
from seismograd.llm.structured import ask_for
from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.with_model.about_attempts import gist
from seismograd.reproduce.generate.with_model.answers import (
    Proposal,
    reader,
    salvaged,
    supplemented,
)
from seismograd.reproduce.generate.with_model.criteria_question import (
    criteria_prompt,
    criteria_reader,
)
from seismograd.reproduce.generate.with_model.project_parts import Contexts, usage, whole_files
from seismograd.reproduce.generate.with_model.prompts import View, lacks_control
from seismograd.reproduce.generate.with_model.script_fixes import with_paths

NAME = "model"
MOST_FAILURES = 2
"""Answers in a row that are none, whatever they were asked."""
LEAST_CONTEXT = 1_500
MOST_LOOKS = 3
"""How often more of the project is shown before an answer."""
RankParts = Callable[[Case], Sequence[ContextPart]]
"""The parts of a project that matter for a case, the best first."""
WholeProject = Callable[[Case, Sequence[ContextPart]], Sequence[ContextPart]]
"""All of it, for where there is room; nothing where only parts shall be shown."""


@dataclass(frozen=True, slots=True)
class Limits:
    attempts_per_context: int = 5
    contexts: int = 5
    context_tokens: int = 10_000
    answer_tokens: int = 16_000


class ModelGenerator:
    """A `Generator`. What a model answers becomes a candidate, which is text, and nothing else.

    `ended` says why there are no more candidates, `needs` what a model says is missing, and
    `objection` what it has against the criteria. Troubles with the model end the generator and not
    the search; only `Cancelled` is raised.
    """

    def __init__(
        self,
        model: LanguageModel,
        rank: RankParts,
        limits: Limits | None = None,
        whole: WholeProject = whole_files,
        cancel: Cancellation | None = None,
        on_question: Callable[[str], object] = lambda words: None,
    ) -> None:
        """`on_question` is told what a model is asked for, each time before it is asked."""
        self._model = model
        self._rank = rank
        self._limits = limits or Limits()
        self._whole = whole
        self._cancel = cancel
        self._on_question = on_question
        self._view: View | None = None
        self.ended = ""
        self.needs = ""
        self.objection = ""

    @property
    def name(self) -> str:
        return NAME

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        view = self._view_of(case)
        own = [one for one in attempts if one.candidate.generator == self.name]
        others = [one for one in attempts if one.candidate.generator != self.name]
        while not self.ended:
            if self._is_stuck(view, own) and not self._look_elsewhere(view, own):
                break
            try:
                proposal = self._ask(view, own, others)
            except Cancelled:
                raise
            except ModelError as error:
                self._cope(error, view, own)
            else:
                view.failures = 0
                view.proposed += 1
                return self._candidate(proposal, case)
        return None

    def criteria(
        self, case: Case, found: Sequence[Fingerprint], objection: str
    ) -> Fingerprint | None:
        """What a run shall be checked for, by the model's reading of the report."""
        view = self._view_of(case)
        while not self.ended:
            self._on_question("what to look for")
            prompt = criteria_prompt(view.lasting, found, objection, view.quotes)
            read = criteria_reader(f"{case.report.title}\n{case.report.text}", case.root)
            try:
                settled = ask_for(self._model, prompt, read, cancel=self._cancel)
            except Cancelled:
                raise
            except ModelError as error:
                self._cope(error, view, ())
            else:
                self.ended = settled.why_none and f"The language model says: {settled.why_none}"
                return settled.fingerprint
        return None

    def _view_of(self, case: Case) -> View:
        if self._view is None or self._view.case is not case:
            ranked = self._rank(case)
            contexts = Contexts([*ranked, *usage(case)], case.root, self._whole(case, ranked))
            self._view = View(case, contexts, self._limits.context_tokens)
            self.objection = ""
            # What is missing here is missing whatever is looked for.
            self.ended = self.ended if self.needs else ""
        return self._view

    def _is_stuck(self, view: View, own: Sequence[Attempt]) -> bool:
        """Enough was tried here, or the same came out twice."""
        here = own[view.begun_with :]
        if _newly_lacks_control(here):
            return False
        if max(len(here), view.proposed) >= self._limits.attempts_per_context:
            return True
        return len(here) >= 2 and gist(here[-1].feedback) == gist(here[-2].feedback)

    def _look_elsewhere(self, view: View, own: Sequence[Attempt]) -> bool:
        if view.index + 1 >= self._limits.contexts:
            self.ended = (
                f"The language model was shown {view.index + 1} views of the project, "
                f"and none of its {len(own)} scripts held."
            )
            return False
        view.turn_to(view.index + 1, len(own))
        return True

    def _ask(self, view: View, own: Sequence[Attempt], others: Sequence[Attempt]) -> Proposal:
        """Raises `Malformed` where somebody wants to see ever more and writes nothing."""
        for _ in range(MOST_LOOKS + 1):
            proposal = self._ask_once(view, own, others)
            if not proposal.requests:
                return proposal
            view.look_up(proposal.requests)
        raise Malformed("The language model only asked for more of the project.")

    def _ask_once(self, view: View, own: Sequence[Attempt], others: Sequence[Attempt]) -> Proposal:
        last: Candidate | None = None
        if len(own) > view.begun_with:
            last = own[-1].candidate
            wanted = "a control for" if lacks_control(own[-1]) else "a correction of"
            self._on_question(f"{wanted} its script")
            prompt = view.next_prompt(own, others)
        else:
            self._on_question("another script" if own else "a script")
            prompt = view.first_prompt(own, others)
        prompt = replace(prompt, max_tokens=self._limits.answer_tokens)
        before = [attempt.candidate for attempt in own]
        read = reader(last, view.case.root, before, view.case.environment)
        return ask_for(
            self._model, prompt, read, salvaged, cancel=self._cancel, supplement=supplemented
        )

    def _cope(self, error: ModelError, view: View, own: Sequence[Attempt]) -> None:
        """A shorter question, another view, or the end."""
        if isinstance(error, ContextTooLong) and view.tokens // 2 >= LEAST_CONTEXT:
            view.shrink()
            return
        view.failures += 1
        can_differ = isinstance(error, Blocked | Malformed | Truncated)
        if not can_differ or view.failures >= MOST_FAILURES:
            self.ended = str(error)
        else:
            self._look_elsewhere(view, own)

    def _candidate(self, proposal: Proposal, case: Case) -> Candidate | None:
        if proposal.script:
            script = with_paths(proposal.script, case.project)
            return Candidate(
                script, self.name, proposal.idea, proposal.switches, proposal.patches, True
            )
        self.objection, self.needs = proposal.objection, proposal.needs
        if self.objection:
            self.ended = f"The language model objects to the criteria: {self.objection}"
        else:
            self.ended = f"The language model says that it cannot be shown here: {self.needs}"
        return None


def _newly_lacks_control(here: Sequence[Attempt]) -> bool:
    """A script that fires is worth one more question, wherever that comes."""
    if not here or not lacks_control(here[-1]):
        return False
    return len(here) < 2 or not lacks_control(here[-2])
