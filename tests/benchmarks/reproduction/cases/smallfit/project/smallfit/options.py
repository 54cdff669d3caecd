import argparse


def parse(argv=None):
    parser = argparse.ArgumentParser(prog="smallfit")
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--val-share", type=float, default=0.2)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=1e-2)
    return parser.parse_args(argv)
