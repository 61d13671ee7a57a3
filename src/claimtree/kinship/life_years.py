"""The years of a life as they are written beside a name, everywhere in the same form.

Nothing more is said than what is known: "1875 – after 1917", never a year that nobody stated.
"""

from __future__ import annotations


def life_years(born: str, died: str) -> str:
    """Returns the years of a life, of which either may be empty, or several words.

    >>> life_years("1819", "1901"), life_years("about 1801", "1867"), life_years("1875", "after 1917")
    ('1819–1901', 'about 1801 – 1867', '1875 – after 1917')
    >>> life_years("1819", ""), life_years("", "before 1860"), life_years("", "")
    ('b. 1819', 'd. before 1860', '')
    """
    if born and died:
        return f"{born}–{died}" if born.isdigit() and died.isdigit() else f"{born} – {died}"
    return f"b. {born}" if born else f"d. {died}" if died else ""
