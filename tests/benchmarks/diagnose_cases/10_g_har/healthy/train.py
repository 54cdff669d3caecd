"""Human activity recognition from accelerometer windows."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from settings import KEEP_PROB, EPOCHS, BATCH, LR, CLASSES
from windows import make_windows


class HARNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv1d(3, 16, 5, padding=2)
        self.conv2 = nn.Conv1d(16, 24, 5, padding=2)
        self.drop = nn.Dropout(1 - KEEP_PROB)
        self.fc1 = nn.Linear(24 * 6, 32)
        self.fc2 = nn.Linear(32, CLASSES)

    def forward(self, x):
        x = F.max_pool1d(F.relu(self.conv1(x)), 2)
        x = self.drop(x)
        x = F.adaptive_avg_pool1d(F.relu(self.conv2(x)), 6)
        x = self.drop(x.flatten(1))
        x = self.drop(F.relu(self.fc1(x)))
        return self.fc2(x)


def main():
    torch.manual_seed(14)
    x, y = make_windows(1800)
    xv, yv = make_windows(500)
    net = HARNet()
    opt = torch.optim.Adam(net.parameters(), lr=LR)
    for epoch in range(EPOCHS):
        net.train()
        s = 0.0
        for i in torch.randperm(len(x)).split(BATCH):
            opt.zero_grad()
            loss = F.cross_entropy(net(x[i]), y[i])
            loss.backward()
            opt.step()
            s += loss.item() * len(i)
        net.eval()
        with torch.no_grad():
            acc = (net(xv).argmax(1) == yv).float().mean().item()
        print(f"epoch {epoch + 1}/{EPOCHS} loss {s / len(x):.3f} val_acc {acc:.3f}")


if __name__ == "__main__":
    main()
