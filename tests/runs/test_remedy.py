from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.runs.failure import Failure
from seismograd.runs.remedy import MISSING_FILE, remedy


def for_missing(module: str, root: Path) -> str:
    return remedy(Failure("ModuleNotFoundError", f"No module named '{module}'"), root)


@pytest.mark.parametrize(
    ("module", "name"),
    [("timm.layers", "timm"), ("cv2", "opencv-python"), ("sklearn.svm", "scikit-learn")],
)
def test_a_missing_package_is_named_as_it_is_installed(
    tmp_path: Path, module: str, name: str
) -> None:
    assert for_missing(module, tmp_path).startswith(f"Install {name} for ")


@pytest.mark.parametrize("path", ["src/models.py", "src/models/__init__.py"])
def test_a_module_of_the_project_is_not_to_be_installed(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).touch()
    assert for_missing("models.net", tmp_path).startswith("The project has it in src: ")


@pytest.mark.parametrize("folder", ["venv/lib", ".hidden", "a/b/c"])
def test_not_everything_below_is_the_project(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "models.py").touch()
    assert for_missing("models", tmp_path).startswith("Install models")


def test_a_script_that_asks_hears_that_nobody_answers(tmp_path: Path) -> None:
    found = remedy(Failure("EOFError", "EOF when reading a line"), tmp_path)
    assert "no standard input" in found


def test_a_package_without_its_shared_library_is_to_be_installed_again(tmp_path: Path) -> None:
    message = "libgomp.so.1: cannot open shared object file: No such file or directory"
    assert "install the package again" in remedy(Failure("ImportError", message), tmp_path)
    assert remedy(Failure("ImportError", "cannot import name 'x' from 'y'"), tmp_path) == ""


def test_writing_to_shared_data_says_where_to_write(tmp_path: Path) -> None:
    message = "[Errno 30] Read-only file system: 'data/table.csv'"
    assert "write to another folder" in remedy(Failure("OSError", message), tmp_path)


def test_most_failures_speak_for_themselves(tmp_path: Path) -> None:
    assert remedy(Failure("ValueError", "No module named 'x'"), tmp_path) == ""
    assert remedy(Failure("ModuleNotFoundError", "halted"), tmp_path) == ""


def test_a_file_that_the_sandbox_does_not_show_can_be_shown(tmp_path: Path) -> None:
    data, root = tmp_path / "data.npz", tmp_path / "project"
    root.mkdir()
    data.touch()
    message = "[Errno 2] No such file or directory: '{}'"
    hidden = Failure("FileNotFoundError", message.format(data))
    missing = Failure("FileNotFoundError", message.format(tmp_path / "nowhere.npz"))
    inside = Failure("FileNotFoundError", message.format(root / "x.npz"))
    assert remedy(hidden, root).endswith(f"add --read {data}.")
    assert remedy(missing, root) == MISSING_FILE
    assert remedy(inside, root) == MISSING_FILE


@pytest.mark.parametrize(
    ("kind", "message", "line", "said"),
    [
        ("KeyError", "'LR'", 'lr = float(os.environ["LR"])', "add --env LR=VALUE."),
        ("TypeError", "not 'NoneType'", 'lr = float(os.getenv("LR"))', "add --env NAME=VALUE."),
        ("IndexError", "list index out of range", "lr = float(sys.argv[1])", "after --."),
    ],
)
def test_a_line_that_reads_what_is_not_given_says_how_to_give_it(
    tmp_path: Path, kind: str, message: str, line: str, said: str
) -> None:
    assert remedy(Failure(kind, message, "train.py", 3, text=line), tmp_path).endswith(said)


def test_a_wrong_index_of_the_training_itself_is_no_missing_argument(tmp_path: Path) -> None:
    wrong = Failure("IndexError", "list index out of range", "train.py", 3, text="x = layers[7]")
    assert remedy(wrong, tmp_path) == ""


def test_a_download_hears_that_there_is_no_network(tmp_path: Path) -> None:
    message = "<urlopen error [Errno -2] Name or service not known>"
    assert "no network" in remedy(Failure("urllib.error.URLError", message), tmp_path)
