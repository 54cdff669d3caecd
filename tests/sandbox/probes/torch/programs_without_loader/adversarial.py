import torch
from torch import nn

real = torch.randn(48, 5) + 2
generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 5))
critic = nn.Sequential(nn.Linear(5, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
of_generator = torch.optim.Adam(generator.parameters())
of_critic = torch.optim.Adam(critic.parameters())
for _ in range(3):
    for at in range(0, 48, 16):
        fake = generator(torch.randn(16, 3))
        of_critic.zero_grad()
        ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
        nn.functional.binary_cross_entropy_with_logits(critic(real[at : at + 16]), ones).backward()
        nn.functional.binary_cross_entropy_with_logits(critic(fake.detach()), zeros).backward()
        of_critic.step()
        of_generator.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(critic(fake), ones)
        loss.backward()
        of_generator.step()
result = [loss.item(), generator.state_dict(), critic.state_dict()]
