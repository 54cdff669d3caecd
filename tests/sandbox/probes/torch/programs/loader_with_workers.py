import torch
from torch.utils.data import DataLoader, Dataset


class Noisy(Dataset):
    def __len__(self):
        return 48

    def __getitem__(self, index):
        return torch.randn(3, 8, 8) + index / 48, index % 3


network = torch.nn.Sequential(
    torch.nn.Conv2d(3, 8, 3, padding=1),
    torch.nn.ReLU(),
    torch.nn.MaxPool2d(2),
    torch.nn.Flatten(),
    torch.nn.Linear(128, 3),
).to(memory_format=torch.channels_last)
optimizer = torch.optim.SGD(network.parameters(), lr=0.05, momentum=0.9, nesterov=True)
loader = DataLoader(Noisy(), batch_size=8, shuffle=True, num_workers=2)
losses = []
for _ in range(2):
    for images, labels in loader:
        images = images.contiguous(memory_format=torch.channels_last)
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(network(images), labels)
        loss.backward()
        torch.nn.utils.clip_grad_value_(network.parameters(), 0.1)
        optimizer.step()
        losses.append(loss.item())
result = [losses, network.state_dict()]
