import random

import torch
import torch.nn as nn

SIZE = 5
GOAL = (4, 4)
PITS = {(1, 3), (3, 1), (2, 2)}
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GAMMA = 0.95


class GridWorld:
    def reset(self):
        while True:
            self.pos = (random.randrange(SIZE), random.randrange(SIZE))
            if self.pos != GOAL and self.pos not in PITS:
                return self.encode()

    def encode(self):
        v = torch.zeros(SIZE * SIZE)
        v[self.pos[0] * SIZE + self.pos[1]] = 1.0
        return v

    def step(self, action):
        dr, dc = MOVES[action]
        r = min(max(self.pos[0] + dr, 0), SIZE - 1)
        c = min(max(self.pos[1] + dc, 0), SIZE - 1)
        self.pos = (r, c)
        if self.pos == GOAL:
            return self.encode(), 1.0, True
        if self.pos in PITS:
            return self.encode(), -1.0, True
        return self.encode(), -0.02, False


def make_net():
    return nn.Sequential(nn.Linear(SIZE * SIZE, 64), nn.ReLU(), nn.Linear(64, 4))


def learn(q_net, target_net, optimizer, batch):
    s, a, r, s2, done = zip(*batch)
    s, s2 = torch.stack(s), torch.stack(s2)
    a = torch.tensor(a).unsqueeze(1)
    r, done = torch.tensor(r), torch.tensor(done, dtype=torch.float32)
    q = q_net(s).gather(1, a).squeeze(1)
    with torch.no_grad():
        target = r + GAMMA * (1 - done) * target_net(s2).max(1).values
    loss = ((q - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def success_rate(q_net, episodes=100):
    env, wins = GridWorld(), 0
    for _ in range(episodes):
        s = env.reset()
        for _ in range(15):
            with torch.no_grad():
                s, r, done = env.step(q_net(s).argmax().item())
            if done:
                wins += r > 0
                break
    return wins / episodes


def main(episodes=250, batch_size=64):
    random.seed(9)
    torch.manual_seed(9)
    env = GridWorld()
    q_net, target_net = make_net(), make_net()
    target_net.load_state_dict(q_net.state_dict())
    optimizer = torch.optim.Adam(q_net.parameters(), lr=2e-3)
    memory, steps, loss = [], 0, 0.0
    for ep in range(episodes):
        eps = max(0.15, 1.0 - ep / 150)
        s = env.reset()
        for _ in range(20):
            if random.random() < eps:
                a = random.randrange(4)
            else:
                with torch.no_grad():
                    a = q_net(s).argmax().item()
            s2, r, done = env.step(a)
            memory.append((s, a, r, s2, done))
            if len(memory) > 3000:
                memory.pop(0)
            s = s2
            steps += 1
            if len(memory) >= batch_size:
                loss = learn(q_net, target_net, optimizer, random.sample(memory, batch_size))
            if steps % 100 == 0:
                target_net.load_state_dict(q_net.state_dict())
            if done:
                break
        if (ep + 1) % 50 == 0:
            print(f"episode {ep + 1} loss {loss:.4f} success {success_rate(q_net):.2f}")


if __name__ == "__main__":
    main()
