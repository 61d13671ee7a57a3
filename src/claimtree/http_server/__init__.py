"""Connection handling and graceful shutdown, shared by all servers of the project.

uvicorn implements HTTP. Added here: a request that arrives too slowly is dropped, a full server
makes room for new connections, and a server that shuts down answers every request it has received.
"""

from claimtree.http_server.connections import Connection
from claimtree.http_server.shutdown import Server, Workers

__all__ = ["Connection", "Server", "Workers"]
