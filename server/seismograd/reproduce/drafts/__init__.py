"""Scripts in the making: their parts, how they are written, and those that run a command."""
