"""Controls for a draft that shows the bug and has none."""
