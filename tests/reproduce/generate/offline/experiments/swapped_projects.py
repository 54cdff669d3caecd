"""Small projects that take precision for recall."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

PAIR = Project(
    "pair",
    {
        "scores.py": """\
def precision_recall(preds, targets):
    preds, targets = preds > 0.5, targets > 0.5
    hits = (preds & targets).sum()
    precision = hits / targets.sum()
    recall = hits / preds.sum()
    return precision.item(), recall.item()
"""
    },
    "# precision and recall are swapped\n\n`precision_recall` gives the recall first.\n",
    (("hits / targets.sum()", "hits / Preds.sum()"), ("hits / preds.sum()", "hits / targets.sum()"),
     ("Preds", "preds")),
)  # fmt: skip
KEYS = Project(
    "keys",
    {
        "report.py": """\
def precision_and_recall(labels, predicted):
    tp = ((predicted == 1) & (labels == 1)).sum().item()
    fp = ((predicted == 0) & (labels == 1)).sum().item()
    fn = ((predicted == 1) & (labels == 0)).sum().item()
    return {"recall": tp / (tp + fn), "precision": tp / (tp + fp)}
"""
    },
    "precision_and_recall: precision and recall are the wrong way round\n",
    (("fp = ((predicted == 0) & (labels == 1))", "fp = ((predicted == 1) & (labels == 0))"),
     ("fn = ((predicted == 1) & (labels == 0))", "fn = ((predicted == 0) & (labels == 1))")),
)  # fmt: skip
ALL = (PAIR, KEYS)
