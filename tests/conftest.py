"""What every test runs under: the same examples each time, and a Ctrl-C that can be tested."""

import signal

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whatever a script starts in the background ignores Ctrl-C, and hands that on to its children. The tests of Ctrl-C
    # are about us, not about how somebody started pytest.
    signal.signal(signal.SIGINT, signal.default_int_handler)
