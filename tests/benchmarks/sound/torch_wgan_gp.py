import torch
from torch import autograd, nn, optim
from torch.utils.data import DataLoader, TensorDataset

LATENT = 64
CRITIC_STEPS = 5
PENALTY = 10.0
EPOCHS = 200


def mlp(sizes, last=None):
    layers = []
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(nn.LeakyReLU(0.2))
    if last is not None:
        layers.append(last)
    return nn.Sequential(*layers)


generator = mlp([LATENT, 256, 256, 2])
critic = mlp([2, 256, 256, 1])


def gradient_penalty(real, fake):
    mix = torch.rand(real.size(0), 1)
    points = (mix * real + (1 - mix) * fake).requires_grad_(True)
    scores = critic(points)
    (gradient,) = autograd.grad(
        outputs=scores,
        inputs=points,
        grad_outputs=torch.ones_like(scores),
        create_graph=True,
        retain_graph=True,
    )
    return ((gradient.norm(2, dim=1) - 1) ** 2).mean()


def swiss_roll(n):
    t = 1.5 * torch.pi * (1 + 2 * torch.rand(n))
    points = torch.stack([t * torch.cos(t), t * torch.sin(t)], dim=1)
    return points / 7.5 + 0.05 * torch.randn(n, 2)


torch.manual_seed(3)
loader = DataLoader(TensorDataset(swiss_roll(20_000)), batch_size=256, shuffle=True, drop_last=True)
opt_critic = optim.Adam(critic.parameters(), lr=1e-4, betas=(0.0, 0.9))
opt_generator = optim.Adam(generator.parameters(), lr=1e-4, betas=(0.0, 0.9))

iteration = 0
for epoch in range(EPOCHS):
    for (real,) in loader:
        noise = torch.randn(real.size(0), LATENT)
        fake = generator(noise).detach()
        opt_critic.zero_grad()
        critic_loss = critic(fake).mean() - critic(real).mean()
        critic_loss = critic_loss + PENALTY * gradient_penalty(real, fake)
        critic_loss.backward()
        opt_critic.step()
        iteration += 1

        if iteration % CRITIC_STEPS == 0:
            opt_generator.zero_grad()
            generator_loss = -critic(generator(torch.randn(real.size(0), LATENT))).mean()
            generator_loss.backward()
            opt_generator.step()
    print(epoch, critic_loss.item())
