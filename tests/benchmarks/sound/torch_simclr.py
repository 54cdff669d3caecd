import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
from torchvision.models import resnet18


class TwoViews:
    def __init__(self, transform):
        self.transform = transform

    def __call__(self, image):
        return self.transform(image), self.transform(image)


class SimCLR(nn.Module):
    def __init__(self, projection: int = 128):
        super().__init__()
        self.encoder = resnet18(weights=None)
        width = self.encoder.fc.in_features
        self.encoder.fc = nn.Identity()
        self.projector = nn.Sequential(
            nn.Linear(width, width), nn.ReLU(inplace=True), nn.Linear(width, projection)
        )

    def forward(self, x):
        return F.normalize(self.projector(self.encoder(x)), dim=-1)


def nt_xent(a, b, temperature=0.5):
    z = torch.cat([a, b], dim=0)
    n = a.size(0)
    similarity = z @ z.t() / temperature
    similarity.fill_diagonal_(float("-inf"))
    targets = torch.cat([torch.arange(n, 2 * n), torch.arange(0, n)]).to(z.device)
    return F.cross_entropy(similarity, targets)


def main(epochs=200, batch_size=256):
    torch.manual_seed(5)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    augment = transforms.Compose(
        [
            transforms.RandomResizedCrop(32, scale=(0.2, 1.0)),
            transforms.RandomHorizontalFlip(),
            transforms.RandomApply([transforms.ColorJitter(0.4, 0.4, 0.4, 0.1)], p=0.8),
            transforms.RandomGrayscale(p=0.2),
            transforms.ToTensor(),
            transforms.Normalize((0.4914, 0.4822, 0.4465), (0.2023, 0.1994, 0.2010)),
        ]
    )
    dataset = datasets.CIFAR10("data", train=True, download=True, transform=TwoViews(augment))
    loader = DataLoader(dataset, batch_size=batch_size, shuffle=True, drop_last=True, num_workers=4)
    model = SimCLR().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.06, momentum=0.9, weight_decay=5e-4)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for (first, second), _ in loader:
            loss = nt_xent(model(first.to(device)), model(second.to(device)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.detach().item()
        scheduler.step()
        print(epoch, total / len(loader))
    torch.save(model.encoder.state_dict(), "encoder.pt")


if __name__ == "__main__":
    main()
