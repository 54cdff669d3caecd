"""The Model Context Protocol on standard streams: tools for assistants, whatever they do."""
