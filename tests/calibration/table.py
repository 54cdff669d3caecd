"""What is said of every operator's mutants now: where symptoms or causes are missing.

python -m tests.calibration.table rows.jsonl
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from tests.calibration.collect import read_rows
from tests.calibration.figures import is_right, usable
from tests.calibration.fit import WEIGHTS, read_table, symptoms_of
from tests.calibration.replay import Row, ranked

MOST = 4


def main(path: str) -> int:
    rows = read_rows(Path(path))
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in usable(rows):
        groups[row["operator"]].append(row)
    print("| operator | fault | runs | first | list | says first | symptoms |")
    print("|---|---|---|---|---|---|---|")
    for operator, own in sorted(groups.items(), key=_fault_and_name):
        print(_line(operator, own))
    return 0


def _fault_and_name(item: tuple[str, list[Row]]) -> tuple[str, str]:
    operator, rows = item
    return rows[0]["fault"] or "", operator


def _line(operator: str, rows: Sequence[Row]) -> str:
    present = read_table(WEIGHTS)
    found = [(row, ranked(row, present)) for row in rows]
    first = sum(any(is_right(one, row) for one in names[:1]) for row, names in found)
    listed = sum(any(is_right(one, row) for one in names) for row, names in found)
    said = Counter(names[0].name if names else "nothing" for _, names in found)
    symptoms = Counter(name for row in rows for name in symptoms_of(row))
    cells = [
        operator,
        rows[0]["fault"] or "",
        str(len(rows)),
        f"{first / len(rows):.2f}",
        f"{listed / len(rows):.2f}",
        _most(said, len(rows)),
        _most(symptoms, len(rows)),
    ]
    return f"| {' | '.join(cells)} |"


def _most(counter: Counter[str], whole: int) -> str:
    return ", ".join(f"{name} {count / whole:.0%}" for name, count in counter.most_common(MOST))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
