"""Short controlled runs on a changed copy of the project."""
