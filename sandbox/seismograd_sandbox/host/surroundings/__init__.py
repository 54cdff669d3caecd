"""What of this machine matters to runs: engines, graphics cards, interpreters, disks."""
