"""Fits an embedder's numbers to a pack, on labelled concepts: what `claimtree calibrate` runs."""
