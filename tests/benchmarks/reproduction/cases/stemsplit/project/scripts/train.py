"""python scripts/train.py --steps 300 --out stems.pt"""

import argparse

import torch

from stemsplit import MaskNet, make_track, separate


def si_sdr(estimate, target):
    scale = (estimate * target).sum(-1, keepdim=True) / target.pow(2).sum(-1, keepdim=True)
    noise = estimate - scale * target
    ratio = (scale * target).pow(2).sum(-1) / (noise.pow(2).sum(-1) + 1e-8)
    return 10 * torch.log10(ratio + 1e-8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--chunk", type=int, default=4096)
    parser.add_argument("--out", default="stems.pt")
    args = parser.parse_args()

    mixture, stems = make_track(seconds=8)
    model = MaskNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(args.steps):
        starts = torch.randint(0, len(mixture) - args.chunk, (4,)).tolist()
        x = torch.stack([mixture[s : s + args.chunk] for s in starts])
        y = torch.stack([stems[:, s : s + args.chunk] for s in starts])
        loss = -si_sdr(model(x), y).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(f"{step:5d} {loss.item():.2f}")
    print("whole track:", si_sdr(separate(model, mixture, args.chunk), stems).tolist())
    torch.save(model.state_dict(), args.out)


if __name__ == "__main__":
    main()
