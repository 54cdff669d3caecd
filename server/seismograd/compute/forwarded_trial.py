"""What a trial on another machine writes, in files of this one: for whoever watches it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from seismograd.compute.node_runner import News
from seismograd.runs.trial import RunningTrial
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.untrusted_writes import append_to_file


class ForwardedTrial(Closing):
    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="seismograd-forwarded-")
        self._trace = Path(self._folder.name, "trace.jsonl")
        self.trace_bytes = 0
        self.output = ""

    def add(self, news: News) -> None:
        if news.trace:
            append_to_file(self._trace, news.trace, within=self._folder.name)
        self.trace_bytes += len(news.trace)
        self.output += news.output

    @property
    def running(self) -> RunningTrial:
        return RunningTrial(self._trace, self.output)

    def close(self) -> None:
        self._folder.cleanup()
