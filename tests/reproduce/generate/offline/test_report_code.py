"""Drafts of the code that a report shows."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.report_code import from_other_code, from_snippets
from seismograd.reproduce.report.parse import parse_report

PROJECT = "def smooth(signal, window):\n    return inner(signal, window)\n"
REPORT = """\
# smooth fails

    Traceback (most recent call last):
      File "app.py", line 90, in main
        run(settings)
      File "app.py", line 12, in run
        print(smooth([1.0, 2.0], window=3))
      File "filters.py", line 2, in smooth
        return inner(signal, window)
    NameError: name 'inner' is not defined
"""


def test_the_line_that_calls_the_project_is_run(tmp_path: Path) -> None:
    (tmp_path / "filters.py").write_text(PROJECT)
    case = Case(parse_report(REPORT), tmp_path, Fingerprint((), "crash"), read_project(tmp_path))
    (draft,) = from_other_code(case)
    assert draft.exercise == ("print(smooth([1.0, 2.0], window=3))",)
    assert draft.seed == "snippet"


ON_GPU = """\
# Smoothing fails

```python
from filters import Filter

model = Filter().cuda()
model.to("cuda:0")(signal.cuda(1))
```
"""


def test_code_of_a_gpu_is_run_on_the_cpu_first(tmp_path: Path) -> None:
    case = Case(parse_report(ON_GPU), tmp_path, Fingerprint((), "crash"), read_project(tmp_path))
    first, as_reported = from_snippets(case)
    assert first.exercise == ("model = Filter()", "model.to('cpu')(signal)")
    assert as_reported.exercise == ("model = Filter().cuda()", "model.to('cuda:0')(signal.cuda(1))")
