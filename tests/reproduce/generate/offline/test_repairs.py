"""What becomes of a draft after a run, by what the run said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.repairs.doubts import doubt_guessed_inputs
from seismograd.reproduce.generate.offline.repairs.keras_backend import use_another_keras_backend
from seismograd.reproduce.generate.offline.repairs.missing_files import use_small_files
from seismograd.reproduce.generate.offline.repairs.moved_imports import import_from_where_it_is
from seismograd.reproduce.generate.offline.repairs.other_sizes import try_other_sizes
from seismograd.reproduce.generate.offline.repairs.patches import patch_suspect_lines
from seismograd.reproduce.generate.offline.repairs.required_options import give_required_options
from seismograd.reproduce.generate.offline.repairs.triggers import apply_reported_triggers
from seismograd.reproduce.generate.offline.repairs.undefined_names import build_missing_names
from seismograd.reproduce.generate.offline.repairs.wrong_inputs import change_wrong_inputs
from seismograd.reproduce.generate.offline.seeds.calls import from_calls
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd.traces.events.parts import Frame, TensorFacts
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.small_projects import (
    ALWAYS,
    COMMAND_LINE,
    IMAGES,
    OWN_TESTS,
    SETTINGS_CLASS,
)

SCRIPT = "reproduction.py"
CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")


def attempt(seen: Observation | None, rung: Rung = Rung.DRY_RUN, feedback: str = "") -> Attempt:
    return Attempt(Candidate("", "offline", ""), rung, feedback, seen)


def raised(kind: str, message: str, *frames: Frame) -> Observation:
    exception = Raised(type=kind, message=message, frames=frames)
    told = replace(TraceSummary(), exception=exception)
    return Observation(Ending.EXITED, 1, "", "", told, script=SCRIPT)


def script_frame(**shapes: tuple[int, ...]) -> Frame:
    tensors = tuple(TensorFacts(name=name, shape=shape) for name, shape in shapes.items())
    return Frame(file=SCRIPT, line=3, in_project=True, tensors=tensors)


def made(*statements: str, **parts: object) -> Draft:
    constants = (Constant("BATCH", "4"), Constant("LENGTH", "8"))
    draft = Draft("Try.", constants=constants, exercise=statements, seed="call", is_baseline=True)
    return draft.changed(**parts)


@pytest.mark.parametrize(
    ("kind", "message", "statement"),
    [
        (
            "RuntimeError",
            "mat1 and mat2 shapes cannot be multiplied (4x16 and 10x32)",
            "x = torch.randn(BATCH, 10)",
        ),
        (
            "RuntimeError",
            "Given groups=1, weight of size [8, 4, 3, 3], expected input[4, 16, 32, 32] to have 5 "
            "channels, but got 16 channels instead",
            "x = torch.randn(BATCH, 5)",
        ),
        (
            "RuntimeError",
            "Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [4]",
            "x = torch.randn(BATCH, 8, 16)",
        ),
        ("ValueError", "not enough values to unpack (expected 3, got 2)", "x = torch.randn(BATCH"),
        (
            "RuntimeError",
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            "Long, Int; but got torch.FloatTensor instead",
            "x = torch.randint(0, 2, (BATCH, 16))",
        ),
    ],
)
def test_exceptions_tell_what_inputs_should_be(
    tmp_path: Path, kind: str, message: str, statement: str
) -> None:
    draft = made("x = torch.randn(BATCH, 16)", "output = model(x)")
    seen = raised(kind, message, script_frame(x=(4, 16)))
    better = list(change_wrong_inputs(IMAGES.case(tmp_path), draft, attempt(seen)))
    assert any(one.exercise[0].startswith(statement) for one in better)
    assert all("x" in one.guessed for one in better if one.exercise != draft.exercise)


def test_what_a_condition_asks_for_is_a_number(tmp_path: Path) -> None:
    message = "Boolean value of Tensor with more than one value is ambiguous"
    draft = made("x = torch.randn(BATCH, 16)", "cut = torch.randn(BATCH, 16)", "trim(x, cut)")
    seen = raised("RuntimeError", message, script_frame())
    better = list(change_wrong_inputs(IMAGES.case(tmp_path), draft, attempt(seen)))
    assert [one.exercise[1] for one in better[:2]] == ["cut = 1", "cut = 0.5"]
    assert all("cut" in one.guessed for one in better[:2])


def test_what_meets_the_criteria_is_left_alone(tmp_path: Path) -> None:
    draft = made("x = torch.randn(BATCH, 16)", "output = model(x)")
    message = "mat1 and mat2 shapes cannot be multiplied (4x16 and 10x32)"
    seen = raised("RuntimeError", message, script_frame(x=(4, 16)))
    case = IMAGES.case(tmp_path)
    assert list(change_wrong_inputs(case, draft, attempt(seen, Rung.PROVENANCE))) == []


def test_what_the_report_gave_is_left_alone(tmp_path: Path) -> None:
    draft = made("x = torch.randn(4, 16)", "output = model(x)", seed="snippet")
    message = "mat1 and mat2 shapes cannot be multiplied (4x16 and 10x32)"
    seen = raised("RuntimeError", message, script_frame(x=(4, 16)))
    assert list(change_wrong_inputs(IMAGES.case(tmp_path), draft, attempt(seen))) == []


def test_a_clean_baseline_gets_the_reported_value_and_its_own_as_control(tmp_path: Path) -> None:
    case = IMAGES.case(tmp_path)
    draft = next(from_calls(case))
    better = next(apply_reported_triggers(case, draft, attempt(CLEAN)))
    assert [(one.name, one.trigger, one.control) for one in better.switches] == [
        ("BATCH", "1", "4")
    ]
    assert not better.is_baseline


def test_a_baseline_that_failed_gets_no_trigger(tmp_path: Path) -> None:
    case = IMAGES.case(tmp_path)
    draft = next(from_calls(case))
    seen = raised("RuntimeError", "something else")
    assert list(apply_reported_triggers(case, draft, attempt(seen))) == []


def test_options_that_the_report_names_are_switched(tmp_path: Path) -> None:
    case = OWN_TESTS.case(tmp_path)
    draft = made("pyramid = Pyramid([1, 2])", "output = pyramid(maps)")
    better = list(apply_reported_triggers(case, draft, attempt(CLEAN)))
    assert any(one.switches and "Pyramid([1, 2], mode=MODE)" in one.exercise[0] for one in better)


def test_a_mask_of_a_told_form_is_given_or_not(tmp_path: Path) -> None:
    report = (
        "# mask\n\nPassing a `mask` of shape (batch, length) to GPT raises RuntimeError: The size "
        "of tensor a (8) must match the size of tensor b (2) at non-singleton dimension 2\n"
    )
    case = SETTINGS_CLASS.case(tmp_path, report)
    draft = next(one for one in from_calls(case) if "Call GPT " in one.idea)
    better = [
        one
        for one in apply_reported_triggers(case, draft, attempt(CLEAN))
        if "mask=mask if IS_GIVEN else None" in one.exercise[-1]
    ]
    assert better[0].switches[0].control == "False"
    assert "mask = torch.ones(BATCH, LENGTH, dtype=torch.bool)" in better[0].exercise


def test_other_forms_of_a_mask_are_tried_before_it_is_blamed(tmp_path: Path) -> None:
    report = "# mask\n\nGPT with a mask raises RuntimeError: The size of tensor a must match\n"
    case = SETTINGS_CLASS.case(tmp_path, report)
    draft = next(one for one in from_calls(case) if "Call GPT " in one.idea)
    given = next(iter(apply_reported_triggers(case, draft, attempt(CLEAN))))
    assert not given.switches
    failed = raised("RuntimeError", "The size of tensor a must match")
    forms = 1
    while not given.switches:
        given = next(iter(apply_reported_triggers(case, given, attempt(failed))))
        forms += 1
    assert forms > 4


def test_made_up_sizes_must_not_matter(tmp_path: Path) -> None:
    case = IMAGES.case(tmp_path)
    draft = next(from_calls(case))
    fired = attempt(raised("IndexError", "Dimension out of range"), Rung.PROVENANCE)
    assert list(patch_suspect_lines(case, draft, fired)) == []
    once = next(try_other_sizes(case, draft, fired))
    twice = next(try_other_sizes(case, once, fired))
    assert not once.is_given
    assert twice.is_given
    assert {one.name: one.value for one in once.constants}["BATCH"] == "8"
    assert list(try_other_sizes(case, twice, fired)) == []


def test_guessed_inputs_are_doubted_until_no_other_form_goes_through(tmp_path: Path) -> None:
    case = ALWAYS.case(tmp_path)
    draft = next(from_calls(case))
    message = "Dimension out of range (expected to be in range of [-2, 1], but got 2)"
    place = Frame(file="steps.py", line=23, function="validation_step", in_project=True)
    fired = attempt(raised("IndexError", message, script_frame(x=(4, 16)), place), Rung.PROVENANCE)
    other = next(doubt_guessed_inputs(case, draft, fired))
    assert other.doubted is not None
    assert list(doubt_guessed_inputs(case, other, attempt(CLEAN))) == []
    rounds = 0
    while not other.patches:
        assert other.exercise != draft.exercise
        assert list(patch_suspect_lines(case, other, fired)) == []
        other = next(doubt_guessed_inputs(case, other, attempt(raised("ValueError", "no"))))
        rounds += 1
    assert rounds > 3
    assert other.exercise == draft.exercise


def test_a_wrong_name_is_nobodys_input(tmp_path: Path) -> None:
    case = IMAGES.case(tmp_path)
    place = Frame(file="net.py", line=25, function="forward", in_project=True)
    named = raised("NameError", "name 'y' is not defined", script_frame(), place)
    draft = made("x = torch.randn(BATCH, 16)", guessed=("x",))
    assert list(patch_suspect_lines(case, draft, attempt(named, Rung.PROVENANCE)))
    shapes = raised("RuntimeError", "shapes cannot be multiplied", script_frame(), place)
    assert not list(patch_suspect_lines(case, draft, attempt(shapes, Rung.PROVENANCE)))


def snippet(*statements: str, imports: tuple[str, ...] = ()) -> Draft:
    return Draft("Run.", imports=imports, exercise=statements, seed="snippet")


def completed(case: Case, draft: Draft, feedback: str = "") -> Draft:
    return next(build_missing_names(case, draft, attempt(None, Rung.PARSES, feedback)))


def test_placeholders_are_filled(tmp_path: Path) -> None:
    draft = snippet("model = SmallNet(3, 10)", "image = ...", "out = model(image)")
    better = completed(IMAGES.case(tmp_path), draft)
    assert better.exercise == (
        "model = SmallNet(3, 10)",
        "image = torch.randn(BATCH, model.stem.conv.in_channels, HEIGHT, WIDTH)",
        "out = model(image)",
    )
    assert better.is_baseline


def test_undefined_names_are_made_from_the_project(tmp_path: Path) -> None:
    draft = snippet("pool = Pyramid(levels)", "y = pool(x)")
    feedback = "The name levels is not defined.\nThe name x is not defined."
    better = completed(OWN_TESTS.case(tmp_path), draft, feedback)
    assert better.exercise[:2] == ("levels = [1, 2, 4]", "pool = Pyramid(levels)")
    assert better.guessed == ("x",)


def test_imports_follow_what_has_moved(tmp_path: Path) -> None:
    draft = snippet("model = SmallNet(3, 10)", imports=("from pkg.models import SmallNet as Net",))
    tried = attempt(None, Rung.PARSES, "Line 1: No module named pkg")
    better = next(import_from_where_it_is(IMAGES.case(tmp_path), draft, tried))
    assert better.imports == ("from net import SmallNet as Net",)


def test_keras_takes_the_backend_that_is_there(tmp_path: Path) -> None:
    case = IMAGES.case(tmp_path)
    draft = made("model = build()")
    tried = attempt(None, Rung.DRY_RUN, "ModuleNotFoundError: No module named 'tensorflow'")
    better = next(use_another_keras_backend(case, draft, tried))
    script = render(better, case.fingerprint)
    assert script.startswith("import os\nos.environ.setdefault('KERAS_BACKEND', 'torch')\n")
    assert list(use_another_keras_backend(case, better, tried)) == []


def test_required_options_are_given(tmp_path: Path) -> None:
    seen = Observation(Ending.EXITED, 2, "", "error: the following arguments are required: --data")
    draft = Draft("Run.", constants=(Constant("ARGUMENTS", "[]"),), seed="entry-point")
    better = next(give_required_options(COMMAND_LINE.case(tmp_path), draft, attempt(seen)))
    assert better.constants[0].value == "['--data', 'data']"


def test_small_files_are_made_where_the_code_says_what_is_in_them(tmp_path: Path) -> None:
    case = replace(IMAGES, files={"t.py": "def read(row):\n    return row['x'], row['label']\n"})
    place = Frame(file="t.py", line=2, function="read", in_project=True)
    message = "[Errno 2] No such file or directory: 'sets/train.csv'"
    seen = raised("FileNotFoundError", message, script_frame(), place)
    better = next(use_small_files(case.case(tmp_path), made("read()"), attempt(seen)))
    assert better.exercise[0] == "Path('sets').mkdir(parents=True, exist_ok=True)"
    assert better.exercise[1] == "rows = [f'{n * 3 % 17},{n % 2}' for n in range(ROWS)]"
    assert "['x,label', *rows]" in better.exercise[2]
    assert better.is_baseline
    unknown = raised("FileNotFoundError", message.replace("csv", "bin"), script_frame(), place)
    assert list(use_small_files(case.case(tmp_path), made("read()"), attempt(unknown))) == []
