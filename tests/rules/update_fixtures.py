"""Write `expected.json` and the fixed files of rules from what they do now, for review.

python -m tests.rules.update_fixtures SG101 SG102
python -m tests.rules.update_fixtures            # every folder
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.rules import fixture_cases as fixtures


def update(code: str) -> None:
    expected: dict[str, Any] = {}
    for case in fixtures.cases_of(code):
        found = fixtures.of_rule(fixtures.check(case, fixtures.only_this_rule(code)), code)
        if case.is_clean and found:
            print(f"{case}: {len(found)} findings in clean code; mend the rule or the fixture")
        elif not case.is_clean and not found:
            print(f"{case}: nothing found in faulty code")
        if not case.is_clean:
            expected |= fixtures.by_file(case, found)
            _write_fixed(case)
    also = fixtures.expectations(code).get("also")
    if also:
        expected["also"] = also
    _write_expected(code, expected)


def _write_fixed(case: fixtures.Case) -> None:
    texts = fixtures.fixed_texts(case)
    for path in case.files:
        target = fixtures.fixed_path(path)
        target.unlink(missing_ok=True)
        if path in texts:
            target.write_bytes(texts[path].encode("utf-8"))


def _write_expected(code: str, expected: dict[str, Any]) -> None:
    path = fixtures.FIXTURES / code / fixtures.EXPECTED
    path.write_text(_one_finding_a_line(expected) + "\n", "utf-8")


def _one_finding_a_line(expected: dict[str, Any]) -> str:
    text = json.dumps(expected, indent=2)
    return (
        text.replace('{\n      "line"', '{"line"')
        .replace(',\n      "code"', ', "code"')
        .replace('"\n    }', '"}')
    )


if __name__ == "__main__":
    for argument in sys.argv[1:] or sorted({case.code for case in fixtures.all_cases()}):
        update(argument)
