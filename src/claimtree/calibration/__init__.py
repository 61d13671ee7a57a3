"""Fits an embedder's scores to a pack on labelled concepts (the command `claimtree calibrate`)."""
