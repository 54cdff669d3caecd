IMAGE_SIZE = 28
WEAVES = ("warp", "weft", "twill_left", "twill_right")
CHANNELS = (8, 16, 16)
KERNEL_SIZE = 5
BATCH_SIZE = 50
EPOCHS = 6
LEARNING_RATE = 2e-3
SEED = 13
