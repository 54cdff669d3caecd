"""Texture grading: train in batches, then grade tiles one by one as they come from the line camera."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
GRADES = 4


def tiles(n):
    grade = torch.randint(0, GRADES, (n,))
    contrast = 0.25 + 0.25 * grade.float() + 0.03 * torch.randn(n)
    coarse = F.interpolate(torch.randn(n, 1, 8, 8), size=(16, 16), mode="bilinear", align_corners=False)
    img = contrast[:, None, None, None] * coarse * 1.5 + 0.1 * torch.randn(n, 1, 16, 16)
    return img, grade


class TileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 12, 3, padding=1), nn.BatchNorm2d(12), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
        )
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(24, GRADES)

    def forward(self, x):
        x = self.features(x).flatten(1)
        return self.fc(self.drop(x))


def train(model, x, y, epochs=12, bs=32):
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    model.train()
    for epoch in range(epochs):
        perm = torch.randperm(len(x))
        hits = 0
        for i in range(0, len(x), bs):
            j = perm[i:i + bs]
            out = model(x[j])
            loss = F.cross_entropy(out, y[j])
            opt.zero_grad()
            loss.backward()
            opt.step()
            hits += (out.argmax(1) == y[j]).sum().item()
        print(f"epoch {epoch + 1}: train accuracy {hits / len(x):.3f}")


def grade_stream(model, x, y):
    model.eval()
    hits = 0
    with torch.no_grad():
        for img, grade in zip(x, y):
            pred = model(img.unsqueeze(0)).argmax(1).item()
            hits += int(pred == grade.item())
    return hits / len(y)


if __name__ == "__main__":
    x_train, y_train = tiles(1200)
    x_test, y_test = tiles(400)
    net = TileNet()
    train(net, x_train, y_train)
    print(f"accuracy on the line: {grade_stream(net, x_test, y_test):.3f}")
