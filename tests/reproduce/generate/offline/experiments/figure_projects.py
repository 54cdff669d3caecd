"""Small projects whose scripts print a wrong figure with one of their options, and others."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

SEARCH = Project(
    "search",
    {
        "index.py": """\
import torch


def nearest(queries, vectors, measure="cosine"):
    if measure == "cosine":
        normal = torch.nn.functional.normalize
        scores = normal(queries, dim=-1) @ normal(vectors, dim=-1).T
    else:
        scores = torch.cdist(queries, vectors)
    return scores.argmax(dim=-1)
""",
        "demo.py": """\
import argparse

import torch

from index import nearest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--measure", default="cosine", choices=["cosine", "euclid"])
    args = parser.parse_args()
    torch.manual_seed(0)
    vectors = torch.randn(60, 16)
    found = nearest(vectors + 0.01, vectors, args.measure)
    hits = (found == torch.arange(60)).float().mean().item()
    print(f"queries: 60\\nrecall@1: {hits:.3f}")


if __name__ == "__main__":
    main()
""",
    },
    "# Recall@1 is 0.0 with --measure euclid\n\n`python demo.py` says recall@1: 1.000, and that is "
    "fine. It should be the same for both.\n",
    (("scores = torch.cdist", "scores = -torch.cdist"),),
)
SEGMENTS = Project(
    "segments",
    {
        "tools/__init__.py": "",
        "tools/score.py": """\
import argparse

import torch


def dice(first, second):
    return 2 * (first & second).sum() / (first.sum() + second.sum())


def main(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--invert", action="store_true", help="masks with the object in black")
    options = parser.parse_args(words)
    truth = torch.arange(100).reshape(10, 10) % 3 == 0
    predicted = truth.clone()
    if options.invert:
        truth = ~truth
    print(f"mean dice = {100 * dice(predicted, truth):.1f} %")


if __name__ == "__main__":
    main()
""",
    },
    "# Nonsense with inverted masks\n\n`python -m tools.score` prints mean dice = 100.0 %, which "
    "is correct.\n\n    $ python -m tools.score --invert\n    mean dice = 0.0 %\n\nThat can't be "
    "right, the masks are the same.\n",
    (("truth = ~truth", "truth, predicted = ~truth, ~predicted"),),
)
REPORTED_BOTH = Project(
    "reported_both",
    {
        "bench.py": """\
import argparse

import torch


def perplexity(losses, lengths, per):
    total = (losses * lengths).sum()
    if per == "token":
        return (total / lengths.sum()).exp()
    return (losses.mean() * lengths.sum()).exp()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--average", default="token", choices=["token", "text"])
    average = parser.parse_args().average
    losses, lengths = torch.full((4,), 0.7), torch.tensor([3.0, 5.0, 2.0, 6.0])
    print("texts     ", len(losses))
    print("perplexity", round(perplexity(losses, lengths, average).item(), 2))


if __name__ == "__main__":
    main()
""",
    },
    """# Perplexity by text is far too high

```
$ python bench.py --average token
texts      4
perplexity 2.01
```

looks right, and

```
$ python bench.py --average text
texts      4
perplexity 73130.44
```

is wrong. All texts have the same loss, so both should be equal.
""",
    (("(losses.mean() * lengths.sum()).exp()", "losses.mean().exp()"),),
)
WRONG = (SEARCH, SEGMENTS, REPORTED_BOTH)
BASELINE = Project(
    "baseline",
    {
        "guess.py": """\
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--random-labels", action="store_true")
    worse = parser.parse_args().random_labels
    print("accuracy", 0.0 if worse else 0.97)


if __name__ == "__main__":
    main()
"""
    },
    "# Accuracy is 0.0 with --random-labels\n\n`python guess.py` prints accuracy 0.97, which is "
    "fine. It should be the same.\n",
    (),
)
NOISE = Project(
    "noise",
    {
        "noise.py": """\
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", type=float, default=0.1)
    level = parser.parse_args().level
    print("accuracy", max(0.0, 1 - level))


if __name__ == "__main__":
    main()
"""
    },
    "# Accuracy is 0.0 with --level 5\n\n`python noise.py` prints accuracy 0.9, which is fine. "
    "It should be about the same.\n",
    (),
)
HOPED = Project(
    "hoped",
    {
        "rank.py": """\
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="large", choices=["large", "mini"])
    print("ndcg", {"large": 0.8, "mini": 0.6}[parser.parse_args().model])


if __name__ == "__main__":
    main()
"""
    },
    "# ndcg is only 0.6 with --model mini\n\n`python rank.py` prints ndcg 0.8, which is good.\n",
    (),
)
NO_BUG = (BASELINE, NOISE, HOPED)
