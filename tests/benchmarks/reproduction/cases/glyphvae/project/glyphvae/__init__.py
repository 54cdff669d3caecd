from glyphvae.losses import vae_loss
from glyphvae.vae import GlyphVAE

__all__ = ["GlyphVAE", "vae_loss"]
