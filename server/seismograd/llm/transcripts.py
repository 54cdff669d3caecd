"""Conversations with models, written to a file and played from it."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm import errors
from seismograd.llm.conversation import Completion, Prompt, Usage
from seismograd.llm.errors import Cancelled, ModelError, NotRecorded
from seismograd.llm.language_model import Answering, LanguageModel, OnText, pass_on
from seismograd.llm.quotes import MARK
from seismograd.llm.redacted import without_secrets
from seismograd.redaction import redact
from seismograd_sandbox.untrusted_files import read_whole_file
from seismograd_sandbox.untrusted_writes import append_to_file

VERSION = 1
MOST_BYTES = 256_000_000
"""A thousand prompts of whole projects; more is not a transcript."""
_VOLATILE = (
    (re.compile(MARK), "<mark>"),
    (re.compile(r"\b0x[0-9a-fA-F]{6,16}\b"), "<address>"),
    (re.compile(r"(?:/private)?(?:/var)?/(?:tmp|folders)/[^\s'\",:)]{1,300}"), "<scratch>"),
    (re.compile(r"\b\d{1,6}\.\d{1,9} ?(?:ms|s|seconds?)\b"), "<time>"),
)
"""What differs from one run to the next though the question is the same."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A file to record in; no link below `within`, the project, is followed."""

    file: Path
    within: Path

    def append(self, line: str) -> None:
        """For the user's eyes only: prompts hold the project's source."""
        append_to_file(self.file, line.encode("utf-8"), within=self.within)


class Recorded(Answering):
    """Asks a model, and writes down what was asked and said, failures included."""

    def __init__(self, model: LanguageModel, transcript: Transcript) -> None:
        self._model = model
        self._transcript = transcript
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._model.name

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        try:
            completion = pass_on(self._model, prompt, on_text, cancel)
        except Cancelled:
            raise
        except ModelError as error:
            self._write(prompt, _of_error(error))
            raise
        self._write(prompt, _of_completion(completion))
        return completion

    def _write(self, prompt: Prompt, outcome: Mapping[str, object]) -> None:
        prompt = without_secrets(prompt)
        entry = {"v": VERSION, "key": key_of(prompt), "asked": asdict(prompt), **outcome}
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        with self._lock:
            self._transcript.append(line)


class Replayed(Answering):
    """Answers from a transcript, in its order where a question was asked more than once."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._outcomes: dict[str, deque[dict[str, Any]]] = defaultdict(deque)
        for entry in entries(file):
            self._outcomes[entry["key"]].append(entry)

    @property
    def name(self) -> str:
        return ""

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        if cancel:
            raise Cancelled
        completion = _outcome(self._next(key_of(without_secrets(prompt))))
        if on_text is not None:
            on_text(completion.text)
        return completion

    def _next(self, key: str) -> dict[str, Any]:
        with self._lock:
            waiting = self._outcomes.get(key)
            if not waiting:
                what = "no answer" if waiting is None else "no more answers"
                raise NotRecorded(
                    f"The transcript {self._file.name} holds {what} to this question "
                    f"(key {key[:12]}). Record it anew."
                )
            return waiting.popleft()


def key_of(prompt: Prompt) -> str:
    """A name for what is asked, without what differs between two runs of the same."""
    said = [(message.role.value, _stable(message.content)) for message in prompt.messages]
    asked = [_stable(prompt.system or ""), said, prompt.schema]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def entries(file: Path) -> Iterator[dict[str, Any]]:
    """What a transcript holds; a torn last line is legal, anything else that is odd is not."""
    try:
        lines = read_whole_file(file, MOST_BYTES).decode("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise NotRecorded(f"The transcript {file.name} cannot be read.") from error
    # Every whole line ends with a line break, so the last piece is empty or torn.
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = json.loads(line)
            if entry["v"] != VERSION or not isinstance(entry["key"], str):
                raise ValueError("not of this version")
        except (ValueError, TypeError, KeyError) as error:
            sentence = f"Line {number} of the transcript {file.name} cannot be understood."
            raise NotRecorded(sentence) from error
        yield entry


def _stable(text: str) -> str:
    for pattern, name in _VOLATILE:
        text = pattern.sub(name, text)
    return text


def _of_completion(completion: Completion) -> dict[str, object]:
    usage = None if completion.usage is None else asdict(completion.usage)
    return {"said": redact(completion.text), "model": completion.model, "usage": usage}


def _of_error(error: ModelError) -> dict[str, object]:
    usage = None if error.usage is None else asdict(error.usage)
    return {"failed": type(error).__name__, "sentence": redact(str(error)), "usage": usage}


def _outcome(entry: Mapping[str, Any]) -> Completion:
    usage = Usage(**entry["usage"]) if entry.get("usage") else None
    if "failed" in entry:
        kind = getattr(errors, entry["failed"], ModelError)
        known = isinstance(kind, type) and issubclass(kind, ModelError)
        raise (kind if known else ModelError)(entry["sentence"], usage)
    return Completion(entry["said"], entry["model"], usage)
