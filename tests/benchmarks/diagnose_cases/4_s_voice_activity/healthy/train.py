import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

N_MELS, FRAMES = 16, 60


def make_audio(n, seed):
    """log-mel like maps (n, mels, frames) with one or two stretches of speech"""
    g = torch.Generator().manual_seed(seed)
    mel = torch.randn(n, N_MELS, FRAMES, generator=g)
    label = torch.zeros(n, FRAMES)
    formant = torch.exp(-((torch.arange(N_MELS) - 5.0) / 2.5) ** 2)
    for i in range(n):
        for _ in range(int(torch.randint(1, 3, (1,), generator=g))):
            a = int(torch.randint(0, FRAMES - 15, (1,), generator=g))
            d = int(torch.randint(8, 20, (1,), generator=g))
            mel[i, :, a:a + d] += 1.8 * formant[:, None]
            label[i, a:a + d] = 1.0
        # hum of the fan in the high channels
        mel[i, 10:] += torch.rand(1, generator=g)
    # shared gain over the clips
    return (mel - mel.mean()) / mel.std(), label


class SpeechDetector(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.norm = nn.LayerNorm(N_MELS)
        self.gru = nn.GRU(N_MELS, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, mel):
        b, m, t = mel.shape
        x = mel.transpose(1, 2)
        x, _ = self.gru(self.norm(x))
        return self.out(x).squeeze(-1)


def train_one_epoch(model, loader, optimizer, loss_fn):
    model.train()
    total = 0.0
    for mel, label in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(mel), label)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def f1_score(model, mel, label):
    model.eval()
    pred = (model(mel) > 0).float()
    tp = (pred * label).sum()
    return (2 * tp / (pred.sum() + label.sum())).item(), (pred == label).float().mean().item()


def main():
    torch.manual_seed(31)
    loader = DataLoader(TensorDataset(*make_audio(800, 31)), batch_size=32, shuffle=True)
    mel_val, lab_val = make_audio(200, 32)
    model = SpeechDetector()
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
    loss_fn = nn.BCEWithLogitsLoss()
    for epoch in range(8):
        loss = train_one_epoch(model, loader, optimizer, loss_fn)
        f1, acc = f1_score(model, mel_val, lab_val)
        print(f"epoch {epoch + 1}: loss {loss:.4f}  val f1 {f1:.3f}  frame acc {acc:.3f}")


if __name__ == "__main__":
    main()
