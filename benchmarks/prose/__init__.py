"""Measures indexing and searching with the real encoder, on a generated market in prose and on real
listings."""
