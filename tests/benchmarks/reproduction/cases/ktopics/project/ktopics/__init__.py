"""Topics of short texts, with Keras 3 on the torch backend."""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")
