from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm import Cancelled, Completion, Message, OnText, Quota, Role, Unreachable
from seismograd.llm.editor import EditorModel, Question

HELLO = [Message(Role.USER, "hello")]


class Desk:
    """An editor that keeps its questions open."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.answer: Future[Completion] = Future()

    def ask(self, question: Question, on_text: OnText | None) -> Future[Completion]:
        self.questions.append(question)
        return self.answer


def test_an_answer_and_the_preferred_model_pass_through() -> None:
    desk = Desk()
    desk.answer.set_result(Completion("hi", "m1"))
    assert EditorModel(desk, "m1").complete(HELLO, system="Be brief.").text == "hi"
    assert desk.questions == [Question(HELLO, "Be brief.", "m1")]


def test_an_error_passes_through() -> None:
    desk = Desk()
    desk.answer.set_exception(Quota())
    with pytest.raises(Quota, match="Try again later"):
        EditorModel(desk).complete(HELLO)


def test_cancelling_withdraws_the_question() -> None:
    desk, cancel = Desk(), Cancellation()
    threading.Timer(0.05, cancel.set).start()
    with pytest.raises(Cancelled):
        EditorModel(desk).complete(HELLO, cancel=cancel)
    assert desk.answer.cancelled()


def test_nothing_is_asked_once_it_is_cancelled() -> None:
    desk, cancel = Desk(), Cancellation()
    cancel.set()
    with pytest.raises(Cancelled):
        EditorModel(desk).complete(HELLO, cancel=cancel)
    assert desk.questions == []


def test_an_editor_that_never_answers_is_given_up() -> None:
    desk = Desk()
    with pytest.raises(Unreachable, match="did not answer"):
        EditorModel(desk, patience=0.05).complete(HELLO)
    assert desk.answer.cancelled()
