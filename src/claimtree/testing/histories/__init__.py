"""Histories: several processes work on one store at random, some are killed, and what all of them saw is judged.

    report = run(Plan(address="homes.db", seed=7, operations=10_000), folder)
    assert report.is_sound, report.details

or `python -m claimtree.testing.histories --store homes.db --seed 7`. The store has to be new. `world` says what is
written, `worker` who writes, `history` what is kept of it, `model` what a store ought to do, and `checker` whether it
did: no acknowledged write lost, none resurrected, no half answer.
"""

from claimtree.testing.histories.checker import Fault, Violation, check
from claimtree.testing.histories.run import Report, run
from claimtree.testing.histories.worker_pool import Plan

__all__ = ["Fault", "Plan", "Report", "Violation", "check", "run"]
