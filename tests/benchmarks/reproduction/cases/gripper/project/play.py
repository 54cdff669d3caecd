import argparse

import torch

from gripper.agent import Agent
from gripper.arm import Arm


def play(steps=500, **options):
    torch.manual_seed(0)
    agent, arm = Agent(**options), Arm()
    state = arm.reset()
    for step in range(steps):
        action = agent.act(state)
        following, reward, done = arm.step(action)
        agent.buffer.push(state, action, reward, following, done)
        state = arm.reset() if done else following
        if step >= 64 and step % 4 == 0:
            agent.learn()
    return agent


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--capacity", type=int, default=10_000)
    parser.add_argument("--prioritized", action="store_true")
    args = parser.parse_args()
    agent = play(args.steps, capacity=args.capacity, prioritized=args.prioritized)
    print(f"{len(agent.buffer)} transitions kept")
