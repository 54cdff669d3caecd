import torch
from torch import nn


class CharModel(nn.Module):
    def __init__(self, vocabulary_size, width=64, layers=1):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, width)
        self.rnn = nn.GRU(width, width, num_layers=layers, batch_first=True)
        self.out = nn.Linear(width, vocabulary_size)

    def forward(self, tokens, state=None):
        hidden, state = self.rnn(self.embedding(tokens), state)
        return self.out(hidden), state


def train(model, tokens, steps=200, window=32, lr=3e-3):
    """Teach the model a text, given as a list of numbers; returns the losses."""
    data = torch.tensor(tokens)
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        start = torch.randint(0, max(1, len(data) - window - 1), (1,)).item()
        piece = data[start : start + window + 1].unsqueeze(0)
        logits, _ = model(piece[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), piece[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
