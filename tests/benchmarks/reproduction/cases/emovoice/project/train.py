import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from emovoice import EmotionNet
from emovoice.corpus import collate, make_corpus


def evaluate(model, corpus, batch_size):
    model.eval()
    right = 0
    with torch.no_grad():
        for mels, lengths, labels in DataLoader(corpus, batch_size, collate_fn=collate):
            right += int((model(mels, lengths).argmax(-1) == labels).sum())
    return right / len(corpus)


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=3e-3)
    args = parser.parse_args(argv)

    torch.manual_seed(0)
    model = EmotionNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    train, test = make_corpus(), make_corpus(48, seed=1)
    loader = DataLoader(train, args.batch_size, shuffle=True, collate_fn=collate)
    for epoch in range(args.epochs):
        model.train()
        for mels, lengths, labels in loader:
            loss = nn.functional.cross_entropy(model(mels, lengths), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, f"{loss.item():.4f}", f"{evaluate(model, test, args.batch_size):.3f}")
    return model


if __name__ == "__main__":
    main()
