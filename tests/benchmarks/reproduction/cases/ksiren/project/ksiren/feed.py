import keras
import numpy as np


class ClipFeed(keras.utils.PyDataset):
    """Batches of clips, scaled to the loudest sample of each."""

    def __init__(self, clips, labels=None, batch_size=32, shuffle=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.clips = np.asarray(clips, dtype="float32")
        self.labels = None if labels is None else np.asarray(labels)
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(self.clips))
        self.on_epoch_end()

    def __len__(self):
        return len(self.clips) // self.batch_size

    def __getitem__(self, index):
        rows = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        clips = self.clips[rows]
        clips = clips / np.maximum(np.abs(clips).max(axis=1, keepdims=True), 1e-6)
        if self.labels is None:
            return (clips[..., None],)
        return clips[..., None], self.labels[rows]

    def on_epoch_end(self):
        if self.shuffle:
            self.rng.shuffle(self.order)
