import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from features import BANDS, COMMANDS, load


class CommandRNN(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.rnn = nn.GRU(input_size=BANDS, hidden_size=hidden, num_layers=1, batch_first=True)
        self.fc = nn.Linear(hidden, len(COMMANDS))

    def forward(self, feats):              # feats: batch, frames, bands
        out, _ = self.rnn(feats)
        return self.fc(out[:, -1])         # state after the last frame


def batches(split, shuffle):
    feats, label = split
    ds = TensorDataset(torch.from_numpy(feats), torch.from_numpy(label))
    return DataLoader(ds, batch_size=50, shuffle=shuffle)


def main():
    torch.manual_seed(10)
    train_split, test_split = load(seed=10)
    train, test = batches(train_split, True), batches(test_split, False)
    model = CommandRNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(10):
        model.train()
        total = 0.0
        for feats, label in train:
            optimizer.zero_grad()
            loss = loss_fn(model(feats), label)
            loss.backward()
            optimizer.step()
            total += loss.item()
        model.eval()
        hits = 0
        with torch.no_grad():
            for feats, label in test:
                hits += (model(feats).argmax(-1) == label).sum().item()
        print(f"{epoch + 1:2d}  loss {total / len(train):.3f}  test accuracy {hits / len(test.dataset):.3f}")


if __name__ == "__main__":
    main()
