"""Edit distance between two words, with each typing error weighted by how common it is."""

from __future__ import annotations

from typing import Final

_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEIGHBOURS: Final = frozenset(
    (row[i], other[j])
    for r, row in enumerate(_ROWS)
    for i in range(len(row))
    for s, other in enumerate(_ROWS)
    for j in range(len(other))
    # Each row of the keyboard is shifted half a key to the right of the one above.
    if abs(r - s) <= 1 and (r, i) != (s, j) and abs((i + r / 2) - (j + s / 2)) <= 1
)
_VOWELS: Final = frozenset("aeiouy")
_SOUND_ALIKE: Final = frozenset(
    pair
    for one, other in ("fp", "fv", "ck", "sz", "cs", "td", "bp", "gj", "mn", "kq", "gk")
    for pair in ((one, other), (other, one))
)

SWAP: Final = 0.5
"""Two letters swapped, a letter doubled, or one of a double letter missing."""
VOWEL: Final = 0.6
"""A vowel replaced by another ("elevater")."""
NEIGHBOUR: Final = 0.8
"""A letter replaced by its neighbour on the keyboard, or by a consonant that sounds alike."""
_ANY: Final = 1.0
_LONGEST_OF_ONE: Final = 4
"""Maximum length that one error can leave between the equal ends, plus a letter on each side: two
swapped letters."""


def edit_cost(written: str, meant: str, *, most: int) -> float | None:
    """Returns the cost of the typing errors that turn one word into the other; None if it takes
    more than `most` of them.

    An error drops, adds, changes or swaps letters. Likelier errors cost less, so that the cost
    orders words with equally many errors.

    >>> edit_cost("kitchn", "kitchen", most=1), edit_cost("kithcen", "kitchen", most=1)
    (1.0, 0.5)
    >>> edit_cost("kitten", "kitchen", most=1) is None
    True
    """
    start, ends = 0, (len(written), len(meant))
    shorter = min(ends)
    while start < shorter and written[start] == meant[start]:
        start += 1
    tail = 0
    while tail < shorter - start and written[-1 - tail] == meant[-1 - tail]:
        tail += 1
    # One equal letter is kept on each side, so that a doubled letter can be recognised.
    start, tail = max(0, start - 1), max(0, tail - 1)
    left, right = written[start : ends[0] - tail], meant[start : ends[1] - tail]
    if abs(len(left) - len(right)) > most or (most == 1 and max(len(left), len(right)) > _LONGEST_OF_ONE):
        return None
    return _cost(left, right, most)


def _cost(left: str, right: str, most: int) -> float | None:
    """Optimal string alignment; each cell holds (errors, cost)."""
    far = (most + 1, 0.0)
    before: list[tuple[int, float]] = []
    row: list[tuple[int, float]] = [(j, float(j)) for j in range(len(right) + 1)]
    for i, a in enumerate(left, 1):
        earlier, before = before, row
        row = [(i, float(i))]
        for j, b in enumerate(right, 1):
            if abs(i - j) > most:
                row.append(far)
                continue
            if a == b:
                best = before[j - 1]
            else:
                slips, cost = before[j - 1]
                best = slips + 1, cost + _changed(a, b)
            doubled = i > 1 and left[i - 2] == a
            slips, cost = before[j]
            best = min(best, (slips + 1, cost + (SWAP if doubled else _ANY)))
            dropped = j > 1 and right[j - 2] == b
            slips, cost = row[j - 1]
            best = min(best, (slips + 1, cost + (SWAP if dropped else _ANY)))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2] and a != b:
                slips, cost = earlier[j - 2]
                best = min(best, (slips + 1, cost + SWAP))
            row.append(best)
        if min(row)[0] > most:
            return None
    slips, cost = row[-1]
    return round(cost, 2) if slips <= most else None


def _changed(a: str, b: str) -> float:
    if a in _VOWELS and b in _VOWELS:
        return VOWEL
    return NEIGHBOUR if (a, b) in _NEIGHBOURS or (a, b) in _SOUND_ALIKE else _ANY
