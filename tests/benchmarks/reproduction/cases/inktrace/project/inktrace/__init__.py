from inktrace.network import InkNet
from inktrace.storage import load, save

__all__ = ["InkNet", "load", "save"]
