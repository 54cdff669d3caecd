from ropekit.attention import RotaryAttention
from ropekit.encoder import Encoder
from ropekit.rotary import RotaryEmbedding

__all__ = ["Encoder", "RotaryAttention", "RotaryEmbedding"]
