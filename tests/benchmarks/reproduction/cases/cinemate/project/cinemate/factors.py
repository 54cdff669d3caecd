import torch
from torch import nn


class Factors(nn.Module):
    """Matrix factorisation with biases."""

    def __init__(self, viewers, films, width=16):
        super().__init__()
        self.viewer = nn.Embedding(viewers, width)
        self.film = nn.Embedding(films, width)
        self.bias = nn.Embedding(films, 1)
        nn.init.normal_(self.viewer.weight, std=0.1)
        nn.init.normal_(self.film.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def forward(self, viewer, film):
        product = (self.viewer(viewer) * self.film(film)).sum(dim=-1)
        return product + self.bias(film).squeeze(-1)

    def all_scores(self, viewer):
        return self.film.weight @ self.viewer.weight[viewer] + self.bias.weight.squeeze(-1)


def bpr_step(model, optimizer, viewer, film):
    """One step of Bayesian personalised ranking with random negatives."""
    other = torch.randint(0, model.film.num_embeddings, film.shape)
    loss = -nn.functional.logsigmoid(model(viewer, film) - model(viewer, other)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
