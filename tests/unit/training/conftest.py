from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[3] / "training" / "judge"


@pytest.fixture(scope="module")
def recipe() -> Iterator[Callable[[str], ModuleType]]:
    """Import a file of training/judge as its neighbours do, by its bare name; afterwards the names are free again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        before = set(sys.modules)
        yield importlib.import_module
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "").parent == FOLDER:
                del sys.modules[name]
