"""Keyword spotting on synthetic clips: log-spectrogram -> small conv net."""
import math
import torch
from torch import nn

WORDS = ["start", "stop", "left", "right"]
SR, DUR = 2000, 0.5


def synth_clip(word_id, gen):
    t = torch.arange(int(SR * DUR)) / SR
    f0 = [150, 250, 350, 500][word_id] * (1 + 0.08 * torch.randn(1, generator=gen))
    sweep = [1.0, -0.5, 0.7, -0.8][word_id]
    sig = torch.sin(2 * math.pi * f0 * t * (1 + sweep * 0.5 * t))
    return 0.6 * sig + 0.5 * torch.randn(len(t), generator=gen)


def build_store(n, gen):
    """Emulates a folder of wav files plus an index of transcripts."""
    store, index = {}, []
    for i in range(n):
        w = int(torch.randint(len(WORDS), (1,), generator=gen))
        store[f"clip_{i}.wav"] = synth_clip(w, gen)
        index.append((f"clip_{i}.wav", WORDS[w]))
    return store, index


def log_spec(wave):
    spec = torch.stft(wave, n_fft=64, hop_length=32, window=torch.hann_window(64), return_complex=True).abs()
    return torch.log1p(spec)


def load_features(store, index):
    names = [name for name, _ in index]
    feats = torch.stack([log_spec(store[n]) for n in names])
    labels = torch.tensor([WORDS.index(w) for _, w in index])
    return feats.unsqueeze(1), labels


class SpotNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.ReLU())
        self.fc = nn.LazyLinear(len(WORDS))

    def forward(self, x):
        return self.fc(self.conv(x).flatten(1))


def main():
    gen = torch.manual_seed(17)
    store, index = build_store(1200, gen)
    X, y = load_features(store, index)
    X = (X - X[:1000].mean()) / X[:1000].std()
    Xtr, ytr, Xte, yte = X[:1000], y[:1000], X[1000:], y[1000:]
    model = SpotNet()
    model(Xtr[:2])
    opt = torch.optim.SGD(model.parameters(), lr=0.03, momentum=0.9, weight_decay=1e-4)
    for epoch in range(10):
        model.train()
        for idx in torch.randperm(len(Xtr)).split(32):
            loss = nn.functional.cross_entropy(model(Xtr[idx]), ytr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            acc = (model(Xte).argmax(1) == yte).float().mean()
        print(f"epoch {epoch:2d} loss {loss.item():.3f} test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
