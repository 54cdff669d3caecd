"""Delayed recall: a cue is shown at the start, then 30 steps of distractors."""
import torch
import torch.nn as nn
import torch.nn.functional as F

DELAY = 30
N_CUES = 4
N_SYMBOLS = 8


def batch(n, gen):
    cue = torch.randint(0, N_CUES, (n,), generator=gen)
    noise = torch.randint(N_CUES, N_SYMBOLS, (n, DELAY), generator=gen)
    seq = torch.cat([cue[:, None], noise], dim=1)
    return F.one_hot(seq, N_SYMBOLS).float(), cue


class Recall(nn.Module):
    def __init__(self, hidden=40):
        super().__init__()
        self.lstm = nn.LSTM(N_SYMBOLS, hidden, batch_first=True)
        self.readout = nn.Linear(hidden, N_CUES)
        self.reset(hidden)

    def reset(self, hidden):
        for name, p in self.lstm.named_parameters():
            if "weight_hh" in name:
                nn.init.orthogonal_(p)
            elif "weight_ih" in name:
                nn.init.xavier_uniform_(p)
            elif "bias" in name:
                nn.init.zeros_(p)
        # gates are ordered i, f, g, o
        self.lstm.bias_ih_l0.data[hidden:2 * hidden].fill_(2.0)

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.readout(out[:, -1])


def main():
    torch.manual_seed(2)
    gen = torch.Generator().manual_seed(2)
    model = Recall()
    optim = torch.optim.Adam(model.parameters(), lr=3e-3)
    x_val, y_val = batch(500, gen)
    for it in range(1, 301):
        x, y = batch(64, gen)
        loss = F.cross_entropy(model(x), y)
        optim.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        if it % 50 == 0:
            with torch.no_grad():
                acc = (model(x_val).argmax(-1) == y_val).float().mean().item()
            print(f"iter {it:4d}  loss {loss.item():.4f}  recall accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
