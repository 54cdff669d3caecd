"""Small projects whose rankings make something of scores that are all alike."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

BY_CURVE = Project(
    "curve",
    {
        "scores.py": """\
import numpy as np


def auroc(y_true, y_score):
    order = np.argsort(-y_score, kind="stable")
    hits, score = y_true[order] == 1, y_score[order]
    last = np.arange(len(score)) >= 0
    tpr = np.concatenate([[0], np.cumsum(hits)[last] / hits.sum()])
    fpr = np.concatenate([[0], np.cumsum(~hits)[last] / (~hits).sum()])
    return float(((fpr[1:] - fpr[:-1]) * (tpr[1:] + tpr[:-1]) / 2).sum())
"""
    },
    "# auroc of a constant classifier\n\nIf all predictions are the same `auroc` is 0, not 0.5.\n",
    (("np.arange(len(score)) >= 0", "np.append(score[1:] != score[:-1], True)"),),
)
BY_PAIRS = Project(
    "pairs",
    {
        "eval/__init__.py": "",
        "eval/pairs.py": """\
import torch


class AUCMeter:
    def __init__(self):
        self.scores, self.labels = [], []

    def update(self, scores, labels):
        self.scores.append(scores)
        self.labels.append(labels)

    def compute(self):
        scores, labels = torch.cat(self.scores), torch.cat(self.labels)
        good, bad = scores[labels > 0], scores[labels <= 0]
        return (good[:, None] >= bad).float().mean().item()
""",
    },
    "AUCMeter ignores ties\n\nA model that predicts the same score for everyone has an AUC of 1.\n",
    (
        (
            "(good[:, None] >= bad).float().mean()",
            "(1 + (good[:, None] - bad).sign()).mean().div(2)",
        ),
    ),
)
OPTIMISTIC = Project(
    "optimistic",
    {
        "links.py": """\
def mean_reciprocal_rank(scores, targets):
    right = scores.gather(1, targets[:, None])
    ranks = 1 + (scores > right).sum(dim=1)
    return (1 / ranks).mean().item()
"""
    },
    "# A constant model has the best mean_reciprocal_rank\n\nAll things get the same score and the "
    "MRR is 1.0.\n",
    (
        (
            "    ranks = 1 + (scores > right).sum(dim=1)",
            "    above, beside = (scores > right).sum(dim=1), (scores == right).sum(dim=1)\n"
            "    ranks = above + (beside + 1) / 2",
        ),
    ),
)
HITS = Project(
    "hits",
    {
        "links.py": """\
def hits_at(scores, target, k=10):
    right = scores.gather(1, target[:, None])
    return ((scores > right).sum(dim=1) < k).float().mean().item()
"""
    },
    "# hits_at is perfect for an untrained model\n\nIts scores are all zero: hits@1 is 100 %.\n",
    (("(scores > right)", "(scores >= right)"), ("sum(dim=1) < k", "sum(dim=1) <= k")),
)
ALL = (BY_CURVE, BY_PAIRS, OPTIMISTIC, HITS)
