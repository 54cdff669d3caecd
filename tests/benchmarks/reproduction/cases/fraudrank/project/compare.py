"""Compare a few ways of scoring on held-out payments."""

import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent / "src"))

from fraudrank.metrics import recall_at, roc_auc
from fraudrank.model import Scorer, fit
from fraudrank.payments import payments


def compare():
    torch.manual_seed(0)
    features, labels = payments(seed=1)
    trained = fit(Scorer(), *payments(seed=0))
    with torch.no_grad():
        scores = {
            "trained": trained(features),
            "untrained": Scorer()(features),
            "first feature": features[:, 0],
        }
    return {name: (roc_auc(s, labels), recall_at(s, labels)) for name, s in scores.items()}


if __name__ == "__main__":
    for name, (auc, recall) in compare().items():
        print(f"{name:15s} auc {auc:.3f}  recall@5% {recall:.3f}")
