"""Builds a chain of providers from their names ("gazetteer, google, overpass")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from claimtree.errors import BadInput, UnknownName
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import PlaceKind
from claimtree.places import google, nominatim, overpass
from claimtree.places.answer_cache import DAYS, Kept
from claimtree.places.cache_db import CacheFile
from claimtree.places.circuit_breaker import CircuitBreaker
from claimtree.places.provider_chain import ProviderChain
from claimtree.places.rate_limit import SharedRateLimit
from claimtree.ports import Places

GAZETTEER = "gazetteer"
FILE = "places-cache.db"
"""File name in the cache folder: cached answers and shared rate limits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    """The settings for opening providers; each uses those that concern it."""

    kinds: Mapping[PlaceKind, PlaceKindSpec]
    file: CacheFile
    google_key: str
    google_url: str
    nominatim_url: str
    nominatim_contact: str
    overpass_url: str
    timeout_s: float

    def pace(self, url: str, every_s: float) -> SharedRateLimit:
        return SharedRateLimit(every_s, self.file, urlsplit(url).netloc)


def _open_google(choice: _Choice) -> Places:
    return google.Google(choice.kinds, key=choice.google_key, url=choice.google_url, timeout_s=choice.timeout_s)


def _open_nominatim(choice: _Choice) -> Places:
    return nominatim.Nominatim(
        choice.kinds,
        contact=choice.nominatim_contact,
        pace=choice.pace(choice.nominatim_url or nominatim.URL, nominatim.EVERY_S),
        url=choice.nominatim_url,
        timeout_s=choice.timeout_s,
    )


def _open_overpass(choice: _Choice) -> Places:
    return overpass.Overpass(
        choice.kinds,
        contact=choice.nominatim_contact,
        pace=choice.pace(choice.overpass_url or overpass.URL, overpass.EVERY_S),
        url=choice.overpass_url,
        timeout_s=choice.timeout_s,
    )


PROVIDERS: Mapping[str, Callable[[_Choice], Places]] = {
    google.NAME: _open_google,
    nominatim.NAME: _open_nominatim,
    overpass.NAME: _open_overpass,
}


def open_places(
    names: str,
    *,
    kinds: Mapping[PlaceKind, PlaceKindSpec],
    gazetteer: Places | None,
    cache: Path,
    google_key: str = "",
    google_url: str = "",
    nominatim_url: str = "",
    nominatim_contact: str = "",
    overpass_url: str = "",
    timeout_s: float = 10.0,
    days: float = DAYS,
) -> ProviderChain:
    """Returns a chain of the named providers, in that order; `cache` is the folder where their
    answers are cached for `days`.

    Without a gazetteer its name is skipped, so that a chain of the others can outlive it.
    """
    asked = [name.strip().casefold() for name in names.split(",") if name.strip()]
    unknown = [name for name in asked if name != GAZETTEER and name not in PROVIDERS]
    if unknown:
        known = ", ".join((GAZETTEER, *PROVIDERS))
        raise UnknownName(f"no provider of places {unknown[0]!r} (have: {known})", values={"provider": unknown[0]})
    if len(set(asked)) < len(asked):
        raise BadInput(f"a provider of places is named twice: {names!r}", hint="Name each once, in the order to ask.")
    choice = _Choice(
        kinds=kinds,
        file=CacheFile(cache / FILE),
        google_key=google_key,
        google_url=google_url,
        nominatim_url=nominatim_url,
        nominatim_contact=nominatim_contact,
        overpass_url=overpass_url,
        timeout_s=timeout_s,
    )
    opened: list[Places] = []
    for name in asked:
        if name in PROVIDERS:
            opened.append(Kept(CircuitBreaker(PROVIDERS[name](choice)), choice.file, days=days))
        elif gazetteer is not None:
            opened.append(gazetteer)
    return ProviderChain(opened)
