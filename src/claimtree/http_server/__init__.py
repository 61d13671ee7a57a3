"""How a server of ours treats connections and ends, whatever it serves.

uvicorn does HTTP. What is ours: a request that comes too slowly is dropped, a full server makes room for newcomers, and
a server that is told to end leaves nobody who has asked without an answer.
"""

from claimtree.http_server.connections import Connection
from claimtree.http_server.shutdown import Server, Workers

__all__ = ["Connection", "Server", "Workers"]
