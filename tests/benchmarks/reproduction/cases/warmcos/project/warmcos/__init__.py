from warmcos.schedule import WarmupCosine

__all__ = ["WarmupCosine"]
