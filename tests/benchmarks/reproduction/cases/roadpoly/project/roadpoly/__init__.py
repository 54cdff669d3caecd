from roadpoly.schedule import PolyLR

__all__ = ["PolyLR"]
