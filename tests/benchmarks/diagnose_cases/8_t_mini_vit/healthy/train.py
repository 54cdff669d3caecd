import argparse

import torch
import torch.nn.functional as F

from images import CLASSES, make_images
from vit import VisionTransformer


def get_args():
    ap = argparse.ArgumentParser(description="small vision transformer")
    ap.add_argument("--epochs", type=int, default=14)
    ap.add_argument("--batch-size", type=int, default=50)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--width", type=int, default=40)
    ap.add_argument("--depth", type=int, default=2)
    ap.add_argument("--dropout", type=float, default=0.1)
    ap.add_argument("--seed", type=int, default=9)
    return ap.parse_args()


def evaluate(net, x, y):
    net.eval()
    with torch.no_grad():
        out = net(x)
    return F.cross_entropy(out, y).item(), (out.argmax(1) == y).float().mean().item()


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    x_train, y_train = make_images(1500)
    x_val, y_val = make_images(400)
    net = VisionTransformer(side=12, patch=3, width=args.width, depth=args.depth,
                            classes=len(CLASSES), dropout=args.dropout)
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=0.01)
    steps = args.epochs * (len(x_train) // args.batch_size)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, args.lr, total_steps=steps)
    for epoch in range(args.epochs):
        net.train()
        total = 0.0
        for idx in torch.randperm(len(x_train)).split(args.batch_size):
            loss = F.cross_entropy(net(x_train[idx]), y_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item() * len(idx)
        val_loss, val_acc = evaluate(net, x_val, y_val)
        print(f"epoch {epoch + 1:2d} train loss {total / len(x_train):.3f} val loss {val_loss:.3f} val acc {val_acc:.3f}")


if __name__ == "__main__":
    main()
