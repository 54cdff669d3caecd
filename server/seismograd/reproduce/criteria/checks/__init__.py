"""The checks that criteria can name: one file a check, and a new file is a new check."""
