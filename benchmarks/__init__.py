"""How fast, how large, against whom: seeded worlds of any size, measured beside a peer."""
