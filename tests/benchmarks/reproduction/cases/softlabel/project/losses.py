"""Losses for teaching a small network with the answers of a large one."""

import torch
from torch.nn import functional as F


def soften(logits, temperature):
    return torch.softmax(logits / temperature, dim=-1)


def cross_entropy_of(student, teacher):
    """Cross entropy of two distributions, averaged over the batch."""
    return -(teacher * torch.log(student)).sum(dim=-1).mean()


def distillation_loss(student_logits, teacher_logits, labels, temperature=4.0, alpha=0.7):
    soft = cross_entropy_of(
        soften(student_logits, temperature), soften(teacher_logits, temperature)
    )
    hard = F.cross_entropy(student_logits, labels)
    return alpha * temperature**2 * soft + (1 - alpha) * hard
