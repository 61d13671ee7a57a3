"""The packs offered to agents, with their stores; each is opened once and shared by all calls."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from claimtree.chat import Conversation, StoredSessions
from claimtree.chat.assistant import Assistant
from claimtree.chat.open_conversation import assistant_of, open_conversation
from claimtree.chat.sessions import FILE as CONVERSATIONS
from claimtree.errors import BadInput, StoreUnavailable, UnknownName
from claimtree.model.templates import enumerated, fill
from claimtree.packs.load import known_packs
from claimtree.review.service import ReviewService
from claimtree.settings import Settings
from claimtree.tree_import import TreeFolder
from claimtree.tree_service.service import TreeService
from claimtree.workspace import Workspace


class Offer:
    """Packs by the names under which agents choose them.

    A name that an agent gives is looked up here and nowhere else: it never becomes a path.
    """

    def __init__(self, packs: Mapping[str, Settings], *, default: str | None = None) -> None:
        """`default` is the pack of calls that name none; without it, the only one that has data."""
        self._packs = dict(packs)
        self.default = default
        self._lock = threading.Lock()
        self._opened: dict[tuple[str, bool], Workspace] = {}
        self._talks: dict[Workspace, Conversation] = {}
        self._trees: dict[Path, TreeService] = {}
        self._reviews: dict[Path, ReviewService] = {}
        self._assistants: dict[str, Assistant | None] = {}

    @classmethod
    def of(cls, settings: Settings, *, chosen: bool) -> Offer:
        """All packs that have data; only one where a store was named, since a store holds one pack.

        `chosen`: the user chose the settings' pack, which makes it the default even without data.
        """
        own = _label(settings)
        if settings.store:
            return cls({own: settings}, default=own)
        packs = {name: replace(settings, pack=name) for name in known_packs()}
        return cls({**packs, own: settings}, default=own if chosen else None)

    def __enter__(self) -> Offer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock, ExitStack() as closing:
            for workspace in self._opened.values():
                closing.push(workspace)
            for talk in self._talks.values():
                closing.callback(talk.sessions.close)
                closing.callback(talk.close)
            for queue in self._reviews.values():
                closing.callback(queue.close)
            for assistant in self._assistants.values():
                if assistant is not None:
                    closing.callback(assistant.close)
            self._opened.clear()
            self._talks.clear()
            self._trees.clear()
            self._reviews.clear()
            self._assistants.clear()

    @property
    def ready(self) -> tuple[str, ...]:
        """The packs that have data now, sorted."""
        return tuple(sorted(name for name, settings in self._packs.items() if _has_store(settings)))

    @property
    def missing(self) -> tuple[str, ...]:
        """The packs that have no data yet, sorted."""
        return tuple(sorted(set(self._packs) - set(self.ready)))

    @property
    def usual(self) -> str | None:
        """The pack of calls that name none; None if they must name one."""
        ready = self.ready
        return self.default or (ready[0] if len(ready) == 1 else None)

    def name(self, asked: str | None) -> str:
        """The name of the pack that a call refers to."""
        if asked:
            if asked not in self._packs:
                known = enumerated(self.ready or self._packs)
                raise UnknownName(
                    fill("no pack '{name}' is offered (have: {known})", name=asked[:80], known=known),
                    hint=fill("Pass one of these names as `pack`; the tool `packs` tells what each is about."),
                    values={"pack": asked[:80]},
                )
            return asked
        if self.usual is not None:
            return self.usual
        if not self.ready:
            raise StoreUnavailable(
                fill("no pack has data yet"),
                hint=fill("Ask the user to run `claimtree demo`, or `claimtree index FILE` with data of their own."),
            )
        raise BadInput(
            fill("several packs are offered ({packs}), and the call names none", packs=enumerated(self.ready)),
            hint=fill("Pass `pack`; the tool `packs` tells what each is about."),
        )

    def workspace(self, asked: str | None) -> Workspace:
        """The opened workspace of the pack that a call refers to."""
        name = self.name(asked)
        settings = self._packs[name]
        # A reader opened before there was data does not know the data's names: cached separately.
        key = name, _has_store(settings)
        with self._lock:
            if key not in self._opened:
                self._opened[key] = Workspace(settings)
            return self._opened[key]

    def conversation(self, asked: str | None) -> Conversation:
        """The conversation about the pack that a call refers to; its sessions are kept in the data folder."""
        workspace = self.workspace(asked)
        with self._lock:
            if workspace not in self._talks:
                sessions = StoredSessions(workspace.settings.home / CONVERSATIONS)
                talk = open_conversation(workspace, sessions)
                self._talks[workspace] = talk
        workspace.follow(workspace.store.generation())
        return self._talks[workspace]

    def tree_pack(self, asked: str | None) -> str:
        """The name of the pack whose family trees a call refers to: without a name, the only one that has trees."""
        if asked:
            return self.name(asked)
        names = [name for name, settings in sorted(self._packs.items()) if _tree_folder(settings).names()]
        if self.default in names:
            return str(self.default)
        if not names:
            raise StoreUnavailable(
                fill("no family tree was imported"),
                hint=fill("Ask the user to run `claimtree demo`, or `claimtree tree import FILE.ged`."),
            )
        if len(names) > 1:
            raise BadInput(
                fill("several packs have trees ({packs}), and the call names none", packs=enumerated(names)),
                hint=fill("Pass `pack`; the tool `packs` tells what each is about."),
            )
        return names[0]

    def trees(self, name: str) -> TreeService:
        """The family trees of a pack."""
        settings = self._packs[name]
        folder = _tree_folder(settings)
        with self._lock:
            if folder.path not in self._trees:
                self._trees[folder.path] = TreeService(folder, show_living=settings.show_living)
            return self._trees[folder.path]

    def assistant(self, name: str) -> Assistant | None:
        """The language model that words drafts of replies, if the settings name one."""
        with self._lock:
            if name not in self._assistants:
                self._assistants[name] = assistant_of(self._packs[name])
            return self._assistants[name]

    def review(self, name: str) -> ReviewService:
        """What messages say of the trees of a pack, and a person decides."""
        settings = self._packs[name]
        folder = _tree_folder(settings)
        with self._lock:
            if folder.path not in self._reviews:
                self._reviews[folder.path] = ReviewService(settings.home, folder.path.name)
            return self._reviews[folder.path]


def _tree_folder(settings: Settings) -> TreeFolder:
    return TreeFolder.beside(settings.home, settings.store_address)


def _has_store(settings: Settings) -> bool:
    return bool(settings.store) or Path(settings.store_address).exists()


def _label(settings: Settings) -> str:
    """The pack's name if it ships with the package, else the stem of its store's path."""
    return settings.pack if settings.pack in known_packs() else settings.own_path.stem
