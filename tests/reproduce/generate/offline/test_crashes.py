"""Crashes: what is run, on which data, and what is then changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.files import columns_read, small_file
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.rendering import is_exact, render
from seismograd.reproduce.generate.offline.repairs.more_axes import try_more_axes
from seismograd.reproduce.generate.offline.repairs.open_calls import complete_open_calls
from seismograd.reproduce.generate.offline.repairs.other_arguments import leave_out_arguments
from seismograd.reproduce.generate.offline.repairs.other_data import try_plainer_data
from seismograd.reproduce.generate.offline.repairs.other_rows import try_other_rows
from seismograd.reproduce.generate.offline.repairs.triggers import apply_reported_triggers
from seismograd.reproduce.generate.offline.seeds.calls import from_calls
from seismograd.reproduce.generate.offline.seeds.entry_points import (
    from_entry_points,
    from_other_entry_points,
)
from seismograd.reproduce.generate.offline.seeds.own_uses import from_own_uses
from seismograd.reproduce.generate.offline.seeds.readme import from_readme
from seismograd.reproduce.generate.offline.seeds.snippets import from_snippets
from seismograd.reproduce.generate.offline.seeds.steps import from_steps
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.small_projects import SmallProject

CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")
SCRIPTS = SmallProject(
    {
        "data.py": """
            import csv

            COLUMNS = ["height", "weight"]

            def read(path):
                with open(path) as file:
                    rows = list(csv.DictReader(file))
                return [[float(row[name]) for name in COLUMNS] for row in rows], [
                    int(row["label"]) for row in rows
                ]
            """,
        "train.py": """
            import argparse
            import torch
            from data import read

            def main():
                parser = argparse.ArgumentParser()
                parser.add_argument("table")
                parser.add_argument("--epochs", type=int, default=50)
                parser.add_argument("--batch-size", type=int, default=16)
                parser.add_argument("--amp", action="store_true")
                parser.add_argument("--resume")
                args = parser.parse_args()
                print(args, read(args.table))

            if __name__ == "__main__":
                main()
            """,
    },
    "# Crash\n\n`python train.py people.csv --batch-size 8 --amp` ends with "
    "`RuntimeError: zero-dimensional tensor (at position 2) cannot be concatenated`. 33 rows.\n",
)
SAVING = SmallProject(
    {
        "keep.py": """
            import torch
            from torch import nn

            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.layer = nn.Linear(4, 2)

                def forward(self, x):
                    return self.layer(x)

            class Runner:
                def __init__(self, model: Net, warmup=10):
                    self.model = model
                    self.warmup = warmup

                def save(self, path):
                    torch.save({"model": self.model.state_dict()}, path)

                def resume(self, path):
                    self.model.load_state_dict(torch.load(path)["model"])
            """
    },
    "# Cannot resume\n\nWith warmup=0 going on from a checkpoint dies with a KeyError "
    "about 'plan'.\n",
)
POSITIONS = SmallProject(
    {
        "net.py": """
            import torch
            from torch import nn

            class Coder(nn.Module):
                def __init__(self, width=8):
                    super().__init__()
                    self.layer = nn.Linear(width, width)
                    self.table = torch.zeros(16, width)

                def forward(self, levels):
                    \"\"\"Levels (batch, past, width) to codes of the same shape.\"\"\"
                    return self.layer(levels) + self.table[: levels.shape[1]]

            def pick(scores, top_k=None):
                return scores.topk(top_k or 2)
            """
    },
    "# GPU\n\n`Coder` on the GPU: RuntimeError: Expected all tensors to be on the same device, but "
    "found at least two devices, cuda:0 and cpu!\n",
)


def attempt(rung: Rung = Rung.DRY_RUN) -> Attempt:
    return Attempt(Candidate("", "offline", ""), rung, "", CLEAN)


def triggered(case: Case, draft: Draft) -> list[Draft]:
    return list(apply_reported_triggers(case, draft, attempt()))


def switches(draft: Draft) -> list[tuple[str, str, str]]:
    return [(one.name, one.trigger, one.control) for one in draft.switches]


def test_the_reported_command_is_run_in_small(tmp_path: Path) -> None:
    draft = next(from_entry_points(SCRIPTS.case(tmp_path)))
    words = "['people.csv', '--batch-size', '8', '--amp', '--epochs', '1']"
    assert draft.constants[0].value == words
    assert draft.exercise[-1] == "runpy.run_path('train.py', run_name='__main__')"


def test_the_control_of_a_script_is_a_run_without_one_reported_option(tmp_path: Path) -> None:
    case = SCRIPTS.case(tmp_path)
    draft = next(from_entry_points(case))
    found = list(leave_out_arguments(case, draft, attempt(Rung.PROVENANCE)))
    assert [one.constants[0].control for one in found] == [
        "['people.csv', '--amp', '--epochs', '1']",
        "['people.csv', '--batch-size', '8', '--epochs', '1']",
    ]


def test_scripts_are_not_run_for_what_must_be_measured(tmp_path: Path) -> None:
    report = "# Wrong shape\n\n`read` returns shape (4, 1), it should be shape (4,).\n"
    assert list(from_entry_points(SCRIPTS.case(tmp_path, report))) == []


def test_columns_are_read_by_name_and_by_lists_of_names(tmp_path: Path) -> None:
    trees = SourceTrees(SCRIPTS.case(tmp_path).project)
    assert columns_read(trees, ["train.py", "data.py"]) == ["height", "weight", "label"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("a.csv", "height,weight,label"),
        ("a.jsonl", "json.dumps(row)"),
        ("a.json", "json.dumps(rows)"),
        ("a.npy", "np.save('a.npy'"),
        ("a.npz", "label=np.arange(ROWS) % 2"),
        ("a.txt", "range(ROWS)"),
    ],
)
def test_small_files_have_the_kind_that_is_read(tmp_path: Path, path: str, words: str) -> None:
    trees = SourceTrees(SCRIPTS.case(tmp_path).project)
    made = small_file(trees, path, ["data.py"])
    assert made is not None
    assert words in "\n".join(made.statements)
    compile("\n".join([*made.imports, "ROWS = 3", *made.statements]), "a", "exec")


def test_what_is_in_other_files_is_not_known(tmp_path: Path) -> None:
    trees = SourceTrees(SCRIPTS.case(tmp_path).project)
    assert small_file(trees, "a.bin", ["data.py"]) is None


def with_rows(case: Case) -> Draft:
    draft = next(from_entry_points(case))
    return draft.changed(
        constants=(*draft.constants, Constant("ROWS", "40")), guessed=("people.csv",)
    )


def test_the_reported_number_of_rows_comes_first_then_those_that_leave_one(tmp_path: Path) -> None:
    case = SCRIPTS.case(tmp_path)
    found = triggered(case, with_rows(case))
    rows = [one[1] for draft in found for one in switches(draft) if one[0] == "ROWS"]
    assert rows[0] == "33"
    assert {"9", "12", "45", "1"} <= set(rows)


def test_data_in_another_number_are_a_control(tmp_path: Path) -> None:
    case = SCRIPTS.case(tmp_path)
    found = list(try_other_rows(case, with_rows(case), attempt(Rung.PROVENANCE)))
    assert ("ROWS", "40", "44") in switches(found[0])


def test_a_script_is_run_again_where_the_report_goes_on(tmp_path: Path) -> None:
    report = SCRIPTS.report.replace("33 rows", "It happens when I resume")
    case = SCRIPTS.case(tmp_path, report)
    found = [d for d in triggered(case, next(from_entry_points(case))) if "RUNS_AGAIN" in str(d)]
    assert "'--resume', str(saved)" in found[0].exercise[-1]
    assert "saved" not in found[1].exercise[-1]
    for draft in found:
        compile(render(draft, case.fingerprint), "a", "exec")


def test_what_goes_on_gets_what_its_own_class_saved(tmp_path: Path) -> None:
    drafts = [d for d in from_calls(SAVING.case(tmp_path)) if d.idea.startswith("Save with")]
    assert drafts[0].exercise[-2:] == (
        "runner.save(path)",
        "output = runner_again.resume(path)",
    )
    assert drafts[0].guessed == ()


def test_axes_are_read_from_what_is_documented(tmp_path: Path) -> None:
    draft = next(from_calls(POSITIONS.case(tmp_path)))
    assert "levels = torch.randn(BATCH, LENGTH, model.layer.in_features)" in draft.exercise
    assert draft.guessed == ()


def test_tensors_left_behind_are_shown_on_another_device(tmp_path: Path) -> None:
    case = POSITIONS.case(tmp_path)
    found = triggered(case, next(from_calls(case)))
    assert switches(found[0]) == [("DEVICE", "'meta'", "'cpu'")]
    assert found[0].exercise[0] == "model = Coder().to(DEVICE)"
    assert found[0].exercise[1].endswith(".to(DEVICE)")


def test_code_that_looks_at_numbers_is_not_run_where_there_are_none(tmp_path: Path) -> None:
    text = POSITIONS.files["net.py"].replace(
        "return self.layer", "levels.sum().item(); return self.layer"
    )
    case = replace(POSITIONS, files={"net.py": text}).case(tmp_path)
    assert not any("meta" in str(one) for one in triggered(case, next(from_calls(case))))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("top_k bigger than the vocabulary", "1000"),
        ("`top_k` > `vocab_size`", "1000"),
        ("top_k exceeds the number of scores", "1000"),
        ("top k is larger than vocab", "1000"),
        ("top_k smaller than two", "1"),
    ],
)
def test_values_are_set_against_others(tmp_path: Path, words: str, value: str) -> None:
    case = POSITIONS.case(tmp_path, f"# {words} crashes `pick`\n\nselected index k out of range\n")
    draft = next(d for d in from_calls(case) if "pick" in d.idea)
    assert [("TOP_K", value, "None")] in [switches(one) for one in triggered(case, draft)]


def test_steps_are_put_together(tmp_path: Path) -> None:
    report = (
        "# Dies\n\n### Steps to reproduce\n\n1. `coder = Coder(width=4)`\n"
        "2. `coder(torch.zeros(1, 2, 3))`\n\n"
        "### Actual\n\nRuntimeError: size mismatch here\n"
    )
    draft = next(from_steps(POSITIONS.case(tmp_path, report)))
    assert draft.exercise == ("coder = Coder(width=4)", "coder(torch.zeros(1, 2, 3))")


def test_a_warning_is_made_an_exception(tmp_path: Path) -> None:
    report = "# UserWarning in pick\n\n`UserWarning: Using a target size that is different`\n"
    case = POSITIONS.case(tmp_path, report)
    text = render(next(from_calls(case)), case.fingerprint)
    assert 'filterwarnings("error", message=' in text
    assert "except UserWarning as error:" in text
    compile(text, "a", "exec")


@pytest.mark.parametrize(
    ("said", "exact"),
    [
        ("It raises ValueError: heads must divide width", True),
        ("There is a shape mismatch in `Coder`.", False),
        ("`Coder` crashes.", False),
    ],
)
def test_only_sentences_tell_one_exception_from_another(
    tmp_path: Path, said: str, exact: bool
) -> None:
    assert is_exact(POSITIONS.case(tmp_path, f"# Trouble\n\n{said}\n")) is exact


@pytest.mark.parametrize(
    ("statement", "trigger", "control"),
    [
        ("pad([[3, 4], [5, 6, 7]])", "[[3, 4], [5, 6, 7]]", "[[5, 6, 7], [3, 4]]"),
        ("pad([[], [5]])", "[[], [5]]", "[[5]]"),
        ("tokens = encode('')", "''", "'a small example of a text'"),
        ("tokens = encode('caf\u00e9')", "'caf\u00e9'", "'caf'"),
    ],
)
def test_plainer_data_of_the_report_are_a_control(
    tmp_path: Path, statement: str, trigger: str, control: str
) -> None:
    draft = Draft("Try.", exercise=(statement,), seed="snippet")
    found = list(try_plainer_data(POSITIONS.case(tmp_path), draft, attempt(Rung.PROVENANCE)))
    assert ("DATA", trigger, control) in [one for draft in found for one in switches(draft)]
    assert all("DATA" in one.exercise[0] for one in found)


@pytest.mark.parametrize("statement", ["f(3, 'mean')", "x = [1, 2]", "f([net])"])
def test_settings_and_numbers_are_no_data(tmp_path: Path, statement: str) -> None:
    draft = Draft("Try.", exercise=(statement,), seed="snippet")
    case = POSITIONS.case(tmp_path)
    assert list(try_plainer_data(case, draft, attempt(Rung.PROVENANCE))) == []


OVER = "for n, length in enumerate(LENGTHS)"


@pytest.mark.parametrize(
    ("body", "one"),
    [
        ("tokens, labels = zip(*batch)", "(torch.arange(1, length + 1), n % 2)"),
        (
            "ids, labels = zip(*batch); return torch.stack(ids), torch.tensor(labels)",
            "(torch.arange(1, length + 1), n % 2)",
        ),
        ("return [wave.mean() for wave, label in batch]", "(torch.randn(length), n % 2)"),
        (
            "return torch.stack([one['ids'] for one in batch]), [one['label'] for one in batch]",
            "{'ids': torch.arange(1, length + 1), 'label': n % 2}",
        ),
        (
            "return [len(one) for one in batch], [torch.tensor(one) for one in batch]",
            "list(range(1, length + 1))",
        ),
    ],
)
def test_batches_are_put_together_from_examples(tmp_path: Path, body: str, one: str) -> None:
    text = f"""
            import torch

            def collate(batch):
                {body}
            """
    report = (
        "# collate dies\n\n`collate` fails for sentences of different lengths: stack expects each "
        "tensor to be equal size\n"
    )
    case = SmallProject({"data.py": text}, report).case(tmp_path)
    draft = next(from_calls(case))
    assert f"batch = [{one} {OVER}]" in draft.exercise
    assert draft.guessed == ("batch",)
    assert ("LENGTHS", "(5, 2, 3)", "(5, 5, 5)") in [
        one for draft in triggered(case, draft) for one in switches(draft)
    ]


YAML = SmallProject(
    {
        "conf/base.yaml": """
            model:
              activation: relu
              width: 16
            epochs: 50
            """,
        "train.py": """
            import argparse
            import yaml
            import torch

            def main():
                parser = argparse.ArgumentParser()
                parser.add_argument("--config", default="conf/base.yaml")
                args = parser.parse_args()
                torch.optim.SGD([torch.zeros(1)], 0.1).step()
                print(yaml.safe_load(open(args.config)))

            if __name__ == "__main__":
                main()
            """,
    },
    "# swish\n\n`python train.py` with `activation: swish` in the config: KeyError: 'swish'\n",
)


def test_settings_in_files_are_changed_in_a_copy(tmp_path: Path) -> None:
    case = YAML.case(tmp_path)
    draft = next(from_entry_points(case))
    assert draft.exercise[:4] == (
        "settings = yaml.safe_load(Path('conf/base.yaml').read_text())",
        "settings['epochs'] = 1",
        "settings['model']['activation'] = ACTIVATION",
        "Path('changed.yaml').write_text(yaml.safe_dump(settings))",
    )
    assert draft.constants[0].value == "['--config', 'changed.yaml']"
    assert switches(triggered(case, draft)[0]) == [("ACTIVATION", "'swish'", "'relu'")]


def test_folders_have_the_files_that_are_looked_for(tmp_path: Path) -> None:
    text = (
        "from pathlib import Path\n\ndef files(root):\n    return list(Path(root).glob('*.npy'))\n"
    )
    case = replace(SCRIPTS, files={"data.py": text}).case(tmp_path)
    made = small_file(SourceTrees(case.project), "clips", ["data.py"])
    assert made is not None
    assert "np.save(folder / f'{n}.npy'" in made.statements[-1]
    compile("\n".join([*made.imports, "ROWS = 3", *made.statements]), "a", "exec")


def test_settings_in_json_are_one_record(tmp_path: Path) -> None:
    text = "def make(cfg):\n    return cfg['num_layers'], cfg['hidden_size']\n"
    case = replace(SCRIPTS, files={"make.py": text}).case(tmp_path)
    made = small_file(SourceTrees(case.project), "config.json", ["make.py"])
    assert made is not None
    assert "json.dumps({'num_layers': 2, 'hidden_size': 16})" in made.statements[0]


def test_what_a_call_leaves_open_is_completed(tmp_path: Path) -> None:
    case = SAVING.case(tmp_path)
    draft = Draft("Try.", exercise=("runner = Runner(..., warmup=0)",), seed="snippet")
    (better,) = complete_open_calls(case, draft, attempt())
    assert better.exercise == ("model = Net()", "runner = Runner(warmup=0, model=model)")
    assert better.is_baseline


def test_a_readme_shows_how_things_are_used(tmp_path: Path) -> None:
    files = {
        **POSITIONS.files,
        "README.md": "# Codes\n```python\nCoder()(torch.zeros(1, 2, 8))\n```\n",
    }
    case = replace(POSITIONS, files=files).case(tmp_path)
    (draft,) = from_readme(case)
    assert draft.exercise == ("Coder()(torch.zeros(1, 2, 8))",)
    assert draft.is_baseline


def test_lines_that_are_no_python_are_left_out_of_the_reports_code(tmp_path: Path) -> None:
    code = "coder = Coder()\nhere it breaks:\ncoder(x)\n"
    report = f"# Dies\n\n```python\n{code}```\nValueError: no such luck\n"
    draft = next(from_snippets(POSITIONS.case(tmp_path, report)))
    assert draft.exercise == ("coder = Coder()", "coder(x)")


@pytest.mark.parametrize(
    ("body", "is_target"),
    [
        ("Our coder gives an IndexError for one row. Maybe `zeros` is to blame?", True),
        ("Our encoder gives an IndexError for one row.", False),
        ("Our coder crashes for one row in `net.py`.", False),
        ("`Tokenizer` gives an IndexError, the coder is fine.", False),
    ],
)
def test_words_name_what_is_called_where_the_type_is_known(
    tmp_path: Path, body: str, is_target: bool
) -> None:
    found = list(from_calls(POSITIONS.case(tmp_path, f"# Trouble with rows\n\n{body}\n")))
    assert any(one.idea.startswith("Call Coder") for one in found) is is_target


def test_scripts_that_the_report_is_not_about_come_after_what_it_names(tmp_path: Path) -> None:
    report = "# Dies\n\n`read` raises ValueError: could not convert string to float\n"
    case = SCRIPTS.case(tmp_path, report)
    assert list(from_entry_points(case)) == []
    assert len(list(from_other_entry_points(case))) == 1


def test_what_a_script_does_when_it_is_run_is_a_use(tmp_path: Path) -> None:
    demo = """
            import torch
            from net import Coder

            if __name__ == "__main__":
                coder = Coder()
                levels = torch.randn(4, 6, 8)
                print(coder(levels).shape)
            """
    report = "# Dies\n\nWith one row only `Coder` gives IndexError: too few rows\n"
    case = replace(POSITIONS, files={**POSITIONS.files, "demo.py": demo}).case(tmp_path, report)
    draft = next(one for one in from_own_uses(case) if len(one.exercise) == 3)
    assert draft.exercise[1] == "levels = torch.randn(BATCH, 6, 8)"
    assert [("BATCH", "1", "4")] in [switches(one) for one in triggered(case, draft)]


@pytest.mark.parametrize(
    ("said", "count"), [("IndexError", 1), ("IndexError: too many indices for tensor", 0)]
)
def test_guessed_inputs_get_more_axes_where_only_a_type_is_known(
    tmp_path: Path, said: str, count: int
) -> None:
    case = POSITIONS.case(tmp_path, f"# Dies\n\n`Coder` raises {said}\n")
    draft = Draft(
        "Try.",
        exercise=("a = torch.randn(BATCH, 3)", "b = torch.randn(BATCH, 3)", "output = pair(a, b)"),
        seed="call",
        is_baseline=True,
        guessed=("a", "b"),
    )
    found = list(try_more_axes(case, draft, attempt(Rung.PROVENANCE)))
    assert len(found) == count
    for one in found:
        assert one.exercise[:2] == ("a = torch.randn(BATCH, 8, 3)", "b = torch.randn(BATCH, 8, 3)")
