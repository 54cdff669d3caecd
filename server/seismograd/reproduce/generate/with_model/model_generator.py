"""The generator itself: asks, corrects by what the validator says, changes its view, gives up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Blocked,
    Cancelled,
    ContextTooLong,
    LanguageModel,
    Malformed,
    Message,
    ModelError,
    OnText,
    Prompt,
    Truncated,
)
from seismograd.llm.quotes import Quotes
from seismograd.llm.structured import ask_for
from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.with_model.answers import Proposal, reader, salvaged
from seismograd.reproduce.generate.with_model.contexts import Contexts, Part, is_inside
from seismograd.reproduce.generate.with_model.prompts import (
    Tried,
    first_prompt,
    lasting_messages,
    next_prompt,
)

NAME = "model"
MOST_FAILURES = 2
"""Answers in a row that are none, whatever they were asked."""
LEAST_CONTEXT = 1_500
RankParts = Callable[[Case], Sequence[Part]]
"""The parts of a project that matter for a case, the best first."""


@dataclass(frozen=True, slots=True)
class Limits:
    attempts_per_context: int = 5
    contexts: int = 5
    context_tokens: int = 24_000
    answer_tokens: int = 16_000


class ModelGenerator:
    """A `Generator`. What a model answers becomes a candidate, which is text, and nothing else.

    `ended` says why there are no more candidates, `needs` what a model says is missing. Troubles
    with the model end the generator and not the search; only `Cancelled` is raised.
    """

    def __init__(
        self,
        model: LanguageModel,
        rank: RankParts,
        limits: Limits | None = None,
        on_text: OnText | None = None,
        cancel: Cancellation | None = None,
    ) -> None:
        self._model = model
        self._rank = rank
        self._limits = limits or Limits()
        self._on_text = on_text
        self._cancel = cancel
        self._view: _View | None = None
        self.ended = ""
        self.needs = ""

    @property
    def name(self) -> str:
        return NAME

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        view = self._view_of(case)
        while not self.ended:
            own = [a for a in attempts if a.candidate.generator == self.name]
            if self._is_stuck(view, own) and not self._look_elsewhere(view, own):
                break
            try:
                proposal = self._ask(view, self._tried(view, attempts, own))
            except Cancelled:
                raise
            except ModelError as error:
                self._cope(error, view, own)
            else:
                view.failures = 0
                view.proposed += 1
                return self._candidate(proposal, case)
        return None

    def _view_of(self, case: Case) -> _View:
        if self._view is None or self._view.case is not case:
            contexts = Contexts(self._rank(case), case.root)
            self._view = _View(case, contexts, self._limits.context_tokens)
            self.ended = self.needs = ""
        return self._view

    def _is_stuck(self, view: _View, own: Sequence[Attempt]) -> bool:
        """Enough was tried here, or the same came out twice."""
        here = own[view.begun_with :]
        if max(len(here), view.proposed) >= self._limits.attempts_per_context:
            return True
        return len(here) >= 2 and _gist(here[-1].feedback) == _gist(here[-2].feedback)

    def _look_elsewhere(self, view: _View, own: Sequence[Attempt]) -> bool:
        if view.index + 1 >= self._limits.contexts:
            self.ended = (
                f"The language model was shown {view.index + 1} views of the project, "
                f"and none of its {len(own)} scripts held."
            )
            return False
        view.turn_to(view.index + 1, len(own))
        return True

    def _tried(self, view: _View, attempts: Sequence[Attempt], own: Sequence[Attempt]) -> Tried:
        others = [a for a in attempts if a.candidate.generator != self.name]
        return Tried(own, others, view.case.root, view.quotes)

    def _ask(self, view: _View, tried: Tried) -> Proposal:
        if len(tried.own) > view.begun_with:
            prompt = next_prompt(view.lasting, tried)
            return self._answer(prompt, tried.own[-1].candidate.source)
        return self._answer(first_prompt(view.lasting, tried, view.index > 0), None)

    def _answer(self, prompt: Prompt, last_script: str | None) -> Proposal:
        prompt = replace(prompt, max_tokens=self._limits.answer_tokens)
        read = reader(last_script)
        return ask_for(self._model, prompt, read, salvaged, self._on_text, self._cancel)

    def _cope(self, error: ModelError, view: _View, own: Sequence[Attempt]) -> None:
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
        if proposal.needs:
            self.needs = " ".join(proposal.needs.split())[:500]
            self.ended = f"The language model says that something is needed: {self.needs}"
            return None
        patches = tuple(patch for patch in proposal.patches if is_inside(patch.file, case.root))
        return Candidate(proposal.script, self.name, proposal.idea, proposal.switches, patches)


class _View:
    """One context: the parts that are shown, and how they are quoted."""

    def __init__(self, case: Case, contexts: Contexts, tokens: int) -> None:
        self.case = case
        self._contexts = contexts
        self.tokens = tokens
        self.failures = 0
        self.turn_to(0, 0)

    def turn_to(self, index: int, begun_with: int) -> None:
        """`begun_with` is how many scripts of one's own there were before."""
        self.index = index
        self.proposed = 0
        self.begun_with = begun_with
        self.quotes = Quotes()
        self.lasting = self._messages()

    def shrink(self) -> None:
        self.tokens //= 2
        self.lasting = self._messages()

    def _messages(self) -> tuple[Message, ...]:
        parts = self._contexts.window(self.index, self.tokens)
        return lasting_messages(self.case, parts, self.tokens, self.quotes)


def _gist(feedback: str) -> str:
    """Feedback without its numbers, which differ where nothing else does."""
    return re.sub(r"0x[0-9a-f]+|\d+(?:\.\d+)?", "#", feedback[:10_000])
