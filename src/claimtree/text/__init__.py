"""Text to claims: tokens, amounts, polarity, and the reader that needs no language model."""
