from tapfeat.backbone import Backbone
from tapfeat.extractor import Extractor

__all__ = ["Backbone", "Extractor"]
