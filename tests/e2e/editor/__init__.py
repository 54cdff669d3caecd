"""The extension in a real editor, driven by keyboard and mouse."""
