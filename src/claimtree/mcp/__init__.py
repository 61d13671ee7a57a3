"""The same verbs as tools for agents, over the Model Context Protocol.

`open_packs` opens what is offered, `arguments` and `result_types` say what goes in and comes out, `search_tools` and
`lookup_tools` are the tools themselves, `rendering` tells a result in a few lines, `catalogue` puts them together
under their names. None of these knows the protocol: `server` does, with `stdio` and `http` as its two ways in and
out. Those three need the extra `mcp`.
"""
