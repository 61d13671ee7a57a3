"""The routes, one file per resource."""

API = "/api/v1"
"""What the paths of all operations begin with."""
