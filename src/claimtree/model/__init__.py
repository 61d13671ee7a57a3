"""The data types that the rest of Claimtree passes around. Nothing here reads files, embeds or
ranks.
"""
