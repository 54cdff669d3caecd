import torch

from pricing import PriceData, mlp


def r2_score(pred, y):
    return 1 - ((pred - y) ** 2).sum().item() / ((y - y.mean()) ** 2).sum().item()


def main(epochs=25, batch_size=64, lr=2e-3, seed=10):
    torch.manual_seed(seed)
    data = PriceData(seed=seed)
    model = mlp([9, 64, 64, 1])
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    huber = torch.nn.HuberLoss()
    for epoch in range(epochs):
        losses = []
        for x, y in data.batches(batch_size):
            loss = huber(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if epoch % 4 == 0:
            print(f"epoch {epoch:2d} huber {sum(losses) / len(losses):.4f}")
    x, y = data.test
    with torch.no_grad():
        print(f"test R2 {r2_score(model(x), y):.3f}")


if __name__ == "__main__":
    main()
