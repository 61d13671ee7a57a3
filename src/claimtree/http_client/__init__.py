"""What all clients of other services need: retries, limits of size and time, rate limits, keys that are not told, and
rest for a service that fails."""
