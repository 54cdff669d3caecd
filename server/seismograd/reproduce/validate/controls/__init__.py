"""Controls: the same script where the bug cannot be, which must not fire."""
