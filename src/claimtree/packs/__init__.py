"""Packs: what a domain is, as files. Code in here reads files; it never ranks or searches."""

from claimtree.packs.load import known_packs, load_pack, pack_folder

__all__ = ["known_packs", "load_pack", "pack_folder"]
