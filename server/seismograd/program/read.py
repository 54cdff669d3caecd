"""Read a document as a program; what an edit did not touch is not read again."""

from __future__ import annotations

import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache, partial
from itertools import chain
from typing import NamedTuple
from weakref import WeakKeyDictionary

from seismograd.program.call_index import CallIndex
from seismograd.program.gaps import Gap, Reason
from seismograd.program.keras import reader as keras_reader
from seismograd.program.library import framework_library
from seismograd.program.model import Program
from seismograd.program.shapes import ShapeMismatch
from seismograd.program.torch import reader as torch_reader
from seismograd.program.units import (
    DEFINITIONS_BUDGET,
    STEPS_PER_LINE,
    Reached,
    Run,
    definitions,
    run_body,
    run_definition,
)
from seismograd.source.chunks import Chunk
from seismograd.source.document import Document
from seismograd.source.evaluate.deadline import Deadline
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TimeLimit, TookTooLong

log = logging.getLogger(__name__)
MAX_RECENT = 4
"""Documents whose parts are kept for the next edit."""
READING_ALLOWANCE = 2_000
EVALUATION_SECONDS = 3.0
"""Processor time for following the code of one file; all but hostile ones take a tenth of it."""
READING_SECONDS = 6.0
"""Processor time after which reading a file is given up."""
GIVEN_UP = "takes too long to analyse"
RECURSION_LIMIT = 6000
"""Following calls through nested expressions goes deep in frames of this interpreter."""


@dataclass(slots=True)
class _Part:
    """What one unit gave, and what it depends on."""

    program: Program
    run: Run
    own_chunks: tuple[Chunk, ...]
    generation: int
    files: dict[str, tuple[int, int] | None]

    def is_current(self, workspace: Workspace, own_chunks: tuple[Chunk, ...]) -> bool:
        if self.generation != workspace.generation or self.own_chunks != own_chunks:
            return False
        for (file, name), chunks in self.run.interpreter.dependencies.items():
            document = workspace.document(file)
            if document is None or tuple(document.definitions.get(name, ())) != chunks:
                return False
        return all(_stamp(file) == stamp for file, stamp in self.files.items())

    def close(self) -> None:
        self.program.forget()
        self.run.interpreter.close()


class _Reading(NamedTuple):
    """What was read of one version of a document."""

    parts: dict[str, _Part]
    whole: Program


_recent: OrderedDict[Document, _Reading] = OrderedDict()
_given_up: WeakKeyDictionary[Document, bytes] = WeakKeyDictionary()


def read_program(workspace: Workspace, document: Document) -> Program:
    """Everything that can be understood of a document; raises `TookTooLong`."""
    if _given_up.get(document) is document.raw:
        raise TookTooLong(GIVEN_UP)
    with TimeLimit(READING_SECONDS):
        return _read_parts(workspace, document)


def give_up(document: Document) -> None:
    """Read a document no more until its text changes: its program or rules took too long."""
    # What was interrupted may be in the middle of a change: nothing is built on it.
    _recent.pop(document, None)
    _given_up[document] = document.raw


def _read_parts(workspace: Workspace, document: Document) -> Program:
    if sys.getrecursionlimit() < RECURSION_LIMIT:
        sys.setrecursionlimit(RECURSION_LIMIT)
    known = _recent[document].parts if document in _recent else {}
    deadline = Deadline(EVALUATION_SECONDS)
    fresh = {"": _body(workspace, document, known, deadline)}
    reached = Reached()
    reached.add(fresh[""].run)
    # Each unit has the same budget whatever ran before it: an edit elsewhere changes nothing here.
    left = DEFINITIONS_BUDGET + STEPS_PER_LINE * len(document.lines)
    left_out: list[Gap] = []
    for chunk in definitions(document):
        if reached.holds(chunk):
            continue
        if left <= 0:
            left_out.append(Gap(chunk, Reason.LEFT_OUT))
            continue
        part = _definition(workspace, document, chunk, known, deadline)
        left -= part.run.steps
        reached.add(part.run)
        fresh[chunk.defines or ""] = part
    program = _merge(document, list(fresh.values()))
    program.gaps = (*_broken(document), *(g for p in fresh.values() for g in p.run.gaps), *left_out)
    _remember(document, _Reading(fresh, program))
    return program


def _broken(document: Document) -> Iterator[Gap]:
    for chunk in document.chunks:
        if chunk.broken:
            yield Gap(chunk, Reason.BROKEN)
        elif chunk.was_refused:
            yield Gap(chunk, Reason.TOO_DEEP)


def _remember(document: Document, reading: _Reading) -> None:
    """Keep what the next edit can build on, for the documents that people work on now."""
    _let_go(_recent.get(document), {id(part.program) for part in reading.parts.values()})
    _recent[document] = reading
    _recent.move_to_end(document)
    while len(_recent) > MAX_RECENT:
        release(next(iter(_recent)))


def release(document: Document) -> None:
    """Let go of what was read of a document that nobody is going to edit."""
    _let_go(_recent.pop(document, None), kept=set())
    document.rest()


def _let_go(reading: _Reading | None, kept: set[int]) -> None:
    """Take apart what was read, but for the programs of parts that are still good."""
    if reading is None:
        return
    for part in reading.parts.values():
        if id(part.program) not in kept:
            part.close()
    if id(reading.whole) not in kept:
        reading.whole.forget()


def _definition(
    workspace: Workspace,
    document: Document,
    chunk: Chunk,
    known: dict[str, _Part],
    deadline: Deadline,
) -> _Part:
    name = chunk.defines or ""
    part = known.get(name)
    if part is not None and part.is_current(workspace, (chunk,)):
        return part
    run = run_definition(workspace, framework_library(), document, chunk, deadline)
    return _finish(run, document, (chunk,), workspace)


def _body(
    workspace: Workspace, document: Document, known: dict[str, _Part], deadline: Deadline
) -> _Part:
    own = tuple(chunk for chunk in document.chunks if chunk.defines is None)
    part = known.get("")
    if part is not None and part.is_current(workspace, own):
        return part
    run = run_body(workspace, framework_library(), document, deadline)
    return _finish(run, document, own, workspace)


def _finish(run: Run, document: Document, own: tuple[Chunk, ...], workspace: Workspace) -> _Part:
    interpreter = run.interpreter
    program = Program(document, complete=run.complete)
    unread = _read(interpreter, program)
    run.gaps.extend(Gap(own[0], reason) for reason in sorted(unread) if own)
    program.calls = interpreter.calls
    program.trial_calls = interpreter.trial_calls
    program.call_indexes = [CallIndex(interpreter.calls)]
    program.trial_indexes = [CallIndex(interpreter.trial_calls)]
    program.instances = interpreter.instances
    program.all_loops = interpreter.loops
    program.mismatches = [note for note in interpreter.notes if isinstance(note, ShapeMismatch)]
    if not run.complete:
        # What was broken off says nothing about what a loop lacks.
        program.loops.clear()
        program.evaluations.clear()
    files = {file: _stamp(file) for file in interpreter.files}
    return _Part(program, run, own, workspace.generation, files)


def _read(interpreter: Interpreter, program: Program) -> set[Reason]:
    """Let every reader look; networks that were only built are run by readers, on an allowance."""
    unread: set[Reason] = set()
    for reader in (torch_reader, keras_reader):
        interpreter.steps_left = max(interpreter.steps_left, READING_ALLOWANCE)
        try:
            if not interpreter.attempt(partial(_finished, reader.read, interpreter, program)):
                unread.add(Reason.NETWORKS_OUT_OF_STEPS)
        except Exception:
            # One construct that a reader trips over must not cost the rest of the file.
            log.exception("reading %s failed", program.path)
            unread.add(Reason.NETWORKS_FAILED)
    return unread


def _finished(
    read: Callable[[Interpreter, Program], None], interpreter: Interpreter, program: Program
) -> bool:
    read(interpreter, program)
    return True


def _merge(document: Document, parts: list[_Part]) -> Program:
    programs = [part.program for part in parts]
    if len(programs) == 1:
        # What is known of the only part need not be found out again for the whole.
        programs[0].parts = programs
        return programs[0]
    whole = Program(document, complete=all(program.complete for program in programs))
    for name in _gathered():
        getattr(whole, name).extend(chain.from_iterable(getattr(one, name) for one in programs))
    whole.parts = programs
    return whole


@cache
def _gathered() -> list[str]:
    """What a program lists, and a whole therefore has of all its parts."""
    return [field.name for field in fields(Program) if field.default_factory is list]


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
