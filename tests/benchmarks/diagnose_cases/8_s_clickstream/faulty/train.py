"""Tell the intention of a shop visitor from the pages of one session.

Intention depends on which of the key pages came first (price vs. returns,
reviews vs. delivery), so there are four kinds of visitors.
"""
import torch
import torch.nn as nn

PAGES, LENGTH, DIM = 40, 14, 32
PRICE, RETURNS, REVIEWS, DELIVERY = 36, 37, 38, 39


def sessions(n):
    tokens = torch.randint(0, 36, (n, LENGTH))
    slots = torch.rand(n, LENGTH).argsort(dim=1)[:, :4]
    pages = torch.tensor([PRICE, RETURNS, REVIEWS, DELIVERY]).expand(n, 4)
    tokens.scatter_(1, slots, pages)
    label = 2 * (slots[:, 0] < slots[:, 1]).long() + (slots[:, 2] < slots[:, 3]).long()
    flip = torch.rand(n) < 0.03
    label[flip] = torch.randint(0, 4, (int(flip.sum()),))
    return tokens, label


class SessionEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.page = nn.Embedding(PAGES, DIM)
        layer = nn.TransformerEncoderLayer(DIM, nhead=4, dim_feedforward=64, dropout=0.0,
                                           batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
        self.head = nn.Linear(DIM, 4)

    def forward(self, tokens):
        h = self.page(tokens)
        h = self.encoder(h)
        return self.head(h.mean(dim=1))


def main():
    torch.manual_seed(2)
    x_train, y_train = sessions(4000)
    x_test, y_test = sessions(1000)
    model = SessionEncoder()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(1, 8):
        model.train()
        order = torch.randperm(len(x_train))
        loss_sum = 0.0
        for idx in order.split(64):
            loss = criterion(model(x_train[idx]), y_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            loss_sum += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = (model(x_test).argmax(1) == y_test).float().mean().item()
        print(f"epoch {epoch:2d}  loss {loss_sum / len(order):.3f}  test acc {acc:.3f}")


if __name__ == "__main__":
    main()
