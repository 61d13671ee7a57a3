"""A store elsewhere, or anew: copied as it is, or built again beside the live one."""

from claimtree.moving.copying import CopyReport, Verify, copy_store
from claimtree.moving.rebuilding import RebuildReport, rebuild, roll_back

__all__ = ["CopyReport", "RebuildReport", "Verify", "copy_store", "rebuild", "roll_back"]
