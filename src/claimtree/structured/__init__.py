"""A structured source beside the store: asked with filters, imported from, and ranked with what the store finds.

`hybrid` has the searcher, which `Workspace.source_searcher` opens; `sync` the import.
"""
