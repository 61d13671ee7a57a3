"""How often a process of ours looks for garbage.

Claims, phrases and documents never point at one another in circles, so counting references frees them. Python looks
for circles all the same, again and again while a store is filled; where it looks seldom, a quarter more is written.
"""

from __future__ import annotations

import gc

_NEW_OBJECTS, _YOUNG, _OLDER = 50_000, 20, 10


def look_seldom() -> None:
    """For the command line, its servers and the benches; a program that uses the library decides for itself."""
    gc.set_threshold(_NEW_OBJECTS, _YOUNG, _OLDER)
