from torch.nn import functional as F


def kl_divergence(mu, logvar):
    """How far the code is from a standard normal, averaged over the batch."""
    return -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(dim=1).mean()


def reconstruction_loss(logits, glyphs):
    loss = F.binary_cross_entropy_with_logits(logits, glyphs, reduction="none")
    return loss.flatten(1).sum(dim=1).mean()


def vae_loss(logits, glyphs, mu, logvar, beta=1.0):
    """The whole loss and its two parts."""
    reconstruction = reconstruction_loss(logits, glyphs)
    kl = kl_divergence(mu, logvar)
    return reconstruction + beta * kl, {"rec": reconstruction.item(), "kl": kl.item()}
