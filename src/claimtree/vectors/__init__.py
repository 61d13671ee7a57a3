"""Vector indexes: our own exact one, and other engines behind the same interface."""
