"""The engine over HTTP: routes by noun, the command line's JSON, one table from error to status.

`made` builds the application; `claimtree serve` runs it.
"""
