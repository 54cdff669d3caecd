"""What the words in the name of a number say about it."""

from __future__ import annotations

import re

SHARES = frozenset({"acc", "accuracy", "f1", "auc", "precision", "recall", "iou", "dice", "hits"})
"""From 0 to 1, or percent."""
METRICS = frozenset(
    (
        *("acc", "accuracy", "precision", "recall", "auc", "auroc", "map", "f1", "dice", "iou"),
        *("miou", "jaccard", "bleu", "rouge", "mcc", "kappa", "top1", "top5", "r2", "correct"),
    )
)
"""Better the higher they are, and they change as a network learns."""
HIGHER_IS_BETTER = (
    METRICS
    | SHARES
    | {"auprc", "correlation", "psnr", "ssim", "reward", "return", "score", "ndcg"}
    | {"likelihood", "elbo", "spearman", "pearson"}
)
VAGUE = frozenset({"score"})
"""Some call a loss so: any other name says more."""
ONE_SIDED = frozenset({"recall", "precision", "sensitivity", "specificity", "tpr", "tnr"})
"""Perfect for a network that always gives the same answer."""
OF_CONSTANTS = {"r2": 0.0, "mcc": 0.0, "kappa": 0.0, "auc": 0.5, "auroc": 0.5}
"""What a constant answer has of these metrics, whatever the data."""
AT_MOST_ONE = frozenset({"r2", "mcc", "kappa", "auroc"})
"""Metrics that are no shares, since they may be negative, and have a best value all the same."""
OF_ALL_CLASSES = frozenset({"balanced", "f1", "auc", "auroc", "auprc", "mcc", "kappa", "macro"})
"""They say more than an accuracy where one class is rare."""
MEANS_OF_CLASSES = frozenset({"balanced", "macro", "mean", "class"})
"""Words of an accuracy that counts every class the same: chance is another one then."""
LOSSES = frozenset({"loss", "cost", "nll"})
"""Their size depends on the loss function."""
ERRORS = frozenset({"loss", "error", "err", "mse", "rmse", "mae", "nll", "perplexity", "ppl"})
LOWER_IS_BETTER = (
    ERRORS
    | LOSSES
    | {"mape", "bce", "distance", "fid", "wer", "cer", "kl", "residual", "deviation", "bpc"}
)


def words_of(name: str) -> set[str]:
    """`val_acc@1` has `val`, `acc` and `1`."""
    return {part for part in re.split(r"[^a-z0-9]+", name.lower()) if part}
