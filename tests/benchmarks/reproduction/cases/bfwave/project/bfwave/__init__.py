from bfwave.denoiser import Denoiser
from bfwave.diffusion import Diffusion

__all__ = ["Denoiser", "Diffusion"]
