"""Every rule against its fixtures; a new folder is a new test."""

from __future__ import annotations

from typing import Any

import pytest

from seismograd.rules.registry import all_rules, rules_by_name
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.settings import Settings
from tests.rules import fixture_cases as fixtures
from tests.rules.fixture_cases import Case

CASES = fixtures.all_cases()
CLEAN = [case for case in CASES if case.is_clean]
FAULTY = [case for case in CASES if not case.is_clean]
UPDATE = "review `python -m tests.rules.update_fixtures {}`"
SECTIONS = (
    "What it does",
    "Why is this bad?",
    "Example",
    "How to fix",
    "When to ignore",
    "References",
)


def _expected_of(case: Case) -> dict[str, Any]:
    names = {path.relative_to(case.folder).as_posix() for path in case.files}
    return {
        name: found for name, found in fixtures.expectations(case.code).items() if name in names
    }


@pytest.mark.parametrize("case", FAULTY, ids=str)
def test_faulty_code_is_found_on_the_expected_lines(case: Case) -> None:
    found = fixtures.check(case, fixtures.only_this_rule(case.code))
    reported = fixtures.by_file(case, fixtures.of_rule(found, case.code))
    assert reported == _expected_of(case), UPDATE.format(case.code)
    assert reported, "a faulty fixture without a finding shows nothing"


@pytest.mark.parametrize("case", CLEAN, ids=str)
def test_clean_look_alike_is_silent(case: Case) -> None:
    found = fixtures.check(case, fixtures.only_this_rule(case.code))
    assert fixtures.by_file(case, fixtures.of_rule(found, case.code)) == {}


@pytest.mark.parametrize("case", CLEAN, ids=str)
def test_clean_code_is_silent_under_all_default_rules(case: Case) -> None:
    allowed = fixtures.expectations(case.code).get("also", {})
    reported = fixtures.by_file(case, fixtures.check(case, Settings()))
    surprises = {
        name: extra
        for name, found in reported.items()
        if (extra := [one for one in found if one not in allowed.get(name, [])])
    }
    assert surprises == {}, "mend the rule, the fixture, or list it under `also`"


@pytest.mark.parametrize("case", FAULTY, ids=str)
def test_fixes_give_the_fixed_text(case: Case) -> None:
    fixed = fixtures.fixed_texts(case)
    for path in case.files:
        target = fixtures.fixed_path(path)
        expected = target.read_bytes().decode("utf-8") if target.exists() else None
        assert fixed.get(path) == expected, UPDATE.format(case.code)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_rule_has_faulty_and_clean_fixtures(rule: Rule) -> None:
    cases = fixtures.cases_of(rule.code)
    assert any(case.is_clean for case in cases)
    assert any(not case.is_clean for case in cases)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_rule_page_has_every_section(rule: Rule) -> None:
    page = rule.__doc__ or ""
    assert [section for section in SECTIONS if f"## {section}" not in page] == []


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_promised_fixes_are_shown_in_a_fixture(rule: Rule) -> None:
    promised = rule.fix_availability is not FixAvailability.NONE
    assert promised == (rule.fix_safety is not None)
    assert promised == any((fixtures.FIXTURES / rule.code).rglob("*" + fixtures.FIXED))


def test_rule_codes_and_names_are_unique() -> None:
    assert len(rules_by_name()) == 2 * len(all_rules())


def test_every_fixture_folder_belongs_to_a_rule() -> None:
    assert {case.code for case in CASES} <= {rule.code for rule in all_rules()}


def test_there_are_at_least_as_many_clean_as_faulty_fixtures() -> None:
    assert len(CLEAN) >= len(FAULTY)
