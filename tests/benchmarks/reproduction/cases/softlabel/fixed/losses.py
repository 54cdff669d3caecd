"""Losses for teaching a small network with the answers of a large one."""

import torch
from torch.nn import functional as F


def soften(logits, temperature):
    return torch.softmax(logits / temperature, dim=-1)


def cross_entropy_of(log_student, teacher):
    """Cross entropy of two distributions, averaged over the batch."""
    return -(teacher * log_student).sum(dim=-1).mean()


def distillation_loss(student_logits, teacher_logits, labels, temperature=4.0, alpha=0.7):
    soft = cross_entropy_of(
        torch.log_softmax(student_logits / temperature, dim=-1),
        soften(teacher_logits, temperature),
    )
    hard = F.cross_entropy(student_logits, labels)
    return alpha * temperature**2 * soft + (1 - alpha) * hard
