"""Text that differs between machines and versions, and yet says the same."""
