"""No person and no family of other people's files is lost, against an independent count of lines.

The files are third-party data that does not ship; where they are absent this is skipped.
"""

import re
from pathlib import Path

import pytest

from claimtree.family_trees.checks import findings
from claimtree.family_trees.documents import documents_of
from claimtree.sources.gedcom.source import read_tree

FOLDER = Path(__file__).parents[5] / "shared" / "data" / "gedcom"
FILES = sorted(FOLDER.rglob("*.ged"))


def counted(file: Path, tag: str) -> int:
    """Lines that begin a record, found without our reader."""
    content = file.read_bytes()
    wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = content.decode("utf-16") if wide else content.decode("latin-1")
    return len(re.findall(rf"(?:^|[\r\n])\W*0 +(?:@[^@\r\n]+@ +)?{tag}(?=\s|$)", text))


@pytest.mark.skipif(not FILES, reason="the sample files are not there")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nobody_is_lost(file: Path, tmp_path: Path) -> None:
    with read_tree(file, tmp_path / "one.tree", "one") as tree:
        assert (tree.info.people, tree.info.families) == (counted(file, "INDI"), counted(file, "FAM"))
        assert sum(1 for _ in documents_of(tree)) == tree.info.people + 1
        assert tree.skipped == 0
        for _ in findings(tree):
            pass
