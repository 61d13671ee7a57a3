"""The nouns: what the rest of Claimtree passes around. Nothing here reads files, embeds or ranks."""
