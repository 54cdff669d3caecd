"""Variables of a run."""

from __future__ import annotations

import pytest

from seismograd_sandbox.host.environment import scrubbed_environment


def scrubbed(owner: dict[str, str], **wanted: str) -> dict[str, str]:
    return scrubbed_environment(
        owner,
        home="/private/home",
        temporary="/private/tmp",
        python="/env/bin/python",
        wanted=wanted,
    )


@pytest.mark.parametrize(
    "name",
    [
        "AWS_SECRET_ACCESS_KEY",
        "CUDA_API_TOKEN",
        "DATABASE_URL",
        "KERAS_PASSWORD",
        "LD_PRELOAD",
        "PYTHONSTARTUP",
        "SSH_AUTH_SOCK",
        "TF_VAR_region",
        "TORCH_HUB_TOKEN",
        "XDG_RUNTIME_DIR",
    ],
)
def test_what_may_be_a_secret_or_a_way_out_is_not_inherited(name: str) -> None:
    assert name not in scrubbed({name: "x"})


def test_lists_of_languages_and_folders_are_no_passwords() -> None:
    owner = {"LANGUAGE": "en_GB:en@quot", "LD_LIBRARY_PATH": "/opt/cuda:/opt/mkl@2024/lib"}
    assert owner.items() <= scrubbed(owner).items()


@pytest.mark.parametrize(
    "name", ["CUDA_VISIBLE_DEVICES", "KERAS_BACKEND", "LC_NUMERIC", "OMP_NUM_THREADS", "TZ"]
)
def test_what_changes_results_is_inherited(name: str) -> None:
    assert scrubbed({name: "value"})[name] == "value"


def test_home_and_temporary_files_are_private() -> None:
    environment = scrubbed({"HOME": "/home/somebody", "TMPDIR": "/tmp"})
    assert environment["HOME"] == "/private/home"
    assert environment["TMPDIR"] == "/private/tmp"


def test_the_interpreter_comes_first_on_the_search_path() -> None:
    path = scrubbed({"PATH": "/home/somebody/bin"})["PATH"].split(":")
    assert path[0] == "/env/bin"
    assert "/home/somebody/bin" not in path


def test_what_was_asked_for_wins_whatever_it_is_called() -> None:
    environment = scrubbed({"TZ": "UTC"}, TZ="Asia/Tokyo", MY_TOKEN="wanted")
    assert (environment["TZ"], environment["MY_TOKEN"]) == ("Asia/Tokyo", "wanted")


@pytest.mark.parametrize(
    ("language", "expected"), [("de_DE.UTF-8", "de_DE.UTF-8"), ("C", "C.UTF-8"), ("", "C.UTF-8")]
)
def test_text_is_always_utf8(language: str, expected: str) -> None:
    assert scrubbed({"LANG": language})["LANG"] == expected
