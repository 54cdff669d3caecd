import torch


def tag_accuracy(logits, target, pad=0):
    pred = logits.argmax(-1)
    mask = target >= pad
    return (pred[mask] == target[mask]).float().mean().item()
