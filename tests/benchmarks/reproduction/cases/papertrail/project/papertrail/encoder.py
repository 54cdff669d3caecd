import torch
from torch import nn
from torch.nn import functional as F


class TwoTower(nn.Module):
    """Questions and papers in one space."""

    def __init__(self, vocabulary: int = 500, width: int = 32):
        super().__init__()
        self.words = nn.EmbeddingBag(vocabulary, width)
        self.question = nn.Linear(width, width)
        self.paper = nn.Linear(width, width)

    def forward(self, questions: torch.Tensor, papers: torch.Tensor) -> torch.Tensor:
        """Scores of all papers for all questions."""
        left = F.normalize(self.question(self.words(questions)), dim=-1)
        right = F.normalize(self.paper(self.words(papers)), dim=-1)
        return left @ right.T
