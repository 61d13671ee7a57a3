"""The command line: one file per group of commands, `show` for people, `serialization` for programs."""

import os

# Our matrices are small. Shared out between cores they take longer, and the cores spend their time waiting for each
# other: reading a listing took half as much again. Who wants otherwise says so; it must be said before numpy is there.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
