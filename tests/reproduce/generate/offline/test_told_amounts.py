"""The project's own calls, with as much as the report says."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.cut_outs import cut_out_uses
from seismograd.reproduce.generate.offline.triggers.told_amounts import told_amounts
from tests.reproduce.generate.offline.small_projects import SmallProject

SPLITTER = SmallProject(
    {
        "splitter.py": """
            import torch

            def tone(seconds=2.0, rate=100):
                return torch.sin(torch.arange(int(seconds * rate)))

            def split(wave, chunk=50):
                total = torch.zeros(len(wave))
                for start in range(0, len(wave), chunk):
                    total[start : start + chunk] += wave[start : start + chunk] * torch.ones(chunk)
                return total
            """,
        "run.py": """
            import argparse
            from splitter import split, tone

            def main():
                parser = argparse.ArgumentParser()
                parser.add_argument("--chunk", type=int, default=25)
                args = parser.parse_args()
                wave = tone(seconds=4)
                print("ready")
                print(split(wave, args.chunk).mean())

            if __name__ == "__main__":
                main()
            """,
    },
    "",
)
SAID = "RuntimeError: The size of tensor a (25) must match the size of tensor b (20)"
DEMAND = '"""Waves have to be a multiple of the chunk."""\n                total = torch.zeros'


def case_of(root: Path, words: str) -> Case:
    return SPLITTER.case(root, f"# split does not work\n\n{words}\n\n{SAID}\n")


def own_use(case: Case) -> Draft:
    symbol = next(one for one in case.project.symbols if one.name == "split")
    return next(cut_out_uses(Maker(case), symbol))


def test_a_call_is_cut_out_with_its_settings(tmp_path: Path) -> None:
    draft = own_use(case_of(tmp_path, "It fails."))
    assert draft.exercise == ("wave = tone(seconds=4)", "output = split(wave, 25)")
    assert set(draft.imports) == {"from splitter import split", "from splitter import tone"}


@pytest.mark.parametrize(
    ("words", "switch"),
    [
        ("A tone of 3.7 seconds makes it stop.", ("SECONDS", "3.7", "4")),
        ("I gave it a 3.7-second wave.", ("SECONDS", "3.7", "4")),
        ("4 seconds work, but 5 seconds crash.", ("SECONDS", "5", "4")),
    ],
)
def test_an_option_has_the_amount_of_the_report(
    tmp_path: Path, words: str, switch: tuple[str, str, str]
) -> None:
    case = case_of(tmp_path, words)
    found = [one.constants[-1] for one in told_amounts(case, own_use(case)) if one.constants]
    assert switch in [(one.name, one.value, one.control) for one in found]


@pytest.mark.parametrize(
    ("words", "length"),
    [("My wave has 370 samples.", "370"), ("It depends on the length of the wave.", "-1")],
)
def test_own_data_is_cut_once_its_length_proved_free(
    tmp_path: Path, words: str, length: str
) -> None:
    case = case_of(tmp_path, words)
    found = [one for one in told_amounts(case, own_use(case)) if one.leads_to is not None]
    assert found
    assert "wave = wave[..., :wave.shape[-1] // 2]" in found[0].exercise
    special = found[0].leads_to
    assert special is not None
    assert special.exercise[-2] == "wave = wave[..., :LENGTH]"
    assert (special.constants[-1].value, special.constants[-1].control) == (length, "None")


@pytest.mark.parametrize(
    "words", ["It fails.", "2 machines, 4 rounds", "I have 12 classes.", "torch 2 on 3 machines"]
)
def test_nothing_is_tried_that_the_report_does_not_say(tmp_path: Path, words: str) -> None:
    case = case_of(tmp_path, words)
    assert list(told_amounts(case, own_use(case))) == []


def test_lengths_that_the_project_rules_out_are_not_tried(tmp_path: Path) -> None:
    source = SPLITTER.files["splitter.py"].replace("total = torch.zeros", DEMAND)
    project = SmallProject({**SPLITTER.files, "splitter.py": source}, "")
    case = project.case(tmp_path, f"# Fails\n\n`split` fails at some length.\n\n{SAID}\n")
    assert list(told_amounts(case, own_use(case))) == []
