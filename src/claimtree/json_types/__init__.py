"""The JSON that every face returns, defined once as types.

`serialization`, `saved` and `feedback` make values of these types, and mypy says where a key is
missing. The OpenAPI document, the output schemas of the tools for agents and the page's TypeScript
types (`tools/typescript.py`) are made from them; the docstring below a key is its description.
"""
