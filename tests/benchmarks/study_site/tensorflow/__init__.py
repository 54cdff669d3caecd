"""Programs that import Keras through TensorFlow get Keras itself."""

import sys

import keras

sys.modules.update(
    {
        name.replace("keras", "tensorflow.keras", 1): module
        for name, module in list(sys.modules.items())
        if name == "keras" or (name.startswith("keras.") and not name.startswith("keras.src"))
    }
)
__all__ = ["keras"]
