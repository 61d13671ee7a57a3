"""The command line: one file per group of commands; `show` formats for people, `serialization` for
programs."""

import os

# Our matrices are small. Split between cores they take longer, because the cores wait for each
# other: reading a listing took half as long again. Users can override it in the environment; it
# must be set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
