import torch


def roc_auc(scores, labels):
    """Area under the ROC curve: how often a fraud is ranked above a good payment."""
    labels = labels.bool()
    positives = int(labels.sum())
    negatives = len(labels) - positives
    if not positives or not negatives:
        return float("nan")
    ranks = torch.empty(len(scores), dtype=torch.float64)
    ranks[scores.argsort(stable=True)] = torch.arange(1, len(scores) + 1, dtype=torch.float64)
    above = ranks[labels].sum().item() - positives * (positives + 1) / 2
    return above / (positives * negatives)


def recall_at(scores, labels, share=0.05):
    """Share of all fraud that is among the most suspicious payments."""
    count = max(1, round(share * len(scores)))
    chosen = scores.argsort(descending=True)[:count]
    return (labels[chosen].sum() / labels.sum().clamp(min=1)).item()
