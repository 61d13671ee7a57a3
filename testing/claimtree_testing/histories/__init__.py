"""Histories: several processes run random operations on one store, some are killed, and all
observations are checked.

    report = run(Plan(address="homes.db", seed=7, operations=10_000), folder)
    assert report.is_sound, report.details

or `python -m claimtree_testing.histories --store homes.db --seed 7`. The store has to be new.
`world` defines the records, `worker` performs the operations, `history` logs them, `model` is the
specification of a store, and `checker` compares the two: no acknowledged write is lost, none is
resurrected, no answer mixes two writes.
"""

from claimtree_testing.histories.checker import Fault, Violation, check
from claimtree_testing.histories.run import Report, run
from claimtree_testing.histories.worker_pool import Plan

__all__ = ["Fault", "Plan", "Report", "Violation", "check", "run"]
