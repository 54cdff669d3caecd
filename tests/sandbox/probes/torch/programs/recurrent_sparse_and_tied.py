import torch
from torch import nn


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 12)
        self.rare = nn.Embedding(30, 12, sparse=True)
        self.memory = nn.LSTM(12, 12, num_layers=2, batch_first=True, dropout=0.1)
        self.head = nn.Linear(12, 30, bias=False)
        self.head.weight = self.words.weight
        self.frozen = nn.Linear(12, 12)
        for parameter in self.frozen.parameters():
            parameter.requires_grad_(False)

    def forward(self, tokens):
        hidden, _ = self.memory(self.words(tokens) + self.rare(tokens))
        return self.head(torch.relu(self.frozen(hidden)))


network = Speaker()
dense = [p for name, p in network.named_parameters() if p.requires_grad and "rare" not in name]
optimizers = [
    torch.optim.Adam([{"params": dense[:2], "lr": 1e-2}, {"params": dense[2:]}]),
    torch.optim.SparseAdam(network.rare.parameters()),
]
losses = []
for step in range(12):
    tokens = torch.randint(0, 30, (4, 9))
    scores = network(tokens[:, :-1])
    loss = nn.functional.cross_entropy(scores.flatten(0, 1), tokens[:, 1:].flatten()) / 2
    loss.backward()
    if step % 2:
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad()
    losses.append(loss.item())
result = [losses, network.state_dict()]
