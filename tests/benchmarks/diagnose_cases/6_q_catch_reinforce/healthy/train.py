import argparse

import torch

from catch import make_env
from reinforce import Policy, Reinforce


def catch_rate(policy, env, games=200):
    caught = 0
    with torch.no_grad():
        for _ in range(games):
            obs, done = env.reset(), False
            while not done:
                obs, reward, done = env.step(policy(obs).probs.argmax().item())
            caught += reward > 0
    return caught / games


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--updates", type=int, default=150)
    ap.add_argument("--episodes", type=int, default=16)
    ap.add_argument("--lr", type=float, default=2e-2)
    ap.add_argument("--gamma", type=float, default=0.99)
    ap.add_argument("--seed", type=int, default=0)
    a = ap.parse_args()
    torch.manual_seed(a.seed)
    env = make_env(a.seed)
    learner = Reinforce(Policy(2 * env.COLS + 1), a.lr, a.gamma)
    window = []
    for step in range(1, a.updates + 1):
        loss, score = learner.update(env, a.episodes)
        window.append(score)
        if step % 20 == 0:
            print(f"update {step:4d} loss {loss:+.4f} mean reward of last 20 {sum(window[-20:]) / 20:+.3f}")
    print(f"greedy catch rate {catch_rate(learner.policy, make_env(a.seed + 1)):.3f}")
