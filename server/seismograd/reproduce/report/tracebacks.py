"""Tracebacks as Python, IPython, pytest and rich print them, whole or in part, in a block.

Each line is read once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.bug_report import ReportedFrame, ReportedTraceback
from seismograd.reproduce.report.traceback_lines import (
    arrow_of,
    ends_message,
    frame_of,
    header_of,
    is_caret_line,
    is_filler,
    pytest_arrow_of,
    pytest_frame_of,
    pytest_says,
    raised_of,
    unframed,
)

MOST_FRAMES = 200
_MOST_OF_A_MESSAGE = 60
_MOST_UNKNOWN_LINES = 60
_PROMPTS = (">>>", "$ ", "In [", "Process finished", "[W", "Epoch ", "warnings.warn", "=====")


@dataclass(frozen=True, slots=True)
class Found:
    traceback: ReportedTraceback
    first: int
    last: int
    """The numbers of its lines in the text."""


def tracebacks_in(block: Block) -> list[Found]:
    """In the order of the text: of a chain, the one that got out comes last."""
    found: list[Found] = []
    at = 0
    while at < len(block.lines):
        reader = _Reader(block, at)
        if not reader.begins():
            at += 1
            continue
        end = reader.read()
        traceback = reader.traceback
        if traceback.frames or traceback.exception:
            found.append(Found(traceback, block.first + at, block.first + end - 1))
        at = max(end, at + 1)
    return found


@dataclass(slots=True)
class _Reader:
    block: Block
    start: int
    _prefix: str = ""
    _named: str = ""
    """The exception that IPython names in its first line."""
    _frames: list[ReportedFrame] = field(default_factory=list)
    _exception: str = ""
    _message: list[str] = field(default_factory=list)
    _code_before_frame: str | None = None
    _takes_code: bool = False
    _indent: int = 0
    """How far frames are indented; Keras indents the exception below them as far."""

    @property
    def traceback(self) -> ReportedTraceback:
        frames = tuple(self._frames[:MOST_FRAMES])
        message = "\n".join(self._message).strip("\n")
        return ReportedTraceback(frames, self._exception or self._named, message)

    def begins(self) -> bool:
        line, is_code = self.block.lines[self.start], self.block.is_code
        if (before := header_of(line)) is not None:
            self._read_header(before)
            return True
        bare, said = unframed(line), pytest_says(line)
        if frame_of(bare) and (is_code or bare.lstrip().startswith(('File "', "File “"))):
            return True
        if said and raised_of(said):
            return True
        if is_code and (said is not None or pytest_frame_of(bare)):
            self._look_back()
            return True
        return False

    def read(self) -> int:
        """Read to the end of the traceback; the index of the first line after it."""
        lines, at, unknown = self.block.lines, self.start, 0
        if header_of(lines[at]) is not None:
            at += 1
        while at < len(lines):
            line = self._line(at)
            if header_of(lines[at]) is not None:
                return at
            if self._ends_with(line):
                return self._read_message(at + 1)
            if self._reads_frame(line):
                unknown = 0
            elif line.strip() and not is_filler(line):
                unknown += 1
                if unknown > _MOST_UNKNOWN_LINES or not self._may_skip(line):
                    return at
            at += 1
        return at

    def _read_header(self, before: str) -> None:
        named = raised_of(before.strip(" -─╭"), after_frames=True)
        if named and not named[1]:
            self._named = named[0]
        elif "─" not in before and "+" not in before:
            self._prefix = before

    def _look_back(self) -> None:
        """The line that pytest points at stands above the first frame."""
        for at in range(max(0, self.start - 3), self.start):
            code = pytest_arrow_of(self.block.lines[at])
            self._code_before_frame = code or self._code_before_frame

    def _line(self, at: int) -> str:
        line, prefix = self.block.lines[at], self._prefix
        if prefix and line.startswith(prefix.rstrip() or prefix):
            return line[len(prefix) :]
        return unframed(line)

    def _may_skip(self, line: str) -> bool:
        """Source around a frame is indented; in prose, anything else ends the traceback."""
        if self.block.is_code:
            return not line.startswith(_PROMPTS)
        return line[0].isspace()

    def _reads_frame(self, line: str) -> bool:
        if (code := pytest_arrow_of(line)) is not None:
            self._code_before_frame = code
        elif (frame := frame_of(line) or self._pytest_frame(line)) is not None:
            self._indent = _indent(line)
            self._frames.append(frame)
            self._takes_code = frame.code is None
        elif not self._frames:
            return False
        elif (arrow := arrow_of(line)) is not None:
            self._set_code(*arrow)
        elif self._takes_code and line[:1].isspace() and line.strip() and not is_filler(line):
            self._set_code(self._frames[-1].line, line.strip())
        else:
            return is_caret_line(line)
        return True

    def _pytest_frame(self, line: str) -> ReportedFrame | None:
        frame = pytest_frame_of(line)
        if frame is not None and self._code_before_frame is not None:
            frame, self._code_before_frame = replace(frame, code=self._code_before_frame), None
        return frame

    def _set_code(self, line: int | None, code: str) -> None:
        frame = self._frames[-1]
        self._frames[-1] = replace(frame, line=frame.line or line, code=code)
        self._takes_code = False

    def _ends_with(self, line: str) -> bool:
        said = pytest_says(line)
        if said is not None:
            raised = raised_of(said) or ("AssertionError", said)
        else:
            found = raised_of(line.rstrip(), after_frames=bool(self._frames))
            if found is None and self._frames and _indent(line) <= self._indent:
                found = raised_of(line.strip())
            if found is None:
                return False
            raised = found
        self._exception = raised[0]
        self._message = [raised[1]]
        return True

    def _read_message(self, at: int) -> int:
        """Further lines of the message, and pytest's note of the place where it was raised."""
        lines, begin = self.block.lines, at
        in_pytest = pytest_says(self._line(at - 1)) is not None
        while at < len(lines) and at - begin < _MOST_OF_A_MESSAGE:
            said = self._continued(at, in_pytest)
            if said is None:
                break
            self._message.append(said)
            at += 1
        return self._place_of_pytest(at) if in_pytest else at

    def _continued(self, at: int, in_pytest: bool) -> str | None:
        line = self._line(at)
        if in_pytest:
            return pytest_says(line)
        if self._is_elsewhere(at) or ends_message(line):
            return None
        if not line.strip():
            below = self._line(at + 1) if at + 1 < len(self.block.lines) else ""
            return "" if below.strip() and below[0].isspace() and self.block.is_code else None
        if line[0].isspace():
            return line.rstrip() if self.block.is_code or line[0] == "\t" else None
        if not self.block.is_code or line.startswith(_PROMPTS) or raised_of(line):
            return None
        return line

    def _is_elsewhere(self, at: int) -> bool:
        """Whether the line begins another traceback, or lacks what all lines of this one have."""
        line, prefix = self.block.lines[at], self._prefix.rstrip()
        return header_of(line) is not None or bool(prefix and not line.startswith(prefix))

    def _place_of_pytest(self, at: int) -> int:
        """The frame that pytest prints below the message: `model.py:41: ValueError`."""
        lines = self.block.lines
        for below in range(at, min(at + 2, len(lines))):
            if frame := self._pytest_frame(lines[below]):
                self._frames.append(frame)
                return below + 1
        return at


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
