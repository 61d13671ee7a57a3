"""The same verbs as tools for agents, over the Model Context Protocol.

`offer` opens what is offered, `arguments` and `shapes` say what goes in and comes out, `searching` and `knowing` are
the tools themselves, `rendering` tells a result in a few lines, `catalogue` puts them together under their names. None
of these knows the protocol: `server` does, with `stdio` and `http` as its two ways in and out. Those three need the
extra `mcp`.
"""
