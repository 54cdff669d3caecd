import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

import scanner


def prepare(n, seed, stats=None):
    features, tariffs = scanner.read(n, seed)
    x = torch.tensor(features).log()
    if stats is None:
        stats = x.mean(0), x.std(0)
    return (x - stats[0]) / stats[1], torch.tensor(tariffs), stats


def main():
    torch.manual_seed(4)
    x_train, y_train, stats = prepare(4000, seed=40)
    x_test, y_test, _ = prepare(1000, seed=41, stats=stats)
    loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)

    net = nn.Sequential(
        nn.Linear(4, 64), nn.ReLU(),
        nn.Linear(64, 64), nn.ReLU(),
        nn.Linear(64, len(scanner.TARIFFS)),
    )
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.02)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)

    for epoch in range(20):
        net.train()
        for x, y in loader:
            loss = loss_fn(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch % 4 == 3:
            net.eval()
            with torch.no_grad():
                hit = (net(x_test).argmax(1) == y_test).float().mean()
            print(f"epoch {epoch + 1}: tariff recognised {hit:.1%}")


if __name__ == "__main__":
    main()
