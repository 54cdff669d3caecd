"""From an edit to its diagnostics, over stdio, for files of 1,000 and 5,000 lines."""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.figures import Figure
from tests.benchmarks.lsp_client import SEISMOGRAD, LspClient, Message
from tests.benchmarks.program_generator import generate
from tests.benchmarks.timing import percentile

MOST_MILLISECONDS = 50.0
MOST_GROWTH = 3.0
ROUNDS = 15
SIZES = (1000, 5000)
STATEMENT = r"^    \w"


Place = tuple[int, int]


@dataclass(frozen=True)
class Edit:
    """Replace the text between two places (0-based line and column)."""

    kind: str
    start: Place
    end: Place
    text: str

    def as_change(self) -> Message:
        return {
            "range": {"start": _position(self.start), "end": _position(self.end)},
            "text": self.text,
        }


def _position(place: Place) -> Message:
    return {"line": place[0], "character": place[1]}


class Typist:
    """Edits of different kinds, as a person makes them; a line that was broken is mended again."""

    def __init__(self, text: str, seed: int) -> None:
        self.lines = text.split("\n")
        self._draw = random.Random(seed)

    def round(self) -> Iterator[Edit]:
        yield self._number_in(r"^BATCH_SIZE = (\d+)", "constant")
        yield self._number_in(r"^        .*?[(= ](\d+)[,)]", "body")
        yield self._number_in(r"lr: float = .*?(\d)", "default")
        yield from self._line_typed_and_removed("top", 2, "# tune the batch size")
        row = self._any_row(STATEMENT)
        yield from self._line_typed_and_removed("statement", row, "    scale = 1.0 / 255")
        row = self._any_row(STATEMENT)
        yield from self._line_typed_and_removed("broken", row, "    loss = criterion(model(")

    def _number_in(self, pattern: str, kind: str) -> Edit:
        row = self._any_row(pattern)
        match = re.search(pattern, self.lines[row])
        assert match is not None
        digits = len(match[1])
        new = str(self._draw.randrange(10 ** (digits - 1), 10**digits))
        return self._apply(Edit(kind, (row, match.start(1)), (row, match.end(1)), new))

    def _line_typed_and_removed(self, kind: str, row: int, line: str) -> Iterator[Edit]:
        end = len(line) - 1
        yield self._apply(Edit(kind, (row, 0), (row, 0), line[:end] + "\n"))
        yield self._apply(Edit(kind, (row, end), (row, end), line[end:]))
        yield self._apply(Edit(kind, (row, 0), (row + 1, 0), ""))

    def _any_row(self, pattern: str) -> int:
        found = [row for row, line in enumerate(self.lines) if re.search(pattern, line)]
        return self._draw.choice(found)

    def _apply(self, edit: Edit) -> Edit:
        (first, start), (last, end) = edit.start, edit.end
        new = self.lines[first][:start] + edit.text + self.lines[last][end:]
        self.lines[first : last + 1] = new.split("\n")
        return edit


def measure() -> Iterator[Figure]:
    for mode in ("pull", "push"):
        samples = {size: _samples(size, pull=mode == "pull") for size in SIZES}
        small, large = (
            percentile([one for part in samples[size].values() for one in part], 0.95)
            for size in SIZES
        )
        yield _figure(f"edit to diagnostics p95, {mode}, 1,000 lines", samples[SIZES[0]], small)
        yield Figure(
            f"p95 of 5,000 lines over 1,000, {mode}",
            large / small,
            most=MOST_GROWTH,
            details={"p95 ms": large * 1000},
        )


def _figure(name: str, samples: dict[str, list[float]], p95: float) -> Figure:
    every = [one for part in samples.values() for one in part]
    details = {"p50": median(every) * 1000} | {
        kind: percentile(part, 0.95) * 1000 for kind, part in samples.items()
    }
    return Figure(name, p95 * 1000, unit="ms", most=MOST_MILLISECONDS, details=details)


def _samples(lines: int, *, pull: bool) -> dict[str, list[float]]:
    text = generate(lines, seed=lines)
    typist = Typist(text, seed=1)
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "experiments.py"
        path.write_text(text)
        uri = path.as_uri()
        with LspClient(SEISMOGRAD, Path(folder), pull=pull) as client:
            client.open(uri, text)
            _ = client.pulled(uri) if pull else client.published(uri)
            version = 1
            for _ in range(ROUNDS):
                for edit in typist.round():
                    version += 1
                    times[edit.kind].append(_time(client, uri, version, edit, pull=pull))
    return times


def _time(client: LspClient, uri: str, version: int, edit: Edit, *, pull: bool) -> float:
    started = time.perf_counter()
    client.change(uri, version, [edit.as_change()])
    if pull:
        client.pulled(uri)
    else:
        client.published(uri, version)
    return time.perf_counter() - started
