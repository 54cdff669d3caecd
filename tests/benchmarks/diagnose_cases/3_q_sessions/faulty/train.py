"""Variable-length event logs -> session type, transformer with a CLS token."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(71)
PAD, CLS = 0, 1
N_EVENTS, MAX_LEN, N_TYPES = 40, 18, 5
profile = torch.softmax(1.3 * torch.randn(N_TYPES, N_EVENTS - 2), dim=1)


def sessions(n):
    y = torch.randint(0, N_TYPES, (n,))
    x = torch.full((n, MAX_LEN), PAD)
    x[:, 0] = CLS
    length = torch.randint(10, MAX_LEN - 2, (n,))
    ev = torch.multinomial(profile[y], MAX_LEN - 1, replacement=True) + 2
    keep = torch.arange(MAX_LEN - 1)[None] < length[:, None]
    x[:, 1:] = torch.where(keep, ev, torch.full_like(ev, PAD))
    return x, y


class SessionEncoder(nn.Module):
    def __init__(self, d=32):
        super().__init__()
        self.emb = nn.Embedding(N_EVENTS, d, padding_idx=PAD)
        self.pos = nn.Parameter(0.02 * torch.randn(MAX_LEN, d))
        layer = nn.TransformerEncoderLayer(d, 4, 64, dropout=0.1, batch_first=True)
        self.enc = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.fc = nn.Linear(d, N_TYPES)

    def forward(self, tokens):
        pad_mask = tokens != PAD
        h = self.emb(tokens) + self.pos
        h = self.enc(h, src_key_padding_mask=pad_mask)
        return self.fc(h[:, 0])


def main():
    net = SessionEncoder()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
    x, y = sessions(2500)
    xt, yt = sessions(600)
    for epoch in range(8):
        net.train()
        for idx in torch.randperm(len(x)).split(64):
            loss = F.cross_entropy(net(x[idx]), y[idx])
            opt.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
        net.eval()
        with torch.no_grad():
            acc = (net(xt).argmax(1) == yt).float().mean()
        print(f"epoch {epoch} loss {loss.item():.3f} test acc {acc:.3f}")


if __name__ == "__main__":
    main()
