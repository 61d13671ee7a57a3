"""Embedders (text to vectors). Each has its own vector space; `open` looks one up by its name."""
