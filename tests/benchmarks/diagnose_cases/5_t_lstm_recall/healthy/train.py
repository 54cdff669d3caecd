"""Delayed recall: the first symbol of the sequence must be named at the end."""
import torch
import torch.nn as nn


class RecallLSTM(nn.Module):
    def __init__(self, n_symbols=6, n_noise=4, hidden=32):
        super().__init__()
        self.embed = nn.Embedding(n_symbols + n_noise, 16)
        self.lstm = nn.LSTM(16, hidden, batch_first=True)
        self.readout = nn.Linear(hidden, n_symbols)
        self.init_gates(hidden)

    def init_gates(self, hidden):
        # gate order in pytorch: input, forget, cell, output
        for name, p in self.lstm.named_parameters():
            if "bias" in name:
                nn.init.zeros_(p)
        with torch.no_grad():
            self.lstm.bias_ih_l0[hidden:2 * hidden].fill_(3.0)

    def forward(self, x):
        h, _ = self.lstm(self.embed(x))
        return self.readout(h[:, -1])


def get_batch(n, length=30, n_symbols=6, n_noise=4):
    y = torch.randint(n_symbols, (n,))
    x = torch.randint(n_symbols, n_symbols + n_noise, (n, length))
    x[:, 0] = y
    return x, y


def train(steps=400, batch_size=32, lr=3e-3):
    model = RecallLSTM()
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for i in range(1, steps + 1):
        x, y = get_batch(batch_size)
        out = model(x)
        loss = loss_fn(out, y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        history.append(loss.item())
        if i % 50 == 0:
            print(f"{i:5d}  loss {sum(history[-50:]) / 50:.4f}")
    return model


if __name__ == "__main__":
    torch.manual_seed(123)
    m = train()
    m.eval()
    with torch.no_grad():
        x, y = get_batch(1000)
        print("recall accuracy:", (m(x).argmax(1) == y).float().mean().item())
