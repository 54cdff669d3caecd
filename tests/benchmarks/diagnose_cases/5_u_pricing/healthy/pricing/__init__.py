from .data import PriceData
from .nets import mlp
