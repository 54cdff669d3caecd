import argparse
import random

import torch

from agent import DQN
from env import Warehouse


def greedy_report(agent, env):
    reached, length = 0, 0
    for start in env.free:
        obs, done, timeout = env.reset(start), False, False
        while not (done or timeout):
            obs, _, done, timeout = env.step(agent.act(obs, 0.0))
        reached += done
        length += env.t
    return reached / len(env.free), length / len(env.free)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--episodes", type=int, default=160)
    parser.add_argument("--sync-every", type=int, default=100)
    args = parser.parse_args()
    random.seed(args.seed)
    torch.manual_seed(args.seed)

    env, test_env = Warehouse(args.seed), Warehouse(args.seed + 1)
    agent = DQN(2 * env.SIZE, len(env.MOVES))
    steps = 0
    for episode in range(1, args.episodes + 1):
        epsilon = max(0.05, 1.0 - episode / (0.6 * args.episodes))
        obs, done, timeout = env.reset(), False, False
        losses = []
        while not (done or timeout):
            action = agent.act(obs, epsilon)
            nxt, reward, done, timeout = env.step(action)
            agent.remember(obs, action, reward, nxt, done)
            obs = nxt
            steps += 1
            if len(agent.buffer) > 500 and steps % 2 == 0:
                losses.append(agent.learn())
            if steps % args.sync_every == 0:
                agent.sync()
        if episode % 20 == 0:
            rate, length = greedy_report(agent, test_env)
            mean_loss = sum(losses) / max(1, len(losses))
            print(f"episode {episode:4d} eps {epsilon:.2f} td loss {mean_loss:.4f} "
                  f"docked {rate:.2%} mean length {length:.1f}")


if __name__ == "__main__":
    main()
