import random

import torch
import torch.nn as nn
import torch.nn.functional as F

from text import Vocab, make_reviews


class TextCNN(nn.Module):
    def __init__(self, vocab_size, dim=24, channels=32):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.convs = nn.ModuleList([nn.Conv1d(dim, channels, k) for k in (1, 2, 3)])
        self.fc = nn.Linear(3 * channels, 2)

    def forward(self, ids):
        e = self.embed(ids).transpose(1, 2)
        pooled = [F.relu(conv(e)).amax(dim=2) for conv in self.convs]
        return self.fc(torch.cat(pooled, dim=1))


def to_tensors(texts, labels, vocab):
    return torch.tensor([vocab.encode(t) for t in texts]), torch.tensor(labels)


def main():
    random.seed(8)
    torch.manual_seed(8)
    train_texts, train_labels = make_reviews(2000)
    test_texts, test_labels = make_reviews(500)

    vocab = Vocab(train_texts)
    x_train, y_train = to_tensors(train_texts, train_labels, vocab)
    x_test, y_test = to_tensors(test_texts, test_labels, vocab)

    model = TextCNN(len(vocab))
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(6):
        model.train()
        losses = []
        for idx in torch.randperm(len(x_train)).split(50):
            loss = F.cross_entropy(model(x_train[idx]), y_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            acc = (model(x_test).argmax(1) == y_test).float().mean().item()
        print(f"epoch {epoch}  train loss {sum(losses) / len(losses):.3f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
