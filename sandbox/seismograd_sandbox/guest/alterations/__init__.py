"""One file an alteration, under the name by which `--alter` asks for it: each has `Altered`."""
