"""`python -m claimtree_testing.histories`: as many operations as are asked for, in rounds, each on a new store."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from claimtree_testing.histories import Plan, run
from claimtree_testing.histories.worker_pool import MEMORY


def main() -> int:
    asked = _arguments()
    seed = asked.seed if asked.seed is not None else time.time_ns() % 1_000_000
    done, unsound = 0, 0
    everything = asked.keep or Path(tempfile.mkdtemp(prefix="histories-"))
    number = 0
    while done < asked.operations:
        folder = everything / f"seed-{seed + number}"
        plan = Plan(
            address=_address(asked.store, folder, seed + number),
            seed=seed + number,
            operations=min(asked.round, asked.operations - done),
            workers=asked.workers,
            clients=asked.clients,
            commands=asked.commands,
            homes=asked.homes,
            kills_every=asked.kills,
        )
        try:
            report = run(plan, folder)
        except BaseException:
            _say(f"seed {plan.seed} ended early; its logs stay in {folder}")
            raise
        number += 1
        done += report.operations
        if report.is_sound:
            _say(f"{report}; {done:,} in all")
            if asked.keep is None:
                shutil.rmtree(folder)
        else:
            unsound += 1
            _say(f"{report}; {done:,} in all", *report.details[:20], f"its logs stay in {folder}")
        if report.deaths:
            break  # With its workers gone, a round may do nothing at all, and the next one as well.
    if asked.keep is None and not unsound:
        everything.rmdir()
    _say(f"{done:,} operations on {asked.store}: {unsound} rounds of {number} were unsound")
    return 1 if unsound else 0


def _address(store: str, folder: Path, seed: int) -> str:
    """Returns the address of a new store for one round."""
    if store == "memory":
        return MEMORY
    folder.mkdir(parents=True)
    return str(folder / "store.db") if store == "sqlite" else f"{store}-{seed}"


def _say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m claimtree_testing.histories", description=__doc__)
    parser.add_argument(
        "--store", default="sqlite", help="memory, sqlite, or an address to which the seed of the round is added"
    )
    parser.add_argument("--operations", type=int, default=10_000, help="how many in all (10,000)")
    parser.add_argument("--round", type=int, default=20_000, help="how many on one store (20,000)")
    parser.add_argument("--seed", type=int, help="of the first round; each next one has the next (any)")
    parser.add_argument("--workers", type=int, default=4, help="with the store open in their own process (4)")
    parser.add_argument("--clients", type=int, default=0, help="more, over HTTP to a server of two processes (0)")
    parser.add_argument("--commands", type=int, default=0, help="more, who write by the command line (0)")
    parser.add_argument("--homes", type=int, default=24, help="that all of them write to, at most 100 (24)")
    parser.add_argument("--kills", type=int, default=100, help="operations between two kills, 0 for none (100)")
    parser.add_argument(
        "--keep", type=Path, help="a folder in which stores and logs stay (only those of unsound rounds stay)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
