from .config import ViTConfig
from .model import ThumbViT

__all__ = ["ThumbViT", "ViTConfig"]
