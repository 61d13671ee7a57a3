"""Writes the mean of two sets of weights, one of which continued the training of the other.

python training/reader/mean.py ONE.npz OTHER.npz OUT.npz
"""

from __future__ import annotations

import sys

import numpy as np


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with np.load(sys.argv[1]) as one, np.load(sys.argv[2]) as other:
        both = {name: (one[name].astype(np.float32) + other[name].astype(np.float32)) / 2 for name in one.files}
    np.savez(sys.argv[3], **{name: value.astype(np.float16) for name, value in both.items()})


if __name__ == "__main__":
    main()
