"""Which pack, which store, which embedder: from flags, then environment, then a file, then defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import platformdirs

from claimtree.errors import BadInput, UnknownName

FILE = "claimtree.toml"
DEFAULT_PACK = "rentals"
DEFAULT_EMBEDDER = "bge-small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be chosen, already chosen."""

    home: Path
    """Where stores and caches live."""
    pack: str = DEFAULT_PACK
    store: str = ""
    """An address; empty means the pack's own file in the home folder."""
    embedder: str = DEFAULT_EMBEDDER
    embedder_url: str = ""
    embedder_model: str = ""
    embedder_dimensions: str = ""
    embedder_key: str = ""

    def __repr__(self) -> str:
        """Without the key: settings end up in logs and tracebacks."""
        shown = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "embedder_key"}
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
        """Where indexing writes when no store is named."""
        return self.home / f"{self._pack_label}.db"

    @property
    def demo_path(self) -> Path:
        return self.home / f"demo-{self._pack_label}.db"

    @property
    def _pack_label(self) -> str:
        """What a pack's store is called: every pack file is called pack.toml, so its folder says more."""
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
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise BadInput(f"{home / FILE}: {name} is neither text nor a number", hint=f'Write {name} = "…".')
        chosen[name] = str(value)
    chosen |= {
        name: environment[f"CLAIMTREE_{name.upper()}"] for name in names if environment.get(f"CLAIMTREE_{name.upper()}")
    }
    chosen |= {name: value for name, value in flags.items() if name in names and value is not None}
    return Settings(home=home, **chosen)


def _read_file(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}", hint="Mend the file or move it away.") from error
