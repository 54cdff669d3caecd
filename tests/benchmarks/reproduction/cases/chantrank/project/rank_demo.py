import argparse

import torch

from chantrank import Ranker, RankerConfig


def chants(count=6, length=20, seed=0):
    generator = torch.Generator().manual_seed(seed)
    tokens = torch.randint(1, 500, (count, length), generator=generator)
    for row, end in enumerate(torch.randint(8, length, (count,), generator=generator)):
        tokens[row, end:] = 0
    return tokens


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--half", action="store_true")
    args = parser.parse_args()
    ranker = Ranker(RankerConfig(layers=args.layers))
    if args.half:
        ranker = ranker.half()
    print(ranker.rank(chants()).tolist())


if __name__ == "__main__":
    main()
