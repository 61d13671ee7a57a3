"""Claims to plan to hits: what answers a wish, what to let go when nothing does, and why."""
