"""Where claims live. `memory` is the executable definition; the others agree with it."""
