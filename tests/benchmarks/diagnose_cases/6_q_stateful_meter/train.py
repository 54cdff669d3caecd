import torch
from torch import nn

from streams import chunks, meter_streams

SEED = 71
CHUNK = 20


class MeterGRU(nn.Module):
    def __init__(self, hidden=24):
        super().__init__()
        self.gru = nn.GRU(1, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.gru(x, state)
        return self.out(h), state


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        pred, _ = model(x)
    return 1 - ((pred - y) ** 2).mean().item() / y.var().item()


def main():
    torch.manual_seed(SEED)
    x, y = meter_streams(32, 400, SEED)
    x_test, y_test = meter_streams(16, 300, SEED + 1)
    model = MeterGRU()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(1, 31):
        model.train()
        state, total = None, 0.0
        for xc, yc in chunks(x, y, CHUNK):
            if state is not None:
                state = state.detach()
            pred, state = model(xc, state)
            loss = nn.functional.mse_loss(pred, yc)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item() * len(xc)
        if epoch % 3 == 0:
            print(f"epoch {epoch:2d} train mse {total / len(x):.5f} test r2 {evaluate(model, x_test, y_test):.4f}")


if __name__ == "__main__":
    main()
