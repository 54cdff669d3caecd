"""Networks as text: what their layers are called, and edits that change, add and remove them."""
