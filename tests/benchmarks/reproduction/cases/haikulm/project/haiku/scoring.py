import math

import torch
from torch.nn import functional as F

from haiku.text import PAD, collate


def next_letter_loss(model, tokens):
    logits = model(tokens[:, :-1])
    return F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:], ignore_index=PAD)


@torch.no_grad()
def perplexities(model, poems):
    """The perplexity of each poem."""
    model.eval()
    tokens = collate(poems)
    logits = model(tokens[:, :-1])
    losses = F.cross_entropy(
        logits.transpose(1, 2), tokens[:, 1:], ignore_index=PAD, reduction="none"
    )
    return [math.exp(loss) for loss in losses.mean(dim=1).tolist()]
