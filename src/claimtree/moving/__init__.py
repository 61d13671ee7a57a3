"""Copies a store to another address, or rebuilds it beside the live version."""

from claimtree.moving.copying import CopyReport, Verify, copy_store
from claimtree.moving.rebuilding import RebuildReport, rebuild, roll_back

__all__ = ["CopyReport", "RebuildReport", "Verify", "copy_store", "rebuild", "roll_back"]
