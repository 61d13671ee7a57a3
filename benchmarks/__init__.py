"""Benchmarks of speed and size on seeded worlds of any size, compared with other engines."""
