"""How the review queue is drawn on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from claimtree.cli.screen import plain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from claimtree.json_types.review_types import ReviewItemShape, ReviewListShape
    from claimtree.review.messages import Message

_MOST_REPLIED = 120
_COLOURS = {"conflict": "yellow", "suggestion": "green", "draft": "cyan"}


def proposals_shown(message: Message, shape: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yields what became of a message."""
    from rich.text import Text

    words = " ".join(message.text.split())
    head = " ".join(part for part in (plain(message.id), plain(message.author)) if part)
    yield Text.assemble((f"{head}: " if head else "", "bold"), (plain(words[:160]), "dim"))
    for item in shape["items"]:
        yield from _item(item, item["id"] or None)
    if shape["waiting"]:
        yield Text(f"  {shape['waiting']} of it in the queue already", "dim")
    for one in shape["known"]:
        yield Text.assemble(("  known  ", "dim"), plain(one["fact"]["text"]))
        for line in one["tree_quotes"]:
            yield Text(f"           {plain(line['quote'])}", "dim")
    for one in shape["refused"]:
        yield Text.assemble(("  refused  ", "red"), f"{plain(one['quote'])}: {plain(one['why'])}")
    for one in shape["questions"]:
        yield Text.assemble(("  asks  ", "cyan"), plain(one))
    if shape["cut"]:
        yield Text("  the message is longer than what is read; its end was left out", "yellow")
    if not any(shape[key] for key in ("items", "known", "refused", "questions", "waiting")):
        yield Text("  says nothing of people that could be read", "dim")


def _replied_to(item: ReviewItemShape) -> str:
    """Returns which message a draft answers."""
    origin = item["origin"]
    return f"reply to {origin['author'] or 'a message'}: {origin['excerpt'][:_MOST_REPLIED]}"


def _item(item: ReviewItemShape, number: int | None) -> Iterator[Text]:
    from rich.text import Text

    fact = item["fact"]
    shown = f"{number:>5}  " if number is not None else "  "
    text = fact["text"] if fact is not None else _replied_to(item)
    sure = f" ({fact['confidence']} %)" if fact is not None else ""
    yield Text.assemble((shown, "bold"), (f"{item['kind']}  ", _COLOURS[item["kind"]]), plain(text), (sure, "dim"))
    for conflict in item["conflicts"]:
        yield Text(f"         {plain(conflict['text'])}", "yellow")
        for line in conflict["tree_quotes"]:
            yield Text(f"           {plain(line['quote'])}", "dim")
    for remark in fact["remarks"] if fact is not None else ():
        yield Text(f"         {plain(remark)}", "dim")


def list_shown(shape: ReviewListShape) -> Iterator[RenderableType]:
    """Yields the queue."""
    from rich.text import Text

    counts = ", ".join(f"{count:,} {state}" for state, count in shape["counts"].items() if count)
    yield Text(counts or "The queue is empty: claimtree review add TEXT", "dim")
    for item in shape["items"]:
        yield from _item(item, item["id"])
    if shape["next"] is not None:
        yield Text(f"… and more: --offset {shape['next']}", "dim")


def item_shown(item: ReviewItemShape) -> Iterator[RenderableType]:
    """Yields everything about an item."""
    from rich.text import Text

    yield from _item(item, item["id"])
    fact, origin = item["fact"], item["origin"]
    yield Text(f"  state: {item['state']}, tree: {plain(item['tree'])}")
    if fact is not None:
        if fact["person"]["id"]:
            yield Text(
                f"  person: {plain(fact['person']['id'])} {plain(fact['person']['name'])} {fact['person']['years']}"
            )
        yield Text.assemble("  the message says: ", (f"“{plain(fact['quote'])}”", "bold"))
    if item["draft"]:
        yield Text(plain(item["draft"]))
    who = " ".join(plain(part) for part in (origin["author"], origin["sent_at"], origin["source_id"]) if part)
    yield Text(f"  from: {who or 'unknown'} ({origin['source_type']})")
    yield Text(f"  “{plain(origin['excerpt'])}”", "dim")
    for one in item["audit"]:
        note = f": {plain(one['note'])}" if one["note"] else ""
        yield Text(f"  {one['at']}  {one['action']} by {plain(one['by'])}{note}")


def decided_shown(items: Sequence[ReviewItemShape]) -> Iterator[RenderableType]:
    """Yields what was decided, and what to do next."""
    from rich.text import Text

    for item in items:
        yield from _item(item, item["id"])
        yield Text(f"         {item['state']} by {plain(item['audit'][-1]['by'])}")
    if any(item["state"] == "approved" for item in items):
        yield Text("The tree is as it was. Write a new file beside it: claimtree review export FILE.ged", "dim")
