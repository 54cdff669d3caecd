"""Streaming anomaly score for a pump: stateful LSTM predicting the next sample of each channel."""
import argparse
import numpy as np
import torch
import torch.nn as nn


def pump_signal(length, channels, rng):
    t = np.arange(length)
    cols = []
    for c in range(channels):
        f = rng.uniform(0.02, 0.06)
        cols.append(np.sin(2 * np.pi * f * t + rng.uniform(0, 6)) + 0.4 * np.sin(2 * np.pi * 3.1 * f * t))
    return (np.stack(cols) + rng.normal(0, 0.05, (channels, length))).astype(np.float32)


class NextSample(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x, state=None):
        h, state = self.lstm(x, state)
        return self.out(h), state


def chunks(sig, size):
    for s in range(0, sig.shape[1] - size - 1, size):
        yield sig[:, s:s + size, None], sig[:, s + 1:s + size + 1, None]


def run_epoch(model, sig, size, opt=None):
    loss_fn = nn.MSELoss()
    state, total, n = None, 0.0, 0
    for x, y in chunks(sig, size):
        pred, state = model(x, state)
        state = tuple(s.detach() for s in state)
        loss = loss_fn(pred, y)
        if opt is not None:
            opt.zero_grad()
            loss.backward()
            opt.step()
        total += loss.item()
        n += 1
    return total / n


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--chunk", type=int, default=25)
    p.add_argument("--epochs", type=int, default=6)
    cfg = p.parse_args()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    signal = torch.from_numpy(pump_signal(1250, 32, rng))
    train_sig, val_sig = signal[:, :1000], signal[:, 1000:]
    model = NextSample(cfg.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    for ep in range(cfg.epochs):
        model.train()
        tr = run_epoch(model, train_sig, cfg.chunk, opt)
        model.eval()
        with torch.no_grad():
            va = run_epoch(model, val_sig, cfg.chunk)
        print(f"epoch {ep} train mse {tr:.4f} val mse {va:.4f} (signal variance {val_sig.var():.3f})")
