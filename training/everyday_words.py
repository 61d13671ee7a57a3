"""Writes the lists of everyday words that spelling correction leaves alone, one per language.

The words come from our own phrases: the claim groups and the Indonesian–English pairs. These
contain typing mistakes, so a word counts as real only if two phrases use it and it is not a near
miss of a far commoner one. For English, whole words in the vocabulary of bge-small's tokenizer
(MIT) are trusted anyway, and added. Indonesian phrases contain English words, and the tokenizer
knows some Indonesian: a word that one language uses far more often is left out of the other's list.

    python training/everyday_words.py FOLDER_OF_CLAIM_GROUPS src/claimtree/languages
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from claimtree.languages.normalise import tokenize
from claimtree.models import local
from claimtree.text.edit_distance import edit_cost
from claimtree.text.spelling import consonants, is_short_for
from claimtree.text.wordforms import could_be_form

FEWEST_LETTERS = 3
FEWEST_USES = 2
FAR_COMMONER = 10
SHORTEST_MISS = 5
"""Shorter words differ by one letter too often."""
FAR_LIKELIER = 3
FEWEST_FOREIGN_USES = 6


def phrases(folder: Path) -> Iterator[tuple[str, str]]:
    """Yields each phrase with its language code."""
    for line in (folder / "groups.jsonl").read_text(encoding="utf-8").splitlines():
        group = json.loads(line)
        for key in ("wish", "met", "refuted", "silent"):
            for phrase in group[key]:
                yield group["lang"], phrase
        if "en" in group:
            yield "en", group["en"]
    for line in (folder / "id_en_parallel.tsv").read_text(encoding="utf-8").splitlines():
        indonesian, english, *_ = line.split("\t")
        yield "id", indonesian
        yield "en", english


def believed(folder: Path) -> frozenset[str]:
    """Returns the English words that the tokenizer's vocabulary has whole."""
    lines = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line.isascii() and line.isalpha())


def near_miss(word: str, counts: Counter[str]) -> bool:
    """True if a far commoner word is one edit away, or is this word with its vowels."""
    if any(
        count >= FAR_COMMONER * counts[word] and is_short_for(word, other) and consonants(word) == consonants(other)
        for other, count in counts.items()
    ):
        return True
    return len(word) >= SHORTEST_MISS and any(
        count >= FAR_COMMONER * counts[word] and edit_cost(word, other, most=1) is not None
        for other, count in counts.items()
        if count >= FAR_COMMONER * FEWEST_USES and abs(len(word) - len(other)) <= 1
    )


def foreign(word: str, counts: Counter[str], others: Counter[str]) -> bool:
    """True if the other language uses the word far more often, relative to its size."""
    here, there = (counts[word] + 0.5) / counts.total(), others[word] / others.total()
    return others[word] >= FEWEST_FOREIGN_USES and there > FAR_LIKELIER * here


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    uses: dict[str, Counter[str]] = {"en": Counter(), "id": Counter()}
    for code, phrase in phrases(options.groups):
        uses[code].update({token.norm for token in tokenize(phrase)})
    whole = believed(local.packaged_folder())
    for code, counts in uses.items():
        sure = whole if code == "en" else frozenset[str]()
        others = uses["id" if code == "en" else "en"]
        words = sorted(
            word
            for word in sure | counts.keys()
            if len(word) >= FEWEST_LETTERS
            and word.isascii()
            and word.isalpha()
            and not foreign(word, counts, others)
            and (
                word in sure
                or (
                    counts[word] >= FEWEST_USES
                    and (could_be_form(word, sure.__contains__) or not near_miss(word, counts))
                )
            )
        )
        (options.target / code / "everyday.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
        sys.stdout.write(f"{code}: {len(words)} words\n")


if __name__ == "__main__":
    main()
