"""Distributed training of a standard image classifier; start with torchrun."""

import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler
from torchvision import datasets, models
from torchvision.transforms import v2


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("data")
    p.add_argument("--arch", default="resnet50")
    p.add_argument("--epochs", default=90, type=int)
    p.add_argument("-b", "--batch-size", default=64, type=int, help="for each process")
    p.add_argument("--lr", default=0.1, type=float)
    p.add_argument("--momentum", default=0.9, type=float)
    p.add_argument("--weight-decay", default=1e-4, type=float)
    p.add_argument("--warmup", default=5, type=int)
    p.add_argument("--workers", default=8, type=int)
    return p.parse_args()


def make_loaders(args):
    normalise = v2.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])
    to_float = [v2.ToImage(), v2.ToDtype(torch.float32, scale=True)]
    train_set = datasets.ImageFolder(
        os.path.join(args.data, "train"),
        v2.Compose([v2.RandomResizedCrop(224), v2.RandomHorizontalFlip(), *to_float, normalise]),
    )
    val_set = datasets.ImageFolder(
        os.path.join(args.data, "val"),
        v2.Compose([v2.Resize(256), v2.CenterCrop(224), *to_float, normalise]),
    )
    sampler = DistributedSampler(train_set)
    train_loader = DataLoader(
        train_set,
        batch_size=args.batch_size,
        sampler=sampler,
        num_workers=args.workers,
        pin_memory=True,
    )
    val_loader = DataLoader(
        val_set,
        batch_size=args.batch_size,
        sampler=DistributedSampler(val_set, shuffle=False),
        num_workers=args.workers,
    )
    return train_loader, val_loader, sampler


def train(loader, model, criterion, optimizer, device):
    model.train()
    for images, target in loader:
        images = images.to(device, non_blocking=True)
        target = target.to(device, non_blocking=True)
        loss = criterion(model(images), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def validate(loader, model, device):
    model.eval()
    counts = torch.zeros(2, device=device)
    with torch.no_grad():
        for images, target in loader:
            images, target = images.to(device), target.to(device)
            counts[0] += (model(images).argmax(dim=1) == target).sum()
            counts[1] += target.numel()
    dist.all_reduce(counts)
    return (counts[0] / counts[1]).item()


def main():
    args = parse_args()
    dist.init_process_group("nccl")
    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    torch.manual_seed(1 + dist.get_rank())
    device = torch.device("cuda", rank)
    train_loader, val_loader, sampler = make_loaders(args)
    model = models.get_model(args.arch, weights=None).to(device)
    model = DistributedDataParallel(model, device_ids=[rank])
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1).to(device)
    optimizer = torch.optim.SGD(
        model.parameters(), args.lr, momentum=args.momentum, weight_decay=args.weight_decay
    )
    warmup = torch.optim.lr_scheduler.LinearLR(
        optimizer, start_factor=0.01, total_iters=args.warmup
    )
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(
        optimizer, T_max=args.epochs - args.warmup
    )
    scheduler = torch.optim.lr_scheduler.SequentialLR(
        optimizer, schedulers=[warmup, cosine], milestones=[args.warmup]
    )
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        train(train_loader, model, criterion, optimizer, device)
        accuracy = validate(val_loader, model, device)
        scheduler.step()
        if dist.get_rank() == 0:
            print(f"epoch {epoch}: {accuracy:.4f}")
            torch.save(model.module.state_dict(), "checkpoint.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
