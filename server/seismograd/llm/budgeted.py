"""A model that is asked only as long as its budget lasts."""

from __future__ import annotations

from dataclasses import replace

from seismograd.cancellation import Cancellation
from seismograd.llm.budget import Budget, estimated_input
from seismograd.llm.conversation import Completion, Prompt, Usage
from seismograd.llm.errors import ModelError
from seismograd.llm.language_model import Answering, LanguageModel, OnText, pass_on
from seismograd.llm.tokens import tokens_of


class Budgeted(Answering):
    """Estimates before a question, counts after it; failures that cost something count as well."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model = model
        self.budget = budget

    @property
    def name(self) -> str:
        return self._model.name

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        prompt = replace(prompt, max_tokens=self.budget.allow(prompt, self.name))
        try:
            completion = pass_on(self._model, prompt, on_text, cancel)
        except ModelError as error:
            if error.usage is not None:
                self.budget.count(error.usage, self.name)
            raise
        estimated = estimated_input(prompt)
        usage = completion.usage or Usage(estimated, tokens_of(completion.text))
        self.budget.count(usage, completion.model, estimated)
        return completion
