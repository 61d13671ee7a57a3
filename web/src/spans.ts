/** Which words of the sentence belong to which claims, for drawing under the search box. */

import type { Claim } from "./types";

export interface Span {
  text: string;
  claims: Claim[];
}

/** The sentence cut where claims begin and end; put together again it is the sentence. Claims may overlap. */
export function spans(text: string, claims: readonly Claim[]): Span[] {
  // The server counts characters, JavaScript counts UTF-16 units: an emoji is one there and two here.
  const signs = [...text];
  const inside = claims.filter(({ start, end }) => start >= 0 && end > start && end <= signs.length);
  const cuts = new Set([0, signs.length, ...inside.flatMap(({ start, end }) => [start, end])]);
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered.slice(0, -1).map((from, k) => ({
    text: signs.slice(from, ordered[k + 1]).join(""),
    claims: inside.filter(({ start, end }) => start <= from && from < end),
  }));
}
