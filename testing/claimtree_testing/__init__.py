"""Test suites that define stores, vector indexes and embedders, for the authors of new ones, and
seeded random worlds.

`claimtree_testing.suites` needs pytest, `claimtree_testing.worlds` does not; importing this package imports
neither.
"""

from __future__ import annotations

import sys

if "pytest" in sys.modules:
    # So that a failing case shows its values, as in the author's own tests. Only if pytest is
    # loaded already: other importers do not pay for importing it.
    sys.modules["pytest"].register_assert_rewrite(
        "claimtree_testing.suites", "claimtree_testing.embedders", "claimtree_testing.vectors"
    )
