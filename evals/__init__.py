"""Evals: score the reading of sentences, other people's and our own, against strict labels."""
