from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from seismograd.llm import Completion, Malformed, Message, Prompt, Quota, Role, Truncated
from seismograd.llm.editor import EditorModel, Question
from seismograd.llm.schema import array, code, integer, misfit, record, text
from seismograd.llm.structured import ask_for, asking_for_form, code_in, read_object
from tests.llm.listeners import Parrot
from tests.llm.test_editor_model import Desk

FORM = record(name=text("a name"), numbers=array(integer("a number")))
GOOD = '{"name": "x", "numbers": [1, 2]}'
PROMPT = Prompt((Message(Role.USER, "Go."),), None, FORM)


def same(value: Mapping[str, object]) -> Mapping[str, object]:
    return value


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        f"  {GOOD}\n",
        f"Here it is:\n```json\n{GOOD}\n```\nBye.",
        f"```\n{GOOD}\n```",
        f"Sure. {GOOD} And more {{",
        '{"name": "x",\n "numbers": [1, 2], "more": "a line\nbreak"}',
        f"```json\n{{broken\n```\nNo, this:\n```json\n{GOOD}\n```",
    ],
)
def test_an_object_is_found_in_whatever_stands_around_it(answer: str) -> None:
    found = read_object(answer)
    assert (found["name"], found["numbers"]) == ("x", [1, 2])


@pytest.mark.parametrize(
    "answer", ["", "no", "[1]", "{", '{"a": }', "{" * 100_000, '{"a":' * 50_000, "x" * 2_000_000]
)
def test_what_holds_no_object_is_malformed(answer: str) -> None:
    with pytest.raises(Malformed):
        read_object(answer)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"name": "x"}, "lacks the member 'numbers'"),
        ({"name": 1, "numbers": []}, "name should be of type string"),
        ({"name": "x", "numbers": [1, "2"]}, r"numbers\[1\] should be of type integer"),
        ({"name": "x", "numbers": [True]}, "type integer"),
        ({"name": None, "numbers": []}, "type string"),
    ],
)
def test_what_does_not_fit_is_told(value: object, sentence: str) -> None:
    wrong = misfit(value, FORM)
    assert wrong is not None
    with pytest.raises(Malformed, match=sentence):
        raise Malformed(wrong)


def test_a_malformed_answer_is_asked_for_once_more_with_the_reason() -> None:
    parrot = Parrot('{"name": {}}', GOOD)
    assert ask_for(parrot, PROMPT, same)["name"] == "x"
    _, again = parrot.heard
    said = [message.content for message in again.messages]
    assert said[:2] == ["Go.", '{"name": {}}']
    assert "name should be of type string" in said[2]


@pytest.mark.parametrize(
    "answer",
    [
        '{"name": "x", "numbers": 1}', '{"name": "x", "numbers": "1"}',
        '{"name": "x", "numbers": ["1"]}', '{"name": "x", "numbers": [1.0], "note": null}',
    ],
)  # fmt: skip
def test_what_is_plainly_meant_costs_no_second_question(answer: str) -> None:
    parrot = Parrot(answer)
    found = ask_for(parrot, PROMPT, same)
    assert (found["name"], found["numbers"]) == ("x", [1])
    assert len(parrot.heard) == 1


def test_members_that_are_missing_are_empty() -> None:
    assert ask_for(Parrot("{}"), PROMPT, same) == {"name": "", "numbers": []}
    assert ask_for(Parrot('{"name": null, "numbers": null}'), PROMPT, same)["numbers"] == []


@pytest.mark.parametrize("answer", ['{"name": "x", "numbers": ["one"]}', '{"numbers": [1.5]}'])
def test_what_could_mean_anything_is_not_forgiven(answer: str) -> None:
    with pytest.raises(Malformed):
        ask_for(Parrot(answer), PROMPT, same)


def test_code_stands_beside_the_json_where_there_are_no_forms() -> None:
    form = record(name=text("a name"), script=code("a script"))
    asked = asking_for_form(replace(PROMPT, schema=form)).messages[-1].content
    assert "Leave `script` empty" in asked
    assert "contentMediaType" not in asked
    assert "Leave `" not in asking_for_form(PROMPT).messages[-1].content
    answer = 'So:\n```json\n{"name": "x"}\n```\n```python\nprint("{")\n```\n'
    found = ask_for(
        Parrot(answer), replace(PROMPT, schema=form), same,
        supplement=lambda value, said: {**value, "script": code_in(said)},
    )  # fmt: skip
    assert found == {"name": "x", "script": 'print("{")\n'}


def test_a_reader_can_find_an_answer_malformed_too() -> None:
    parrot = Parrot(GOOD)

    def read(value: Mapping[str, object]) -> str:
        raise Malformed("There are too few numbers.")

    with pytest.raises(Malformed, match="too few"):
        ask_for(parrot, PROMPT, read)
    assert len(parrot.heard) == 2
    assert "too few" in parrot.heard[1].messages[-1].content


def test_nobody_is_asked_for_ever() -> None:
    parrot = Parrot("")
    with pytest.raises(Malformed):
        ask_for(parrot, PROMPT, same)
    assert len(parrot.heard) == 2
    assert all(message.content for message in parrot.heard[1].messages)


def test_what_has_no_form_at_all_may_be_salvaged_at_last() -> None:
    parrot = Parrot("prose", "more prose")
    found = ask_for(parrot, PROMPT, same, lambda words: {"name": words, "numbers": []})
    assert found["name"] == "more prose"


def test_a_cut_answer_is_asked_for_more_briefly() -> None:
    parrot = Parrot(Truncated(), GOOD)
    assert ask_for(parrot, PROMPT, same)["name"] == "x"
    assert "briefly" in parrot.heard[1].messages[-1].content


def test_other_troubles_are_not_asked_again() -> None:
    parrot = Parrot(Quota())
    with pytest.raises(Quota):
        ask_for(parrot, PROMPT, same)
    assert len(parrot.heard) == 1


def test_an_editor_is_asked_for_a_form_in_words() -> None:
    desk = Desk()
    desk.answer.set_result(Completion(f"Sure!\n```json\n{GOOD}\n```", "m1"))
    assert ask_for(EditorModel(desk), PROMPT, same)["name"] == "x"
    (question,) = desk.questions
    assert isinstance(question, Question)
    first, words = question.messages
    assert first.content == "Go."
    assert '"numbers"' in words.content
