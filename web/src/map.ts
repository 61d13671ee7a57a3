/** The map itself: our regions as its ground, no tiles unless the server names an address. Everything foreign is a text node. */

import "leaflet/dist/leaflet.css";
import "./map.css";
import * as L from "leaflet";
import type { Words } from "./i18n";
import type { Regions } from "./types";

export interface MapHit {
  id: string;
  place: number;
  title: string;
  price: string;
  lat: number;
  lon: number;
  /** What decided about it, for lines. */
  near: { lat: number; lon: number }[];
  full: boolean;
}

export interface MapPlace {
  name: string;
  lat: number;
  lon: number;
  radius_m: number | null;
}

export interface Drawn {
  regions(found: Regions): void;
  show(hits: MapHit[], places: MapPlace[], point: (id: string) => void, go: (place: number) => void): void;
  light(id: string): void;
  remove(): void;
}

export interface Options {
  words: Words;
  /** An address with {z}, {x} and {y}; empty: none. */
  tiles: string;
  tilesBy: string;
}

const SIGN_PX = 7.2;
const PIN_PX = 29;
/** Pins beyond these are dots: a map of two hundred numbers is none. */
const NUMBERED = 40;

export function draw(box: HTMLElement, { words, tiles, tilesBy }: Options): Drawn {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(box, {
    zoomControl: false,
    attributionControl: tilesBy !== "",
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    maxZoom: 18,
    zoomSnap: 0.5,
  });
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut, position: "topright" }).addTo(map);
  map.setView([0, 0], 2);
  // Who gives tiles wants to know which site asks, and to be named; the text is the server's own setting, and still only text.
  if (tiles) L.tileLayer(tiles, { attribution: escaped(tilesBy), referrerPolicy: "origin" }).addTo(map);
  // Outlines come when they come, and lie under everything.
  map.createPane("ground").style.zIndex = "300";
  map.createPane("names").style.zIndex = "350";
  const ground = L.layerGroup().addTo(map);
  const lines = L.layerGroup().addTo(map);
  const places = L.layerGroup().addTo(map);
  const pins = L.layerGroup().addTo(map);
  const legs = L.layerGroup().addTo(map);
  const markers = new Map<string, { marker: L.Marker; hit: MapHit; pinned: boolean }>();
  const names: { name: string; bounds: L.LatLngBounds; marker: L.Marker }[] = [];
  let lit = "";
  // Only the names that have room: those whose region is as wide as they are, and that cover no other.
  const nameRegions = () => {
    const taken: L.Bounds[] = [];
    const wide = ({ bounds }: { bounds: L.LatLngBounds }) =>
      map.latLngToLayerPoint(bounds.getSouthEast()).x - map.latLngToLayerPoint(bounds.getNorthWest()).x;
    for (const one of names) {
      const at = map.latLngToLayerPoint(one.bounds.getCenter());
      const half = L.point((one.name.length * SIGN_PX) / 2, SIGN_PX);
      const box = L.bounds(at.subtract(half), at.add(half));
      const fits = wide(one) > half.x * 1.4 && wide(one) < map.getSize().x * 1.5 && !taken.some((other) => other.overlaps(box));
      if (fits) taken.push(box);
      if (fits) ground.addLayer(one.marker);
      else ground.removeLayer(one.marker);
    }
  };
  // Hits in one street would lie on top of one another: whoever comes later moves aside, on a leash.
  const spread = () => {
    legs.clearLayers();
    const zoom = map.getContainer().querySelector(".leaflet-control-zoom")?.getBoundingClientRect();
    const frame = map.getContainer().getBoundingClientRect();
    const taken: L.Point[] = [];
    const free = (at: L.Point) => {
      const { x, y } = map.layerPointToContainerPoint(at);
      const underButtons = zoom !== undefined && x > zoom.left - frame.left - PIN_PX && y < zoom.bottom - frame.top + PIN_PX;
      return !underButtons && taken.every((other) => Math.max(Math.abs(other.x - at.x), Math.abs(other.y - at.y)) >= PIN_PX);
    };
    const pinned = [...markers.values()].filter((one) => one.pinned).sort((a, b) => a.hit.place - b.hit.place);
    for (const { marker, hit } of pinned) {
      const own = map.latLngToLayerPoint([hit.lat, hit.lon]);
      const at = around(own).find(free) ?? own;
      taken.push(at);
      marker.setLatLng(map.layerPointToLatLng(at));
      if (at.distanceTo(own) > 2) {
        L.polyline([[hit.lat, hit.lon], map.layerPointToLatLng(at)], { className: "leg", interactive: false }).addTo(legs);
      }
    }
  };
  map.on("zoomend", () => {
    nameRegions();
    spread();
  });
  const watcher = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  watcher.observe(box);

  return {
    regions(found) {
      ground.clearLayers();
      const shapes = L.geoJSON(found as unknown as GeoJSON.GeoJsonObject, {
        interactive: false,
        pane: "ground",
        style: (feature) => ({ className: `region region-${kindClass(feature?.properties?.kind)}`, weight: 1 }),
      });
      ground.addLayer(shapes);
      names.splice(0);
      shapes.eachLayer((layer) => {
        const { properties } = (layer as L.Layer & { feature: GeoJSON.Feature }).feature;
        const name = String(properties?.["name"] ?? "");
        const bounds = (layer as L.Polygon).getBounds();
        const icon = L.divIcon({ className: "region-name", html: text(name), iconSize: [0, 0] });
        names.push({ name, bounds, marker: L.marker(bounds.getCenter(), { icon, pane: "names", interactive: false, keyboard: false }) });
      });
      nameRegions();
    },

    show(hits, found, point, go) {
      pins.clearLayers();
      places.clearLayers();
      lines.clearLayers();
      markers.clear();
      for (const place of found) {
        if (place.radius_m) L.circle([place.lat, place.lon], { radius: place.radius_m, className: "reach", interactive: false }).addTo(places);
        const icon = L.divIcon({ className: "place", html: text(""), iconSize: [12, 12] });
        L.marker([place.lat, place.lon], { icon, keyboard: false, alt: place.name })
          .bindTooltip(text(place.name), { direction: "top" })
          .addTo(places);
      }
      // The best lie on top.
      for (const hit of hits.slice(NUMBERED)) {
        const dot = L.divIcon({ className: "pin-dot", html: text(""), iconSize: [10, 10] });
        const marker = L.marker([hit.lat, hit.lon], { icon: dot, keyboard: false, riseOnHover: true });
        marker.bindTooltip(told(hit), { direction: "top" });
        marker.on("mouseover", () => point(hit.id)).on("mouseout", () => point("")).on("click", () => go(hit.place));
        marker.addTo(pins);
        markers.set(hit.id, { marker, hit, pinned: false });
      }
      for (const hit of hits.slice(0, NUMBERED).reverse()) {
        const icon = L.divIcon({ className: `pin${hit.full ? " full" : ""}`, html: text(String(hit.place)), iconSize: [28, 28] });
        const marker = L.marker([hit.lat, hit.lon], { icon, zIndexOffset: 1000 - hit.place, riseOnHover: true });
        marker.bindTooltip(told(hit), { direction: "top", offset: [0, -12] });
        marker.on("mouseover", () => point(hit.id));
        marker.on("mouseout", () => point(""));
        marker.on("click keypress", () => go(hit.place));
        marker.addTo(pins);
        const element = marker.getElement();
        element?.setAttribute("aria-label", `${hit.place}: ${hit.title}`);
        element?.addEventListener("focus", () => point(hit.id));
        element?.addEventListener("blur", () => point(""));
        markers.set(hit.id, { marker, hit, pinned: true });
      }
      const points = hits.map(({ lat, lon }) => L.latLng(lat, lon));
      if (points.length > 0) map.fitBounds(L.latLngBounds(points), { padding: [44, 44], maxZoom: 14, animate: false });
      spread();
    },

    light(id) {
      markers.get(lit)?.marker.getElement()?.classList.remove("lit");
      lines.clearLayers();
      lit = id;
      const now = markers.get(id);
      if (!now) return;
      now.marker.getElement()?.classList.add("lit");
      for (const { lat, lon } of now.hit.near) {
        L.polyline([[now.hit.lat, now.hit.lon], [lat, lon]], { className: "way", interactive: false, weight: 2 }).addTo(lines);
      }
    },

    remove() {
      watcher.disconnect();
      map.remove();
    },
  };
}

/** Leaflet makes HTML of strings; an element it leaves alone. */
function text(words: string): HTMLElement {
  const span = document.createElement("span");
  span.dir = "auto";
  span.textContent = words;
  return span;
}

function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function told(hit: MapHit): HTMLElement {
  return text([hit.title, hit.price].filter(Boolean).join(" · "));
}

/** Points to try, from the middle outwards. */
function around(middle: L.Point): L.Point[] {
  const found = [middle];
  for (let ring = 1; ring <= 6; ring++) {
    for (let k = 0; k < ring * 8; k++) {
      const angle = (k / (ring * 8)) * 2 * Math.PI;
      found.push(middle.add([Math.cos(angle) * ring * (PIN_PX / 2), Math.sin(angle) * ring * (PIN_PX / 2)]));
    }
  }
  return found;
}

function kindClass(kind: unknown): string {
  return typeof kind === "string" && /^[a-z_]+$/.test(kind) ? kind : "other";
}
