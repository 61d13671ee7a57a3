"""Text to vectors. Each embedder names a space of its own; `open` finds one by its name."""
