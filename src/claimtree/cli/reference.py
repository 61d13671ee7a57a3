"""The command `reference`: prints docs/cli.md from the command line itself, so that the two stay in
sync."""

from __future__ import annotations

import sys

import typer
from typer.core import TyperGroup

from claimtree.cli.exits import CODES, MEANINGS
from claimtree.cli.screen import write

WIDTH = 96

INTRO = """# Command line

Printed by `claimtree reference > docs/cli.md`; a test checks that it is up to date.

`make` keeps its environment in `.venv`, so that the command is `.venv/bin/claimtree`. Nearly every
command takes `--json` (exactly one JSON object on stdout, everything else on stderr), `--pack`,
`--store` and `--embedder`. One store holds one pack; without `--store` it is `PACK.db` in the data
folder (`CLAIMTREE_HOME`, or the platform's usual place), or `demo-PACK.db` while the first does not
exist.
"""

SHAPES = """## JSON

`read` gives `{"claims": [...], "notices": [...]}`. A claim:

| key | what |
|---|---|
| `id` | `c1`, `c2`… in the order in which they are said |
| `claim`, `quote`, `start`, `end` | as we say it back; the words it came from and where they stand, in characters |
| `claim_type`, `level`, `facet`, `concept` | what it is about; `facet` and `concept` may be null |
| `strength`, `weight` | `required` or `preferred`; 0 to 1 |
| `negated` | true for what is not wanted |
| `or_group` | claims with the same number are alternatives and count once; else null |
| `group` | claims with the same number speak of one entity ("a modern kitchen over 12 m²": one kitchen); else null |
| `amounts` | `kind`, `noun`, `low`, `high`, `low_open`, `high_open`, `op`, `unit`; a bound that is open is null |
| `through` | what it asks of related entities: `relation`, `direction`, the `claims` that one has to meet; else null |
| `why` | with `--explain`: how it was read |

`search` gives `{"claims", "hits", "ladder", "offset", "next", "cursor", "places", "wider",
"notices", "took_ms"}`:

- a hit has `id`, `level`, `title`, `score`, `coverage` (`met` of `of` wishes, and the share of
  their `weight`), `verdicts` in the order of the claims, and `fields`;
- a verdict has `id`, `claim`, `verdict` (`met`, `refuted`, `unknown`), `probability` that the wish
  is met (null when nothing is known) and `evidence`: `entity`, `quote`, `source`, and `for`, which
  is false where the words speak against the wish. What decided comes first. `doubtful` words count
  for nothing; those that are `disputed` stand in a source that contradicts itself, in the words of
  `against`; words about a related entity have its relation to the hit as `link` (as `show` gives
  relations), else null;
- `ladder.total` counts the hits on all pages, `ladder.met["5"]` those that meet exactly five
  wishes, and `ladder.without` says for each wish how many `more` there would be without it;
- `offset` says how many stand before the first hit; `next` is the `--offset` of the next page, or
  null; `cursor` goes on behind the last hit with `--after`, also where the data has changed since.

`explain` gives `{"id", "title", "place", "total", "score", "coverage", "reasons", "claims",
"verdicts", "units", "took_ms"}`; a unit has the `ids` of what counts as one, its `verdict` and its
`points`; `place` is null for an entity that is not among the hits.

`show` gives `{"id", "level", "title", "parent", "fields", "sources", "parts", "more_parts",
"relations", "more_relations", "claims", "more_claims"}`:

- `sources` have `name`, `text`, `url`, `updated` and `fields`, the newest first; the claims stand
  in the same order;
- a claim has `claim`, `claim_type`, `negated`, `amounts`, `quote`, `source` (`name#field` where a
  field says it), and `start` and `end` of the quote in the text; both are 0 for a field's value;
  one that the same source disputes has `against`, the words that say otherwise;
- a part has `id`, `level`, `facet`, `title`, `claims` and `more_claims`;
- a relation has its `kind`, `to`, `title` and `level` of the other entity, `direction` (`in` where
  the other one stands in the relation to this one), `stated_by` (whose source says so), `quote` and
  `source`;
- `more_parts`, `more_relations` and `more_claims` count what `--limit` left out; 0 when that is
  everything.

`index` gives `{"store", "indexed", "unchanged", "skipped", "bad": [{"place", "reason"}], "claims",
"new_phrases", "seconds", "interrupted", "verified", "contradicted", "outranked", "disputed",
"notices"}`: claims of nearness that the map bears out or contradicts, claims of prose that a column
outranks, and things that a source says both ways. `delete` gives `{"store", "deleted", "unknown",
"notices"}`, `check` `{"store", "sound", "problems", "notices"}`. The `notices` of `info` tell of a
rebuild that was begun and has not ended; those of both tell how many relations wait for an entity,
and name the first.

`rebuild` gives `{"store", "swapped", "read", "resumed", "rounds", "entities", "claims", "phrases",
"before", "after", "answers": {"asked", "different", "must_agree"}, "problems", "interrupted",
"held_seconds", "seconds", "notices"}`; `resumed` counts entities that an interrupted run had
brought, `before` and `after` say what the two versions were built with, `held_seconds` how long
writers waited. `--rollback` gives `{"store", "rolled_back", "left_behind", "built_with"}`,
`--forget` `{"store", "forgotten", "abandoned"}`. `copy` gives `{"source", "target", "entities",
"claims", "phrases", "edges", "places", "relations", "written", "compared", "verified", "problems",
"seconds"}`.

`learn concept` gives `{"file", "concepts", "effects", "bad": [{"line", "reason"}], "notices"}`: a
concept has the keys of [the file](teach.md) and what was `added`; an effect has `wish`, how many
phrases of the store say `met`, `refuted` or `unknown`, `before` and `after`, and the `changes`.
`learn list` gives `{"file", "concepts", "notices"}`, `learn forget` `{"file", "forgotten",
"left"}`.

With `--file`, `read` and `search` write one such object a line, in the order of the file; a line
that cannot be searched gives an error object in its place.

An error gives `{"error": {"code", "message", "hint"}}` and a non-zero exit code. The message says
what happened, the hint the way out.
"""


def register(app: typer.Typer) -> None:
    app.command(hidden=True)(reference)


def reference(context: typer.Context) -> None:
    """Print docs/cli.md."""
    write(sys.stdout, page(context))


def page(context: typer.Context) -> str:
    """Returns the whole reference as Markdown."""
    from claimtree.cli.main import build  # imported here, because that module imports this one

    top = typer.main.get_command(build())
    parts = [INTRO]
    if not isinstance(top, TyperGroup):
        raise TypeError("the reference is printed from the whole command line")
    parts += _commands(top, context, "claimtree", "##")
    parts += [SHAPES, _exits()]
    return "\n".join(parts)


def _commands(group: TyperGroup, context: typer.Context, called: str, heading: str) -> list[str]:
    """Returns the help of every command and, for a group, of its subcommands."""
    parts = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        full_name = f"{called} {name}"
        with command.make_context(
            full_name,
            [],
            resilient_parsing=True,
            terminal_width=WIDTH,
            max_content_width=WIDTH,
            help_option_names=["-h", "--help"],
        ) as inner:
            title = full_name.removeprefix("claimtree ")
            parts.append(f"{heading} {title}\n\n```text\n{_trimmed(command.get_help(inner))}\n```\n")
            if isinstance(command, TyperGroup):
                parts += _commands(command, context, full_name, f"{heading}#")
    return parts


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _exits() -> str:
    lines = ["## Exit codes", "", "| exit code | meaning | error codes |", "|---|---|---|"]
    for code, meaning in MEANINGS.items():
        errors = sorted(f"`{error.code}`" for error, exit in CODES.items() if exit is code)
        lines.append(f"| {int(code)} | {meaning} | {', '.join(errors)} |")
    return "\n".join(lines) + "\n"
