/** What decided a wish, for telling it once: as `claimtree.telling` does for the other faces. */

import type { Evidence, Hit, Sight, Verdict } from "./types";


/**
 * All evidence, what speaks for the verdict first. A clause may speak by a word and again as a whole, and a place may be
 * near a hit and near what it lies in: once is enough. What is disputed is told with the words against it.
 */
export function distinct(verdict: Verdict): Evidence[] {
  const found = new Map<string, Evidence>();
  const told = new Set<string>();
  for (const one of verdict.evidence) {
    const key = one.place ? `${one.for} ${one.place.id}` : `${one.entity}\n${one.quote}`;
    if (found.has(key) || (one.disputed && told.has(key))) continue;
    found.set(key, one);
    if (one.disputed) told.add(`${one.entity}\n${one.against}`);
  }
  return [...found.values()];
}

/** What decided, then the first that says otherwise or is disputed; doubtful words only where there is nothing better. */
export function deciding(verdict: Verdict): Evidence[] {
  const all = distinct(verdict);
  const first = all[0];
  if (!first) return [];
  if (first.disputed) return [first];
  const other =
    all.find((one) => one.for !== first.for && one.doubtful === first.doubtful) ?? all.find((one) => one.disputed);
  return other ? [first, other] : [first];
}

/** A field's value speaks as `cityflats#bedrooms`. */
export function sourceOf(evidence: Evidence): { name: string; field: string } {
  const hash = evidence.source.indexOf("#");
  if (hash < 0) return { name: evidence.source, field: "" };
  return { name: evidence.source.slice(0, hash), field: evidence.source.slice(hash + 1) };
}

/** How far the hit is from the places that decided, nearest first, each place once. */
export function sights(hit: Hit, most: number): Sight[] {
  const found = new Map<string, Sight>();
  for (const verdict of hit.verdicts) {
    for (const { place, entity, doubtful } of verdict.evidence) {
      if (place && entity === hit.id && !doubtful && !found.has(place.id)) found.set(place.id, place);
    }
  }
  return [...found.values()].sort((a, b) => a.metres - b.metres).slice(0, most);
}

export function metres(distance: number, language: string): string {
  if (distance < 1000) return `${(Math.round(distance / 10) * 10).toLocaleString(language)} m`;
  return `${(distance / 1000).toLocaleString(language, { maximumFractionDigits: 1 })} km`;
}
