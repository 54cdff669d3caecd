"""Where the settings come from: the built-in ones, a YAML file, the command line, in this order."""

import argparse
from pathlib import Path

import yaml

DEFAULTS = {
    "learning_rate": 1e-3,
    "hidden": 16,
    "epochs": 5,
    "weight_decay": 0.0,
    "seed": 0,
}


def build_parser():
    parser = argparse.ArgumentParser(description="Fit a model of the oven.")
    parser.add_argument("--config", help="a YAML file")
    parser.add_argument("--learning-rate", type=float)
    parser.add_argument("--hidden", type=int)
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--weight-decay", type=float)
    parser.add_argument("--seed", type=int)
    return parser


def load_settings(argv=None):
    given = vars(build_parser().parse_args(argv))
    path = given.pop("config")
    settings = dict(DEFAULTS)
    if path:
        settings.update(yaml.safe_load(Path(path).read_text()))
    settings.update({name: value for name, value in given.items() if value is not None})
    return settings
