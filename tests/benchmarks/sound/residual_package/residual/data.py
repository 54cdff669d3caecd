from torch.utils.data import DataLoader
from torchvision import datasets
from torchvision import transforms as T

MEAN = (0.4914, 0.4822, 0.4465)
STD = (0.2470, 0.2435, 0.2616)


def loaders(root: str, batch_size: int, workers: int) -> tuple[DataLoader, DataLoader]:
    augment = T.Compose(
        [
            T.RandomCrop(32, padding=4),
            T.RandomHorizontalFlip(),
            T.ToTensor(),
            T.Normalize(MEAN, STD),
        ]
    )
    plain = T.Compose([T.ToTensor(), T.Normalize(MEAN, STD)])
    train = datasets.CIFAR10(root, train=True, download=True, transform=augment)
    test = datasets.CIFAR10(root, train=False, download=True, transform=plain)
    return (
        DataLoader(
            train, batch_size, shuffle=True, num_workers=workers, pin_memory=True, drop_last=True
        ),
        DataLoader(test, batch_size * 2, num_workers=workers, pin_memory=True),
    )
