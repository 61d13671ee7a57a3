/** The map beside what was found. Its code is fetched when it is first seen. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { sights } from "../evidence";
import { light, watch } from "../lit";
import type { Drawn, MapHit, MapPlace } from "../map";
import { useWords } from "../prefs";
import { shown } from "../state";
import { now, usePart } from "../store";
import type { Answer } from "../types";

const STYLE = "assets/map.css";

/** The map of a search: its hits as they are filtered, and the places that it names. */
export function ResultsMap() {
  const answer = usePart((state) => state.answer);
  const filters = usePart((state) => state.filters);
  const hits = useMemo(hitsOf, [answer, filters]);
  const places = useMemo(() => (answer ? placesOf(answer) : []), [answer]);
  return <MapPane hits={hits} places={places} go={goTo} />;
}

/** `go` leads to the hit of a number. */
export function MapPane({ hits, places, go }: { hits: MapHit[]; places: MapPlace[]; go: (place: number) => void }) {
  const words = useWords();
  const ground = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [status, setStatus] = useState<"loading" | "ready" | "failed">("loading");
  const [tall, setTall] = useState(false);
  const collection = usePart((state) => state.question.collection);

  useEffect(() => {
    let gone = false;
    const start = async () => {
      try {
        const [{ draw }] = await Promise.all([fetchMap(), styled()]);
        if (gone || !ground.current) return;
        drawn.current = draw(ground.current, { words, tiles: meta("claimtree-tiles"), tilesBy: meta("claimtree-tiles-by") });
        setStatus("ready");
      } catch {
        if (!gone) setStatus("failed");
      }
    };
    void start();
    return () => {
      gone = true;
      drawn.current?.remove();
      drawn.current = null;
    };
  }, [words]);

  useEffect(() => {
    if (status !== "ready") return;
    const leaving = new AbortController();
    // Without outlines the ground is empty, and the map still right.
    api.regions(collection, leaving.signal).then((found) => drawn.current?.regions(found), () => undefined);
    return () => leaving.abort();
  }, [status, collection, words]);

  useEffect(() => {
    if (status === "ready") drawn.current?.show(hits, places, (id) => light("hit", id), go);
  }, [status, hits, places, words]);

  useEffect(() => watch("hit", (id) => drawn.current?.light(id)), []);

  // Scrolled down, there is room for more of it.
  useEffect(() => {
    const above = document.querySelector(".above");
    if (!above) return;
    const watcher = new IntersectionObserver(([seen]) => setTall(seen?.isIntersecting === false));
    watcher.observe(above);
    return () => watcher.disconnect();
  }, []);

  return (
    <div class={`map-pane${tall ? " tall" : ""}`}>
      <div ref={ground} class="map" role="region" aria-label={words.mapLabel} />
      {status !== "ready" && (
        <p class="map-note" role="status">
          {status === "loading" ? words.mapLoading : words.mapFailed}
        </p>
      )}
    </div>
  );
}

function hitsOf(): MapHit[] {
  return shown(now()).flatMap(({ hit, place }) => {
    const { lat, lon } = hit.card ?? {};
    if (lat === null || lat === undefined || lon === null || lon === undefined) return [];
    const near = sights(hit, 3).map((sight) => ({ lat: sight.lat, lon: sight.lon }));
    const full = hit.coverage.met === hit.coverage.of;
    return [{ id: hit.id, place, title: hit.title || hit.id, price: hit.card?.facts[0] ?? "", lat, lon, near, full }];
  });
}

/** Places that the question names, and those that decided something. */
function placesOf(answer: Answer): MapPlace[] {
  const found = new Map<string, MapPlace>();
  for (const asked of answer.places) {
    for (const { id, name, lat, lon } of asked.places) found.set(id, { name, lat, lon, radius_m: asked.radius_m });
  }
  for (const hit of answer.hits) {
    for (const { id, name, lat, lon } of sights(hit, 3)) {
      if (!found.has(id)) found.set(id, { name, lat, lon, radius_m: null });
    }
  }
  return [...found.values()];
}

function goTo(place: number): void {
  const card = document.getElementById(`hit-${place}`);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  card?.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  card?.querySelector<HTMLElement>(".verdict")?.focus({ preventScroll: true });
}

/** A file of its own, beside this one. */
function fetchMap(): Promise<typeof import("../map")> {
  // @ts-expect-error: it exists only once it is built.
  return import("./map.js") as Promise<typeof import("../map")>;
}

function styled(): Promise<void> {
  if (document.querySelector(`link[href="${STYLE}"]`)) return Promise.resolve();
  return new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = STYLE;
    link.onload = () => done();
    link.onerror = () => failed(new Error(STYLE));
    document.head.append(link);
  });
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
