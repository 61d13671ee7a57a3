"""The demo tree and small ones, as for questions."""

from tests.unit.answering.conftest import demo_tree, small_tree

__all__ = ["demo_tree", "small_tree"]
