import argparse
from dataclasses import fields

import torch

from fogsound.clips import make_clips
from fogsound.options import Options
from fogsound.trainer import Trainer, build_model


def parse(argv=None):
    parser = argparse.ArgumentParser()
    for field in fields(Options):
        name = "--" + field.name.replace("_", "-")
        parser.add_argument(name, type=type(field.default), default=field.default)
    return Options(**vars(parser.parse_args(argv)))


if __name__ == "__main__":
    options = parse()
    torch.manual_seed(options.seed)
    Trainer(build_model(), options).fit(make_clips())
