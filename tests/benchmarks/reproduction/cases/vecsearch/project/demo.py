import argparse

import torch

from vecsearch.evaluation import evaluate


def make_pairs(count=500, width=32, noise=0.1, seed=0):
    """Vectors, and queries that are noisy copies of some of them."""
    generator = torch.Generator().manual_seed(seed)
    vectors = torch.randn(count, width, generator=generator)
    wanted = torch.randperm(count, generator=generator)[:100]
    queries = vectors[wanted] + noise * torch.randn(100, width, generator=generator)
    return vectors, queries, wanted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metric", default="cosine", choices=["cosine", "l2"])
    parser.add_argument("--noise", type=float, default=0.1)
    args = parser.parse_args()
    for name, value in evaluate(*make_pairs(noise=args.noise), metric=args.metric).items():
        print(f"{name:12}{value:.3f}")


if __name__ == "__main__":
    main()
