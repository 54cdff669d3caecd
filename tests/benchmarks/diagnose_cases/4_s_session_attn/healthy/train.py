import torch
import torch.nn.functional as F

from config import Settings
from model import SessionModel

OPTIMIZERS = {
    "adam": torch.optim.Adam,
    "sgd": torch.optim.SGD,
    "adagrad": torch.optim.Adagrad,
}


def make_sessions(s):
    """every session follows one style; the next item is the usual follow-up of the style"""
    style = torch.randint(s.n_styles, (s.n_sessions,))
    per = s.n_items // s.n_styles
    own = style[:, None] * per + torch.randint(per, (s.n_sessions, s.session_len))
    rand = torch.randint(s.n_items, own.shape)
    clicks = torch.where(torch.rand(own.shape) < 0.6, own, rand)
    follow = torch.randint(3, (s.n_sessions,))
    target = style * per + torch.where(torch.rand(s.n_sessions) < 0.9, torch.zeros_like(follow), follow)
    return clicks, target


def main():
    s = Settings()
    torch.manual_seed(s.seed)
    x, y = make_sessions(s)
    n_val = 500
    x_val, y_val, x, y = x[:n_val], y[:n_val], x[n_val:], y[n_val:]
    model = SessionModel(s.n_items, s.dim, s.heads, s.session_len)
    opt = OPTIMIZERS[s.optimizer](model.parameters(), lr=s.lr)
    for epoch in range(s.epochs):
        model.train()
        total = 0.0
        for idx in torch.randperm(len(x)).split(s.batch_size):
            loss = F.cross_entropy(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = (model(x_val).argmax(1) == y_val).float().mean().item()
        print(f"epoch {epoch + 1} loss {total / len(x):.3f} next-item acc {acc:.3f}")


if __name__ == "__main__":
    main()
