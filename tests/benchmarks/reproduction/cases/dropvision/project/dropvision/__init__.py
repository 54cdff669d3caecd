from dropvision.net import SmallNet, build

__all__ = ["SmallNet", "build"]
