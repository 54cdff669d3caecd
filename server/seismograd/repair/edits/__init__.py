"""How source and configuration files are edited: the rest of their text stays as it is."""
