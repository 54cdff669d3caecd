"""Make a reproduction small while it stays one."""
