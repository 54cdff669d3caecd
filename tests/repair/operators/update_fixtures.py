"""Write `after/` anew from what the operators do; review the difference before it is committed."""

from __future__ import annotations

import difflib
import shutil
import sys
from pathlib import Path

from tests.repair.operators.fixture_cases import Case, all_cases, parameters_of, texts_of, written


def update(case: Case) -> None:
    context = case.context()
    found = parameters_of(case, context)
    if case.is_refused or case.facts["parameter"] not in found:
        print(f"== {case}: parameters {list(found)}, refused {context.refused}")
        return
    files = written(found[case.facts["parameter"]], case.facts["value"], context)
    after = case.folder / "after"
    shutil.rmtree(after, ignore_errors=True)
    print(f"== {case}: {', '.join(files)}")
    for name, text in files.items():
        _show(texts_of(case.root)[name], text)
        (after / name).parent.mkdir(parents=True, exist_ok=True)
        Path(after / name).write_bytes(text.encode("utf-8"))


def _show(before: str, after: str) -> None:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    print("\n".join(line for line in lines if line[:3] not in ("---", "+++") and line[0] in "+-"))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for one in all_cases():
        if not wanted or any(str(one).startswith(name) for name in wanted):
            update(one)
