"""For authors of stores and embedders: the suites that define them, and seeded random worlds.

`claimtree.testing.suites` needs pytest, `claimtree.testing.worlds` does not; importing this package imports
neither.
"""

from __future__ import annotations

import sys

if "pytest" in sys.modules:
    # A failing case then shows its values, as the author's own tests do; nobody else pays for pytest.
    sys.modules["pytest"].register_assert_rewrite(
        "claimtree.testing.suites", "claimtree.testing.embedders", "claimtree.testing.vectors"
    )
