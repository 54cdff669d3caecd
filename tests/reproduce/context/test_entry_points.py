from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.context.project_view import EntryPoint, Option
from tests.reproduce.context.projects import view_of


def _options(entry: EntryPoint) -> dict[str, Option]:
    return {option.flag: option for option in entry.options}


def test_argparse_also_in_another_file(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "options.py": """
                import argparse
                def parse():
                    parser = argparse.ArgumentParser()
                    parser.add_argument("-l", "--lr", type=float, default=0.1)
                    parser.add_argument("--amp", action="store_true")
                    parser.add_argument("--net", choices=["a", "b"], required=True)
                    parser.add_argument("data")
                    return parser.parse_args()
            """,
            "train.py": """
                from options import parse
                def main(options):
                    fit(options)
                def fit(options):
                    loss.backward()
                if __name__ == "__main__":
                    options = parse()
                    main(options)
            """,
        },
    )

    (entry,) = view.entry_points
    assert (entry.file, entry.module, entry.trains) == ("train.py", "train", True)
    options = _options(entry)
    assert options["--lr"] == Option("--lr", "0.1", type="float")
    assert options["--amp"] == Option("--amp", "False", takes_value=False)
    assert options["--net"] == Option("--net", choices=("a", "b"), required=True)
    assert options["data"].required


def test_click(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "cli.py": """
                import click
                @click.command()
                @click.option("--mode", type=click.Choice(["x", "y"]), default="x")
                @click.option("--amp/--no-amp", default=False)
                @click.option("-v", "--verbose", is_flag=True)
                @click.argument("path")
                def main(mode, amp, verbose, path): ...
                if __name__ == "__main__":
                    main()
            """
        },
    )

    options = _options(view.entry_points[0])
    assert options["--mode"].choices == ("x", "y")
    assert not options["--amp"].takes_value
    assert not options["--verbose"].takes_value
    assert options["path"].required


def test_scripts_without_a_guard(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "notebookish.py": "model = build()\nmodel.fit(x, y)",
            "library.py": "def helper(): ...\nVALUE = 3",
            "setup.py": "from setuptools import setup\nsetup()",
        },
    )

    found = [(entry.file, entry.trains) for entry in view.entry_points]
    assert found == [("notebookish.py", True)]
