"""Options of a training run. The defaults are those of the first run; README.md gives the
second."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from pathlib import Path

from concepts import FIRST_SCENES

GLOSSARY = Path(__file__).parent / "glossary.tsv"
PACK_WORDS = "packs.jsonl"
"""The output file of from_packs.py, expected next to the starting weights."""

Numbers = tuple[tuple[str, float, str], ...]
"""Name, default and help text; an integer default makes an integer option."""

PACE: Numbers = (
    ("--steps", 1300, "steps in all"),
    ("--seconds", 0.0, "instead of steps: as many as fit into this time; the log says how many did"),
    ("--seed", 2, "fixes every order and choice"),
    ("--rate", 1e-4, "highest learning rate of the encoder"),
    ("--head-rate", 1e-3, "highest learning rate of the head"),
    ("--decay", 0.01, "weight decay"),
    ("--average", 0.995, "how much of the mean of the weights stays at a step"),
)
BATCHES: Numbers = (
    ("--batch", 96, "concepts"),
    ("--wishes", 2, "wishes of each concept"),
    ("--phrases", 3, "phrases of each kind of each concept"),
    ("--near", 0.5, "share of the batch that is concepts with their neighbours; 0: none, and none are looked for"),
    ("--around", 5, "neighbours that come with such a concept"),
    ("--indonesian", 0.5, "share of the Indonesian concepts that come round twice"),
    ("--join", 0.15, "chance that a phrase is joined to one that settles nothing"),
    ("--stated", 0.2, "chance that a wish stands where a phrase that meets it would"),
    ("--vague", 0.1, "chance that a wish gets a word that adds nothing"),
    ("--scenes", 10, "scenes; 0: none"),
)
LOSSES: Numbers = (
    ("--strangers", 2.0, "pairs of different concepts"),
    ("--ranking", 0.5, "what meets a wish above all else"),
    ("--scene-weight", 1.0, "scenes"),
    ("--parallel", 0.3, "phrases in two languages; 0: none are read"),
)
TEACHER: Numbers = (
    ("--teacher", 0, "steps that a teacher is trained for; 0: no teacher"),
    ("--teacher-rate", 1e-4, "its highest learning rate"),
    ("--distil", 1.0, "what the distance from its word counts"),
    ("--labels", 0.5, "what pairs of one concept count beside it"),
    ("--asked", 6, "strangers of each wish that it is asked about"),
)
GROUPS: Mapping[str, Numbers] = {
    "how long and how fast": PACE,
    "what is in a batch": BATCHES,
    "what counts how much (losses.py)": LOSSES,
    "a teacher (teacher.py); the shipped model had none": TEACHER,
}


def parsed(description: str | None, arguments: Sequence[str] | None = None) -> Namespace:
    """Parses the command line, and checks that every file exists."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    _add_files(parser)
    _add_model(parser)
    for title, numbers in GROUPS.items():
        group = parser.add_argument_group(title)
        for name, default, text in numbers:
            about = f"{text} (default: %(default)s)"
            group.add_argument(name, type=type(default), default=default, metavar="N", help=about)
    options = parser.parse_args(arguments)
    begun = [] if options.go_on else [options.start, options.vocabulary]
    if None in begun:
        parser.error("--start and --vocabulary, or --go-on")
    if options.more is None:
        options.more = [] if options.go_on else [options.start.parent / PACK_WORDS]
    files = [*begun, *options.more, *options.scenes_from, *options.average_of]
    if options.glossary is not None:
        files.append(options.glossary)
    missing = [str(file) for file in files if not file.is_file()]
    if missing:
        parser.error(f"no such file: {', '.join(missing)}; README.md says which command writes which file")
    return options


def _add_files(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("files").add_argument
    scenes = ", ".join(file.name for file in FIRST_SCENES)
    add("--go-on", action="store_true", help="from the judge that is shipped, with its words as they are")
    add("--start", type=Path, metavar="FILE", help="starting weights, as start.py writes them")
    add("--vocabulary", type=Path, metavar="FILE", help="their word pieces, one a line")
    add("--out", type=Path, required=True, metavar="DIR", help="where judge.npz, words.txt and figures.json go")
    about = f"words to add, with their meaning (default: {GLOSSARY.name} beside this script); without FILE: none"
    add("--glossary", type=Path, nargs="?", default=GLOSSARY, metavar="FILE", help=about)
    about = f"further concepts, all of them trained on (default: {PACK_WORDS} beside --start); without FILE: none"
    add("--more", type=Path, nargs="*", metavar="FILE", help=about)
    about = f"scenes to train and measure on (default: {scenes} of training/scenes)"
    add("--scenes-from", type=Path, nargs="+", default=list(FIRST_SCENES), metavar="FILE", help=about)
    about = "train nothing: take the mean of these judge.npz, measure it and write it"
    add("--average-of", type=Path, nargs="*", default=[], metavar="FILE", help=about)


def _add_model(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("the model").add_argument
    about = "how many layers stay; of twelve 12, 9, 6 or 4 (default: %(default)s)"
    add("--layers", type=int, default=12, metavar="N", help=about)
    about = "which pieces make a text's vector (default: %(default)s); export.py knows the first only"
    add("--pooling", default="first", choices=("first", "mean"), help=about)
    about = "share of numbers that each layer leaves out (default: %(default)s)"
    add("--dropout", type=float, default=0.12, metavar="N", help=about)
