"""Which patches are better than noise, by how much, and what of them is needed."""
