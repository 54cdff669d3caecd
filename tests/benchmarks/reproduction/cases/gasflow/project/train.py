import torch
from torch import nn

from data import make_loader
from evaluate import mean_absolute_error
from net import FlowNet

EPOCHS = 5
BATCH_SIZE = 32
LEARNING_RATE = 1e-3


def train(samples=512, val_samples=128, batch_size=BATCH_SIZE, epochs=EPOCHS):
    torch.manual_seed(0)
    model = FlowNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE)
    loss_fn = nn.MSELoss()
    train_loader = make_loader(samples, batch_size, shuffle=True)
    val_loader = make_loader(val_samples, batch_size, seed=1)
    for epoch in range(epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: mae {mean_absolute_error(model, val_loader):.4f}")
    return model


if __name__ == "__main__":
    train()
