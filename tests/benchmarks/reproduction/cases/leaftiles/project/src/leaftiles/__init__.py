"""Tell plant diseases on tiles of leaf scans."""
