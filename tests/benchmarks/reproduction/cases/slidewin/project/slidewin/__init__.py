from slidewin.windows import SlidingWindows
from slidewin.scaling import Scaled

__all__ = ["Scaled", "SlidingWindows"]
