// The page: a list of hits, a map of them, and what connects the two. Needs Leaflet and the scripts beside it.
"use strict";

(() => {
  const drawn = JSON.parse(document.getElementById("drawn").textContent);
  const { made } = Cards;
  const byId = (id) => document.getElementById(id);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  byId("question").textContent = drawn.question;
  byId("summary").textContent = drawn.summary;
  byId("notices").append(...drawn.notices.map((notice) => made("li", "", notice)));

  // --- the map and its layers, lowest first

  const map = L.map("map", {
    attributionControl: false,
    zoomControl: false,
    zoomSnap: 0.25,
    zoomDelta: 0.5,
    wheelPxPerZoomLevel: 90,
    maxZoom: 18,
    minZoom: 1,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  });
  L.control.zoom({ zoomInTitle: Cards.labels.nearer, zoomOutTitle: Cards.labels.farther }).addTo(map);
  const PANES = { ground: 200, asked: 300, names: 350, lines: 420, dots: 500, distances: 660 };
  for (const [name, level] of Object.entries(PANES)) map.createPane(name).style.zIndex = String(level);
  map.getPane("names").style.pointerEvents = "none";
  map.getPane("distances").style.pointerEvents = "none";
  L.control.scale({ imperial: false, maxWidth: 120 }).addTo(map);

  const everything = L.latLngBounds(drawn.view);
  const narrow = window.matchMedia("(max-width: 720px)"); // as in map.css
  const showAll = () => {
    const edge = narrow.matches ? 32 : 48;
    map.fitBounds(everything, { padding: [edge, edge], maxZoom: 15, animate: false });
  };
  showAll(); // first: nothing can be drawn on a map that shows no place yet

  // --- the ground

  const names = new Labels.Layer(map, "names");

  const path = (pane, className) => ({ pane, className, interactive: false, smoothFactor: 0.5 });

  // A name stands in its region: it is left out where the region is too small for it, or far larger than the screen.
  const inside = (bounds) => (there, width) => {
    const low = there.latLngToLayerPoint(bounds.getSouthWest());
    const high = there.latLngToLayerPoint(bounds.getNorthEast());
    const across = high.x - low.x;
    return across * 1.15 >= width && across < there.getSize().x * 4;
  };

  for (const one of drawn.asked) {
    L.polygon(one.rings, path("asked", `asked ${one.what}${one.negated ? " unwanted" : ""}`)).addTo(map);
  }

  // The largest come first in the data; so do their names, as there are few of them and they say the most.
  for (const one of drawn.base) {
    const shape = L.polygon(one.rings, path("ground", `ground ${one.sort}${one.vague ? " vague" : ""}`)).addTo(map);
    if (one.marked) continue;
    const spots = [{ at: one.at, offers: Labels.onIt }];
    names.add({ text: one.name, className: `name ${one.sort}`, spots, fits: inside(shape.getBounds()) });
  }

  const places = Places.draw(map, names, drawn.marks, path);

  // --- hits: a marker and a line of the list each

  const SIZE = 28;
  const hits = drawn.hits.map((hit) => {
    const { item, button } = Cards.line(hit);
    byId(hit.at ? "hits" : "nowhere").append(item);
    const one = { ...hit, item, button, marker: null };
    if (hit.at) {
      const icon = L.divIcon({ className: "pin", html: Cards.badge(hit), iconSize: [SIZE, SIZE] });
      one.marker = L.marker(hit.at, { icon, keyboard: false, title: hit.title, zIndexOffset: -10 * hit.number });
      one.marker.addTo(map);
      // The list is the way for keyboards and screen readers: a thousand more stops would be none.
      one.marker.getElement().setAttribute("aria-hidden", "true");
      one.marker.on("click", () => choose(one, { from: "map" }));
      one.marker.on("mouseover", () => warm(one, true)).on("mouseout", () => warm(one, false));
      button.addEventListener("mouseenter", () => warm(one, true));
      button.addEventListener("mouseleave", () => warm(one, false));
      button.addEventListener("focus", () => warm(one, true));
      button.addEventListener("blur", () => warm(one, false));
    } else {
      button.setAttribute("aria-expanded", "false");
    }
    button.addEventListener("click", () => (hit.at ? choose(one, { from: "list" }) : unfold(one)));
    return one;
  });
  byId("nowhere-title").hidden = hits.every((hit) => hit.at);

  const warm = (hit, on) => {
    hit.item.classList.toggle("warm", on);
    hit.marker.getElement()?.classList.toggle("warm", on);
  };

  const unfold = (hit) => {
    const open = hit.item.querySelector(".card");
    if (open) open.remove();
    else hit.item.append(Cards.card(hit));
    hit.button.setAttribute("aria-expanded", String(!open));
    hit.item.scrollIntoView({ block: "nearest" });
  };

  // --- choosing one: its card, and lines to the places that decided for it

  const distances = new Labels.Layer(map, "distances");
  const panel = byId("card");
  let chosen = null;
  let shown = []; // what goes when another is chosen
  let ways = []; // from the chosen one to what decided

  const forget = () => {
    if (!chosen) return;
    chosen.item.classList.remove("chosen");
    chosen.button.removeAttribute("aria-current");
    chosen.marker.getElement().classList.remove("chosen");
    chosen.marker.setZIndexOffset(-10 * chosen.number);
    shown.forEach((take) => take());
    shown = [];
    ways = [];
    chosen = null;
    panel.hidden = true;
    tidy();
  };

  const release = ({ label, name, named, spots }) => {
    label.first = named;
    label.spots = spots;
    label.element.classList.remove("deciding");
    names.rename(label, name);
  };

  // Half the way, or where that is out of sight nearer to the hit.
  const along = (from, to) =>
    [0.5, 0.3, 0.7, 0.15, 0.08, 0.04].map((share) => ({
      at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
      offers: Labels.onlyThere,
    }));

  const connect = (hit) => {
    for (const one of drawn.around) {
      const circle = L.circle(hit.at, { radius: one.radius_m, ...path("asked", "asked radius own") }).addTo(map);
      shown.push(() => circle.remove());
    }
    for (const { mark: number, end, far, met } of hit.ways) {
      const mark = drawn.marks[number];
      mark.label.first = true;
      mark.label.element.classList.add("deciding");
      const way = { mark, end, far, label: null };
      ways.push(way);
      shown.push(() => release(mark));
      if (!end) continue; // it lies there
      const drawing = L.polyline([hit.at, end], path("lines", met ? "way" : "way refuted")).addTo(map);
      way.label = distances.add({ text: far, className: met ? "far" : "far refuted", spots: along(hit.at, end) });
      shown.push(() => drawing.remove(), () => distances.remove(way.label));
    }
  };

  // So near that the ways to what decided can be seen beside the card. What decided by being far off may stay outside.
  const approach = (hit) => {
    const ends = hit.ways.filter((way) => way.near && way.end).map((way) => way.end);
    const wide = !narrow.matches;
    const hidden = byId("map").getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
    map.fitBounds(L.latLngBounds([hit.at, ...ends]), {
      paddingTopLeft: [60, wide ? 50 : 30],
      paddingBottomRight: [wide ? panel.offsetWidth + 60 : 60, wide ? 60 : Math.max(hidden, 0) + 30],
      maxZoom: Math.max(map.getZoom(), ends.length ? 16 : 14),
      animate: false,
    });
  };

  const choose = (hit, { from }) => {
    if (chosen === hit) {
      forget();
      return;
    }
    forget();
    chosen = hit;
    hit.item.classList.add("chosen");
    hit.button.setAttribute("aria-current", "true");
    hit.marker.getElement().classList.add("chosen");
    hit.marker.setZIndexOffset(10000);
    const close = made("button", "close", "×");
    close.type = "button";
    close.setAttribute("aria-label", Cards.labels.close);
    close.addEventListener("click", leave);
    panel.replaceChildren(close, Cards.card(hit));
    panel.hidden = false;
    panel.scrollTop = 0;
    connect(hit);
    approach(hit);
    if (from === "map") hit.item.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    else panel.focus({ preventScroll: true });
    tidy();
  };

  const leave = () => {
    const { button } = chosen;
    forget();
    button.focus({ preventScroll: true });
  };

  map.on("click", forget);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) leave();
    const at = hits.findIndex((hit) => hit.button === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at >= 0 && step && hits[at + step]) {
      event.preventDefault();
      hits[at + step].button.focus();
    }
  });

  // --- keeping order: markers that would hide each other shrink, labels find room

  // The buttons, the scale and the card, as boxes of the map's own layer.
  const covered = () => {
    const frame = byId("map").getBoundingClientRect();
    const corner = map.containerPointToLayerPoint([0, 0]);
    return [...document.querySelectorAll("#map .leaflet-control, #card:not([hidden])")].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [across, down] = [corner.x - frame.left, corner.y - frame.top];
      return { left: left + across, right: right + across, top: top + down, bottom: bottom + down };
    });
  };

  const tidy = () => {
    const taken = covered();
    const order = [...hits].sort((one, other) => Number(other === chosen) - Number(one === chosen));
    const full = [];
    for (const hit of order) {
      if (!hit.marker) continue;
      const point = map.latLngToLayerPoint(hit.at);
      const small = full.some((other) => other.distanceTo(point) < SIZE * 0.8);
      if (!small) full.push(point);
      hit.marker.getElement().classList.toggle("small", small);
      taken.push(Labels.boxAround(point, small ? 12 : SIZE, small ? 12 : SIZE));
    }
    for (const dot of places.dots) taken.push(Labels.boxAround(map.latLngToLayerPoint(dot.at), 8, 8));
    for (const { label, far } of ways) if (label) distances.rename(label, far);
    distances.layout(taken);
    // A way too short to write on has its distance behind the name, which then stands at its end.
    for (const { label, mark, end, far } of ways) {
      names.rename(mark.label, label?.box ? mark.name : `${mark.name} · ${far}`);
      const edge = end && mark.rings ? [{ at: end, offers: Labels.besideIt }] : [];
      mark.label.spots = label?.box ? [...mark.spots, ...edge] : [...edge, ...mark.spots];
    }
    names.layout([...taken, ...distances.boxes()]);
    // One whose end is out of sight has the name on it, if there is room.
    taken.push(...names.boxes());
    for (const { label, mark, far } of ways.filter(({ label, mark }) => label?.box && !mark.label.box)) {
      distances.rename(label, `${mark.name} · ${far}`);
      distances.layout(taken);
      if (label.box) continue;
      distances.rename(label, far);
      distances.layout(taken);
    }
  };
  map.on("zoomend moveend resize", tidy);

  // --- controls

  const all = L.control({ position: "topleft" });
  all.onAdd = () => {
    const bar = made("div", "leaflet-bar");
    const button = made("button", "all", "⤢");
    button.type = "button";
    button.title = Cards.labels.everything;
    button.setAttribute("aria-label", Cards.labels.everything);
    button.addEventListener("click", showAll);
    bar.append(button);
    L.DomEvent.disableClickPropagation(bar);
    return bar;
  };
  all.addTo(map);

  Legend.fill(byId("legend"), drawn, places);
  byId("legend").open = !narrow.matches;

  map.invalidateSize(false); // the legend took some of its height
  showAll();
  tidy();
})();
