"""Turns text into claims: tokens, amounts, polarity, and the reader that needs no language
model."""
