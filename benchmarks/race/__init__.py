"""The race: one world through our stores and through the per-claim top-k method on engines that people use today."""
