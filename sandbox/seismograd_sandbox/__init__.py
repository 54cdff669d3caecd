"""Where user code runs: the host side starts it, the guest side watches it."""
