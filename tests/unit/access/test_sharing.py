"""Several threads and processes use the keys at once: what one does holds for all of them."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

from claimtree.access import Keys, NewKey, Role
from claimtree.errors import BadInput


def test_revoking_in_another_process_holds_here_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from claimtree.access import Keys\n"
        "keys = Keys(Path(sys.argv[1])); keys.revoke('shop'); keys.close()"
    )
    with closing(Keys(tmp_path / "keys.db")) as keys:
        new = keys.add("shop", role=Role.READ)
        for _ in range(3):
            assert keys.check(new.secret)
        subprocess.run([sys.executable, "-c", code, str(keys.path)], check=True, timeout=60)
        assert keys.check(new.secret) is None
        assert not keys.any()


def test_many_threads_check_while_one_revokes_and_none_is_let_in_after_it(tmp_path: Path) -> None:
    with closing(Keys(tmp_path / "keys.db")) as keys, closing(Keys(keys.path)) as elsewhere:
        new, stays = keys.add("goes", role=Role.READ), keys.add("stays", role=Role.READ)
        revoked = threading.Event()
        wrong: list[str] = []

        def ask() -> None:
            for _ in range(200):
                after = revoked.is_set()
                if keys.check(new.secret) is not None and after:
                    wrong.append("let in after it was revoked")
                if keys.check(stays.secret) is None:
                    wrong.append("refused for no reason")

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        elsewhere.revoke("goes")
        revoked.set()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert keys.check(new.secret) is None


def test_two_that_take_one_name_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    files = [Keys(tmp_path / "keys.db") for _ in range(4)]
    got: list[NewKey | BadInput] = []

    def take(keys: Keys) -> None:
        try:
            got.append(keys.add("shop", role=Role.READ))
        except BadInput as refused:
            got.append(refused)

    threads = [threading.Thread(target=take, args=(keys,)) for keys in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(each, NewKey) for each in got) == 1
    assert len(got) == 4
    for keys in files:
        keys.close()
