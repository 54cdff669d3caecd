import torch
from torch import nn

import data


def main(epochs=25, batch_size=32, lr=1e-3):
    torch.manual_seed(0)
    x_train, y_train, x_test, y_test = data.load()
    model = nn.Sequential(
        nn.Linear(data.VOCAB, 64),
        nn.ReLU(),
        nn.Dropout(0.3),
        nn.Linear(64, len(data.TEAMS)),
    )
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for epoch in range(epochs):
        model.train()
        total, right = 0.0, 0
        for idx in torch.randperm(len(x_train)).split(batch_size):
            out = model(x_train[idx])
            loss = criterion(out, y_train[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
            right += (out.argmax(1) == y_train[idx]).sum().item()
        model.eval()
        with torch.no_grad():
            out = model(x_test)
            test_loss = criterion(out, y_test).item()
            test_acc = (out.argmax(1) == y_test).float().mean().item()
        n = len(x_train)
        print(f"epoch {epoch + 1}: train loss {total / n:.3f} acc {right / n:.3f} | test loss {test_loss:.3f} acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
