"""The autograd graph: where it is cut, kept alive, or leads to bad numbers."""
