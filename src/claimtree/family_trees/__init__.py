"""Family trees as values, and what follows from them: who may be living, what cannot be, what has changed."""
