from __future__ import annotations

import pytest

OPTIONS = [
    ("'--lr', default=0.1", "lr", 0.1),
    ("'--batch-size', type=int, default=32", "batch_size", 32),
    ("'-b', '--batch-size', default=4", "batch_size", 4),
    ("'-b', default=4", "b", 4),
    ("'--lr', dest='rate', default=1", "rate", 1),
    ("'--lr', type=float, default='1e-3'", "lr", 1e-3),
    ("'--n', type=int, default='many'", "n", "?"),
    ("'--lr', type=float", "lr", None),
    ("'--lr', required=True", "lr", "?"),
    ("'--flag', action='store_true'", "flag", False),
    ("'--flag', action='store_false'", "flag", True),
    ("'--flag', action='store_const', const=3", "flag", None),
    ("'--flag', action=argparse.BooleanOptionalAction, default=True", "flag", True),
    ("'file'", "file", "?"),
    ("'file', nargs='?', default='a'", "file", "a"),
    ("'--sizes', nargs='+', type=int, default=[1, 2]", "sizes", [1, 2]),
    ("'--opt', choices=['a', 'b'], default='a'", "opt", "a"),
    ("'--lr', default=BASE * 2", "lr", 2.0),
]


@pytest.mark.parametrize(("arguments", "name", "expected"), OPTIONS)
def test_option(evaluate, arguments, name, expected):
    found = evaluate(
        "import argparse\nBASE = 1.0\nparser = argparse.ArgumentParser()\n"
        f"parser.add_argument({arguments})\nargs = parser.parse_args()\nx = args.{name}"
    )
    assert found.plain("x") == expected


def test_defaults_are_soft_and_stand_at_their_literal(evaluate):
    found = evaluate(
        """
        import argparse
        p = argparse.ArgumentParser()
        p.add_argument("--lr", type=float, default=0.5)
        x = p.parse_args().lr
        """
    )["x"]
    assert found.soft
    assert (found.place.span.start.line, found.place.span.start.column) == (4, 44)


def test_a_default_that_is_not_given_is_soft_none(evaluate):
    setup = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--x')\n"
    found = evaluate(f"{setup}x = p.parse_args().x")["x"]
    assert found.value is None
    assert found.soft


def test_groups_parents_defaults_and_known_arguments(evaluate):
    found = evaluate(
        """
        from argparse import ArgumentParser
        base = ArgumentParser(add_help=False)
        base.add_argument("--seed", default=1)
        def build():
            parser = ArgumentParser(parents=[base])
            group = parser.add_argument_group("model")
            group.add_argument("--width", default=64)
            sub = parser.add_subparsers(dest="command")
            train = sub.add_parser("train")
            train.add_argument("--epochs", default=3)
            parser.set_defaults(width=128)
            return parser
        args, rest = build().parse_known_args()
        x = (args.seed, args.width, args.epochs)
        d = vars(args)
        w = d["width"]
        """
    )
    assert found.plain("x") == (1, 128, 3)
    assert found.plain("w") == 128


def test_a_condition_on_a_default_is_followed_but_not_taken_for_certain(evaluate):
    found = evaluate(
        """
        import argparse
        p = argparse.ArgumentParser()
        p.add_argument("--fast", action="store_true")
        args = p.parse_args()
        if args.fast:
            other()
            x = 1
        else:
            x = 2
        """
    )
    assert found.plain("x") == 2
    assert "?" in found.paths


def test_options_of_a_parser_class_of_the_project(evaluate):
    found = evaluate(
        """
        import argparse
        class Options(argparse.ArgumentParser):
            def __init__(self):
                super().__init__()
                self.add_argument("--lr", default=0.2)
        x = Options().parse_args().lr
        """
    )
    assert found.plain("x") == 0.2


def test_assigning_to_the_namespace(evaluate):
    found = evaluate(
        "import argparse\nargs = argparse.ArgumentParser().parse_args()\nargs.lr = 3\nx = args.lr"
    )
    assert found.plain("x") == 3


def test_absl_flags(evaluate):
    found = evaluate(
        """
        from absl import flags
        FLAGS = flags.FLAGS
        flags.DEFINE_float("lr", 0.25, "rate")
        flags.DEFINE_string("name", None, "name")
        x = FLAGS.lr
        n = FLAGS.name
        """
    )
    assert found.plain("x") == 0.25
    assert found["x"].soft
    assert found.plain("n") == "?"
