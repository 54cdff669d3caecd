"""Rules about words, so that what the server does with findings shows without any analysis."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import ClassVar

from seismograd.faults import Edit, FaultType, Finding, Fix, Position, Related, Safety, Span
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace


class SampleProgram(Program):
    """A program of which nothing is understood but its text."""

    def __init__(self, workspace: Workspace, document: Document) -> None:
        super().__init__(document)
        self.workspace = workspace


def words(document: Document, word: str) -> Iterator[Span]:
    for number, line in enumerate(document.lines, start=1):
        for match in re.finditer(rf"\b{word}\b", line):
            start, end = (Position(number, at + 1) for at in match.span())
            yield Span(document.path, start, end)


class BadWord(Rule):
    """Finds the word BAD.

    ## Why is this bad?

    It is in the name.
    """

    code: ClassVar[str] = "SGT01"
    name: ClassVar[str] = "bad-word"
    fault_type: ClassVar[FaultType] = FaultType.API

    def check(self, program: Program) -> Iterator[Finding]:
        top = Span(program.path, Position(1, 1), Position(1, 2))
        for span in words(program.document, "BAD"):
            fix = Fix("Make it good", Safety.SAFE, (Edit(span, "good"),))
            related = [Related(span, "this word"), Related(top, "this file")]
            yield self.finding(span, "A bad word.", because="It is.", fixes=[fix], related=related)


class WorseWord(Rule):
    """Finds the word WORSE."""

    code: ClassVar[str] = "SGT02"
    name: ClassVar[str] = "worse-word"
    fault_type: ClassVar[FaultType] = FaultType.API

    def check(self, program: Program) -> Iterator[Finding]:
        for span in words(program.document, "WORSE"):
            fix = Fix("Drop it", Safety.UNSAFE, (Edit(span, "pass"),))
            yield self.finding(span, "A worse word.", because="It is.", fixes=[fix])


class ForeignWord(Rule):
    """Finds the word FOREIGN in the module `shared`, on behalf of whoever imports it."""

    code: ClassVar[str] = "SGT03"
    name: ClassVar[str] = "foreign-word"
    fault_type: ClassVar[FaultType] = FaultType.API

    def check(self, program: Program) -> Iterator[Finding]:
        if "import shared" not in program.document.text:
            return
        path = os.path.join(os.path.dirname(program.path), "shared.py")
        assert isinstance(program, SampleProgram)
        other = program.workspace.document(path)
        for span in words(other, "FOREIGN") if other else ():
            yield self.finding(span, "A foreign word.", because="It is.")


class Misbehaviour(Rule):
    """Works hard, prints or fails, as the text asks for."""

    code: ClassVar[str] = "SGT04"
    name: ClassVar[str] = "misbehaviour"
    fault_type: ClassVar[FaultType] = FaultType.API

    def check(self, program: Program) -> Iterator[Finding]:
        text = program.document.text
        if "CRASH" in text:
            raise RuntimeError("a rule failed on purpose")
        if "PRINT" in text:
            print("printed on purpose", flush=True)
            os.write(1, b"written on purpose\n")
            os.system("echo echoed on purpose")
        if "SLOW" in text:
            end = time.monotonic() + 3
            while time.monotonic() < end:
                sum(range(1000))
        yield from ()


RULES = (BadWord(), WorseWord(), ForeignWord(), Misbehaviour())
