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


def look_hardly_ever() -> None:
    """For a command that answers a question and ends: what it opens stays to the end, and there is little else."""
    gc.set_threshold(20 * _NEW_OBJECTS, _YOUNG, _OLDER)


def end_without_looking() -> None:
    """For the last moment of a process, when Python would look at everything once more: what is left goes with it."""
    gc.freeze()
