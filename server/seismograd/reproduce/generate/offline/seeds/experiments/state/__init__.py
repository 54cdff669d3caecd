"""What is kept: by files, by seeds, by modes and by objects."""
