from bucketeer.sampler import BucketBatchSampler
from bucketeer.collate import pad_batch

__all__ = ["BucketBatchSampler", "pad_batch"]
