import torch
from torch import nn

from reviews import load_reviews
from text import PAD, build_vocab, encode


class AttentivePool(nn.Module):
    def __init__(self, vocab_size, dim=24):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.key = nn.Linear(dim, 1)
        self.out = nn.Linear(dim, 2)

    def forward(self, ids):
        e = self.embed(ids)
        score = self.key(e).squeeze(-1).masked_fill(ids == PAD, float("-inf"))
        weight = score.softmax(dim=1).unsqueeze(-1)
        return self.out((weight * e).sum(1))


def prepare(seed):
    train = load_reviews(2400, seed)
    test = load_reviews(600, seed + 1)
    train_texts, train_labels = zip(*train)
    test_texts, test_labels = zip(*test)
    vocab = build_vocab(train_texts)
    x_train = encode(train_texts, vocab)
    test_vocab = build_vocab(test_texts)
    x_test = encode(test_texts, test_vocab)
    return x_train, torch.tensor(train_labels), x_test, torch.tensor(test_labels), len(vocab) + 2


def main(seed=40):
    torch.manual_seed(seed)
    x_train, y_train, x_test, y_test, vocab_size = prepare(seed)
    model = AttentivePool(vocab_size)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(12):
        perm = torch.randperm(len(x_train))
        hits = 0
        for idx in perm.split(32):
            logits = model(x_train[idx])
            loss = loss_fn(logits, y_train[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            hits += (logits.argmax(1) == y_train[idx]).sum().item()
        with torch.no_grad():
            test_acc = (model(x_test).argmax(1) == y_test).float().mean().item()
        print(f"epoch {epoch + 1:2d} train acc {hits / len(perm):.3f} test acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
