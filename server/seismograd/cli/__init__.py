"""The command line: the only room that prints, one file a command."""
