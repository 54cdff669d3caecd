from bondnet.attention import BondAttention
from bondnet.config import Config
from bondnet.model import BondNet

__all__ = ["BondAttention", "BondNet", "Config"]
