"""The search operations as tools for agents, over the Model Context Protocol.

`open_packs` opens the offered packs, `arguments` and `result_types` define the tools' inputs and
outputs, `search_tools` and `lookup_tools` are the tools themselves, `text_results` formats a result as
a few lines of text, `catalogue` registers the tools under their names. None of these depends on the
protocol: only `server` does, with the transports `stdio` and `http`. Those three need the extra
`mcp`.
"""
