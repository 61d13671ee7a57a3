"""Access control of the server: keys with a role and visible collections, and rate limits."""

from claimtree.access.key_db import Keys
from claimtree.access.key_policy import Demand
from claimtree.access.key_types import Key, KeyId, NewKey, Role, State
from claimtree.access.rates import Limiter, client
from claimtree.access.tokens import is_mistyped

__all__ = ["Demand", "Key", "KeyId", "Keys", "Limiter", "NewKey", "Role", "State", "client", "is_mistyped"]
