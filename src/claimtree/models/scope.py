"""The learned scope reader: finds the words that name something and how the sentence modifies them.

It shares the vocabulary and word vectors with the judge's encoder and has layers of its own,
trained on annotated sentences (`training/reader`). Its files are next to the judge's in `small/`:
an int8 ONNX file that computes a vector for each token of a text, and the heads. A text is read in
windows of whole sentences, so the time is linear in its length.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from claimtree.deadlines import check
from claimtree.lru_cache import LruCache
from claimtree.model.phrases import Floats
from claimtree.model.scopes import Bound, DisjointSets, Host, ListedWords, PlaceRelation, Scope, Span, Status, Want
from claimtree.models.artefact import Artefact
from claimtree.models.encoder import gelu
from claimtree.models.layers import linear
from claimtree.models.windows import Window, sentence_ends, windows
from claimtree.models.word_meaning import Offered, WordMeaning
from claimtree.models.wordpiece import Piece

FOLDER = Path(__file__).parent / "small"
NAME = "claimtree-reader-1"
FORMAT = 2
DIGEST = "bef5c60801183a24a3696dd8d00a3b6ba46fb1cfae1888674b29a7a578ac55ff"
"""SHA-256 of this release's reader.json, which holds the checksums of the other files."""
TRAINING = "bef5c6080118"
"""Identifies the training, and so the readings: it stays when only the graph is exported anew."""
WIDTH, PAIR = 384, 128
_STATUSES, _WANTS, _RELATIONS = tuple(Status), tuple(Want), tuple(PlaceRelation)
_HOSTS, _BOUNDS = tuple(Host), tuple(Bound)
_SAID = {"status": _STATUSES, "want": _WANTS, "where": _RELATIONS, "of": _HOSTS, "bound": _BOUNDS}
"""The heads that tell the scope of a span, and what each of them chooses from."""
_SAID_ENDS = tuple(accumulate(map(len, _SAID.values())))[:-1]
_REMEMBERED = 20_000
"""Letters of all queries whose reading is cached, since a page sends the same one again and again:
some hundreds of queries, at 300 to 450 bytes a letter."""
_LONGEST_REMEMBERED = 600
_ENTRIES = 4096
"""Word-list entries whose vectors are cached: more than a pack has."""
BYTES_A_WINDOW = 650
"""A text is read in one window, plus one more per this many bytes. Prose of any kind needs at most
one window per 700 bytes; input that needs more is no prose but random marks, numbers or letters,
with one token per letter."""
_SPECIAL = 2
"""Tokens of ours before those of a text, which one more follows."""
_OR = 0.5
"""The probability from which two spans count as alternatives."""


class Layers(StrEnum):
    """Trained to tell whether words mean what they were taken for; their values are file names."""

    MEANING = "meaning"
    """Of listed words in a listing."""
    PLACES = "places"
    """Of names of places in a listing."""
    WISHES = "wishes"
    """Of any wish in a query; the second output says whether nothing is left out."""


class LearnedScope:
    """A `ScopeReader` for English and Indonesian, trained by this project."""

    languages = ("en", "id")
    """The languages it was trained on."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._artefact = Artefact(
            folder, card="reader.json", digest=DIGEST, needs={"format": FORMAT, "name": NAME}, model="reader"
        )
        self._remembered = LruCache[str, LearnedReading](_REMEMBERED, cost=lambda text, reading: len(text))
        self._entry = lru_cache(maxsize=_ENTRIES)(self._of_entry)

    @property
    def version(self) -> str:
        return TRAINING

    def read(self, text: str, *, listing: bool) -> LearnedReading:
        """Reads a text. Readings of queries are cached; a listing is read once, and may be long."""
        if listing or len(text) > _LONGEST_REMEMBERED:
            return self._read(text, listing)
        known = self._remembered.get([text])
        if not known:
            known = {text: self._read(text, listing)}
            self._remembered.put(known)
        return known[text]

    def _read(self, text: str, listing: bool) -> LearnedReading:
        pieces = self._artefact.vocabulary.located(text)
        most = 1 + len(text.encode("utf-8", "surrogatepass")) // BYTES_A_WINDOW
        parts = []
        for window in islice(windows(sentence_ends(text, pieces), len(pieces)), most):
            check()
            vectors = self._encode([piece.number for piece in pieces[window.first : window.after]], listing=listing)
            parts.append(_Part(window, vectors))
        read = parts[-1].window.after if parts else 0
        end = pieces[read].start if read < len(pieces) else len(text)
        return LearnedReading(pieces[:read], parts, self._heads, self.probabilities, end=end)

    def _encode(self, numbers: Sequence[int], *, listing: bool) -> Floats:
        """A vector for each token."""
        about, (table, scales), places = self._artefact.about, self._words, self._heads["places"]
        ids = np.array([about["first"], about["listing" if listing else "query"], *numbers, about["last"]])
        embedded = table[ids].astype(np.float32) * scales[ids] + places[: len(ids)]
        vectors: Floats = self._artefact.session("reader.onnx").run(None, {"embedded": embedded[None]})[0][0]
        if not np.isfinite(vectors).all():
            raise self._artefact.unusable("it gave a vector that is no number")
        return vectors

    @cached_property
    def _words(self) -> tuple[Any, Floats]:
        """The word vectors, stored in the judge's encoder: integers and their scales."""
        content = self._artefact.mapped("encoder.onnx")
        found = [
            np.frombuffer(content, part["type"], int(np.prod(part["shape"])), part["offset"]).reshape(part["shape"])
            for part in (self._artefact.about["shared"][name] for name in ("words", "word_scales"))
        ]
        return found[0], found[1]

    @cached_property
    def _heads(self) -> Mapping[str, Floats]:
        heads = self._artefact.arrays("reader.npz")
        for kind in ("weight", "bias"):  # one product instead of five
            heads[f"said.{kind}"] = np.concatenate([heads[f"{name}.{kind}"] for name in _SAID])
        return heads

    @cached_property
    def _meanings(self) -> Mapping[Layers, WordMeaning]:
        """The trained layers."""
        return {layers: WordMeaning(self._artefact.arrays(f"{layers}.npz")) for layers in Layers}

    def probabilities(self, layers: Layers, part: _Part, rows: Sequence[range], asked: Sequence[ListedWords]) -> Floats:
        """What some layers say, for each of some words in one window, about their entry."""
        meaning = self._meanings[layers]
        wanted = np.stack([self._entry(one.entry, one.negated, layers) for one in asked])
        if layers not in part.offered:
            part.offered[layers] = meaning.offered(part.vectors)
        return meaning.probabilities(part.vectors, part.offered[layers], rows, wanted)

    def _of_entry(self, entry: str, negated: bool, layers: Layers) -> Floats:
        """The vector of what words were taken for."""
        table, scales = self._words
        numbers = [piece.number for piece in self._artefact.vocabulary.located(entry)]
        words = table[numbers].astype(np.float32) * scales[numbers]
        return self._meanings[layers].wanted(words, negated=negated)


@lru_cache(maxsize=1)
def shipped_scope() -> LearnedScope:
    """The reader that ships with the package; a single instance, since it caches its readings."""
    return LearnedScope()


def open_scope(languages: Sequence[str]) -> LearnedScope | None:
    """The learned reader if it was trained on all these languages, else None (plain rules)."""
    return None if unlearned(languages) else shipped_scope()


def unlearned(languages: Sequence[str]) -> tuple[str, ...]:
    """Those of the given languages that the reader was not trained on."""
    return tuple(code for code in languages if code not in LearnedScope.languages)


class _Part:
    """A window with the vectors of its tokens: two special tokens come first, one last."""

    def __init__(self, window: Window, vectors: Floats) -> None:
        self.window = window
        self.vectors = vectors
        self.offered: dict[Layers, Offered] = {}
        """What its tokens offer to words that are asked about, made when the first is."""

    def row(self, piece: int) -> int:
        """The row of a token's vector."""
        return piece - self.window.first + 2


class _Located(NamedTuple):
    """The window that owns a span, and the range of the span's tokens."""

    part: _Part
    first: int
    after: int


class LearnedReading:
    """The model's reading of one text."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        parts: Sequence[_Part],
        heads: Mapping[str, Floats],
        probabilities: Callable[[Layers, _Part, Sequence[range], Sequence[ListedWords]], Floats],
        *,
        end: int,
    ) -> None:
        """`probabilities`: `LearnedScope.probabilities`."""
        self._text_pieces = pieces
        self.end = end
        self._parts = parts
        self._heads = heads
        self._probabilities = probabilities
        self._starts = [piece.start for piece in pieces]
        self._ends = [piece.end for piece in pieces]
        self._opened = [part.window.own for part in parts]
        self._last_spans: tuple[tuple[Span, ...], Sequence[_Located | None], Floats] | None = None

    @cached_property
    def meaning(self) -> Floats:
        """One unit vector of the text: the mean of those of its words; zeros where it has none."""
        vectors = [part.vectors[_SPECIAL:-1] for part in self._parts]
        total: Floats = np.concatenate([np.zeros((1, WIDTH), np.float32), *vectors]).sum(axis=0)
        length = np.float32(np.linalg.norm(total))
        return total / length if length > 0 else total

    @cached_property
    def _tags(self) -> Floats:
        """For each token the chances that it is outside a name, begins one, or continues one."""
        chances = np.zeros((len(self._text_pieces), 3), np.float32)
        for part in self._parts:
            own = part.vectors[part.row(part.window.own) : part.row(part.window.after)]
            chances[part.window.own : part.window.after] = _softmax(linear(self._heads, "tag", own))
        return chances

    @cached_property
    def found(self) -> tuple[Span, ...]:
        best = self._tags.argmax(-1) if len(self._tags) else np.zeros(0, int)
        spans: list[list[int]] = []
        for k, tag in enumerate(best):
            if tag == 1 or (tag == 2 and (not k or best[k - 1] == 0)):
                spans.append([k, k + 1])
            elif tag == 2:
                spans[-1][1] = k + 1
        pieces = self._text_pieces
        return tuple(Span(pieces[first].start, pieces[after - 1].end) for first, after in spans)

    def named(self, span: Span) -> float:
        at = self._at(span)
        return float(1 - self._tags[at[0] : at[1], 0].min()) if at is not None else 0.0

    def means(self, asked: Sequence[ListedWords]) -> tuple[float, ...]:
        scores = self._asked_of([(Layers.PLACES if one.is_place else Layers.MEANING, one) for one in asked])
        return tuple(scores[:, 0].tolist())

    def asks(self, asked: Sequence[ListedWords]) -> tuple[tuple[float, float], ...]:
        scores = self._asked_of([(Layers.WISHES, one) for one in asked])
        return tuple((means, says_all) for means, says_all in scores.tolist())

    def _asked_of(self, asked: Sequence[tuple[Layers, ListedWords]]) -> Floats:
        """A row for each of some words, with what its layers say; 1 for words without tokens."""
        found = np.ones((len(asked), 2), np.float32)
        windows: dict[tuple[int, Layers], list[tuple[int, _Located]]] = {}
        for k, (layers, one) in enumerate(asked):
            at = self._located(one.span)
            if at is not None:
                windows.setdefault((at.part.window.own, layers), []).append((k, at))
        for (_, layers), inside in windows.items():
            check()
            part = inside[0][1].part
            rows = [range(part.row(at.first), part.row(at.after)) for _, at in inside]
            some = [k for k, _ in inside]
            scores = self._probabilities(layers, part, rows, [asked[k][1] for k in some])
            found[some, : scores.shape[1]] = scores
        return found

    def scopes(self, spans: Sequence[Span]) -> tuple[Scope, ...]:
        located, vectors = self._read_spans(spans)
        logits = dict(zip(_SAID, np.split(linear(self._heads, "said", vectors), _SAID_ENDS, axis=1), strict=True))
        best = [logits[name].argmax(-1).tolist() for name in _SAID]
        sureness, bound_sureness = _greatest_chances(logits["status"]), _greatest_chances(logits["bound"])
        found = []
        for k, (span, at, *chosen) in enumerate(zip(spans, located, *best, strict=True)):
            if at is None:
                found.append(Scope(status=Status.NOTHING, sureness=0.0))
                continue
            status, want, relation, host, bound = chosen
            scope = Scope(
                status=_STATUSES[status],
                sureness=sureness[k],
                want=_WANTS[want],
                relation=_RELATIONS[relation],
                host=_HOSTS[host],
                part=self._part(span, at, vectors[k]) if _HOSTS[host] is Host.PART else None,
                bound=_BOUNDS[bound],
                bound_sureness=bound_sureness[k],
            )
            found.append(scope)
        return tuple(found)

    def alternatives(self, spans: Sequence[Span]) -> tuple[int | None, ...]:
        """Groups spans that are alternatives; only spans of one window, as in training."""
        located, vectors = self._read_spans(spans)
        left, right = linear(self._heads, "pair_left", vectors), linear(self._heads, "pair_right", vectors)
        windows: dict[int, list[int]] = {}
        for k, at in enumerate(located):
            if at is not None:
                windows.setdefault(at.part.window.own, []).append(k)
        groups = DisjointSets(len(spans))
        for inside in windows.values():
            scores = left[inside] @ right[inside].T
            scores = (scores + scores.T) / np.sqrt(PAIR) + self._heads["pair_bias"]
            for one, other in np.argwhere(np.tril(scores > np.log(_OR / (1 - _OR)), -1)):
                groups.join(inside[one], inside[other])
        return groups.numbered()

    def _part(self, span: Span, at: _Located, vector: Floats) -> Span | None:
        """The words that name what a span is said of: the best token, with the rest of its name."""
        part = at.part
        # The product of a query and the keys of all tokens, but for what is the same for each of them.
        scores = part.vectors @ (linear(self._heads, "host_query", vector) @ self._heads["host_key.weight"])
        scores[:2], scores[-1] = -np.inf, -np.inf
        named = self._text_pieces[part.window.first + int(scores.argmax()) - 2]
        k = bisect_right(self.found, named.start, key=lambda one: one.start) - 1
        around = self.found[k] if k >= 0 and named.start < self.found[k].end else None
        return around if around is not None and not around.overlaps(span) else Span(named.start, named.end)

    def _read_spans(self, spans: Sequence[Span]) -> tuple[Sequence[_Located | None], Floats]:
        """Where some spans are, and their vectors. The last ones are kept: the scopes of the wishes of a query are
        asked for first, then which of them are alternatives."""
        last = self._last_spans
        if last is None or last[0] != tuple(spans):
            located = [self._located(span) for span in spans]
            last = self._last_spans = (tuple(spans), located, self._vectors(located))
        return last[1:]

    def _vectors(self, located: Sequence[_Located | None]) -> Floats:
        """A vector for each span; zeros for a span without tokens."""
        joined = np.zeros((len(located), 3 * WIDTH), np.float32)
        for row, at in zip(joined, located, strict=True):
            if at is not None:
                tokens = at.part.vectors[at.part.row(at.first) : at.part.row(at.after)]
                row[:WIDTH], row[WIDTH : 2 * WIDTH] = tokens[0], tokens[-1]
                np.add.reduce(tokens, axis=0, out=row[2 * WIDTH :])
                row[2 * WIDTH :] /= len(tokens)
        return gelu(linear(self._heads, "mix", joined))

    def _located(self, span: Span) -> _Located | None:
        """The window that owns a span, and its tokens there; a span cut in two is the first's."""
        at = self._at(span)
        if at is None:
            return None
        first, after = at
        part = self._parts[bisect_right(self._opened, first) - 1]
        return _Located(part, first, min(after, part.window.after))

    def _at(self, span: Span) -> tuple[int, int] | None:
        """The first token that a span overlaps, and the one after the last."""
        first = bisect_right(self._ends, span.start)
        after = bisect_left(self._starts, span.end)
        return (first, after) if first < after else None


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)


def _greatest_chances(logits: Floats) -> list[float]:
    """The greatest of the chances of each row."""
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return [float(chance) for chance in 1 / raised.sum(-1)]
