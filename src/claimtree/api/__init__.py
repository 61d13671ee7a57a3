"""The engine over HTTP: one file of routes per resource, the same JSON as the command line, one
table from errors to status codes.

`create_app` (in `app`) builds the application; `claimtree serve` runs it.
"""
