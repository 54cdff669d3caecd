"""Answers that have a form: how to ask for one in words, and how to read what comes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Message, Prompt, Role
from seismograd.llm.errors import Malformed, Truncated
from seismograd.llm.language_model import LanguageModel, OnText, pass_on
from seismograd.llm.schema import code_members, forgiven, misfit, plain_schema

_Form = TypeVar("_Form")
Reader = Callable[[Mapping[str, object]], _Form]
"""Turns an answer of the right form into what it means; raises `Malformed` with the reason."""
Salvage = Callable[[str], Mapping[str, object] | None]
"""Makes something of an answer that has no form at all."""
Supplement = Callable[[Mapping[str, object], str], Mapping[str, object]]
"""Adds what stands beside the JSON of an answer, such as a block of code."""
LONGEST_ANSWER = 1_000_000
_FENCE = re.compile(r"^[ \t]{0,3}```[ \t]*+(?:(?:json|JSON)[ \t]*+)?$", re.MULTILINE)
_WORDS = """\
Answer with one JSON object, alone in a block fenced as ```json, that fits this JSON schema:
{schema}"""
_CODE_WORDS = """

Leave `{name}` empty in the JSON. Where there is one to give, write it after the JSON, as it is,
into a block of its own fenced as ```python."""


def asking_for_form(prompt: Prompt) -> Prompt:
    """The same question to a model that cannot be held to a form: it is asked for in words."""
    if prompt.schema is None:
        return prompt
    words = _WORDS.format(schema=json.dumps(plain_schema(prompt.schema)))
    asides = (_CODE_WORDS.format(name=name) for name in code_members(prompt.schema))
    last = Message(Role.USER, "".join([words, *asides]))
    return replace(prompt, messages=(*prompt.messages, last), schema=None)


def ask_for(
    model: LanguageModel,
    prompt: Prompt,
    read: Reader[_Form],
    salvage: Salvage | None = None,
    on_text: OnText | None = None,
    cancel: Cancellation | None = None,
    supplement: Supplement = lambda value, _: value,
) -> _Form:
    """Ask for an answer of `prompt.schema`; once more, with the reason, where it is malformed.

    From a second answer without any JSON, `salvage` may take what there is.
    """
    try:
        first = pass_on(model, prompt, on_text, cancel)
        return _read(prompt, supplement(read_object(first.text), first.text), read)
    except Truncated:
        again = _shorter(prompt)
    except Malformed as error:
        again = _corrected(prompt, first, str(error))
    second = pass_on(model, again, on_text, cancel)
    return _read(prompt, supplement(_object(second.text, salvage), second.text), read)


def code_in(text: str) -> str:
    """The longest block of Python in an answer; "" where there is none."""
    blocks: list[str] = []
    # What stands between two fences is every other piece.
    for piece in text.split("```")[1::2]:
        language, _, block = piece.partition("\n")
        is_code = language.strip().lower() in ("python", "py", "python3", "")
        if is_code and not block.lstrip().startswith("{"):
            blocks.append(block)
    return max(blocks, key=len, default="")


def read_object(text: str) -> Mapping[str, object]:
    """The JSON object in an answer, whatever stands around it; raises `Malformed`."""
    if len(text) > LONGEST_ANSWER:
        raise Malformed("The answer is far too long.")
    trouble = "There is no JSON object in the answer."
    for part in _places(text):
        try:
            value, _ = _DECODER.raw_decode(part)
        except (ValueError, RecursionError) as error:
            trouble = f"The answer is not valid JSON: {str(error)[:200]}."
            continue
        if isinstance(value, dict):
            return value
        trouble = "The answer is JSON, but not an object."
    raise Malformed(trouble)


# Models put line breaks into strings as they are.
_DECODER = json.JSONDecoder(strict=False)


def _places(text: str) -> Sequence[str]:
    """Where the object may begin, the likeliest first."""
    starts = [text.lstrip()] + [text[m.end() :].lstrip() for m in list(_FENCE.finditer(text))[:8]]
    brace = text.find("{")
    starts += [text[brace:]] if brace >= 0 else []
    return [start for start in starts if start.startswith("{")]


def _object(text: str, salvage: Salvage | None) -> Mapping[str, object]:
    try:
        return read_object(text)
    except Malformed:
        found = salvage(text) if salvage is not None else None
        if found is None:
            raise
        return found


def _read(prompt: Prompt, value: Mapping[str, object], read: Reader[_Form]) -> _Form:
    schema = prompt.schema or {}
    meant = forgiven(value, schema)
    wrong = misfit(meant, schema)
    if wrong is not None or not isinstance(meant, Mapping):
        raise Malformed(wrong or "")
    return read(meant)


def _corrected(prompt: Prompt, answer: Completion, reason: str) -> Prompt:
    words = f"That answer cannot be used. {reason} Answer again, whole and in the right form."
    # The service takes no empty turns.
    said = answer.text.strip() or "(nothing)"
    more = (Message(Role.ASSISTANT, said), Message(Role.USER, words))
    return replace(prompt, messages=(*prompt.messages, *more))


def _shorter(prompt: Prompt) -> Prompt:
    words = "Your answer was cut off because it was too long. Answer again, much more briefly."
    return replace(prompt, messages=(*prompt.messages, Message(Role.USER, words)))
