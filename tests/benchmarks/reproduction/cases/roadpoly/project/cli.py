import argparse

from roadpoly.fitting import fit
from roadpoly.roads import road_tiles

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--decay-steps", type=int, default=100)
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--end", type=float, default=0.0)
    args = parser.parse_args()
    _, log = fit(*road_tiles(), args.steps, args.decay_steps, args.lr, args.end)
    for step, rate, loss in log[:: max(1, len(log) // 10)]:
        print(f"step {step:5d}  lr {rate:.6f}  loss {loss:.4f}")
