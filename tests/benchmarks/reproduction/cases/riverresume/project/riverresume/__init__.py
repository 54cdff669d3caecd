from riverresume.trainer import Trainer

__all__ = ["Trainer"]
