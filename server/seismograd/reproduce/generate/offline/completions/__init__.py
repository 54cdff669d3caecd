"""What a draft lacks, by what its run says."""
