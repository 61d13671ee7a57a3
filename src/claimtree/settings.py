"""The settings (pack, store, embedder, reader, ...): from flags, environment, file, defaults."""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs

from claimtree.errors import BadInput, UnknownName

FILE = "claimtree.toml"
DEFAULT_PACK = "rentals"
DEFAULT_EMBEDDER = "claimtree-small-3"
DEFAULT_READER = "rules"
DEFAULT_ASSISTANT = "rules"
DEFAULT_PLACES = "gazetteer"
SECRETS = ("embedder_key", "reader_key", "assistant_key", "google_key", "source_key", "records_key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, with defaults applied."""

    home: Path
    """The folder of stores and caches."""
    pack: str = DEFAULT_PACK
    store: str = ""
    """An address; empty means the pack's own file in the home folder."""
    embedder: str = DEFAULT_EMBEDDER
    taught: str = ""
    """A file of taught concepts; empty means the pack's own in the home folder."""
    embedder_url: str = ""
    embedder_model: str = ""
    embedder_dimensions: str = ""
    embedder_key: str = ""
    reader: str = DEFAULT_READER
    """rules: the built-in reader; llm: a language model, with the built-in one as its fallback."""
    reader_url: str = ""
    """The base URL of any OpenAI-compatible endpoint, with the version:
    "http://localhost:8080/v1"."""
    reader_model: str = ""
    reader_key: str = ""
    reader_key_env: str = ""
    """The environment variable that holds the key, if it is not CLAIMTREE_READER_KEY."""
    reader_timeout_s: str = ""
    reader_retries: str = ""
    reader_concurrency: str = ""
    """Requests in flight at once."""
    reader_max_tokens: str = ""
    """The longest answer, in tokens."""
    reader_tokens_per_day: str = ""
    reader_cost_per_day: str = ""
    assistant: str = DEFAULT_ASSISTANT
    """What a language model does in conversations: rules: nothing; tools: choose the tools; replies: word the replies;
    llm: both."""
    assistant_url: str = ""
    """The base URL of its endpoint; by default the reader's endpoint, model and key."""
    assistant_model: str = ""
    assistant_key: str = ""
    assistant_key_env: str = ""
    """The environment variable that holds the key, if it is not CLAIMTREE_ASSISTANT_KEY."""
    assistant_timeout_s: str = ""
    """For all that is asked of it for one message."""
    assistant_concurrency: str = ""
    assistant_max_tokens: str = ""
    assistant_tokens_per_day: str = ""
    assistant_cost_per_day: str = ""
    assistant_price_in: str = ""
    assistant_price_out: str = ""
    reading_processes: str = ""
    """Processes that read a large input: 0, as many as cores, up to 4; 1, this process alone."""
    living: str = "masked"
    """masked: names, dates and places of people who may be living are not shown; shown: they are."""
    records_url: str = ""
    """A search service for records of people, which is asked where a family tree has nobody likely."""
    records_key: str = ""
    source: str = ""
    """A structured source that searches ask beside the store: the address of a service, or store: for our own."""
    source_key: str = ""
    source_timeout_s: str = ""
    source_cache_s: str = ""
    """How long its answers are kept; 0: not at all."""
    source_layout: str = ""
    """The `[exports.NAME]` that its rows are read as, if not the one of the pack's [api]; own: the pack's columns."""
    semantic_weight: str = ""
    structured_weight: str = ""
    """What the two orders count in a hybrid search: 0.6 and 0.4."""
    vectors: str = ""
    """A vector index of whole entities, whose likeness to a question decides among equal hits."""
    places: str = DEFAULT_PLACES
    """The sources of places, in the order to ask: gazetteer, google, nominatim, overpass."""
    google_key: str = ""
    """By default, the environment variable GOOGLE_MAPS_API_KEY."""
    google_url: str = ""
    nominatim_url: str = ""
    nominatim_contact: str = ""
    """A contact address for the operators of Nominatim and Overpass; their rules require one."""
    overpass_url: str = ""
    places_timeout_s: str = ""
    reader_price_in: str = ""
    reader_price_out: str = ""
    """Prices are per million tokens, in the currency of the cost limit."""

    @property
    def show_living(self) -> bool:
        """True if people who may be living are shown; a value that is neither is an error."""
        if self.living not in ("masked", "shown"):
            raise BadInput(f"living is {self.living!r}", hint="Set CLAIMTREE_LIVING to masked or shown.")
        return self.living == "shown"

    def number(self, name: str, default: float) -> float:
        """A numeric setting, or the default if it is not set."""
        text = str(getattr(self, name))
        try:
            value = float(text or default)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            raise BadInput(f"{name} is {text!r}, not a number", hint=f"Set CLAIMTREE_{name.upper()} to a number.")
        return value

    def __repr__(self) -> str:
        """Without the keys: settings end up in logs and tracebacks."""
        shown = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in SECRETS}
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def store_address(self) -> str:
        """The store to use: the one named, else the pack's own, else the demo's while the pack's does not exist."""
        if self.store:
            return self.store
        own, demo = self.own_path, self.demo_path
        return str(demo if demo.exists() and not own.exists() else own)

    @property
    def own_path(self) -> Path:
        """The store that indexing writes to when none is named."""
        return self.home / f"{self._pack_label}.db"

    @property
    def demo_path(self) -> Path:
        return self.home / f"demo-{self._pack_label}.db"

    @property
    def taught_path(self) -> Path:
        """The user's taught concepts. Per pack, not per store: they outlive the data, and hold for
        the demo too."""
        return Path(self.taught).expanduser() if self.taught else self.home / f"{self._pack_label}.taught.jsonl"

    @property
    def weights_path(self) -> Path:
        """Weights that the user adopted; per pack, like taught concepts."""
        return self.home / f"{self._pack_label}.weights.toml"

    @property
    def _pack_label(self) -> str:
        """The name for the pack's files: its file's stem, or its folder's name for a pack.toml."""
        path = Path(self.pack)
        return path.resolve().parent.name if path.name == "pack.toml" else path.stem


def load_settings(flags: Mapping[str, str | None], environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in force. A flag that is None was not given.

    The environment uses CLAIMTREE_HOME, CLAIMTREE_PACK and so on; the file is `claimtree.toml` in the home folder.
    """
    environment = os.environ if environment is None else environment
    chosen_home = flags.get("home") or environment.get("CLAIMTREE_HOME") or platformdirs.user_data_dir("claimtree")
    home = Path(chosen_home).expanduser()
    names = [field.name for field in fields(Settings) if field.name != "home"]
    chosen: dict[str, str] = {}
    for name, value in _read_file(home / FILE).items():
        if name not in names:
            raise UnknownName(f"{home / FILE}: no setting {name!r} (have: {', '.join(names)})")
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            raise BadInput(f"{home / FILE}: {name} is neither text nor a number", hint=f'Write {name} = "…".')
        chosen[name] = str(value)
    chosen |= {
        name: environment[f"CLAIMTREE_{name.upper()}"] for name in names if environment.get(f"CLAIMTREE_{name.upper()}")
    }
    chosen |= {name: value for name, value in flags.items() if name in names and value is not None}
    for owner in ("reader", "assistant"):
        if f"{owner}_key" not in chosen and chosen.get(f"{owner}_key_env"):
            chosen[f"{owner}_key"] = environment.get(chosen[f"{owner}_key_env"], "")
    if "google_key" not in chosen:
        chosen["google_key"] = environment.get("GOOGLE_MAPS_API_KEY", "")
    return Settings(home=home, **chosen)


def _read_file(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}", hint="Mend the file or move it away.") from error
