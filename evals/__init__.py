"""Is it any good? Sentences that strangers wrote, and our own, read and scored strictly."""
