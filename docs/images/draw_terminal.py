"""Draw what `seismograd check` really prints on the demo project as a terminal in SVG."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from seismograd.cli.demo import PROJECT

COMMAND = ["check", "model.py", "train.py"]
MAX_LINES = 44
MAX_COLUMNS = 110
LINE_HEIGHT, CHARACTER_WIDTH, MARGIN, TITLE_BAR = 18, 7.83, 18, 34
COLOURS = {
    "1": "#ffffff",
    "2": "#6b7686",
    "1;31": "#ff6b6b",
    "1;33": "#ffc95c",
    "1;34": "#6ea8fe",
    "1;36": "#5fd7d7",
    "32": "#7bd88f",
}
PLAIN = "#d5dbe5"
_ANSI = re.compile(r"\x1b\[([\d;]*)m")


def main(target: Path) -> None:
    lines = ["$ seismograd " + " ".join(COMMAND), *_real_output()]
    target.write_text(svg([part for line in lines for part in _wrapped(line)]), "utf-8")


def _real_output() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        project = shutil.copytree(PROJECT, Path(folder, "digits"))
        command = [sys.executable, "-m", "seismograd.cli.main", *COMMAND, "--color", "always"]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    lines = done.stdout.rstrip().splitlines()
    summary = lines[-1]
    return lines if len(lines) <= MAX_LINES else [*_whole_findings(lines), "…", "", summary]


def _whole_findings(lines: list[str]) -> list[str]:
    last_gap = max(index for index, line in enumerate(lines[:MAX_LINES]) if not line)
    return lines[: last_gap + 1]


def _wrapped(line: str) -> Iterator[str]:
    """Break a long line at a space, taking its colour along; excerpts are cut already."""
    while len(_ANSI.sub("", line)) > MAX_COLUMNS and " " in line[:MAX_COLUMNS]:
        hidden = len(line) - len(_ANSI.sub("", line))
        cut = line.rindex(" ", 0, MAX_COLUMNS + hidden)
        yield line[:cut]
        line = "    " + line[cut + 1 :]
    yield line


def svg(lines: list[str]) -> str:
    width = round(MAX_COLUMNS * CHARACTER_WIDTH + 2 * MARGIN)
    height = TITLE_BAR + len(lines) * LINE_HEIGHT + MARGIN
    rows = "\n".join(_row(line, index) for index, line in enumerate(lines))
    dots = "".join(
        f'<circle cx="{MARGIN + 18 * index}" cy="17" r="5.5" fill="{fill}"/>'
        for index, fill in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="seismograd check">\n'
        f'<rect width="{width}" height="{height}" rx="9" fill="#161b22"/>\n{dots}\n'
        f"<g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" "
        f'font-size="13" fill="{PLAIN}" xml:space="preserve">\n{rows}\n</g>\n</svg>\n'
    )


def _row(line: str, index: int) -> str:
    y = TITLE_BAR + (index + 1) * LINE_HEIGHT - 5
    return f'<text x="{MARGIN}" y="{y}">{"".join(_spans(line))}</text>'


def _spans(line: str) -> Iterator[str]:
    pieces = _ANSI.split(line)
    yield escape(pieces[0])
    for code, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if text:
            colour = COLOURS.get(code, PLAIN)
            yield f'<tspan fill="{colour}">{escape(text)}</tspan>'


if __name__ == "__main__":
    main(Path(sys.argv[1]))
