"""The race: compares our stores with the per-claim top-k method on common engines, over the same
world."""
