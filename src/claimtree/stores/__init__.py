"""Stores of claims. `memory` is the executable definition; the other stores agree with it."""
