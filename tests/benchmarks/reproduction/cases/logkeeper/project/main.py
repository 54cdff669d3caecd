import argparse

import torch

from logkeeper import Loop


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--width", type=int, default=512)
    args = parser.parse_args()
    torch.manual_seed(0)
    Loop(width=args.width).run(args.steps, args.batch_size)


if __name__ == "__main__":
    main()
