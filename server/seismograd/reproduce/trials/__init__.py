"""Scripts tried in a sandbox: quickly while searching, from scratch when it counts."""
