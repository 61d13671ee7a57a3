"""A market in prose, and real listings: what indexing and searching cost with the real encoder."""
