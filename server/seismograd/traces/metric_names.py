"""What the words in the name of a number say about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

SHARES = frozenset({"acc", "accuracy", "f1", "auc", "precision", "recall", "iou", "dice", "hits"})
"""From 0 to 1, or percent."""
METRICS = frozenset(
    (
        *("acc", "accuracy", "precision", "recall", "auc", "auroc", "map", "ap", "f1", "dice"),
        *("iou", "miou", "jaccard", "bleu", "rouge", "mcc", "kappa", "top1", "top5", "r2"),
        "correct",
    )
)
"""Better the higher they are, and they change as a network learns."""
HIGHER_IS_BETTER = (
    METRICS
    | SHARES
    | {"auprc", "correlation", "psnr", "ssim", "reward", "return", "score", "ndcg"}
    | {"likelihood", "elbo", "spearman", "pearson", "concordance", "cindex", "snr", "sdr"}
    | {"ari", "nmi", "silhouette", "mrr"}
)
VAGUE = frozenset({"score", "map", "ap"})
"""Some call a loss a score, and a map is not always an average precision: any other name says
more."""
ONE_SIDED = frozenset({"recall", "precision", "sensitivity", "specificity", "tpr", "tnr", "kl"})
"""Perfect for a network that always gives the same answer."""
OF_OTHERS = frozenset({"baseline", "naive", "chance", "majority", "untrained", "initial", "before"})
"""Words for what a network is compared with."""
OF_CONSTANTS = {"r2": 0.0, "mcc": 0.0, "kappa": 0.0, "auc": 0.5, "auroc": 0.5, "balanced": 0.5}
"""What a constant answer has of these metrics at most, whatever the data."""
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
    | {"deviance", "bpd", "rmsle", "brier", "eer", "lpips", "regret", "nelbo"}
    | {"crps", "pinball", "mase"}
)
SPLITS = {
    **dict.fromkeys(("train", "training", "tr", "trn"), "train"),
    **dict.fromkeys(
        ("val", "valid", "validation", "va", "dev", "eval", "evaluation"), "validation"
    ),
    **dict.fromkeys(("test", "testing", "te", "tst", "held", "heldout", "hold"), "test"),
    **dict.fromkeys(("holdout", "unseen", "oos"), "test"),
}
"""Words for the data that a number is measured on."""
_ENDINGS = (
    *("accuracy", "acc", "auroc", "auprc", "auc", "iou", "bleu", "psnr", "ssim", "ndcg"),
    *("perplexity", "error", "loss", "mape", "err", "mse", "mae", "nll"),
)
"""Ends of words that no other words have: `wacc`, `nrmse`, `smape`. Words such as `f1`, `dice` or
`wer` are not among them: `conf1`, `prejudice` and `power` end so, too."""
_GLUED = frozenset({"micro", "macro", "weighted", "mean", "avg", "best", "total", "roc", "score"})
"""Words that are written together with that of a metric."""
_OTHER_NAMES = {
    **dict.fromkeys(("bacc", "balacc"), ("balanced", "acc")),
    **dict.fromkeys(("prauc", "aupr"), ("auprc",)),
    **dict.fromkeys(("rsquared", "rsq", "rsquare"), ("r2",)),
}
_KNOWN = HIGHER_IS_BETTER | LOWER_IS_BETTER | ONE_SIDED | _OTHER_NAMES.keys()
_FRONT = _GLUED | {split for split in SPLITS if len(split) > 2}
_CAPITAL = re.compile(r"(?<=[a-z]{2})(?=[A-Z])")


def words_of(name: str) -> set[str]:
    """`val_acc@1` has `val`, `acc` and `1`; `valBacc` has `acc` as well."""
    return {piece for word in parts_of(name) for piece in _meanings(word)}


def parts_of(name: str) -> list[str]:
    """The words of a name in their order, also of `valAcc`, `testmae` and `acc5`."""
    split = re.split(r"[^a-z0-9]+", _CAPITAL.sub(" ", name).lower())
    return [piece for word in _joined(split) if word for piece in _pieces(word)]


def split_of(name: str) -> str | None:
    """`train`, `validation` or `test`, where a name says so."""
    return next((SPLITS[part] for part in parts_of(name) if part in SPLITS), None)


def without_split(name: str) -> frozenset[str]:
    """What else the words of a name say: the same of `val_acc` and `test_acc`."""
    return frozenset(part for part in parts_of(name) if part not in SPLITS)


def _joined(words: list[str]) -> Iterator[str]:
    """`c-index` and `R-squared` are one word each."""
    while words:
        whole = "".join(words[:2])
        is_one = len(words[0]) == 1 and len(words) > 1 and whole in _KNOWN
        yield whole if is_one else words[0]
        words = words[2 if is_one else 1 :]


def _pieces(word: str) -> Iterator[str]:
    """`testmae` is `test` and `mae`, `acc5` is `acc` and `5`."""
    cuts = ((word[:at], word[at:]) for at in range(2, len(word) - 1))
    glued = next((pair for pair in cuts if _is_glued(*pair)), None)
    stem = word.rstrip("0123456789")
    if word in _KNOWN or (glued is None and stem in ("", word)):
        yield word
    elif glued is not None:
        yield from glued
    else:
        yield from (*_pieces(stem), word[len(stem) :])


def _is_glued(first: str, second: str) -> bool:
    return (first in _FRONT and _is_metric(second)) or (first in _KNOWN and second in _GLUED)


def _is_metric(word: str) -> bool:
    return word in _KNOWN or word.endswith(_ENDINGS)


def _meanings(word: str) -> tuple[str, ...]:
    ending = next((one for one in _ENDINGS if word.endswith(one)), word)
    return (word, *_OTHER_NAMES.get(word, (ending,)))
