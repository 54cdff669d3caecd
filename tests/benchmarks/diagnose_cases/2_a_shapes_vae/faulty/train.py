"""VAE on 8x8 bar images."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(123)
device = torch.device("cpu")
SIDE, LATENT = 8, 8


def bars(n):
    """Superposition of one horizontal and one vertical bar, with a few flipped pixels."""
    img = torch.zeros(n, SIDE, SIDE)
    r, c = torch.randint(0, SIDE, (n,)), torch.randint(0, SIDE, (n,))
    img[torch.arange(n), r, :] = 1.0
    img[torch.arange(n), :, c] = 1.0
    flip = (torch.rand_like(img) < 0.02).float()
    return (img - flip).abs().view(n, -1)


train_x, test_x = bars(4000).to(device), bars(500).to(device)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(SIDE * SIDE, 128)
        self.fc21 = nn.Linear(128, LATENT)
        self.fc22 = nn.Linear(128, LATENT)
        self.fc3 = nn.Linear(LATENT, 128)
        self.fc4 = nn.Linear(128, SIDE * SIDE)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = self.reparameterize(mu, logvar)
        return self.decode(z), mu, logvar


def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x)
    KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return BCE + KLD


model = VAE().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def train(epoch):
    model.train()
    train_loss = 0
    for x in train_x[torch.randperm(len(train_x))].split(64):
        optimizer.zero_grad()
        recon, mu, logvar = model(x)
        loss = loss_function(recon, x, mu, logvar)
        loss.backward()
        train_loss += loss.item()
        optimizer.step()
    print('====> Epoch: {} Average loss: {:.4f}'.format(epoch, train_loss / len(train_x)))


def test(epoch):
    model.eval()
    with torch.no_grad():
        recon, mu, logvar = model(test_x)
        wrong = ((recon > 0.5).float() != test_x).float().mean().item()
        spread = mu.std(0)
    print('      test: wrong pixels {:.3f} (mean image: {:.3f})  latent spread {}'.format(
        wrong, ((train_x.mean(0) > 0.5).float() != test_x).float().mean().item(),
        [round(s, 2) for s in spread.tolist()]))


for epoch in range(1, 21):
    train(epoch)
    if epoch % 5 == 0:
        test(epoch)
