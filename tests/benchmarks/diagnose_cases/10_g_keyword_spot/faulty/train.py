"""Keyword spotting on log-mel style spectrograms (batch, n_mels, frames)."""
import torch
import torch.nn as nn
import torch.nn.functional as F

N_MELS, FRAMES, WORDS = 20, 36, 6


def synth_words(n, gen):
    """Each word is a pair of chirps with its own start band and direction."""
    starts = [2, 2, 9, 9, 16, 16]
    slopes = [0.35, 0.0, 0.3, -0.3, 0.0, -0.45]
    y = torch.randint(0, WORDS, (n,), generator=gen)
    x = 0.75 * torch.randn(n, N_MELS, FRAMES, generator=gen)
    onset = torch.randint(0, 18, (n,), generator=gen)
    bands = torch.arange(N_MELS).float()
    for i in range(n):
        c, o = int(y[i]), int(onset[i])
        jitter = torch.randn(1, generator=gen).item() * 0.7
        for t in range(18):
            centre = starts[c] + jitter + slopes[c] * t
            x[i, :, o + t] += 1.3 * torch.exp(-0.5 * ((bands - centre) / 1.0) ** 2)
    return x, y


class KeywordLSTM(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.norm = nn.LayerNorm(N_MELS)
        self.lstm = nn.LSTM(N_MELS, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, WORDS)

    def forward(self, spec):
        b, m, t = spec.shape
        seq = spec.view(b, t, m)
        out, _ = self.lstm(self.norm(seq))
        return self.fc(out.mean(dim=1))


def evaluate(net, x, y):
    net.eval()
    with torch.no_grad():
        logits = net(x)
    return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(8)
    gen = torch.Generator()
    gen.manual_seed(8)
    xtr, ytr = synth_words(700, gen)
    xva, yva = synth_words(300, gen)
    net = KeywordLSTM()
    opt = torch.optim.Adam(net.parameters(), lr=4e-3)
    for epoch in range(12):
        net.train()
        for idx in torch.randperm(len(xtr)).split(32):
            opt.zero_grad()
            loss = F.cross_entropy(net(xtr[idx]), ytr[idx])
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            opt.step()
        vl, va = evaluate(net, xva, yva)
        print(f"epoch {epoch:2d}  train {loss.item():.3f}  val loss {vl:.3f}  val acc {va:.3f}")


main()
